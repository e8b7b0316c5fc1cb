"""Every refusal of Chanic Panic that a player can meet, over HTTP: code, category, rule, and nothing changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from domain.games.chanic_panic.refusals import BAD_OPTIONS, CODES
from domain.ledger.listing import TableQuery
from tests.api.test_rules_codes_of_chanic_options import REACHED as OF_OPTIONS
from tests.api.world import DUEL, Opened, World, code


def rounds(table: Opened, seats: int = 2, count: int = 1) -> None:
    """Let everybody end so many turns, from seat 0 on."""
    for _ in range(count):
        for seat in range(seats):
            table.act(seat, "end_turn")


def game_over(world: World) -> str:
    """5.1: nothing is done after the end."""
    table = world.rigged("H1")
    table.act(0, "concede")
    return table.refused(1, "end_turn")


def player_out(world: World) -> str:
    """8.1: who has left the game does nothing more."""
    table = world.rigged("H1", seats=3)
    table.act(0, "concede")
    return table.refused(0, "end_turn")


def not_your_turn(world: World) -> str:
    """6.1: only the turn player acts."""
    return world.rigged("H1").refused(1, "end_turn")


def turn_limit_reached(world: World) -> str:
    """R59: Clubs and Trader in turn make fifty actions; then the turn can only be ended."""
    clubs = [f"C{value}" for value in (5, 4, 3, 2, 1) for _ in range(5)]
    junk = iter([f"H{value}" for value in range(1, 11) for _ in range(5)] + ["D1"] * 5 + ["D2"] * 5)
    deck = [clubs[0], *(next(junk) for _ in range(4))]
    for club in [*clubs[1:], "D10"]:
        deck += [club, next(junk), next(junk)]
    table = world.rigged(" ".join(deck), seats=10, turn_action_limit=50)
    for club in clubs:
        table.act(0, "play_club", card=club)
        spare = [card for card in table.hand(0) if card[0] in "HD"]
        table.act(0, "use_trader", discards=spare[:2])
    return table.refused(0, "use_trader", discards=["H1", "H2"])


def option_disabled(world: World) -> str:
    """1.1: an ability that the options leave out."""
    return world.rigged("H1").refused(0, "use_panic")


def card_not_in_hand(world: World) -> str:
    """6.2: a card that one does not hold."""
    return world.rigged("H1 H2 H3 H4 H5").refused(0, "play_utility", card="H10")


def card_not_on_board(world: World) -> str:
    """6.3, check 8: attack cards lie on the own board."""
    table = world.rigged("H1")
    rounds(table, count=2)
    return table.refused(0, "attack", target=1, attack_cards=["S1-1"])


def duplicate_card(world: World) -> str:
    """7.3: Trader takes two different cards."""
    return world.rigged("H1 H2 H3 H4 H5").refused(0, "use_trader", discards=["H1", "H1"])


def wrong_number_of_cards(world: World) -> str:
    """7.3: Trader takes exactly two."""
    return world.rigged("H1 H2 H3").refused(0, "use_trader", discards=["H1", "H2", "H3"])


def not_a_utility_card(world: World) -> str:
    """6.2: a Club is not laid on the board."""
    return world.rigged("C1").refused(0, "play_utility", card="C1")


def not_a_club(world: World) -> str:
    """6.2: only Clubs are played as Clubs."""
    return world.rigged("H1").refused(0, "play_club", card="H1")


def row_full(world: World) -> str:
    """R31: a row takes three cards."""
    table = world.rigged("H1 H2 H3 H4 D1")
    for card in ("H1", "H2", "H3"):
        table.act(0, "play_utility", card=card)
    return table.refused(0, "play_utility", card="H4")


def spades_too_early(world: World) -> str:
    """6.2: Spades from round 3."""
    return world.rigged("S1").refused(0, "play_utility", card="S1")


def not_enough_points(world: World) -> str:
    """6.2: twelve points a turn."""
    table = world.rigged("H10 D10")
    table.act(0, "play_utility", card="H10")
    return table.refused(0, "play_utility", card="D10")


def no_allowance(world: World) -> str:
    """5.5: one card for each Club."""
    table = world.rigged("C5 H1 H2 D1 D2")
    table.act(0, "play_club", card="C5")
    table.act(0, "play_utility", card="H1")
    return table.refused(0, "play_utility", card="H2")


def value_too_high(world: World) -> str:
    """5.5: no higher than the last Club."""
    table = world.rigged("C5 H9")
    table.act(0, "play_club", card="C5")
    return table.refused(0, "play_utility", card="H9")


def panic_spent(world: World) -> str:
    """7.3: Panic once a game."""
    table = world.rigged("H1", panic=True)
    table.act(0, "use_panic")
    table.act(1, "end_turn")
    return table.refused(0, "use_panic")


def target_not_in_game(world: World) -> str:
    """6.3, check 2."""
    return world.rigged("H1").refused(0, "attack", target=7, attack_cards=["S1-1"])


def target_is_self(world: World) -> str:
    """6.3, check 2."""
    return world.rigged("H1").refused(0, "attack", target=0, attack_cards=["S1-1"])


def attack_too_early(world: World) -> str:
    """6.3, check 3: from round 3."""
    return world.rigged("H1").refused(0, "attack", target=1, attack_cards=["S1-1"])


def bypass_too_early(world: World) -> str:
    """6.3, check 3: from round 4."""
    table = armed(world)
    return table.refused(0, "bypass", target=1, attack_cards=["S1-1"])


def target_protected(world: World) -> str:
    """R34: who panicked is protected through the next own turn."""
    table = armed(world, panic=True, turns=2)
    table.act(0, "end_turn")
    table.act(1, "use_panic")
    return table.refused(0, "attack", target=1, attack_cards=["S1-1"])


def armed(world: World, *, turns: int = 2, **options: Any) -> Opened:
    """Return a duel in round 3: seat 0 has S1 and S2 on the board, seat 1 H3, H4 and D3."""
    table = world.rigged("S1 S2 C1 C2 C3 H3 H4 D3 C4 C5 S3 S4 S5", **options)
    for turn in range(turns):
        table.act(0, "end_turn")
        if turn == 0:
            for card in ("H3", "H4", "D3"):
                table.act(1, "play_utility", card=card)
        table.act(1, "end_turn")
    table.act(0, "play_utility", card="S1")
    table.act(0, "play_utility", card="S2")
    return table


def attack_limit_reached(world: World) -> str:
    """R27: two other players may attack somebody between two of its turns."""
    hands = "S1 H9 H8 H7 H6  S2 D9 D8 D7 D6  S3 C9 C8 C7 C6  H1 H2 H3 D1 D2"
    table = world.rigged(hands, seats=4)
    rounds(table, 3)
    table.act(3, "play_utility", card="H1")
    table.act(3, "play_utility", card="H2")
    table.act(3, "play_utility", card="H3")
    table.act(3, "end_turn")
    rounds(table, 4)
    for seat, spade in enumerate(("S1", "S2")):
        table.act(seat, "play_utility", card=spade)
        table.act(seat, "attack", target=3, attack_cards=[f"{spade}-1"], hearts=[f"H{seat + 1}-1"])
        table.act(seat, "end_turn")
    table.act(2, "play_utility", card="S3")
    return table.refused(2, "attack", target=3, attack_cards=["S3-1"], hearts=["H3-1"])


def no_attack_cards(world: World) -> str:
    """6.3, check 8."""
    return armed(world).refused(0, "attack", target=1, attack_cards=[])


def not_an_attack_card(world: World) -> str:
    """6.3, check 9: only Spades attack."""
    table = world.rigged("H1")
    table.act(0, "play_utility", card="H1")
    rounds(table, count=2)
    return table.refused(0, "attack", target=1, attack_cards=["H1-1"])


def nothing_to_bypass(world: World) -> str:
    """R24: the bypass needs a Diamond to bypass."""
    table = world.rigged("S2 H1 H2 H3 H4")
    rounds(table, count=3)
    table.act(0, "play_utility", card="S2")
    return table.refused(0, "bypass", target=1, attack_cards=["S2-1"])


def shields_up(world: World) -> str:
    """R18: Hearts only when every Diamond falls."""
    return armed(world).refused(0, "attack", target=1, attack_cards=["S1-1", "S2-1"], hearts=["H3-1"])


def insufficient_power(world: World) -> str:
    """R25: the power must reach the chosen cards."""
    return armed(world).refused(0, "attack", target=1, attack_cards=["S1-1"], diamonds=["D3-1"])


def attack_without_effect(world: World) -> str:
    """R22: an attack that destroys nothing."""
    return armed(world).refused(0, "attack", target=1, attack_cards=["S1-1"])


REACHED: dict[str, Callable[[World], str]] = {
    reach.__name__: reach
    for reach in (
        game_over,
        player_out,
        not_your_turn,
        turn_limit_reached,
        option_disabled,
        card_not_in_hand,
        card_not_on_board,
        duplicate_card,
        wrong_number_of_cards,
        not_a_utility_card,
        not_a_club,
        row_full,
        spades_too_early,
        not_enough_points,
        no_allowance,
        value_too_high,
        panic_spent,
        target_not_in_game,
        target_is_self,
        attack_too_early,
        bypass_too_early,
        target_protected,
        attack_limit_reached,
        no_attack_cards,
        not_an_attack_card,
        nothing_to_bypass,
        shields_up,
        insufficient_power,
        attack_without_effect,
    )
}


def test_no_code_of_the_rules_is_left_out() -> None:
    """Every code of the game but those for callers without such a seat, which the API answers itself."""
    codes = {name.partition(" ")[0] for name, no in CODES.items() if no.category != "caller"}
    assert set(REACHED) | set(OF_OPTIONS) == codes
    assert not set(REACHED) & set(OF_OPTIONS)


@pytest.mark.parametrize("name", sorted(REACHED))
def test_the_rules_refuse_over_http(world: World, name: str) -> None:
    """The refusal has its code and leaves no entry behind."""
    assert REACHED[name](world) == name
    (listed,) = world.store.find(TableQuery()).tables
    assert [attempt.code for attempt in world.store.attempts.of(listed.table)] == [name]


OPTIONS = {
    "seats": ({}, 1),
    "first_seat": ({"first_seat": 2}, 2),
    "previous_first_out": ({"first_player": "first_eliminated", "previous_first_out": 2}, 2),
    "specials": ({"specials": 4}, 2),
    "specials_extra": ({"specials": 1, "specials_extra": 3}, 2),
    "presence_target": ({"presence_target": 40}, 2),
    "lives": ({"lives": 6}, 2),
    "team_count": ({"team_count": 3}, 4),
    "ally": ({"ally": True}, 2),
    "abilities": ({"specials": 3, "specials_extra": 2}, 9),
    "round_limit": ({"round_limit": 9}, 2),
    "turn_action_limit": ({"turn_action_limit": 49}, 2),
}


def test_every_bad_option_has_a_case() -> None:
    """1.1."""
    assert set(OPTIONS) == set(BAD_OPTIONS)


@pytest.mark.parametrize("name", sorted(OPTIONS))
def test_a_bad_setup_is_422(world: World, name: str) -> None:
    """`bad_options` with the sentence of the option, and no table."""
    options, seats = OPTIONS[name]
    answer = world.post("/tables", {"game": "chanic_panic", "seats": DUEL[:1] * seats, "options": options})
    assert code(answer, 422) == "bad_options"
    assert answer.json["category"] == "setup"
    assert answer.json["rule"] == BAD_OPTIONS[name].rule
    assert world.store.listings.count() == 0


@pytest.mark.parametrize("options", [{"teams": 2}, {"specials": "1"}, {"round_limit": "60"}, {"panic": 1}])
def test_unknown_options_and_those_of_wrong_types_are_bad_options(world: World, options: dict[str, object]) -> None:
    """What the game does not have is refused, not ignored."""
    answer = world.post("/tables", {"game": "chanic_panic", "seats": DUEL, "options": options})
    assert code(answer, 422) == "bad_options"
