"""What might have come of a moment: bots play on, from the table as it was or from what a viewer knew."""

from __future__ import annotations

import pytest

from domain.audit import futures as rooms
from domain.audit.futures import RunningError, futures
from domain.audit.timeline import Timeline
from domain.kernel.cards.unknowns import NoWorldError
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.kernel.setup import Outcome
from domain.record.entries import ActionTaken
from domain.record.lines import read, split
from tests.audit.tables import Game, Played, duel


def timeline(played: Played, viewer: Viewer = ARBITER) -> Timeline:
    return Timeline(read(split(played.record(viewer))))


def ends(line: Timeline, n: int, viewer: Viewer, worlds: int = 3) -> list[Outcome | None]:
    bots = dict.fromkeys(range(line.opening.seats), line.title.bots["random"])
    return list(futures(line, n, viewer, bots=bots, worlds=worlds, seed=4))


@pytest.mark.parametrize("viewer", [seat_viewer(0), seat_viewer(1), SPECTATOR], ids=str)
@pytest.mark.parametrize("name", ["fightdrome", "panic_clan_inviter"])
def test_the_full_record_and_the_viewers_own_copy_give_the_same(name: str, viewer: Viewer) -> None:
    made = Game(name, 2, seed=6).start().play(9).abandon().done()
    found = ends(timeline(made), 10, viewer)
    assert len(found) == 3
    assert any(outcome is not None for outcome in found)
    assert found == ends(timeline(made, viewer), 10, viewer)


def test_the_end_of_a_game_has_one_future() -> None:
    """With every card where it lay, after the action that ended the game nothing is left to chance."""
    line = timeline(duel())
    last = [moment.entry for moment in line.moments if isinstance(moment.entry, ActionTaken)][-1]
    found = ends(line, last.n, ARBITER)
    assert found == [line.title.rules.outcome(line.moment(last.n).state)] * 3


def test_before_the_deal_there_is_nothing_to_play_on() -> None:
    assert ends(timeline(duel()), 2, ARBITER) == []


def test_a_table_that_runs_is_refused() -> None:
    with pytest.raises(RunningError):
        ends(timeline(Game("chanic_panic", 2).start().play(4).done()), 6, ARBITER)


def test_a_game_without_an_end_or_a_world_has_no_result(monkeypatch: pytest.MonkeyPatch) -> None:
    line = timeline(duel())
    begun = line.started
    assert begun is not None
    monkeypatch.setattr(rooms, "MOST_ACTIONS", 2)
    assert ends(line, begun, seat_viewer(0)) == [None] * 3

    def nowhere(*_: object) -> None:
        raise NoWorldError("none")

    monkeypatch.setattr(type(line.title.rules), "imagine", nowhere)
    assert ends(line, begun, seat_viewer(0)) == [None] * 3
