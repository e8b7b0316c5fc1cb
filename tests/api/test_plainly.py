"""The short way and Flask's: every request is answered byte for byte alike, whatever the game and the status."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from flask import Response

from api.resources.plainly import Plain
from domain.games import names
from domain.ledger.store import Store, open_store
from tests.api.comparing import (
    LIMITED,
    Case,
    DifferentError,
    Pair,
    Seated,
    any_request,
    check_all_were_met,
    compare,
    compare_limits,
    compare_stop,
    documented,
    faulty,
    left,
    next_action,
    refused,
    seated,
    unusual,
)
from tests.api.test_watching import figures
from tests.api.world import World

pytestmark = pytest.mark.long


@contextmanager
def twins(folder: Path) -> Iterator[tuple[Store, Store]]:
    """Open two copies of a database."""
    paths = [folder / f"{name}.db" for name in ("flask", "short")]
    for path in paths:
        shutil.copy(folder / "opened.db", path)
    first, second = (open_store(str(path)) for path in paths)
    try:
        yield first, second
    finally:
        first.close()
        second.close()


@contextmanager
def pair(folder: Path, **settings: Any) -> Iterator[Pair]:
    """Put two services on copies of a database."""
    with twins(folder) as stores:
        yield Pair(*stores, settings)


def opened(folder: Path, name: str) -> Seated:
    """Open a table of a game in the database that is copied."""
    store = open_store(str(folder / "opened.db"))
    at = seated(World(store), name)
    store.close()
    return at


@pytest.mark.parametrize("name", names())
def test_both_ways_answer_alike(tmp_path: Path, name: str) -> None:
    """Every status and code that the document promises, in each game; one that was not met fails the test."""
    at = opened(tmp_path, name)
    with twins(tmp_path) as stores:
        both, limited = Pair(*stores), Pair(*stores, LIMITED, later=True)
        compare(both, at)
        compare_limits(limited, at)
        compare_stop(limited, at)
        assert counted(both.flask) == counted(both.short)
        check_all_were_met((both, limited))


def another_byte(answer: Response) -> Response:
    answer.data += b" "
    return answer


def another_field(answer: Response) -> Response:
    answer.headers["Vary"] = "Cookie"
    return answer


def another_status(answer: Response) -> Response:
    answer.status_code += 1
    return answer


def every_case(both: Pair, at: Seated) -> list[Case]:
    """Return a request of each unusual kind."""
    sent = next_action(both, at, 0)
    assert sent is not None
    return [*refused(both, at, sent, 0), *unusual(sent, at), *faulty(sent, at)]


@pytest.mark.parametrize("planted", [another_byte, another_field, another_status])
def test_a_planted_difference_is_found(tmp_path: Path, planted: Callable[[Response], Response]) -> None:
    """With every status, also where the short way answers itself."""
    at = opened(tmp_path, "chanic_panic")
    with pair(tmp_path) as both:
        both.short.app.after_request(planted)
        cases = every_case(both, at)
        for case in cases:
            with pytest.raises(DifferentError):
                both.try_case(case)
        assert {case.status for case in cases} >= {status for status, _ in documented()} - {429}
        assert both.seen == set()


@pytest.mark.parametrize("planted", ["text", "fields"])
def test_a_difference_of_the_short_way_itself_is_found(tmp_path: Path, planted: str) -> None:
    at = opened(tmp_path, "chanic_panic")
    with pair(tmp_path) as both:
        honest = both.plainly.__call__

        def planting(*request: Any) -> Any:
            plain = honest(*request)
            assert isinstance(plain, Plain)
            return plain._replace(
                **({"text": plain.text + b" "} if planted == "text" else {"fields": plain.fields[1:]})
            )

        sent = next_action(both, at, 0)
        assert sent is not None
        setattr(both, "plainly", planting)  # noqa: B010 - a function in its place
        with pytest.raises(DifferentError):
            both.ask(sent)


def test_what_was_never_compared_is_told(tmp_path: Path) -> None:
    at = opened(tmp_path, "chanic_panic")
    with pair(tmp_path) as both:
        for case in every_case(both, at):
            both.try_case(case)
        with pytest.raises(AssertionError, match=r"never compared: \[\(422, 'idempotency_key_reused'\), \(429"):
            check_all_were_met((both,))


def counted(world: World) -> dict[tuple[str, ...], float]:
    """Return every count of a service, times aside."""
    return {name: value for name, value in figures(world).items() if name[0].endswith("_total")}


def test_what_is_counted_is_counted_once(tmp_path: Path) -> None:
    """Whether the short way answers, passes on or is over the limit; the figures say so too."""
    at = opened(tmp_path, "chanic_panic")
    with pair(tmp_path, limit_caller="6/minute", limit_address="9/minute") as both:
        sent = next_action(both, at, 0)
        assert sent is not None
        stale = sent.but(if_match='"1"', idempotency_key=None)
        statuses = [both.ask(one).status for one in (stale, sent, stale, sent, stale, sent, sent, sent)]
        assert statuses == [412, 200, 412, 200, 412, 200, 429, 429]
        told = [counted(world) for world in (both.flask, both.short)]
        assert told[0] == told[1]
        assert told[0]["matchledger_limited_total", "caller"] == 2


@pytest.mark.parametrize("keyed", [True, False])
def test_a_mistake_after_it_was_stored_is_told_alike(
    tmp_path: Path, keyed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is done once, and nobody tries again."""
    at = opened(tmp_path, "chanic_panic")

    def mistaken(*_: Any) -> Any:
        raise LookupError("nobody thought of this")

    with pair(tmp_path) as both:
        sent = next_action(both, at, 0)
        assert sent is not None
        before = left(both.short, at.table)
        monkeypatch.setattr("api.resources.acting._told", mistaken)
        both.try_case(Case(500, "internal_error", sent if keyed else sent.but(idempotency_key=None)))
        assert both.seen == {(500, "after it")}
        assert left(both.flask, at.table) == left(both.short, at.table) != before


def test_a_mistake_in_reading_who_calls_is_told_alike(tmp_path: Path) -> None:
    """Whatever the store of keys raises; Flask asks it again."""
    at = opened(tmp_path, "chanic_panic")
    with pair(tmp_path) as both, ExitStack() as broken:
        for world in both.worlds:
            broken.enter_context(patch.object(world.store.keys, "check_hash", side_effect=LookupError("no key")))
        both.try_case(Case(500, "internal_error", any_request(at)))
        assert both.seen == {(500, "flask")}


def test_a_service_that_stops_begins_nothing_new(tmp_path: Path) -> None:
    """Whoever reads is still answered."""
    at = opened(tmp_path, "chanic_panic")
    with pair(tmp_path) as both:
        told = compare_stop(both, at)
        assert told.fields["retry-after"] == "1"
        assert both.flask.get(f"/tables/{at.table}").status_code == 200


@pytest.mark.parametrize(
    "settings",
    [{"public_url": "https://games.example"}, {"cors_origins": "https://a.example"}, {"limit_caller": "none"}],
)
def test_settings_hold_on_both_ways(tmp_path: Path, settings: dict[str, str]) -> None:
    at = opened(tmp_path, "chanic_panic")
    with pair(tmp_path, **settings) as both:
        for number in range(3):
            sent = next_action(both, at, number)
            assert sent is not None
            assert both.ask(sent.but(origin="https://a.example")).status == 200
        assert both.seen == {(200, "flask" if "cors_origins" in settings else "short")}


def test_a_log_of_every_request_has_every_request(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """At the level `debug` nothing takes the short way: Flask's writes the lines."""
    at = opened(tmp_path, "chanic_panic")
    caplog.set_level(logging.DEBUG, logger="matchledger.requests")
    with pair(tmp_path) as both:
        sent = next_action(both, at, 0)
        assert sent is not None
        both.ask(sent)
        assert both.seen == {(200, "flask")}
