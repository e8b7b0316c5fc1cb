"""Chance that can be checked: words of HMAC-SHA256 under the deal key, and draws read back from a record."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from domain.kernel.chance import Draw
from domain.record.keys import Keyed

_WORDS = struct.Struct(">4Q").unpack
_TWO64 = 1 << 64


def words(key: Keyed, label: str) -> Iterator[int]:
    """Yield the 64-bit words of a draw: blocks 0, 1, … of HMAC-SHA256(key, "<label>/<i>"), four words each."""
    block = 0
    while True:
        yield from _WORDS(key(f"{label}/{block}".encode()))
        block += 1


def uniform(source: Iterator[int], n: int) -> int:
    """Return a number from 0 to n - 1, each equally likely: words past the last full multiple of n are skipped."""
    limit = _TWO64 - _TWO64 % n
    for word in source:
        if word < limit:
            return word % n
    raise AssertionError("a stream of words never ends")


def shuffled(source: Iterator[int], n: int) -> tuple[int, ...]:
    """Return the Fisher-Yates permutation of 0 to n - 1: for i from the last place to 1 exchange i and j <= i."""
    places = list(range(n))
    for i in range(n - 1, 0, -1):
        j = uniform(source, i + 1)
        places[i], places[j] = places[j], places[i]
    return tuple(places)


class Drawn(NamedTuple):
    """A draw and whether everybody sees its result."""

    draw: Draw
    open: bool


class DealChance:
    """The chance of a recorded game. `use` counts all draws of the live line, `rewinds` the rewinds so far."""

    def __init__(self, key: Keyed, *, rewinds: int, use: int) -> None:
        self._key = key
        self._rewinds = rewinds
        self._use = use
        self.drawn: list[Drawn] = []

    def _label(self, purpose: str) -> str:
        label = f"{self._rewinds}/{self._use}/{purpose}"
        self._use += 1
        return label

    def shuffle(self, n: int, purpose: str, *, open: bool = False) -> tuple[int, ...]:
        """Return a permutation of 0 to n - 1 and note the draw."""
        label = self._label(purpose)
        result = shuffled(words(self._key, label), n)
        self.drawn.append(Drawn(Draw(label=label, kind="shuffle", n=n, result=result), open))
        return result

    def pick(self, n: int, purpose: str, *, open: bool = False) -> int:
        """Return a number from 0 to n - 1 and note the draw."""
        label = self._label(purpose)
        result = uniform(words(self._key, label), n)
        self.drawn.append(Drawn(Draw(label=label, kind="pick", n=n, result=result), open))
        return result


def recomputed(key: Keyed, draw: Draw) -> tuple[int, ...] | int:
    """Return what a draw with this label, kind and n must have given."""
    source = words(key, draw.label)
    return shuffled(source, draw.n) if draw.kind == "shuffle" else uniform(source, draw.n)


class DrawMismatchError(Exception):
    """The rules ask for another draw than the record holds."""


class RecordedChance:
    """The draws of one entry, given out again in their order; anything but the same question is a mismatch."""

    __slots__ = ("_draws", "_rewinds", "_use", "drawn")

    def __init__(self, draws: Sequence[Draw], *, rewinds: int, use: int) -> None:
        self._draws = draws
        self._rewinds = rewinds
        self._use = use
        self.drawn: list[Drawn] = []

    def _next(self, kind: str, n: int, purpose: str, *, open: bool) -> Any:
        label = f"{self._rewinds}/{self._use}/{purpose}"
        self._use += 1
        place = len(self.drawn)
        if place >= len(self._draws):
            raise DrawMismatchError(f"the rules draw {label}, the entry holds no such draw")
        draw = self._draws[place]
        if (draw.label, draw.kind, draw.n) != (label, kind, n):
            raise DrawMismatchError(f"the rules draw {label} ({kind} of {n}), the entry holds {draw.label}")
        if draw.result is None:
            raise DrawMismatchError(f"the result of {label} is sealed in this copy")
        self.drawn.append(Drawn(draw, open))
        return draw.result

    def shuffle(self, n: int, purpose: str, *, open: bool = False) -> tuple[int, ...]:
        """Return the recorded permutation."""
        result = self._next("shuffle", n, purpose, open=open)
        if type(result) is not tuple or any(type(i) is not int for i in result) or sorted(result) != list(range(n)):
            raise DrawMismatchError(f"the recorded shuffle {purpose} is no permutation of {n}")
        return tuple(result)

    def pick(self, n: int, purpose: str, *, open: bool = False) -> int:
        """Return the recorded number."""
        result = self._next("pick", n, purpose, open=open)
        if type(result) is not int or not 0 <= result < n:
            raise DrawMismatchError(f"the recorded pick {purpose} is not below {n}")
        return result

    @property
    def left_over(self) -> int:
        """How many recorded draws nobody asked for."""
        return len(self._draws) - len(self.drawn)
