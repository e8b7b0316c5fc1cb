"""Times in words."""

from __future__ import annotations

import pytest

from domain.kernel.display.words import words_in
from replay.times import clock, day, length, stamp


@pytest.mark.parametrize(
    ("at", "text"),
    [
        (0, "1970-01-01T00:00:00.000Z"),
        (1_767_225_600_007, "2026-01-01T00:00:00.007Z"),
        (951_782_399_999, "2000-02-28T23:59:59.999Z"),
    ],
)
def test_a_time_is_shown_in_utc_to_the_millisecond(at: int, text: str) -> None:
    assert stamp(at) == text
    assert f"{day(at)}T{clock(at)}Z" == text


def test_a_time_outside_the_calendar_is_no_error() -> None:
    assert (stamp(2**53 - 1), day(2**53 - 1), clock(2**53 - 1)) == ("–", "–", "–")


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (0, "0.000 s"),
        (59_999, "59.999 s"),
        (60_000, "1 min 00 s"),
        (3_599_499, "59 min 59 s"),
        (3_723_000, "1 h 02 min 03 s"),
    ],
)
def test_a_length_of_time_is_shown_as_fine_as_it_is_long(ms: int, text: str) -> None:
    assert length(ms) == text


@pytest.mark.parametrize(("ms", "text"), [(250, "0.250秒"), (119_000, "1分59秒"), (3_723_000, "1時間02分03秒")])
def test_a_length_of_time_has_the_units_of_the_language(ms: int, text: str) -> None:
    assert length(ms, words_in("ja", "replay")) == text
