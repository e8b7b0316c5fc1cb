"""Times of a record for people: milliseconds since 1970, shown in UTC."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from domain.kernel.display.words import Words

_ENGLISH = Words()
NO_DAY = "–"  # a time that lies outside the calendar; `verify` judges it


def now() -> int:
    """Return the time by this machine's clock, for what a person writes."""
    return time.time_ns() // 1_000_000


def moment(at: int) -> datetime | None:
    """Return the time, to the millisecond; `None` outside the calendar's years."""
    try:
        return datetime.fromtimestamp(at // 1000, UTC).replace(microsecond=at % 1000 * 1000)
    except (OverflowError, ValueError, OSError):
        return None


def stamp(at: int) -> str:
    """Return the time as RFC 3339, for example `2026-01-01T12:00:00.000Z`."""
    when = moment(at)
    return NO_DAY if when is None else when.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def day(at: int) -> str:
    """Return the day, for example `2026-01-01`."""
    when = moment(at)
    return NO_DAY if when is None else when.date().isoformat()


def clock(at: int) -> str:
    """Return the time of day, for example `12:00:00.000`."""
    when = moment(at)
    return NO_DAY if when is None else when.time().isoformat(timespec="milliseconds")


def length(ms: int, words: Words = _ENGLISH) -> str:
    """Return a length of time, for example `1 h 02 min 03 s` or `0.250 s`."""
    if ms < 60_000:
        return words.say("{seconds} s", seconds=f"{ms / 1000:.3f}")
    minutes, seconds = divmod(round(ms / 1000), 60)
    hours, minutes = divmod(minutes, 60)
    if not hours:
        return words.say("{minutes} min {seconds} s", minutes=minutes, seconds=f"{seconds:02}")
    return words.say(
        "{hours} h {minutes} min {seconds} s", hours=hours, minutes=f"{minutes:02}", seconds=f"{seconds:02}"
    )
