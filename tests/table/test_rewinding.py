"""Going back: what a seat gets, what it has to answer by hand, what is undone; and who may take a table back."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from domain.kernel.seats import seat_viewer
from domain.record.entries import Clock, RewoundTo
from domain.record.rewinds import Back, undone_by
from domain.table.beside import Beside
from domain.table.live import Live
from domain.table.rewinding import check_goal, go_back
from tests.harbour import messages as said
from tests.table.test_book import refusal, write
from tests.table.test_clock import LONG, bank
from tests.table.test_pausing import code
from tests.table.test_play import gift_to, opened_to
from tests.table.world import AT, STORM, World, refolded

BANK = Clock(bank_ms=60_000)


def lives_of(world: World) -> dict[int, Live | None]:
    """Return the live line after each entry."""
    return {n: refolded(world.entries[:n]).live for n in range(1, len(world.entries) + 1)}


def back(world: World, to: int, **more: Any) -> None:
    """Go back to an entry, as an arbiter does."""
    asked = {"at": AT, "by": "arbiter:a", "reason": "mistake", **more}
    world.keep(go_back(world.table, to, lives_of(world), **asked))


def test_what_a_rewind_asks_is_answered_by_hand_only() -> None:
    """Issue 15, section 3: a preference would undo the rewind at once."""
    world = World(options=LONG).started()
    taker = gift_to(world, "always")
    offered = world.table.book.n - 1
    back(world, offered)
    (asked,) = world.table.decisions.values()
    assert (asked.kind, asked.n, asked.by_hand) == ("gift", world.table.book.n, True)
    world.act(said.Prefer(gifts="never"), seat=taker)
    assert taker in world.table.decisions, "a preference that is set now answers what is asked later"
    assert refolded(world.entries) == world.table
    world.act(said.Answer(accept=True), seat=taker)
    assert opened_to(world, seat_viewer(taker))["/origin"] == "hand"


def test_what_is_asked_after_the_answer_may_be_answered_by_preference() -> None:
    world = World(options=LONG).started()
    first = world.table.book.n
    taker = gift_to(world, "always")
    back(world, first)
    assert all(asked.by_hand for asked in world.table.decisions.values())
    assert taker == gift_to(world, "always")
    assert opened_to(world, seat_viewer(taker))["/origin"] == "prepared"


def test_a_rewind_may_set_the_banks() -> None:
    world = World(clock=BANK, options=LONG).started()
    to = world.table.book.n
    world.act(STORM, at=AT + 9_000)
    spent = bank(world)
    back(world, to, at=AT + 9_000)
    assert bank(world) == (60_000, 60_000) != spent
    back(world, to, at=AT + 9_000, clocks=(30_000, 0))
    assert bank(world) == (30_000, 0)
    assert refolded(world.entries).live == world.table.live


@pytest.mark.parametrize(
    ("members", "why"),
    [
        ({"by": "seat:0"}, "seat:0 cannot take the table back"),
        ({"clocks": (1, 2, 3)}, "the banks are not those of the seats"),
        ({"to": 2}, "entry 2 is no place to go on from"),
    ],
)
def test_what_a_rewind_cannot_say(members: dict[str, Any], why: str) -> None:
    world = World(clock=BANK, options=LONG).started()
    said_so = {"to": world.table.book.n, "reason": "other", "by": "arbiter:a", **members}
    assert why in refusal(world.table, RewoundTo, **said_so)


def test_a_table_without_banks_gets_none() -> None:
    for clock in (None, Clock(move_ms=1_000)):
        world = World(clock=clock, options=LONG).started()
        n = world.table.book.n
        entry: RewoundTo[Any] = RewoundTo(n=n + 1, at=AT, by="arbiter:a", to=n, reason="other", clocks=(1, 2))
        with pytest.raises(ValueError, match="the table has no banks"):
            write(world, entry)


@pytest.mark.parametrize(
    ("n", "backs", "by"),
    [
        (5, [], None),
        (5, [(9, 5)], None),
        (6, [(9, 5)], 9),
        (9, [(9, 5)], None),
        (12, [(9, 5)], None),
        (6, [(9, 5), (12, 7)], None),  # restored
        (8, [(9, 5), (12, 7)], 9),
        (11, [(9, 5), (12, 7)], 12),
        (6, [(9, 5), (12, 7), (14, 4)], 14),  # undone once more
        (6, [(9, 5), (12, 4)], 9),
        (5, [(9, 5), (12, 10), (14, 11)], None),
        (6, [(9, 5), (12, 10), (14, 13)], 9),
        (11, [(9, 5), (12, 10), (14, 13)], 12),
        (7, [(9, 5), (12, 7), (15, 10)], 15),  # restored, and undone again
        (7, [(9, 5), (12, 10), (15, 10)], 9),
    ],
)
def test_which_rewind_has_undone_an_entry(n: int, backs: list[tuple[int, int]], by: int | None) -> None:
    assert undone_by(n, [Back(*back) for back in backs]) == by


def test_a_table_goes_back_to_where_its_game_was_played() -> None:
    world = World(clock=BANK, options=LONG).started()
    goal = world.table
    world.act(STORM)
    for clocks in (None, (1, 2)):
        check_goal(world.table, goal, clocks)
    opened = refolded(world.entries[:1])
    for wrong in (None, opened):
        assert code(partial(check_goal, world.table, wrong, None)) == "no_way_back"
    assert code(partial(check_goal, world.table, goal, (1,))) == "other_banks"
    for clock in (None, Clock(move_ms=60_000)):
        other = World(clock=clock, options=LONG).started().table
        assert code(partial(check_goal, other, other, (1, 2))) == "no_such_clock"


def test_what_waits_beside_the_chain_waits_on_after_a_rewind() -> None:
    world = World(options=LONG).started()
    to = world.table.book.n
    world.act(STORM)
    waits = msgspec.structs.replace(world.table, beside=Beside(admitted="c7"))
    done = go_back(waits, to, lives_of(world), at=AT, by="arbiter:a", reason="mistake")
    assert done.table.beside == waits.beside
