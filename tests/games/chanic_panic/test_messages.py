"""Messages, their marks, and the tables that must know every one of them."""

from __future__ import annotations

import typing
from typing import Any

import msgspec
import pytest

from domain.games.chanic_panic.answers import ANSWER_COMMANDS
from domain.games.chanic_panic.decide import DECIDE
from domain.games.chanic_panic.evolve import EVOLVE
from domain.games.chanic_panic.messages import (
    AbilitiesDealt,
    AbilitiesKept,
    AllyUsed,
    CardGiven,
    CardPutOnDeck,
    CardsDiscarded,
    CardsDrawn,
    ChanicCommand,
    ChanicFact,
    ChooseAbilities,
    ClubPlayed,
    CostZeroed,
    DeckPeeked,
    DeckReordered,
    DeckShuffled,
    EndTurn,
    StackAdded,
    UtilityPlayed,
)
from domain.games.chanic_panic.refuse import REFUSE
from domain.games.chanic_panic.rules import RULES
from domain.kernel.marks import plan, unmarked_cards
from domain.kernel.messages import Concede, TimeOut, UnseenReordered, tag_of
from domain.kernel.refusals import NotThereError
from tests.games.chanic_panic.given import X, Y, given

FACTS: tuple[Any, ...] = tuple([typing.get_origin(cls) or cls for cls in typing.get_args(ChanicFact)])
COMMANDS: tuple[Any, ...] = typing.get_args(ChanicCommand)


def test_evolve_knows_every_fact() -> None:
    assert set(EVOLVE) == set(FACTS)


def test_decide_and_refuse_know_every_command() -> None:
    assert set(DECIDE) == set(COMMANDS)
    assert set(REFUSE) == set(COMMANDS) - {EndTurn, Concede, TimeOut, ChooseAbilities, *ANSWER_COMMANDS}
    assert set(RULES.command_types) | {Concede, TimeOut} == set(COMMANDS)


def test_every_field_with_cards_says_who_sees_it() -> None:
    for fact in FACTS:
        assert unmarked_cards(fact, RULES.card_types) == ()
    assert {fact: [field.name for field in plan(fact)] for fact in FACTS if plan(fact)} == {
        DeckShuffled: ["order"],
        CardsDrawn: ["cards"],
        AbilitiesDealt: ["abilities"],
        AbilitiesKept: ["abilities"],
        UtilityPlayed: ["attached"],
        AllyUsed: ["card"],
        CardGiven: ["card"],
        StackAdded: ["card"],
        DeckPeeked: ["cards"],
        CostZeroed: ["gained"],
        CardPutOnDeck: ["card"],
        DeckReordered: ["cards"],
        UnseenReordered: ["order"],
    }


def test_tags_are_the_event_names_of_the_specification() -> None:
    assert {tag_of(fact) for fact in FACTS} == {
        "game_started",
        "first_seat_chosen",
        "deck_shuffled",
        "turn_started",
        "cards_drawn",
        "draw_skipped",
        "point_phase_started",
        "points_paid",
        "utility_played",
        "club_played",
        "club_phase_started",
        "allowance_opened",
        "allowance_used",
        "cards_discarded",
        "trader_used",
        "panic_used",
        "protection_started",
        "protection_ended",
        "attack_made",
        "cards_destroyed",
        "player_eliminated",
        "player_conceded",
        "turn_ended",
        "game_ended",
        "abilities_dealt",
        "abilities_kept",
        "abilities_revealed",
        "presence_gained",
        "draw_phase_skipped",
        "points_gained",
        "attachments_discarded",
        "ally_used",
        "card_given",
        "ability_used",
        "card_returned",
        "card_taken",
        "card_revealed",
        "hand_checked",
        "card_compared",
        "cost_zeroed",
        "card_put_on_deck",
        "deck_reordered",
        "spade_boosted",
        "play_locked",
        "stack_added",
        "attachments_active",
        "card_bought",
        "market_filled",
        "deck_peeked",
        "unseen_reordered",
        "decision_opened",
        "decision_made",
        "life_lost",
        "awaited",
    }


def test_a_fact_comes_back_from_its_json() -> None:
    fact = ClubPlayed(seat=1, card="C2-1", value=2, from_="hand")
    encoded = msgspec.json.encode(fact)
    assert encoded == b'{"tag":"club_played","seat":1,"card":"C2-1","value":2,"from":"hand"}'
    assert msgspec.json.decode(encoded, type=RULES.fact_types) == fact


@pytest.mark.parametrize(
    "fact",
    [
        UtilityPlayed(seat=X, card="Z9-1", source="points"),
        UtilityPlayed(seat=X, card="C2-1", source="points"),
        UtilityPlayed(seat=X, card="H2-1", source="points"),
        ClubPlayed(seat=X, card="?", value=2, from_="hand"),
        CardsDiscarded(seat=X, cards=("D9-1",), from_="hand", reason="trader"),
        CardsDiscarded(seat=X, cards=("H5-1", "H6-1"), from_="board", reason="left"),
        CardsDrawn(seat=X, reason="turn", cards=("H1",)),
    ],
)
def test_a_fact_that_contradicts_the_table_says_so(fact: ChanicFact) -> None:
    table = given(hands={X: "C2"}, boards={X: "H5", Y: "D9"}, top="H2")
    with pytest.raises(NotThereError):
        RULES.evolve(table, fact)
