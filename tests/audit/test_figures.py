"""A record in figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from domain.audit.figures import Figures, figures
from domain.audit.timeline import Timeline
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer
from domain.record.lines import read, split
from tests.audit.tables import Game, Played, duel, four, harbour, unfinished, went_back


def counted(played: Played, viewer: Viewer = ARBITER) -> Figures:
    text = played.record(viewer)
    line = Timeline(read(split(text)))
    lines = text.splitlines(keepends=True)
    return figures(line, [len(lines[copied.line - 1]) for copied in line.record.entries])


@pytest.mark.parametrize("table", [duel, four, unfinished])
def test_actions_are_counted_by_seat_and_command(table: Callable[[], Played]) -> None:
    played = table()
    found = counted(played)
    kinds = Counter(entry.kind for entry in played.entries)
    assert found.entries == len(played.entries)
    assert found.actions == kinds["action_taken"] == sum(seat.actions for seat in found.seats)
    for seat in found.seats:
        assert sum(seat.commands.values()) == seat.actions
        assert list(seat.commands) == sorted(seat.commands)
        assert seat.median_ms <= seat.longest_ms <= seat.thought_ms


def test_the_time_played_is_what_the_seats_thought_where_one_thinks_at_a_time() -> None:
    found = counted(duel())
    assert found.played_ms == sum(seat.thought_ms for seat in found.seats) > 0


def test_draws_are_counted_by_purpose() -> None:
    found = counted(four())
    shuffles = {draw.purpose: draw for draw in found.draws}
    assert (shuffles["deck"].kind, shuffles["deck"].times, shuffles["deck"].items) == ("shuffle", 1, 80)
    assert (shuffles["first_seat"].kind, shuffles["first_seat"].items) == ("pick", 4)


def test_time_outs_are_counted() -> None:
    found = counted(harbour())
    forced = sum(entry.kind == "action_forced" for entry in harbour().entries)
    assert sum(seat.timeouts for seat in found.seats) == forced > 0
    assert max(seat.longest_ms for seat in found.seats) > 60_000


def test_what_was_taken_back_is_counted_apart() -> None:
    found = counted(went_back())
    played = sum(entry.kind == "action_taken" for entry in went_back().entries)
    assert found.rewinds == 3
    assert found.taken_back > 0
    assert played - found.taken_back <= found.actions < played


def test_a_spectators_copy_is_smaller_but_its_entries_are_the_same() -> None:
    full, public = counted(duel()), counted(duel(), SPECTATOR)
    assert full.public_bytes == public.public_bytes
    assert full.bytes_an_action == public.bytes_an_action
    assert full.line_bytes > public.line_bytes > public.public_bytes
    assert full.line_bytes == sum(len(line) for line in duel().record().splitlines(keepends=True)[1:])


def test_a_table_that_has_not_begun_has_no_play() -> None:
    found = counted(Game("chanic_panic", 2).done())
    assert (found.actions, found.played_ms, found.bytes_an_action, found.draws) == (0, 0, 0, ())
    assert [(seat.actions, seat.median_ms, seat.longest_ms) for seat in found.seats] == [(0, 0, 0)] * 2
