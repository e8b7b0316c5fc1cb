"""The rulings of section 9 that concern the base game and are not already worked examples."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.chanic_panic.cards import PACK
from domain.games.chanic_panic.messages import (
    AttackMade,
    CardsDiscarded,
    ChanicCommand,
    DeckShuffled,
    DrawSkipped,
    FirstSeatChosen,
    GameEnded,
    PanicUsed,
    PlayerConceded,
    PlayerEliminated,
    TurnEnded,
    TurnStarted,
)
from domain.games.chanic_panic.rules import RULES
from domain.games.chanic_panic.state import after
from domain.kernel.acting import act
from domain.kernel.cards.zones import Bag, Stack
from domain.kernel.chance import QuickChance
from domain.kernel.messages import Concede, TimeOut
from domain.kernel.refusals import NotThereError
from tests.games.chanic_panic.given import (
    END_TURN,
    PANIC,
    X,
    Y,
    Z,
    attack,
    bypass,
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

FULL = "H1 H2 H3 D1 D2 D3 D4 H4"


def first_seat(**options: object) -> int:
    facts = started(4, seed=5, **options).facts
    return next(fact.seat for fact in facts if isinstance(fact, FirstSeatChosen))


def test_r01_a_given_seat_may_start() -> None:
    assert [first_seat(first_player="seat", first_seat=seat) for seat in range(4)] == [0, 1, 2, 3]


def test_r01_a_random_seat_may_start() -> None:
    begin = {started(4, seed=seed).state.turn.seat for seed in range(40)}
    assert begin == {0, 1, 2, 3}


def test_r01_who_left_the_previous_game_first_may_start() -> None:
    assert first_seat(first_player="first_eliminated", previous_first_out=3) == 3
    begin = {started(4, seed=seed, first_player="first_eliminated").state.turn.seat for seed in range(40)}
    assert begin == {0, 1, 2, 3}
    begin = {started(2, seed=seed, previous_first_out=1).state.turn.seat for seed in range(20)}
    assert begin == {0, 1}, "the option is ignored by the other ways"


def test_r01_play_goes_clockwise_past_those_who_left() -> None:
    table = given(seats=4, turn=3)
    assert [after(table, seat) for seat in range(4)] == [1, 2, 3, 0]
    table = change(table, 0, standing="eliminated")
    facts, table = play(table, END_TURN)
    assert TurnStarted(seat=1, round=6) in facts


def test_r02_the_round_is_the_number_of_the_own_turn() -> None:
    table = given(seats=3, turn=X, round=7)
    rounds = []
    for _ in range(4):
        table = play(table, END_TURN).state
        rounds.append(table.players[table.turn.seat].turns)
    assert rounds == [7, 7, 8, 8]


def test_r03_only_the_first_turn_of_each_player_draws_five() -> None:
    table = started(3, seed=2).state
    draws = []
    for _ in range(5):
        facts, table = play(table, END_TURN)
        draws += drawn(facts)
    assert draws == [5, 5, 1, 1, 1]


def test_r04_a_full_hand_loses_the_rest_of_a_draw() -> None:
    facts, table = play(given(hands={X: "C1 H1 H2 H3 D1 D2 D3 D4"}), club("C1"))
    assert drawn(facts) == [1]
    assert facts[-1] == DrawSkipped(seat=X, missing=1, reason="full_hand")
    assert len(table.players[X].hand) == 8


def test_r05_a_reshuffle_in_mid_draw_feeds_the_rest_of_the_draw() -> None:
    table = given(hands={X: "C2", Y: FULL}, top="C9", deck=1)
    facts, table = play(table, club("C2"))
    assert names(facts)[-3:] == ["CardsDrawn", "DeckShuffled", "CardsDrawn"]
    assert drawn(facts) == [1, 1]
    assert not table.discard


def test_r06_a_draw_without_any_card_is_lost_and_the_next_discard_becomes_the_deck() -> None:
    """No base game comes here (section 2), so the table is not one of whole packs."""
    table = replace(given(hands={X: "C2 D1 H1"}), deck=Stack(), discard=Stack())
    facts, after_club = play(table, club("C2"))
    assert names(facts) == ["ClubPlayed", "ClubPhaseStarted", "DeckShuffled", "AllowanceOpened", *names(facts)[4:]]
    assert names(facts)[4:] == ["CardsDrawn", "DrawSkipped"]
    assert facts[-1] == DrawSkipped(seat=X, missing=1, reason="no_cards")
    assert hand(after_club, X) == "D1 H1 C2"


@pytest.mark.parametrize(
    ("seat", "command", "reshuffled"),
    [
        (X, attack("S3-1", "D3-1"), 2),
        (X, attack("S3-1 S9-1", "D3-1 H9-1"), 7),
        (Y, Concede(), 5),
        (X, trader("D1 S1"), 2),
        (X, PANIC, 3),
        (Z, PANIC, 2),
    ],
)
def test_r06_each_complete_component_gives_an_empty_deck_its_cards(
    seat: int, command: ChanicCommand, reshuffled: int
) -> None:
    """An attack, all that a leaver lays down, the cost of Trader; of Panic the cost, else what the opponent loses.

    No table of whole packs comes here.
    """
    table = given(
        seats=3,
        hands={X: "D1 S1", Y: "C2 C3"},
        boards={X: "S3 S9", Y: "D3 H9 S4", Z: "H1"},
        turn=Z if seat == Z else X,
        panic=True,
    )
    facts, _ = play(replace(table, deck=Stack(), discard=Stack()), command, seat=seat)
    counts = [fact.count for fact in facts if isinstance(fact, DeckShuffled)]
    assert counts[:1] == [reshuffled]


def test_5_6_the_discard_pile_is_shuffled_from_its_top_to_its_bottom() -> None:
    """Section 4: the input order of the permutation."""

    class Unmoved(QuickChance):
        def shuffle(self, n: int, purpose: str = "", *, open: bool = False) -> tuple[int, ...]:
            return tuple(range(n))

    table = replace(given(hands={X: "D1 S1"}, discard="H7 C9", deck=0), deck=Stack())
    table = replace(table, discard=Stack(table.discard.cards[:2]))
    facts, _ = act(RULES, table, X, trader("D1 S1"), Unmoved(0))
    (shuffled,) = [fact for fact in facts if isinstance(fact, DeckShuffled)]
    assert shuffled.order == ("S1", "D1", "H7", "C9")


def test_r07_a_club_may_be_reshuffled_by_its_own_draw() -> None:
    table = given(hands={X: "C2"}, top="C9", deck=1)
    facts, _ = play(table, club("C2"))
    (shuffled,) = [fact for fact in facts if isinstance(fact, DeckShuffled)]
    assert "C2" in (shuffled.order or ())


@pytest.mark.parametrize(("card", "count"), [("C1", 2), ("C5", 2), ("C6", 1), ("C10", 1)])
def test_r08_a_club_draws_by_its_base_value(card: str, count: int) -> None:
    assert drawn(play(given(hands={X: card}), club(card)).facts) == [count]


def test_r09_the_allowance_ends_with_the_turn() -> None:
    table = play(given(hands={X: "C9 H1"}), club("C9")).state
    table = play(play(table, END_TURN).state, END_TURN).state
    assert (table.turn.seat, table.turn.phase, table.turn.allowance, table.turn.last_club) == (
        X,
        "point_phase",
        False,
        0,
    )


def test_r09_points_and_allowance_are_gone_as_soon_as_the_turn_or_the_game_is_over() -> None:
    """5.7, step 1: between the facts of one entry too."""
    opened = play(given(hands={X: "C9"}), club("C9")).state
    ended = RULES.evolve(opened, TurnEnded(seat=X, reason="chosen"))
    assert (ended.turn.phase, ended.turn.points, ended.turn.allowance) == ("turn_end", 0, False)
    assert RULES.evolve(given(), TurnEnded(seat=X, reason="chosen")).turn.points == 0
    won = play(opened, Concede(), seat=Y).state
    assert (won.turn.phase, won.turn.points, won.turn.allowance) == ("game_over", 0, False)
    assert play(given(), Concede(), seat=Y).state.turn.points == 0


def test_r10_a_new_club_replaces_the_allowance() -> None:
    table = play(given(hands={X: "C9 C3 H4"}), club("C9")).state
    assert code(table, utility("H4")) is None
    table = play(table, club("C3")).state
    assert code(table, utility("H4")) == "value_too_high"


def test_r11_nothing_follows_a_utility_card_on_a_club() -> None:
    table = given(hands={X: "C9 C3 H4 H1 D1"}, boards={X: "S3", Y: "D2 H9"}, panic=True)
    table = play(play(table, club("C9")).state, utility("H4")).state
    assert code(table, club("C3")) == "no_allowance"
    assert code(table, utility("H1")) == "no_allowance"
    assert [code(table, other) for other in (trader("H1 D1"), attack("S3-1", "D2-1"), PANIC)] == [None] * 3


def test_r12_the_first_club_of_a_turn_has_no_limit() -> None:
    table = play(given(turn=Y, hands={X: "C10", Y: "C1"}), club("C1")).state
    table = play(table, END_TURN).state
    assert code(table, club("C10")) is None


def test_r14_trader_works_in_both_phases_as_often_as_cards_last() -> None:
    table = given(hands={X: "C9 H1 H2 D1 D2 D3"}, top="C1 C2 C3")
    table = play(table, trader("D2 D1")).state
    assert pile(table) == "D1-1 D2-1", "in the order of the pack, not in that of the hand or the command"
    table = play(table, club("C9")).state
    table = play(table, trader("H1 D3")).state
    assert table.turn.allowance
    assert hand(table, X) == "H2 C1 C2 C3"


def test_r15_any_number_of_attacks_on_any_targets() -> None:
    table = given(seats=3, boards={X: "S5 S6 S7", Y: "D5 H9", Z: "D6 H9"}, hands={X: "H1 C1"})
    for command in (
        attack("S5-1", "D5-1"),
        utility("H1"),
        attack("S6-1", "D6-1", at=Z),
        club("C1"),
    ):
        table = play(table, command).state
    assert code(table, attack("S7-1", "H9-1")) == "insufficient_power"
    assert [on_board(table, seat) for seat in (Y, Z)] == ["H9", "H9"]


def test_r17_the_attacker_need_not_destroy_as_much_as_possible() -> None:
    table = given(boards={X: "S10", Y: "D1 D2 D3 H4"})
    assert code(table, attack("S10-1", "D1-1")) is None


def test_r20_surplus_over_the_diamonds_need_not_hit_hearts() -> None:
    table = play(given(boards={X: "S10", Y: "D1 H4"}), attack("S10-1", "D1-1")).state
    assert on_board(table, Y) == "H4"
    assert table.outcome is None


@pytest.mark.parametrize(("weapon", "out"), [("S5", False), ("S6", True)])
def test_r22_a_player_without_hearts_falls_to_any_surplus_over_all_diamonds(weapon: str, out: bool) -> None:
    table = play(given(boards={X: weapon, Y: "D2 D3"}), attack(f"{weapon}-1", "D2-1 D3-1")).state
    assert (table.players[Y].standing == "eliminated") is out


def test_r22_a_player_without_hearts_stays_while_a_diamond_stays() -> None:
    table = play(given(boards={X: "S10", Y: "D2 D3"}), attack("S10-1", "D2-1")).state
    assert table.players[Y].standing == "in"


def test_r22_a_bypass_of_power_one_eliminates_a_player_without_hearts() -> None:
    facts, table = play(given(boards={X: "S2", Y: "D9"}), bypass("S2-1"))
    assert PlayerEliminated(seat=Y, by=X, kind="bypass") in facts
    assert table.outcome is not None
    assert table.outcome.reason == "bypass_elimination"


def test_r25_a_bypass_halves_the_sum_once() -> None:
    facts, _ = play(given(boards={X: "S3 S5", Y: "D9 H4 H1"}), bypass("S3-1 S5-1", "H4-1"))
    made = facts[0]
    assert isinstance(made, AttackMade)
    assert (made.raw, made.power) == (8, 4)


def test_r26_a_bypass_spares_diamonds_and_cannot_name_them() -> None:
    table = given(boards={X: "S9", Y: "D1 H4"})
    assert code(table, bypass("S9-1", "D1-1")) == "card_not_on_board"
    assert on_board(play(table, bypass("S9-1", "H4-1")).state, Y) == ""


def test_r27_a_recorded_attacker_may_go_on_and_the_victims_turn_clears_the_record() -> None:
    table = given(seats=3, turn=Z, boards={X: "D1 D2 D3 H9", Z: "S1 S2 S3"})
    table = play(table, attack("S1-1", "D1-1", at=X)).state
    table = play(table, attack("S2-1", "D2-1", at=X)).state
    assert table.players[X].attackers == (Z,)
    table = change(table, X, attackers=(Y, Z))
    table = play(table, attack("S3-1", "D3-1", at=X)).state
    assert table.players[X].attackers == (Y, Z)
    table = play(table, END_TURN).state
    assert table.turn.seat == X
    assert table.players[X].attackers == ()


def test_r28_an_attacker_that_left_still_counts() -> None:
    table = given(seats=4, turn=3, boards={3: "S5", 0: "D2 H3"})
    table = change(table, 0, attackers=(1, 2))
    table = change(table, 1, standing="eliminated")
    assert code(table, attack("S5-1", "D2-1", at=0)) == "attack_limit_reached"


def test_r32_panic_needs_no_spades_and_no_round() -> None:
    facts, table = play(given(round=1, panic=True), PANIC)
    assert facts[:2] == (
        PanicUsed(seat=X, target=Y),
        CardsDiscarded(seat=X, cards=(), from_="hand", reason="panic"),
    )
    assert table.players[X].panic_used
    assert code(play(table, END_TURN).state, PANIC) == "panic_spent"


def test_r32_panic_after_attacking() -> None:
    table = play(given(boards={X: "S3", Y: "D3 H4"}, panic=True), attack("S3-1", "D3-1")).state
    assert code(table, PANIC) is None


def test_r33_the_next_opponent_is_the_next_player_still_in() -> None:
    table = given(seats=4, turn=1, boards={2: "S1", 3: "S2", 0: "S3"}, panic=True)
    table = change(table, 2, standing="conceded")
    table = play(table, PANIC).state
    assert [on_board(table, seat) for seat in (0, 2, 3)] == ["S3", "S1", ""]


def test_r34_the_protected_player_may_attack_in_its_next_turn() -> None:
    table = given(boards={X: "H1", Y: "H2 D3"}, panic=True)
    table = play(play(table, PANIC).state, END_TURN).state
    table = change(table, X, spades=("S3-1",))
    assert table.players[X].protected_through == table.players[X].turns
    assert code(table, attack("S3-1", "D3-1")) is None


def test_r35_protection_stops_nothing_but_attacks() -> None:
    """Panic still clears the Spades of a protected next opponent."""
    table = change(given(boards={Y: "S4"}, panic=True), Y, protected_through=6)
    assert on_board(play(table, PANIC).state, Y) == ""


def test_r36_ten_players_without_teams() -> None:
    assert len(started(10, seed=1).state.players) == 10


def test_r58_a_full_tie_is_a_shared_win() -> None:
    table = given(seats=3, round=10, turn=Z, boards={X: "H9", Y: "H9", Z: "H8"}, hands={X: "", Y: ""}, round_limit=10)
    table = change(table, Z, hand=Bag())
    facts, table = play(table, END_TURN)
    ended = facts[-1]
    assert isinstance(ended, GameEnded)
    assert ended.winners == (X, Y)
    assert [(place.place, place.seats) for place in ended.ranking] == [(1, (X, Y)), (3, (Z,))]


@pytest.mark.parametrize(
    ("boards", "hands"),
    [
        ({X: "H9", Y: "H8 D9"}, {}),
        ({X: "H9 D2", Y: "H9 D1 S9"}, {}),
        ({X: "H9 D2 S1", Y: "H9 D2"}, {Y: "C1"}),
        ({X: "H9 D2", Y: "H9 D2"}, {X: "C1 C2", Y: "C3"}),
    ],
)
def test_r58_health_then_shields_then_board_then_hand(boards: dict[int, str], hands: dict[int, str]) -> None:
    table = given(seats=4, round=10, turn=3, boards=boards, hands=hands, round_limit=10)
    for gone in (2, 3):
        table = change(table, gone, standing="conceded")
    table = replace(change(table, 3, standing="in"), left=(2,))
    facts, _ = play(table, Concede(), seat=3)
    ended = facts[-1]
    assert isinstance(ended, GameEnded)
    assert [place.seats for place in ended.ranking] == [(X,), (Y,), (3,), (2,)]


def test_r58_the_round_counts_for_whoever_would_be_next() -> None:
    """The first seat left in round 9; the second has not had its tenth turn yet."""
    table = given(seats=3, round=9, turn=Z, round_limit=10)
    table = play(change(table, X, standing="conceded"), END_TURN).state
    assert (table.turn.seat, table.outcome) == (Y, None)
    table = play(play(table, END_TURN).state, END_TURN).state
    assert table.outcome is not None
    assert table.outcome.reason == "round_limit"


def test_r59_every_accepted_command_of_the_turn_counts() -> None:
    table = given(
        hands={X: "H1 C9 D1 D2 S1"}, boards={X: "S5 S6", Y: "D5 H2 H9"}, turn_action_limit=50, panic=True, points=12
    )
    counted = []
    for command in (
        utility("H1"),
        attack("S5-1", "D5-1"),
        trader("D1 D2"),
        club("C9"),
        attack("S6-1", "H2-1"),
    ):
        table = play(table, command).state
        counted.append(table.turn.actions)
    assert counted == [1, 2, 3, 4, 5]
    assert play(table, END_TURN).state.turn.actions == 0


def test_r59_the_limit_admits_as_many_commands_as_it_says() -> None:
    table = given(hands={X: "H1 H2"}, turn_action_limit=50)
    table = replace(table, turn=replace(table.turn, actions=49))
    table = play(table, utility("H1")).state
    assert code(table, utility("H2")) == "turn_limit_reached"


def test_r62_no_command_takes_another_back() -> None:
    """A card on the board leaves it by Panic, by an attack with it or on it, or with its owner (R31 too)."""
    table = given(hands={X: "H1"}, boards={X: "H5"})
    table = play(table, utility("H1")).state
    assert code(table, utility("H1")) == "card_not_in_hand"
    assert code(table, trader("H1 H5")) == "card_not_in_hand"


def test_r68_panic_discards_the_own_hand_then_the_own_board_then_the_next_opponents() -> None:
    table = given(seats=3, hands={X: "S9 D1 S2 H1", Y: "S8"}, boards={X: "H5 S7 S3", Y: "S5 S1", Z: "S6"}, panic=True)
    table = play(table, PANIC).state
    assert pile(table) == "S2-1 S9-1 S7-1 S3-1 S5-1 S1-1"
    assert on_board(table, Z) == "S6"


@pytest.mark.parametrize("hand_of_x", ["S9 C3 H4 S2 S10", "S10 S2 H4 C3 S9"])
def test_h1_cards_of_a_hand_are_discarded_in_the_order_of_the_pack(hand_of_x: str) -> None:
    """House ruling: neither the order in which they were held nor the one in which they were named is shown."""
    table = given(hands={X: hand_of_x}, panic=True)
    assert pile(play(table, PANIC).state) == "S2-1 S9-1 S10-1"
    for named in ("C3 H4", "H4 C3"):
        assert pile(play(table, trader(named)).state) == "H4-1 C3-1"


def test_h2_panic_tells_of_a_hand_without_spades_and_of_no_board_without() -> None:
    """House ruling: 6.2 lists the fact, 7.3 allows zero; what lies open needs no telling."""
    facts = play(given(hands={X: "H4"}, boards={X: "H1", Y: "H2"}, panic=True), PANIC).facts
    assert [fact for fact in facts if isinstance(fact, CardsDiscarded)] == [
        CardsDiscarded(seat=X, cards=(), from_="hand", reason="panic")
    ]


def test_8_3_the_turn_player_concedes_and_the_next_turn_begins() -> None:
    table = given(seats=3, boards={X: "H3"}, hands={X: "C1"})
    facts, table = play(change(table, X, protected_through=5), Concede())
    assert names(facts) == [
        "PlayerConceded", "CardsDiscarded", "CardsDiscarded", "TurnEnded", "TurnStarted", "CardsDrawn",
        "PointPhaseStarted",
    ]  # fmt: skip
    assert TurnEnded(seat=X, reason="conceded") in facts
    assert table.turn.seat == Y


def test_8_3_the_last_player_left_wins_by_concession() -> None:
    table = play(given(), Concede(), seat=Y).state
    assert table.outcome is not None
    assert (table.outcome.winners, table.outcome.reason, table.outcome.ended_by) == ((X,), "concession", "concession")
    assert [place.seats for place in table.outcome.places] == [(X,), (Y,)]


def test_6_5_a_time_out_ends_the_turn() -> None:
    table = given(hands={X: "H1"})
    facts, table = play(table, TimeOut())
    assert facts[0] == TurnEnded(seat=X, reason="timeout")
    assert hand(table, X) == "H1"
    assert table.turn.seat == Y


def test_6_5_the_final_time_out_forfeits_the_seat() -> None:
    facts, table = play(given(seats=3), TimeOut(final=True))
    assert facts[:2] == (PlayerConceded(seat=X, why="time"), TurnEnded(seat=X, reason="timeout"))
    assert table.players[X].standing == "timed_out"
    table = play(table, TimeOut(final=True)).state
    assert table.outcome is not None
    assert (table.outcome.ended_by, table.outcome.reason, table.outcome.winners) == ("time", "concession", (Z,))


def test_8_5_those_who_left_are_ranked_latest_first() -> None:
    table = given(seats=4)
    for seat in (2, 1, 3):
        table = play(table, Concede(), seat=seat).state
    assert table.outcome is not None
    assert [place.seats for place in table.outcome.places] == [(0,), (3,), (1,), (2,)]
    assert [place.place for place in table.outcome.places] == [1, 2, 3, 4]


def test_labels_are_the_lowest_free_ones() -> None:
    table = given(seats=5, hands={X: "H5 H5"}, boards={Y: "H5"})
    table = play(table, utility("H5-1")).state
    assert table.players[X].hearts == ("H5-2",)
    table = replace(change(table, Y, hearts=()), deck=Stack(("H5", *table.deck)))
    table = play(table, utility("H5-3")).state
    assert table.players[X].hearts == ("H5-2", "H5-1")


def test_labels_are_dropped_when_cards_are_hidden_again() -> None:
    table = given(seats=5, hands={X: "D7 D7 C1"}, discard="D7", top="C9", deck=1)
    facts, table = play(table, trader("D7 D7"))
    (shuffled,) = [fact for fact in facts if isinstance(fact, DeckShuffled)]
    assert shuffled.order is not None
    assert shuffled.order.count("D7") == 3
    assert set(shuffled.order) <= set(PACK)
    assert not table.discard


def test_several_copies_are_laid_down_under_different_labels() -> None:
    table = given(seats=5, hands={Y: "D7 D7"}, boards={X: "D7"})
    assert pile(play(table, Concede(), seat=Y).state) == "D7-2 D7-3"


def test_more_copies_than_there_are_contradict_the_deck() -> None:
    """No label is left for a sixth card of a kind; whole packs never come here."""
    table = change(given(seats=9, boards={Y: "D7 D7 D7", Z: "D7 D7"}), X, hand=Bag(("D7",)))
    with pytest.raises(NotThereError):
        play(table, utility("D7"))
