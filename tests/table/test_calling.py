"""Quiet calls: beside the chain while the game goes on, decided there as anywhere, and in the chain at its time."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel.messages import Concede
from domain.kernel.refusals import RefusedError
from domain.record.entries import Confirm
from domain.table.beside import NOTHING, Beside, Entered, Look, Said, calls_wait
from domain.table.book import BookError
from domain.table.calling import CALLS_AT_MOST, cases_of, let_in, receipt, said_quietly
from domain.table.pausing import pause
from domain.table.play import take_action
from domain.table.seating import abandon, replace_seat
from domain.table.writing import Written
from tests.table.calls import ARBITER, Action, appealed, called, claimed, dismissed, ruled
from tests.table.world import AT, World, sitting

LOOK = Look(number=1, at=AT + 4, by=ARBITER, viewer="all", first=1, last=3, case="c7")


def said(world: World, *actions: Action) -> tuple[Said, ...]:
    """Return what was said about quiet calls, one after the other."""
    calls: tuple[Said, ...] = ()
    for action in actions:
        entries = said_quietly(world.table, calls, action)
        calls += tuple(Said(len(calls) + 1 + i, entry) for i, entry in enumerate(entries))
    return calls


def waiting(world: World, calls: tuple[Said, ...], admitted: str | None = None) -> Any:
    """Return the table as the store gives it to whoever stops or ends it."""
    return replace(world.table, beside=Beside((LOOK,), calls, admitted))


def kinds(written: Written) -> list[str]:
    return [sealed.kind for sealed in written.entries]


DISMISSED = (called(AT + 1), claimed(AT + 2), dismissed(AT + 3))
OF_IT = ["case_opened", "case_claimed", "case_dismissed", "evidence_viewed"]


def test_a_quiet_call_is_decided_as_any_case_is() -> None:
    world = World().started()
    calls = said(world, *DISMISSED, appealed(AT + 4), claimed(AT + 5, "arbiter:b"))
    case = cases_of(calls, world.table.book.opened)["c7"]
    assert (case.state, case.claimed_by, case.ruled_by, case.filed_at) == ("reclaimed", "arbiter:b", ARBITER, AT + 1)
    with pytest.raises(BookError, match="cannot claim"):
        said_quietly(world.table, calls, claimed(AT + 6))
    with pytest.raises(BookError, match="there is no case c9"):
        said_quietly(world.table, calls, claimed(AT + 6, case="c9"))


def test_what_changes_more_than_the_case_is_said_to_all() -> None:
    """A ruling without measures may wait; one with a penalty, or whatever stops the play, has to enter."""
    world = World().started()
    calls = said(world, called(AT + 1), claimed(AT + 2))
    assert len(said_quietly(world.table, calls, ruled(AT + 3))) == 1
    for action in (ruled(AT + 3, measures=("penalty",)), lambda now: abandon(now, "other", at=AT, by="operator")):
        with pytest.raises(RefusedError) as refused:
            said_quietly(world.table, calls, action)
        assert refused.value.refusal.code == "not_quietly"


def test_a_caller_calls_so_often_at_most() -> None:
    world = World().started()
    calls = said(world, *[called(AT, case=f"c{i}") for i in range(CALLS_AT_MOST)])
    with pytest.raises(RefusedError) as refused:
        said_quietly(world.table, calls, called(AT, case="more"))
    assert refused.value.refusal.code == "too_many_calls"
    assert len(said_quietly(world.table, calls, called(AT, "seat:0", "more"))) == 1


def test_quiet_calls_do_not_enter_when_the_play_stops_for_something_else() -> None:
    """Nor does a look for one of them, which would tell of it."""
    world = World().started()
    calls = said(world, *DISMISSED)
    stopped = pause(waiting(world, calls), "arbiter", "break", at=AT + 9, by=ARBITER)
    assert kinds(stopped) == ["paused"]
    assert stopped.table.beside == Beside((LOOK,), calls)


@pytest.mark.parametrize("stands", [False, True])
def test_an_officer_stops_the_play_for_a_quiet_call(stands: bool) -> None:
    """Or lets it in where the play stands already; other calls wait on."""
    world = World().started()
    calls = said(world, *DISMISSED, called(AT + 5, "seat:0", "c8"))
    if stands:
        world.keep(pause(world.table, "ruler", "break", at=AT + 6, by="operator"))
    entered = let_in(waiting(world, calls, "c7"), "dispute", at=AT + 9, by=ARBITER)
    assert kinds(entered) == [*([] if stands else ["paused"]), *OF_IT]
    assert entered.table.book.cases["c7"].state == "dismissed"
    beside = entered.table.beside
    assert [call.entry.case for call in beside.calls] == ["c8"]
    assert [number for number, _ in beside.calls_entered] == [1, 2, 3]
    assert beside.looks_entered == (Entered(1, entered.table.book.n),)


def test_quiet_calls_enter_once_the_result_is_final_and_before_the_secrets() -> None:
    """So that none holds up a result that is final at once. The entry keeps when the call was filed."""
    world = World().started()
    ended = take_action(waiting(world, said(world, *DISMISSED)), world.turn, Concede(), at=AT + 9)
    assert kinds(ended)[-7:] == ["game_finished", "result_confirmed", *OF_IT, "secrets_opened"]
    opened: Any = world.table.codec.public(ended.entries[-5].public)
    assert (opened.filed_at, opened.at) == (AT + 1, AT + 9)
    assert not calls_wait(ended.table.book)


def test_quiet_calls_hold_up_a_result_that_waits() -> None:
    world = World(confirm=Confirm(window_ms=1000)).started()
    ended = take_action(waiting(world, said(world, *DISMISSED)), world.turn, Concede(), at=AT + 9)
    first = kinds(ended).index("game_finished")
    assert kinds(ended)[first + 1 : first + 5] == OF_IT
    assert "result_confirmed" not in kinds(ended)


def test_quiet_calls_enter_when_a_table_is_given_up() -> None:
    world = World().started()
    given_up = abandon(waiting(world, said(world, *DISMISSED)), "other", at=AT + 9, by="operator")
    assert kinds(given_up) == ["table_abandoned", *OF_IT, "secrets_opened"]


def test_what_cannot_come_any_more_is_left_out_and_the_case_is_open() -> None:
    """The arbiter who claimed it has sat down since; nothing of that keeps the table from ending."""
    world = World().started()
    calls = said(world, *DISMISSED)
    taken = replace(sitting(1), player="a")
    world.keep(replace_seat(world.table, 1, taken, at=AT + 5, by="operator"))
    given_up = abandon(waiting(world, calls), "other", at=AT + 9, by="operator")
    assert kinds(given_up) == ["table_abandoned", "case_opened", "evidence_viewed", "secrets_opened"]
    assert given_up.table.book.cases["c7"].state == "open"
    assert [n > 0 for _, n in given_up.table.beside.calls_entered] == [True, False, False]


def test_a_receipt_is_of_this_call_and_no_other() -> None:
    """Whoever called compares it with the entry of the case."""
    world = World().started()
    (first,) = said(world, called(AT + 1))
    (other,) = said(world, called(AT + 1, text="A" * 43))
    ended = abandon(waiting(world, (first,)), "other", at=AT + 9, by="operator")
    entry: Any = world.table.codec.public(ended.entries[1].public)
    assert receipt("t1", entry) == receipt("t1", first.entry)  # type: ignore[arg-type]
    assert len({receipt("t1", entry), receipt("t2", entry), receipt("t1", other.entry)}) == 3  # type: ignore[arg-type]
    assert not NOTHING
