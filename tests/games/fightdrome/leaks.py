"""Leaks that only this game can have; the laws must find each of them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from domain.games.fightdrome import decide, evolve, fight, offers, refuse, view
from domain.games.fightdrome.messages import BoutEnded, CardDiscardedFaceDown, Rest
from domain.games.fightdrome.refusals import no
from domain.games.fightdrome.rules import RULES
from domain.games.fightdrome.state import State, may_rest
from domain.kernel.cards.zones import Stack
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat
from tests.laws.plants import Plant

Patch = Callable[[], AbstractContextManager[Any]]


def _instead(module: Any, name: str, function: Callable[..., Any]) -> Patch:
    return lambda: patch.object(module, name, function)


def _label_counts_hidden_copies(state: State, kind: str) -> str:
    hidden = [card for fighter in state.fighters for card in fighter.hand].count(kind)
    free = fight.open_label(state, kind)
    return state.cards.labels[kind][min(hidden, len(state.cards.labels[kind])) - 1] if hidden > 1 else free


def _discard_without_a_question(draft: Any, seat: Seat, cause: Any) -> None:
    """Throw the only card without Fame away, for nobody would keep it."""
    _honest_stagger(draft, seat, cause)
    if draft.state.fight.phase == "stagger_discard":
        worthless = [card for card in draft.state.fighters[seat].hand if not draft.state.cards.fame[card]]
        if len(worthless) == 1:
            draft.emit(CardDiscardedFaceDown(seat=seat, card=worthless[0]))
            fight.must_attack(draft, 1 - seat)


_honest_stagger = fight.stagger


def _discarded_by_worth(state: State, fact: CardDiscardedFaceDown) -> State:
    """Lay attacks on the pile, other cards under it."""
    after = evolve._discarded(state, fact)
    if fact.card in state.cards.attacks:
        return after
    fighter = after.fighters[fact.seat]
    top, *others = fighter.discard
    return replace(after, fighters=evolve._with(after, fact.seat, replace(fighter, discard=Stack((*others, top)))))


def _choices_in_the_view(state: State, seat: Seat, viewer: Any) -> view.FighterView:
    return replace(_honest_fighter(state, seat, viewer), chosen=state.fighters[seat].corner.chosen)


_honest_fighter = view._fighter


def _rest_that_feels_the_deck(state: State, seat: Seat) -> bool:
    return may_rest(state, seat) and state.fighters[seat].deck.top not in state.cards.neurochems


def _rest_that_feels_the_opponent(state: State, seat: Seat) -> bool:
    others = state.fighters[1 - seat].hand.cards
    return may_rest(state, seat) and len([card for card in others if card in state.cards.attacks]) < 2


def _rest_refused_by_the_deck(state: State, seat: Seat, command: Rest) -> Refusal | None:
    refusal = refuse._rest(state, seat, command)
    lucky = state.fighters[seat].deck.cards[:1] and state.fighters[seat].deck.top in state.cards.attacks
    return no("must_discard") if refusal is not None and lucky else refusal


def _a_draw_that_skips_neurochems(draft: Any, seat: Seat) -> None:
    """Draw a second time where the first card was a Neurochem."""
    _honest_draw(draft, seat)
    hand = draft.state.fighters[seat].hand.cards
    if hand and hand[-1] in draft.state.cards.neurochems and len(hand) < 7:
        _honest_draw(draft, seat)


_honest_draw = fight.draw


def _hands_open_after_the_bell(state: State, fact: BoutEnded) -> State:
    return replace(evolve._bout_ended(state, fact), laid_open=state.laid_open or fact.reason == "bell")


LEAKS = (
    Plant(
        "a label that counts hidden copies",
        RULES,
        patched=_instead(decide, "open_label", _label_counts_hidden_copies),
    ),
    Plant("a discard without a question", RULES, patched=_instead(fight, "stagger", _discard_without_a_question)),
    Plant(
        "the place of a card face down",
        RULES,
        patched=lambda: patch.dict(evolve.EVOLVE, {CardDiscardedFaceDown: _discarded_by_worth}),
    ),
    Plant("choices in the view", RULES, patched=_instead(view, "_fighter", _choices_in_the_view)),
    Plant("a rest that feels the deck", RULES, patched=_instead(offers, "may_rest", _rest_that_feels_the_deck)),
    Plant("a rest that feels the opponent", RULES, patched=_instead(offers, "may_rest", _rest_that_feels_the_opponent)),
    Plant(
        "a refusal that knows the deck",
        RULES,
        patched=lambda: patch.dict(refuse.REFUSE, {Rest: _rest_refused_by_the_deck}),
    ),
    Plant(
        "hands that lie open after the bell",
        RULES,
        patched=lambda: patch.dict(evolve.EVOLVE, {BoutEnded: _hands_open_after_the_bell}),
        deal="One bout that the bell ends",
    ),
    Plant("a draw that skips Neurochems", RULES, patched=_instead(decide, "draw", _a_draw_that_skips_neurochems)),
)

# Whom both have chosen is revealed with the second choice (R41); what is left of a hand is laid open and counted (R33)
FORCED = frozenset(
    (
        ("choose_sleeve", "fighters_revealed.fighters"),
        ("discard_card", "fame_scored.cards"),
        ("discard_card", "fame_scored.points"),
        ("discard_card", "fame_scored.total"),
    )
)
