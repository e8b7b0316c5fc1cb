"""What lies face down put in a new order, so that nothing which a seat learned of coming cards holds any more.

A table that goes back may do so: nobody loses anything, since to everybody the new order is as unknown as the old one.
"""

from __future__ import annotations

from typing import Protocol

from domain.kernel.cards.zones import in_order, unknown
from domain.kernel.chance import Chance
from domain.kernel.display.words import Words
from domain.kernel.messages import UnseenReordered
from domain.kernel.refusals import NotThereError
from domain.kernel.seats import Seat


class Drafting(Protocol):
    """What this module needs of a game's draft."""

    chance: Chance

    def emit(self, fact: UnseenReordered, /) -> None:
        """Let it happen."""


def reorder(
    draft: Drafting,
    cards: tuple[str, ...],
    *,
    pile: str,
    seat: Seat | None = None,
    above: int = 0,
    below: int = 0,
) -> None:
    """Put cards that lie face down in a new order; the first `above` and the last `below` stay where they are.

    Nothing happens to fewer than two: there is no other order.
    """
    count = len(cards) - above - below
    if count < 2:
        return
    purpose = f"unseen_{pile}" if seat is None else f"unseen_{pile}_{seat}"
    order = in_order(cards[above : above + count], draft.chance.shuffle(count, purpose))
    draft.emit(UnseenReordered(pile=pile, above=above, count=count, seat=seat, order=order))


def reordered(cards: tuple[str, ...], fact: UnseenReordered) -> tuple[str, ...]:
    """Return cards as the fact left them; unknown ones where the new order is hidden. Raises `NotThereError`."""
    order = unknown(fact.count) if fact.order is None else fact.order
    end = fact.above + fact.count
    if end > len(cards) or len(order) != fact.count:
        raise NotThereError(f"{fact.count} cards below {fact.above} are not among {len(cards)}")
    return (*cards[: fact.above], *order, *cards[end:])


def reordering(fact: UnseenReordered, words: Words) -> str:
    """Say that cards were put in a new order."""
    if fact.seat is None:
        return words.say("{count} cards that lie face down are put in a new order.", count=fact.count)
    return words.say(
        "{count} cards of {seat} that lie face down are put in a new order.",
        count=fact.count,
        seat=words.seat(fact.seat),
    )
