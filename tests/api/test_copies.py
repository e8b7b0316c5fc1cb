"""What takes long with a record: processes beside the service do it, and answer as it would itself."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from api.callers.visibility import Sight
from api.copies import helpers
from api.copies.helpers import helping
from api.copies.pieces import Elsewhere, Piece
from api.logs import REDACTED
from api.service import EXTENSION
from domain.audit.checks import verify_bytes
from domain.kernel.seats import SPECTATOR
from domain.ledger.store import Store, open_store
from processes.pool import Died, Failed
from processes.standing import BusyError
from tests.api.world import World, code
from tests.ledger.tables import change, move, started

ASKED = (
    "/tables/t1/verification",
    "/tables/t1/verification?viewer=spectator",
    "/tables/t1/record",
    "/tables/t1/record?closed=true",
)


class Logging(Piece[list[str]], frozen=True):
    """What a process that helps makes of a record in its log."""

    said: str

    def of(self, store: Store, sight: Sight) -> list[str]:
        """Give its lines."""
        record = logging.LogRecord("psycopg.pool", logging.WARNING, "", 0, self.said, None, None)
        return [handler.format(record) for handler in logging.getLogger().handlers]


class Help:
    """Processes of which one thing comes."""

    def __init__(self, result: Callable[[], Any]) -> None:
        self._result = result

    def ask(self, _: object, __: float) -> object:
        """Give it."""
        return self._result()


def helped(world: World, help: Any) -> None:
    """Let a service be helped from now on."""
    world.app.extensions[EXTENSION] = replace(world.app.extensions[EXTENSION], helpers=help)


def told(world: World) -> tuple[tuple[str, str], ...]:
    """Return the story of the table for a spectator, in Japanese."""
    here = world.app.extensions[EXTENSION]
    return helpers.story(here, Sight(world.store.table("t1"), SPECTATOR), "ja", ("Ada", ""))


@pytest.mark.long
def test_helpers_answer_byte_for_byte_as_the_service_does(tmp_path: Path) -> None:
    """They see no entry beyond the one that the caller may know of, and tell of damage."""
    database = str(tmp_path / "x.db")
    world = World(open_store(database), database=database)
    started(world.store)
    for _ in range(20):
        world.store.perform("t1", move)
    before = [world.get(path).data for path in ASKED]
    story = told(world)
    assert story
    assert verify_bytes(before[2]).failed == ()
    with closing(helping()) as help:
        helped(world, help)
        assert [world.get(path).data for path in ASKED] == before
        assert told(world) == story
        world.store.perform("t1", move)
        after = world.get("/tables/t1/record").data
        assert after.startswith(before[2])
        assert after.count(b"\n") == before[2].count(b"\n") + 1
        change(database, 15, lambda state: b"\x07" + state[1:])
        assert code(world.get("/tables/t1/record"), 500) == "damaged_table"
        assert code(world.get("/tables/t1/verification"), 500) == "damaged_table"
    world.store.close()


@pytest.mark.long
def test_helpers_log_as_the_service_does(tmp_path: Path) -> None:
    """In the form that is set, without what no log may say."""
    database = str(tmp_path / "x.db")
    world = World(open_store(database), database=database)
    n = started(world.store).book.n
    piece = Logging("t1", "spectator", n, casts=False, said="lost\nby Bearer abc")
    with closing(helping()) as help:
        lines: Any = help.ask(Elsewhere(database, "warning", "json", piece), 60.0)
    (line,) = [msgspec.json.decode(line) for line in lines]
    assert (line["logger"], line["event"]) == ("psycopg.pool", f"lost\\u000aby {REDACTED}")
    world.store.close()


def busy() -> object:
    raise BusyError


@pytest.mark.parametrize(
    ("result", "status", "said"),
    [
        (busy, 503, "unavailable"),
        (lambda: Died("the process that worked on it died (signal 9)"), 503, "unavailable"),
        (lambda: Failed("ZeroDivisionError: division by zero"), 500, "internal_error"),
    ],
)
@pytest.mark.parametrize("path", ["/verification", "/record"])
def test_what_helpers_cannot_do_is_told(path: str, result: Callable[[], Any], status: int, said: str) -> None:
    world = World()
    table = world.opened()
    helped(world, Help(result))
    answer = table.get(path)
    assert code(answer, status) == said
    assert answer.headers.get("Retry-After") == ("1" if status == 503 else None)
    world.store.close()
