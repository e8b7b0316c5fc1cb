"""Cases at a table: who calls the arbiter, who decides, what may be appealed, and when nothing can change any more."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel.refusals import RefusedError
from domain.record.case_times import is_settled, settled_at
from domain.record.cases import MOST_CASES, MOST_PENALTIES, Penalised, penalties_of
from domain.record.desk import Penalty
from domain.record.entries import Clock, ResultConfirmed, Resumed, TableAbandoned
from domain.record.pauses import UNCLAIMED_MS, is_early
from domain.table.book import BookError
from domain.table.cases import (
    Call,
    Ruling,
    appeal,
    claim,
    close_case,
    close_due,
    closing_due,
    dismiss,
    open_case,
    penalise,
    release,
    rule,
)
from domain.table.pausing import adjust_clock, pause, resume, resume_unclaimed
from domain.table.rewinding import go_back
from domain.table.seating import abandon
from domain.table.table import Table
from domain.table.writing import Batch
from tests.table.test_book import write
from tests.table.world import AT, STORM, World, refolded

S = 1000
MINUTE = Clock(move_ms=60 * S)
HOUR = 3600 * S
ANNA, BELA = "arbiter:anna", "arbiter:bela"
STOP = Call("4", "rule", stops_play=True)
QUIET = Call("4", "conduct", text="A" * 43)
NOTHING = Ruling("no_infraction", ("none",))


def running(**opening: Any) -> World:
    """Return a table that plays, where seats stop the play by calling."""
    return World(clock=MINUTE, **{"arbiter_call": "stop", "appeal_ms": HOUR, "file_ms": HOUR, **opening}).started()


def called(**opening: Any) -> World:
    """Return a table whose seat 1 has stopped the play after 20 seconds."""
    world = running(**opening)
    world.keep(open_case(world.table, "c1", STOP, at=AT + 20 * S, by="seat:1"))
    return world


def claimed(by: str = ANNA, **opening: Any) -> World:
    """Return such a table whose case is claimed."""
    world = called(**opening)
    world.keep(claim(world.table, "c1", at=AT + 30 * S, by=by))
    return world


def decided(ruling: Ruling = NOTHING, steps: Any = (), **opening: Any) -> World:
    """Return such a table whose case is decided, after a minute."""
    world = claimed(**opening)
    world.keep(rule(world.table, "c1", ruling, steps, at=AT + 60 * S, by=ANNA))
    return world


def appealed(**opening: Any) -> World:
    """Return such a table whose seat 0 has appealed, after two minutes."""
    world = decided(**opening)
    world.keep(appeal(world.table, "c1", at=AT + 120 * S, by="seat:0"))
    return world


def code(change: Any, *given: Any, **named: Any) -> str:
    """Return why something is refused."""
    with pytest.raises(RefusedError) as error:
        change(*given, **named)
    return error.value.refusal.code


def state(world: World, case: str = "c1") -> str:
    """Return how far a case is; also that of the table folded anew."""
    assert refolded(world.entries) == world.table
    return world.table.book.cases[case].state


# Calling.


def test_a_call_that_stops_the_play_is_a_case_and_a_pause_in_one_batch() -> None:
    world = called()
    assert world.kinds()[-2:] == ["case_opened", "paused"]
    book = world.table.book
    assert (state(world), book.in_play, book.unsettled) == ("open", False, True)
    assert book.pause is not None
    assert (list(book.pause.causes), book.pause.lapses) == (["case:c1"], AT + 20 * S + UNCLAIMED_MS)
    assert book.cases["c1"].filed_at == AT + 20 * S


@pytest.mark.parametrize(
    ("about", "reason"), [("rule", "dispute"), ("software", "technical"), ("conduct", "conduct"), ("other", "other")]
)
def test_the_pause_says_why_as_the_call_does(about: Any, reason: str) -> None:
    world = running()
    world.keep(open_case(world.table, "c1", Call("4", about, stops_play=True), at=AT, by="seat:0"))
    assert world.last().reason == reason


def test_nothing_comes_between_a_call_and_its_pause() -> None:
    world = running()
    batch = Batch(world.table, AT)
    whole = open_case(world.table, "c1", STOP, at=AT, by="seat:1")
    batch.write(world.table.codec.public(whole.entries[0].public))
    assert not batch.table.book.in_play
    assert batch.table.decisions == {}
    with pytest.raises(BookError, match="nothing comes between"):
        batch.write(TableAbandoned(n=batch.n, at=AT, by="operator", reason="other"))


def test_no_pause_names_a_case_that_nobody_has_opened() -> None:
    world = running()
    with pytest.raises(BookError, match="nobody has called the arbiter just now for c9"):
        pause(world.table, "case:c9", "dispute", at=AT, by="seat:0")


def test_a_quiet_call_enters_when_nobody_may_act_with_the_time_at_which_it_came() -> None:
    world = running(arbiter_call=None)
    assert code(open_case, world.table, "c1", QUIET, at=AT + 9, by="seat:0") == "case_waits"
    world.keep(pause(world.table, "arbiter", "conduct", at=AT + 20 * S, by=ANNA))
    world.keep(open_case(world.table, "c1", QUIET, at=AT + 20 * S, by="seat:0", filed_at=AT + 9))
    case = world.table.book.cases["c1"]
    assert (case.filed_at, case.opened_by, case.stops_play) == (AT + 9, "seat:0", False)
    assert world.last().text == "A" * 43


def test_a_seat_stops_the_play_once_unless_it_was_right() -> None:
    world = decided()
    world.keep(resume(world.table, "case:c1", at=AT + 70 * S, by=ANNA))
    assert code(open_case, world.table, "c2", STOP, at=AT + 80 * S, by="seat:1") == "stopped_before"
    world.keep(open_case(world.table, "c2", STOP, at=AT + 80 * S, by="seat:0"))
    upheld = decided(Ruling("infraction", ("none",)))
    upheld.keep(resume(upheld.table, "case:c1", at=AT + 70 * S, by=ANNA))
    assert upheld.table.book.cases["c1"].upheld
    upheld.keep(open_case(upheld.table, "c2", STOP, at=AT + 80 * S, by="seat:1"))


@pytest.mark.parametrize(
    ("opening", "call", "by", "reason"),
    [
        ({"arbiter_call": None}, STOP, "seat:0", "no_stopping_calls"),
        ({"arbiter_call": "none"}, QUIET, "seat:0", "no_arbiter_calls"),
        ({"arbiter_call": "none"}, STOP, "organiser:o", "no_stopping_calls"),
        ({}, Call("5", "rule"), "seat:0", "no_such_moment"),
        ({}, QUIET, ANNA, "case_waits"),
    ],
)
def test_what_a_table_refuses_of_a_call(opening: Any, call: Call, by: str, reason: str) -> None:
    world = running(**opening)
    assert world.table.book.n == 4
    assert code(open_case, world.table, "c1", call, at=AT, by=by) == reason


def test_a_call_needs_a_game_an_id_of_its_own_and_its_time() -> None:
    assert code(open_case, World().seated().table, "c1", STOP, at=AT, by="seat:0") == "table_not_started"
    world = called()
    assert code(open_case, world.table, "c1", STOP, at=AT + 30 * S, by="seat:0") == "case_exists"
    world.keep(abandon(world.table, "other", at=AT + 40 * S, by="operator"))
    assert code(open_case, world.table, "c2", STOP, at=AT + 50 * S, by="seat:0") == "table_not_running"
    late = partial(open_case, world.table, "c2", QUIET, at=AT + 2 * HOUR, by="seat:0")
    assert code(late) == "too_late_to_call"
    assert code(late, filed_at=AT + 40 * S + HOUR + 1) == "too_late_to_call"
    world.keep(late(filed_at=AT + 40 * S + HOUR))
    assert state(world, "c2") == "open"


def test_cases_come_after_the_secrets_too() -> None:
    """On tables that are confirmed at once a quiet call enters after the result."""
    world = running().play()
    assert world.kinds()[-1] == "secrets_opened"
    end = world.table.book.at
    world.keep(open_case(world.table, "c1", QUIET, at=end + HOUR, by="seat:0"))
    world.keep(claim(world.table, "c1", at=end + HOUR, by=ANNA))
    world.keep(rule(world.table, "c1", NOTHING, at=end + HOUR, by=ANNA))
    assert state(world) == "ruled"


def test_a_table_has_so_many_cases_and_a_case_so_many_penalties_at_most() -> None:
    world = decided(Ruling("infraction", ("penalty",)), [lambda now: penalise(now, 1, "time", "c1", at=AT, by=ANNA)])
    book = world.table.book
    case = replace(book.cases["c1"], penalties=(Penalised(1, "time"),) * MOST_PENALTIES)
    full = replace(world.table, book=replace(book, cases={f"c{i}": case for i in range(MOST_CASES)}))
    assert code(open_case, full, "c9999", STOP, at=AT + 70 * S, by="seat:0") == "too_many_cases"
    assert code(penalise, full, 1, "time", "c1", at=AT + 70 * S, by=ANNA) == "too_many_penalties"


# Claiming, releasing.


def test_a_claimed_case_stops_the_play_until_its_officer_lets_it_go_on() -> None:
    world = claimed()
    assert (state(world), world.table.book.cases["c1"].claimed_by) == ("claimed", ANNA)
    assert world.table.book.pause is not None
    assert world.table.book.pause.lapses is None
    assert resume_unclaimed(world.table, at=AT + HOUR).entries == ()
    with pytest.raises(BookError, match="the clock leaves it"):
        resume(world.table, "case:c1", at=AT + HOUR, by="clock")
    world.keep(resume(world.table, "case:c1", at=AT + HOUR, by=ANNA))
    assert world.table.book.in_play


def test_a_case_given_out_of_hand_waits_for_15_minutes_again() -> None:
    world = claimed()
    world.keep(release(world.table, "c1", at=AT + HOUR, by=ANNA))
    assert (state(world), world.table.book.cases["c1"].claimed_by) == ("open", None)
    assert resume_unclaimed(world.table, at=AT + HOUR + UNCLAIMED_MS - 1).entries == ()
    assert resume_unclaimed(world.table, at=AT + HOUR + UNCLAIMED_MS).entries
    world.keep(claim(world.table, "c1", at=AT + HOUR, by=BELA))
    assert code(release, world.table, "c1", at=AT + HOUR, by=ANNA) == "case_not_yours"
    world.keep(release(world.table, "c1", at=AT + HOUR, by="operator:o"))
    assert code(release, world.table, "c1", at=AT + HOUR, by=BELA) == "case_not_claimed"


def test_a_claim_and_a_release_of_a_quiet_case_leave_the_pause_of_an_office() -> None:
    world = running()
    world.keep(pause(world.table, "arbiter", "conduct", at=AT, by=ANNA))
    world.keep(open_case(world.table, "c1", QUIET, at=AT, by="seat:0"))
    before = world.table.book.pause
    world.keep(claim(world.table, "c1", at=AT, by=ANNA))
    world.keep(release(world.table, "c1", at=AT, by=ANNA))
    assert world.table.book.pause == before


def test_an_arbiter_who_holds_a_seat_cannot_claim() -> None:
    """Issue 15, section 5: 409 `conflict_of_interest`. By its name, or as whom the key says it plays."""
    world = called()
    assert code(claim, world.table, "c1", at=AT + 30 * S, by="arbiter:p1") == "conflict_of_interest"
    assert code(claim, world.table, "c1", at=AT + 30 * S, by="arbiter:key", player="p0") == "conflict_of_interest"
    world.keep(claim(world.table, "c1", at=AT + 30 * S, by="arbiter:key", player="p9"))


def test_who_called_as_a_player_cannot_claim() -> None:
    world = running()
    world.keep(open_case(world.table, "c1", STOP, at=AT, by="player:p9"))
    assert code(claim, world.table, "c1", at=AT, by="arbiter:p9") == "conflict_of_interest"
    world.keep(claim(world.table, "c1", at=AT, by="arbiter"))
    assert state(world) == "claimed"


def test_a_case_has_one_officer_and_there_has_to_be_one() -> None:
    world = claimed()
    assert code(claim, world.table, "c1", at=AT + 40 * S, by=BELA) == "case_claimed"
    for change in (claim, release, appeal, close_case):
        assert code(change, world.table, "c7", at=AT + 40 * S, by=BELA) == "no_such_case"
    assert code(dismiss, world.table, "c7", "other", at=AT, by=BELA) == "no_such_case"
    assert code(rule, world.table, "c7", NOTHING, at=AT, by=BELA) == "no_such_case"
    assert code(penalise, world.table, 0, "warning", "c7", at=AT, by=BELA) == "no_such_case"


# Deciding.


def test_a_ruling_brings_its_measures_and_lets_the_play_go_on_in_one_batch() -> None:
    world = claimed()
    at = AT + 60 * S
    ruling = Ruling("infraction", ("clock", "penalty", "words"), ("Turns", "Time"), text="A" * 43)
    before = len(world.entries)
    steps = (
        lambda now: adjust_clock(now, world_turn(now), "compensation", at=at, by=ANNA, move_ms=90 * S),
        lambda now: penalise(now, 1, "warning", "c1", at=at, by=ANNA),
        lambda now: penalise(now, 1, "time", "c1", at=at, by=ANNA, points=2),
        lambda now: resume(now, "case:c1", at=at, by=ANNA),
    )
    world.keep(rule(world.table, "c1", ruling, steps, at=at, by=ANNA))
    assert world.kinds(before) == ["ruling_made", "clock_adjusted", "penalty", "penalty", "resumed"]
    case = world.table.book.cases["c1"]
    assert (state(world), case.upheld, case.ruled_by, case.ruled_at) == ("ruled", True, ANNA, at)
    assert penalties_of([case], 1) == (Penalised(1, "warning"), Penalised(1, "time", 2))
    assert penalties_of([case], 0) == ()
    assert world.table.book.in_play


def world_turn(now: Table) -> int:
    """Return who is asked while the play is stopped."""
    assert now.live is not None
    return min(now.live.decisions)


def test_a_ruling_goes_back() -> None:
    world = running()
    lives = {world.table.book.n: world.table.live}
    world.act(STORM, at=AT + 10 * S)
    world.keep(open_case(world.table, "c1", Call("5.0", "rule", stops_play=True), at=AT + 20 * S, by="seat:1"))
    world.keep(claim(world.table, "c1", at=AT + 30 * S, by=ANNA))
    back = partial(go_back, to=4, lives=lives, at=AT + 60 * S, by=ANNA, reason="infraction")
    world.keep(rule(world.table, "c1", Ruling("infraction", ("rewind",)), [back], at=AT + 60 * S, by=ANNA))
    assert world.kinds()[-2:] == ["ruling_made", "rewound_to"]
    assert world.table.book.cases["c1"].measures == ("rewind",)


@pytest.mark.parametrize(
    ("ruling", "reason"),
    [
        (Ruling("infraction", ("none", "words"), text="A" * 43), "bad_measures"),
        (Ruling("infraction", ("clock", "clock")), "bad_measures"),
        (Ruling("infraction", ()), "bad_measures"),
        (Ruling("infraction", ("clock",)), "other_measures"),
        (Ruling("infraction", ("words",)), "other_measures"),
    ],
)
def test_a_ruling_names_what_it_brings(ruling: Ruling, reason: str) -> None:
    world = claimed()
    assert code(rule, world.table, "c1", ruling, at=AT + 60 * S, by=ANNA) == reason


def test_a_ruling_names_every_measure_that_it_brings() -> None:
    world = claimed()
    void = partial(abandon, reason="void", at=AT + 60 * S, by=ANNA)
    assert code(rule, world.table, "c1", NOTHING, [void], at=AT + 60 * S, by=ANNA) == "other_measures"
    world.keep(rule(world.table, "c1", Ruling("service_fault", ("void",)), [void], at=AT + 60 * S, by=ANNA))
    assert world.table.book.status == "abandoned"


def test_nothing_comes_between_a_ruling_and_its_measures() -> None:
    world = claimed()
    world.keep(resume(world.table, "case:c1", at=AT + 40 * S, by=ANNA))
    whole = rule(
        world.table,
        "c1",
        Ruling("infraction", ("penalty",)),
        [lambda now: penalise(now, 0, "warning", "c1", at=AT + 60 * S, by=ANNA)],
        at=AT + 60 * S,
        by=ANNA,
    )
    batch = Batch(world.table, AT + 60 * S)
    batch.write(world.table.codec.public(whole.entries[0].public))
    assert batch.table.decisions == {}
    with pytest.raises(BookError, match="the ruling on the case c1 names measures"):
        pause(batch.table, "arbiter", "dispute", at=AT + 60 * S, by=ANNA)
    with pytest.raises(BookError, match="the ruling on the case c1 names measures"):
        abandon(batch.table, "other", at=AT + 60 * S, by=BELA)


def test_only_who_claimed_it_decides() -> None:
    world = called()
    assert code(rule, world.table, "c1", NOTHING, at=AT + 60 * S, by=ANNA) == "case_not_claimed"
    assert code(dismiss, world.table, "c1", "other", at=AT + 60 * S, by=ANNA) == "case_not_claimed"
    world = claimed()
    assert code(rule, world.table, "c1", NOTHING, at=AT + 60 * S, by=BELA) == "case_not_yours"
    assert code(dismiss, world.table, "c1", "other", at=AT + 60 * S, by="operator") == "case_not_yours"
    world = decided()
    assert code(rule, world.table, "c1", NOTHING, at=AT + 60 * S, by=ANNA) == "case_decided"


def test_a_penalty_comes_of_a_ruling_that_says_so() -> None:
    world = decided(Ruling("infraction", ("words",), text="A" * 43))
    assert code(penalise, world.table, 0, "warning", "c1", at=AT + 70 * S, by=ANNA) == "not_ruled_so"
    at = AT + 60 * S
    steps = [lambda now: penalise(now, 0, "game_loss", "c1", at=at, by=ANNA)]
    world = decided(Ruling("infraction", ("penalty",)), steps)
    assert code(penalise, world.table, 1, "warning", "c1", at=at, by=BELA) == "not_ruled_so"
    assert code(penalise, world.table, 2, "warning", "c1", at=at, by=ANNA) == "no_such_seat"
    with pytest.raises(BookError, match="no seat 2"):
        write(world, Penalty(n=world.table.book.n + 1, at=at, by=ANNA, seat=2, penalty="warning", case="c1"))


# Appealing, closing.


def test_a_dismissal_can_be_appealed_and_is_ruled_on_then() -> None:
    world = claimed()
    world.keep(dismiss(world.table, "c1", "unfounded", at=AT + 60 * S, by=ANNA, text="A" * 43))
    assert (state(world), world.table.book.cases["c1"].upheld) == ("dismissed", False)
    world.keep(appeal(world.table, "c1", at=AT + 70 * S, by="seat:1", text="A" * 43))
    world.keep(claim(world.table, "c1", at=AT + 80 * S, by=BELA))
    assert code(dismiss, world.table, "c1", "other", at=AT + 90 * S, by=BELA) == "appeal_needs_ruling"
    steps = [lambda now: resume(now, "case:c1", at=AT + 90 * S, by=BELA)]
    world.keep(rule(world.table, "c1", Ruling("infraction", ("none",)), steps, at=AT + 90 * S, by=BELA))
    assert world.kinds()[-3:] == ["ruling_made", "resumed", "case_closed"]
    assert (state(world), world.table.book.cases["c1"].upheld) == ("closed", True)


def test_who_ruled_cannot_claim_the_appeal() -> None:
    """Issue 15, section 5."""
    world = appealed()
    assert state(world) == "appealed"
    assert code(claim, world.table, "c1", at=AT + 130 * S, by=ANNA) == "ruled_before"
    world.keep(claim(world.table, "c1", at=AT + 130 * S, by="operator:o"))
    assert state(world) == "reclaimed"
    world.keep(release(world.table, "c1", at=AT + 140 * S, by="operator:o"))
    assert state(world) == "appealed"


def test_an_appeal_that_nobody_claims_stops_the_play_for_15_minutes_more() -> None:
    world = appealed()
    assert resume_unclaimed(world.table, at=AT + 120 * S + UNCLAIMED_MS - 1).entries == ()
    world.keep(resume_unclaimed(world.table, at=AT + 120 * S + UNCLAIMED_MS))
    assert world.table.book.in_play
    assert state(world) == "appealed"


def test_only_who_claimed_the_appeal_lets_the_play_go_on() -> None:
    """Not the officer who is appealed against; an operator claims the appeal as anybody does."""
    world = appealed()
    for by in (BELA, "operator:o"):
        assert code(resume, world.table, "case:c1", at=AT + 125 * S, by=by) == "case_not_yours"
    world.keep(claim(world.table, "c1", at=AT + 130 * S, by=BELA))
    for by, why in ((ANNA, "ruled_before"), ("operator:o", "case_not_yours")):
        assert code(resume, world.table, "case:c1", at=AT + 135 * S, by=by) == why
        entry = Resumed(n=world.table.book.n + 1, at=AT + 135 * S, by=by, cause="case:c1")
        with pytest.raises(BookError, match="has not claimed it"):
            write(world, entry)
    world.keep(resume(world.table, "case:c1", at=AT + 140 * S, by=BELA))
    assert world.table.book.in_play


def taken_back(**opening: Any) -> World:
    """Return such a table that goes back by a ruling of its case, after a minute."""
    world = claimed(**opening)
    back = partial(go_back, to=4, lives={4: world.table.live}, at=AT + 60 * S, by=ANNA, reason="infraction", case="c1")
    world.keep(rule(world.table, "c1", Ruling("infraction", ("rewind",)), [back], at=AT + 60 * S, by=ANNA))
    return world


def test_play_that_was_taken_back_waits_until_nobody_can_appeal() -> None:
    """Section 2: an appeal against a rewind precedes the resumption; the clock lets play go on, never early."""
    world, until = taken_back(), AT + 60 * S + HOUR
    assert code(resume, world.table, "case:c1", at=until - 1, by=ANNA) == "appeal_open"
    assert world.table.book.pause is not None
    assert world.table.book.pause.lapses == until
    assert resume_unclaimed(world.table, at=until - 1).entries == ()
    early = Resumed(n=world.table.book.n + 1, at=until - 1, by="clock", cause="case:c1")
    assert is_early(early, world.table.book.pause)
    world.keep(resume_unclaimed(world.table, at=until))
    assert (world.last().by, world.table.book.in_play) == ("clock", True)
    world.keep(close_due(world.table, at=until))
    assert state(world) == "closed"


def test_an_appeal_against_going_back_waits_for_another_officer() -> None:
    world = taken_back()
    world.keep(appeal(world.table, "c1", at=AT + 120 * S, by="seat:0"))
    assert world.table.book.pause is not None
    assert world.table.book.pause.lapses == AT + 60 * S + HOUR  # longer than 15 minutes after the appeal
    assert resume_unclaimed(world.table, at=AT + 120 * S + UNCLAIMED_MS).entries == ()
    world.keep(claim(world.table, "c1", at=AT + 130 * S, by=BELA))
    assert resume_unclaimed(world.table, at=AT + 9 * HOUR).entries == ()
    back = partial(go_back, to=4, lives={4: world.table.live}, at=AT + 140 * S, by=BELA, reason="other", case="c1")
    go_on = partial(resume, cause="case:c1", at=AT + 140 * S, by=BELA)
    world.keep(rule(world.table, "c1", Ruling("infraction", ("rewind",)), [back, go_on], at=AT + 140 * S, by=BELA))
    assert (state(world), world.table.book.in_play) == ("closed", True)


def test_nothing_waits_where_nobody_can_appeal_and_a_day_where_the_table_says_nothing() -> None:
    world = taken_back(appeal_ms=0)
    world.keep(resume(world.table, "case:c1", at=AT + 61 * S, by=ANNA))
    assert world.table.book.in_play
    until = AT + 60 * S + 24 * HOUR
    world = taken_back(appeal_ms=None)
    assert code(resume, world.table, "case:c1", at=until - 1, by=ANNA) == "appeal_open"
    world.keep(resume_unclaimed(world.table, at=until))
    assert world.table.book.in_play


def test_the_pause_of_an_office_stays_as_long_but_the_clock_leaves_it() -> None:
    """And play that nothing stopped stops for the case: whatever an officer did before, an appeal comes first."""
    world = claimed()
    world.keep(resume(world.table, "case:c1", at=AT + 35 * S, by=ANNA))
    playing = world.table
    back = partial(go_back, to=4, lives={4: playing.live}, at=AT + 60 * S, by=ANNA, reason="other", case="c1")
    rewind = Ruling("infraction", ("rewind",))
    world.keep(pause(world.table, "arbiter", "dispute", at=AT + 40 * S, by=ANNA))
    world.keep(rule(world.table, "c1", rewind, [back], at=AT + 60 * S, by=ANNA))
    until = AT + 60 * S + HOUR
    assert code(resume, world.table, "arbiter", at=until - 1, by=ANNA) == "appeal_open"
    world.keep(resume_unclaimed(world.table, at=until))
    assert world.table.book.pause is not None
    assert [*world.table.book.pause.causes] == ["arbiter"]
    world.keep(resume(world.table, "arbiter", at=until, by=ANNA))
    assert world.table.book.in_play
    stopped = rule(playing, "c1", rewind, [back], at=AT + 60 * S, by=ANNA)
    assert [entry.kind for entry in stopped.entries] == ["ruling_made", "rewound_to", "paused"]
    assert (stopped.table.book.pause and stopped.table.book.pause.lapses) == until


def test_an_appeal_comes_in_time_and_once() -> None:
    world = decided()
    until = AT + 60 * S + HOUR
    assert code(appeal, world.table, "c1", at=until, by="seat:0") == "too_late_to_appeal"
    world.keep(appeal(world.table, "c1", at=until - 1, by="seat:0"))
    assert code(appeal, world.table, "c1", at=until, by="seat:1") == "case_not_claimed"
    world.keep(claim(world.table, "c1", at=until, by=BELA))
    world.keep(rule(world.table, "c1", NOTHING, at=until, by=BELA))
    assert (state(world), world.table.book.cases["c1"].final) == ("ruled", True)  # it still stops the play
    assert code(appeal, world.table, "c1", at=until, by="seat:1") == "no_second_appeal"
    assert code(close_case, world.table, "c1", at=until, by=BELA) == "case_stops_play"
    assert close_due(world.table, at=until).entries == ()
    world.keep(resume(world.table, "case:c1", at=until, by=BELA))
    world.keep(close_case(world.table, "c1", at=until, by=BELA))
    assert code(appeal, world.table, "c1", at=until, by="seat:1") == "case_closed"


def test_the_clock_closes_what_nobody_has_appealed_and_never_before() -> None:
    world = decided(steps=[lambda now: resume(now, "case:c1", at=AT + 60 * S, by=ANNA)])
    until = AT + 60 * S + HOUR
    assert (closing_due(World().table), closing_due(called().table), closing_due(world.table)) == (None, None, until)
    assert close_due(world.table, at=until - 1).entries == ()
    assert code(close_case, world.table, "c1", at=until - 1, by=ANNA) == "appeal_open"
    world.keep(close_due(world.table, at=until))
    assert (world.kinds()[-1], world.last().by, state(world)) == ("case_closed", "clock", "closed")
    assert close_due(world.table, at=until).entries == ()


def test_an_appeal_takes_nothing_back_once_the_play_has_gone_on() -> None:
    """Section 2: an appeal against a rewind precedes the resumption; later only the result can change."""
    world = appealed()
    world.keep(claim(world.table, "c1", at=AT + 130 * S, by=BELA))
    back = partial(go_back, to=4, lives={4: world.table.live}, at=AT + 140 * S, by=BELA, reason="infraction")
    rewind = Ruling("infraction", ("rewind",))
    rule(world.table, "c1", rewind, [back], at=AT + 140 * S, by=BELA)
    world.keep(resume(world.table, "case:c1", at=AT + 140 * S, by=BELA))
    assert code(rule, world.table, "c1", rewind, [back], at=AT + 150 * S, by=BELA) == "too_late_to_rewind"
    world.keep(pause(world.table, "arbiter", "dispute", at=AT + 150 * S, by=BELA))
    assert code(rule, world.table, "c1", rewind, [back], at=AT + 150 * S, by=BELA) == "too_late_to_rewind"
    world.keep(abandon(world.table, "other", at=AT + 160 * S, by="operator"))
    assert code(rule, world.table, "c1", rewind, [back], at=AT + 170 * S, by=BELA) == "too_late_to_rewind"


# When nothing may change any more.


def test_cases_are_settled_once_nobody_has_anything_to_decide() -> None:
    assert settled_at({}) == 0
    for world in (called(), claimed(), appealed()):
        assert settled_at(world.table.book.cases) is None
        assert not is_settled(world.table.book.cases, AT + 99 * HOUR)
        assert world.table.book.unsettled
    world = decided(steps=[lambda now: resume(now, "case:c1", at=AT + 60 * S, by=ANNA)])
    cases, until = world.table.book.cases, AT + 60 * S + HOUR
    assert settled_at(cases) == until
    assert (is_settled(cases, until - 1), is_settled(cases, until)) == (False, True)
    world.keep(close_due(world.table, at=until))
    assert (settled_at(world.table.book.cases), world.table.book.unsettled) == (0, False)


def test_a_table_is_over_when_it_is_confirmed_or_given_up() -> None:
    world = running()
    assert world.table.book.over_at is None
    world.keep(abandon(world.table, "other", at=AT + S, by="operator"))
    assert world.table.book.over_at == AT + S
    played = running().play()
    confirmed = next(i for i, kind in enumerate(played.kinds()) if kind == "result_confirmed")
    entry = played.table.codec.public(played.entries[confirmed].public)
    assert isinstance(entry, ResultConfirmed)
    assert played.table.book.over_at == entry.at


def test_a_day_is_not_written_into_entry_1() -> None:
    day = 24 * HOUR
    assert World(file_ms=day, appeal_ms=day).table.book.opened == World().table.book.opened
    assert World(file_ms=0).table.book.opened.file_ms == 0
