"""What is legal: every check, in the order of section 6."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.games.panic_clan_inviter.cards import Card
from domain.games.panic_clan_inviter.choices import choices, targets
from domain.games.panic_clan_inviter.messages import (
    ChooseCard,
    ChoosePlayer,
    Decline,
    DiscardToLimit,
    DrawTwo,
    PanicCommand,
    PassTurn,
    PlaceCard,
    PlayMagic,
    PlayRule,
    Question,
    QuestionKind,
)
from domain.games.panic_clan_inviter.placing import obstacle, obstacles
from domain.games.panic_clan_inviter.refusals import no
from domain.games.panic_clan_inviter.state import HAND_LIMIT, State
from domain.kernel.messages import Concede, TimeOut
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat


def refuse(state: State, seat: Seat, command: PanicCommand) -> Refusal | None:
    """Say why a command is not legal; source: section 6, R42."""
    if state.outcome is not None:
        return no("game_over")
    if not 0 <= seat < len(state.players):
        return no("not_seated", seat=seat)
    if state.players[seat].standing != "in":
        return no("not_seated", "left")
    kind = type(command)
    if kind is Concede:
        return None
    asked: Any = state.agenda[-1]
    if asked.seat != seat:
        return no("not_your_decision")
    if kind is TimeOut:
        return None
    check = REFUSE[asked.kind].get(kind)
    return no("wrong_phase") if check is None else check(state, seat, command, asked)


def unable_to_draw(state: State) -> Refusal | None:
    """Say why nothing can be drawn; source: R10."""
    if state.deck.cards or state.discard.cards:
        return None
    return no("nothing_to_draw")


def unplaceable(state: State, seat: Seat, kind: Card) -> Refusal | None:
    """Say why a card of the own hand cannot be placed by an action; source: section 6, 5.1."""
    if kind not in state.cards.number:
        return no("not_a_number_card", card=kind)
    kept_off = obstacle(state, seat, kind)
    if kept_off is None:
        return None
    return no("placement_not_allowed", kept_off, card=kind, rule=state.cards.kind[state.rule])


def unpayable(state: State, seat: Seat, kind: Card) -> Refusal | None:
    """Say why a magic card of the own hand cannot be paid for; source: R14."""
    cost = state.cards.cost[kind]
    if len(state.players[seat].hand.cards) - 1 < cost:
        return no("cost_not_payable", card=kind, cost=cost)
    return None


def idle(state: State, seat: Seat) -> bool:
    """Say whether a seat has no action but passing; source: R12."""
    if unable_to_draw(state) is None:
        return False
    cards, kept_off = state.cards, obstacles(state, seat)
    return all(
        kind in kept_off if kind in cards.number else kind in cards.cost and unpayable(state, seat, kind) is not None
        for kind in state.players[seat].hand.cards
    )


def held(state: State, seat: Seat, card: Card) -> Card | None:
    """Return the kind of a card in the seat's hand, whatever label it is called by; `None` if it is not there."""
    kind = state.cards.kind.get(card)
    return kind if kind in state.players[seat].hand.cards else None


def not_held(state: State, cards: Sequence[Card], hand: Sequence[Card]) -> Card | None:
    """Return the first of these cards, taken together, that is not among those of a hand."""
    left = list(hand)
    for card in cards:
        kind = state.cards.kind.get(card, card)
        if kind not in left or card not in state.cards.kind:
            return card
        left.remove(kind)
    return None


def _draw_two(state: State, seat: Seat, command: DrawTwo, asked: Question) -> Refusal | None:
    return unable_to_draw(state)


def _place_card(state: State, seat: Seat, command: PlaceCard, asked: Question) -> Refusal | None:
    kind = held(state, seat, command.card)
    return no("card_not_in_hand", card=command.card) if kind is None else unplaceable(state, seat, kind)


def _play_rule(state: State, seat: Seat, command: PlayRule, asked: Question) -> Refusal | None:
    kind = held(state, seat, command.card)
    if kind is None:
        return no("card_not_in_hand", card=command.card)
    return None if kind in state.cards.conditions else no("not_a_rule_card", card=kind)


def _play_magic(state: State, seat: Seat, command: PlayMagic, asked: Question) -> Refusal | None:
    kind = held(state, seat, command.card)
    if kind is None:
        return no("card_not_in_hand", card=command.card)
    if kind not in state.cards.cost:
        return no("not_a_magic_card", card=kind)
    refusal = unpayable(state, seat, kind)
    if refusal is not None:
        return refusal
    cost = state.cards.cost[kind]
    rest = state.players[seat].hand.take(kind).cards
    if len(command.cost_cards) != cost or not_held(state, command.cost_cards, rest) is not None:
        return no("cost_mismatch", card=kind, cost=cost)
    return None


def _pass_turn(state: State, seat: Seat, command: PassTurn, asked: Question) -> Refusal | None:
    return None if idle(state, seat) else no("pass_not_allowed")


def _choose_player(state: State, seat: Seat, command: ChoosePlayer, asked: Question) -> Refusal | None:
    return None if command.seat in targets(state, asked) else no("invalid_target", seat=command.seat)


def _choose_of_hand(state: State, seat: Seat, command: ChooseCard, asked: Question) -> Refusal | None:
    kind = state.cards.kind.get(command.card)
    return None if kind in choices(state, asked) else no("invalid_choice", card=command.card)


def _choose_open(state: State, seat: Seat, command: ChooseCard, asked: Question) -> Refusal | None:
    return None if command.card in choices(state, asked) else no("invalid_choice", card=command.card)


def _decline(state: State, seat: Seat, command: Decline, asked: Question) -> Refusal | None:
    return None if asked.optional else no("decline_not_allowed")


def _discard_to_limit(state: State, seat: Seat, command: DiscardToLimit, asked: Question) -> Refusal | None:
    hand = state.players[seat].hand.cards
    missing = not_held(state, command.cards, hand)
    if missing is not None:
        return no("card_not_in_hand", card=missing)
    wanted = len(hand) - HAND_LIMIT
    return None if len(command.cards) == wanted else no("wrong_card_count", wanted=wanted)


Check = Callable[[State, Seat, Any, Question], Refusal | None]

_OF_HAND: Mapping[type[PanicCommand], Check] = {ChooseCard: _choose_of_hand, Decline: _decline}
_OPEN: Mapping[type[PanicCommand], Check] = {ChooseCard: _choose_open, Decline: _decline}

REFUSE: Mapping[QuestionKind, Mapping[type[PanicCommand], Check]] = {
    "choose_action": {
        DrawTwo: _draw_two,
        PlaceCard: _place_card,
        PlayRule: _play_rule,
        PlayMagic: _play_magic,
        PassTurn: _pass_turn,
    },
    "choose_player": {ChoosePlayer: _choose_player, Decline: _decline},
    "choose_card_to_give": _OF_HAND,
    "choose_own_discard": _OF_HAND,
    "choose_rule_from_hand": _OF_HAND,
    "choose_number_from_hand": _OF_HAND,
    "choose_from_discard": _OPEN,
    "choose_line_card": _OPEN,
    "discard_to_limit": {DiscardToLimit: _discard_to_limit},
}
