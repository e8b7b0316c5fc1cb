"""Every refusal of Panic★Clan★Inviter that a player can meet, over HTTP: code, category, rule, and nothing changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.games.panic_clan_inviter.refusals import BAD_OPTIONS, CODES
from domain.ledger.listing import TableQuery
from tests.api.world import DUEL, Opened, World, code

GAME = "panic_clan_inviter"


def rigged(world: World, deck: str, *, seats: int = 2) -> Opened:
    """Return a running table with these kinds on top of the deck, five for each seat."""
    return world.rigged(deck, seats=seats, title=GAME)


def game_over(world: World) -> str:
    """Section 6: nothing is done after the end."""
    table = rigged(world, "r1")
    table.act(0, "concede")
    return table.refused(1, "draw_two")


def not_seated(world: World) -> str:
    """8.3: who has left the game does nothing more."""
    table = rigged(world, "r1", seats=3)
    table.act(1, "concede")
    return table.refused(1, "draw_two")


def not_your_decision(world: World) -> str:
    """Section 5: exactly one decision is open at a time."""
    return rigged(world, "r1").refused(1, "draw_two")


def wrong_phase(world: World) -> str:
    """R42: what a state never offers."""
    return rigged(world, "r1").refused(0, "choose_player", seat_=1)


def card_not_in_hand(world: World) -> str:
    """Section 6."""
    return rigged(world, "r1 r2 r3 r5 r6").refused(0, "place_card", card="mimic")


def not_a_number_card(world: World) -> str:
    """[Flow] B."""
    return rigged(world, "evolution").refused(0, "place_card", card="evolution")


def placement_not_allowed(world: World) -> str:
    """5.1: Command wants the same colour."""
    table = rigged(world, "r2 b5 r3 r5 g2 y2 y3 y5 g3 g5")
    table.act(0, "place_card", card="r2")
    table.act(1, "draw_two")
    return table.refused(0, "place_card", card="b5")


def not_a_rule_card(world: World) -> str:
    """[Flow] C."""
    return rigged(world, "r2").refused(0, "play_rule", card="r2")


def not_a_magic_card(world: World) -> str:
    """[Flow] D."""
    return rigged(world, "r2").refused(0, "play_magic", card="r2")


def cost_not_payable(world: World) -> str:
    """R14: both place all they can, and seat 0 keeps Menace alone."""
    table = rigged(world, "r2 r2 r3 r3 menace b2 b2 b3 b3 g2")
    for number in (2, 2, 3, 3):
        table.act(0, "place_card", card=f"r{number}")
        table.act(1, "place_card", card=f"b{number}")
    return table.refused(0, "play_magic", card="menace")


def cost_mismatch(world: World) -> str:
    """R14: the magic card cannot pay for itself."""
    return rigged(world, "menace r2").refused(0, "play_magic", card="menace", cost_cards=["menace"])


def pass_not_allowed(world: World) -> str:
    """R12."""
    return rigged(world, "r2").refused(0, "pass_turn")


def invalid_target(world: World) -> str:
    """R29: hands are not swapped with oneself."""
    table = rigged(world, "b7")
    table.act(0, "place_card", card="b7")
    return table.refused(0, "choose_player", seat_=0)


def invalid_choice(world: World) -> str:
    """R28: the target gives a card that it holds."""
    table = rigged(world, "b6 r1 r2 r3 r5 y1 y2 y3 y5 y6")
    table.act(0, "place_card", card="b6")
    table.act(0, "choose_player", seat_=1)
    return table.refused(1, "choose_card", card="r1")


def decline_not_allowed(world: World) -> str:
    """R3: effects are mandatory."""
    table = rigged(world, "b7")
    table.act(0, "place_card", card="b7")
    return table.refused(0, "decline")


def wrong_card_count(world: World) -> str:
    """R34: nine cards are brought down to seven."""
    table = rigged(world, "r1 r2 r3 r5 r6 y1 y2 y3 y5 y6")
    table.act(0, "draw_two")
    table.act(1, "draw_two")
    table.act(0, "draw_two")
    return table.refused(0, "discard_to_limit", cards=["r1"])


REACHED: dict[str, Callable[[World], str]] = {
    reach.__name__: reach
    for reach in (
        game_over,
        not_seated,
        not_your_decision,
        wrong_phase,
        card_not_in_hand,
        not_a_number_card,
        placement_not_allowed,
        not_a_rule_card,
        not_a_magic_card,
        cost_not_payable,
        cost_mismatch,
        pass_not_allowed,
        invalid_target,
        invalid_choice,
        decline_not_allowed,
        wrong_card_count,
    )
}
UNREACHABLE = {"nothing_to_draw"}  # 8.2: with any card set something can be drawn at the start of every turn


def test_no_code_of_the_rules_is_left_out() -> None:
    """Every code of the game but those for callers without such a seat, which the API answers itself."""
    met = {name.partition(" ")[0] for name, no in CODES.items() if no.category != "caller"}
    assert set(REACHED) == met - UNREACHABLE


@pytest.mark.parametrize("name", sorted(REACHED))
def test_the_rules_refuse_over_http(world: World, name: str) -> None:
    """The refusal has its code and leaves no entry behind."""
    assert REACHED[name](world) == name
    (listed,) = world.store.find(TableQuery()).tables
    assert [attempt.code for attempt in world.store.attempts.of(listed.table)] == [name]


OPTIONS: dict[str, tuple[dict[str, Any], int]] = {
    "seats": ({}, 6),
    "start_player": ({"start_player": 2}, 2),
    "line_goal": ({"line_goal": 9}, 2),
    "turn_limit": ({"turn_limit": 19}, 2),
    "card_set": ({"card_set": "printed_1"}, 2),
}


def test_every_invalid_option_has_a_case() -> None:
    """Section 1."""
    assert set(OPTIONS) == set(BAD_OPTIONS)


@pytest.mark.parametrize("name", sorted(OPTIONS))
def test_a_bad_setup_is_422(world: World, name: str) -> None:
    """`invalid_option` with the sentence of the option, and no table."""
    options, seats = OPTIONS[name]
    answer = world.post("/tables", {"game": GAME, "seats": DUEL[:1] * seats, "options": options})
    assert code(answer, 422) == "invalid_option"
    assert answer.json["category"] == "setup"
    assert answer.json["rule"] == BAD_OPTIONS[name].rule
    assert world.store.listings.count() == 0


@pytest.mark.parametrize("options", [{"teams": 2}, {"start_player": "first"}, {"turn_limit": "60"}])
def test_options_of_wrong_types_are_invalid(world: World, options: dict[str, object]) -> None:
    """Section 1: an option value outside its type."""
    answer = world.post("/tables", {"game": GAME, "seats": DUEL, "options": options})
    assert code(answer, 422) == "invalid_option"
