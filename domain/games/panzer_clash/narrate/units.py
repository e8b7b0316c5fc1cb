"""Sentences about units: how they come, move, fight, take damage and fall; and about effects that were triggered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.panzer_clash import messages as said
from domain.games.panzer_clash.naming import (
    cards_named,
    choices_named,
    effect_named,
    seen,
    source_named,
    target_named,
    unit_called,
    unit_named,
)
from domain.games.panzer_clash.state import Trigger
from domain.kernel.display.words import Words


def unit_played(fact: said.UnitPlayed, words: Words) -> str:
    unit = unit_called(fact.unit_id, fact.card, words)
    return words.say("{seat} plays {unit} to {space}.", seat=words.seat(fact.seat), unit=unit, space=fact.space)


def deployed(fact: said.UnitDeployed, words: Words) -> str:
    return words.say(
        "{seat} puts {unit} from the Junkyard into play on {space}.",
        seat=words.seat(fact.seat),
        unit=unit_called(fact.unit_id, fact.card, words),
        space=fact.space,
    )


def unit_said(text: str) -> Callable[[Any, Words], str]:
    """Return a sentence about the unit of a fact."""
    return lambda fact, words: words.say(text, unit=unit_named(fact.unit_id, words, seen(words)))


def went(text: str) -> Callable[[Any, Words], str]:
    """Return a sentence about a unit on its way."""
    return lambda fact, words: words.say(
        text, unit=unit_named(fact.unit_id, words, seen(words)), origin=fact.from_, to=fact.to
    )


def declared(text: str) -> Callable[[Any, Words], str]:
    """Return a sentence about an attack."""
    return lambda fact, words: words.say(
        text,
        seat=words.seat(fact.seat),
        target=target_named(fact.target, words, seen(words)),
        unit=unit_named(fact.unit_id, words, seen(words)),
    )


def damaged(fact: said.UnitDamaged, words: Words) -> str:
    view = seen(words)
    unit, source = unit_named(fact.unit_id, words, view), source_named(fact.source, words, view)
    if not fact.amount:
        return words.say("{unit} takes no damage from {source}.", unit=unit, source=source)
    return words.say("{unit} takes {amount} damage from {source}.", unit=unit, amount=fact.amount, source=source)


def destroyed(fact: said.UnitDestroyed, words: Words) -> str:
    return words.say(
        "{unit} of {owner} is destroyed on {space}.",
        unit=unit_called(fact.unit_id, fact.card, words),
        owner=words.seat(fact.owner),
        space=fact.space,
    )


def repaired(fact: said.UnitRepaired, words: Words) -> str:
    unit = unit_named(fact.unit_id, words, seen(words))
    return words.say("{amount} damage is repaired on {unit}.", amount=fact.amount, unit=unit)


def boosted(fact: said.UnitBoosted, words: Words) -> str:
    unit, attack, movement = unit_named(fact.unit_id, words, seen(words)), f"{fact.attack:+}", f"{fact.movement:+}"
    if not fact.movement:
        return words.say("{unit} has attack {attack} until end of turn.", unit=unit, attack=attack)
    if not fact.attack:
        return words.say("{unit} has movement {movement} until end of turn.", unit=unit, movement=movement)
    return words.say(
        "{unit} has attack {attack} and movement {movement} until end of turn.",
        unit=unit,
        attack=attack,
        movement=movement,
    )


def supply_damaged(fact: said.SupplyDamaged, words: Words) -> str:
    seat, source = words.seat(fact.seat), source_named(fact.source, words, seen(words))
    if not fact.amount:
        return words.say("The Supply of {seat} takes no damage from {source}.", seat=seat, source=source)
    if not fact.discarded:
        return words.say("{source} hits the Supply of {seat}, where no card is left.", source=source, seat=seat)
    return words.say(
        "The Supply of {seat} takes {amount} damage from {source} and loses {cards}.",
        seat=seat,
        amount=fact.amount,
        source=source,
        cards=cards_named(fact.discarded, words),
    )


def _trigger(trigger_id: str, words: Words) -> Trigger | None:
    """Return the trigger that waits under this number, as far as the viewer's table is known."""
    view = seen(words)
    return next((trigger for trigger in (() if view is None else view.triggers) if trigger.id == trigger_id), None)


def trigger_resolved(fact: said.TriggerResolved, words: Words) -> str | None:
    trigger = _trigger(fact.trigger_id, words)
    if trigger is None or fact.space is not None:  # the unit out of the Junkyard is told next
        return None
    seat, effect = words.seat(trigger.seat), effect_named(trigger, words)
    targets = choices_named(fact.targets, words, seen(words))
    if not targets:
        return words.say("{seat} uses {effect}.", seat=seat, effect=effect)
    return words.say("{seat} uses {effect} on {targets}.", seat=seat, effect=effect, targets=words.listed(targets))


def trigger_over(known: str, unknown: str) -> Callable[[Any, Words], str]:
    """Return a sentence about a trigger that is not carried out."""

    def told(fact: Any, words: Words) -> str:
        trigger = _trigger(fact.trigger_id, words)
        if trigger is None:
            return words.say(unknown)
        return words.say(known, seat=words.seat(trigger.seat), effect=effect_named(trigger, words))

    return told
