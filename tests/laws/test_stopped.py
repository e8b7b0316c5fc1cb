"""Entries about pauses and clocks tell everybody the same, and nothing of the game, in any game."""

from __future__ import annotations

from typing import Any

import pytest

from domain import games
from domain.audit.checks import verify_bytes
from domain.audit.timeline import Address, Timeline
from domain.kernel.seats import every_viewer
from domain.record.entries import Clock
from domain.record.lines import read, split
from tests.audit.tables import Game
from tests.laws.tables import state_bytes

KINDS = {"paused", "resumed", "clock_adjusted", "outage"}
CLOCK = Clock(move_ms=60_000, bank_ms=600_000)


def stopped(name: str) -> Game:
    """Return a table that was stopped, had its clocks set and was down, between two actions."""
    game = Game(name, min(games.game(name).rules.seat_counts), bot="random", clock=CLOCK).start().play(4)
    game.stop("case:c1", "seat:1")
    game.adjust(0, bank_ms=300_000)
    game.stop("ruler", "operator", ms=20_000)
    game.lapse(900_000)
    game.go_on("ruler", "operator")
    game.adjust(min(game.table.decisions), move_ms=90_000)
    game.down(120_000)
    return game.play(2)


@pytest.mark.parametrize("name", games.names())
def test_nobody_s_view_and_no_state_changes_and_every_copy_says_the_same(name: str) -> None:
    """Nothing is sealed in them or opened by them; the state before is the state after, byte for byte."""
    played = stopped(name).done()
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
    assert len(seen) == 7
    assert all(len(public) == 1 for public in seen.values())


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
