"""Clocks: time for a move, a bank, an increment; time-outs, and the third in a row."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel.refusals import RefusedError
from domain.record.entries import Clock
from domain.table.live import used_ms
from domain.table.play import NotDueError, declare_no_show, force_action, time_out
from domain.table.refusals import no_show_yet
from domain.table.writing import Batch
from tests.harbour import messages as said
from tests.harbour.rules import RULES
from tests.record.sample import write_rewind
from tests.table.world import AT, STORM, World, refolded

MOVE = Clock(move_ms=1000)
BANK = Clock(bank_ms=5000, increment_ms=100)
BOTH = Clock(move_ms=1000, bank_ms=1500)
LONG = {"rounds": 9}


def deadline(world: World, seat: int | None = None) -> int | None:
    """Return when a seat's time is up."""
    assert world.table.live is not None
    return world.table.live.deadline(world.turn if seat is None else seat, world.table.book.opened.clock)


def bank(world: World) -> tuple[int, ...]:
    """Return the milliseconds in the banks."""
    assert world.table.live is not None
    assert world.table.live.bank is not None
    return world.table.live.bank


def force(world: World, at: int) -> Any:
    """Let the clock act for the seat that is awaited, and return its entry."""
    world.keep(force_action(world.table, world.turn, at=at))
    return next(
        world.table.codec.public(sealed.public) for sealed in reversed(world.entries) if sealed.kind == "action_forced"
    )


def test_without_a_clock_nobody_s_time_is_ever_up() -> None:
    world = World().started()
    assert deadline(world) is None
    with pytest.raises(NotDueError):
        force_action(world.table, world.turn, at=AT * 2)


def test_a_clock_without_limits_never_runs_out() -> None:
    assert deadline(World(clock=Clock()).started()) is None


def test_a_move_has_its_time() -> None:
    world = World(clock=MOVE).started()
    assert deadline(world) == AT + 1000
    assert deadline(world, 1 - world.turn) is None
    with pytest.raises(NotDueError, match="time of seat"):
        force_action(world.table, world.turn, at=AT + 999)
    with pytest.raises(NotDueError):
        force_action(world.table, 1 - world.turn, at=AT + 5000)
    seat = world.turn
    entry = force(world, AT + 1000)
    assert (entry.by, entry.seat, entry.used_ms, entry.command.body) == ("clock", seat, 1000, {})


def test_before_the_start_no_time_runs() -> None:
    with pytest.raises(NotDueError):
        time_out(World(clock=MOVE).seated().table, 0, AT * 2)


def test_a_bank_is_used_up_and_refilled_after_each_action() -> None:
    world = World(clock=BANK).started()
    seat = world.turn
    world.act(STORM, at=AT + 2000)
    assert bank(world)[seat] == 5000 - 2000 + 100
    assert bank(world)[1 - seat] == 5000
    assert deadline(world, seat) == AT + 2000 + 3100


def test_an_action_out_of_turn_costs_no_time() -> None:
    world = World(clock=BANK).started()
    idle = 1 - world.turn
    world.act(said.Prefer(gifts="never"), seat=idle, at=AT + 2000)
    assert bank(world) == (5000, 5000)
    assert world.last().used_ms == 0


def test_who_prepares_an_answer_while_awaited_pays_for_the_time_it_took() -> None:
    """Else a seat could think for as long as it likes, and let its preference answer the very decision."""
    world = World(clock=Clock(bank_ms=5000, increment_ms=100)).started()
    giver = world.turn
    world.act(said.Give(to=1 - giver, card=world.state.players[giver].hand.cards[0]), at=AT + 1000)
    world.act(said.Prefer(gifts="always"), seat=1 - giver, at=AT + 5000)
    entry = world.last()
    assert (entry.command.tag, entry.used_ms, bank(world)[1 - giver]) == ("answer", 4000, 5000 - 4000 + 100)


def test_what_is_legal_at_any_time_gives_its_seat_no_time() -> None:
    """It answers no question: the decision stays as it was put, no increment is earned, and time-outs stay in a row."""
    world = World(clock=Clock(move_ms=1000, bank_ms=5000, increment_ms=100), seats=3, options=LONG).started()
    seat = world.turn
    for n in range(1, 4):
        world.act(said.Prefer(gifts="never" if n % 2 else "always"), seat=seat, at=AT + 300 * n)
        assert world.last().used_ms == 0
    assert bank(world)[seat] == 5000
    assert deadline(world, seat) == AT + 1000
    force(world, AT + 1000)
    assert world.table.live is not None
    assert world.table.live.timeouts[seat] == 1
    world.act(said.Prefer(gifts="never"), seat=seat, at=AT + 1100)
    assert world.table.live.timeouts[seat] == 1
    assert refolded(world.entries).live == world.table.live


def test_an_empty_bank_is_final() -> None:
    world = World(clock=BANK, seats=3).started()
    seat = world.turn
    entry = force(world, AT + 5000)
    assert entry.command.body == {"final": True}
    assert bank(world)[seat] == 100
    assert world.state.players[seat].gone


def test_the_nearer_end_counts() -> None:
    """A move limit beside a bank: the move's end first, then what is left in the bank."""
    world = World(clock=BOTH, options=LONG).started()
    seat = world.turn
    world.act(STORM, at=AT + 900)
    assert deadline(world, seat) == AT + 900 + 600
    assert deadline(world, 1 - seat) == AT + 900 + 1000


def test_the_third_time_out_in_a_row_is_final() -> None:
    world = World(clock=MOVE, seats=3, options=LONG).started()
    seat = world.turn
    finals = []
    at = AT
    while not world.state.players[seat].gone:
        at += 1000
        if world.turn == seat:
            finals.append(force(world, at).command.body)
        else:
            world.act(STORM, at=at)
            for brave in sorted(world.table.decisions):
                if brave != seat:
                    world.act(said.Brace(stake=0), seat=brave, at=at)
    assert finals == [{}, {}, {"final": True}]


def test_an_action_of_one_s_own_ends_the_row() -> None:
    world = World(clock=MOVE, options=LONG).started()
    seat = world.turn
    force(world, AT + 1000)
    assert world.table.live is not None
    assert world.table.live.timeouts[seat] == 1
    force(world, AT + 2000)
    assert world.turn == seat
    world.act(STORM, at=AT + 2000)
    assert world.table.live is not None
    assert world.table.live.timeouts[seat] == 0
    assert world.table.live.timeouts[1 - seat] == 1
    again = refolded(world.entries)
    assert again.live is not None
    assert again.live.timeouts == world.table.live.timeouts


def test_a_decision_stays_the_same_while_others_act() -> None:
    """Architecture 10: the tag of a decision is the entry that put it."""
    world = World(clock=MOVE, seats=3).started()
    world.act(STORM, at=AT + 10)
    asked = world.table.book.n
    assert {decision.n for decision in world.table.decisions.values()} == {asked}
    world.act(said.Brace(stake=0), seat=0, at=AT + 20)
    assert 0 not in world.table.decisions
    assert world.table.decisions[2].n == asked
    assert world.table.decisions[2].at == AT + 10


def test_the_last_forfeit_ends_the_game_by_time() -> None:
    world = World(clock=BANK).started()
    force(world, AT + 5000)
    outcome = RULES.outcome(world.state)
    assert outcome is not None
    assert outcome.ended_by == "time"


# The delay, the grace, and what stops the clocks.


def test_the_delay_of_each_decision_is_free() -> None:
    """Of a move limit and of a bank; the time used is all that was thought."""
    world = World(clock=Clock(bank_ms=5000, delay_ms=2000), options=LONG).started()
    seat = world.turn
    world.act(STORM, at=AT + 1500)
    assert (bank(world)[seat], world.last().used_ms) == (5000, 1500)
    assert deadline(world, 1 - seat) == AT + 1500 + 2000 + 5000
    world.act(said.Brace(stake=0), seat=1 - seat, at=AT + 1500 + 2300)
    assert bank(world)[1 - seat] == 5000 - 300
    limited = World(clock=Clock(move_ms=1000, delay_ms=500)).started()
    assert deadline(limited) == AT + 1500


def test_the_grace_delays_only_the_forced_entry() -> None:
    world = World(clock=Clock(move_ms=1000, grace_ms=300)).started()
    assert deadline(world) == AT + 1000
    with pytest.raises(NotDueError):
        force_action(world.table, world.turn, at=AT + 1299)
    assert force(world, AT + 1300).used_ms == 1300


def test_thinking_time_counts_on_in_the_grace() -> None:
    """An answer in it is taken; the bank pays for it, and is empty when the clock comes."""
    clock = Clock(move_ms=1000, bank_ms=1200, grace_ms=300, delay_ms=100)
    late = World(clock=clock, options=LONG).started()
    seat = late.turn
    late.act(STORM, at=AT + 1250)
    assert (bank(late)[seat], late.last().used_ms) == (1200 - 1150, 1250)
    spent = World(clock=clock, seats=3).started()
    assert force(spent, AT + 1400).command.body == {"final": True}
    patient = World(clock=Clock(move_ms=1000, bank_ms=1201, grace_ms=300), seats=3).started()
    assert force(patient, AT + 1300).command.body == {"final": True}
    richer = World(clock=Clock(move_ms=1000, bank_ms=1301, grace_ms=300), seats=3).started()
    assert force(richer, AT + 1300).command.body == {}


def test_a_clock_that_lags_behind_the_last_entry_says_what_its_own_entry_says() -> None:
    """Clocks of several processes differ: the entry's time decides, never earlier than the entry before."""
    world = World(clock=Clock(move_ms=1000, bank_ms=1600, increment_ms=0), seats=3).started()
    seat = world.turn
    world.act(said.Prefer(gifts="never"), seat=seat, at=AT + 1700)
    assert force(world, AT + 1000).command.body == {"final": True}


def test_what_stops_the_clocks_moves_one_moment_on() -> None:
    """The desk's pauses and outages will: deadline, due time, bank and thinking time follow from it alone."""
    table = World(clock=Clock(move_ms=1000, bank_ms=5000, grace_ms=10)).started().table
    live, clock = table.live, table.book.opened.clock
    assert live is not None
    assert clock is not None
    (seat,) = live.decisions
    paused = replace(live, decisions={seat: replace(live.decisions[seat], at=AT + 7000)})
    assert (paused.deadline(seat, clock), paused.due(seat, clock)) == (AT + 8000, AT + 8010)
    assert paused.waited_ms(seat, AT + 7500) == used_ms(RULES, paused, seat, "time_out", AT + 7500) == 500
    assert not paused.is_bank_spent(seat, clock, AT + 11_999)
    assert paused.is_bank_spent(seat, clock, AT + 12_000)


# No-shows.


def declare(world: World, seat: int, at: int) -> Any:
    """Let the organiser concede for a seat, and return the entry."""
    world.keep(declare_no_show(world.table, seat, at=at, by="organiser:o"))
    return next(
        world.table.codec.public(sealed.public) for sealed in reversed(world.entries) if sealed.kind == "action_forced"
    )


def refusal_of_no_show(world: World, seat: int, at: int) -> str:
    """Return why nobody can concede for a seat."""
    with pytest.raises(RefusedError) as error:
        declare_no_show(world.table, seat, at=at, by="organiser:o")
    return error.value.refusal.code


def test_a_seat_that_does_not_show_up_is_made_to_concede() -> None:
    world = World(clock=Clock(no_show_ms=1000), seats=3).started()
    seat = world.turn
    assert refusal_of_no_show(world, seat, AT + 999) == "no_show_not_yet"
    entry = declare(world, seat, AT + 1000)
    assert (entry.by, entry.seat, entry.used_ms, entry.command.tag) == ("organiser:o", seat, 1000, "concede")
    assert world.state.players[seat].gone
    assert world.table.live is not None
    assert refolded(world.entries).live == world.table.live


def test_who_may_not_know_when_hears_one_refusal_whoever_is_awaited() -> None:
    """Of the code that others hear with the seconds that are left; it names the seat that was asked for."""
    world = World(clock=Clock(no_show_ms=1000), options=LONG).started()
    refusals = [no_show_yet(seat) for seat in range(2)]
    assert {refused.code for refused in refusals} == {refusal_of_no_show(world, world.turn, AT)}
    assert [refused.values for refused in refusals] == [{"seat": 0}, {"seat": 1}]
    assert len({refused.text for refused in refusals}) == 1


def test_only_a_seat_that_is_awaited_can_be_a_no_show() -> None:
    """Nobody loses because somebody else thinks for long: the time counts from the decision."""
    world = World(clock=Clock(no_show_ms=1000), options=LONG).started()
    seat = world.turn
    assert refusal_of_no_show(world, 1 - seat, AT + 5000) == "not_awaited"
    assert refusal_of_no_show(world, 7, AT + 5000) == "no_such_seat"
    world.act(STORM, at=AT + 5000)
    assert refusal_of_no_show(world, 1 - seat, AT + 5999) == "no_show_not_yet"
    assert declare(world, 1 - seat, AT + 6000).seat == 1 - seat


def test_whoever_does_anything_is_there() -> None:
    """Also what answers no question: the decision is the old one, and time for the answer runs on."""
    world = World(clock=Clock(no_show_ms=1000, move_ms=9000), options=LONG).started()
    seat = world.turn
    world.act(said.Prefer(gifts="never"), seat=seat, at=AT + 700)
    assert refusal_of_no_show(world, seat, AT + 1699) == "no_show_not_yet"
    assert deadline(world) == AT + 9000
    assert declare(world, seat, AT + 1700).used_ms == 1700


def test_without_a_time_in_entry_1_there_are_no_no_shows() -> None:
    for clock in (None, MOVE):
        assert refusal_of_no_show(World(clock=clock).started(), 0, AT * 2) == "no_show_not_stated"
    world = World(clock=Clock(no_show_ms=1000)).seated()
    assert refusal_of_no_show(world, 0, AT * 2) == "not_awaited"
    assert world.table.live is None


def test_a_table_without_no_shows_knows_no_moment_of_one() -> None:
    world = World(clock=MOVE).started()
    assert world.table.live is not None
    assert world.table.live.no_show(world.turn, MOVE) is None
    patient = World(clock=Clock(no_show_ms=1000)).started().table
    assert patient.live is not None
    assert patient.live.no_show(min(patient.decisions), MOVE) is None


def test_a_rewind_gives_everybody_the_time_anew() -> None:
    world = World(clock=Clock(no_show_ms=1000), options=LONG).started()
    deal = world.table.live
    n = world.table.book.n
    world.act(STORM, at=AT + 500)
    batch = Batch(world.table, AT + 5000)
    write_rewind(batch, n, deal)
    world.keep(batch.done())
    assert refusal_of_no_show(world, world.turn, AT + 5999) == "no_show_not_yet"
    assert declare(world, world.turn, AT + 6000).at == AT + 6000
