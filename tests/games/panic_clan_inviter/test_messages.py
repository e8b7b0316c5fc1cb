"""Messages, their marks, and the tables that must know every one of them."""

from __future__ import annotations

import typing
from typing import Any

import msgspec
import pytest

from domain.games.panic_clan_inviter.choices import CHOICES
from domain.games.panic_clan_inviter.decide import DECIDE, PERFORM
from domain.games.panic_clan_inviter.evolve import EVOLVE
from domain.games.panic_clan_inviter.messages import (
    CardMovedBetweenHands,
    CardsDiscarded,
    CardsDrawn,
    CardTakenFromDiscard,
    DeckReshuffled,
    DeckShuffled,
    HandDealt,
    HandsSwapped,
    LineCardRemoved,
    MagicResolved,
    NumberCardPlaced,
    PanicCommand,
    PanicFact,
    PanicStep,
    Question,
    QuestionKind,
    RuleChanged,
)
from domain.games.panic_clan_inviter.procedures import open_labels
from domain.games.panic_clan_inviter.refuse import REFUSE
from domain.games.panic_clan_inviter.rules import RULES
from domain.kernel.marks import plan, unmarked_cards
from domain.kernel.messages import Awaited, Concede, TimeOut, UnseenReordered, tag_of
from domain.kernel.refusals import NotThereError
from tests.games.panic_clan_inviter.given import A, B, C, given, hand

FACTS: tuple[Any, ...] = tuple([typing.get_origin(fact) or fact for fact in typing.get_args(PanicFact)])
COMMANDS: tuple[Any, ...] = typing.get_args(PanicCommand)
KINDS = set(typing.get_args(QuestionKind))


def test_the_tables_are_complete() -> None:
    assert set(EVOLVE) == set(FACTS)
    assert set(DECIDE) == set(COMMANDS)
    assert set(RULES.command_types) | {Concede, TimeOut} == set(COMMANDS)
    assert set(PERFORM) == set(typing.get_args(PanicStep)) - {Question}
    assert set(REFUSE) == KINDS
    assert set(CHOICES) == KINDS - {"choose_action", "choose_player", "discard_to_limit"}
    checked = {command for checks in REFUSE.values() for command in checks}
    assert checked == set(RULES.command_types)


def test_every_field_with_cards_says_who_sees_it() -> None:
    for fact in FACTS:
        assert unmarked_cards(fact, RULES.card_types) == ()
    assert {fact: [field.name for field in plan(fact)] for fact in FACTS if plan(fact)} == {
        DeckShuffled: ["order"],
        HandDealt: ["cards"],
        CardsDrawn: ["cards"],
        CardMovedBetweenHands: ["card"],
        HandsSwapped: ["cards_a", "cards_b"],
        DeckReshuffled: ["order"],
        UnseenReordered: ["order"],
    }


def test_tags_are_the_names_of_the_specification() -> None:
    """6, 6.1: actions and events in snake case."""
    assert {tag_of(command) for command in COMMANDS} == {
        "draw_two",
        "place_card",
        "play_rule",
        "play_magic",
        "pass_turn",
        "choose_player",
        "choose_card",
        "decline",
        "discard_to_limit",
        "concede",
        "time_out",
    }
    assert {tag_of(fact) for fact in FACTS} == {
        "game_started",
        "deck_shuffled",
        "hand_dealt",
        "start_player_chosen",
        "turn_started",
        "cards_drawn",
        "number_card_placed",
        "rule_changed",
        "magic_played",
        "magic_resolved",
        "cost_paid",
        "cards_discarded",
        "decision_opened",
        "target_chosen",
        "card_moved_between_hands",
        "hands_swapped",
        "card_taken_from_discard",
        "line_card_removed",
        "direction_reversed",
        "extra_turns_granted",
        "turn_loss_marked",
        "turn_lost",
        "effect_fizzled",
        "effect_declined",
        "deck_reshuffled",
        "turn_passed",
        "turn_ended",
        "player_conceded",
        "game_ended",
        "awaited",
        "unseen_reordered",
    }


def test_only_the_choice_of_a_card_is_a_sealed_command() -> None:
    assert [tag_of(command) for command in RULES.command_types if not command.public] == ["choose_card"]


def test_a_fact_comes_back_from_its_json() -> None:
    fact = RuleChanged(seat=1, card="evolution#1", replaced="command#1", from_="discard")
    encoded = msgspec.json.encode(fact)
    assert encoded == (b'{"tag":"rule_changed","seat":1,"card":"evolution#1","replaced":"command#1","from":"discard"}')
    assert msgspec.json.decode(encoded, type=RULES.fact_types) == fact
    awaiting: Any = Awaited(agenda=(Question(seat=2, kind="choose_player", source="b1"),))
    assert msgspec.json.decode(msgspec.json.encode(awaiting), type=RULES.fact_types) == awaiting


@pytest.mark.parametrize(
    "fact",
    [
        NumberCardPlaced(seat=A, card="r9#1", from_="hand", line_length=1),
        NumberCardPlaced(seat=A, card="r2#1", from_="hand", line_length=1),
        NumberCardPlaced(seat=A, card="r2#1", from_="discard", line_length=1),
        RuleChanged(seat=A, card="evolution#1", replaced="mutation#1", from_="hand"),
        MagicResolved(seat=A, card="fortune#1"),
        CardsDiscarded(seat=A, cards=("r2#1",), reason="effect", chosen_by="seat"),
        CardMovedBetweenHands(from_seat=C, to_seat=A, card="?", source="r1", chosen_by="chance"),
        HandsSwapped(seat_a=A, seat_b=B, cards_a=("r1",), cards_b=()),
        HandsSwapped(seat_a=A, seat_b=B, cards_a=("?", "?", "?"), cards_b=("?",)),
        CardTakenFromDiscard(seat=A, card="g1#2", source="g7"),
        LineCardRemoved(line_seat=A, index=0, card="b5#1", to="discard"),
        LineCardRemoved(line_seat=A, index=1, card="r5#1", to="discard"),
        CardsDrawn(seat=A, cards=("r3",), reason="draw_two"),
    ],
)
def test_a_fact_that_contradicts_the_table_says_so(fact: PanicFact) -> None:
    table = given(hands={A: "r1 evolution", B: "y1"}, lines={A: "r5"}, discard="g1", top="r7")
    with pytest.raises(NotThereError):
        RULES.evolve(table, fact)


def test_no_label_is_left_for_a_fifth_mimic() -> None:
    with pytest.raises(NotThereError):
        open_labels(given(lines={A: "mimic mimic mimic mimic"}), ("mimic",))


def test_who_does_not_see_a_swap_still_knows_cards_that_were_open_before() -> None:
    table = given(hands={A: "? r3", B: "g1 ?"})
    swapped = HandsSwapped(seat_a=A, seat_b=B, cards_a=("?", "?"), cards_b=("?", "?"))
    after = RULES.evolve(table, swapped)
    assert (hand(after, A), hand(after, B)) == ("g1 ?", "? r3")
