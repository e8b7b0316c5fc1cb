"""Cards as pictures: in hands, on piles, as answers to an attack; and what a fighter's deck is made of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from domain.games.fightdrome.board.looks import look
from domain.games.fightdrome.cards import Card, CardPrint, Sleeve, Stack
from domain.games.fightdrome.narrate import named, refusal, spoken
from domain.games.fightdrome.view import DiscardedCard, View
from domain.kernel.display.board import CardPicture
from domain.kernel.display.look import Look
from domain.kernel.display.words import Words
from domain.kernel.marks import HIDDEN
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat

BACK = CardPicture("", back=True)

_SHARED: Mapping[str, str] = {  # where a refusal's sentence would only repeat what a card's face shows
    "attack_required": "No Attack card.",
    "wrong_type": "The wrong kind against {attack}.",
    "too_weak": "Weaker than {attack}.",
}


class Faces:
    """The cards of one box as people read them."""

    def __init__(self, view: View, words: Words) -> None:
        self._words = words
        self._print_of = {printed.card: printed for printed in view.cards}
        self._rank = {printed.card: place for place, printed in enumerate(view.cards)}

    def printed(self, card: Card) -> CardPrint:
        """Return what is printed on a kind, or on a card that lies face up."""
        return self._print_of.get(card) or self._print_of[card.rpartition("_")[0]]

    def title(self, card: Card) -> str:
        """Return the name of a kind, or of a card that lies face up, with its strength: "Punch Block 40"."""
        printed = self.printed(card)
        name = self._words.say(printed.name)
        return name if printed.strength is None else f"{name} {printed.strength}"

    def open(self, card: Card, *badges: str, owner: Seat | None = None) -> CardPicture:
        """Picture a card that nobody can play where it lies; a back where the copy at hand does not know it."""
        if card == HIDDEN:
            return BACK
        name = self.title(card)
        return CardPicture(face=name, name=name, id=card, badges=badges, owner=owner, look=self._look(card))

    def _look(self, card: Card) -> Look:
        return look(self.printed(card), self._words)

    def lying(self, card: DiscardedCard) -> CardPicture:
        """Picture a card of a discard pile; who may look at one that lies face down sees what it is."""
        if card.card is None or card.card == HIDDEN:
            return BACK
        if not card.face_down:
            return self.open(card.card)
        name = self.title(card.card)
        return CardPicture(face=name, name=name, id=card.card, back=True, badges=(self._words.say("face down"),))

    def held(self, hand: Iterable[Card], asked: Mapping[Card, Refusal | None]) -> tuple[CardPicture, ...]:
        """Picture a hand in table order: which cards may be used, and why not the others."""
        return tuple([self._held(card, asked) for card in sorted(hand, key=lambda card: self._rank.get(card, -1))])

    def _held(self, card: Card, asked: Mapping[Card, Refusal | None]) -> CardPicture:
        if card not in asked:
            return self.open(card)
        refused, name = asked[card], self.title(card)
        why_not = None if refused is None else why(refused, self._words)
        return CardPicture(face=name, name=name, id=card, lit=refused is None, why_not=why_not, look=self._look(card))

    def answers(self, kinds: Iterable[Card]) -> tuple[CardPicture, ...]:
        """Picture what can answer an attack: each name once, with the lowest strength that is enough."""
        meeting = frozenset(kinds)
        names: dict[str, list[CardPrint]] = {}
        for printed in self._print_of.values():
            names.setdefault(printed.name, []).append(printed)
        found = [(name, [card for card in cards if card.card in meeting], cards) for name, cards in names.items()]
        return tuple([self._enough(name, fit, every) for name, fit, every in found if fit])

    def _enough(self, name: str, fit: list[CardPrint], every: list[CardPrint]) -> CardPicture:
        """Source: 7.1; what a card of one name meets, a stronger one of that name meets too."""
        said = self._words.say(name)
        if len(fit) == len(every):
            return CardPicture(face=said, name=said, kind="pattern", look=replace(self._look(fit[0].card), rank=""))
        least = min(fit, key=lambda card: card.strength or 0)
        return CardPicture(
            face=f"{said} {least.strength}+",
            name=self._words.say("{name} {strength} or higher", name=said, strength=least.strength),
            kind="pattern",
            look=replace(self._look(least.card), rank=f"{least.strength}+"),
        )


def why(refused: Refusal, words: Words) -> str:
    """Return why a card cannot be used; one reason for all cards that share it."""
    shared = _SHARED.get(refused.code)
    return refusal(refused, words) if shared is None else words.say(shared, **named(refused, words))


def deck_of(view: View, sleeve: Sleeve, stack: Stack, words: Words) -> str:
    """Return what a Sleeve makes with a Stack: "10 Punch 9 Kick", in table order; Feints and Weaves aside."""
    counts = dict.fromkeys([printed.pile for printed in view.cards], 0)
    for pile, number in zip(view.sleeves[sleeve], view.stacks[stack], strict=True):
        counts[pile] += number
    return " ".join([f"{number} {spoken(pile, words)}" for pile, number in counts.items() if number])
