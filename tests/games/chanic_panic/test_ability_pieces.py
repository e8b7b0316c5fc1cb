"""How pieces of abilities fit together: defaults, the pool, offers, stored forms, what goes with a card."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.chanic_panic.abilities.ability import QUESTIONS, Ability
from domain.games.chanic_panic.abilities.fold import folded
from domain.games.chanic_panic.abilities.names import ABILITIES, AbilityId
from domain.games.chanic_panic.abilities.passive import PASSIVE
from domain.games.chanic_panic.abilities.pool import ACTIVE
from domain.games.chanic_panic.abilities.texts import SPECIAL
from domain.games.chanic_panic.messages import StackAdd, UseAbility
from domain.games.chanic_panic.rules import RULES
from domain.games.chanic_panic.state import State
from domain.games.chanic_panic.view import view
from domain.kernel.cards.zones import Stack
from domain.kernel.legal import legal_actions, offers
from domain.kernel.messages import TimeOut
from domain.kernel.seats import SPECTATOR, seat_viewer
from tests.games.chanic_panic.given import X, Y, Z, answer, code, given, hand, play, started, use, utility

CLUB_PHASE: dict[str, Any] = {"phase": "club_phase", "points": 0, "last_club": 9, "allowance": True}
AUTOMATIC = {"options", "replenished"}  # active, but not by a command


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_default_answer_to_a_question_changes_nothing(question: str) -> None:
    """The first argument is the answer so far, if the question has one; else it is asked for a yes or a refusal."""
    ask = getattr(Ability(), question)
    so_far = object()
    parameters = list(inspect.signature(ask).parameters)
    given_back = ask(so_far, *[None] * (len(parameters) - 1))
    assert given_back is so_far if parameters[0] != "state" else not given_back


def test_every_ability_has_its_piece_and_its_text() -> None:
    """21 passive and 23 active ones, and Club Member."""
    assert tuple(SPECIAL) == ABILITIES
    assert len(ABILITIES) == 45
    assert set(ACTIVE) | set(PASSIVE) == set(ABILITIES)
    assert len(set(ACTIVE) | AUTOMATIC) == 23
    assert [piece.name for piece in PASSIVE.values()] == list(PASSIVE)


def test_nobody_asks_what_no_rule_asks() -> None:
    with pytest.raises(AttributeError, match="weather"):
        assert folded(()).weather


def actions(table: State, seat: int = X) -> list[Any]:
    return [command for command in legal_actions(RULES, table, seat) if isinstance(command, UseAbility)]


@pytest.mark.parametrize(
    ("ability", "table", "count"),
    [
        ("archaeologist", {}, 4),
        ("combiner", {"hands": {X: "C1 C2 C3"}}, 3),
        ("combiner", {"hands": {X: "C1"}}, 0),
        ("fisher", {"hands": {X: "C1 H1"}, "seats": 3}, 4),
        ("fisher", {}, 0),
        ("gambler", {"hands": {X: "C1 H1"}}, 2),
        ("grave_robber", {"discard": "C1 H10 S9", "points": 9}, 2),
        ("hopeful", {}, 1),
        ("hopeful", {"points": 3}, 0),
        ("illusionist", {"boards": {X: "H1", Y: "D2 S10"}, "points": 9}, 2),
        ("indebted", {"hands": {X: "H1 C2 D3"}}, 2),
        ("limiter", {"seats": 3}, 8),
        ("limiter", {"seats": 4, "team_count": 2}, 8),
        ("loaded", {}, 1),
        ("manipulator", {}, 1),
        ("maximizer", {"hands": {X: "H5 H9 D1"}, "boards": {X: "H4"}}, 1),
        ("neutralizer", {"boards": {X: "D5 S1", Y: "S4 S6"}}, 1),
        ("pacifist", {"hands": {X: "S1 S2 H1"}}, 2),
        ("plagued", {"hands": {X: "S1 S2 H1"}}, 3),
        ("purifier", {"hands": {X: "S1"}}, 1),
        ("recycler", {"hands": {X: "H2"}, "discard": "H3 C9 D10", **CLUB_PHASE}, 3),
        ("recycler", {"hands": {X: "H2"}, "discard": "H3"}, 0),
        ("seller", {"hands": {X: "S1 S2 H1 C4"}}, 7),
        ("sorcerer", {"boards": {X: "S5 S9"}, "points": 6}, 1),
        ("trade_master", {"hands": {X: "S1"}, "stacks": {X: "S2"}}, 2),
        ("wisdom", {}, 1),
    ],
)
def test_an_ability_is_offered_as_it_may_be_used(ability: AbilityId, table: dict[str, Any], count: int) -> None:
    listed = actions(given(abilities={X: ability}, **table))
    assert len(listed) == count
    assert {command.ability for command in listed} <= {ability}


def test_only_what_is_owned_left_and_of_this_phase_is_offered() -> None:
    table = given(abilities={X: "wisdom wealth", Y: "archaeologist"}, **CLUB_PHASE)
    assert [command.ability for command in actions(table)] == ["wisdom"]
    assert actions(play(given(abilities={X: "wisdom"}, top="C1", deck=1), use("wisdom")).state) == []
    assert actions(given(abilities={X: "loaded"}, **CLUB_PHASE)) == []


@pytest.mark.parametrize(
    ("said", "stored"),
    [
        (use("seller", cards="S2-1 H1"), use("seller", cards="H1 S2")),
        (use("gambler", discard="D6-3"), use("gambler", discard="D6")),
        (use("trade_master", discard="*D6-1"), use("trade_master", discard="*D6")),
        (use("indebted", card="H1-1", attach="S1 D1"), use("indebted", card="H1", attach="D1 S1")),
        (use("grave_robber", card="D6-1", suit="H"), use("grave_robber", card="D6-1")),
        (use("wealth", suit="H"), use("wealth", suit="H")),
        (use("pacifist"), use("pacifist")),
    ],
)
def test_h6_the_stored_form_names_kinds_and_nothing_that_is_not_read(said: UseAbility, stored: UseAbility) -> None:
    assert RULES.normal(given(), said) == stored


def test_answers_are_stored_by_kind() -> None:
    table = play(given(hands={X: "H1 H2"}, abilities={X: "manipulator"}), use("manipulator")).state
    assert RULES.normal(table, answer("choose_topdeck", card="H1-1")) == answer("choose_topdeck", card="H1")
    table = play(given(abilities={X: "wisdom"}, top="C1 C2"), use("wisdom")).state
    assert RULES.normal(table, answer("choose_order", cards="C2-1 C1")) == answer("choose_order", cards="C2 C1")
    table = play(given(abilities={X: "hopeful"}, stacks={X: "D1"}, top="H1"), use("hopeful")).state
    keeping = answer("choose_hopeful", play=False, attach="D1")
    assert RULES.normal(table, keeping) == answer("choose_hopeful", play=False)
    playing = answer("choose_hopeful", play=True, attach="D1")
    assert RULES.normal(table, playing) == playing


@pytest.mark.parametrize(
    ("ability", "top", "default"),
    [
        ("manipulator", "C9", "H9 C9"),
        ("hopeful", "H4", "H2 H9 H4"),
        ("purifier", "C8 C9", "C8 C9"),
        ("wisdom", "C8 C9", "H2 H9"),
        ("trade_master", "C8 C9", "H9 C8 C9"),
    ],
)
def test_a_time_out_answers_with_the_default_of_the_rules(ability: AbilityId, top: str, default: str) -> None:
    """6.4: the lowest of the hand, not played, not shuffled, unchanged order."""
    cards = {"discard": "H2"} if ability == "trade_master" else {}
    table = given(hands={X: "H2 H9"}, abilities={X: ability}, top=top)
    if ability == "trade_master":
        table = given(hands={X: "H2 H1 H9"}, abilities={X: ability}, top=top)
    asked = play(table, use(ability, **cards)).state
    facts, after = play(asked, TimeOut())
    assert hand(after, X) == default
    assert [fact for fact in facts if getattr(fact, "by_default", False)]
    assert code(after, TimeOut()) is None


@pytest.mark.parametrize(
    ("ability", "parameters", "refused"),
    [
        ("maximizer", {"return_card": "H4-1"}, "wrong_number_of_cards"),
        ("maximizer", {"play_card": "H5"}, "wrong_number_of_cards"),
        ("neutralizer", {"diamond": "D4-1"}, "wrong_number_of_cards"),
        ("neutralizer", {"target_card": "S4-1"}, "wrong_number_of_cards"),
        ("grave_robber", {}, "wrong_number_of_cards"),
        ("fisher", {"target": Y}, "wrong_number_of_cards"),
        ("fisher", {"reveal": "H5"}, "target_not_in_game"),
        ("limiter", {"suit": "H"}, "target_not_in_game"),
        ("sorcerer", {}, "wrong_number_of_cards"),
        ("illusionist", {"target_card": "C4-1"}, "card_not_on_board"),
        ("illusionist", {"target_card": "Q4"}, "card_not_on_board"),
        ("pacifist", {}, "wrong_number_of_cards"),
    ],
)
def test_what_is_missing_or_unknown_is_refused(ability: AbilityId, parameters: dict[str, Any], refused: str) -> None:
    table = given(hands={X: "H5"}, boards={X: "H4 D4"}, abilities={X: ability}, discard="C4")
    assert code(table, use(ability, **parameters)) == refused


def test_recycler_names_both_of_its_cards_and_plays_nothing_under_play_lock() -> None:
    table = given(hands={X: "H5"}, discard="D4", abilities={X: "recycler"}, **CLUB_PHASE)
    assert code(table, use("recycler", discard="H5")) == "wrong_number_of_cards"
    assert code(table, use("recycler", play_card="D4-1")) == "wrong_number_of_cards"
    table = given(hands={X: "H5 H6 C9"}, discard="D4", abilities={X: "recycler indebted"})
    locked = play(table, use("indebted", card="H5")).state
    assert code(locked, use("recycler", discard="H6", play_card="D4-1")) == "wrong_phase"
    locked = given(hands={X: "H5"}, discard="D4", abilities={X: "recycler"}, **CLUB_PHASE)
    locked = replace(locked, turn=replace(locked.turn, locked=True))
    assert code(locked, use("recycler", discard="H5", play_card="D4-1")) == "play_locked"


def test_archaeologist_and_gambler_and_wisdom_need_a_deck() -> None:
    for ability, parameters in (("archaeologist", {"suit": "H"}), ("gambler", {"discard": "H5"}), ("wisdom", {})):
        table = given(hands={X: "H5"}, abilities={X: ability})
        table = replace(table, deck=Stack(), discard=Stack())
        assert code(table, use(ability, **parameters)) == "deck_empty"  # type: ignore[arg-type]


def test_fisher_and_purifier_get_on_where_no_card_is_left_to_draw_or_to_shuffle() -> None:
    table = given(hands={X: "H5"}, abilities={X: "fisher"})
    facts, table = play(replace(table, deck=Stack(), discard=Stack()), use("fisher", target=Y, reveal="H5"))
    assert type(facts[-1]).__name__ == "DrawSkipped"
    table = given(hands={X: "H5"}, abilities={X: "purifier"})
    _, table = play(replace(table, deck=Stack(), discard=Stack()), use("purifier"))
    assert hand(table, X) == "H5", "the card came back by the reshuffle, and nothing is left to shuffle"


def test_marks_are_shown_to_who_holds_the_cards() -> None:
    table = given(seats=4, hands={X: "H7", Y: "D7"}, abilities={X: "fisher illusionist"})
    table = play(table, use("fisher", target=Y, reveal="H7")).state
    table = play(table, answer("choose_gift", card="D7"), seat=Y).state
    assert view(table, seat_viewer(X)).free == ("H7", "D7")
    assert view(table, SPECTATOR).free == ()
    table = play(table, utility("H7")).state
    assert view(table, seat_viewer(X)).free == ("D7",)


def test_a_marked_card_that_goes_back_to_another_hand_or_into_a_stack_is_forgotten() -> None:
    table = given(hands={X: "H7", Y: "D7"}, abilities={X: "fisher"}, stack=True)
    table = play(table, use("fisher", target=Y, reveal="H7")).state
    table = play(table, answer("choose_gift", card="D7"), seat=Y).state
    assert play(table, StackAdd(card="D7")).state.turn.free == ("H7",)


def test_abilities_are_dealt_and_in_force_from_the_first_turn() -> None:
    table = started(2, 3, specials=1, specials_extra=0, first_player="seat").state
    assert [len(player.abilities) for player in table.players] == [1, 1]
    assert offers(RULES, table, table.turn.seat)
    assert Z not in RULES.to_act(table)


@pytest.mark.parametrize(
    ("ability", "parameters", "seat", "answers"),
    [
        ("limiter", {"target": Y, "suit": "H"}, Y, 3),
        ("fisher", {"target": Y, "reveal": "S2"}, Y, 2),
        ("manipulator", {}, X, 3),
        ("hopeful", {}, X, 2),
        ("purifier", {}, X, 2),
        ("wisdom", {}, X, 6),
        ("trade_master", {"discard": "S2"}, X, 3),
    ],
)
def test_every_answer_to_a_decision_is_offered(
    ability: AbilityId, parameters: dict[str, Any], seat: int, answers: int
) -> None:
    table = given(hands={X: "S2 C2", Y: "H2 D2 H3"}, abilities={X: ability}, top="H5 H6 H7")
    table = play(table, use(ability, **parameters)).state
    listed = list(legal_actions(RULES, table, seat))
    assert len(listed) == answers
    assert list(legal_actions(RULES, table, Y if seat == X else X)) == []


def test_hopeful_offers_to_play_a_heart_only() -> None:
    table = play(given(abilities={X: "hopeful"}, top="C5"), use("hopeful")).state
    assert list(legal_actions(RULES, table, X)) == [answer("choose_hopeful", play=False)]


def test_trade_master_discards_the_only_card_by_itself() -> None:
    table = given(hands={X: "H5"}, abilities={X: "trade_master"})
    table = play(replace(table, deck=Stack(), discard=Stack()), use("trade_master", discard="H5")).state
    assert table.deck == Stack(("H5",)), "discarded, drawn again, discarded again"
    assert not table.agenda


def test_manipulator_puts_nothing_on_the_deck_from_an_empty_hand() -> None:
    table = replace(given(abilities={X: "manipulator"}), deck=Stack(), discard=Stack())
    assert not play(table, use("manipulator")).state.deck
