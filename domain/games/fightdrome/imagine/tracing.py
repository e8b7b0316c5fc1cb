"""What coming facts prove about the cards that lie hidden now: each unknown card is followed under a number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Any

from domain.games.fightdrome.cards import Card
from domain.games.fightdrome.messages import (
    BoutEnded,
    BoutStarted,
    CardDiscardedFaceDown,
    CardDrawn,
    CardPlayed,
    DecksBuilt,
    DiscardReshuffled,
    FameScored,
    FightdromeFact,
    FighterRested,
    FighterStaggered,
    FightPaused,
    HandDrawn,
    OverstimulatedHandShown,
)
from domain.games.fightdrome.state import FULL_HAND, State, may_rest
from domain.kernel.cards.unknowns import NoWorldError, Unknowns, is_unknown
from domain.kernel.chance import Chance
from domain.kernel.marks import HIDDEN
from domain.kernel.seats import Seat


class Traced(Unknowns):
    """The table with a token for each unknown card, and what is proved about each of them."""

    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__()
        self.state = state
        self.chance = chance
        self.hands = [self.tokens(fighter.hand) for fighter in state.fighters]
        self.decks = [self.tokens(fighter.deck) for fighter in state.fighters]
        discards = [self.tokens(fighter.discard) for fighter in state.fighters]
        self.start = tuple([tuple(zone) for zone in (*self.hands, *self.decks, *discards)])
        self._lying = frozenset(chain.from_iterable(self.start))  # other tokens lie in decks that are shuffled later
        self.without: dict[str, frozenset[Card]] = {}  # told to be none of these
        self.holding: list[tuple[tuple[str, ...], frozenset[Card]]] = []  # one of the places is one of the kinds
        self.decked: tuple[Counter[Card], Counter[Card]] = (Counter(), Counter())  # among a seat's 44, wherever
        self.judged: Seat | None = None  # who the judges preferred at the bell; the hands are those of now
        self._standing = state.fight.standing
        self._rebuilt: set[Seat] = set()
        self._asked: tuple[Seat, frozenset[Card]] | None = None  # who holds one of these when the entry ends
        self._ask_now()

    def places(self, seat: Seat) -> list[str]:
        """Return where a seat's cards lie before anything told happens: hand, deck, discard pile."""
        return [*self.start[seat], *self.start[2 + seat], *self.start[4 + seat]]

    def _ask_now(self) -> None:
        """Note what the question that is open proves about the hand of who is asked."""
        fight, cards = self.state.fight, self.state.cards
        seat = fight.seat
        if fight.phase == "respond" and fight.standing is not None:
            self._holds(seat, cards.answers[fight.standing])
        elif fight.phase == "follow_feint":
            self._holds(seat, cards.attacks)
        elif fight.phase == "stagger_discard":
            self._lacks(seat, cards.attacks if fight.unmet is None else cards.answers[fight.unmet])
        elif fight.phase == "choose_attack" and not may_rest(self.state, seat):
            self._holds(seat, cards.attacks)

    def _holds(self, seat: Seat, kinds: frozenset[Card]) -> None:
        hand = tuple(self.hands[seat])
        if self._lying.issuperset(token for token in hand if is_unknown(token)):
            self.holding.append((hand, kinds))

    def _lacks(self, seat: Seat, kinds: frozenset[Card]) -> None:
        for token in self.hands[seat]:
            if is_unknown(token):
                self.without[token] = self.without.get(token, frozenset()) | kinds

    def follow(self, facts: Iterable[FightdromeFact]) -> None:
        """Go through the facts of one entry, and then note what the question at its end proves."""
        for fact in facts:
            note = FOLLOW.get(type(fact))
            if note is not None:
                note(self, fact)
        if self._asked is not None:
            self._holds(*self._asked)

    def _leave(self, seat: Seat, card: Card) -> None:
        """Let a card leave a hand; which of the unknown ones it is, chance says."""
        hand = self.hands[seat]
        kind = self.state.cards.kind_of[card]
        known = [self.known(token) for token in hand]
        places = [at for at, name in enumerate(known) if name == kind]
        if not places:
            places = [at for at, name in enumerate(known) if is_unknown(name)]
        if not places:
            raise NoWorldError(f"no {kind} can leave the hand of seat {seat}")
        self.name(hand.pop(places[self.chance.pick(len(places), "imagine")]), kind)

    def card_played(self, fact: CardPlayed) -> None:
        """A card of the hand becomes the attack to answer, or asks for another one."""
        cards = self.state.cards
        self._leave(fact.seat, fact.card)
        self._standing = None
        self._asked = None
        if fact.card in cards.attacks:
            self._standing = fact.card
            self._asked = (1 - fact.seat, cards.answers[fact.card])
        elif fact.card in cards.feints:
            self._asked = (fact.seat, cards.attacks)

    def card_drawn(self, fact: CardDrawn) -> None:
        """The top of the deck is now in the hand."""
        self.hands[fact.seat].append(self.draw(self.decks[fact.seat], fact.card))

    def reshuffled(self, fact: DiscardReshuffled) -> None:
        """What lies in the new deck is nobody's knowledge."""
        self.decks[fact.seat] = self.tokens((HIDDEN,) * fact.count)

    def paused(self, fact: FightPaused) -> None:
        """The other seat has an Attack card, or it would be Staggered."""
        self._asked = (fact.next_seat, self.state.cards.attacks)

    def staggered(self, fact: FighterStaggered) -> None:
        """The hand held nothing that could be played."""
        cards = self.state.cards
        self._lacks(fact.seat, cards.attacks if self._standing is None else cards.answers[self._standing])
        self._asked = None
        self._standing = None

    def discarded(self, fact: CardDiscardedFaceDown) -> None:
        """A card left the hand; the other seat attacks or rests."""
        self._leave(fact.seat, fact.card)
        self._must_attack(1 - fact.seat, rest=True)

    def rested(self, fact: FighterRested) -> None:
        """The other seat attacks, or rests where that may alternate."""
        self._must_attack(1 - fact.seat, rest=self.state.options.breathing_space)

    def _must_attack(self, seat: Seat, *, rest: bool) -> None:
        may_rest = rest and len(self.hands[seat]) < FULL_HAND
        self._asked = None if may_rest else (seat, self.state.cards.attacks)

    def bout_ended(self, fact: BoutEnded) -> None:
        """Who could not rise has no Attack card; the bell compares hands of the same size."""
        self._asked = None
        if fact.reason == "cannot_rise":
            self._lacks(fact.loser, self.state.cards.attacks)
        elif fact.reason == "bell":
            self.judged = fact.winner

    def scored(self, fact: FameScored) -> None:
        """A hand is laid open."""
        if HIDDEN in fact.cards:
            return
        missing = Counter(fact.cards)
        places = []
        for token in self.hands[fact.seat]:
            known = self.known(token)
            if is_unknown(known):
                places.append(token)
            elif missing[known] > 0:
                missing[known] -= 1
            else:
                raise NoWorldError(f"{known} is not among the cards laid open")
        left = tuple(missing.elements())
        if len(left) != len(places):
            raise NoWorldError("another number of cards is laid open")
        for at, place in zip(self.chance.shuffle(len(left), "imagine"), places, strict=True):
            self.name(place, left[at])

    def bout_started(self, fact: BoutStarted) -> None:
        """All cards go into the decks: what follows tells only which cards those are."""
        self.hands = [[], []]
        self._standing = None

    def decks_built(self, fact: DecksBuilt) -> None:
        """A new deck says nothing about the one before."""
        self._rebuilt.add(fact.seat)

    def hand_known(self, fact: HandDrawn | OverstimulatedHandShown) -> None:
        """These cards are among the 44 of a seat."""
        if fact.seat not in self._rebuilt and HIDDEN not in fact.cards:
            mine = self.decked[fact.seat]
            mine |= Counter(fact.cards)


FOLLOW: Mapping[type[FightdromeFact], Callable[[Traced, Any], None]] = {
    CardPlayed: Traced.card_played,
    CardDrawn: Traced.card_drawn,
    DiscardReshuffled: Traced.reshuffled,
    FightPaused: Traced.paused,
    FighterStaggered: Traced.staggered,
    CardDiscardedFaceDown: Traced.discarded,
    FighterRested: Traced.rested,
    BoutEnded: Traced.bout_ended,
    FameScored: Traced.scored,
    BoutStarted: Traced.bout_started,
    DecksBuilt: Traced.decks_built,
    HandDrawn: Traced.hand_known,
    OverstimulatedHandShown: Traced.hand_known,
}
