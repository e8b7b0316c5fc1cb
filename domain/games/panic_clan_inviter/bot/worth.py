"""What the sensible bot expects of an action: a worth in points, where a card placed is worth `PLACED`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from domain.games.panic_clan_inviter.bot.sight import Sight
from domain.games.panic_clan_inviter.cards import Card
from domain.games.panic_clan_inviter.messages import DrawTwo, PanicCommand, PassTurn, PlaceCard, PlayMagic, PlayRule
from domain.games.panic_clan_inviter.state import HAND_LIMIT
from domain.games.panic_clan_inviter.view import PlayerView
from domain.games.panic_clan_inviter.vocabulary import (
    DiscardChoice,
    DiscardHand,
    DrawCards,
    Effect,
    EnactRule,
    ExtraTurns,
    LoseTurn,
    MoveFromHand,
    PlaceNumber,
    RemoveFromLine,
    ReverseDirection,
    SwapHands,
    TakeFromDiscard,
)

WON = 1000.0
PLACED = 10.0
DRAWN = 2.0  # a card drawn
TURN = 6.0  # a turn more for oneself, or one less for the only opponent
PICKED = 1.5  # a card taken from another hand
SAVED = 4.0  # what a magic card that places a card is worth for the last step; section 12, 6


def actions(sight: Sight) -> Iterator[tuple[float, PanicCommand]]:
    """Yield what the turn player could do and what it is worth; some of it may not be legal."""
    cards, hand = sight.cards, sight.hand
    yield -2.0, PassTurn()
    yield drawn(len(hand), 2), DrawTwo()
    kept_off = sight.kept_off(sight.me, sight.rule, sight.last)
    for card in dict.fromkeys(hand):
        rest = without(hand, card)
        if card in cards.number:
            if card not in kept_off:
                yield placed(sight, card, rest), PlaceCard(card=card)
        elif card in cards.conditions:
            worth = sight.advantage(card, sight.last, rest) + drawn(len(rest), 1) - sight.keep(card) / 2
            yield worth, PlayRule(card=card)
        else:
            cost = sight.cheapest(rest, cards.cost[card])
            for paid in cost:
                rest = without(rest, paid)
            worth = effects(sight, card, sight.last, rest) - sum(map(sight.keep, cost)) / 2
            yield worth, PlayMagic(card=card, cost_cards=cards.in_order(cost))


def without(hand: Sequence[Card], card: Card) -> tuple[Card, ...]:
    """Return a hand without one card."""
    place = hand.index(card)
    return (*hand[:place], *hand[place + 1 :])


def drawn(held: int, count: int) -> float:
    """Return what it is worth to draw; what goes beyond the limit is a better choice at most; section 12, 5."""
    room = max(0, HAND_LIMIT - held)
    return DRAWN * min(count, room) + DRAWN / 4 * max(0, count - room)


def placed(sight: Sight, card: Card, rest: Sequence[Card]) -> float:
    """Return what it is worth to append a number card, with `rest` left in hand; section 12, 1 and 3."""
    if sight.need == 1:
        return WON
    return PLACED + sight.prospects(sight.rule, card, rest) + effects(sight, card, card, rest)


def effects(sight: Sight, card: Card, last: Card | None, rest: Sequence[Card]) -> float:
    """Return what a card's effects are worth with this last card and this hand."""
    worth = 0.0
    for effect in sight.cards.effects[card]:
        worth += WORTH[type(effect)](sight, effect, last, rest)
        if isinstance(effect, DiscardHand):
            rest = ()
    return worth


def removal(sight: Sight, player: PlayerView) -> float:
    """Return what it is worth that a player loses a card of the line; section 12, 2."""
    return 3.0 + sight.danger(player) * (1.5 if player.hand_count else 0.5)


def best_rule(sight: Sight, rules: Sequence[Card], last: Card | None, hand: Sequence[Card]) -> float:
    """Return the advantage of the best of some rule cards."""
    return max([sight.advantage(rule, last, hand) for rule in rules], default=0.0)


def _reverse(sight: Sight, effect: ReverseDirection, last: Card | None, rest: Sequence[Card]) -> float:
    """Send the turn to the other side; with two players the option may give a turn."""
    if len(sight.foes) == 1:
        return TURN if sight.view.options.reverse_with_two == "extra_turn" else 0.0
    coming, going = following(sight), previous(sight)
    return (sight.danger(coming) - sight.danger(going)) / 3


def following(sight: Sight) -> PlayerView:
    """Return the player whose turn comes next in the current direction."""
    clockwise = sight.view.direction == "clockwise"
    seat = sight.me.left_neighbour if clockwise else sight.me.right_neighbour
    return next(foe for foe in sight.foes if foe.seat == seat)


def previous(sight: Sight) -> PlayerView:
    """Return the player whose turn would come next in the other direction."""
    clockwise = sight.view.direction == "clockwise"
    seat = sight.me.right_neighbour if clockwise else sight.me.left_neighbour
    return next(foe for foe in sight.foes if foe.seat == seat)


def _lose_turn(sight: Sight, effect: LoseTurn, last: Card | None, rest: Sequence[Card]) -> float:
    if len(sight.foes) == 1:
        return TURN
    met = following(sight) if effect.target == "next" else max(sight.foes, key=sight.danger)
    return 1.0 + sight.danger(met) / 2


def _extra_turns(sight: Sight, effect: ExtraTurns, last: Card | None, rest: Sequence[Card]) -> float:
    """More turns are worth most with cards that can be placed in them; enough of them win; section 12, 1."""
    steps = sight.run(sight.rule, last, sight.numbers(rest), min(effect.count, sight.need, 4))
    return WON / 2 if steps == sight.need else TURN * (effect.count - 1) + 2 * steps


def _draw(sight: Sight, effect: DrawCards, last: Card | None, rest: Sequence[Card]) -> float:
    return drawn(len(rest), effect.count)


def _discard_choice(sight: Sight, effect: DiscardChoice, last: Card | None, rest: Sequence[Card]) -> float:
    return -sum(map(sight.keep, sight.cheapest(rest, effect.count))) / 2


def _discard_hand(sight: Sight, effect: DiscardHand, last: Card | None, rest: Sequence[Card]) -> float:
    return -sum(map(sight.keep, rest))


def _move_from_hand(sight: Sight, effect: MoveFromHand, last: Card | None, rest: Sequence[Card]) -> float:
    met = [following(sight)] if effect.target == "next" else sight.foes
    if not any(foe.hand_count for foe in met):
        return 0.0
    return PICKED * (1.5 if effect.to == "actor" else 0.6)


def _swap_hands(sight: Sight, effect: SwapHands, last: Card | None, rest: Sequence[Card]) -> float:
    """Unknown cards for known ones: the largest hand is taken, a small one given; section 12, 7."""
    largest = max(foe.hand_count for foe in sight.foes)
    return DRAWN * largest - sum(map(sight.keep, rest)) - sight.prospects(sight.rule, last, rest) / 2


def _enact_rule(sight: Sight, effect: EnactRule, last: Card | None, rest: Sequence[Card]) -> float:
    pool = rest if effect.from_ == "hand" else sight.view.discard
    rules = [sight.cards.kind[card] for card in pool if card in sight.cards.conditions]
    best = best_rule(sight, rules, last, rest)
    return max(0.0, best) if effect.optional else best


def _take_from_discard(sight: Sight, effect: TakeFromDiscard, last: Card | None, rest: Sequence[Card]) -> float:
    found = [sight.keep(sight.cards.kind[card]) for card in sight.view.discard if _is(sight, card, effect.type)]
    return max(found, default=0.0)


def _is(sight: Sight, card: Card, type: str) -> bool:
    cards = sight.cards
    known: Mapping[str, Collection[Card]] = {
        "magic": cards.cost,
        "rule": cards.conditions,
        "number": cards.number,
        "any": cards.kind,
    }
    return card in known[type]


def _place_number(sight: Sight, effect: PlaceNumber, last: Card | None, rest: Sequence[Card]) -> float:
    """A card more in line; such a card is best kept for the last step."""
    cards = sight.cards
    pool = sight.numbers(rest if effect.from_ == "hand" else sight.view.discard)
    kept_off = sight.kept_off(sight.me, sight.rule, last) if effect.obey_rule else {}
    fitting = [card for card in pool if cards.kind[card] not in kept_off]
    if not fitting:
        return 0.0
    return WON if sight.need == 1 else PLACED - SAVED / 2


def _remove_from_line(sight: Sight, effect: RemoveFromLine, last: Card | None, rest: Sequence[Card]) -> float:
    lost = [removal(sight, foe) for foe in sight.foes if foe.line]
    if effect.scope == "each_last":
        return sum(lost) - (PLACED if last else 0.0)
    if not lost:
        return 0.0
    gained = PICKED if effect.to == "actor_hand" else 0.0
    return gained + (sum(lost) if effect.scope == "each_other_last" else max(lost))


WORTH: Mapping[type[Effect], Callable[[Sight, Any, Card | None, Sequence[Card]], float]] = {
    ReverseDirection: _reverse,
    LoseTurn: _lose_turn,
    ExtraTurns: _extra_turns,
    DrawCards: _draw,
    DiscardChoice: _discard_choice,
    DiscardHand: _discard_hand,
    MoveFromHand: _move_from_hand,
    SwapHands: _swap_hands,
    EnactRule: _enact_rule,
    TakeFromDiscard: _take_from_discard,
    PlaceNumber: _place_number,
    RemoveFromLine: _remove_from_line,
}
