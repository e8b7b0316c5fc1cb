"""Which word may stand on which card: what the loader asks of a card whose every word is known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import get_args

from domain.games.panzer_clash.cards import Definition, Subtype
from domain.games.panzer_clash.vocabulary import (
    Ability,
    AdjacentBonus,
    Aura,
    BonusVs,
    CancelAttack,
    CancelEvent,
    Continuous,
    DamageReduction,
    DamageSupply,
    DamageUnit,
    DestroyUnit,
    ExtraFactory,
    FirstStrike,
    Fly,
    NoRanged,
    Paradrop,
    PowerBonus,
    RangedImmune,
    Stop,
    SupplyArmor,
    SupplyBonus,
    TerrainBonus,
    UnitType,
    When,
    Word,
)

_WHEN: Mapping[str, tuple[When, ...]] = {
    "factory": (),
    "unit": ("static", "play", "destroy", "after_attack"),
    "normal": ("resolve",),
    "flash": ("resolve",),
    "permanent": ("static", "end", "ally_destroyed"),
    "modifier": ("static", "enter", "end"),
    "terrain": ("static", "enter"),
}
_STATIC: Mapping[str, tuple[type[Word], ...]] = {
    "unit": (
        BonusVs,
        AdjacentBonus,
        TerrainBonus,
        FirstStrike,
        RangedImmune,
        DamageReduction,
        Fly,
        Paradrop,
        SupplyBonus,
    ),
    "permanent": (Aura, SupplyArmor, PowerBonus),
    "modifier": (Aura, DamageReduction, NoRanged),
    "terrain": (Aura, DamageReduction, NoRanged),
}
_AT_ONCE: Mapping[When, tuple[type[Word], ...]] = {  # carried out in the middle of a move or an attack: no question
    "enter": (DamageUnit, DestroyUnit, Stop),
    "after_attack": (DamageUnit, DestroyUnit, DamageSupply, ExtraFactory),
}
_TRIGGERS: tuple[When, ...] = ("play", "destroy", "end", "ally_destroyed")
_SELECT: Mapping[When, tuple[str, ...]] = {
    "play": ("one", "all", "row", "self"),
    "destroy": ("one", "all", "row"),
    "resolve": ("one", "all", "row"),
    "ally_destroyed": ("one", "all", "row"),
    "enter": ("entering", "all"),
    "after_attack": ("self", "all"),
    "end": ("one", "all", "row", "here"),
}


def misplaced(card: Definition) -> Iterator[tuple[str, str]]:
    """Yield what a card cannot have, as field and reason."""
    if card.card_type == "unit" and card.type not in get_args(UnitType):
        yield "type", f"{card.type!r} is no type of unit"
    if card.card_type == "event" and card.subtype not in get_args(Subtype):
        yield "subtype", f"{card.subtype!r} is no subtype of event"
    if card.junkyard_trigger and card.subtype == "permanent":
        yield "junkyard_trigger", "a permanent event cannot be played from the Junkyard"
    for ability in card.abilities:
        for reason in _wrong(card, ability):
            yield "abilities", f"{ability.when} {ability.__struct_config__.tag}: {reason}"


def _wrong(card: Definition, ability: Ability) -> Iterator[str]:
    role = card.subtype if card.card_type == "event" and card.subtype else card.card_type
    if ability.when not in _WHEN.get(role, ()):
        yield f"this `when` has no place on a card of the type {role}"
    else:
        yield from _wrong_word(card, role, ability)
        yield from _wrong_target(card, ability)


def _wrong_word(card: Definition, role: str, ability: Ability) -> Iterator[str]:
    if isinstance(ability, get_args(Continuous)) is not (ability.when == "static"):
        yield "continuous words are static, and no others"
    elif ability.when == "static" and not isinstance(ability, _STATIC[role]):
        yield f"it means nothing on a card of the type {role}"
    if isinstance(ability, Stop) and ability.when != "enter":
        yield "it works when a unit enters"
    if ability.when in _AT_ONCE and not isinstance(ability, _AT_ONCE[ability.when]):
        yield "it cannot be carried out in the middle of a move or attack"
    if isinstance(ability, CancelAttack | CancelEvent) and (card.subtype != "flash" or card.junkyard_trigger):
        yield "only a flash event without Junkyard-Trigger cancels"
    if ability.optional and ability.when not in _TRIGGERS:
        yield "only a trigger can be declined"
    if (ability.by is not None) is not (ability.when == "ally_destroyed"):
        yield "`by_` belongs to ally_destroyed, and to nothing else"


def _wrong_target(card: Definition, ability: Ability) -> Iterator[str]:
    target = getattr(ability, "target", None)
    if target is not None and (
        target.select not in _SELECT[ability.when] or (target.select == "here" and card.card_type != "modifier")
    ):
        yield f"it cannot select {target.select}"
    if card.card_type != "terrain":
        return
    whose = target.filter if target is not None else getattr(ability, "filter", None)
    if whose is not None and whose.controller is not None:
        yield "terrain belongs to nobody"
