"""Decisions for programs that learn: nothing hidden is in them, and what was chosen was legal."""

from __future__ import annotations

import msgspec
import pytest

from domain.audit.decided import decisions
from domain.audit.timeline import Address, Timeline
from domain.games import game, shipped
from domain.kernel.messages import tag_of
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.record.lines import read, split
from tests.audit.tables import Game, Played, duel, harbour, went_back


def timeline(played: Played, viewer: Viewer = ARBITER) -> Timeline:
    return Timeline(read(split(played.record(viewer))))


@pytest.mark.parametrize("name", sorted(shipped()))
def test_a_seats_own_copy_gives_the_same_decisions(name: str) -> None:
    made = Game(name, 2, seed=2, bot="random").start().play(14).done()
    full = list(decisions(timeline(made), ARBITER))
    assert [one.n for one in full] == [entry.n for entry in made.entries if entry.kind == "action_taken"]
    for seat in (0, 1):
        own = timeline(made, seat_viewer(seat))
        mine = list(decisions(own, own.owner))
        assert msgspec.json.encode(mine) == msgspec.json.encode([one for one in full if one.seat == seat])
        for one in mine:
            assert msgspec.json.encode(one.view) == msgspec.json.encode(own.view(Address(one.n - 1), own.owner))
            anytime = {tag_of(command) for command in game(name).rules.anytime}
            legal = msgspec.json.decode(msgspec.json.encode(one.legal))
            assert one.truncated or msgspec.to_builtins(one.chosen) in legal or one.chosen.tag in anytime
            assert (one.place, one.points, one.forced) == (None, None, False)
    assert list(decisions(timeline(made, SPECTATOR), SPECTATOR)) == []


def test_a_decision_knows_what_came_of_it() -> None:
    whole = timeline(duel())
    found = list(decisions(whole, ARBITER))
    assert {one.place for one in found} == {1, 2}


def test_the_clocks_answers_are_marked_and_what_was_taken_back_is_left_out() -> None:
    assert any(one.forced for one in decisions(timeline(harbour()), ARBITER))
    back = timeline(went_back())
    told = {one.n for one in decisions(back, ARBITER)}
    assert told
    assert not told & back.taken_back


def test_a_long_list_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domain.audit.decided.MOST_LEGAL", 1)
    found = list(decisions(timeline(duel()), ARBITER))
    assert any(one.truncated and len(one.legal) == 1 for one in found)
