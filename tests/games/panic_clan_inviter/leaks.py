"""Leaks that only this game can have; the laws must find each of them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from domain.games.panic_clan_inviter import decide, effects, procedures, refuse, view
from domain.games.panic_clan_inviter.cards import Card
from domain.games.panic_clan_inviter.choices import choices
from domain.games.panic_clan_inviter.messages import Decline, DrawTwo, EffectDeclined, Effects, Question
from domain.games.panic_clan_inviter.refusals import no
from domain.games.panic_clan_inviter.rules import RULES
from domain.games.panic_clan_inviter.state import State
from domain.games.panic_clan_inviter.vocabulary import EnactRule, MoveFromHand, PlaceNumber
from domain.kernel.seats import Seat
from tests.laws.plants import Plant

Patch = Callable[[], AbstractContextManager[Any]]

_honest_move = effects._move_from_hand
_honest_chosen = effects._give_chosen
_honest_free = procedures._free
_honest_view = view.view
_honest_decline = refuse._decline


def _labels_count_hidden_copies(state: State, kind: Card, given: list[Card]) -> Card:
    """Leave out as many labels as copies lie in the deck, if there are enough."""
    hidden = state.deck.cards.count(kind)
    labels = state.cards.labels[kind]
    return _honest_free(state, kind, [*given, *labels[: hidden if hidden < len(labels) - 2 else 0]])


def _asked_only_if_it_matters(word: type[Any]) -> Patch:
    """Skip the question where the hidden hand leaves nothing but declining (R26)."""
    honest = effects.CARRY_OUT[word]

    def skipping(draft: Any, work: Effects, effect: Any) -> None:
        honest(draft, work, effect)
        asked = draft.agenda[-1]
        if isinstance(asked, Question) and asked.optional and not choices(draft.state, asked):
            draft.pop()
            draft.emit(EffectDeclined(seat=asked.seat, source=asked.source))

    return lambda: patch.dict(effects.CARRY_OUT, {word: skipping})


def _given_without_a_question(draft: Any, work: Effects, effect: MoveFromHand, target: Seat) -> None:
    """Move the card at once when the hand leaves no choice."""
    _honest_move(draft, work, effect, target)
    asked = draft.agenda[-1]
    if isinstance(asked, Question) and asked.kind == "choose_card_to_give":
        kinds = choices(draft.state, asked)
        if len(kinds) < len(draft.state.players[target].hand):
            effects.chosen(draft, draft.pop(), kinds[0], "seat")


def _flag_in_the_agenda(draft: Any, work: Effects, effect: MoveFromHand, target: Seat) -> None:
    """Count the answers by kinds instead of cards."""
    _honest_move(draft, work, effect, target)
    asked = draft.agenda[-1]
    if isinstance(asked, Question) and asked.kind == "choose_card_to_give":
        draft.push(replace(draft.pop(), left=len(choices(draft.state, asked))))


def _remark_about_the_card(draft: Any, work: Effects, effect: Any, asked: Question, card: Card, by: Any) -> None:
    """Say of a card that passes in secret whether it is a number card."""
    _honest_chosen(draft, work, effect, asked, card, by)
    if card in draft.state.cards.number:
        draft.emit(EffectDeclined(seat=asked.seat, source=work.source))


def _hand_in_its_own_order(state: State, seat: Seat) -> tuple[Card, ...]:
    """Give a hand away in the order in which its cards arrived."""
    return state.players[seat].hand.cards


def _lowest_cards(state: State, viewer: Any) -> view.View:
    """Show everybody the lowest card of each hand."""
    seen = _honest_view(state, viewer)
    players = [
        replace(player, line=(*player.line, *state.cards.in_order(state.players[player.seat].hand.cards)[:1]))
        for player in seen.players
    ]
    return replace(seen, players=tuple(players))


def _refusal_knows_the_deck(state: State, seat: Seat, command: Decline, asked: Question) -> Any:
    """Refuse to decline in a way that tells what lies on top of the deck."""
    refusal = _honest_decline(state, seat, command, asked)
    if refusal is not None and state.deck.cards[:1] and state.deck.top in state.cards.number:
        return no("wrong_phase")
    return refusal


def _draw_by_the_deck(draft: Any, seat: Seat, command: Any) -> None:
    """Draw a card less when a rule card lies on top."""
    decide._act(draft, seat)
    rules = draft.state.cards.conditions
    procedures.draw(draft, seat, 1 if draft.state.deck.cards[:1] and draft.state.deck.top in rules else 2, "draw_two")


LEAKS = (
    Plant(
        "a label that counts hidden copies",
        RULES,
        patched=lambda: patch.object(procedures, "_free", _labels_count_hidden_copies),
    ),
    Plant("a rule asked for only if the hand has one", RULES, patched=_asked_only_if_it_matters(EnactRule)),
    Plant("a number asked for only if the hand has one", RULES, patched=_asked_only_if_it_matters(PlaceNumber)),
    Plant(
        "a card given without a question",
        RULES,
        patched=lambda: patch.dict(effects.MEET, {MoveFromHand: _given_without_a_question}),
    ),
    Plant(
        "a flag in the agenda",
        RULES,
        patched=lambda: patch.dict(effects.MEET, {MoveFromHand: _flag_in_the_agenda}),
    ),
    Plant(
        "a remark about a card that passes in secret",
        RULES,
        patched=lambda: patch.dict(effects.CHOSEN, {MoveFromHand: _remark_about_the_card}),
    ),
    Plant(
        "a hand given away in its own order",
        RULES,
        patched=lambda: patch.object(effects, "whole_hand", _hand_in_its_own_order),
    ),
    Plant("the lowest card of each hand", RULES, patched=lambda: patch.object(view, "view", _lowest_cards)),
    Plant(
        "a refusal that knows the deck",
        RULES,
        patched=lambda: patch.dict(refuse._OF_HAND, {Decline: _refusal_knows_the_deck}),
    ),
    Plant(
        "a draw whose size the deck decides",
        RULES,
        patched=lambda: patch.dict(decide.DECIDE, {DrawTwo: _draw_by_the_deck}),
    ),
)
