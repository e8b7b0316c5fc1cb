"""The closed vocabulary of card texts: one frozen type for each word of section 7, with its parameters.

`when` says at what time an ability works, `optional` that its controller may decline, `by` which units set off an
`ally_destroyed`.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

When: TypeAlias = Literal["static", "play", "destroy", "resolve", "enter", "end", "ally_destroyed", "after_attack"]
Select: TypeAlias = Literal["one", "all", "row", "self", "entering", "here"]
UnitType: TypeAlias = Literal["Infantry", "Armor", "Artillery", "Aircraft"]
Controller: TypeAlias = Literal["own", "enemy"]
Amount: TypeAlias = Annotated[int, Meta(ge=1, le=20)]  # no value of a card is larger
Change: TypeAlias = Annotated[int, Meta(ge=-9, le=9)]
TerrainId: TypeAlias = Annotated[str, Meta(pattern=r"^ter_[a-z0-9_]{1,24}$")]


class Kinds(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Which units are meant by what does not change while they live."""

    controller: Controller | None = None  # seen from the source's controller
    types: tuple[UnitType, ...] = ()  # any of them; empty: all


class Filter(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Which units are meant, their present condition included."""

    controller: Controller | None = None
    types: tuple[UnitType, ...] = ()
    damaged: bool = False  # damage at least 1
    attacked: bool = False  # has attacked in this turn and has no attack left


class Target(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Whom an effect works on (7.2)."""

    select: Select
    filter: Filter = Filter()


class Word(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="effect"
):
    """One ability: a word with its parameters, and when it works."""

    when: When
    optional: bool = False
    by: Kinds | None = None


class DamageUnit(Word, tag="damage_unit", frozen=True, kw_only=True):
    """Each target takes the amount."""

    amount: Amount
    target: Target


class DamageSupply(Word, tag="damage_supply", frozen=True, kw_only=True):
    """Supply damage (7.4)."""

    amount: Amount
    player: Literal["opponent", "self"]


class Repair(Word, tag="repair", frozen=True, kw_only=True):
    """Remove up to the amount of damage."""

    amount: Amount
    target: Target


class Boost(Word, tag="boost", frozen=True, kw_only=True):
    """Attack or movement until end of turn."""

    attack: Change = 0
    movement: Change = 0
    target: Target


class Ready(Word, tag="ready", frozen=True, kw_only=True):
    """One more attack."""

    target: Target


class Immobilize(Word, tag="immobilize", frozen=True, kw_only=True):
    """No movement until end of turn."""

    target: Target


class Reposition(Word, tag="reposition", frozen=True, kw_only=True):
    """Put a unit on another free face-up space of its controller's half."""

    target: Target
    area: Literal["own_half"]


class DestroyUnit(Word, tag="destroy_unit", frozen=True, kw_only=True):
    """Destroy the targets whatever their defense."""

    target: Target


class DestroyFactory(Word, tag="destroy_factory", frozen=True, kw_only=True):
    """Take Factories from an opposing stack."""

    count: Amount


class DestroyPermanent(Word, tag="destroy_permanent", frozen=True, kw_only=True):
    """End a permanent event of either player."""


class DestroyModifier(Word, tag="destroy_modifier", frozen=True, kw_only=True):
    """Remove a Terrain Modifier from the field."""


class Reveal(Word, tag="reveal", frozen=True, kw_only=True):
    """Turn up to so many face-down terrains face up."""

    count: Amount


class DrawCards(Word, tag="draw", frozen=True, kw_only=True):
    """Draw one by one."""

    count: Amount


class DiscardHand(Word, tag="discard_hand", frozen=True, kw_only=True):
    """The opponent chooses and discards."""

    count: Amount


class Salvage(Word, tag="salvage", frozen=True, kw_only=True):
    """Return a matching unit card from the own Junkyard to the hand."""

    filter: Kinds


class ExtraFactory(Word, tag="extra_factory", frozen=True, kw_only=True):
    """More Factories may be played in this turn."""

    count: Amount


class CancelAttack(Word, tag="cancel_attack", frozen=True, kw_only=True):
    """Remove the attack directly below on the chain."""


class CancelEvent(Word, tag="cancel_event", frozen=True, kw_only=True):
    """Remove the event directly below on the chain."""


class Stop(Word, tag="stop", frozen=True, kw_only=True):
    """A unit that enters is stopped and cannot pass."""

    filter: Kinds = Kinds()


class Aura(Word, tag="aura", frozen=True, kw_only=True):
    """Values of units here, or with a permanent event of all matching units on the field."""

    attack: Change = 0
    defense: Change = 0
    movement: Change = 0
    ranged: Change = 0
    filter: Kinds = Kinds()


class BonusVs(Word, tag="bonus_vs", frozen=True, kw_only=True):
    """More attack in a battle, or more ranged damage, against matching units."""

    attack: Change = 0
    ranged: Change = 0
    filter: Kinds


class AdjacentBonus(Word, tag="adjacent_bonus", frozen=True, kw_only=True):
    """More attack while a matching other unit is adjacent."""

    attack: Change
    filter: Kinds


class TerrainBonus(Word, tag="terrain_bonus", frozen=True, kw_only=True):
    """Values while on one of these terrains."""

    attack: Change = 0
    defense: Change = 0
    terrain: tuple[TerrainId, ...]


class FirstStrike(Word, tag="first_strike", frozen=True, kw_only=True):
    """Deals its damage first in a battle."""


class RangedImmune(Word, tag="ranged_immune", frozen=True, kw_only=True):
    """Cannot be the target of a Ranged Attack."""


class DamageReduction(Word, tag="damage_reduction", frozen=True, kw_only=True):
    """Each packet from that source is smaller."""

    amount: Amount
    source: Literal["ranged"]
    filter: Kinds = Kinds()


class NoRanged(Word, tag="no_ranged", frozen=True, kw_only=True):
    """A unit here cannot use Ranged Attack."""


class Fly(Word, tag="fly", frozen=True, kw_only=True):
    """Ignores terrain and modifiers, passes any unit."""


class Paradrop(Word, tag="paradrop", frozen=True, kw_only=True):
    """Leaves the Industry Zone to any free space of the own half."""


class SupplyBonus(Word, tag="supply_bonus", frozen=True, kw_only=True):
    """More damage when attacking the Supply."""

    amount: Amount


class SupplyArmor(Word, tag="supply_armor", frozen=True, kw_only=True):
    """Less Supply damage from units' attacks."""

    amount: Amount


class PowerBonus(Word, tag="power_bonus", frozen=True, kw_only=True):
    """Own stacks count as larger for matching units."""

    amount: Amount
    filter: Kinds


OneShot: TypeAlias = (
    DamageUnit
    | DamageSupply
    | Repair
    | Boost
    | Ready
    | Immobilize
    | Reposition
    | DestroyUnit
    | DestroyFactory
    | DestroyPermanent
    | DestroyModifier
    | Reveal
    | DrawCards
    | DiscardHand
    | Salvage
    | ExtraFactory
    | CancelAttack
    | CancelEvent
)
Continuous: TypeAlias = (
    Aura
    | BonusVs
    | AdjacentBonus
    | TerrainBonus
    | FirstStrike
    | RangedImmune
    | DamageReduction
    | NoRanged
    | Fly
    | Paradrop
    | SupplyBonus
    | SupplyArmor
    | PowerBonus
)
Ability: TypeAlias = OneShot | Continuous | Stop
