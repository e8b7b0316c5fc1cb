"""The worked examples W1 to W13, W39, W55 and W56: turns, points, Clubs, Panic, round limit, concession."""

from __future__ import annotations

import pytest

from domain.games.chanic_panic.messages import (
    ChanicFact,
    ClubPlayed,
    DeckShuffled,
    DrawSkipped,
    GameEnded,
    PointPart,
    PointPhaseStarted,
    PointsPaid,
    TurnEnded,
)
from domain.kernel.messages import Concede
from tests.games.chanic_panic.given import (
    END_TURN,
    PANIC,
    X,
    Y,
    Z,
    attack,
    change,
    club,
    code,
    drawn,
    given,
    hand,
    names,
    on_board,
    pile,
    play,
    started,
    trader,
    utility,
)


def only(facts: tuple[ChanicFact, ...], kind: type) -> ChanicFact:
    """Return the one fact of this class."""
    (fact,) = [fact for fact in facts if isinstance(fact, kind)]
    return fact


def test_w1_a_diamond_of_eight_costs_eight_points() -> None:
    facts, after = play(given(hands={X: "D8 C2"}), utility("D8"))
    assert on_board(after, X) == "D8"
    assert hand(after, X) == "C2"
    assert after.turn.points == 4
    assert only(facts, PointsPaid) == PointsPaid(seat=X, amount=8, reason="utility", left=4)


def test_w2_spades_are_not_played_in_round_two() -> None:
    assert code(given(round=2, hands={X: "S3"}), utility("S3")) == "spades_too_early"


def test_w3_a_row_holds_three_cards() -> None:
    assert code(given(hands={X: "H2"}, boards={X: "H5 H6 H7"}), utility("H2")) == "row_full"


def test_w4_a_card_needs_its_points() -> None:
    assert code(given(hands={X: "D4"}, points=3), utility("D4")) == "not_enough_points"


def test_w5_a_club_draws_and_lets_one_card_follow() -> None:
    table = given(hands={X: "C5 H5 D2 H1 H3 H4"}, top="C9 C10")
    facts, table = play(table, club("C5"))
    assert names(facts) == ["ClubPlayed", "ClubPhaseStarted", "AllowanceOpened", "CardsDrawn"]
    assert pile(table) == "C5-1"
    assert table.turn.points == 0
    assert hand(table, X) == "H5 D2 H1 H3 H4 C9 C10"
    table = play(table, utility("H5")).state
    assert on_board(table, X) == "H5"
    assert code(table, utility("D2")) == "no_allowance"
    facts, table = play(table, END_TURN)
    assert facts[0] == TurnEnded(seat=X, reason="chosen")
    assert table.turn.seat == Y


def test_w6_the_next_card_is_no_higher_than_the_club() -> None:
    facts, table = play(given(hands={X: "C6 H9"}), club("C6"))
    assert drawn(facts) == [1]
    assert code(table, utility("H9")) == "value_too_high"


def test_w7_clubs_chain_as_long_as_they_do_not_rise() -> None:
    table = given(seats=3, hands={X: "C7 C7 C5 C6"})
    draws = []
    for card in ("C7-1", "C7", "C5"):
        facts, table = play(table, club(card))
        draws += drawn(facts)
    assert draws == [1, 1, 2]
    assert pile(table) == "C7-1 C7-2 C5-1"
    assert code(table, club("C6")) == "value_too_high"


def test_w8_the_allowance_survives_trader_and_attack() -> None:
    table = given(
        hands={X: "D2 D3 D8"},
        boards={X: "S6", Y: "D6 H4 H5"},
        discard="C8",
        phase="club_phase",
        points=0,
        last_club=8,
        allowance=True,
    )
    table = play(table, trader("D2 D3")).state
    table = play(table, attack("S6-1", "D6-1")).state
    assert on_board(table, Y) == "H4 H5"
    table = play(table, utility("D8")).state
    assert on_board(table, X) == "D8"
    assert not table.turn.allowance


def test_w9_a_full_hand_skips_the_draw() -> None:
    table = given(round=4, turn=Y, hands={X: "H1 H2 H3 H4 D1 D2 D3 D4"})
    facts, table = play(table, END_TURN)
    assert table.players[X].turns == 5
    assert only(facts, DrawSkipped) == DrawSkipped(seat=X, missing=1, reason="full_hand")
    assert drawn(facts) == []
    assert table.turn.points == 12


def test_w10_an_exhausted_deck_is_replaced_by_the_shuffled_discard_pile() -> None:
    """The round is not that of the example: two players cannot own 33 cards by their third."""
    table = given(
        turn=Y,
        hands={X: "C1 C2 C3 C4 C5 C6 C7", Y: "C8 C9 S1 S2 S3 S4 D7 D8"},
        boards={X: "H1 H2 H3 D1 D2 D3 S7 S8 S9", Y: "H4 H5 H6 D4 D5 D6 S10 S5 S6"},
        top="C10",
        deck=1,
    )
    assert (len(table.deck), len(table.discard)) == (1, 6)
    before = sorted(card[: card.index("-")] for card in table.discard)
    facts, table = play(table, END_TURN)
    assert hand(table, X).endswith(" C10")
    shuffled = only(facts, DeckShuffled)
    assert isinstance(shuffled, DeckShuffled)
    assert (shuffled.reason, shuffled.count) == ("exhausted", 6)
    assert (len(table.deck), len(table.discard)) == (6, 0)
    assert sorted(table.deck) == before


def test_w11_trader_takes_two_cards() -> None:
    assert code(given(hands={X: "D2"}), trader("D2")) == "wrong_number_of_cards"


def test_w12_the_first_turn_draws_five_cards_for_one_player_only() -> None:
    facts, table = started(2, seed=1, first_player="seat", first_seat=X)
    assert drawn(facts) == [5]
    assert len(table.players[X].hand) == 5
    assert len(table.players[Y].hand) == 0
    assert facts[-1] == PointPhaseStarted(seat=X, points=12, parts=(PointPart("turn", 12),))


def test_w13_an_ace_of_clubs_follows_a_three_but_a_four_does_not() -> None:
    table = given(hands={X: "C4 C1"}, discard="C3", phase="club_phase", points=0, last_club=3, allowance=True)
    assert code(table, club("C4")) == "value_too_high"
    facts, table = play(table, club("C1"))
    assert drawn(facts) == [2]
    assert only(facts, ClubPlayed) == ClubPlayed(seat=X, card="C1-1", value=1, from_="hand")
    assert table.turn.last_club == 1


def test_w39_panic_discards_spades_ends_the_turn_and_protects() -> None:
    table = given(hands={X: "S2 H3", Y: "S5"}, boards={X: "S4 H1", Y: "S9 H2"}, panic=True)
    facts, table = play(table, PANIC)
    assert pile(table) == "S2-1 S4-1 S9-1"
    assert hand(table, X) == "H3"
    assert hand(table, Y).startswith("S5")
    assert [on_board(table, seat) for seat in (X, Y)] == ["H1", "H2"]
    assert names(facts)[-5:] == ["ProtectionStarted", "TurnEnded", "TurnStarted", "CardsDrawn", "PointPhaseStarted"]
    assert table.turn.seat == Y
    armed = change(table, Y, spades=("S10-1",))
    assert code(armed, attack("S10-1", "H1-1", at=X)) == "target_protected"
    table = play(table, END_TURN).state
    assert table.turn.seat == X
    assert table.players[X].protected_through == table.players[X].turns
    facts, table = play(table, END_TURN)
    assert names(facts)[:2] == ["TurnEnded", "ProtectionEnded"]
    armed = change(table, Y, spades=("S10-1",))
    assert code(armed, attack("S10-1", "H1-1", at=X)) is None


def test_w55_the_round_limit_scores_health_then_shields() -> None:
    table = given(round=10, turn=Y, boards={X: "H9", Y: "H4 H5 D2"}, round_limit=10)
    facts, table = play(table, END_TURN)
    ended = only(facts, GameEnded)
    assert isinstance(ended, GameEnded)
    assert (ended.winners, ended.reason, ended.ended_by) == ((Y,), "round_limit", "limit")
    assert table.outcome is not None
    assert [place.seats for place in table.outcome.places] == [(Y,), (X,)]
    earlier = given(round=9, turn=Y, boards={X: "H9", Y: "H4 H5 D2"}, round_limit=10)
    assert play(earlier, END_TURN).state.outcome is None


@pytest.mark.parametrize("leaver", [Y, Z])
def test_w56_a_concession_off_turn_leaves_the_turn_alone(leaver: int) -> None:
    table = given(seats=3, hands={X: "D1", leaver: "C2 S3"}, boards={leaver: "H4 D5"}, points=7)
    facts, after = play(table, Concede(), seat=leaver)
    assert names(facts) == ["PlayerConceded", "CardsDiscarded", "CardsDiscarded"]
    assert pile(after) == "H4-1 D5-1 S3-1 C2-1"
    assert after.turn == table.turn
    assert after.players[leaver].standing == "conceded"
    assert not after.players[leaver].hand
    assert code(after, utility("D1")) is None
