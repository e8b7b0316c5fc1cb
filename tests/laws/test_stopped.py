"""Entries about pauses and clocks tell everybody the same, and nothing of the game, in any game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

import pytest

from domain import games
from domain.audit.checks import verify_bytes
from domain.audit.timeline import Address, Timeline
from domain.kernel.messages import tag_of
from domain.kernel.seats import every_viewer
from domain.record.desk import CaseDismissed
from domain.record.desk import OfCases as CaseEntry
from domain.record.entries import Clock, RewoundTo
from domain.record.lines import read, split
from domain.table.accepting import accept_ruling
from domain.table.cases import Ruling, appeal, claim, dismiss, penalise, release, rule
from domain.table.pausing import resume
from domain.table.rewinding import go_back
from tests.audit.tables import Game
from tests.laws.tables import state_bytes

OF_CLOCKS = {"paused", "resumed", "clock_adjusted", "outage"}
OF_CASES = {tag_of(kind) for kind in get_args(CaseEntry)}
KINDS = OF_CLOCKS | OF_CASES
ANNA, BELA = "arbiter:anna", "arbiter:bela"
CLOCK = Clock(move_ms=60_000, bank_ms=600_000)


def stopped(name: str) -> Game:
    """Return a table that was stopped, had its clocks set and was down, between two actions."""
    seats = min(games.game(name).rules.seat_counts)
    game = Game(name, seats, bot="random", clock=CLOCK, arbiter_call="stop").start().play(4)
    game.call("c1", "seat:1")
    game.adjust(0, bank_ms=300_000)
    game.stop("ruler", "operator", ms=20_000)
    game.lapse(900_000)
    game.go_on("ruler", "operator")
    game.adjust(min(game.table.decisions), move_ms=90_000)
    game.down(120_000)
    return game.play(2)


def judged(name: str) -> Game:
    """Return a table with a case that is decided twice: its ruling goes back, and the appeal leaves it at that."""
    seats = min(games.game(name).rules.seat_counts)
    game = Game(name, seats, bot="random", clock=CLOCK, arbiter_call="stop").start().play(4)
    to = game.table.book.n - 2
    game.call("c1", "seat:1")
    for by in (ANNA, BELA):
        game.add(claim(game.table, "c1", at=game.tick(), by=by))
        game.add(release(game.table, "c1", at=game.tick(), by=by))
    game.add(claim(game.table, "c1", at=game.tick(), by=ANNA))
    at = game.tick()
    ruling = Ruling("infraction", ("rewind", "penalty"), ("Turns",), text="A" * 43, sealed_text="B" * 42 + "A")
    steps = (
        lambda now: go_back(now, to, game.lives, at=at, by=ANNA, reason="infraction"),
        lambda now: penalise(now, 0, "warning", "c1", at=at, by=ANNA, points=1),
    )
    game.add(rule(game.table, "c1", ruling, steps, at=at, by=ANNA))
    game.add(appeal(game.table, "c1", at=game.tick(), by="seat:0", text="A" * 43))
    game.add(claim(game.table, "c1", at=game.tick(), by=BELA))
    again = [lambda now: resume(now, "case:c1", at=game.at, by=BELA)]
    game.add(rule(game.table, "c1", Ruling("infraction", ("none",)), again, at=game.tick(), by=BELA))
    game.call("c2", "seat:0")
    game.add(claim(game.table, "c2", at=game.tick(), by=ANNA))
    game.add(dismiss(game.table, "c2", "unfounded", at=game.tick(), by=ANNA, text="A" * 43))
    game.go_on("case:c2", ANNA)
    return agreed(game.play(2)).play(2)


def agreed(game: Game) -> Game:
    """Go back by the ruling of one more case, which whoever is no bot accepts: then the play goes on."""
    to = game.table.book.n - 1
    game.call("c3", "seat:1")
    game.add(claim(game.table, "c3", at=game.tick(), by=ANNA))
    at = game.tick()
    back = [lambda now: go_back(now, to, game.lives, at=at, by=ANNA, reason="mistake")]
    game.add(rule(game.table, "c3", Ruling("infraction", ("rewind",)), back, at=at, by=ANNA))
    for seat in range(game.table.setup.seats):
        if seat not in game.table.book.cases["c3"].accepted:
            game.add(accept_ruling(game.table, "c3", seat, at=game.tick(), by=f"seat:{seat}"))
    assert game.table.book.in_play
    return game


@pytest.mark.parametrize("play", [stopped, judged])
@pytest.mark.parametrize("name", games.names())
def test_nobody_s_view_and_no_state_changes_and_every_copy_says_the_same(
    name: str, play: Callable[[str], Game]
) -> None:
    """Nothing is sealed in them or opened by them; the state before is the state after, byte for byte."""
    played = play(name).done()
    seen: dict[int, set[bytes]] = {}
    for viewer in every_viewer(played.table.setup.seats):
        timeline = Timeline(read(split(played.record(viewer))))
        for before, moment in zip(timeline.moments, timeline.moments[1:], strict=False):
            entry: Any = moment.entry
            if entry.__struct_config__.tag not in KINDS:
                continue
            copied = moment.opened.copied
            assert (entry.seals, copied.opened, moment.facts) == ({}, {}, ())
            assert state_bytes(moment.state) == state_bytes(before.state)
            here = timeline.view(Address(entry.n), viewer)
            assert here == timeline.view(Address(before.entry.n), viewer)
            seen.setdefault(entry.n, set()).add(copied.public)
        assert verify_bytes(played.record(viewer)).failed == ()
    expected: Mapping[Any, set[str]] = {judged: OF_CASES | {"paused", "resumed"}, stopped: OF_CLOCKS | {"case_opened"}}
    assert {entry.kind for entry in played.entries} & KINDS == expected[play]
    assert len(seen) == sum(entry.kind in KINDS for entry in played.entries)
    assert all(len(public) == 1 for public in seen.values())


@pytest.mark.parametrize("name", games.names())
def test_after_a_ruling_that_goes_back_everybody_sees_what_they_saw_there(name: str) -> None:
    """Section 3: no seat's view differs from its view at the goal; what the desk wrote changes none."""
    played = judged(name).done()
    for viewer in every_viewer(played.table.setup.seats):
        timeline = Timeline(read(split(played.record(viewer))))
        back = next(moment for moment in timeline.moments if isinstance(moment.entry, RewoundTo))
        assert isinstance(back.entry, RewoundTo)
        there = timeline.view(Address(back.entry.to), viewer)
        last = next(moment.entry.n for moment in timeline.moments if isinstance(moment.entry, CaseDismissed))
        assert all(timeline.view(Address(n), viewer) == there for n in range(back.entry.n, last + 1))


@pytest.mark.parametrize("name", games.names())
def test_what_is_asked_is_the_same_before_and_after(name: str) -> None:
    """The decisions by their kinds and tags; later by what no clock counts."""
    game = Game(name, min(games.game(name).rules.seat_counts), bot="random", clock=CLOCK).start().play(4)
    before = game.table.decisions
    game.stop()
    assert game.table.decisions == {}
    game.go_on(ms=50_000)
    after = game.table.decisions
    assert {seat: (asked.kind, asked.n, asked.at + 50_000) for seat, asked in before.items()} == {
        seat: (asked.kind, asked.n, asked.at) for seat, asked in after.items()
    }
