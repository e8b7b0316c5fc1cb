"""Randomness as a value that is handed in. A game asks for shuffles and picks by purpose and never makes its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal, Protocol, TypeAlias, TypeVar

import msgspec

MOST = 65_536  # things in one draw; bounds what a hostile record makes a verifier compute

Index: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]


class Draw(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One use of chance, as the record keeps it.

    `label` is `<rewinds>/<use>/<purpose>`. The result of a shuffle is the permutation (place i holds what lay at
    `result[i]`), that of a pick a number from 0 to `n` - 1; `None` where it is sealed.
    """

    label: str
    kind: Literal["shuffle", "pick"]
    n: Annotated[int, msgspec.Meta(ge=0, le=MOST)]
    result: tuple[Index, ...] | Index | None


class Chance(Protocol):
    """What a game may ask of chance. `open` says that everybody sees the result (who begins)."""

    def shuffle(self, n: int, purpose: str, *, open: bool = False) -> tuple[int, ...]:
        """Return a permutation of 0 to n - 1."""

    def pick(self, n: int, purpose: str, *, open: bool = False) -> int:
        """Return a number from 0 to n - 1."""


T = TypeVar("T")

_MASK = (1 << 64) - 1


class QuickChance:
    """Cheap repeatable chance for bots, `imagine` and tests (SplitMix64); never used to deal a recorded game."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def word(self) -> int:
        """Return the next 64-bit word."""
        self._state = z = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def pick(self, n: int, purpose: str = "", *, open: bool = False) -> int:
        """Return a number from 0 to n - 1 (the modulo bias of 2^-58 does not matter here)."""
        return self.word() % n

    def shuffle(self, n: int, purpose: str = "", *, open: bool = False) -> tuple[int, ...]:
        """Return a permutation of 0 to n - 1."""
        places = list(range(n))
        for i in range(n - 1, 0, -1):
            j = self.word() % (i + 1)
            places[i], places[j] = places[j], places[i]
        return tuple(places)

    def choice(self, items: Sequence[T]) -> T:
        """Return one of the items."""
        return items[self.word() % len(items)]
