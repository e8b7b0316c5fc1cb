"""Where the cards lie: hands, Stacks, cards under others, the deck, and all that lies open are one circuit."""

from __future__ import annotations

from collections import Counter

from domain.games.chanic_panic.cards import KIND, whole_deck
from domain.games.chanic_panic.state import State, board
from domain.kernel.cards.circuits import Circuit, Place
from domain.kernel.display.words import Words


def circuits(state: State, words: Words) -> tuple[Circuit, ...]:
    """Return the one circuit of the game: the whole deck, as it is built before the first shuffle (setup, step 3)."""
    seats = range(len(state.players))
    hands = [Place(words.say("Hand"), seat, state.players[seat].hand.cards) for seat in seats]
    stacks = [Place(words.say("Stack"), seat, state.players[seat].stack.cards) for seat in seats]
    under = [
        Place(
            words.say("Stack Cards attached"),
            seat,
            tuple([card for item in state.players[seat].attached for card in item.cards]),
        )
        for seat in seats
    ]
    shown = [KIND[card] for player in state.players for card in board(player)]
    shown += [KIND[card] for card in (*state.discard, *state.market) if card is not None]
    rest = (
        Place(words.say("Deck"), None, state.deck.cards, face_down=True),
        Place(words.say("Table"), None, tuple(shown), closed=False),
    )
    places = [place for place in (*hands, *stacks, *under, *rest) if place.cards]
    return (Circuit(tuple(places), Counter(whole_deck(len(state.players)))),)
