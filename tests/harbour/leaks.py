"""Leaks that only this game can have; the laws must find each of them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

import msgspec

from domain.kernel.seats import Seat
from tests.harbour import decide, offers, view
from tests.harbour import messages as said
from tests.harbour.cards import kind_of
from tests.harbour.rules import RULES, Harbour
from tests.harbour.state import State, open_labels
from tests.laws.plants import Plant, changed_plan

Patch = Callable[[], AbstractContextManager[Any]]


def _deciding(command: type[Any], instead: Callable[..., None]) -> Patch:
    return lambda: patch.dict(decide.DECIDE, {command: instead})


def _labels_count_hidden_copies(state: State) -> tuple[str, ...]:
    hidden = [f"{kind_of(card)}#1" for card in state.deck.cards[:4]]
    return (*open_labels(state), *hidden)


def _skipped_toll(draft: Any, seat: Seat, command: said.Answer) -> None:
    """Pay at once when the hand leaves no choice."""
    draft.pop()
    decide.send_gift(draft, home=not command.accept)
    hand = draft.state.players[seat].hand
    if command.accept and len(set(hand)) == 1:
        draft.emit(said.CardsPaid(seat=seat, cards=(decide.label(draft.state, hand.cards[0]),), by="seat"))
    elif command.accept:
        draft.push(said.Cards(seat=seat, why="toll", n=1))


def _flag_in_the_agenda(draft: Any, seat: Seat, command: said.Give) -> None:
    draft.pop()
    draft.emit(said.GiftOffered(giver=seat, taker=command.to, card=command.card))
    draft.push(said.Respond(seat=command.to, item="gift", kind=command.card))


def _asked_only_if_held(draft: Any, seat: Seat, command: said.Inspect) -> None:
    """Put the question only where it has the interesting answer."""
    draft.pop()
    if command.kind in draft.state.players[command.target].hand:
        draft.push(said.Respond(seat=command.target, item="inspection", kind=command.kind))


def _preference_decides(draft: Any, seat: Seat, command: said.Give) -> None:
    """Answer by the preference in the giver's own entry."""
    draft.pop()
    draft.emit(said.GiftOffered(giver=seat, taker=command.to, card=command.card))
    if draft.state.players[command.to].gifts == "never":
        decide.send_gift(draft, home=True)
    else:
        draft.push(said.Respond(seat=command.to, item="gift"))


def _stakes_in_the_view(state: State, seat: Seat, viewer: Any) -> view.PlayerView:
    return msgspec.structs.replace(_honest_player(state, seat, viewer), stake=state.players[seat].stake)


_honest_player = view._player


def _remark_about_the_hand(draft: Any, seat: Seat, command: Any) -> None:
    """Say something that depends on what stays in the hand."""
    draft.pop()
    draft.emit(said.CardStowed(seat=seat, card=command.card))
    worth = sum([draft.state.wares.worth[card] for card in draft.state.players[seat].hand])
    draft.emit(said.Hailed(seat=seat, words="heavy" if worth > 4 else "light"))


_honest_menu = offers.menu


def _menu_knows_the_deck(state: State, seat: Seat) -> Any:
    parts = _honest_menu(state, seat)
    return parts[:-1] if len(state.deck) and state.deck.top == "gold" else parts


LEAKS = (
    Plant(
        "the length of a manifest",
        RULES,
        patched=changed_plan(said.ManifestDrawn, "kinds", each=True, whole=False),
    ),
    Plant(
        "a label that counts hidden copies",
        RULES,
        patched=lambda: patch.object(decide, "open_labels", _labels_count_hidden_copies),
    ),
    Plant("a toll without a question", RULES, patched=_deciding(said.Answer, _skipped_toll)),
    Plant("a flag in the agenda", RULES, patched=_deciding(said.Give, _flag_in_the_agenda)),
    Plant("an inspection without a question", RULES, patched=_deciding(said.Inspect, _asked_only_if_held)),
    Plant("a preference that decides", RULES, patched=_deciding(said.Give, _preference_decides)),
    Plant("stakes in the view", RULES, patched=lambda: patch.object(view, "_player", _stakes_in_the_view)),
    Plant("a remark about the hand", RULES, patched=_deciding(said.Stow, _remark_about_the_hand)),
    Plant(
        "a menu that knows the deck",
        RULES,
        patched=lambda: patch.object(Harbour, "menu", staticmethod(_menu_knows_the_deck)),
    ),
)

# The gift lies open to the one seat that is asked about it, so its offers may well tell it.
HARMLESS = frozenset({("content", "/gift/card", "an offer")})

# Stakes lie open once the storm breaks; whom a gift is for, everybody sees, and only that seat what it is
FORCED = frozenset(
    (
        ("brace", "storm_broke.losses"),
        ("brace", "storm_broke.stakes"),
        ("give", "gift_offered.card"),
        ("give", "gift_offered.taker"),
    )
)


def with_preferences(state: State, of: State) -> State:
    """Return a state with the preferences of another: of these, and of what lies open, answers are prepared."""
    players = zip(state.players, of.players, strict=True)
    return msgspec.structs.replace(
        state, players=tuple([msgspec.structs.replace(player, gifts=other.gifts) for player, other in players])
    )


# What is hailed may be the name of a card: one of that name, drawn in the same entry, is not hidden then
UNPAIRED = {"turn: hail": 0.1}
