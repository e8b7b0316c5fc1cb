"""What officers may do with the play of a table while a decision there is appealed."""

from __future__ import annotations

from functools import partial
from typing import Any

from domain.record.entries import Confirm
from domain.record.pauses import UNCLAIMED_MS
from domain.table.calling import let_in
from domain.table.cases import Call, Ruling, appeal, check_appeals_first, claim, open_case, penalise, release, rule
from domain.table.pausing import pause, resume, resume_unclaimed
from domain.table.rewinding import go_back
from domain.table.seating import abandon
from tests.table.test_cases import ANNA, BELA, HOUR, NOTHING, S, claimed, code
from tests.table.world import AT, World

CLEO, RULER = "arbiter:cleo", "organiser:o"
REWIND = Ruling("infraction", ("rewind",))


def back(world: World, at: int, by: str) -> Any:
    """Return the measure that goes back to the deal."""
    return partial(go_back, to=4, lives={4: world.table.live}, at=at, by=by, reason="infraction", case="c1")


def appealed(ruling: Ruling = NOTHING, *stops: tuple[str, str]) -> World:
    """Return a table whose case no longer stops the play, other causes do; it is ruled on, and appealed."""
    world = claimed()
    world.keep(resume(world.table, "case:c1", at=AT + 35 * S, by=ANNA))
    for cause, by in stops:
        world.keep(pause(world.table, cause, "dispute", at=AT + 40 * S, by=by))
    steps = [back(world, AT + 60 * S, ANNA)] if ruling is REWIND else []
    world.keep(rule(world.table, "c1", ruling, steps, at=AT + 60 * S, by=ANNA))
    world.keep(appeal(world.table, "c1", at=AT + 120 * S, by="seat:0"))
    return world


def test_who_ruled_has_no_hand_in_the_pauses_while_the_ruling_is_appealed() -> None:
    """For no cause, and at no time until the appeal is decided; any other officer may."""
    world = appealed()
    assert code(pause, world.table, "arbiter", "break", at=AT + 121 * S, by=ANNA) == "ruled_before"
    assert code(let_in, world.table, "break", at=AT + 121 * S, by=ANNA) == "ruled_before"
    world.keep(pause(world.table, "arbiter", "break", at=AT + 122 * S, by=BELA))
    assert code(let_in, world.table, "break", at=AT + 123 * S, by=ANNA) == "ruled_before"
    assert code(resume, world.table, "arbiter", at=AT + 123 * S, by=ANNA) == "ruled_before"
    world.keep(resume(world.table, "arbiter", at=AT + 124 * S, by=CLEO))
    world.keep(claim(world.table, "c1", at=AT + 125 * S, by=BELA))
    assert code(pause, world.table, "arbiter", "break", at=AT + 126 * S, by=ANNA) == "ruled_before"
    world.keep(rule(world.table, "c1", NOTHING, at=AT + 127 * S, by=BELA))
    world.keep(pause(world.table, "arbiter", "break", at=AT + 128 * S, by=ANNA))


def test_play_that_stands_for_an_office_since_it_was_taken_back_waits_for_the_appeal_too() -> None:
    """Section 2, "An appeal against a rewind precedes the resumption": whoever has stopped the play."""
    world = appealed(REWIND, ("arbiter", ANNA), ("ruler", RULER))
    assert code(resume, world.table, "arbiter", at=AT + 121 * S, by=CLEO) == "appeal_open"  # an appeal shortens no wait
    unclaimed = resume_unclaimed(world.table, at=AT + 60 * S + HOUR).table
    alone = resume(unclaimed, "arbiter", at=AT + 60 * S + HOUR, by=CLEO).table
    for by in (RULER, "operator:o"):
        assert code(resume, alone, "ruler", at=AT + 60 * S + HOUR, by=by) == "case_not_claimed"
    assert resume_unclaimed(world.table, at=AT + 120 * S + UNCLAIMED_MS).entries == ()
    world.keep(claim(world.table, "c1", at=AT + 130 * S, by="operator:o"))
    world.keep(resume(world.table, "arbiter", at=AT + 130 * S, by=CLEO))  # the other causes are left
    world.keep(resume(world.table, "case:c1", at=AT + 130 * S, by="operator:o"))
    assert code(resume, world.table, "ruler", at=AT + 131 * S, by=RULER) == "case_not_yours"
    assert resume(world.table, "ruler", at=AT + 132 * S, by="operator:o").table.book.in_play
    world.keep(
        rule(world.table, "c1", REWIND, [back(world, AT + 140 * S, "operator:o")], at=AT + 140 * S, by="operator:o")
    )
    world.keep(resume(world.table, "ruler", at=AT + 141 * S, by=RULER))
    assert world.table.book.in_play


def test_what_stands_for_another_reason_goes_on_as_its_office_says() -> None:
    """Where nothing was taken back, or the play has gone on since."""
    world = appealed(NOTHING, ("ruler", RULER))
    assert resume(world.table, "ruler", at=AT + 121 * S, by=RULER).table.book.in_play
    world = appealed(REWIND)
    world.keep(claim(world.table, "c1", at=AT + 121 * S, by=BELA))
    world.keep(resume(world.table, "case:c1", at=AT + 121 * S, by=BELA))
    world.keep(pause(world.table, "ruler", "break", at=AT + 121 * S, by=RULER))
    assert resume(world.table, "ruler", at=AT + 122 * S, by=RULER).table.book.in_play


def test_nobody_ends_the_game_by_another_case_before_an_appeal_is_heard() -> None:
    """Neither who ruled, by any measure, nor somebody else for good; hearing an appeal is no other case."""
    world = appealed()
    world.keep(open_case(world.table, "c2", Call("4", "conduct", stops_play=True), at=AT + 121 * S, by="seat:0"))
    void = Ruling("infraction", ("void",))
    other = claim(world.table, "c2", at=AT + 122 * S, by=CLEO).table
    assert code(rule, other, "c2", void, at=AT + 123 * S, by=CLEO) == "appeals_first"
    own = claim(world.table, "c2", at=AT + 122 * S, by=ANNA).table
    assert code(rule, own, "c2", void, at=AT + 123 * S, by=ANNA) == "ruled_before"


def test_nobody_ends_the_game_while_the_play_waits_for_an_appeal() -> None:
    """The officer who has taken it back neither, nor whoever rules over the table; where a result waits neither."""
    world = two_taken_back(confirm=Confirm(window_ms=60_000))
    world.keep(open_case(world.table, "c3", Call("4", "conduct"), at=AT + 71 * S, by="arbiter:cleo"))
    world.keep(claim(world.table, "c3", at=AT + 72 * S, by=ANNA))
    for measure in ("void", "result"):
        assert (
            code(rule, world.table, "c3", Ruling("infraction", (measure,)), at=AT + 73 * S, by=ANNA) == "appeals_first"
        )
    assert code(check_appeals_first, world.table) == "appeals_first"
    check_appeals_first(claimed().table)


def test_a_penalty_comes_until_the_time_of_filing_is_over() -> None:
    """As another result does; "`result_adjusted` and `penalty` until `file_ms` is over"."""
    world = World(file_ms=HOUR, appeal_ms=HOUR, arbiter_call="stop").started()
    world.keep(open_case(world.table, "c1", Call("4", "conduct", stops_play=True), at=AT + 20 * S, by="seat:0"))
    world.keep(claim(world.table, "c1", at=AT + 30 * S, by=ANNA))
    world.keep(abandon(world.table, "void", at=AT + 40 * S, by=RULER))
    ruling = Ruling("infraction", ("penalty",))
    for late, said in ((1, "too_late_to_penalise"), (0, None)):
        at = AT + 40 * S + HOUR + late
        step = partial(penalise, seat=1, penalty="time", case="c1", at=at, by=ANNA)
        if said is None:
            world.keep(rule(world.table, "c1", ruling, [step], at=at, by=ANNA))
        else:
            assert code(rule, world.table, "c1", ruling, [step], at=at, by=ANNA) == said
    assert world.table.book.cases["c1"].penalties


def two_taken_back(**opening: Any) -> World:
    """Return a table that two cases have stopped, each ruled to go back to the deal."""
    world = claimed(**opening)
    call = Call("4", "conduct", stops_play=True)
    world.keep(open_case(world.table, "c2", call, at=AT + 50 * S, by="seat:0"))
    world.keep(claim(world.table, "c2", at=AT + 55 * S, by=ANNA))
    for case, at in (("c1", AT + 60 * S), ("c2", AT + 70 * S)):
        to = partial(back(world, at, ANNA), case=case)
        world.keep(rule(world.table, case, REWIND, [to], at=at, by=ANNA))
    return world


def test_an_appeal_touches_the_wait_of_its_own_case_alone() -> None:
    """And whatever becomes of it, the clock ends the other one's: no table stands stopped for ever."""
    world = two_taken_back()
    world.keep(appeal(world.table, "c1", at=AT + 120 * S, by="seat:0"))
    world.keep(claim(world.table, "c1", at=AT + 130 * S, by=BELA))
    world.keep(rule(world.table, "c1", NOTHING, at=AT + 140 * S, by=BELA))
    until = AT + 70 * S + HOUR
    for case in ("c1", "c2"):
        assert code(resume, world.table, f"case:{case}", at=until - 1, by=CLEO) == "appeal_open"
    assert (world.table.book.pause and world.table.book.pause.lapses) == until
    world.keep(resume_unclaimed(world.table, at=until))
    assert world.table.book.in_play


def test_who_lets_an_appeal_go_leaves_the_wait_that_was_before() -> None:
    world = two_taken_back()
    world.keep(appeal(world.table, "c2", at=AT + 120 * S, by="seat:0"))
    world.keep(claim(world.table, "c2", at=AT + 130 * S, by=BELA))
    world.keep(release(world.table, "c2", at=AT + 140 * S, by=BELA))
    pause = world.table.book.pause
    assert pause is not None
    assert (pause.binds_until, pause.lapses_of("case:c2")) == (AT + 70 * S + HOUR, AT + 70 * S + HOUR)
