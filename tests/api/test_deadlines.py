"""Bounds in time without a timer each: whoever is due ends at the next look, whoever was put off later."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

from api.running.front.deadlines import LOOK, NEVER, Deadlines


class Loop:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self._due: list[tuple[float, Callable[[], object]]] = []
        self.cancelled = False

    def time(self) -> float:
        """Return the time."""
        return self.now

    def call_later(self, seconds: float, call: Callable[[], object]) -> Any:
        """Call this in so many seconds."""
        self._due.append((self.now + seconds, call))
        return self

    def cancel(self) -> None:
        """Call nothing more."""
        self.cancelled = True

    def pass_by(self, seconds: float) -> None:
        """Let time go on."""
        end = self.now + seconds
        while self._due and self._due[0][0] <= end:
            self.now, call = self._due.pop(0)
            call()
        self.now = end


class One:
    """Something with a bound."""

    def __init__(self, due: float) -> None:
        self.due = due
        self.slot = 0
        self.gone = False
        self.expired: list[float] = []
        self.puts_off = 0.0

    def expire(self) -> None:
        """Note that the time has come."""
        self.expired.append(self.due)
        if self.puts_off:
            self.due += self.puts_off
        else:
            self.gone = True


def watching(loop: Loop, often: float, *ones: One) -> Deadlines:
    """Look at these."""
    deadlines = Deadlines(cast(asyncio.AbstractEventLoop, loop), often)
    for one in ones:
        deadlines.watch(one)
    return deadlines


def test_each_expires_once_its_time_has_come_and_not_before() -> None:
    loop = Loop()
    soon, late, never = One(loop.now + 1), One(loop.now + 10), One(NEVER)
    watching(loop, 3.0, soon, late, never)
    loop.pass_by(1 - LOOK)
    assert soon.expired == []
    loop.pass_by(3 * LOOK)
    assert len(soon.expired) == 1
    loop.pass_by(8)
    assert late.expired == []
    loop.pass_by(1)
    assert (len(late.expired), never.expired) == (1, [])


def test_whoever_is_put_off_is_asked_again_then() -> None:
    loop = Loop()
    by_itself, when_asked = One(loop.now + 1), One(loop.now + 1)
    when_asked.puts_off = 2.0
    watching(loop, 5.0, by_itself, when_asked)
    by_itself.due += 4
    loop.pass_by(4.9)
    assert by_itself.expired == []
    assert when_asked.expired == [1_001.0, 1_003.0]
    loop.pass_by(0.5)
    assert by_itself.expired == [1_005.0]


def test_a_bound_that_comes_nearer_is_seen_within_the_time_between_two_looks_at_it() -> None:
    """And at once if it is watched anew."""
    loop = Loop()
    one, other = One(NEVER), One(NEVER)
    deadlines = watching(loop, 5.0, one, other)
    loop.pass_by(1)
    one.due = other.due = loop.now + 1
    deadlines.watch(other)
    loop.pass_by(1 + 2 * LOOK)
    assert (len(one.expired), len(other.expired)) == (0, 1)
    loop.pass_by(4)
    assert len(one.expired) == 1


def test_nothing_is_kept_of_who_has_left() -> None:
    loop = Loop()
    left, gone = One(loop.now + 1), One(loop.now + 1)
    deadlines = watching(loop, 5.0, left, gone)
    deadlines.forget(left)
    loop.pass_by(10)
    assert (left.expired, len(gone.expired)) == ([], 1)
    assert not any(deadlines._slots.values())
    deadlines.forget(left)
    deadlines.stop()
    assert loop.cancelled


def test_looks_that_were_missed_are_made_up_for() -> None:
    """A loop that stood still looks at all that came due meanwhile."""
    loop = Loop()
    ones = [One(loop.now + seconds) for seconds in (1, 2, 3)]
    deadlines = watching(loop, 5.0, *ones)
    loop.now += 60
    deadlines._look()
    assert [len(one.expired) for one in ones] == [1, 1, 1]
