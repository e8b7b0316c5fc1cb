"""Each command as a sentence to the seat that may choose it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET

from domain.games.panzer_clash import messages as said
from domain.games.panzer_clash.naming import cards_named, choices_named, effect_named, named, target_named, unit_named
from domain.games.panzer_clash.view import View
from domain.kernel.display.words import Words


def saying(command: Any, view: View, words: Words) -> str:
    """Return what a seat would do with a command that may be offered to it."""
    return SAYINGS[type(command)](command, view, words)


_ALONE: Mapping[type[Any], str] = {
    said.KeepHand: "Begin with this hand.",
    said.Mulligan: "Put the hand back and draw a new one.",
    said.EndMain: "End the Main phase.",
    said.PassResponse: "Answer nothing.",
}
_CHOSEN: Mapping[str, str] = {
    "salvage": "Take {cards} out of the Junkyard.",
    "discard_hand": "Discard {cards}.",
    "hand_limit": "Discard {cards}.",
}


def _alone(command: Any, view: View, words: Words) -> str:
    return words.say(_ALONE[type(command)])


def _deck(command: said.ChooseDeck, view: View, words: Words) -> str:
    deck = view.pool.cards.decks[str(command.deck_id)]
    return words.say("Play with the deck “{deck}”.", deck=words.say(deck.name))


def _factory(command: said.PlayFactory, view: View, words: Words) -> str:
    return words.say("Play a Factory on {space}.", space=command.space)


def _play(command: said.PlayUnit | said.PlayModifier, view: View, words: Words) -> str:
    return words.say("Play {card} on {space}.", card=named(command.card, words), space=command.space)


def _place(command: said.PlaceModifier, view: View, words: Words) -> str:
    waiting = view.players[view.question.seat].stacks[command.from_].card
    assert waiting is not None, "a modifier waits on each space that is offered"
    card = named(waiting, words)
    return words.say("Lay {card} of {place} on {space}.", card=card, place=command.from_, space=command.space)


def _event(command: said.PlayEvent, view: View, words: Words) -> str:
    card = named(command.card, words)
    chosen = choices_named(command.targets, words, view)
    if not chosen:
        return words.say("Play {card} on {space}.", card=card, space=command.space)
    return words.say(
        "Play {card} on {space}, aimed at {targets}.", card=card, space=command.space, targets=words.listed(chosen)
    )


def _move(command: said.MoveUnit, view: View, words: Words) -> str:
    unit, (*way, last) = unit_named(command.unit_id, words, view), command.path
    if not way:
        return words.say("Move {unit} to {space}.", unit=unit, space=last)
    return words.say("Move {unit} by {way} to {space}.", unit=unit, way=words.row(way), space=last)


def _attack(command: said.AttackUnit, view: View, words: Words) -> str:
    target = unit_named(command.target_id, words, view)
    return words.say("Attack {target} with {unit}.", target=target, unit=unit_named(command.unit_id, words, view))


def _raid(command: said.AttackSupply, view: View, words: Words) -> str:
    return words.say("Attack the Supply with {unit}.", unit=unit_named(command.unit_id, words, view))


def _shoot(command: said.RangedAttack, view: View, words: Words) -> str:
    target = target_named(command.target, words, view)
    return words.say("Shoot at {target} with {unit}.", target=target, unit=unit_named(command.unit_id, words, view))


def _next(command: said.ChooseNextTrigger, view: View, words: Words) -> str:
    trigger = next(trigger for trigger in view.triggers if trigger.id == command.trigger_id)
    return words.say("Next comes {effect}.", effect=effect_named(trigger, words))


def _resolve(command: said.ResolveTrigger, view: View, words: Words) -> str:
    effect = effect_named(view.triggers[0], words)
    if command.space is not UNSET:
        return words.say("Let {effect} happen on {space}.", effect=effect, space=command.space)
    chosen = choices_named(command.targets, words, view)
    if not chosen:
        return words.say("Let {effect} happen.", effect=effect)
    return words.say("Let {effect} happen, aimed at {targets}.", effect=effect, targets=words.listed(chosen))


def _decline(command: said.DeclineTrigger, view: View, words: Words) -> str:
    return words.say("Do without {effect}.", effect=effect_named(view.triggers[0], words))


def _cards(command: said.ChooseCards, view: View, words: Words) -> str:
    return words.say(_CHOSEN[view.question.why], cards=cards_named(command.cards, words))


SAYINGS: Mapping[type[Any], Callable[[Any, View, Words], str]] = {
    said.ChooseDeck: _deck,
    said.PlayFactory: _factory,
    said.PlayUnit: _play,
    said.PlayModifier: _play,
    said.PlaceModifier: _place,
    said.PlayEvent: _event,
    said.MoveUnit: _move,
    said.AttackUnit: _attack,
    said.AttackSupply: _raid,
    said.RangedAttack: _shoot,
    said.ChooseNextTrigger: _next,
    said.ResolveTrigger: _resolve,
    said.DeclineTrigger: _decline,
    said.ChooseCards: _cards,
    **dict.fromkeys(_ALONE, _alone),
}
