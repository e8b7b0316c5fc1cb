"""Who has no seat at a delayed table hears, byte for byte, what was to be heard when it stood so, in any game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec
import pytest

from api.callers import delaying, visibility
from api.callers.visibility import Sight, known_table, own_viewer
from api.requests import following, waiting
from api.resources import tables
from domain import games
from domain.audit import heard
from domain.audit.narration import Told
from domain.audit.timeline import Address
from domain.kernel.display.words import Words
from domain.kernel.seats import SPECTATOR, Seat
from domain.ledger.store import Store
from domain.table.seating import Opening
from tests.laws.copies import LeakError
from tests.laws.service import scenes
from tests.laws.service.asking import Served, app_of, films, questions
from tests.laws.service.question import Question
from tests.laws.service.scenes import Scene, Side

pytestmark = pytest.mark.long

GAMES = games.names()
SCENES = 12
DELAY = 12  # entries


class Delay(NamedTuple):
    """How entry 1 says that a table is shown later."""

    entries: int | None
    seconds: int | None


DELAYS = {
    "entries": Delay(DELAY, None),
    "seconds": Delay(None, 1),  # all that was played has one time here, and only the end of a table is later
    "both": Delay(DELAY, 1),
}


# Seconds are counted by the service, whatever is played: in `make test` two games show it, in `make soak` all.
SHOWN_BY = ("chanic_panic", "panzer_clash")
ASKED = [
    pytest.param(name, delay, marks=() if delay == "entries" or name in SHOWN_BY else pytest.mark.soak)
    for name in GAMES
    for delay in DELAYS
]


@cache
def met(name: str, delay: Delay) -> tuple[Scene, ...]:
    """Return tables at some stage of a game, opened with a delay.

    None shows who is connected or opens its secrets: the one tells only of now, the other ends the delay.
    """

    def delayed(**how: Any) -> Opening:
        how |= {"delay_entries": delay.entries, "delay_seconds": delay.seconds}
        return Opening(**{**how, "connection": None, "secrets_open_at": "never"})

    with patch.object(scenes, "Opening", delayed):
        return tuple(islice(scenes.scenes(name, seed=5), SCENES))


def then(store: Store, side: Side, delay: Delay) -> Side:
    """Return the table as it stood after the last entry that is seen of it: the later of both."""
    book = side.table.book
    upto = book.n
    if book.started is not None:
        is_over = book.status in ("confirmed", "abandoned")
        by_number = book.n if is_over or delay.entries is None else book.n - delay.entries
        latest = book.at - 1000 * (delay.seconds or 0)
        by_time = sum(msgspec.json.decode(entry.public)["at"] <= latest for entry in side.entries)
        upto = max(min(by_number, by_time), book.started - 1)
    return Side(store.table_at("law", upto), side.entries[:upto], side.refused)


def compare(scene: Scene, delay: Delay) -> Iterator[tuple[Question, int]]:
    """Ask the delayed table, and the one of then without delay, everything; raises `LeakError` where they differ."""
    scene = scene._replace(viewer=SPECTATOR, commands=())
    now = Served(app_of("first"), scene, scene.first)
    side = then(now.store, scene.first, delay)
    scene = scene._replace(first=side)
    was = Served(app_of("second"), scene, side)
    was.credentials = now.credentials = was.credentials
    try:
        for question in (*questions(scene), *films(scene), Question("GET", "/tables?status=open", {})):
            one = now.hear(question)
            with patch.object(visibility, "is_delayed", lambda table: False):
                other = was.hear(question)
            if one != other:
                raise LeakError(f"{scene}: {question}: {one} against {other}"[:3000])
            yield question, one.status
    finally:
        now.store.close()
        was.store.close()


def held_back(scene: Scene) -> bool:
    book = scene.first.table.book
    return book.started is not None and book.status == "running"


@pytest.mark.parametrize(("name", "delay"), ASKED)
def test_a_delayed_spectator_hears_what_was_to_be_heard_then(name: str, delay: str) -> None:
    """Views, lists, entries, records, results, streams, verifications, and how long one is kept waiting."""
    how = DELAYS[delay]
    statuses = {status for scene in met(name, how) for _, status in compare(scene, how)}
    assert {200, 403, 404} <= statuses
    assert 401 in statuses or how.seconds is not None, "nobody acts where all is held back"
    assert sum(map(held_back, met(name, how))) >= SCENES // 3


class Hole(NamedTuple):
    """A place that forgets the delay."""

    name: str
    place: Any
    attribute: str
    instead: Any
    delay: str = "entries"


def _present(here: Any, table: Any, *_: Any) -> Any:
    return known_table(here, table, None) if isinstance(table, str) else table


def _live(here: Any, found: Any, caller: Any, asked: Any) -> Sight:
    return Sight(found, SPECTATOR if asked else own_viewer(found, caller))


def _all_hints(n: int, hints: Mapping[int, Sequence[Seat]], words: Words) -> list[Told]:
    return [Told(Address(n), str(len(hints)))]


HOLES = (
    Hole("every hint is told at once", heard, "hints_before", _all_hints),
    Hole("looks see the present", visibility, "as_seen", _present),
    Hole("rows of the list are of the present", visibility, "_row_in_sight", lambda here, row, caller: row),
    Hole("waits see the present", waiting, "as_seen", _present),
    Hole("the table tells of the present", tables, "seen_table", _present),
    Hole("streams see the present", following, "live_sight", _live),
    Hole("looks see the present before the seconds are over", visibility, "as_seen", _present, "seconds"),
    Hole("seconds are forgotten", delaying, "_milliseconds", lambda table: 0, "seconds"),
    Hole("seconds are forgotten where entries count too", delaying, "_milliseconds", lambda table: 0, "both"),
    Hole(
        "one entry too early",
        delaying,
        "_by_number",
        lambda table: min(table.book.n, max(table.book.n - DELAY, table.book.started - 1) + 1),
    ),
)


def found(hole: Hole, name: str) -> bool:
    """Say whether the law finds a place that forgets the delay."""
    with patch.object(hole.place, hole.attribute, hole.instead):
        try:
            for scene in met(name, DELAYS[hole.delay]):
                for _ in compare(scene, DELAYS[hole.delay]):
                    pass
        except LeakError:
            return True
    return False


@pytest.mark.parametrize("name", GAMES)
def test_places_that_forget_the_delay_are_found(name: str) -> None:
    assert [hole.name for hole in HOLES if not found(hole, name)] == []
