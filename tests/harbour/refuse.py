"""Why a command is not legal; the one source of legality."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.messages import Concede, TimeOut
from domain.kernel.refusals import Category, Refusal
from domain.kernel.seats import Seat
from tests.harbour import messages as said
from tests.harbour.state import BERTHS, State, room, still_in


def refuse(state: State, seat: Seat, command: said.HarbourCommand) -> Refusal | None:
    """Say why a command is not legal."""
    if state.outcome is not None:
        return _no("over", "The harbour is closed.", "harbour 9", "over")
    if not 0 <= seat < len(state.players):
        return _no("no_such_seat", "There is no such seat.", "harbour 1", "caller")
    if state.players[seat].gone:
        return _no("gone", "You have left.", "harbour 8", "turn")
    if isinstance(command, Concede | said.Prefer):
        return None
    question = state.agenda[-1]
    asked = to_act(state)
    if seat not in asked or (not isinstance(command, TimeOut) and not isinstance(question, ASKED_BY[type(command)])):
        return _no("not_asked", "Nobody asks you for this now.", "harbour 1", "turn")
    check = CHECKS.get(type(command))
    return None if check is None else check(state, seat, command, question)


def to_act(state: State) -> dict[Seat, str]:
    """Return who is awaited, and for what."""
    if state.outcome is not None or not state.agenda:
        return {}
    question = state.agenda[-1]
    match question:
        case said.Stakes():
            return {seat: "stakes" for seat in still_in(state) if not state.players[seat].staked}
        case said.Respond():
            return {question.seat: question.item}
        case said.Cards():
            return {question.seat: question.why}
        case said.Turn():
            return {question.seat: "turn"}
        case _:
            raise AssertionError(f"{question} is no question")


def _no(code: str, text: str, rule: str, category: Category = "rule") -> Refusal:
    return Refusal(code, category, text, rule)


def _in_hand(state: State, seat: Seat, card: str) -> Refusal | None:
    if card not in state.wares.worth:
        return _no("unknown_card", "There is no such ware.", "harbour 1")
    if card not in state.players[seat].hand:
        return _no("not_in_hand", "You do not hold this.", "harbour 3")
    return None


def _load(state: State, seat: Seat, command: said.Load, question: Any) -> Refusal | None:
    if not 1 <= len(command.cargo) < room(state):
        return _no("wrong_count", "One or two wares are loaded at a time.", "harbour 3")
    wanted = Counter(item.card for item in command.cargo)
    held = Counter(state.players[seat].hand)
    for item in command.cargo:
        refusal = _in_hand(state, seat, item.card)
        if refusal is not None:
            return refusal
        if not 0 <= item.berth < BERTHS:
            return _no("no_such_berth", "There is no such berth.", "harbour 3")
    if any(held[card] < count for card, count in wanted.items()):
        return _no("not_in_hand", "You do not hold so many.", "harbour 3")
    filled = Counter(item.berth for item in command.cargo)
    if any(len(state.players[seat].berths[berth]) + count > room(state) for berth, count in filled.items()):
        return _no("berth_full", "The berth has no room.", "harbour 3")
    return None


def _stow(state: State, seat: Seat, command: said.Stow, question: Any) -> Refusal | None:
    return _in_hand(state, seat, command.card)


def _give(state: State, seat: Seat, command: said.Give, question: Any) -> Refusal | None:
    return _other(state, seat, command.to) or _in_hand(state, seat, command.card)


def _other(state: State, seat: Seat, other: Seat) -> Refusal | None:
    if other == seat or other not in still_in(state):
        return _no("no_such_seat", "There is no such other seat.", "harbour 1")
    return None


def _inspect(state: State, seat: Seat, command: said.Inspect, question: Any) -> Refusal | None:
    if command.kind not in state.wares.worth:
        return _no("unknown_card", "There is no such ware.", "harbour 1")
    return _other(state, seat, command.target)


def _peek(state: State, seat: Seat, command: said.Peek, question: Any) -> Refusal | None:
    if not len(state.deck):
        return _no("no_deck", "The deck is empty.", "harbour 4")
    return _coin(state, seat)


def _coin(state: State, seat: Seat) -> Refusal | None:
    return None if state.players[seat].coins else _no("no_coins", "You have no coin.", "harbour 4")


def _buy(state: State, seat: Seat, command: said.Buy, question: Any) -> Refusal | None:
    if command.card not in state.quay:
        return _no("not_on_quay", "This does not lie on the quay.", "harbour 4")
    return _coin(state, seat)


def _hail(state: State, seat: Seat, command: said.Hail, question: Any) -> Refusal | None:
    if command.words.strip() in ("", "?"):
        return _no("nothing_said", "Say something.", "harbour 4")
    return None


def _choose(state: State, seat: Seat, command: said.Choose, question: Any) -> Refusal | None:
    for card in command.cards:
        refusal = _in_hand(state, seat, card)
        if refusal is not None:
            return refusal
    if len(command.cards) != question.n:
        return _no("wrong_count", "Choose as many as you are asked for.", "harbour 7")
    return None


def _show(state: State, seat: Seat, command: said.Show, question: Any) -> Refusal | None:
    if question.item != "inspection":
        return _no("not_asked", "Nobody inspects you.", "harbour 5", "turn")
    return _in_hand(state, seat, question.kind)


def _deny(state: State, seat: Seat, command: said.Deny, question: Any) -> Refusal | None:
    if question.item != "inspection":
        return _no("not_asked", "Nobody inspects you.", "harbour 5", "turn")
    if question.kind in state.players[seat].hand:
        return _no("holds_it", "You hold one: show it.", "harbour 5")
    return None


def _answer(state: State, seat: Seat, command: said.Answer, question: Any) -> Refusal | None:
    if question.item != "gift":
        return _no("not_asked", "Nobody offers you anything.", "harbour 6", "turn")
    return None


def _brace(state: State, seat: Seat, command: said.Brace, question: Any) -> Refusal | None:
    if not 0 <= command.stake <= min(2, state.players[seat].coins):
        return _no("wrong_stake", "Stake up to two coins that you have.", "harbour 6")
    return None


ASKED_BY: Mapping[Any, Any] = {
    **dict.fromkeys(
        (said.Load, said.Stow, said.Give, said.Inspect, said.CallStorm, said.Peek, said.Buy, said.Hail), said.Turn
    ),
    **dict.fromkeys((said.Answer, said.Show, said.Deny), said.Respond),
    said.Choose: said.Cards,
    said.Brace: said.Stakes,
}

CHECKS: Mapping[Any, Callable[[State, Seat, Any, Any], Refusal | None]] = {
    said.Load: _load,
    said.Stow: _stow,
    said.Give: _give,
    said.Inspect: _inspect,
    said.Peek: _peek,
    said.Buy: _buy,
    said.Hail: _hail,
    said.Choose: _choose,
    said.Show: _show,
    said.Deny: _deny,
    said.Answer: _answer,
    said.Brace: _brace,
}
