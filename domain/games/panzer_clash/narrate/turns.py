"""Sentences about the table itself: decks and hands, turns and phases, the chain, Factories, the end."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.panzer_clash import messages as said
from domain.games.panzer_clash.naming import SIDE_NAMES, cards_named, choices_named, item_named, named, pool_of, seen
from domain.games.panzer_clash.state import Item
from domain.kernel.display.words import Words
from domain.kernel.marks import HIDDEN


def game_created(fact: said.GameCreated, words: Words) -> str:
    return words.say("Two armies of {size} cards prepare for battle.", size=fact.options.deck_size)


def deck_chosen(fact: said.DeckChosen, words: Words) -> str:
    seat, side = words.seat(fact.seat), words.say(SIDE_NAMES[fact.side])
    for deck in pool_of(words).decks.values():
        if deck.cards == fact.cards:
            return words.say(
                "{seat} chooses the deck {deck}: {side}, {size} cards.",
                seat=seat,
                deck=words.say(deck.name),
                side=side,
                size=fact.size,
            )
    return words.say("{seat} has chosen a deck: {side}, {size} cards.", seat=seat, side=side, size=fact.size)


def shuffled(fact: said.SupplyShuffled, words: Words) -> str:
    return words.say("The Supply of {seat} is shuffled: {count} cards.", seat=words.seat(fact.seat), count=fact.count)


def drawn(fact: said.CardsDrawn, words: Words) -> str:
    seat = words.seat(fact.seat)
    if HIDDEN in fact.cards:
        return words.count("{seat} draws one card.", "{seat} draws {n} cards.", len(fact.cards), seat=seat)
    return words.say("{seat} draws {cards}.", seat=seat, cards=cards_named(fact.cards, words))


def mulligan(fact: said.MulliganTaken, words: Words) -> str:
    seat = words.seat(fact.seat)
    if fact.number == 1:
        return words.say("{seat} takes a mulligan and puts the hand back.", seat=seat)
    return words.say("{seat} takes mulligan number {number} and puts the hand back.", seat=seat, number=fact.number)


def kept(fact: said.HandKept, words: Words) -> str:
    return words.count(
        "{seat} keeps a hand of one card.", "{seat} keeps a hand of {n} cards.", fact.size, seat=words.seat(fact.seat)
    )


def turn_started(fact: said.TurnStarted, words: Words) -> str:
    return words.say("Turn {turn}: it is the turn of {seat}.", turn=fact.turn, seat=words.seat(fact.seat))


_PHASE: Mapping[said.Phase, str | None] = {
    "draw": None,  # the card drawn, or that there is none, is told next
    "main": "The Main phase begins.",
    "end": "The End phase begins.",
}


def phase(fact: said.PhaseBegan, words: Words) -> str | None:
    text = _PHASE[fact.phase]
    return None if text is None else words.say(text)


def _item(item_id: int, words: Words) -> Item | None:
    """Return what lies on the chain under this number, as far as the viewer's table is known."""
    view = seen(words)
    return next((item for item in (() if view is None else view.chain) if item.id == item_id), None)


def opened(fact: said.ResponseOpened, words: Words) -> str:
    seat, item = words.seat(fact.seat), _item(fact.item_id, words)
    if item is None:
        return words.say("{seat} may respond.", seat=seat)
    return words.say("{seat} may respond to {item}.", seat=seat, item=item_named(item, words, seen(words)))


def resolved(fact: said.ItemResolved, words: Words) -> str | None:
    """Only events take effect visibly later; an attack is told by its damage, a phase by the next."""
    item = _item(fact.item_id, words)
    if item is None or item.card is None:
        return None
    return words.say("{card} takes effect.", card=named(item.card, words))


def cancelled(fact: said.ItemCancelled, words: Words) -> str:
    item = _item(fact.item_id, words)
    if item is None:
        return words.say("It is cancelled and has no effect.")
    if item.card is not None:
        card, seat = named(item.card, words), words.seat(item.seat)
        return words.say("{card} is cancelled and goes to the Junkyard of {seat}.", card=card, seat=seat)
    return words.say("No damage is done: {item} is cancelled.", item=item_named(item, words, seen(words)))


def factory_played(fact: said.FactoryPlayed, words: Words) -> str:
    return words.count(
        "{seat} starts a stack on {space} with a Factory.",
        "{seat} adds a Factory on {space}: the stack counts {n}.",
        fact.size,
        seat=words.seat(fact.seat),
        space=fact.space,
    )


def event_played(fact: said.EventPlayed, words: Words) -> str:
    seat, card = words.seat(fact.seat), named(fact.card, words)
    targets = choices_named(fact.targets, words, seen(words))
    if not targets:
        return words.say("{seat} plays {card} to {space}.", seat=seat, card=card, space=fact.space)
    return words.say(
        "{seat} plays {card} to {space}, aimed at {targets}.",
        seat=seat,
        card=card,
        space=fact.space,
        targets=words.listed(targets),
    )


def revealed(fact: said.TerrainRevealed, words: Words) -> str:
    return words.say(
        "The terrain of {space} is turned up: {terrain}.", space=fact.space, terrain=named(fact.terrain, words)
    )


def factory_destroyed(fact: said.FactoryDestroyed, words: Words) -> str:
    if not fact.left:
        return words.say("The last Factory on {space} is destroyed.", space=fact.space)
    return words.count(
        "A Factory on {space} is destroyed; one is left.",
        "A Factory on {space} is destroyed; {n} are left.",
        fact.left,
        space=fact.space,
    )


def allowance(fact: said.FactoryAllowanceRaised, words: Words) -> str:
    return words.count(
        "One more Factory may be played in this turn.", "{n} more Factories may be played in this turn.", fact.count
    )


_DISCARDED: Mapping[tuple[said.DiscardReason, said.ChosenBy], str] = {
    ("hand_limit", "seat"): "{seat} discards {cards} to keep the hand limit.",
    ("hand_limit", "clock"): "The time is up: {seat} discards {cards} to keep the hand limit.",
    ("effect", "seat"): "{seat} discards {cards}.",
    ("effect", "clock"): "The time is up: {seat} discards {cards}.",
    ("effect", "rule"): "{seat} discards the whole hand: {cards}.",
}


def discarded(fact: said.CardsDiscarded, words: Words) -> str:
    text = _DISCARDED[fact.reason, fact.by]
    return words.say(text, seat=words.seat(fact.seat), cards=cards_named(fact.cards, words))


def salvaged(fact: said.CardSalvaged, words: Words) -> str:
    seat, card = words.seat(fact.seat), named(fact.card, words)
    return words.say("{seat} takes {card} from the Junkyard back to the hand.", seat=seat, card=card)


def effects_ended(fact: said.TurnEffectsEnded, words: Words) -> str | None:
    """Told only where something was in force."""
    view = seen(words)
    if view is None or not any(
        unit.stopped or unit.attack_boost or unit.movement_boost for unit in view.units.values()
    ):
        return None
    return words.say("What lasted until end of turn is over.")


WINDOWS: Mapping[said.WindowKind, str] = {
    "attack": "attacks",
    "ranged": "Ranged Attacks",
    "event": "events",
    "main_start": "start of the Main phase",
    "main_end": "end of the Main phase",
}


def windows_asked(windows: said.Windows, words: Words) -> list[str]:
    """Return the windows in which a seat wants to be asked."""
    return [words.say(text) for kind, text in WINDOWS.items() if getattr(windows, kind)]


def prefs(fact: said.ResponsePrefsSet, words: Words) -> str:
    seat = words.seat(fact.seat)
    if fact.prefs is None:
        return words.say("{seat} changes the response preferences.", seat=seat)
    if fact.prefs.pass_rest_of_turn:
        return words.say("{seat} does not want to respond any more in this turn.", seat=seat)
    changes = {kind: getattr(fact.prefs.windows, kind) for kind in WINDOWS}
    asked = [words.say(WINDOWS[kind]) for kind, value in changes.items() if value is True]
    passed = [words.say(WINDOWS[kind]) for kind, value in changes.items() if value is False]
    if asked and passed:
        text = "{seat} wants to be asked at: {asked}, and no longer at: {passed}."
    elif asked:
        text = "{seat} wants to be asked at: {asked}."
    elif passed:
        text = "{seat} wants to be asked no longer at: {passed}."
    else:
        text = "{seat} leaves the response preferences as they were."
    return words.say(text, seat=seat, asked=words.row(asked), passed=words.row(passed))


WON: Mapping[str, str] = {
    "supply_exhausted": "{loser} has to draw from an empty Supply: {winner} wins.",
    "concession": "{loser} concedes: {winner} wins.",
    "time_out": "{loser} is out of time: {winner} wins.",
}


def game_ended(fact: said.GameEnded, words: Words) -> str:
    return words.say(WON[fact.reason], winner=words.seat(fact.winner), loser=words.seat(1 - fact.winner))
