"""Times of a record on paper: in UTC, to the millisecond, in figures that need no language."""

from __future__ import annotations

from datetime import UTC, datetime

NO_TIME = "–"  # outside the calendar; the checks judge it


def stamp(at: int) -> str:
    """Return the time since 1970, for example `2026-01-01 12:00:00.000`."""
    try:
        when = datetime.fromtimestamp(at // 1000, UTC).replace(microsecond=at % 1000 * 1000)
    except (OverflowError, ValueError, OSError):
        return NO_TIME
    return when.strftime("%Y-%m-%d %H:%M:%S.") + f"{at % 1000:03}"


def length(ms: int) -> str:
    """Return a length of time in hours, minutes and seconds, for example `0:07.250` or `1:02:03.000`."""
    seconds, rest = divmod(ms, 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    whole = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return f"{whole}.{rest:03}"
