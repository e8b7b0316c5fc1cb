"""Pauses, clocks adjusted, outages: who stops the play, what stands meanwhile, and the time that nobody pays for."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.messages import Concede
from domain.kernel.refusals import RefusedError
from domain.record.chain import Request
from domain.record.entries import Clock, ClockAdjusted, GameFinished, Outage, Paused, Resumed, RewoundTo
from domain.record.pauses import UNCLAIMED_MS, Pause, Stop
from domain.table.book import Book, BookError, turn_page
from domain.table.cases import Call, open_case
from domain.table.pausing import adjust_clock, note_outage, pause, resume, resume_unclaimed
from domain.table.play import NotDueError, declare_no_show, force_action, refusal_of, take_action
from domain.table.seating import abandon
from domain.table.writing import Batch
from tests.harbour import messages as said
from tests.harbour.rules import RULES
from tests.record.sample import write_rewind
from tests.table.test_book import refusal, write
from tests.table.test_clock import BANK, LONG, bank, deadline
from tests.table.world import AT, STORM, World, refolded

S = 1000
MINUTE = Clock(move_ms=60 * S)
ARBITER = "arbiter:a"


def stop(world: World, at: int, cause: str = "arbiter", by: str = ARBITER) -> Book:
    """Stop the play, so many seconds after the deal."""
    return world.keep(pause(world.table, cause, "dispute", at=AT + at * S, by=by)).book


def call(world: World, at: int, case: str, by: str) -> Book:
    """Stop the play by calling the arbiter, so many seconds after the deal."""
    asked = Call("1", "rule", stops_play=True)
    return world.keep(open_case(world.table, case, asked, at=AT + at * S, by=by)).book


def go_on(world: World, at: int, cause: str = "arbiter", by: str = ARBITER) -> Book:
    """Take a cause away, so many seconds after the deal."""
    return world.keep(resume(world.table, cause, at=AT + at * S, by=by)).book


def code(change: Any, *given: Any, **named: Any) -> str:
    """Return why something is refused."""
    with pytest.raises(RefusedError) as error:
        change(*given, **named)
    return error.value.refusal.code


# Issue 15, section 5.


def test_a_pause_is_deducted_from_the_time_for_a_move() -> None:
    """Move time 60: asked at 0, paused 20, resumed 320, acts 330: used 30, deadline 360."""
    world = World(clock=MINUTE, options=LONG).started()
    stop(world, 20)
    go_on(world, 320)
    assert deadline(world) == AT + 360 * S
    world.act(STORM, at=AT + 330 * S)
    assert world.last().used_ms == 30 * S
    assert refolded(world.entries) == world.table


def test_a_pause_is_deducted_from_a_bank() -> None:
    """With a bank of 600 and 5 more a move: 575 left."""
    world = World(clock=Clock(bank_ms=600 * S, increment_ms=5 * S), options=LONG).started()
    seat = world.turn
    stop(world, 20)
    go_on(world, 320)
    world.act(STORM, at=AT + 330 * S)
    assert bank(world)[seat] == 575 * S


def test_nobody_acts_while_the_play_is_stopped_and_the_same_decision_is_open_afterwards() -> None:
    world = World(clock=MINUTE, options=LONG).started()
    seat, asked = world.turn, world.table.decisions[world.turn]
    stop(world, 20)
    before = world.table
    for command in (STORM, Concede(), said.Prefer(gifts="never")):
        found = refusal_of(world.table, seat, command)
        assert found is not None
        assert (found.code, found.category) == ("table_paused", "turn")
        assert code(take_action, world.table, seat, command, at=AT + 30 * S) == "table_paused"
    assert world.table is before
    go_on(world, 320)
    assert world.table.decisions[seat].n == asked.n
    world.act(STORM, seat=seat, at=AT + 330 * S)


# What stands meanwhile.


def test_nobody_is_awaited_and_no_time_is_up_while_the_play_is_stopped() -> None:
    world = World(clock=Clock(move_ms=60 * S, no_show_ms=100 * S)).started()
    seat = world.turn
    stop(world, 20)
    assert world.table.decisions == {}
    with pytest.raises(NotDueError):
        force_action(world.table, seat, at=AT + 500 * S)
    assert code(declare_no_show, world.table, seat, at=AT + 500 * S, by="organiser:o") == "table_paused"
    go_on(world, 320)
    with pytest.raises(NotDueError):
        force_action(world.table, seat, at=AT + 359 * S)
    assert code(declare_no_show, world.table, seat, at=AT + 399 * S, by="organiser:o") == "no_show_not_yet"
    declare_no_show(world.table, seat, at=AT + 400 * S, by="organiser:o")
    assert force_action(world.table, seat, at=AT + 360 * S).entries


def test_play_goes_on_when_no_cause_is_left_and_stood_since_the_first() -> None:
    world = World(clock=MINUTE).started()
    first = stop(world, 20)
    assert first.pause == Pause(AT + 20 * S, {"arbiter": Stop(ARBITER, AT + 20 * S, "dispute")})
    assert (first.status, first.in_play) == ("running", False)
    stop(world, 30, "ruler", "operator")
    assert code(pause, world.table, "ruler", "break", at=AT + 40 * S, by="operator") == "already_paused"
    left = go_on(world, 40)
    assert left.pause == Pause(AT + 20 * S, {"ruler": Stop("operator", AT + 30 * S, "dispute")})
    assert code(resume, world.table, "arbiter", at=AT + 50 * S, by=ARBITER) == "not_paused"
    going_on = go_on(world, 120, "ruler", "operator")
    assert (going_on.in_play, left.stood_ms, going_on.stood_ms) == (True, 0, 100 * S)
    assert deadline(world) == AT + 160 * S
    assert code(resume, world.table, "ruler", at=AT + 130 * S, by="operator") == "not_paused"


def test_a_request_is_remembered_with_the_entry_it_made() -> None:
    world = World(clock=BANK).started()
    requests = [Request(bytes([i]) * 16, b"b" * 16) for i in range(3)]
    world.keep(pause(world.table, "arbiter", "break", at=AT, by=ARBITER, request=requests[0]))
    adjusting: dict[str, Any] = {"at": AT, "by": ARBITER, "bank_ms": 7, "request": requests[1]}
    world.keep(adjust_clock(world.table, 0, "other", **adjusting))
    world.keep(resume(world.table, "arbiter", at=AT, by=ARBITER, request=requests[2]))
    n = world.table.book.n
    assert [world.table.book.requests[one.key] for one in requests] == [(b"b" * 16, n - 2 + i) for i in range(3)]


def test_only_a_game_that_runs_can_be_stopped() -> None:
    for table in (World().seated().table, World(options={"rounds": 1}).started().play().table):
        assert code(pause, table, "arbiter", "break", at=AT, by=ARBITER) == "table_not_running"
        assert code(resume, table, "arbiter", at=AT, by=ARBITER) == "table_not_running"
        assert code(adjust_clock, table, 0, "other", at=AT, by=ARBITER, bank_ms=1) == "table_not_running"
        assert note_outage(table, since=AT, until=AT + 9 * S).entries == ()


def test_a_table_that_is_given_up_is_stopped_no_more() -> None:
    world = World().started()
    stop(world, 1)
    assert world.keep(abandon(world.table, "other", at=AT + 2 * S, by="operator")).book.pause is None


def test_a_rewind_while_the_play_is_stopped_asks_anew_when_it_goes_on() -> None:
    world = World(clock=Clock(move_ms=60 * S, no_show_ms=100 * S)).started()
    first = world.table.book.n
    world.act(STORM, at=AT + 5 * S)
    stop(world, 20)
    n = world.table.book.n + 1
    write(world, RewoundTo(n=n, at=AT + 100 * S, by=ARBITER, to=first, reason="other"))
    assert world.table.decisions == {}
    go_on(world, 320)
    assert {seat: (asked.n, asked.at) for seat, asked in world.table.decisions.items()} == {
        world.turn: (n, AT + 320 * S)
    }
    assert world.table.live is not None
    assert world.table.live.acted == (AT + 320 * S,) * 2


# Cases, which no arbiter has claimed.


def test_a_case_that_nobody_claims_stops_the_play_for_15_minutes() -> None:
    world = World(clock=MINUTE, arbiter_call="stop").started()
    call(world, 20, "x", "seat:1")
    call(world, 30, "y", "seat:0")
    assert world.table.book.pause is not None
    assert world.table.book.pause.lapses == AT + 20 * S + UNCLAIMED_MS
    assert resume_unclaimed(world.table, at=AT + 20 * S + UNCLAIMED_MS - 1).entries == ()
    world.keep(resume_unclaimed(world.table, at=AT + 20 * S + UNCLAIMED_MS))
    assert (world.last().by, world.last().cause, world.table.book.in_play) == ("clock", "case:x", False)
    world.keep(resume_unclaimed(world.table, at=AT + 2 * UNCLAIMED_MS))
    assert world.table.book.in_play
    assert resume_unclaimed(world.table, at=AT + 3 * UNCLAIMED_MS).entries == ()


def test_an_office_stops_the_play_for_as_long_as_it_likes() -> None:
    world = World().started()
    book = stop(world, 20)
    assert book.pause is not None
    assert book.pause.lapses is None
    assert resume_unclaimed(world.table, at=AT + 9 * UNCLAIMED_MS).entries == ()


# Clocks adjusted.


def test_what_is_left_in_a_bank_is_what_the_entry_says() -> None:
    """Also in the midst of a decision, and while the play is stopped; what was thought counts as it did."""
    world = World(clock=Clock(bank_ms=600 * S, increment_ms=5 * S, delay_ms=2 * S), options=LONG).started()
    seat = world.turn
    world.keep(adjust_clock(world.table, seat, "penalty", at=AT + 10 * S, by=ARBITER, bank_ms=100 * S))
    assert deadline(world) == AT + 110 * S
    stop(world, 20)
    world.keep(adjust_clock(world.table, seat, "mistake", at=AT + 200 * S, by=ARBITER, bank_ms=300 * S))
    go_on(world, 320)
    assert deadline(world) == AT + 620 * S
    world.keep(adjust_clock(world.table, 1 - seat, "agreement", at=AT + 325 * S, by="operator", bank_ms=0))
    world.act(STORM, at=AT + 330 * S)
    assert world.last().used_ms == 30 * S
    assert bank(world) == ((295 * S, 0) if seat == 0 else (0, 295 * S))
    assert refolded(world.entries) == world.table


def test_what_is_left_for_a_decision_is_what_the_entry_says_and_the_next_one_has_its_own() -> None:
    world = World(clock=MINUTE, options=LONG).started()
    seat = world.turn
    world.keep(adjust_clock(world.table, seat, "compensation", at=AT + 10 * S, by=ARBITER, move_ms=90 * S))
    assert deadline(world) == AT + 100 * S
    world.act(STORM, at=AT + 80 * S)
    assert world.last().used_ms == 80 * S
    assert deadline(world) == AT + 140 * S


def test_a_clock_that_is_not_there_cannot_be_adjusted() -> None:
    def why(clock: Clock | None, seat: int, **to: int) -> str:
        return code(adjust_clock, World(clock=clock).started().table, seat, "other", at=AT, by=ARBITER, **to)

    awaited = World(clock=MINUTE).started().turn
    assert why(MINUTE, 7, move_ms=1) == "no_such_seat"
    assert why(None, 0, move_ms=1) == "no_such_clock"
    assert why(MINUTE, 0, bank_ms=1) == why(BANK, 0, move_ms=1) == "no_such_clock"
    assert why(MINUTE, 1 - awaited, move_ms=1) == "not_awaited"


# Outages.


def test_nobody_pays_for_an_outage() -> None:
    world = World(clock=Clock(move_ms=60 * S, no_show_ms=100 * S), options=LONG).started()
    world.keep(note_outage(world.table, since=AT + 20 * S, until=AT + 320 * S))
    entry = world.last()
    assert (entry.by, entry.since, entry.until, entry.at) == ("table", AT + 20 * S, AT + 320 * S, AT + 320 * S)
    assert deadline(world) == AT + 360 * S
    assert world.table.live is not None
    assert world.table.live.acted == (AT + 300 * S,) * 2
    world.act(STORM, at=AT + 330 * S)
    assert world.last().used_ms == 30 * S


def test_an_outage_counts_from_the_last_entry_and_is_written_once() -> None:
    """Whoever wrote it lived; a second process that starts at the same moment has nothing to add."""
    world = World(clock=MINUTE, options=LONG).started()
    world.act(STORM, at=AT + 21 * S)
    world.keep(note_outage(world.table, since=AT + 20 * S, until=AT + 320 * S))
    assert world.last().since == AT + 21 * S
    assert note_outage(world.table, since=AT + 20 * S, until=AT + 320 * S + 999).entries == ()


def test_where_no_clock_runs_an_outage_takes_nothing() -> None:
    world = World(clock=MINUTE).started()
    stop(world, 20)
    for table in (world.table, World().started().table):
        assert note_outage(table, since=AT + 20 * S, until=AT + 320 * S).entries == ()


# What the book takes from nobody.


def test_the_book_takes_no_play_while_it_is_stopped() -> None:
    world = World().started()
    stop(world, 1)
    table = world.table
    outcome: Any = RULES.outcome(World(options={"rounds": 1}).started().play().state)
    finished = GameFinished(n=table.book.n + 1, at=table.book.at, by="table", outcome=outcome)
    with pytest.raises(BookError, match="game_finished cannot come while the play is stopped"):
        turn_page(table.book, finished, b"")


def test_the_book_takes_no_entry_about_clocks_that_contradicts_itself() -> None:
    table = World(clock=MINUTE).started().table
    assert refusal(table, Paused, cause="arbiter", reason="break") == "x cannot stop the play as arbiter"
    assert refusal(table, Resumed, cause="arbiter") == "x cannot let the play go on for arbiter"
    assert refusal(table, ClockAdjusted, seat=0, reason="other", move_ms=1) == "x cannot adjust a clock"
    assert refusal(table, Outage, since=AT - 1, until=AT) == "an outage lies between two entries"
    world = World(clock=MINUTE).started()
    idle = 1 - world.turn
    with pytest.raises(BookError, match="is asked nothing"):
        write(
            world,
            ClockAdjusted(n=world.table.book.n + 1, at=AT, by=ARBITER, seat=idle, reason="other", move_ms=1),
        )


def test_a_rewind_forgets_what_a_decision_was_given() -> None:
    world = World(clock=MINUTE).started()
    world.keep(adjust_clock(world.table, world.turn, "other", at=AT + S, by=ARBITER, move_ms=5 * S))
    batch = Batch(world.table, AT + 2 * S)
    write_rewind(batch, world.table.book.n, world.table.live)
    world.keep(batch.done())
    assert deadline(world) == AT + 62 * S
