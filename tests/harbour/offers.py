"""What a seat may do: lazy parts, and what it answers by itself."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from domain.kernel.offers import Arrangement, Flag, Free, Offer, OneOf, Part, Range
from domain.kernel.seats import Seat
from tests.harbour import messages as said
from tests.harbour.decide import most_loaded
from tests.harbour.state import BERTHS, State, still_in
from tests.harbour.view import to_act


def menu(state: State, seat: Seat) -> tuple[Part, ...]:
    """Return the parts of what a seat may do."""
    if seat not in to_act(state):
        return ()
    match state.agenda[-1]:
        case said.Respond(item="gift"):
            return (lambda: Offer("answer", {"accept": Flag()}),)
        case said.Respond():
            return (lambda: Offer("show"), lambda: Offer("deny"))
        case said.Cards(n=n):
            cards = state.players[seat].hand.cards
            return (lambda: Offer("choose", {"cards": Arrangement(cards, n, n)}),)
        case said.Stakes():
            return (lambda: Offer("brace", {"stake": Range(0, min(2, state.players[seat].coins))}),)
        case _:
            return _turn(state, seat)


def _turn(state: State, seat: Seat) -> tuple[Part, ...]:
    others = tuple([other for other in still_in(state) if other != seat])
    hand = state.players[seat].hand.cards
    parts: list[Part] = [partial(_load, state, seat, count) for count in range(1, most_loaded(state) + 1)]
    parts += [partial(_give, seat=other, hand=hand) for other in others]
    return (
        *parts,
        lambda: Offer("stow", {"card": OneOf(hand)}) if hand else None,
        lambda: Offer("inspect", {"target": OneOf(others), "kind": OneOf(state.wares.kinds)}),
        lambda: Offer("call_storm"),
        lambda: Offer("peek"),
        lambda: Offer("buy", {"card": OneOf(state.quay)}) if state.quay else None,
        lambda: Offer("hail", {"words": Free({"type": "string", "maxLength": 40})}),
    )


def _load(state: State, seat: Seat, count: int) -> Offer | None:
    hand = state.players[seat].hand.cards
    if len(hand) < count:
        return None
    fields: dict[str, Any] = {}
    for i in range(count):
        fields[f"cargo/{i}/card"] = OneOf(tuple(dict.fromkeys(hand)))
        fields[f"cargo/{i}/berth"] = Range(0, BERTHS - 1)
    return Offer("load", fields)


def _give(seat: Seat, hand: tuple[str, ...]) -> Offer | None:
    return Offer("give", {"to": OneOf((seat,)), "card": OneOf(hand)}) if hand else None


def prepared_answer(state: State, seat: Seat) -> said.Answer | None:
    """Return what a seat's preference answers to a gift."""
    answers: Mapping[str, bool] = {"always": True, "never": False}
    if seat not in to_act(state):
        return None
    match state.agenda[-1]:
        case said.Respond(seat=asked, item="gift") if asked == seat and state.players[seat].gifts in answers:
            return said.Answer(accept=answers[state.players[seat].gifts])
    return None
