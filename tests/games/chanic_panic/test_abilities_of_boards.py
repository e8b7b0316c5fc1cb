"""The active abilities of 7.4 that lay, take back, destroy and strengthen cards, each by its name."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.chanic_panic.messages import (
    CardReturned,
    CardsDestroyed,
    ChanicFact,
    ClubPlayed,
    PointsPaid,
    SpadeBoosted,
)
from domain.games.chanic_panic.view import view
from domain.kernel.cards.zones import Bag
from domain.kernel.seats import SPECTATOR
from tests.games.chanic_panic.given import (
    END_TURN,
    X,
    Y,
    Z,
    answer,
    attack,
    change,
    club,
    code,
    drawn,
    given,
    hand,
    on_board,
    pile,
    play,
    use,
    utility,
)

FULL = "H1 H2 H3 D1 D2 D3 D4 H4"
CLUB_PHASE: dict[str, Any] = {"phase": "club_phase", "points": 0, "last_club": 9, "allowance": True}


def destroyed(facts: tuple[ChanicFact, ...]) -> list[tuple[int, str]]:
    """Return whose cards were destroyed, and which."""
    return [(fact.owner, " ".join(fact.cards)) for fact in facts if isinstance(fact, CardsDestroyed)]


def test_illusionist_returns_any_card_for_its_value() -> None:
    table = given(boards={X: "H4", Y: "D7"}, abilities={X: "illusionist", Y: "toughness"})
    facts, after = play(table, use("illusionist", target_card="D7-1"))
    assert PointsPaid(seat=X, amount=8, reason="illusionist", left=4) in facts
    assert CardReturned(owner=Y, card="D7-1", attached=0) in facts
    assert hand(after, Y) == "D7"
    after = play(after, use("illusionist", target_card="H4-1")).state
    assert hand(after, X) == "H4"


def test_illusionist_needs_points_a_card_on_a_board_and_room_in_the_owners_hand() -> None:
    table = given(hands={Y: FULL}, boards={X: "H5", Y: "D7"}, abilities={X: "illusionist"}, points=6)
    assert code(table, use("illusionist", target_card="D7-1")) == "target_hand_full"
    assert code(table, use("illusionist", target_card="D8-1")) == "card_not_on_board"
    assert code(table, use("illusionist")) == "wrong_number_of_cards"
    assert code(
        given(boards={Y: "D7"}, abilities={X: "illusionist"}, points=6), use("illusionist", target_card="D7-1")
    ) == ("not_enough_points")


def test_illusionist_is_no_attack() -> None:
    """Nobody is eliminated (R30), protection does not matter (R35), Resilient is not asked."""
    table = given(seats=3, hands={Y: "H1"}, boards={Y: "H4"}, abilities={X: "illusionist", Y: "resilient"})
    table = change(table, Y, protected_through=6, attackers=(X, Z))
    _facts, table = play(table, use("illusionist", target_card="H4-1"))
    assert table.players[Y].standing == "in"
    assert code(table, END_TURN) is None


def test_indebted_plays_any_utility_card_for_four_points_and_locks_play() -> None:
    table = given(hands={X: "H10 D1 C1"}, abilities={X: "indebted"}, points=4)
    _facts, table = play(table, use("indebted", card="H10"))
    assert on_board(table, X) == "H10"
    assert table.turn.points == 0
    assert code(table, utility("D1")) == "play_locked"
    assert code(table, club("C1")) == "play_locked"


def test_indebted_obeys_rows_rounds_and_its_limit() -> None:
    table = given(round=2, hands={X: "S4 H4 C4"}, boards={X: "H1 H2 H3"}, abilities={X: "indebted"})
    assert code(table, use("indebted", card="S4")) == "spades_too_early"
    assert code(table, use("indebted", card="H4")) == "row_full"
    assert code(table, use("indebted", card="C4")) == "not_a_utility_card"
    assert code(table, use("indebted", card="D4")) == "card_not_in_hand"
    assert code(table, use("indebted")) == "wrong_number_of_cards"
    table = play(given(hands={X: "H4 H5"}, abilities={X: "indebted"}), use("indebted", card="H4")).state
    assert code(table, use("indebted", card="H5")) == "ability_exhausted"


def test_maximizer_exchanges_a_card_of_the_board_for_a_better_one() -> None:
    """W47."""
    table = given(hands={X: "H9 H10"}, boards={X: "H6 H1 H2"}, abilities={X: "maximizer"})
    assert code(table, use("maximizer", return_card="H6-1", play_card="H10")) == "cost_gap_too_large"
    _facts, table = play(table, use("maximizer", return_card="H6-1", play_card="H9"))
    assert on_board(table, X) == "H1 H2 H9"
    assert hand(table, X) == "H10 H6"
    assert table.turn.points == 9


def test_maximizer_keeps_to_its_suit_and_needs_room_and_an_unlocked_turn() -> None:
    table = given(hands={X: "D6"}, boards={X: "H6", Y: "D5"}, abilities={X: "maximizer indebted"})
    assert code(table, use("maximizer", return_card="H6-1", play_card="D6")) == "wrong_suit"
    assert code(table, use("maximizer", return_card="D5-1", play_card="D6")) == "card_not_on_board"
    assert code(table, use("maximizer", return_card="H6-1", play_card="H9")) == "card_not_in_hand"
    locked = play(table, use("indebted", card="D6")).state
    assert code(locked, use("maximizer", return_card="H6-1", play_card="H9")) == "play_locked"
    table = given(hands={X: FULL}, boards={X: "H6"}, abilities={X: "maximizer"})
    assert code(table, use("maximizer", return_card="H6-1", play_card="H1")) == "hand_full"


def test_neutralizer_destroys_a_diamond_and_a_spade_that_is_no_higher() -> None:
    table = given(boards={X: "D6", Y: "S6 S7"}, abilities={X: "neutralizer", Y: "warrior"}, **CLUB_PHASE)
    facts, table = play(table, use("neutralizer", diamond="D6-1", target_card="S6-1"))
    assert destroyed(facts) == [(X, "D6-1"), (Y, "S6-1")]
    assert on_board(table, Y) == "S7"


def test_neutralizer_hits_no_higher_spade_no_other_card_and_no_friend() -> None:
    table = given(
        seats=4, boards={X: "D6 H5 S1", Y: "S7 H1", Z: "S1"}, abilities={X: "neutralizer toughness"}, team_count=2
    )
    assert code(table, use("neutralizer", diamond="D6-1", target_card="S7-1")) == "value_too_high"
    assert code(table, use("neutralizer", diamond="D6-1", target_card="H1-1")) == "wrong_suit"
    assert code(table, use("neutralizer", diamond="H5-1", target_card="S7-1")) == "wrong_suit"
    assert code(table, use("neutralizer", diamond="D6-1", target_card="S1-1")) == "target_is_not_opponent"
    assert code(table, use("neutralizer", diamond="D6-1", target_card="S1-2")) == "target_is_not_opponent"
    assert code(table, use("neutralizer", diamond="D5-1", target_card="S7-1")) == "card_not_on_board"


def test_plagued_destroys_every_card_of_the_value_on_all_boards() -> None:
    """R49; in turn order, each board by rows (R68)."""
    table = given(
        seats=3, turn=Y, hands={Y: "C5"}, boards={X: "D5 H1", Y: "S5 H5", Z: "H5 H2"}, abilities={Y: "plagued"}
    )
    facts, table = play(table, use("plagued", discard="C5"))
    assert destroyed(facts) == [(Y, "H5-1 S5-1"), (Z, "H5-2"), (X, "D5-1")]
    assert table.turn.points == 8
    assert code(table, use("plagued", discard="C5")) == "ability_exhausted"


def test_plagued_eliminates_nobody_and_needs_points() -> None:
    table = given(hands={X: "H5 C5"}, boards={Y: "H5"}, seats=3, abilities={X: "plagued"})
    _facts, table = play(table, use("plagued", discard="C5"))
    assert table.players[Y].standing == "in"
    assert on_board(table, Y) == ""
    assert code(given(hands={X: "C5"}, abilities={X: "plagued"}, points=3), use("plagued", discard="C5")) == (
        "not_enough_points"
    )
    assert code(given(abilities={X: "plagued"}), use("plagued", discard="C5")) == "card_not_in_hand"


def test_plagued_is_followed_by_deadly_and_resilient() -> None:
    """R51: own Plagued triggers the own Resilient too."""
    table = given(
        hands={X: "C5 H1", Y: "C1 C2"}, boards={X: "H5", Y: "H5 H6"}, seats=3, abilities={X: "plagued deadly resilient"}
    )
    table = play(table, use("plagued", discard="C5")).state
    assert len(table.players[Y].hand) == 1
    table = play(table, answer("choose_resilient", card="H1")).state
    assert on_board(table, X) == "H1"
    assert code(table, END_TURN) is None


def test_recycler_plays_a_card_of_the_discard_pile_under_a_clubs_allowance() -> None:
    table = given(hands={X: "C1"}, discard="H7 D9", abilities={X: "recycler"}, **CLUB_PHASE)
    _facts, table = play(table, use("recycler", discard="C1", play_card="H7-1"))
    assert on_board(table, X) == "H7"
    assert pile(table) == "D9-1 C1-1"
    assert not table.turn.allowance
    assert code(table, use("recycler", discard="C1", play_card="D9-1")) == "ability_exhausted"


def test_recycler_may_play_the_card_just_discarded_and_a_club() -> None:
    table = given(hands={X: "H7"}, discard="C9 C3", abilities={X: "recycler"}, **CLUB_PHASE)
    after = play(table, use("recycler", discard="H7", play_card="H7-1")).state
    assert on_board(after, X) == "H7"
    facts, after = play(table, use("recycler", discard="H7", play_card="C9-1"))
    assert ClubPlayed(seat=X, card="C9-1", value=9, from_="discard") in facts
    assert pile(after) == "C3-1 H7-1 C9-1"
    assert drawn(facts) == [1]
    assert (after.turn.last_club, after.turn.allowance) == (9, True)


@pytest.mark.parametrize(
    ("play_card", "refused"),
    [("D10-1", "value_too_high"), ("H7-1", "card_not_in_discard"), ("C10-1", "value_too_high"), ("H9-1", "row_full")],
)
def test_recycler_obeys_the_allowance_and_the_rows(play_card: str, refused: str) -> None:
    table = given(
        hands={X: "C1"}, boards={X: "H1 H2 H3"}, discard="D10 C10 H9", abilities={X: "recycler"}, **CLUB_PHASE
    )
    assert code(table, use("recycler", discard="C1", play_card=play_card)) == refused


def test_recycler_cannot_attach_the_stack_card_that_paid_for_it() -> None:
    table = given(discard="H7", abilities={X: "recycler"}, stacks={X: "S3 D2"}, **CLUB_PHASE)
    assert code(table, use("recycler", discard="*S3", play_card="H7-1", attach="S3")) == "duplicate_card"
    assert code(table, use("recycler", discard="*S3", play_card="H7-1", attach="D2")) is None
    twice = change(table, X, stack=Bag(("S3", "S3")))
    assert code(twice, use("recycler", discard="*S3", play_card="H7-1", attach="S3")) is None


def test_recycler_needs_the_allowance_of_a_played_club() -> None:
    table = given(hands={X: "C1"}, discard="H7", abilities={X: "recycler"}, **{**CLUB_PHASE, "allowance": False})
    assert code(table, use("recycler", discard="C1", play_card="H7-1")) == "no_allowance"
    table = given(hands={X: "C1 C5 C4"}, discard="H7", abilities={X: "recycler combiner"})
    assert code(table, use("recycler", discard="C1", play_card="H7-1")) == "wrong_phase"
    table = play(table, use("combiner", clubs="C5 C4")).state
    assert code(table, use("recycler", discard="C1", play_card="H7-1")) == "no_allowance"


def test_sorcerer_doubles_a_spade_and_binds_the_attack_to_it() -> None:
    """Warrior adds after doubling; the doubling works on into the Club Phase."""
    table = given(hands={X: "C1"}, boards={X: "S5 S9", Y: "D10 H9"}, abilities={X: "sorcerer warrior"})
    facts, table = play(table, use("sorcerer", spade="S5-1"))
    assert SpadeBoosted(seat=X, card="S5-1", value=11) in facts
    assert table.turn.points == 7
    assert code(table, attack("S9-1", "D10-1")) == "sorcerer_bound"
    assert code(table, attack("S5-1 S9-1", "D10-1")) == "sorcerer_bound"
    table = play(table, club("C1")).state
    table = play(table, attack("S5-1", "D10-1")).state
    assert code(table, attack("S9-1", "H9-1")) == "sorcerer_bound", "once it is used no more attacks this turn"


def test_sorcerer_takes_an_own_spade_for_its_base_value_until_the_end_of_the_turn() -> None:
    table = given(boards={X: "S5 D4", Y: "S3"}, abilities={X: "sorcerer"}, points=5)
    assert code(table, use("sorcerer", spade="D4-1")) == "wrong_suit"
    assert code(table, use("sorcerer", spade="S3-1")) == "card_not_on_board"
    assert code(given(boards={X: "S5"}, abilities={X: "sorcerer"}, points=4), use("sorcerer", spade="S5-1")) == (
        "not_enough_points"
    )
    table = play(table, use("sorcerer", spade="S5-1")).state
    assert view(table, SPECTATOR).players[X].weapons == 10
    table = play(table, END_TURN).state
    assert view(table, SPECTATOR).players[X].weapons == 5


def test_club_member_plays_several_cards_on_one_club() -> None:
    table = given(hands={X: "C9 H5 D3 D2 H1"}, abilities={X: "club_member"}, club_member=True)
    table = play(table, club("C9")).state
    table = play(table, utility("H5")).state
    assert (table.turn.last_club, table.turn.allowance) == (4, True)
    table = play(table, utility("D3")).state
    assert code(table, utility("D2")) == "value_too_high"
    table = play(table, utility("H1")).state
    assert not table.turn.allowance


def test_club_member_has_one_card_under_a_combiner_allowance_and_a_new_club_replaces_the_rest() -> None:
    """R70."""
    table = given(hands={X: "C5 C4 H5 D3"}, abilities={X: "club_member combiner"}, club_member=True)
    table = play(table, use("combiner", clubs="C5 C4")).state
    table = play(table, utility("H5")).state
    assert not table.turn.allowance
    table = given(hands={X: "C9 H5 C4 C5"}, abilities={X: "club_member"}, club_member=True)
    table = play(play(table, club("C9")).state, utility("H5")).state
    assert code(table, club("C5")) == "value_too_high"
    assert play(table, club("C4")).state.turn.last_club == 4
