"""What lies beside the chain while a game goes on, and when it enters."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.kernel.messages import Concede
from domain.table.beside import Beside, Entered, Look, is_quiet
from domain.table.pausing import pause, resume
from domain.table.play import take_action
from domain.table.seating import abandon
from domain.table.writing import Written
from tests.table.world import AT, World

LOOKS = tuple(
    Look(number=number, at=AT + number, by="arbiter:a", viewer=viewer, first=1, last=3, case=case)
    for number, viewer, case in ((1, "all", "c7"), (2, "seat:1", None))
)


def looked(world: World) -> Any:
    """Return the table as the store gives it to whoever stops it: with two looks that wait."""
    return replace(world.table, beside=Beside(LOOKS))


def entries(world: World, written: Written) -> list[Any]:
    """Return what was written in its public form."""
    return [world.table.codec.public(sealed.public) for sealed in written.entries]


def test_looks_enter_when_the_play_stops_with_their_own_time() -> None:
    world = World().started()
    stopped = pause(looked(world), "arbiter", "dispute", at=AT + 9, by="arbiter:a")
    _, first, second = entries(world, stopped)
    assert (first.viewer, first.case, first.looked_at, first.at) == ("all", "c7", AT + 1, AT + 9)
    assert (second.viewer, second.case, second.looked_at, second.by) == ("seat:1", None, AT + 2, "arbiter:a")
    n = stopped.table.book.n
    assert stopped.table.beside == Beside(looks_entered=(Entered(1, n - 1), Entered(2, n)))


def test_looks_enter_before_the_result_is_final_and_the_secrets_open() -> None:
    world = World().started()
    ended = take_action(looked(world), world.turn, Concede(), at=AT + 5)
    kinds = [sealed.kind for sealed in ended.entries]
    assert kinds[-5:] == ["game_finished", *["evidence_viewed"] * 2, "result_confirmed", "secrets_opened"]


def test_looks_enter_when_a_table_is_given_up() -> None:
    world = World().started()
    given_up = abandon(looked(world), "emergency", at=AT + 5, by="operator")
    assert [sealed.kind for sealed in given_up.entries] == [
        "table_abandoned",
        *["evidence_viewed"] * 2,
        "secrets_opened",
    ]


def test_looks_wait_while_the_game_goes_on() -> None:
    """Also before the deal: a table tells nobody who is interested in it."""
    world = World(seats=3).started()
    acted = take_action(looked(world), world.turn, Concede(), at=AT)
    assert "evidence_viewed" not in [sealed.kind for sealed in acted.entries]
    assert acted.table.beside == Beside(LOOKS)
    assert is_quiet(acted.table.book)
    assert is_quiet(World().seated().table.book)


def test_a_batch_that_follows_another_one_takes_over_what_waits() -> None:
    """Such as the pause and what comes with it, put together from two batches."""
    world = World().started()
    looking = looked(world)
    world.keep(pause(world.table, "ruler", "break", at=AT, by="operator"))
    first = resume(replace(world.table, beside=looking.beside), "ruler", at=AT + 3, by="operator")
    assert first.table.beside == looking.beside
    then = pause(first.table, "arbiter", "dispute", at=AT + 9, by="arbiter:a")
    assert len(then.entries) == 3


def test_a_look_by_a_clock_that_goes_before_is_of_its_entry() -> None:
    """Two processes may have clocks that differ by a little; no look lies after its own entry."""
    world = World().started()
    stopped = pause(looked(world), "arbiter", "dispute", at=AT, by="arbiter:a")
    assert {entry.looked_at for entry in entries(world, stopped)[1:]} == {AT}
