"""Places where cards lie, with unknown cards, so that `evolve` runs on every redacted copy.

A card is a string; an unknown card is `"?"`. A card that is not there raises `NotThereError`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from domain.kernel.marks import HIDDEN
from domain.kernel.refusals import NotThereError


class Bag(msgspec.Struct, frozen=True):
    """Cards whose order nobody uses to find them: a hand. The order of arrival is kept and shown."""

    cards: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[str]:
        return iter(self.cards)

    def __contains__(self, card: str) -> bool:
        return card in self.cards

    def add(self, cards: Iterable[str]) -> Bag:
        """Return the bag with these cards at the end."""
        return Bag(self.cards + tuple(cards))

    def take(self, card: str) -> Bag:
        """Return the bag without this card.

        A named card leaves if it is known to be there, else one unknown card does. When an unknown card leaves, any of
        the others may have been it, so everything left becomes unknown.
        """
        return self.take_all((card,))

    def take_all(self, cards: Iterable[str]) -> Bag:
        """Return the bag without these cards, taken one after the other."""
        left = list(self.cards)
        for card in cards:
            if card == HIDDEN:
                if not left:
                    raise NotThereError("an unknown card leaves an empty place")
                left = [HIDDEN] * (len(left) - 1)
            elif card in left:
                left.remove(card)
            elif HIDDEN in left:
                left.remove(HIDDEN)
            else:
                raise NotThereError(f"{card} is not among {len(left)} cards")
        return Bag(tuple(left))


class Stack(msgspec.Struct, frozen=True):
    """Cards in an order that matters, the top first: a deck, a discard pile."""

    cards: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[str]:
        return iter(self.cards)

    @property
    def top(self) -> str:
        """The card on top; unknown in a redacted copy."""
        if not self.cards:
            raise NotThereError("no card lies on top of an empty stack")
        return self.cards[0]

    def draw(self, cards: tuple[str, ...]) -> Stack:
        """Return the stack after these cards left its top, in this order.

        Each must agree with what is known of its place: two names that differ raise `NotThereError`.
        """
        mine = self.cards
        count = len(cards)
        if mine[:count] != cards:
            if count > len(mine):
                raise NotThereError(f"{count} cards leave a stack of {len(mine)}")
            for said, lying in zip(cards, mine, strict=False):
                if said != lying and HIDDEN not in (said, lying):
                    raise NotThereError(f"{said} is not on top, {lying} is")
        return Stack(mine[count:])

    def put(self, cards: Iterable[str]) -> Stack:
        """Return the stack with these cards laid on top one after the other, the last on top."""
        return Stack(tuple(cards)[::-1] + self.cards)

    def take(self, card: str) -> Stack:
        """Return the stack without the topmost copy of this card, wherever it lies."""
        cards = self.cards
        try:
            place = cards.index(card if card in cards else HIDDEN)
        except ValueError:
            raise NotThereError(f"{card} is not in a stack of {len(cards)}") from None
        return Stack(cards[:place] + cards[place + 1 :])


class Ranks(dict[str, int]):
    """The place of each card in a public order; whatever has none comes last."""

    def __init__(self, cards: Iterable[str]) -> None:
        super().__init__({card: place for place, card in enumerate(cards)})

    def __missing__(self, card: str) -> int:
        return len(self)

    def in_order(self, cards: Iterable[str]) -> tuple[str, ...]:
        """Return cards in this order, which tells nothing about the hand that they come from."""
        return tuple(sorted(cards, key=self.__getitem__))


def unknown(count: int) -> tuple[str, ...]:
    """Return so many unknown cards."""
    return (HIDDEN,) * count


def in_order(cards: tuple[str, ...], permutation: tuple[int, ...]) -> tuple[str, ...]:
    """Return the cards as a shuffle left them: place i holds what lay at `permutation[i]`."""
    return tuple([cards[place] for place in permutation])


def free_label(kind: str, taken: Iterable[str], separator: str = "#") -> str:
    """Return the label with the lowest copy number of this kind that no open card bears.

    A label is given when a card becomes public and dropped when it is hidden again, so that it cannot be recognised.
    """
    used = set(taken)
    number = 1
    while f"{kind}{separator}{number}" in used:
        number += 1
    return f"{kind}{separator}{number}"
