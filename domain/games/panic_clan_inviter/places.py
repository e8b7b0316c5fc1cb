"""Where the cards lie: hands, the deck and all that lies open are one circuit."""

from __future__ import annotations

from collections import Counter

from domain.games.panic_clan_inviter.state import State
from domain.kernel.cards.circuits import Circuit, Place
from domain.kernel.display.words import Words


def circuits(state: State, words: Words) -> tuple[Circuit, ...]:
    """Return the one circuit of the game: every card of the set."""
    hands = [Place(words.say("Hand"), seat, player.hand.cards) for seat, player in enumerate(state.players)]
    shown = [*state.discard, *[card for player in state.players for card in player.line]]
    shown += [card for card in (state.rule, state.resolving) if card]
    table = Place(words.say("Table"), None, tuple([state.cards.kind[card] for card in shown]), closed=False)
    deck = Place(words.say("Deck"), None, state.deck.cards, face_down=True)
    return (Circuit((*hands, deck, table), Counter(state.cards.pack)),)
