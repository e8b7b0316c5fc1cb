"""Time at a table in words: the deadline with the delay, the grace after it, and what is left."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from domain.kernel.display.words import Words
from terminal.playing.session import Sight, Times

SECOND = 1_000  # milliseconds


def times_said(sight: Sight, now: int) -> Iterator[str]:
    """Yield until when the own seat has to answer, if a clock runs."""
    own = sight.own_time
    if own is not None:
        yield from _until(own, now, sight.wording.words)


def time_left(sight: Sight, now: int) -> Iterator[str]:
    """Yield how much time each awaited seat has."""
    words = sight.wording.words
    if not sight.times:
        yield words.say("No clock runs.")
    for times in sight.times:
        if times.seat == sight.seat:
            yield from _until(times, now, words)
        else:
            left = shown(times.deadline - now)
            yield words.say("{seat} has {time}.", seat=words.seat(times.seat), time=left)


def running(sight: Sight, now: int) -> Iterator[str]:
    """Yield the clock of each awaited seat, the own one first; behind a plus it is the grace that is left."""
    for times in sorted(sight.times, key=lambda times: times.seat != sight.seat):
        left = times.deadline - now
        text = shown(left) if left > 0 or times.due == times.deadline else f"+{shown(times.due - now)}"
        yield f"{sight.wording.words.seat(times.seat)} {text}"


def _until(times: Times, now: int, words: Words) -> Iterator[str]:
    moment = datetime.fromtimestamp(times.deadline // SECOND, UTC)
    day, clock, left = f"{moment:%Y-%m-%d}", f"{moment:%H:%M:%S}", shown(times.deadline - now)
    yield words.say("You have until {day} {time} UTC, {left} from now.", day=day, time=clock, left=left)
    grace = times.due - times.deadline
    if grace > 0:
        text = "An answer that comes {time} later still counts."
        yield words.say(text, time=shown(grace))


def shown(milliseconds: int) -> str:
    """Return a time as a clock shows it: `0:05`, `12:00`, `1:02:03`; one that is over is `0:00`."""
    seconds = max(milliseconds, 0) // SECOND
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
