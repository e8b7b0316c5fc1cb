"""Chance for the laws: rigged for the first world, scripted with other hidden results for the second."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from domain.kernel.chance import Draw, QuickChance
from domain.record.draws import Drawn

Order: TypeAlias = Callable[[int], tuple[int, ...]]


class _Noted:
    """Notes every draw as the record does."""

    def __init__(self, *, use: int, rewinds: int = 0) -> None:
        self.drawn: list[Drawn] = []
        self.rewinds = rewinds
        self._use = use

    def shuffle(self, n: int, purpose: str, *, open: bool = False) -> tuple[int, ...]:
        """Return a permutation of 0 to n - 1."""
        result: tuple[int, ...] = self._result("shuffle", n, purpose, open)
        return result

    def pick(self, n: int, purpose: str, *, open: bool = False) -> int:
        """Return a number from 0 to n - 1."""
        result: int = self._result("pick", n, purpose, open)
        return result

    def _result(self, kind: Any, n: int, purpose: str, is_open: bool) -> Any:
        result = self._choose(kind, n, purpose)
        label = f"{self.rewinds}/{self._use + len(self.drawn)}/{purpose}"
        self.drawn.append(Drawn(Draw(label=label, kind=kind, n=n, result=result), is_open))
        return result

    def _choose(self, kind: str, n: int, purpose: str) -> Any:
        raise NotImplementedError


class Luck(_Noted):
    """The first world's chance: the first shuffle of a purpose as a rigged deal says, others by chance.

    `orders` is used up. With `rotating` a shuffle only turns the cards round, so that neighbours stay neighbours.
    """

    def __init__(
        self, quick: QuickChance, orders: dict[str, Order], *, rotating: bool, use: int, rewinds: int = 0
    ) -> None:
        super().__init__(use=use, rewinds=rewinds)
        self._quick, self._orders, self._rotating = quick, orders, rotating

    def _choose(self, kind: str, n: int, purpose: str) -> Any:
        if kind == "pick":
            return self._quick.pick(n)
        if purpose in self._orders:
            return self._orders.pop(purpose)(n)
        if self._rotating and n:
            start = self._quick.pick(n)
            return tuple([(start + i) % n for i in range(n)])
        return self._quick.shuffle(n)


class Script(_Noted):
    """The second world's chance: given results as long as it is asked the same questions, else fresh ones."""

    def __init__(
        self, first: Sequence[Drawn], results: Sequence[Any], quick: QuickChance, *, use: int, rewinds: int
    ) -> None:
        super().__init__(use=use, rewinds=rewinds)
        self._first, self._results, self._quick = first, results, quick

    def _choose(self, kind: str, n: int, purpose: str) -> Any:
        place = len(self.drawn)
        if place < len(self._first):
            draw = self._first[place].draw
            if (draw.kind, draw.n, purpose_of(draw)) == (kind, n, purpose):
                return self._results[place]
        return self._quick.pick(n) if kind == "pick" else self._quick.shuffle(n)


def purpose_of(draw: Draw) -> str:
    """Return what a draw is for."""
    return draw.label.split("/", 2)[2]


def another(draw: Draw, result: Any, place: int, quick: QuickChance) -> Any:
    """Return another result: a pick anew, or a shuffle with the card at `place` exchanged for some other."""
    if draw.kind == "pick":
        return quick.pick(draw.n)
    cards = list(result)
    other = quick.pick(draw.n)
    cards[place], cards[other] = cards[other], cards[place]
    return tuple(cards)


def orders_of(orders: Mapping[str, Order]) -> dict[str, Order]:
    """Return a copy that a run may use up."""
    return dict(orders)
