"""What the awaited seat may do, as lazy offers, and the form in which a command is stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from domain.games.panic_clan_inviter.cards import Card
from domain.games.panic_clan_inviter.choices import FROM_HAND, choices, targets
from domain.games.panic_clan_inviter.messages import (
    ChooseCard,
    DiscardToLimit,
    PanicCommand,
    PlaceCard,
    PlayMagic,
    PlayRule,
    Question,
)
from domain.games.panic_clan_inviter.placing import obstacles
from domain.games.panic_clan_inviter.refuse import idle, unable_to_draw, unpayable
from domain.games.panic_clan_inviter.state import HAND_LIMIT, State, question
from domain.kernel.offers import Offer, OneOf, Part, Subset
from domain.kernel.seats import Seat

_DRAW_TWO = Offer("draw_two")
_PASS_TURN = Offer("pass_turn")
_DECLINE = Offer("decline")


def menu(state: State, seat: Seat) -> tuple[Part, ...]:
    """Return the lazy parts of what a seat may do; magic cards with a cost have a part each."""
    asked = question(state)
    if asked is None or asked.seat != seat:
        return ()
    if asked.kind == "choose_action":
        return _actions(state, seat)
    if asked.kind == "choose_player":
        return (partial(_targets, state, asked),)
    if asked.kind == "discard_to_limit":
        return (partial(_limit, state, seat),)
    if asked.optional:
        return (partial(_choices, state, asked), _decline)
    return (partial(_choices, state, asked),)


def _actions(state: State, seat: Seat) -> tuple[Part, ...]:
    """Sort the hand by types; what may be placed and paid for is found out by the parts."""
    cards = state.cards
    numbers, rules, free = [], [], []
    parts: list[Part] = [_draw_two if unable_to_draw(state) is None else partial(_pass_turn, state, seat)]
    for kind in dict.fromkeys(state.players[seat].hand.cards):
        if kind in cards.number:
            numbers.append(kind)
        elif kind in cards.conditions:
            rules.append(kind)
        elif cards.cost[kind]:
            parts.append(partial(_magic, state, seat, kind))
        else:
            free.append(kind)
    if numbers:
        parts.append(partial(_numbers, state, seat, numbers))
    if rules:
        parts.append(partial(_any_of, "play_rule", rules))
    if free:
        parts.append(partial(_any_of, "play_magic", free))
    return tuple(parts)


def _draw_two() -> Offer:
    return _DRAW_TWO


def _numbers(state: State, seat: Seat, kinds: list[Card]) -> Offer | None:
    kept_off = obstacles(state, seat)
    return _any_of("place_card", [kind for kind in kinds if kind not in kept_off])


def _any_of(command: str, kinds: list[Card]) -> Offer | None:
    return Offer(command, {"card": OneOf(tuple(kinds))}) if kinds else None


def _magic(state: State, seat: Seat, kind: Card) -> Offer | None:
    if unpayable(state, seat, kind) is not None:
        return None
    cost = state.cards.cost[kind]
    rest = state.players[seat].hand.take(kind).cards
    return Offer("play_magic", {"card": OneOf((kind,)), "cost_cards": Subset(rest, cost, cost)})


def _pass_turn(state: State, seat: Seat) -> Offer | None:
    return _PASS_TURN if idle(state, seat) else None


def _targets(state: State, asked: Question) -> Offer:
    return Offer("choose_player", {"seat": OneOf(targets(state, asked))})


def _choices(state: State, asked: Question) -> Offer | None:
    cards = choices(state, asked)
    return Offer("choose_card", {"card": OneOf(cards)}) if cards else None


def _decline() -> Offer:
    return _DECLINE


def _limit(state: State, seat: Seat) -> Offer:
    hand = state.players[seat].hand.cards
    count = len(hand) - HAND_LIMIT
    return Offer("discard_to_limit", {"cards": Subset(hand, count, count)})


def normal(state: State, command: PanicCommand) -> PanicCommand:
    """Return the stored form: cards of a hand as kinds, several of them in master order.

    A free choice of label or order would be a side channel.
    """
    form = NORMAL.get(type(command))
    return command if form is None else form(state, command)


def _card(state: State, command: PlaceCard | PlayRule) -> PanicCommand:
    kind = state.cards.kind.get(command.card, command.card)
    return command if kind == command.card else replace(command, card=kind)


def _play_magic(state: State, command: PlayMagic) -> PanicCommand:
    kind = state.cards.kind
    return PlayMagic(card=kind.get(command.card, command.card), cost_cards=_kinds(state, command.cost_cards))


def _choose_card(state: State, command: ChooseCard) -> PanicCommand:
    asked = question(state)
    of_hand = asked is not None and asked.kind in FROM_HAND
    return ChooseCard(card=state.cards.kind.get(command.card, command.card)) if of_hand else command


def _discard_to_limit(state: State, command: DiscardToLimit) -> PanicCommand:
    return DiscardToLimit(cards=_kinds(state, command.cards))


def _kinds(state: State, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    kind = state.cards.kind
    return state.cards.in_order([kind.get(card, card) for card in cards])


NORMAL: Mapping[type[PanicCommand], Callable[[State, Any], PanicCommand]] = {
    PlaceCard: _card,
    PlayRule: _card,
    PlayMagic: _play_magic,
    ChooseCard: _choose_card,
    DiscardToLimit: _discard_to_limit,
}
