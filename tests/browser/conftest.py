"""One browser for all tests of this folder that a process runs, and a fresh profile for each.

They are long and stay together. The browser ends with the folder: while Playwright runs, no other test of the process
could run an event loop.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, sync_playwright

from domain.ledger.store import open_store
from tests.api.server import Server
from tests.browser.finding import WITHOUT, fetched, installed, packaged
from tests.browser.hall import Hall
from tests.browser.views import CLOSER, LATE, Home, everything, housed
from tests.browser.visitor import Visitor

Visits: TypeAlias = Callable[..., Visitor]

FOLDER = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test here."""
    for item in items:
        if FOLDER in item.path.parents:
            item.add_marker("long")
            item.add_marker(pytest.mark.xdist_group(name="browser"))


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """A browser; without any, tests are left out and say so, and under CI they fail."""
    with sync_playwright() as playwright:
        path = installed() or fetched(playwright.chromium.executable_path) or packaged()
        if path is None:
            pytest.fail(WITHOUT) if os.environ.get("CI") else pytest.skip(WITHOUT)
        browser = playwright.chromium.launch(executable_path=path)
        yield browser
        browser.close()


@pytest.fixture
def visits(chromium: Browser) -> Iterator[Visits]:
    """Make visitors to the origins that are their home; at the end no page may have done what it must not."""
    with ExitStack() as held:

        def visit(*homes: str, **options: Any) -> Visitor:
            visitor = Visitor(chromium, *homes, **options)
            held.callback(visitor.close)
            return visitor

        yield visit


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The real service on a database of its own; each test opens its own tables, some of them until a deal fits."""
    with Server(tmp_path_factory.mktemp("service") / "browser.db", "--limit-opening", "100000/hour") as running:
        yield running


@pytest.fixture(scope="package")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    """A service with tables at known moments; a test leaves each as it is, but for those that it alone plays on."""
    with housed(tmp_path_factory.mktemp("home"), {**everything(), **CLOSER, **LATE}) as running:
        yield running


@pytest.fixture(autouse=True)
def left_as_found(request: pytest.FixtureRequest) -> Iterator[None]:
    """Name the test that played on at a table which others find later: they would wait there for what never comes.

    It looks last, once all pages are closed: what a test holds up for ever gets through only then.
    """
    found = request.getfixturevalue("home") if "home" in request.fixturenames else None
    yield
    if found is not None:
        moved = {name for name, n in found.entries().items() if n != found.tables[name].n}
        assert moved <= LATE.keys(), "somebody played on where a table has to stand still"


@pytest.fixture(scope="package")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """A service with an organiser; letters of webhooks may go to this machine."""
    database = tmp_path_factory.mktemp("hall") / "hall.db"
    store = open_store(str(database))
    key = store.keys.add("organiser", "Olga", at=0).text
    store.close()
    with Server(database, "--limit-opening", "100000/hour", "--webhook-targets", "any") as running:
        yield Hall(running, key, database)
