"""Where the cards lie: what both fighters have and what stays in the box are one circuit."""

from __future__ import annotations

from collections import Counter

from domain.games.fightdrome.state import NOBODY, State
from domain.kernel.cards.circuits import Circuit, Place
from domain.kernel.display.words import Words


def circuits(state: State, words: Words) -> tuple[Circuit, ...]:
    """Return the one circuit of the game: the piles of the box, and the Feints and Weaves of every deck (R4)."""
    places = []
    for seat, fighter in enumerate(state.fighters):
        discard = tuple([state.cards.kind_of[card] for card in fighter.discard])
        places.append(Place(words.say("Hand"), seat, fighter.hand.cards))
        places.append(Place(words.say("Deck"), seat, fighter.deck.cards, face_down=True))
        places.append(Place(words.say("Discard"), seat, discard))
    places.append(Place(words.say("Box"), None, tuple([card for pile in state.box for card in pile])))
    if state.fight.standing is not None and state.fight.owner != NOBODY:
        places.append(Place(words.say("Arena"), None, (state.cards.kind_of[state.fight.standing],), closed=False))
    cards = Counter([card for pile in state.cards.piles for card in state.cards.in_pile[pile]])
    cards.update([card for fighter in state.fighters if fighter.corner.counts for card in state.cards.set_aside])
    return (Circuit(tuple([place for place in places if place.cards]), cards),)
