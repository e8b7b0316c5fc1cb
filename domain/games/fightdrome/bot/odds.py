"""What the sensible bot reckons with: the cards that a seat has not seen, and how likely they hold an answer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from domain.games.fightdrome.cards import SET_ASIDE, Card, CardPrint, reply
from domain.games.fightdrome.view import FighterView, View

Answers: TypeAlias = Mapping[Card, frozenset[Card]]  # by Attack card: the kinds that meet it


class Unseen(NamedTuple):
    """Cards of one seat that a viewer has not seen: each kind with how likely one of them is of it."""

    share: tuple[tuple[Card, float], ...]
    attacks: tuple[tuple[Card, float], ...]  # those of them that are Attack cards
    attacking: float  # how likely one is an Attack card

    def one_of(self, kinds: frozenset[Card]) -> float:
        """Return how likely one card is of these kinds."""
        return sum([part for card, part in self.share if card in kinds])

    def none_of(self, kinds: frozenset[Card], size: int) -> float:
        """Return how likely a hand of this size has none of these kinds."""
        return float(max(0.0, 1 - self.one_of(kinds)) ** size)


@lru_cache(maxsize=8)  # boxes that are played with at one time
def answers_in(cards: tuple[CardPrint, ...]) -> Answers:
    """Return, for each Attack card of a box, the kinds that can answer it."""
    return {
        attack.card: frozenset([card.card for card in cards if reply(card, attack) is None])
        for attack in cards
        if attack.attack
    }


def unseen(view: View, me: FighterView, answers: Answers) -> tuple[Unseen, Unseen]:
    """Return what a seat does not know of its own deck, and of the opponent's hand and deck.

    How many cards of each pile are among them is public; of a pile each copy that does not lie open is as likely.
    """
    foe = view.fighters[1 - me.seat]
    pile_of = {printed.card: printed.pile for printed in view.cards}
    mine, theirs = [*(me.hand or ()), *_seen(view, me)], list(_seen(view, foe))
    copies = {printed.card: printed.copies for printed in view.cards}
    for card in (*mine, *theirs):
        copies[card] -= 1
    in_pile = dict.fromkeys(pile_of.values(), 0)
    for card, number in copies.items():
        in_pile[pile_of[card]] += number
    return (
        _spread(_left(view, me, mine, pile_of), copies, in_pile, pile_of, answers),
        _spread(_left(view, foe, theirs, pile_of), copies, in_pile, pile_of, answers),
    )


def _left(view: View, fighter: FighterView, seen: list[Card], pile_of: Mapping[Card, str]) -> dict[str, int]:
    """Return how many cards of each pile a seat has besides those that were seen."""
    left = {row.pile: row.count for row in fighter.deck_counts}
    left[SET_ASIDE] = sum([printed.copies // 2 for printed in view.cards if printed.pile == SET_ASIDE])
    for card in seen:
        left[pile_of[card]] -= 1
    return left


def _spread(
    left: Mapping[str, int],
    copies: Mapping[Card, int],
    in_pile: Mapping[str, int],
    pile_of: Mapping[Card, str],
    answers: Answers,
) -> Unseen:
    every = sum(left.values())
    share = tuple(
        [
            (card, number * left[pile] / in_pile[pile] / every)
            for card, number in copies.items()
            if number and left[pile := pile_of[card]]
        ]
    )
    attacks = tuple([(card, part) for card, part in share if card in answers])
    return Unseen(share, attacks, sum([part for _, part in attacks]))


def _seen(view: View, fighter: FighterView) -> Iterator[Card]:
    """Yield the kinds of a seat's cards that the viewer sees outside its hand."""
    for lying in fighter.discard:
        if lying.card is not None:
            yield lying.card if lying.face_down else kind_of(lying.card)
    if view.standing is not None and view.standing.owner == fighter.seat:
        yield kind_of(view.standing.card)


def kind_of(label: Card) -> Card:
    """Return the kind of a card that lies face up."""
    return label.rpartition("_")[0]
