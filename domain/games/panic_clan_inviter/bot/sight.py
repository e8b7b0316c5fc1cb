"""What the sensible bot reads off the table: who fits where, who is close to winning, what a card in hand is worth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from domain.games.panic_clan_inviter.cards import ALL_COLOURS, Card
from domain.games.panic_clan_inviter.placing import FREE, Verdicts, verdicts
from domain.games.panic_clan_inviter.view import PlayerView, View
from domain.games.panic_clan_inviter.vocabulary import ExtraTurns, PlaceNumber, RemoveFromLine
from domain.kernel.seats import Seat

AHEAD = 3  # placements that the bot plans at most
STEP = 1.6  # what one more placement in a row is worth, beside the turn that it takes
CHOICE = 0.25  # what one more card that fits is worth
DANGER = {1: 14.0, 2: 4.0}  # by cards that a player still needs: what it would be worth to stop them
FAR = 1.0  # the same for players who need more
PLAIN, FLEXIBLE = 1.6, 3.2  # what a number card in hand is worth; with all colours
FITS = 1.2  # added for a card that could be placed now
RULE, USES = 1.3, 0.35  # what a rule card in hand is worth, and what share of its advantage is added
MAGIC = {PlaceNumber: 4.5, ExtraTurns: 3.5, RemoveFromLine: 4.0}  # what a magic card in hand is worth by its effects


class Sight:
    """The table from one seat; all cards are kinds unless said otherwise."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.view = view
        self.cards = view.card_set.cards
        self.me = view.players[seat]
        self.hand: tuple[Card, ...] = self.me.hand or ()
        self.foes = [player for player in view.players if player.seat != seat and player.standing == "in"]
        self.rule = self.cards.kind[view.rule]
        self.need = view.goal - len(self.me.line)
        self._mimic_only = view.options.missing_neighbour_line == "mimic_only"
        self._last = [self.cards.kind[player.line[-1]] if player.line else None for player in view.players]
        self._kinds = sum([kind in self.cards.number for kind in self.cards.kinds])
        self._threats: dict[Card, float] = {}
        self._runs: dict[tuple[Any, ...], int] = {}
        self._keeps: dict[Card, float] = {}
        self.last = self._last[seat]

    def numbers(self, cards: Iterable[Card]) -> list[Card]:
        """Return the number cards among these."""
        return [card for card in cards if card in self.cards.number]

    def kept_off(self, player: PlayerView, rule: Card, last: Card | None) -> Verdicts:
        """Return what keeps each kind from a player's line under a rule, if `last` lay at its end."""
        if last is None:
            return FREE
        left, right = player.left_neighbour, player.right_neighbour
        lasts = last, None if left is None else self._last[left], None if right is None else self._last[right]
        return verdicts(self.cards, rule, lasts, mimic_only=self._mimic_only)

    def run(self, rule: Card, last: Card | None, numbers: Sequence[Card], most: int = AHEAD) -> int:
        """Return how many of these cards the bot could place one after the other, up to `most`."""
        if not most:
            return 0
        key = rule, last, most, *sorted(numbers)
        best = self._runs.get(key)
        if best is None:
            best = self._runs[key] = self._longest(rule, last, numbers, most)
        return best

    def _longest(self, rule: Card, last: Card | None, numbers: Sequence[Card], most: int) -> int:
        kept_off, best = self.kept_off(self.me, rule, last), 0
        for card in dict.fromkeys(numbers):
            if card not in kept_off:
                rest = list(numbers)
                rest.remove(card)
                best = max(best, 1 + self.run(rule, card, rest, most - 1))
                if best == most:
                    break
        return best

    def prospects(self, rule: Card, last: Card | None, hand: Sequence[Card]) -> float:
        """Return what it is worth to go on with this hand behind this last card."""
        numbers = self.numbers(hand)
        kept_off = self.kept_off(self.me, rule, last)
        fitting = sum([card not in kept_off for card in numbers])
        return STEP * self.run(rule, last, numbers) + CHOICE * fitting

    def openness(self, player: PlayerView, rule: Card) -> float:
        """Return the share of all kinds of number cards that could be placed in a player's line."""
        return 1 - len(self.kept_off(player, rule, self._last[player.seat])) / self._kinds

    def danger(self, player: PlayerView) -> float:
        """Return how much it matters that a player does not place a card now."""
        return DANGER.get(self.view.goal - len(player.line), FAR)

    def threat(self, rule: Card) -> float:
        """Return how much the others may do under a rule: dangerous players, by how likely a card of theirs fits."""
        known = self._threats.get(rule)
        if known is None:
            found = 0.0
            for foe in self.foes:
                misses = (1 - self.openness(foe, rule)) ** (foe.hand_count / 2)  # half a hand: number cards of use
                found += self.danger(foe) * (1 - misses)
            known = self._threats[rule] = found / len(self.foes)
        return known

    def advantage(self, rule: Card, last: Card | None, hand: Sequence[Card]) -> float:
        """Return how much better a rule is than the one in force."""
        mine = self.prospects(rule, last, hand) - self.prospects(self.rule, last, hand)
        return mine + self.threat(self.rule) - self.threat(rule)

    def keep(self, card: Card) -> float:
        """Return what it is worth to keep a card in hand; section 12, 6."""
        worth = self._keeps.get(card)
        if worth is None:
            worth = self._keeps[card] = self._kept(card)
        return worth

    def _kept(self, card: Card) -> float:
        cards = self.cards
        if card in cards.number:
            base = FLEXIBLE if cards.colours[card] == ALL_COLOURS else PLAIN
            return base + (FITS if card not in self.kept_off(self.me, self.rule, self.last) else 0.0)
        if card in cards.conditions:
            return RULE + USES * max(0.0, self.advantage(card, self.last, self.hand))
        return max([MAGIC.get(type(effect), PLAIN) for effect in cards.effects[card]])

    def cheapest(self, hand: Sequence[Card], count: int) -> tuple[Card, ...]:
        """Return the cards of a hand that are missed least."""
        return tuple(sorted(hand, key=lambda card: (self.keep(card), self.cards.rank[card]))[:count])
