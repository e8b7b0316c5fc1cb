"""The card pool: what each card is, and its abilities sorted by the questions that the rules ask."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Meta

from domain.games.panzer_clash.vocabulary import (
    Ability,
    AdjacentBonus,
    Aura,
    BonusVs,
    CancelAttack,
    CancelEvent,
    DamageReduction,
    FirstStrike,
    Fly,
    Kinds,
    NoRanged,
    Paradrop,
    PowerBonus,
    RangedImmune,
    Stop,
    SupplyArmor,
    SupplyBonus,
    TerrainBonus,
    When,
)

Card: TypeAlias = Annotated[str, Meta(max_length=32)]  # a card id; every copy has the same
CardType: TypeAlias = Literal["factory", "unit", "event", "modifier", "terrain"]
Subtype: TypeAlias = Literal["normal", "flash", "permanent"]  # of an event
Faction: TypeAlias = Literal["german", "japanese", "american", "soviet"]
Side: TypeAlias = Literal["axis", "allies"]
Provenance: TypeAlias = Literal["rulebook", "designer-blog", "reconstructed"]

FACTORY = "factory"
SIDES: Mapping[str, Side] = {"german": "axis", "japanese": "axis", "american": "allies", "soviet": "allies"}
TERRAIN_CARDS = 40  # rulebook "What you need to play"


class Definition(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the card file."""

    id: Card
    name: str
    card_type: CardType
    type: str
    subtype: str | None
    factions: tuple[Faction, ...]
    cost: int  # Factories needed; 0: none
    attack: int
    defense: int
    movement: int
    copies: int  # of a terrain
    ranged_attack: int  # 0: none
    junkyard_trigger: bool
    abilities: tuple[Ability, ...]
    text: str
    provenance: Provenance

    @property
    def english(self) -> str:
        """Its name as printed, which catalogues translate."""
        return self.name

    @property
    def side(self) -> Side | None:
        """The side of its factions; `None` if it is neutral."""
        return SIDES[self.factions[0]] if self.factions else None


class Bonus(NamedTuple):
    """What a source adds to the values of a unit."""

    attack: int = 0
    defense: int = 0
    movement: int = 0
    ranged: int = 0
    reduction: int = 0  # of each packet of a Ranged Attack
    no_ranged: bool = False


NO_BONUS = Bonus()


class Kind:
    """A card as the rules ask about it: its definition with the abilities sorted."""

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.id = definition.id
        self.card_type = definition.card_type
        self.type = definition.type
        self.subtype = definition.subtype
        self.cost = definition.cost
        self.attack = definition.attack
        self.defense = definition.defense
        self.movement = definition.movement
        self.ranged_attack = definition.ranged_attack
        self.junkyard_trigger = definition.junkyard_trigger
        self.side = definition.side
        self.abilities = definition.abilities
        self.at: dict[When, tuple[int, ...]] = {}  # when -> places in `abilities`
        for place, ability in enumerate(self.abilities):
            self.at[ability.when] = (*self.at.get(ability.when, ()), place)
        self.fly = _has(self.abilities, Fly)
        self.first_strike = _has(self.abilities, FirstStrike)
        self.ranged_immune = _has(self.abilities, RangedImmune)
        self.paradrop = _has(self.abilities, Paradrop)
        self.supply_bonus = sum([item.amount for item in self.abilities if isinstance(item, SupplyBonus)])
        self.supply_armor = sum([item.amount for item in self.abilities if isinstance(item, SupplyArmor)])
        self.bonus_vs = tuple([item for item in self.abilities if isinstance(item, BonusVs)])
        self.adjacent_bonus = tuple([item for item in self.abilities if isinstance(item, AdjacentBonus)])
        self.power_bonus = tuple([item for item in self.abilities if isinstance(item, PowerBonus)])
        self.auras = tuple([item for item in self.abilities if isinstance(item, Aura)])
        self.reductions = tuple([item for item in self.abilities if isinstance(item, DamageReduction)])
        self.stops = tuple([item for item in self.abilities if isinstance(item, Stop)])
        self.cancels = tuple([item for item in self.abilities if isinstance(item, CancelAttack | CancelEvent)])
        self.no_ranged = _has(self.abilities, NoRanged)
        self.terrain_bonus: dict[str, Bonus] = {}
        for item in self.abilities:
            if isinstance(item, TerrainBonus):
                for terrain in item.terrain:
                    old = self.terrain_bonus.get(terrain, NO_BONUS)
                    self.terrain_bonus[terrain] = Bonus(old.attack + item.attack, old.defense + item.defense)


def _has(abilities: Iterable[Ability], word: type[Ability]) -> bool:
    return any(isinstance(ability, word) for ability in abilities)


class ReadyDeck(msgspec.Struct, frozen=True, kw_only=True):
    """A deck that comes with the pool."""

    id: str
    name: str
    side: Side
    cards: dict[Card, int]

    @property
    def size(self) -> int:
        """The number of its cards."""
        return sum(self.cards.values())


class Pool:
    """All cards and ready-made decks of one card file; compared by identity, never encoded."""

    def __init__(self, name: str, digest: str, definitions: Iterable[Definition], decks: Iterable[ReadyDeck]) -> None:
        self.name = name
        self.digest = digest
        self.definitions = tuple(definitions)
        self.cards: dict[str, Kind] = {item.id: Kind(item) for item in self.definitions}
        self.decks: dict[str, ReadyDeck] = {deck.id: deck for deck in sorted(decks, key=lambda deck: deck.id)}
        self.terrain: tuple[str, ...] = tuple(
            sorted([kind.id for kind in self.cards.values() for _ in range(kind.definition.copies)])
        )  # by id, copies together: the order before the shuffle
        self.defense_can_fall = any(  # so that a unit without damage may have none left
            aura.defense < 0 for kind in self.cards.values() for aura in kind.auras
        )
        self._bonuses: dict[tuple[str, str, bool | None], Bonus] = {}

    def bonus(self, source: str, unit: str, *, own: bool | None) -> Bonus:
        """Return what a card on or under the field adds to a unit of this kind; `own`: of the source's controller."""
        key = (source, unit, own)
        known = self._bonuses.get(key)
        if known is None:
            known = self._bonuses[key] = self._bonus(self.cards[source], self.cards[unit], own=own)
        return known

    def _bonus(self, source: Kind, unit: Kind, *, own: bool | None) -> Bonus:
        auras = [item for item in source.auras if fits(item.filter, unit, own=own)]
        reductions = [item.amount for item in source.reductions if fits(item.filter, unit, own=own)]
        return Bonus(
            sum([aura.attack for aura in auras]),
            sum([aura.defense for aura in auras]),
            sum([aura.movement for aura in auras]),
            sum([aura.ranged for aura in auras]),
            sum(reductions),
            source.no_ranged,
        )


def fits(kinds: Kinds, unit: Kind, *, own: bool | None) -> bool:
    """Say whether a unit is one of these kinds; `own`: it belongs to the source's controller, `None`: there is none."""
    if kinds.types and unit.type not in kinds.types:
        return False
    return kinds.controller is None or (kinds.controller == "own") is own
