"""Time in words: the deadline and what is left until it, and the grace after it."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.display.wording import Wording
from domain.kernel.display.words import Words
from terminal.playing.clocks import shown, time_left, times_said
from terminal.playing.session import Sight, Times

NOON = 1_767_268_800_000  # ms since 1970: 2026-01-01 12:00 UTC
NOBODY: Any = None  # whose record is not looked at


def sight(*times: Times) -> Sight:
    wording = Wording(Words(["Ada", "Ben"]))
    return Sight(9, 0, over=False, decision=None, timeline=NOBODY, picture=None, wording=wording, times=times)


@pytest.mark.parametrize(
    ("milliseconds", "text"), [(0, "0:00"), (5_999, "0:05"), (720_000, "12:00"), (3_723_000, "1:02:03")]
)
def test_a_time_is_shown_as_clocks_do(milliseconds: int, text: str) -> None:
    assert shown(milliseconds) == text


def test_the_own_deadline_is_told_with_its_grace() -> None:
    own = Times(0, NOON, NOON + 5_000)
    assert list(times_said(sight(own), NOON - 61_000)) == [
        "You have until 2026-01-01 12:00:00 UTC, 1:01 from now.",
        "An answer that comes 0:05 later still counts.",
    ]
    late = list(times_said(sight(Times(0, NOON, NOON)), NOON + 9))
    assert late == ["You have until 2026-01-01 12:00:00 UTC, 0:00 from now."]


def test_who_is_awaited_has_a_time_and_nobody_else() -> None:
    assert list(times_said(sight(Times(1, NOON, NOON)), NOON)) == []
    assert list(time_left(sight(Times(1, NOON, NOON)), NOON - 30_000)) == ["Ben has 0:30."]
    assert next(time_left(sight(Times(0, NOON, NOON)), NOON)).startswith("You have until")
    assert list(time_left(sight(), NOON)) == ["No clock runs."]
