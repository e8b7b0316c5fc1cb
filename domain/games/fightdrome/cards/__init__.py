"""The cards: what is printed on them, which card answers which attack, and the Sleeves and Stacks that make a deck."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Annotated, Literal, TypeAlias

import msgspec

from domain.kernel.marks import HIDDEN

Card: TypeAlias = Annotated[str, msgspec.Meta(max_length=32)]  # a kind (`punch_20`), or a label (`punch_20_1`)
Sleeve: TypeAlias = Annotated[str, msgspec.Meta(max_length=24)]
Stack: TypeAlias = Annotated[str, msgspec.Meta(max_length=28)]
Kind: TypeAlias = Literal["punch", "kick", "grapple", "punch_block", "kick_block", "neurochem_block", "weave", "feint"]
Answer: TypeAlias = Literal["neurochem_required", "wrong_type", "too_weak"]

SET_ASIDE = "set_aside"  # the pile of Feints and Weaves, of which no character asks for a number
ANSWERS: Mapping[Kind, frozenset[Kind]] = {  # which kinds of attack a kind of card meets ("Card Types"; 7.1)
    "punch": frozenset(("punch", "grapple")),
    "kick": frozenset(("kick", "grapple")),
    "grapple": frozenset(("punch", "kick", "grapple")),
    "punch_block": frozenset(("punch", "grapple")),
    "kick_block": frozenset(("kick", "grapple")),
    "neurochem_block": frozenset(("punch", "kick", "grapple")),
    "weave": frozenset(("punch", "kick", "grapple")),
    "feint": frozenset(("punch", "kick", "grapple")),
}


class CardPrint(msgspec.Struct, frozen=True):
    """What is printed on a card, and how many copies of it the box holds."""

    card: Card
    name: str
    kind: Kind
    attack: bool
    neurochem: bool
    strength: int | None
    fame: int
    copies: int
    pile: str


class CardSet:
    """A box of cards as lookups; compared by identity, never encoded.

    Lists of cards are in table order, the order that every shuffle starts from (section 4). Lookups by card take kinds
    and labels, unless they say otherwise.
    """

    def __init__(
        self,
        digest: str,
        prints: tuple[CardPrint, ...],
        sleeves: Mapping[Sleeve, tuple[str, ...]],
        stacks: Mapping[Stack, tuple[int, ...]],
    ) -> None:
        self.digest = digest
        self.prints = prints
        self.sleeves = sleeves  # the pile that each row means
        self.stacks = stacks  # the number of each row
        self.print_of = {printed.card: printed for printed in prints}  # by kind
        self.rank = {printed.card: place for place, printed in enumerate(prints)}  # by kind
        self.labels = {
            printed.card: tuple([f"{printed.card}_{copy}" for copy in range(1, printed.copies + 1)])
            for printed in prints
        }
        self.kind_of = {card: kind for kind, labels in self.labels.items() for card in (kind, *labels)}
        self.kind_of[HIDDEN] = HIDDEN
        self.open = frozenset(chain.from_iterable(self.labels.values()))  # labels
        self.attacks = self._where([printed.card for printed in prints if printed.attack])
        self.neurochems = self._where([printed.card for printed in prints if printed.neurochem])
        self.feints = self._where([printed.card for printed in prints if printed.kind == "feint"])
        self.fame = {card: self.print_of[kind].fame for card, kind in self.kind_of.items() if kind != HIDDEN}
        self.set_aside = tuple(  # Feints and Weaves that every deck holds: half of the copies in the box (R4)
            chain.from_iterable(
                [(printed.card,) * (printed.copies // 2) for printed in prints if printed.pile == SET_ASIDE]
            )
        )
        self.piles = tuple(dict.fromkeys([printed.pile for printed in prints if printed.pile != SET_ASIDE]))
        self.pile_of = {printed.card: printed.pile for printed in prints}  # by kind
        self.in_pile = {
            pile: tuple([card for card in self.every_card() if self.pile_of[card] == pile]) for pile in self.piles
        }
        self.counts = {  # by Sleeve and Stack: how many cards of each pile, in the order of `piles`
            (sleeve, stack): tuple(
                [sum([number for row, number in zip(rows, numbers, strict=True) if row == pile]) for pile in self.piles]
            )
            for sleeve, rows in sleeves.items()
            for stack, numbers in stacks.items()
        }
        replies = {attack.card: {card.card: reply(card, attack) for card in prints} for attack in prints}
        self.replies = {card: replies[kind] for card, kind in self.kind_of.items() if kind != HIDDEN}  # by attack
        self.answers = {  # by attack: the kinds that meet it
            card: frozenset([kind for kind, no in found.items() if no is None]) for card, found in self.replies.items()
        }

    def _where(self, kinds: list[Card]) -> frozenset[Card]:
        return frozenset([card for card, kind in self.kind_of.items() if kind in kinds])

    def every_card(self) -> tuple[Card, ...]:
        """Return the kind of every deck card in the box, in table order."""
        return tuple([printed.card for printed in self.prints for _ in range(printed.copies)])

    def title(self, card: Card) -> str:
        """Return what people call a card: its name, and its strength if it has one."""
        printed = self.print_of[self.kind_of[card]]
        return printed.name if printed.strength is None else f"{printed.name} {printed.strength}"

    def in_order(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Return kinds in table order, which tells nothing about the order they lay in."""
        return tuple(sorted(cards, key=self.rank.__getitem__))


def reply(card: CardPrint, attack: CardPrint) -> Answer | None:
    """Say why a card cannot answer an attack, or nothing if it can; source: 7.1, "Card Types", R19 to R22."""
    if attack.neurochem and not card.neurochem:
        return "neurochem_required"
    if attack.kind not in ANSWERS[card.kind]:
        return "wrong_type"
    if card.strength is not None and attack.strength is not None and card.strength < attack.strength:
        return "too_weak"
    return None
