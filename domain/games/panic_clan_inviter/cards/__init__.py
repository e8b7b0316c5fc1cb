"""A card set with its lookups, and the one that is shipped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypeAlias

import msgspec

from domain.games.panic_clan_inviter.vocabulary import (
    CardDefinition,
    Colour,
    Condition,
    Effect,
    FollowOnly,
    FollowPermit,
    MagicCard,
    Reference,
    RuleCard,
)
from domain.kernel.cards.zones import Ranks

Card: TypeAlias = Annotated[str, msgspec.Meta(max_length=32)]  # a kind (`r3`), or the label of an open card (`r3#2`)

COLOURS: Mapping[Colour, int] = {"red": 1, "blue": 2, "yellow": 4, "green": 8}  # a set of colours is their sum
ALL_COLOURS = 15


class CardSetName(msgspec.Struct, frozen=True, dict=True):
    """What a view says of the card set: its id and digest in JSON; within the process it leads to the set itself."""

    id: str
    digest: str

    @property
    def cards(self) -> CardSet:
        """The set of this name; only a name that came from a state has it."""
        cards: CardSet = self.__dict__["cards"]
        return cards


class CardSet:
    """The 72 cards of a game, indexed; compared by identity, never encoded.

    Where a mapping is "by card", its keys are kinds and labels.
    """

    def __init__(self, id: str, digest: str, definitions: Sequence[CardDefinition], warnings: tuple[str, ...]) -> None:
        self.id, self.digest, self.warnings = id, digest, warnings
        self.definitions = tuple(definitions)
        self.kinds = tuple([card.kind for card in definitions])
        self.by_kind = dict(zip(self.kinds, self.definitions, strict=True))
        self.labels = {
            card.kind: tuple([f"{card.kind}#{copy}" for copy in range(1, card.copies + 1)]) for card in definitions
        }
        self.kind = {name: kind for kind in self.kinds for name in (kind, *self.labels[kind])}  # by card
        self.rank = Ranks(self.kind)  # by card: the master order
        self._index_types()
        self.name = CardSetName(id, digest)
        self.name.__dict__["cards"] = self

    def _index_types(self) -> None:
        self.number: dict[Card, int] = {}  # by card
        self.colours: dict[Card, int] = {}  # by card
        self.follow: dict[Card, tuple[int, bool]] = {}  # by card: colours that may follow, and whether only they may
        self.conditions: dict[Card, tuple[Condition, ...]] = {}  # by card
        self.neighbours: dict[Card, tuple[Reference, ...]] = {}  # by rule card: the other lines it looks at
        self.placing: dict[Any, Any] = {}  # what `placing` has found out; keys are last cards and rules
        self.effects: dict[Card, tuple[Effect, ...]] = {}  # by card; none for rule cards
        self.cost: dict[Card, int] = {}  # by card; of magic cards
        for card in self.definitions:
            for name in (card.kind, *self.labels[card.kind]):
                self._index(name, card)
        self.start = next(kind for kind, card in self.by_kind.items() if isinstance(card, RuleCard) and card.starts)
        pack = [kind for kind, card in self.by_kind.items() for _ in range(card.copies)]
        self.pack = tuple(pack)  # every card, in master order
        pack.remove(self.start)
        self.deck = tuple(pack)  # what is shuffled when a game begins

    def _index(self, name: Card, card: CardDefinition) -> None:
        if isinstance(card, RuleCard):
            self.conditions[name] = card.conditions
            looks = dict.fromkeys([condition.reference for condition in card.conditions])
            self.neighbours[name] = tuple([which for which in looks if which != "own_last"])
            return
        self.effects[name] = card.effects
        if isinstance(card, MagicCard):
            self.cost[name] = card.cost
            return
        self.number[name] = card.number
        self.colours[name] = ALL_COLOURS if card.colour == "all" else COLOURS[card.colour]
        if isinstance(card.static, FollowPermit | FollowOnly):
            self.follow[name] = COLOURS[card.static.colour], isinstance(card.static, FollowOnly)

    def in_order(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Return cards in master order, which tells nothing about the hand they come from; unknown names last."""
        return self.rank.in_order(cards)
