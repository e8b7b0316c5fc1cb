"""Where the cards lie: each deck is a circuit of its own, and so is the terrain."""

from __future__ import annotations

from collections import Counter

from domain.games.panzer_clash.cards import FACTORY, Card
from domain.games.panzer_clash.state import State
from domain.kernel.cards.circuits import Circuit, Place
from domain.kernel.display.words import Words
from domain.kernel.seats import Seat


def circuits(state: State, words: Words) -> tuple[Circuit, ...]:
    """Return both decks, each known to its seat alone, and the forty cards of terrain."""
    decks = [_deck(state, seat, words) for seat, player in enumerate(state.players) if player.side is not None]
    field = Place(words.say("Field"), None, state.laid, face_down=True)
    terrain = Circuit(
        (field, Place(words.say("Terrain set aside"), None, state.aside, face_down=True)), Counter(state.pool.terrain)
    )
    return (*decks, terrain) if state.laid else tuple(decks)


def _deck(state: State, seat: Seat, words: Words) -> Circuit:
    player = state.players[seat]
    hand = Place(words.say("Hand"), seat, player.hand.cards)
    supply = Place(words.say("Supply"), seat, player.supply.cards, face_down=True)
    shown = Place(words.say("Field"), seat, tuple(laid_open(state, seat)), closed=False)
    return Circuit((hand, supply, shown), player.deck)


def laid_open(state: State, seat: Seat) -> list[Card]:
    """Return the cards of a seat that lie open."""
    player = state.players[seat]
    cards = [*player.junkyard]
    for stack in player.stacks:
        cards += [FACTORY] * stack.factories
        if stack.card is not None:
            cards.append(stack.card)
    cards += [unit.card for unit in state.units.values() if unit.owner == seat]
    return cards + [placed.card for placed in state.modifiers.values() if placed.seat == seat]
