"""What the awaited seat may do, as lazy offers, and the form in which a command is stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

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
from domain.games.panic_clan_inviter.placing import obstacle
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
    parts: list[Part] = [partial(make, state, seat) for make in (_draw_two, _number, _rule, _free_magic, _pass_turn)]
    cost = state.cards.cost
    parts += [
        partial(_magic, state, seat, kind) for kind in dict.fromkeys(state.players[seat].hand.cards) if cost.get(kind)
    ]
    return tuple(parts)


def _draw_two(state: State, seat: Seat) -> Offer | None:
    return _DRAW_TWO if unable_to_draw(state) is None else None


def _number(state: State, seat: Seat) -> Offer | None:
    number = state.cards.number
    return _of(state, seat, "place_card", lambda kind: kind in number and obstacle(state, seat, kind) is None)


def _rule(state: State, seat: Seat) -> Offer | None:
    return _of(state, seat, "play_rule", state.cards.conditions.__contains__)


def _free_magic(state: State, seat: Seat) -> Offer | None:
    cost = state.cards.cost
    return _of(state, seat, "play_magic", lambda kind: cost.get(kind) == 0)


def _of(state: State, seat: Seat, command: str, wanted: Callable[[Card], bool]) -> Offer | None:
    kinds = tuple([kind for kind in dict.fromkeys(state.players[seat].hand.cards) if wanted(kind)])
    return Offer(command, {"card": OneOf(kinds)}) if kinds else None


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
    kind = state.cards.kind
    match command:
        case PlaceCard(card=card) | PlayRule(card=card):
            return command if kind.get(card, card) == card else replace(command, card=kind[card])
        case PlayMagic(card=card, cost_cards=paid):
            return PlayMagic(card=kind.get(card, card), cost_cards=_kinds(state, paid))
        case ChooseCard(card=card):
            asked = question(state)
            of_hand = asked is not None and asked.kind in FROM_HAND
            return ChooseCard(card=kind[card]) if of_hand and card in kind else command
        case DiscardToLimit(cards=cards):
            return DiscardToLimit(cards=_kinds(state, cards))
        case _:
            return command


def _kinds(state: State, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    kind: Mapping[Card, Card] = state.cards.kind
    return state.cards.in_order([kind.get(card, card) for card in cards])
