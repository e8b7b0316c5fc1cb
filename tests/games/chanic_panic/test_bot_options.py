"""What the sensible bot answers in mid-effect, and what it does with Stack, Shop, teams, Presence and Lives."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.chanic_panic.messages import (
    BuyCard,
    ChanicCommand,
    ChanicOptions,
    ChooseAbilities,
    PlayUtility,
    Question,
    StackAdd,
    StackDraw,
)
from domain.games.chanic_panic.state import State
from domain.kernel.chance import QuickChance
from tests.games.chanic_panic.bot_games import choice, played
from tests.games.chanic_panic.given import (
    END_TURN,
    X,
    Y,
    Z,
    ally,
    answer,
    attack,
    change,
    club,
    given,
    play,
    started,
    use,
    utility,
)

EVERYTHING: dict[str, Any] = {
    "specials": 3,
    "club_member": True,
    "presence": True,
    "stack": True,
    "shop": True,
    "lives": 2,
    "panic": True,
}
CLUB_PHASE: dict[str, Any] = {"phase": "club_phase", "points": 0, "last_club": 8, "allowance": True}


def chosen(state: State, seat: int = X) -> ChanicCommand:
    """Return what the sensible bot does in a seat."""
    return choice(state, seat, "sensible", QuickChance(1))


def asked(state: State, kind: Any, seat: int = X, **fields: Any) -> State:
    """Return the table with an open question."""
    return replace(state, agenda=(Question(seat=seat, kind=kind, **fields),))


@pytest.mark.parametrize(("seats", "teams"), [(2, 0), (4, 2), (6, 3), (10, 5)])
def test_games_of_sensible_bots_with_everything_on_come_to_an_end(seats: int, teams: int) -> None:
    """Every command on the way was accepted, or `played` would have said so."""
    *_, last = played(["sensible"] * seats, 3, ChanicOptions(**EVERYTHING, team_count=teams, round_limit=20))
    assert last.state.outcome is not None


def test_the_abilities_that_won_most_are_kept() -> None:
    state = started(2, 1, specials=2).state
    state = change(state, X, dealt=("seer", "fisher", "hopeful"))
    assert chosen(state, X) == ChooseAbilities(abilities=("fisher", "hopeful"))


def test_the_card_whose_loss_hurts_least_is_sacrificed() -> None:
    """In round 5 a Spade weighs more than a Diamond."""
    boards = {X: "H10 H9 H8 D3 D9 D8 S10 S9 S3"}
    assert chosen(asked(given(boards=boards), "choose_sacrifice")) == answer("choose_sacrifice", card="D3-1")


def test_a_draw_is_skipped_for_points_that_buy_more_or_by_a_full_hand() -> None:
    def skips(hand: str) -> bool:
        table = given(hands={X: hand}, boards={Y: "H10 D10"}, phase="draw_phase", points=0)
        said = chosen(asked(table, "choose_draw"))
        assert said in (answer("choose_draw", skip=True), answer("choose_draw", skip=False))
        return bool(said == answer("choose_draw", skip=True))

    assert not skips("H1")
    assert skips("H9 D9 S9")
    assert skips("H1 D1 S1 C1 H2 D2 S2 C2")


def test_what_can_best_be_spared_goes() -> None:
    """A gift of the value asked for, a discard, a card for the next player's draw."""
    table = given(hands={X: "S9 H10 D9 H1"}, boards={X: "H8 D1 D2 D3"})
    assert chosen(asked(table, "choose_gift", by=Y, value=9, shown="C9")) == answer("choose_gift", card="D9")
    assert chosen(asked(table, "choose_discard")) == answer("choose_discard", card="H1")
    assert chosen(asked(table, "choose_topdeck")) == answer("choose_topdeck", card="H1")


def test_a_heart_is_played_at_once_if_it_deserves_its_place() -> None:
    def played_at_once(drawn: str) -> bool:
        table = given(hands={X: f"D2 {drawn}"}, boards={X: "H10 H9", Y: "H7"}, points=0)
        return bool(chosen(asked(table, "choose_hopeful")) == answer("choose_hopeful", play=True))

    assert played_at_once("H8")
    assert not played_at_once("H1")
    assert not played_at_once("D10")


def test_the_highest_heart_replaces_one_that_was_lost() -> None:
    table = given(hands={Y: "H3 D9 H8"}, boards={X: "H10"}, abilities={Y: "resilient"})
    assert chosen(asked(table, "choose_resilient", Y), Y) == answer("choose_resilient", card="H8")
    table = given(hands={Y: "D9"}, boards={X: "H10"}, abilities={Y: "resilient"})
    assert chosen(asked(table, "choose_resilient", Y), Y) == answer("choose_resilient")


def test_the_worst_card_is_left_on_top_and_the_pile_stays_where_it_is() -> None:
    table = given(top="H10 S1 C5")
    assert chosen(asked(table, "choose_order", count=3)) == answer("choose_order", cards="S1 C5 H10")
    assert chosen(asked(table, "choose_shuffle")) == answer("choose_shuffle", shuffle=False)


@pytest.mark.parametrize(("cards", "to_stack"), [("H1", False), ("H1 H2 H3 D1 D2 D3 S1", True)])
def test_a_gift_goes_into_the_stack_when_the_hand_is_crowded(cards: str, *, to_stack: bool) -> None:
    table = given(seats=4, hands={Z: cards}, stack=True, team_count=2)
    assert chosen(asked(table, "choose_ally_stack", Z, by=X), Z) == answer("choose_ally_stack", to_stack=to_stack)


def test_a_card_without_a_place_goes_to_a_teammate_who_has_one() -> None:
    """Not a low one, not a Club, not to who left or holds many."""
    own = "H10 H9 H8 D10 D9 D8"
    table = given(seats=4, hands={X: "H7 C9 D3"}, boards={X: own, Y: "H6 D6"}, team_count=2, points=0, trader=False)
    locked = replace(table, turn=replace(table.turn, locked=True))
    assert chosen(locked) == ally("H7", to=Z)
    assert chosen(change(locked, Z, standing="conceded")) == END_TURN
    assert chosen(change(locked, X, hand=replace(table.players[X].hand, cards=("C9", "D3")))) == END_TURN
    crowded = replace(table.players[X].hand, cards=("H1", "H2", "H3", "D1", "D2", "S1", "S2"))
    assert chosen(change(locked, Z, hand=crowded)) == END_TURN


def test_an_emptied_hand_draws_for_the_lowest_stack_card() -> None:
    table = given(hands={X: "C9"}, stacks={X: "H9 D2"})
    assert chosen(table) == StackDraw(stack_card="D2")
    assert chosen(change(table, X, fresh=2)) != StackDraw(stack_card="D2")


def test_what_is_worth_little_goes_into_the_stack_once_a_turn() -> None:
    table = given(hands={X: "H1 S9 S8"}, boards={X: "H10 H9", Y: "H8 D10"}, points=0, stack=True, trader=False)
    assert chosen(table) == StackAdd(card="H1")
    assert chosen(replace(table, turn=replace(table.turn, stack_added=True))) == END_TURN


def test_stack_cards_beyond_the_spare_ones_strengthen_what_stays() -> None:
    """None under a Spade, which is soon spent."""
    table = given(hands={X: "H9 C1"}, boards={X: "D10", Y: "H8"}, stacks={X: "H1 D1 S1 C2"})
    assert chosen(table) == PlayUtility(card="H9", attach=("C2",))
    table = given(hands={X: "S9 C1"}, boards={X: "H10 D10", Y: "H9"}, stacks={X: "H1 D1 S1 C2"})
    assert chosen(table) == utility("S9")


def test_what_is_worth_its_price_is_bought_in_the_point_phase() -> None:
    table = given(boards={X: "H10 D10", Y: "H9"}, market="H1 C3 -")
    assert chosen(table) == BuyCard(slot=2)
    dear = given(boards={X: "H10 D10", Y: "H9"}, market="D9 S1 S2", points=5)
    assert chosen(dear) == BuyCard(slot=1)
    late = given(boards={X: "H10 D10", Y: "H9"}, market="H1 C3 -", phase="club_phase", points=0)
    assert chosen(late) == END_TURN


def test_who_is_about_to_win_by_presence_is_attacked_at_once() -> None:
    """Section 12.1, 8: the row of Spades has room."""
    table = given(boards={X: "H10 D10 S9", Y: "H8 D9"}, presence=True)
    assert chosen(table) == END_TURN
    assert chosen(change(table, Y, presence=160)) == attack("S9-1", "D9-1")


def test_low_cards_are_laid_for_presence() -> None:
    table = given(hands={X: "H3"}, boards={X: "H10 D10", Y: "H9 D9"}, trader=False)
    assert chosen(table) == END_TURN
    assert chosen(replace(table, options=replace(table.options, presence=True))) == utility("H3")


def test_a_teammate_is_neither_feared_nor_attacked() -> None:
    table = given(seats=4, boards={X: "H3 S10", Y: "H10 D9 D8", Z: "H1 S10 S9", 3: "H9 D10"}, team_count=2, panic=True)
    assert chosen(table) == END_TURN


def test_what_fisher_made_free_is_laid_without_points() -> None:
    table = given(hands={X: "H9 H8"}, boards={X: "D10", Y: "H10"}, abilities={X: "fisher"}, points=1)
    table = replace(table, turn=replace(table.turn, used=("fisher",), free=("H8",)))
    assert chosen(table) == utility("H8")


def test_a_resourceful_club_lets_a_dearer_card_follow() -> None:
    table = given(hands={X: "D10"}, boards={X: "H10", Y: "H9"}, **CLUB_PHASE)
    assert chosen(table) == END_TURN
    assert chosen(replace(table, turn=replace(table.turn, last_club=10))) == utility("D10")
    table = given(hands={X: "C8 C9"}, boards={X: "H10", Y: "H9"}, abilities={X: "resourceful"}, points=0)
    assert chosen(table) == club("C9")
    assert play(table, club("C8")).state.turn.last_club == 10


def test_indebted_comes_after_what_the_other_points_buy() -> None:
    table = given(hands={X: "H8 D9"}, boards={X: "H10 D10", Y: "H9"}, abilities={X: "indebted"})
    assert chosen(table) == utility("H8")
    table = play(table, utility("H8")).state
    assert chosen(table) == use("indebted", card="D9")
    table = play(table, use("indebted", card="D9")).state
    assert chosen(table) == END_TURN


def test_a_look_at_the_top_tells_what_to_gamble() -> None:
    """Seer: the card that beats it wins for certain, one that does not is kept."""
    full = {X: "H10 H9 H8 D10 D9 D8", Y: "H7"}
    table = given(hands={X: "D4 S9"}, boards=full, abilities={X: "gambler seer"}, top="C3", trader=False, points=0)
    table = replace(table, turn=replace(table.turn, top_seen=True))
    assert chosen(table) == use("gambler", discard="D4")
    table = given(hands={X: "D4 S9"}, boards=full, abilities={X: "gambler seer"}, top="C10", trader=False, points=0)
    table = replace(table, turn=replace(table.turn, top_seen=True))
    assert chosen(table) == END_TURN
