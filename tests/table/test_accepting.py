"""Seats let stand what an officer decided: then nobody can appeal, the case is closed, and the play waits no longer."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from domain.record.cases import DAY_MS
from domain.record.desk import RulingAccepted
from domain.record.entries import Resumed
from domain.table.accepting import accept_ruling, lets_stand
from domain.table.book import BookError
from domain.table.cases import Call, Ruling, appeal, claim, close_due, closing_due, dismiss, open_case, rule
from domain.table.pausing import pause, resume, resume_unclaimed
from domain.table.play import start
from domain.table.rewinding import go_back
from domain.table.seating import Sitting, abandon, replace_seat
from tests.table.test_book import write
from tests.table.test_cases import (
    ANNA,
    BELA,
    HOUR,
    QUIET,
    STOP,
    S,
    appealed,
    called,
    claimed,
    code,
    decided,
    running,
    state,
    taken_back,
)
from tests.table.world import AT, World

LATER = AT + 90 * S
REWIND = Ruling("infraction", ("rewind",))


def accepted(world: World, seat: int, *, at: int = LATER, case: str = "c1") -> World:
    """Let a seat accept what was decided."""
    world.keep(accept_ruling(world.table, case, seat, at=at, by=f"seat:{seat}"))
    return world


def back_to_the_deal(world: World, case: str, at: int) -> None:
    """Rule that the table goes back to its deal, after which nobody has acted."""
    to = world.table.book.started
    assert to is not None
    back = partial(go_back, to=to, lives={to: world.table.live}, at=at, by=ANNA, reason="other", case=case)
    world.keep(rule(world.table, case, REWIND, [back], at=at, by=ANNA))


@pytest.mark.parametrize("opening", [{}, {"appeal_ms": None}])
def test_once_all_have_accepted_that_play_was_taken_back_it_goes_on_and_the_case_is_closed(opening: Any) -> None:
    """Issue 15, section 2: an appeal against a rewind precedes the resumption (`appeal_ms`, or all accept)."""
    world = accepted(taken_back(**opening), 1)
    case, before = world.table.book.cases["c1"], world.table.book.n
    until = AT + 60 * S + (HOUR if not opening else DAY_MS)
    assert (case.accepted, case.appeal_until, state(world)) == ((1,), until, "ruled")
    assert code(resume, world.table, "case:c1", at=LATER, by=ANNA) == "appeal_open"
    accepted(world, 0, at=LATER + S)
    assert world.kinds(before) == ["ruling_accepted", "resumed", "case_closed"]
    assert (world.last().by, state(world), world.table.book.in_play) == ("clock", "closed", True)
    assert world.table.book.cases["c1"].appeal_until == LATER + S


def test_a_seat_accepts_once_and_appeals_no_more_while_another_one_may() -> None:
    world = accepted(taken_back(), 1)
    assert code(accept_ruling, world.table, "c1", 1, at=LATER, by="seat:1") == "accepted_already"
    assert code(appeal, world.table, "c1", at=LATER, by="seat:1") == "accepted_already"
    world.keep(appeal(world.table, "c1", at=LATER, by="seat:0"))
    assert code(accept_ruling, world.table, "c1", 0, at=LATER, by="seat:0") == "case_not_claimed"
    world.keep(claim(world.table, "c1", at=LATER, by=BELA))
    assert code(accept_ruling, world.table, "c1", 0, at=LATER, by="seat:0") == "case_claimed"
    world.keep(rule(world.table, "c1", Ruling("undecided", ("none",)), at=LATER, by=BELA))
    assert world.table.book.cases["c1"].accepted == ()
    assert code(accept_ruling, world.table, "c1", 0, at=LATER, by="seat:0") == "nothing_to_accept"


def test_nothing_is_accepted_before_it_is_decided_nor_when_nobody_can_appeal_any_more() -> None:
    until = AT + 60 * S + HOUR
    for world, seat, at, reason in (
        (called(), 0, LATER, "case_not_claimed"),
        (claimed(), 0, LATER, "case_claimed"),
        (appealed(), 0, LATER, "case_not_claimed"),
        (taken_back(), 0, until, "nothing_to_accept"),
        (taken_back(), 2, LATER, "no_such_seat"),
        (running(), 0, LATER, "no_such_case"),
        (taken_back(appeal_ms=0), 0, LATER, "nothing_to_accept"),
    ):
        assert code(accept_ruling, world.table, "c1", seat, at=at, by=f"seat:{seat}") == reason


def test_a_dismissal_is_accepted_too_and_its_pause_is_ended_by_its_officer() -> None:
    world = claimed()
    world.keep(dismiss(world.table, "c1", "unfounded", at=AT + 60 * S, by=ANNA))
    accepted(accepted(world, 0), 1)
    assert (world.kinds()[-1], state(world), closing_due(world.table)) == ("ruling_accepted", "dismissed", None)
    assert resume_unclaimed(world.table, at=AT + 99 * HOUR).entries == ()
    world.keep(resume(world.table, "case:c1", at=LATER, by=ANNA))
    world.keep(close_due(world.table, at=LATER))
    assert state(world) == "closed"


def test_the_table_accepts_for_who_has_no_more_to_say() -> None:
    """A bot's seat, at once; all of them, and nothing waits."""
    world = World(arbiter_call="stop").seated()
    bot = Sitting(player="p7", name_hash="h", bot="random")
    world.keep(replace_seat(world.table, 0, bot, at=AT, by="operator"))
    world.keep(start(world.table, at=AT, by="organiser"))
    world.keep(open_case(world.table, "c1", STOP, at=AT + 20 * S, by="seat:1"))
    world.keep(claim(world.table, "c1", at=AT + 30 * S, by=ANNA))
    assert [lets_stand(world.table, seat) for seat in (0, 1)] == [True, False]
    back_to_the_deal(world, "c1", AT + 60 * S)
    assert world.kinds()[-3:] == ["ruling_made", "rewound_to", "ruling_accepted"]
    assert world.last() == RulingAccepted(n=world.table.book.n, at=AT + 60 * S, by="table", case="c1", seat=0)
    assert accepted(world, 1).table.book.in_play


def test_nobody_is_out_of_a_game_that_was_never_dealt() -> None:
    world = World()
    world.keep(abandon(world.table, "other", at=AT, by="operator"))
    assert not lets_stand(world.table, 0)


def test_a_case_that_is_open_still_stops_the_play_that_all_let_go_on() -> None:
    """The clock takes away the case that was decided, and leaves the one that somebody has claimed."""
    world = called()
    world.keep(open_case(world.table, "c2", Call("4", "conduct", stops_play=True), at=AT + 25 * S, by="seat:0"))
    for case in ("c1", "c2"):
        world.keep(claim(world.table, case, at=AT + 30 * S, by=ANNA))
    back_to_the_deal(world, "c1", AT + 60 * S)
    accepted(accepted(world, 0), 1)
    assert state(world) == "closed"
    assert world.table.book.pause is not None
    assert list(world.table.book.pause.causes) == ["case:c2"]
    assert resume_unclaimed(world.table, at=AT + 99 * HOUR).entries == ()
    with pytest.raises(BookError, match="the clock leaves it"):
        write(world, Resumed(n=world.table.book.n + 1, at=AT + 99 * HOUR, by="clock", cause="case:c2"))


def test_two_that_were_taken_back_both_wait() -> None:
    world = called()
    world.keep(open_case(world.table, "c2", Call("4", "conduct", stops_play=True), at=AT + 25 * S, by="seat:0"))
    for case in ("c1", "c2"):
        world.keep(claim(world.table, case, at=AT + 30 * S, by=ANNA))
        back_to_the_deal(world, case, AT + 60 * S)
    world.keep(pause(world.table, "arbiter", "dispute", at=AT + 61 * S, by=ANNA))
    accepted(accepted(world, 0), 1)
    assert state(world) == "ruled"  # it may be appealed no more, and waits for the other one
    accepted(world, 0, case="c2")
    assert code(resume, world.table, "case:c2", at=LATER, by=ANNA) == "appeal_open"
    accepted(world, 1, case="c2", at=LATER + S)
    world.keep(resume_unclaimed(world.table, at=LATER + S))
    world.keep(resume(world.table, "arbiter", at=LATER + S, by=ANNA))
    world.keep(close_due(world.table, at=LATER + S))
    assert (state(world, "c1"), state(world, "c2"), world.table.book.in_play) == ("closed", "closed", True)


def test_a_ruling_that_takes_nothing_back_is_accepted_and_closed() -> None:
    go_on = [lambda now: resume(now, "case:c1", at=AT + 60 * S, by=ANNA)]
    world = accepted(accepted(decided(steps=go_on), 1), 0)
    assert (world.kinds()[-1], state(world)) == ("case_closed", "closed")
    with pytest.raises(BookError, match="can be accepted"):
        write(world, RulingAccepted(n=world.table.book.n + 1, at=LATER, by="seat:0", case="c1", seat=0))
    assert QUIET.stops_play is False
