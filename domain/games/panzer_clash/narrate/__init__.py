"""A sentence for every fact, as it was redacted for who hears it.

Units, items and triggers are named by what the viewer saw just before (`words.before`); without it by their number.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.panzer_clash import messages as said
from domain.games.panzer_clash.naming import SIDE_NAMES, named
from domain.games.panzer_clash.narrate import turns, units
from domain.games.panzer_clash.narrate.units import declared, trigger_over, unit_said, went
from domain.kernel.cards.reordering import reordering
from domain.kernel.display.words import Words
from domain.kernel.messages import Awaited, Fact, UnseenReordered
from domain.kernel.refusals import Refusal


def sentence(fact: said.PanzerFact, words: Words) -> str | None:
    """Return what is said of a fact; nothing where another fact tells it."""
    return SENTENCES[type(fact)](fact, words)


def refusal(refused: Refusal, words: Words) -> str:
    """Return a refusal's sentence with cards, units and sides by their names; all else stays as it was said."""
    values: dict[str, object] = dict(refused.values)
    if isinstance(card := values.get("card"), str):
        values["card"] = named(card, words)
    if isinstance(side := values.get("side"), str):
        values["side"] = words.say(SIDE_NAMES["axis"] if side == "axis" else SIDE_NAMES["allies"])
    if isinstance(unit := values.get("unit"), str) and unit[1:].isdigit():
        number = unit[1:]
        values["unit"] = number if refused.code == "not_your_unit" else words.say("Unit {number}", number=number)
    return words.say(refused.text, **values)


def _placed(text: str) -> Callable[[Any, Words], str]:
    """Return a sentence about the seat of a fact, its card, and its space."""
    return lambda fact, words: words.say(
        text, seat=words.seat(fact.seat), card=named(fact.card, words), space=fact.space
    )


def _seated(text: str) -> Callable[[Any, Words], str]:
    """Return a sentence about the seat of a fact."""
    return lambda fact, words: words.say(text, seat=words.seat(fact.seat))


def _plain(text: str) -> Callable[[Any, Words], str]:
    """Return a sentence that is always the same."""
    return lambda fact, words: words.say(text)


def _nothing(fact: Fact, words: Words) -> None:
    return None


SENTENCES: Mapping[Any, Callable[[Any, Words], str | None]] = {
    said.GameCreated: turns.game_created,
    said.DeckChosen: turns.deck_chosen,
    said.TerrainLaid: _plain("The terrain of the field is laid face down."),
    said.FirstPlayerChosen: _seated("{seat} has the first turn."),
    said.SupplyShuffled: turns.shuffled,
    said.CardsDrawn: turns.drawn,
    said.MulliganTaken: turns.mulligan,
    said.HandKept: turns.kept,
    said.TurnStarted: turns.turn_started,
    said.EventDiscarded: _placed("{card} leaves {space} for the Junkyard of {seat}."),
    said.ModifierPlaced: _placed("{seat} places {card} on {space}."),
    said.PhaseBegan: turns.phase,
    said.DrawSkipped: _seated("{seat} draws no card in the first turn of the game."),
    said.UnitsRefreshed: _nothing,  # so it is in every Main phase
    said.PhaseItemPut: _nothing,  # told by the window, if one opens
    said.ResponseOpened: turns.opened,
    said.ResponsePassed: _seated("{seat} does not respond."),
    said.ItemResolved: turns.resolved,
    said.ItemFizzled: _plain("The attack comes to nothing: it cannot be carried out any more."),
    said.ItemCancelled: turns.cancelled,
    said.FactoryPlayed: turns.factory_played,
    said.UnitPlayed: units.unit_played,
    said.ModifierPlayed: _placed("{seat} plays {card} to {space}, where it waits for the next turn."),
    said.EventPlayed: turns.event_played,
    said.UnitDeployed: units.deployed,
    said.TerrainRevealed: turns.revealed,
    said.UnitMoved: went("{unit} moves from {origin} to {to}."),
    said.UnitStopped: unit_said("{unit} cannot move any more in this turn."),
    said.AttackDeclared: declared("{seat} attacks {target} with {unit}."),
    said.RangedAttackDeclared: declared("{seat} fires at {target} with {unit}."),
    said.UnitDamaged: units.damaged,
    said.UnitDestroyed: units.destroyed,
    said.UnitRepaired: units.repaired,
    said.UnitBoosted: units.boosted,
    said.UnitReadied: unit_said("{unit} may attack once more."),
    said.UnitRepositioned: went("{unit} is put from {origin} on {to}."),
    said.SupplyDamaged: units.supply_damaged,
    said.FactoryDestroyed: turns.factory_destroyed,
    said.PermanentDestroyed: _placed("{card} of {seat} on {space} is destroyed."),
    said.ModifierDestroyed: _placed("{card} of {seat} on {space} is destroyed."),
    said.TriggerQueued: _nothing,  # told when it is carried out, declined or lost
    said.TriggerSkipped: trigger_over(
        "{seat} cannot use {effect}: there is nothing for it to do.",
        "An effect is lost: there is nothing for it to do.",
    ),
    said.TriggerResolved: units.trigger_resolved,
    said.TriggerDeclined: trigger_over("{seat} makes no use of {effect}.", "An effect is not used."),
    said.FactoryAllowanceRaised: turns.allowance,
    said.CardsDiscarded: turns.discarded,
    said.CardSalvaged: turns.salvaged,
    said.TurnEffectsEnded: turns.effects_ended,
    said.TurnEnded: _seated("The turn of {seat} is over."),
    said.ResponsePrefsSet: turns.prefs,
    said.GameEnded: turns.game_ended,
    Awaited: _nothing,  # what is asked shows on the board
    UnseenReordered: reordering,
}
