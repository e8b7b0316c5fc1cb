"""Leaks that only this game can have; the laws must find each of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from unittest.mock import patch

from domain.games.chanic_panic import clubs, decide, procedures, turns
from domain.games.chanic_panic.cards import HEARTS, LABELS, Card
from domain.games.chanic_panic.rules import RULES
from domain.games.chanic_panic.state import State
from domain.kernel.refusals import NotThereError
from domain.kernel.seats import Seat
from tests.laws.plants import Plant, opening_draws

NEAR = 6  # cards of the deck that the planted label looks at

_honest_start = turns.start_turn


def _labels_look_into_the_deck(state: State, kinds: Iterable[Card]) -> tuple[Card, ...]:
    """Leave out the labels that the next cards of the deck would get."""
    near = [LABELS[kind][0] for kind in state.deck.cards[:NEAR]]
    given: list[Card] = []
    for kind in kinds:
        try:
            given.append(procedures._free(state, kind, given + near))
        except NotThereError:
            given.append(procedures._free(state, kind, given))
    return tuple(given)


def _turn_skipped(draft: Any, seat: Seat) -> None:
    """End a turn at once when the hand is of one suit."""
    _honest_start(draft, seat)
    suits = {card[0] for card in draft.state.players[seat].hand}
    if len(suits) == 1:
        turns.end_turn(draft, "timeout")


def _draw_by_the_deck(state: State, seat: Seat, card: Card) -> int:
    """Draw more cards when a Heart lies on top."""
    return 2 if state.deck.cards[:1] and state.deck.top[0] == HEARTS else 1


# The player whose cards cost nothing knows them. Another seat has offers in that turn only for a decision in the middle
# of a later effect, seldomer than the laws play; `test_random_tables` compares such offers with copies.
# No ability is dealt twice, so that the most frequent one is always there once.
HARMLESS = frozenset(
    {
        ("content", "/turn/free/*", "an offer"),
        ("a count", "/players/*/dealt/*", "an entry"),
        ("a count", "/players/*/kept/*", "an entry"),
    }
)

KNOWN_AFTER = {"/players/*/kept/*": "choose_abilities"}
FORCED = frozenset({("choose_abilities", "abilities_revealed.kept")})

LEAKS = (
    Plant(
        "a label that looks into the deck",
        RULES,
        patched=lambda: patch.object(decide, "open_labels", _labels_look_into_the_deck),
    ),
    Plant(
        "a turn without its decision",
        RULES,
        patched=lambda: patch.object(turns, "start_turn", _turn_skipped),
    ),
    Plant(
        "a draw whose size the deck decides",
        RULES,
        patched=lambda: patch.object(clubs, "club_draw", _draw_by_the_deck),
    ),
    Plant(
        "reshuffles of few cards in the open",
        opening_draws(RULES, "exhausted", below=15),
        deal="Few cards to reshuffle: large boards, Stacks and a market of one pack",
    ),
)
