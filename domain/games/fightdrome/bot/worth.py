"""What each choice of the sensible bot is worth to it: one exchange looked ahead, and the hand it leaves.

The unit is a card in hand, which is a life. Source: section 12 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.fightdrome.bot.odds import Answers, answers_in, unseen
from domain.games.fightdrome.cards import Card, CardPrint
from domain.games.fightdrome.view import FighterView, View

STAGGER = 1.2  # lives: the card that is lost, and the choice of what comes next
RISE = 1.5  # lives a card: a rest that the other cannot rise from takes all its hand; so does lacking one's last Attack
BEST_CARD = 1.5  # lives: a Neurochem, or a card of the highest strength, kept for later
KIND_OF_ATTACK = 0.2  # lives: each kind of Attack in hand, against which an opponent needs other answers


class Prospects:
    """Values the choices of one seat by what it sees."""

    def __init__(self, view: View, me: FighterView) -> None:
        self._print_of = {printed.card: printed for printed in view.cards}
        self._highest = max([printed.strength or 0 for printed in view.cards])
        self._answers: Answers = answers_in(view.cards)
        self._attacks = frozenset(self._answers)
        self._deck, self._foe = unseen(view, me, self._answers)
        self._hand = me.hand or ()
        self._foe_hand = view.fighters[1 - me.seat].hand_count
        self._foe_stuck = self._foe.none_of(self._attacks, self._foe_hand)
        self._drawn = {card: self._deck.one_of(kinds) for card, kinds in self._answers.items()}  # an answer to it

    def play(self, card: Card) -> float:
        """Value playing a card: an Attack, a Feint, or what pauses the fight."""
        printed, left = self._print_of[card], self._without(card)
        if printed.attack:
            return self._attack(printed, left)
        if printed.kind == "feint":
            return self._feint(left)
        draws = not printed.neurochem
        value = self._foe_stuck * STAGGER - (1 - self._foe_stuck) * self._any_attack(left, draws=draws) * STAGGER
        return value + self._kept(left) - (not draws)

    def rest(self) -> float:
        """Value resting: a card more, and the other must attack or lose the bout."""
        hand = frozenset(self._hand)
        risen = (1 - self._foe_stuck) * self._any_attack(hand, draws=True) * STAGGER
        return 1 + self._foe_stuck * RISE * self._foe_hand - risen + self._kept(hand)

    def discard(self, card: Card) -> float:
        """Value laying a card down when Staggered: the last Attack is what the other only has to wait for."""
        left = self._without(card)
        stuck = self._no_attack(left, draws=False) * RISE * len(self._hand)
        return self._kept(left) - self._any_attack(left, draws=False) * STAGGER - stuck

    def _without(self, card: Card) -> frozenset[Card]:
        left = list(self._hand)
        left.remove(card)
        return frozenset(left)

    def _attack(self, attack: CardPrint, left: frozenset[Card]) -> float:
        """The other is Staggered, or answers with any card that can."""
        draws, answers = not attack.neurochem, self._answers[attack.card]
        fails = self._foe.none_of(answers, self._foe_hand)
        given = [
            (self._answered(self._print_of[card], left, draws=draws), part)
            for card, part in self._foe.share
            if card in answers
        ]
        every = sum([part for _, part in given])
        answered = sum([value * part for value, part in given]) / every if every else 0.0
        return fails * STAGGER + (1 - fails) * answered + self._kept(left) - (not draws)

    def _answered(self, answer: CardPrint, left: frozenset[Card], *, draws: bool) -> float:
        """Value that the other answers like this; a Neurochem costs it a life."""
        if answer.attack:
            danger = self._unmet(answer.card, left, draws=draws)
        elif answer.kind == "feint":
            danger = self._any_attack(left, draws=draws)
        else:
            danger = self._no_attack(left, draws=draws)
        return answer.neurochem - danger * STAGGER

    def _feint(self, left: frozenset[Card]) -> float:
        """The best Attack in hand follows; without one the draw has to bring it."""
        attacks = [self._attack(self._print_of[card], left - {card}) for card in left & self._attacks]
        return max(attacks, default=self._kept(left) - (1 - self._deck.attacking) * STAGGER)

    def _unmet(self, attack: Card, left: frozenset[Card], *, draws: bool) -> float:
        """Return how likely a hand, with a card drawn to it or not, cannot answer an attack."""
        if not self._answers[attack].isdisjoint(left):
            return 0.0
        return 1 - self._drawn[attack] if draws else 1.0

    def _any_attack(self, left: frozenset[Card], *, draws: bool) -> float:
        """Return how likely the hand cannot answer what the other may attack with."""
        if not self._foe.attacks:
            return 0.0
        unmet = [self._unmet(card, left, draws=draws) * part for card, part in self._foe.attacks]
        return sum(unmet) / self._foe.attacking

    def _no_attack(self, left: frozenset[Card], *, draws: bool) -> float:
        if not self._attacks.isdisjoint(left):
            return 0.0
        return 1 - self._deck.attacking if draws else 1.0

    def _kept(self, left: Iterable[Card]) -> float:
        """Value a hand for later: high cards, Neurochems, Attacks of different kinds."""
        cards = [self._print_of[card] for card in left]
        strong = sum([1.0 if card.neurochem else (card.strength or 0) / self._highest for card in cards])
        return strong * BEST_CARD + len({card.kind for card in cards if card.attack}) * KIND_OF_ATTACK
