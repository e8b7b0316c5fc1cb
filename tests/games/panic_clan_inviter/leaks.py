"""Leaks that only this game can have; the laws must find each of them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from domain.games.panic_clan_inviter import decide, effects, procedures, refuse, view
from domain.games.panic_clan_inviter.cards import Card
from domain.games.panic_clan_inviter.choices import FROM_HAND, choices
from domain.games.panic_clan_inviter.messages import DrawTwo, EffectDeclined, Effects, PlaceCard, Question
from domain.games.panic_clan_inviter.refusals import no
from domain.games.panic_clan_inviter.rules import RULES, PanicClanInviter
from domain.games.panic_clan_inviter.state import State
from domain.games.panic_clan_inviter.vocabulary import MoveFromHand
from domain.kernel.refusals import NotThereError
from domain.kernel.seats import Seat
from tests.laws.plants import Plant

Patch = Callable[[], AbstractContextManager[Any]]

_honest_move = effects._move_from_hand
_honest_chosen = effects._give_chosen
_honest_free = procedures._free
_honest_view = view.view
_honest_place = refuse._place_card


def _labels_look_into_the_deck(state: State, kind: Card, given: list[Card]) -> Card:
    """Leave out the first label of a kind that lies in the deck, if there is another."""
    if kind in state.deck.cards:
        try:
            return _honest_free(state, kind, [*given, state.cards.labels[kind][0]])
        except NotThereError:
            pass
    return _honest_free(state, kind, given)


def _asked_only_if_it_matters(draft: Any, asked: Question) -> None:
    """Skip the question where the hidden hand leaves nothing but declining (R26)."""
    if asked.optional and asked.kind in FROM_HAND and not choices(draft.state, asked):
        draft.emit(EffectDeclined(seat=asked.seat, source=asked.source))
    else:
        procedures.ask(draft, asked)


def _given_without_a_question(draft: Any, work: Effects, effect: MoveFromHand, target: Seat) -> None:
    """Move the lowest card at once when the hand holds number cards only."""
    _honest_move(draft, work, effect, target)
    asked = draft.agenda[-1]
    if isinstance(asked, Question) and asked.kind == "choose_card_to_give":
        kinds = choices(draft.state, asked)
        if kinds[-1] in draft.state.cards.number:
            effects.chosen(draft, draft.pop(), kinds[0], "seat")


def _picked_as_they_came(draft: Any, work: Effects, effect: MoveFromHand, target: Seat) -> None:
    """Pick by chance in the open among the cards as they came: everybody learns since when the card was held."""
    hand = draft.state.players[target].hand.cards
    if effect.pick != "random" or not hand or (target == work.seat and effect.to == "actor"):
        _honest_move(draft, work, effect, target)
    else:
        card = hand[draft.chance.pick(len(hand), "random_pick", open=True)]
        effects._leave_hand(draft, work, effect, target, card, "chance")


def _fizzles_for_a_single_rule(draft: Any, work: Effects, effect: MoveFromHand, target: Seat) -> None:
    """Say that there is nothing to give where the hand holds a rule card and nothing else."""
    hand = draft.state.players[target].hand.cards
    if len(hand) == 1 and hand[0] in draft.state.cards.conditions:
        effects.fizzle(draft, work, "nothing_placeable", target)
    else:
        _honest_move(draft, work, effect, target)


def _flag_in_the_agenda(draft: Any, asked: Question) -> None:
    """Count the answers that a hidden hand leaves."""
    answers = len(choices(draft.state, asked)) if asked.kind in FROM_HAND else 1
    procedures.ask(draft, replace(asked, left=answers))


def _remark_about_the_hand(draft: Any, work: Effects, effect: Any, asked: Question, card: Card, by: Any) -> None:
    """Say whether magic is left where a card passed in secret."""
    _honest_chosen(draft, work, effect, asked, card, by)
    if any(kind in draft.state.cards.cost for kind in draft.state.players[asked.seat].hand):
        draft.emit(EffectDeclined(seat=asked.seat, source=work.source))


def _lowest_cards(state: State, viewer: Any) -> view.View:
    """Show everybody the lowest card of each hand."""
    seen = _honest_view(state, viewer)
    players = [
        replace(player, line=(*player.line, *state.cards.in_order(state.players[player.seat].hand.cards)[:1]))
        for player in seen.players
    ]
    return replace(seen, players=tuple(players))


def _refusal_knows_the_deck(state: State, seat: Seat, command: PlaceCard, asked: Question) -> Any:
    """Refuse a card in a way that tells what lies on top of the deck."""
    refusal = _honest_place(state, seat, command, asked)
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
        "a label that looks into the deck",
        RULES,
        patched=lambda: patch.object(procedures, "_free", _labels_look_into_the_deck),
    ),
    Plant(
        "a hidden hand asked only if it has an answer",
        RULES,
        patched=lambda: patch.object(effects, "ask", _asked_only_if_it_matters),
    ),
    Plant(
        "a card given without a question",
        RULES,
        patched=lambda: patch.dict(effects.MEET, {MoveFromHand: _given_without_a_question}),
    ),
    Plant(
        "a random pick in the open by the order of arrival",
        RULES,
        patched=lambda: patch.dict(effects.MEET, {MoveFromHand: _picked_as_they_came}),
    ),
    Plant(
        "a fizzle that tells of a single rule card",
        RULES,
        patched=lambda: patch.dict(effects.MEET, {MoveFromHand: _fizzles_for_a_single_rule}),
        deal="Hands of one card, which has to be given",
    ),
    Plant("a flag in the agenda", RULES, patched=lambda: patch.object(effects, "ask", _flag_in_the_agenda)),
    Plant(
        "a remark about the hand that gave a card",
        RULES,
        patched=lambda: patch.dict(effects.CHOSEN, {MoveFromHand: _remark_about_the_hand}),
    ),
    Plant(
        "the lowest card of each hand",
        RULES,
        patched=lambda: patch.object(PanicClanInviter, "view", staticmethod(_lowest_cards)),
    ),
    Plant(
        "a refusal that knows the deck",
        RULES,
        patched=lambda: patch.dict(refuse.REFUSE["choose_action"], {PlaceCard: _refusal_knows_the_deck}),
    ),
    Plant(
        "a draw whose size the deck decides",
        RULES,
        patched=lambda: patch.dict(decide.DECIDE, {DrawTwo: _draw_by_the_deck}),
    ),
)

# 8.2: with the shipped set something can be drawn on every turn
UNREACHABLE = frozenset(("pass_turn", "turn_passed"))

# The card that chance picked from a hand has to be picked in the other world, too: at times no try does
UNPAIRED = {"choose_player: choose_player": 0.05}
