"""What every test stands on: the tests' own games are known, and no test depends on how fast the machine is."""

from __future__ import annotations

import gc
import itertools
import os
import signal
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings
from werkzeug.routing import Rule

from domain import games

if TYPE_CHECKING:
    from tests.ledger.postgres import Postgres

games.add("tests.harbour")
games.add("tests.undercut")  # the sample of docs/new_game.md

# How long an example takes says something about the machine, and nothing about the code.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

# A run that was started in the background, or by nohup, ignores these, and so would every program that a test starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, lambda *_: None)  # goes on, but starts programs that heed it

os.environ["LC_ALL"] = "C.UTF-8"  # the programs speak the language of the environment; the tests read English


# The rooms whose tests are of `domain`, which alone is measured. A line of it that a page's test passes by is not
# tested by that, and the tests of the other rooms would pay for the measurement with much of their time.
ROOMS_OF_DOMAIN = frozenset(
    {
        "audit",
        "games",
        "golden",
        "harbour",
        "kernel",
        "ledger",
        "published",
        "record",
        "table",
        "tournament",
        "undercut",
    }
)


_compiled: dict[tuple[Any, ...], tuple[Any, ...]] = {}


def _compiled_once(rule: Rule) -> None:
    """Let a rule have what an equal one of an application before came to; nobody asks for the address it writes.

    An application reads a hundred and fifty rules, and makes two pieces of code for each that write addresses, which
    took nine tenths of its making; thousands of tests make an application.
    """
    assert rule.map is not None
    converters = frozenset(rule.map.converters.items())
    key = (rule.rule, rule.host, rule.subdomain, rule.map.host_matching, rule.merge_slashes, converters)
    if key not in _compiled:
        _compile(rule)
        _compiled[key] = (rule._parts, rule._trace, rule._converters, rule.arguments)
        return
    rule._parts, rule._trace, rule._converters, arguments = _compiled[key]
    rule.arguments = rule.arguments | arguments
    rule._build = _builds_when_asked(rule, append_unknown=False).__get__(rule, None)
    rule._build_unknown = _builds_when_asked(rule).__get__(rule, None)


def _builds_when_asked(rule: Rule, append_unknown: bool = True) -> Any:  # noqa: FBT002 (as in werkzeug)
    """Stand in for the code that writes addresses by a rule."""

    def built(self: Rule, **values: Any) -> Any:
        return _compile_builder(self, append_unknown).__get__(self, None)(**values)

    return built


_compile_builder, _compile = Rule._compile_builder, Rule.compile
Rule._compile_builder = _builds_when_asked  # type: ignore[assignment, method-assign]
Rule.compile = _compiled_once  # type: ignore[assignment, method-assign]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the one flag that writes golden records anew."""
    parser.addoption("--golden", action="store_true", help="write the golden records anew")


@pytest.hookimpl(trylast=True)  # what `-m` leaves out is gone by then
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let tests marked `long` begin first; they and tests of other rooms than `domain`'s run without coverage.

    xdist cuts the list into a share for each worker, who goes through it from its front and at last takes from the back
    of another's: each share begins with its part of the long ones, and what uses the same fixture, or is of one
    `xdist_group`, stays together.
    """
    long = [item for item in items if item.get_closest_marker("long")]
    for item in items:
        if item.get_closest_marker("long") or _room(item) not in ROOMS_OF_DOMAIN:
            item.add_marker("no_cover")
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "0"))
    if not workers:
        return
    others = iter([item for item in items if not item.get_closest_marker("long")])
    sizes = [len(items) * (n + 1) // workers - len(items) * n // workers for n in range(workers)]
    shares = [
        [*part, *itertools.islice(others, max(0, size - len(part)))]
        for part, size in zip(_parts(long, workers), sizes, strict=True)
    ]
    items[:] = [*itertools.chain.from_iterable(shares), *others]


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Stop the second measurement of a worker, which lies beneath its own and would see what that one leaves out.

    xdist hands a worker the controller's options, and pytest-cov starts a controller's measurement by them as well.
    Coverage takes up the one beneath whenever the one above pauses: every test would be measured, some for nobody.
    """
    plugin: Any = session.config.pluginmanager.getplugin("_cov")
    if hasattr(session.config, "workerinput") and plugin is not None and plugin.cov_controller is not None:
        plugin.cov_controller.cov.stop()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, None, None]:
    """Make what a test without coverage stands on without it too; pytest-cov sees to the test itself alone."""
    controller = getattr(item.config.pluginmanager.getplugin("_cov"), "cov_controller", None)
    if controller is None or item.get_closest_marker("no_cover") is None:
        return (yield)
    controller.pause()
    try:
        return (yield)
    finally:
        controller.resume()


def pytest_collection_finish() -> None:
    """Leave what has been collected out of every later search for garbage: thousands of items, each search 0.4 s."""
    gc.collect()
    gc.freeze()


def _room(item: pytest.Item) -> str:
    """Return the folder of `tests` in which a test lies."""
    return item.path.relative_to(Path(__file__).parent).parts[0]


def _parts(long: list[pytest.Item], workers: int) -> list[list[pytest.Item]]:
    """Deal tests out to the workers, each group to one; the groups begin, as they are the longest."""
    groups: dict[str, list[pytest.Item]] = {}
    for item in long:
        if (marker := item.get_closest_marker("xdist_group")) is not None:
            groups.setdefault(marker.kwargs["name"], []).append(item)
    parts: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for group in groups.values():
        min(parts, key=len).extend(group)
    for item in long:
        if item.get_closest_marker("xdist_group") is None:
            min(parts, key=len).append(item)
    return parts


@pytest.fixture(scope="session")
def postgres_made() -> Iterator[Postgres]:
    """Run a PostgreSQL server for the tests of this process, with a database of ours; the first who asks starts it."""
    from tests.ledger.postgres import made

    with made() as postgres:
        yield postgres


@pytest.fixture
def postgres(postgres_made: Postgres) -> Postgres:
    """Give the database, empty."""
    postgres_made.empty()
    return postgres_made
