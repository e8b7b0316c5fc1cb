"""Advice at a decision: an estimate from what the seat knew, never for a table that runs."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.audit import advice, futures
from domain.audit.advice import Advised, advise, suggested
from domain.audit.futures import RunningError
from domain.audit.timeline import Timeline
from domain.games import game, shipped
from domain.kernel.cards.unknowns import NoWorldError
from domain.kernel.chance import QuickChance
from domain.kernel.messages import TimeOut
from domain.kernel.seats import ARBITER, Viewer, seat_viewer
from domain.record.entries import ActionTaken
from domain.record.lines import read, split
from tests.audit.tables import Game, Played, duel


@pytest.fixture(autouse=True)
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "LOOKED_AT", 6)
    monkeypatch.setattr(advice, "FIRST_LOOK", 1)


def timeline(played: Played, viewer: Viewer = ARBITER) -> Timeline:
    return Timeline(read(split(played.record(viewer))))


def estimate(line: Timeline, n: int, seat: int, worlds: int = 2) -> list[Advised]:
    bot = line.title.bots["random"]
    return advise(line, n, seat, bot=bot, worlds=worlds, seed=1, progress=lambda *_: None)


def awaited(line: Timeline, n: int) -> int:
    return min(line.moment(n).table.decisions)


@pytest.mark.parametrize("name", sorted(shipped()))
def test_what_a_bot_suggests_rests_on_the_seats_own_copy_while_the_game_runs(name: str) -> None:
    """It is legal, and the same by the copy that opens everything."""
    made = Game(name, 2, seed=6).start().play(5).done()
    full = timeline(made)
    seat = awaited(full, len(full))
    own = timeline(made, seat_viewer(seat))
    bot = full.title.bots["sensible"]
    command = suggested(own, seat, bot=bot, seed=1)
    assert command == suggested(full, seat, bot=bot, seed=1)
    live = full.moment(len(full)).table.live
    assert live is not None
    assert full.title.rules.refuse(live.state, seat, command) is None


SLOW = ("chanic_panic", "panzer_clash")  # games to play on


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long) if name in SLOW else name for name in sorted(shipped())]
)
def test_the_estimate_rests_on_what_the_seat_knew(name: str) -> None:
    """The full copy and the seat's own give the same; what was played is among the legal actions."""
    made = Game(name, 2, seed=6).start().play(9).abandon().done()
    full = timeline(made)
    n = len(full) - 3
    seat = awaited(full, n)
    found = estimate(full, n, seat)
    assert found == estimate(timeline(made, seat_viewer(seat)), n, seat)
    assert 1 <= len(found) <= 5
    assert sum(one.by_bot for one in found) == 1
    assert all(0 <= one.won <= one.worlds <= 2 for one in found)
    shares = [one.won / max(one.worlds, 1) for one in found]
    assert shares == sorted(shares, reverse=True)
    assert len({msgspec.json.encode(one.command) for one in found}) == len(found)


@pytest.mark.no_cover
def test_a_move_that_wins_at_once_comes_first() -> None:
    """Before the last action of a duel, whatever the winner did there won in every world."""
    line = timeline(duel())
    last = [moment.entry for moment in line.moments if isinstance(moment.entry, ActionTaken)][-1]
    best = estimate(line, last.n - 1, last.seat, worlds=6)
    assert (best[0].won, best[0].worlds) == (6, 6)
    assert any(one.played and one.won == 6 for one in best)


def test_a_table_that_runs_is_refused_and_nobody_to_decide_has_no_advice() -> None:
    running = timeline(Game("chanic_panic", 2).start().play(4).done())
    with pytest.raises(RunningError):
        estimate(running, len(running), awaited(running, len(running)))
    ended = timeline(duel())
    assert estimate(ended, len(ended), 0) == []


def test_a_decision_that_was_never_taken_has_advice_too() -> None:
    line = timeline(Game("chanic_panic", 2).start().play(4).abandon().done())
    n = len(line) - 2  # then it is given up, and the secrets are opened
    assert not any(one.played for one in estimate(line, n, awaited(line, n)))


def test_worlds_without_an_end_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    line = timeline(duel())
    n = line.started
    assert n is not None
    monkeypatch.setattr(futures, "MOST_ACTIONS", 0)
    assert {one.worlds for one in estimate(line, n, awaited(line, n))} == {0}


def test_where_no_world_is_found_nothing_is_claimed() -> None:
    class NoWorlds:
        def imagine(self, state: Any, chance: QuickChance) -> Any:
            raise NoWorldError("none")

    rules: Any = NoWorlds()
    trial = advice._Trial(rules, None, 0, game("chanic_panic").bots["random"], 1)
    assert trial.results(TimeOut(), range(3)) == (0, 0)
