"""Hidden cards told apart while a world is imagined: each is followed as a token, `?1`, `?2` and so on.

A known card stands for itself. What is told of a coming entry moves tokens and names some of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from domain.kernel.cards.zones import in_order
from domain.kernel.chance import Chance
from domain.kernel.marks import HIDDEN


class NoWorldError(Exception):
    """`imagine` found no state that agrees with what is known."""


class Unknowns:
    """The tokens given so far, and the cards that some of them were told to be."""

    def __init__(self) -> None:
        self._count = 0
        self.named: dict[str, str] = {}

    def tokens(self, cards: Iterable[str]) -> list[str]:
        """Return the cards with a new token for each unknown one."""
        tokens = []
        for card in cards:
            if card == HIDDEN:
                self._count += 1
                card = f"{HIDDEN}{self._count}"
            tokens.append(card)
        return tokens

    def known(self, token: str) -> str:
        """Return the card that a token was told to be, else the token."""
        return self.named.get(token, token)

    def name(self, token: str, card: str) -> None:
        """Note that a token is this card; nothing is told by an unknown one. Raises `NoWorldError`."""
        if card == HIDDEN:
            return
        if is_unknown(token):
            self.named[token] = card
        elif token != card:
            raise NoWorldError(f"{card} is told where {token} lies")

    def draw(self, deck: list[str], card: str) -> str:
        """Take the token on top of a deck, which is told to be this card; raises `NoWorldError`."""
        if not deck:
            raise NoWorldError("a card is drawn where none is left")
        token = deck.pop(0)
        self.name(token, card)
        return token

    def leave(self, hand: list[str], card: str, pick: Callable[[int], int]) -> str:
        """Let a card leave a hand: a known one of its kind, else an unknown one, whichever if the card is unknown too.

        `pick` chooses one of so many, by chance: a world in which told cards lie in the order in which they are told
        would follow them as they came. Raises `NoWorldError`.
        """
        known = [self.known(token) for token in hand]
        if card in known:
            return hand.pop(known.index(card))
        free = [place for place, name in enumerate(known) if card == HIDDEN or is_unknown(name)]
        if not free:
            raise NoWorldError(f"no {card} can leave a hand of {len(hand)} cards")
        token = hand.pop(free[pick(len(free))])
        self.name(token, card)
        return token


def is_unknown(token: str) -> bool:
    """Say whether a card is hidden: an unknown one, or the token of one."""
    return token.startswith(HIDDEN)


def left_over(pool: Counter[str], chance: Chance) -> list[str]:
    """Return the cards of a pool, from which all known ones were taken, in an order by chance.

    Raises `NoWorldError` where more were taken than there are.
    """
    if pool and min(pool.values()) < 0:
        raise NoWorldError(f"{min(pool, key=pool.__getitem__)} would lie in more places than there are copies")
    cards = tuple(pool.elements())
    return list(in_order(cards, chance.shuffle(len(cards), "imagine")))
