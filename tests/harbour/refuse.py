"""Why a command is not legal; the one source of legality."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.messages import Concede, TimeOut
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from tests.harbour import messages as said
from tests.harbour.refusals import no
from tests.harbour.state import BERTHS, State, room, still_in
from tests.harbour.view import to_act


def refuse(state: State, seat: Seat, command: said.HarbourCommand) -> Refusal | None:
    """Say why a command is not legal."""
    if state.outcome is not None:
        return no("over")
    if not 0 <= seat < len(state.players):
        return no("no_such_seat")
    if state.players[seat].gone:
        return no("gone")
    if isinstance(command, Concede | said.Prefer):
        return None
    question = state.agenda[-1]
    asked = to_act(state)
    if seat not in asked or (not isinstance(command, TimeOut) and not isinstance(question, ASKED_BY[type(command)])):
        return no("not_asked")
    check = REFUSE.get(type(command))
    return None if check is None else check(state, seat, command, question)


def _in_hand(state: State, seat: Seat, card: str) -> Refusal | None:
    if card not in state.wares.worth:
        return no("unknown_card")
    if card not in state.players[seat].hand:
        return no("not_in_hand")
    return None


def _load(state: State, seat: Seat, command: said.Load, question: Any) -> Refusal | None:
    if not 1 <= len(command.cargo) < room(state):
        return no("wrong_count")
    wanted = Counter(item.card for item in command.cargo)
    held = Counter(state.players[seat].hand)
    for item in command.cargo:
        refusal = _in_hand(state, seat, item.card)
        if refusal is not None:
            return refusal
        if not 0 <= item.berth < BERTHS:
            return no("no_such_berth")
    if any(held[card] < count for card, count in wanted.items()):
        return no("not_in_hand", "often")
    filled = Counter(item.berth for item in command.cargo)
    if any(len(state.players[seat].berths[berth]) + count > room(state) for berth, count in filled.items()):
        return no("berth_full")
    return None


def _stow(state: State, seat: Seat, command: said.Stow, question: Any) -> Refusal | None:
    return _in_hand(state, seat, command.card)


def _give(state: State, seat: Seat, command: said.Give, question: Any) -> Refusal | None:
    return _other(state, seat, command.to) or _in_hand(state, seat, command.card)


def _other(state: State, seat: Seat, other: Seat) -> Refusal | None:
    if other == seat or other not in still_in(state):
        return no("no_such_seat", "other")
    return None


def _inspect(state: State, seat: Seat, command: said.Inspect, question: Any) -> Refusal | None:
    if command.kind not in state.wares.worth:
        return no("unknown_card")
    return _other(state, seat, command.target)


def _peek(state: State, seat: Seat, command: said.Peek, question: Any) -> Refusal | None:
    if not len(state.deck):
        return no("no_deck")
    return _coin(state, seat)


def _coin(state: State, seat: Seat) -> Refusal | None:
    return None if state.players[seat].coins else no("no_coins")


def _buy(state: State, seat: Seat, command: said.Buy, question: Any) -> Refusal | None:
    if command.card not in state.quay:
        return no("not_on_quay")
    return _coin(state, seat)


def _hail(state: State, seat: Seat, command: said.Hail, question: Any) -> Refusal | None:
    if command.words.strip() in ("", "?"):
        return no("nothing_said")
    return None


def _choose(state: State, seat: Seat, command: said.Choose, question: Any) -> Refusal | None:
    for card in command.cards:
        refusal = _in_hand(state, seat, card)
        if refusal is not None:
            return refusal
    if len(command.cards) != question.n:
        return no("wrong_count", "asked")
    return None


def _show(state: State, seat: Seat, command: said.Show, question: Any) -> Refusal | None:
    if question.item != "inspection":
        return no("not_asked", "inspection")
    return _in_hand(state, seat, question.kind)


def _deny(state: State, seat: Seat, command: said.Deny, question: Any) -> Refusal | None:
    if question.item != "inspection":
        return no("not_asked", "inspection")
    if question.kind in state.players[seat].hand:
        return no("holds_it")
    return None


def _answer(state: State, seat: Seat, command: said.Answer, question: Any) -> Refusal | None:
    if question.item != "gift":
        return no("not_asked", "gift")
    return None


def _brace(state: State, seat: Seat, command: said.Brace, question: Any) -> Refusal | None:
    if not 0 <= command.stake <= min(2, state.players[seat].coins):
        return no("wrong_stake")
    return None


ASKED_BY: Mapping[Any, Any] = {
    **dict.fromkeys(
        (said.Load, said.Stow, said.Give, said.Inspect, said.CallStorm, said.Peek, said.Buy, said.Hail), said.Turn
    ),
    **dict.fromkeys((said.Answer, said.Show, said.Deny), said.Respond),
    said.Choose: said.Cards,
    said.Brace: said.Stakes,
}

REFUSE: Mapping[Any, Callable[[State, Seat, Any, Any], Refusal | None]] = {
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
