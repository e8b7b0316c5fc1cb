"""Teams, Ally, Presence, the Stack, the Shop, Lives, and abilities chosen: worked examples and rulings (7.5 to 8.5)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.games.chanic_panic.cards import KIND
from domain.games.chanic_panic.ending import ranking
from domain.games.chanic_panic.messages import (
    AbilitiesRevealed,
    AbilityId,
    AllyUsed,
    AttachmentsActive,
    AttachmentsDiscarded,
    BuyCard,
    CardBought,
    CardGiven,
    CardsDiscarded,
    ChooseAbilities,
    ChooseAllyStack,
    ChooseResilient,
    GameEnded,
    LifeLost,
    MarketFilled,
    PanicUsed,
    PlayerEliminated,
    PointPart,
    PointPhaseStarted,
    PresenceGained,
    Question,
    StackAdd,
    StackDraw,
    TurnEnded,
    TurnStarted,
)
from domain.games.chanic_panic.rules import RULES
from domain.games.chanic_panic.state import ChanicDraft, State, Turn
from domain.games.chanic_panic.teams import ally_uses, has_ally
from domain.games.chanic_panic.turns import begin_play
from domain.games.chanic_panic.values import value
from domain.kernel.acting import act, deal
from domain.kernel.chance import QuickChance
from domain.kernel.draft import Draft
from domain.kernel.messages import Concede, TimeOut
from domain.kernel.refusals import NotThereError
from domain.kernel.seats import SPECTATOR, seat_viewer
from domain.kernel.setup import Place
from tests.games.chanic_panic.given import (
    END_TURN,
    PANIC,
    X,
    Y,
    Z,
    ally,
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
    setup_of,
    started,
    trader,
    use,
    utility,
)

W, V, U = 3, 4, 5


def places(state: State) -> list[tuple[int, tuple[int, ...]]]:
    assert state.outcome is not None
    return [(place.place, place.seats) for place in state.outcome.places]


def ended(facts: Any) -> GameEnded:
    return next(fact for fact in facts if isinstance(fact, GameEnded))


# Abilities dealt and chosen (section 4)


def choose(state: State, seat: int, *names: str) -> Any:
    return play(state, ChooseAbilities(abilities=names), seat=seat)  # type: ignore[arg-type]


def test_w50_twelve_abilities_are_dealt_and_eight_revealed_together() -> None:
    """10.4; section 4, step 6."""
    facts, state = started(4, seed=5, specials=2, specials_extra=1)
    dealt = [player.dealt for player in state.players]
    assert [len(names) for names in dealt] == [3, 3, 3, 3]
    assert len({name for names in dealt for name in names}) == 12
    assert RULES.to_act(state) == dict.fromkeys(range(4), "choose_abilities")
    assert "TurnStarted" not in names(facts)
    for seat in range(3):
        facts, state = choose(state, seat, *dealt[seat][:2])
        assert names(facts) == ["AbilitiesKept"]
        assert all(player.abilities == () for player in state.players)
    facts, state = choose(state, 3, *dealt[3][1:])
    revealed = next(fact for fact in facts if isinstance(fact, AbilitiesRevealed))
    assert sum(len(keeping.abilities) for keeping in revealed.kept) == 8
    assert [set(player.abilities) for player in state.players] == [
        *[set(names[:2]) for names in dealt[:3]],
        set(dealt[3][1:]),
    ]
    assert names(facts)[2:4] == ["TurnStarted", "CardsDrawn"]


def test_who_chose_and_left_shows_what_it_kept_with_the_others() -> None:
    """Section 4: all kept abilities become public; those of a seat that has left are in force for nobody."""
    state = started(3, seed=5, specials=1, specials_extra=1).state
    left = act(RULES, choose(state, 0, state.players[0].dealt[0]).state, 0, Concede(), QuickChance(1)).state
    second = choose(left, 1, left.players[1].dealt[0]).state
    facts, third = choose(second, 2, second.players[2].dealt[0])
    revealed = next(fact for fact in facts if isinstance(fact, AbilitiesRevealed))
    assert [(one.seat, one.abilities) for one in revealed.kept] == [
        (seat, (state.players[seat].dealt[0],)) for seat in range(3)
    ]
    assert [bool(player.abilities) for player in third.players] == [False, True, True]


def test_a_choice_of_abilities_is_hidden_until_the_last_one() -> None:
    """Section 3: nothing but "has chosen" shows; those not kept never do."""
    state = started(2, seed=5, specials=1, specials_extra=2).state
    chosen = choose(state, X, state.players[X].dealt[2]).state
    seen = RULES.view(chosen, seat_viewer(Y)).players[X]
    assert (seen.has_chosen, seen.dealt, seen.kept, seen.abilities) == (True, None, None, ())
    assert RULES.view(chosen, seat_viewer(X)).players[X].kept == state.players[X].dealt[2:]
    both = choose(chosen, Y, chosen.players[Y].dealt[0]).state
    seen = RULES.view(both, SPECTATOR).players[X]
    assert (seen.dealt, seen.abilities) == (None, state.players[X].dealt[2:])
    assert RULES.view(both, seat_viewer(X)).players[X].dealt == state.players[X].dealt


def test_abilities_are_kept_in_the_order_of_the_reference() -> None:
    """The order in which they were dealt or named means nothing."""
    state = started(2, seed=5, specials=3, specials_extra=1).state
    dealt = state.players[X].dealt
    command: Any = ChooseAbilities(abilities=dealt[:3])  # type: ignore[arg-type]
    backwards: Any = ChooseAbilities(abilities=dealt[2::-1])  # type: ignore[arg-type]
    assert RULES.normal(state, backwards) == RULES.normal(state, command)
    assert choose(state, X, *dealt[2::-1]).state == choose(state, X, *dealt[:3]).state


def test_the_clock_keeps_the_first_abilities_dealt() -> None:
    """6.4."""
    state = started(2, seed=5, specials=2).state
    after = play(state, TimeOut(), seat=Y).state
    assert set(after.players[Y].kept) == set(state.players[Y].dealt[:2])


def test_a_choice_without_an_alternative_is_made() -> None:
    """6.4: a decision with only one possible answer is not asked."""
    facts, state = started(3, seed=5, specials=2, specials_extra=0)
    assert names(facts).count("AbilitiesKept") == 3
    assert all(set(player.abilities) == set(player.dealt) for player in state.players)
    assert RULES.to_act(state) == {state.turn.seat: "point_phase"}


def test_who_leaves_before_choosing_holds_nobody_up() -> None:
    """8.3: the others are revealed, and the next seat begins if it was the first one that left."""
    state = started(3, seed=5, specials=1, first_player="seat").state
    for seat in (Y, Z):
        state = choose(state, seat, state.players[seat].dealt[0]).state
    facts, state = play(state, Concede(), seat=X)
    revealed = next(fact for fact in facts if isinstance(fact, AbilitiesRevealed))
    assert [keeping.seat for keeping in revealed.kept] == [Y, Z]
    assert state.turn.seat == Y
    facts, state = play(state, Concede(), seat=Z)
    assert ended(facts).winners == (Y,)


def test_who_leaves_while_others_choose_ends_nothing_unless_one_is_left() -> None:
    state = started(2, seed=5, specials=1).state
    _facts, state = play(state, Concede(), seat=X)
    assert places(state) == [(1, (Y,)), (2, (X,))]
    state = play(started(3, seed=5, specials=1).state, Concede(), seat=X).state
    assert RULES.to_act(state) == {Y: "choose_abilities", Z: "choose_abilities"}


def test_abilities_are_shuffled_in_the_order_of_the_reference_without_those_that_do_not_fit() -> None:
    """1.1: Bargainer needs Trader, Club Member its option."""
    heard: list[tuple[str, int]] = []

    class Heard(QuickChance):
        def shuffle(self, n: int, purpose: str = "", *, open: bool = False) -> tuple[int, ...]:
            heard.append((purpose, n))
            return tuple(range(n))

    for options in ({}, {"trader": False}, {"club_member": True}):
        setup = setup_of(2, specials=1, first_player="seat", **options)
        dealt = [player.dealt for player in deal(RULES, setup, Heard(0)).state.players]
        third = "blessed" if options == {"trader": False} else "bargainer"
        assert dealt[:2] == [("archaeologist", "assets"), (third, "combiner" if third == "blessed" else "blessed")]
    assert heard == [("deck", 40), ("abilities", 44), ("deck", 40), ("abilities", 43), ("deck", 40), ("abilities", 45)]


# Teams and Ally (7.3, 7.8)


def test_r37_teammates_cannot_be_attacked_and_seats_alternate() -> None:
    table = given(seats=4, boards={X: "S9", Y: "H4", Z: "H4"}, team_count=2)
    assert code(table, attack("S9-1", "H4-2", at=Z)) == "target_is_teammate"
    assert code(table, attack("S9-1", "H4-1", at=Y)) is None
    assert [player.team for player in RULES.view(table, SPECTATOR).players] == [0, 1, 0, 1]


def test_r33_the_next_opponent_of_a_team_is_the_next_player_of_another() -> None:
    """Panic passes over teammates and those who left."""
    table = given(seats=6, turn=X, boards={Y: "S4", Z: "S5", W: "S6", V: "S7"}, team_count=3, panic=True)
    assert next(f for f in play(table, PANIC).facts if isinstance(f, PanicUsed)).target == Y
    table = change(given(seats=4, boards={Z: "S5", W: "S6"}, team_count=2, panic=True), Y, standing="eliminated")
    facts, state = play(table, PANIC)
    assert next(f for f in facts if isinstance(f, PanicUsed)).target == W
    assert on_board(state, Z) == "S5"


def test_w41_a_team_of_five_gives_two_cards_to_different_teammates() -> None:
    """10.4; R38."""
    table = given(seats=10, hands={X: "H7 D3 C2"}, team_count=2)
    assert ally_uses(table, X) == 2
    state = play(table, ally("H7", to=Z)).state
    assert code(state, ally("D3", to=Z)) == "ally_same_teammate"
    state = play(state, ally("D3", to=V)).state
    assert (hand(state, X), hand(state, Z), hand(state, V)) == ("C2", "H7", "D3")
    assert code(state, ally("C2", to=6)) == "ally_exhausted"


def test_r38_ally_counts_members_still_in_and_works_in_both_phases() -> None:
    table = given(seats=10, hands={X: "H7 C2 D1"}, team_count=2)
    for seat in (V, 6, 8):
        table = change(table, seat, standing="eliminated")
    assert ally_uses(table, X) == 1
    assert ally_uses(change(table, Z, standing="eliminated"), X) == 0
    assert code(play(table, club("C2")).state, ally("H7", to=Z)) is None
    assert code(change(table, Z, standing="eliminated"), ally("H7", to=Z)) == "ally_exhausted"


def test_ally_tells_the_card_to_the_two_alone() -> None:
    """6.6."""
    facts, state = play(given(seats=4, hands={X: "H7 D3"}, team_count=2), ally("H7-2", to=Z))
    assert names(facts) == ["AllyUsed", "CardGiven"]
    assert facts == (
        AllyUsed(seat=X, teammate=Z, card="H7"),
        CardGiven(from_=X, to=Z, card="H7", into="hand"),
    )
    assert state.turn.gift is None
    assert state.turn.helped == (Z,)


@pytest.mark.parametrize(("options", "there"), [({}, True), ({"ally": True}, True), ({"ally": False}, False)])
def test_ally_is_there_with_teams_unless_it_is_left_out(options: dict[str, Any], there: bool) -> None:
    """1.1."""
    assert has_ally(setup_of(4, team_count=2, **options).options) is there
    assert not has_ally(setup_of(4).options)


def test_with_the_stack_the_recipient_of_ally_chooses_before_the_card_arrives() -> None:
    """7.5, R42: fresh for the rest of the giver's turn only, and not the one addition of the own turn."""
    table = given(seats=4, hands={X: "H7 D3", Z: "C9"}, stack=True, team_count=2)
    _facts, state = play(table, ally("H7", to=Z))
    assert state.agenda == (Question(seat=Z, kind="choose_ally_stack", by=X),)
    assert (hand(state, X), hand(state, Z)) == ("H7 D3", "C9")
    assert code(state, END_TURN) == "decision_pending"
    assert RULES.to_act(state) == {Z: "choose_ally_stack"}
    kept = play(state, ChooseAllyStack(to_stack=True), seat=Z).state
    assert (kept.players[Z].stack.cards, kept.players[Z].fresh, hand(kept, X)) == (("H7",), 1, "D3")
    assert play(kept, END_TURN).state.players[Z].fresh == 0
    for command in (ChooseAllyStack(to_stack=False), TimeOut()):
        assert hand(play(state, command, seat=Z).state, Z) == "C9 H7"


def test_a_recipient_at_the_cap_takes_the_card_in_hand_without_a_question() -> None:
    """7.3."""
    table = given(seats=4, hands={X: "H7 D3"}, stacks={Z: "D1 D2 D4 D5 D6"}, team_count=2)
    assert hand(play(table, ally("H7", to=Z)).state, Z) == "H7"


def test_r67_the_effect_of_who_concedes_stops_while_another_is_asked() -> None:
    table = given(seats=4, hands={X: "H7 D3", Z: "C9"}, stack=True, team_count=2)
    state = play(table, ally("H7", to=Z)).state
    facts, after = play(state, Concede(), seat=X)
    assert after.agenda == ()
    assert after.turn.seat == Y
    assert hand(after, Z) == "C9"
    assert [fact.reason for fact in facts if isinstance(fact, TurnEnded)] == ["conceded"]


def test_r67_a_question_to_who_concedes_is_answered_with_the_default_and_the_turn_goes_on() -> None:
    """8.3: the card arrives in the hand, and leaves with it."""
    table = given(seats=6, hands={X: "H7 D3", Z: "C9"}, stack=True, team_count=2)
    state = play(table, ally("H7", to=Z)).state
    facts, after = play(state, Concede(), seat=Z)
    laid = [fact.cards for fact in facts if isinstance(fact, CardsDiscarded)]
    assert laid == [("H7-1", "C9-1")]
    assert RULES.to_act(after) == {X: "point_phase"}
    assert hand(after, X) == "D3"


def test_r67_hearts_are_still_offered_before_the_turn_of_who_concedes_ends() -> None:
    table = given(
        seats=3,
        hands={X: "C5", Y: "H9 C2"},
        boards={X: "S10", Y: "H4 H5 H6"},
        abilities={Y: "resilient"},
    )
    state = play(table, attack("S10-1", "H4-1 H5-1")).state
    assert RULES.to_act(state) == {Y: "choose_resilient"}
    facts, state = play(state, Concede(), seat=X)
    assert RULES.to_act(state) == {Y: "choose_resilient"}
    assert state.players[X].standing == "conceded"
    facts, state = play(state, ChooseResilient(card="H9"), seat=Y)
    facts, state = play(state, ChooseResilient(), seat=Y)
    assert on_board(state, Y) == "H6 H9"
    assert names(facts)[:2] == ["DecisionMade", "TurnEnded"]
    assert state.turn.seat == Y


def test_a_final_time_out_leaves_the_game_from_a_question_too() -> None:
    table = given(seats=3, hands={Y: "H9"}, boards={X: "S10", Y: "H4 H6"}, abilities={Y: "resilient"})
    state = play(table, attack("S10-1", "H4-1")).state
    _facts, state = play(state, TimeOut(final=True), seat=Y)
    assert state.players[Y].standing == "timed_out"
    assert RULES.to_act(state) == {X: "point_phase"}


def test_a_team_wins_with_its_last_opponent_and_all_members_share_the_place() -> None:
    """7.8, 8.2, 8.5."""
    table = change(given(seats=4, boards={X: "S9", W: "H4"}, team_count=2), Y, standing="eliminated")
    table = replace(change(table, Z, standing="eliminated"), left=(Y, Z))
    facts, state = play(table, attack("S9-1", "H4-1", at=W))
    assert ended(facts).winners == (X, Z)
    assert places(state) == [(1, (X, Z)), (3, (Y, W))]


def test_a_team_is_out_with_its_last_member_only() -> None:
    table = given(seats=4, boards={X: "S9", Y: "H4", W: "H4"}, team_count=2)
    facts, state = play(table, attack("S9-1", "H4-1", at=Y))
    assert any(isinstance(fact, PlayerEliminated) for fact in facts)
    assert state.outcome is None
    assert play(state, Concede(), seat=W).state.outcome is not None


def test_8_5_teams_that_left_are_ranked_by_the_moment_of_their_last_member() -> None:
    table = given(seats=6, boards={X: "H1"}, team_count=3)
    for seat in (Y, W, Z, V, U):
        table = change(table, seat, standing="eliminated")
    table = replace(table, left=(Z, Y, V, W, U))
    assert ranking(table) == (Place(place=1, seats=(0, 3)), Place(place=3, seats=(2, 5)), Place(place=5, seats=(1, 4)))


def test_8_4_teams_are_scored_by_the_sum_of_members_still_in() -> None:
    table = given(seats=4, round=10, turn=W, boards={X: "H3", Y: "H4", Z: "H5", W: "H3"}, team_count=2, round_limit=10)
    facts, state = play(table, END_TURN)
    assert (ended(facts).reason, places(state)) == ("round_limit", [(1, (X, Z)), (3, (Y, W))])
    alone = change(table, Z, standing="eliminated", hearts=())
    assert places(play(alone, END_TURN).state) == [(1, (Y, W)), (3, (X, Z))]


def test_8_4_lives_do_not_count_where_they_are_off() -> None:
    """Two members still in are no more lives than one: Health decides."""
    table = given(seats=4, round=10, turn=W, boards={X: "H9", Y: "H4", W: "H3"}, team_count=2, round_limit=10)
    alone = change(table, Z, standing="eliminated")
    assert places(play(alone, END_TURN).state) == [(1, (X, Z)), (3, (Y, W))]


def test_8_4_lives_and_presence_count_before_health() -> None:
    table = given(seats=2, round=10, turn=Y, boards={X: "H9", Y: "H1"}, lives=2, presence=True, round_limit=10)
    assert places(play(table, END_TURN).state) == [(1, (X,)), (2, (Y,))]
    assert places(play(change(table, Y, presence=1), END_TURN).state) == [(1, (Y,)), (2, (X,))]
    assert places(play(change(change(table, Y, presence=1), Y, lives=1), END_TURN).state) == [(1, (X,)), (2, (Y,))]


# Presence (8.2, R39, R40)


def test_w40_presence_grows_at_turn_start() -> None:
    """10.4."""
    table = change(given(turn=Y, boards={X: "H1 H2 D1 D2 S1 S2"}, presence=True), X, presence=120)
    facts, state = play(table, END_TURN)
    assert PresenceGained(seat=X, amount=12, total=132) in facts
    assert state.players[X].presence == 132
    assert RULES.to_act(state) == {X: "point_phase"}


def test_r39_presence_comes_first_and_attached_stack_cards_count_one() -> None:
    table = given(turn=Y, boards={X: "H1 D2"}, stacks={X: "C1"}, attached={X: {"D2-1": "C2 C3"}}, presence=True)
    facts, _ = play(table, END_TURN)
    gained = next(fact for fact in facts if isinstance(fact, PresenceGained))
    assert gained.amount == 2 * 2 + 3
    order = names(facts)
    assert order.index("TurnStarted") + 1 == order.index("PresenceGained") < order.index("CardsDrawn")


def test_presence_wins_at_once() -> None:
    """8.2: before anything else in the turn; the others are ranked by 8.4."""
    table = change(given(seats=3, turn=Z, boards={X: "H1", Y: "H2", Z: "H3"}, presence=True), X, presence=198)
    facts, state = play(table, END_TURN)
    assert ended(facts).reason == "presence"
    assert "CardsDrawn" not in names(facts)
    assert places(state) == [(1, (X,)), (2, (Z,)), (3, (Y,))]


def test_r40_a_team_needs_the_average_of_who_was_not_eliminated() -> None:
    table = given(seats=6, turn=U, boards={X: "H1"}, presence=True, team_count=2)
    for seat, presence in ((X, 249), (Z, 150), (V, 199)):
        table = change(table, seat, presence=presence)
    assert play(table, END_TURN).state.outcome is not None, "(251 + 150 + 199) // 3 is 200"
    assert play(change(table, V, presence=198), END_TURN).state.outcome is None
    gave_up = change(table, Z, standing="conceded", presence=10)
    assert play(gave_up, END_TURN).state.outcome is None, "who gave up stays in the average"
    beaten = change(table, Z, standing="eliminated", presence=10)
    facts, _state = play(beaten, END_TURN)
    assert ended(facts).winners == (X, Z, V)


def test_r40_an_elimination_can_lift_a_team_over_the_target() -> None:
    table = given(seats=6, turn=Y, boards={Y: "S9", X: "H4"}, presence=True, team_count=2)
    table = change(change(change(table, X, presence=10), Z, presence=200), V, presence=201)
    facts, state = play(table, attack("S9-1", "H4-1", at=X))
    assert (ended(facts).reason, ended(facts).winners) == ("presence", (X, Z, V))
    facts, state = play(change(table, V, presence=199), attack("S9-1", "H4-1", at=X))
    assert state.outcome is None


# The Stack (7.5)


def test_w51_attachments_count_from_the_turn_after_and_fall_with_their_host() -> None:
    """10.4."""
    table = given(turn=Y, boards={X: "D6 H1", Y: "S7 S8"}, stacks={X: "C3"}, attached={X: {"D6-1": "C4"}})
    assert code(table, attack("S7-1", "D6-1", at=X)) == "insufficient_power"
    facts, state = play(table, attack("S8-1", "D6-1", at=X))
    assert AttachmentsDiscarded(seat=X, host="D6-1", cards=("C4-1",)) in facts
    assert pile(state) == "S8-1 D6-1 C4-1"
    assert state.players[X].attached == ()


def test_7_5_cards_are_attached_face_down_as_a_card_is_played() -> None:
    table = given(hands={X: "D6 H2"}, stacks={X: "C4 H9"})
    facts, state = play(table, utility("D6", "H9 C4"))
    (under,) = state.players[X].attached
    assert (under.host, under.cards, under.active) == ("D6-1", ("H9", "C4"), False)
    assert state.players[X].stack.cards == ()
    assert value(state, X, "D6-1") == 6
    lying = RULES.view(state, seat_viewer(Y)).players[X].diamonds[0]
    assert (lying.attached, lying.attached_cards, lying.attached_active) == (2, None, False)
    assert RULES.view(state, seat_viewer(X)).players[X].diamonds[0].attached_cards == ("H9", "C4")
    facts, state = play(state, END_TURN)
    assert any(isinstance(fact, AttachmentsActive) for fact in facts)
    assert value(state, X, "D6-1") == 10
    assert KIND["D6-1"] == "D6", "base value and cost stay"


def test_r43_what_is_attached_in_anothers_turn_counts_from_the_end_of_that_turn() -> None:
    table = given(hands={Y: "H9"}, boards={X: "S10", Y: "H4 H6"}, stacks={Y: "C4"}, abilities={Y: "resilient"})
    state = play(table, attack("S10-1", "H4-1")).state
    state = play(state, ChooseResilient(card="H9", attach=("C4",)), seat=Y).state
    assert value(state, Y, "H9-1") == 9
    assert value(play(state, END_TURN).state, Y, "H9-1") == 11


def test_r42_a_fresh_stack_card_serves_for_nothing_in_its_turn() -> None:
    state = play(given(hands={X: "H7 D3"}, stack=True), StackAdd(card="H7-2")).state
    assert (state.players[X].stack.cards, state.players[X].fresh) == (("H7",), 1)
    assert code(state, utility("D3", "H7")) == "stack_card_fresh"
    assert code(state, trader("D3 *H7")) == "stack_card_fresh"
    assert code(state, StackDraw(stack_card="H7")) == "stack_card_fresh"
    state = play(play(state, END_TURN).state, END_TURN).state
    assert code(state, utility("D3", "H7")) is None


def test_h8_equal_cards_in_the_stack_are_ready_if_one_of_them_is() -> None:
    """H8: of equal Stack Cards the one that lay there before is meant."""
    table = change(given(seats=3, hands={X: "C1"}, stacks={X: "H7 H7"}), X, fresh=1)
    assert code(table, StackDraw(stack_card="H7")) is None
    assert code(table, trader("*H7 *H7")) == "stack_card_fresh", "the second one came in this turn"
    assert code(table, trader("*H7 C1")) is None
    state = play(table, StackDraw(stack_card="H7")).state
    assert code(state, trader("C1 *H7")) == "stack_card_fresh"


def test_w52_a_stack_card_draws_two_for_an_emptied_hand() -> None:
    """10.4; R44."""
    table = given(hands={X: "D5"}, stacks={X: "H7 H8"})
    facts, state = play(table, StackDraw(stack_card="H7"))
    assert names(facts) == ["CardsDiscarded", "CardsDrawn"]
    assert (len(state.players[X].hand), pile(state)) == (3, "H7-1")
    assert state.turn.actions == 1
    assert code(state, StackDraw(stack_card="H8")) == "hand_too_large"


def test_r44_stack_draw_again_while_the_hand_is_small() -> None:
    table = given(hands={X: ""}, stacks={X: "H7 H8"}, deck=1)
    state = play(table, StackDraw(stack_card="H7")).state
    assert code(change(state, X, hand=given(hands={X: "C1"}).players[X].hand), StackDraw(stack_card="H8")) is None


def test_7_5_points_grow_by_one_for_each_card_in_the_stack() -> None:
    table = given(turn=Y, boards={X: "D6"}, stacks={X: "H7 H8"}, attached={X: {"D6-1": "C4"}})
    facts = play(table, END_TURN).facts
    started = next(fact for fact in facts if isinstance(fact, PointPhaseStarted))
    assert started.points == 14
    assert started.parts == (PointPart("turn", 12), PointPart("stack", 2))


def test_7_5_trader_takes_stack_cards_for_one_or_both() -> None:
    table = given(hands={X: "D5 H2"}, stacks={X: "H7 H8"})
    facts, state = play(table, trader("*H7 D5"))
    assert names(facts) == ["TraderUsed", "CardsDiscarded", "CardsDiscarded", "CardsDrawn"]
    assert pile(state) == "D5-1 H7-1"
    facts, state = play(table, trader("*H8 *H7"))
    assert (pile(state), len(state.players[X].hand)) == ("H7-1 H8-1", 3)
    assert RULES.normal(table, trader("*H8-1 D5-2")) == trader("D5 *H8")


def test_r41_panic_spares_spades_in_the_stack() -> None:
    table = given(hands={X: "S2"}, boards={X: "S4"}, stacks={X: "S9"}, panic=True)
    _facts, state = play(table, PANIC)
    assert state.players[X].stack.cards == ("S9",)
    assert pile(state) == "S2-1 S4-1"


def test_8_1_who_leaves_lays_down_board_attachments_hand_and_stack() -> None:
    table = given(
        seats=3,
        boards={X: "S10", Y: "H4 D2"},
        hands={Y: "C9 H3"},
        stacks={Y: "D8 C1"},
        attached={Y: {"D2-1": "S3 H5"}},
    )
    _facts, state = play(table, Concede(), seat=Y)
    assert pile(state) == "H4-1 D2-1 H5-1 S3-1 H3-1 C9-1 D8-1 C1-1"
    player = state.players[Y]
    assert (player.stack.cards, player.attached, player.hand.cards) == ((), (), ())


def test_the_stack_shows_its_cards_to_its_owner_alone() -> None:
    table = change(given(stacks={X: "H7 H8"}), X, fresh=1)
    mine, theirs = (RULES.view(table, seat_viewer(seat)).players[X] for seat in (X, Y))
    assert (mine.stack_count, mine.stack, mine.fresh) == (2, ("H7", "H8"), 1)
    assert (theirs.stack_count, theirs.stack, theirs.fresh) == (2, None, None)


def test_attachments_that_are_not_there_contradict_the_table() -> None:
    with pytest.raises(NotThereError):
        RULES.evolve(given(boards={X: "H4"}), AttachmentsDiscarded(seat=X, host="H4-1", cards=()))


# The Shop (7.6)


def test_w54_a_card_of_the_market_costs_half_rounded_up_and_one_a_turn_is_sold() -> None:
    """10.4."""
    table = given(hands={X: "H1 H2 H3 H4 H5"}, market="D3 C9 S4", top="D8")
    facts, state = play(table, BuyCard(slot=2))
    assert names(facts) == ["PointsPaid", "CardBought", "MarketFilled"]
    assert (state.turn.points, hand(state, X)) == (7, "H1 H2 H3 H4 H5 C9")
    assert state.market == ("D3-1", "D8-1", "S4-1")
    assert code(state, BuyCard(slot=1)) == "purchase_spent"


def test_the_market_is_filled_before_the_first_turn_and_at_turn_starts() -> None:
    """Section 4, step 7; 5.2; 7.6: an empty deck leaves a slot open until a turn start finds a card."""
    facts, state = started(2, seed=4, shop=True)
    assert [fact.slot for fact in facts if isinstance(fact, MarketFilled)] == [1, 2, 3]
    assert names(facts).index("MarketFilled") < names(facts).index("TurnStarted")
    assert all(state.market)
    table = given(hands={X: "H1"}, market="D3 C9 S4", deck=0, discard="")
    bought = replace(table, discard=replace(table.discard, cards=()), deck=replace(table.deck, cards=()))
    state = act(RULES, bought, X, BuyCard(slot=1), QuickChance(1)).state
    assert state.market == (None, "C9-1", "S4-1")
    full = play(replace(given(market="- C9 S4", top="H2"), agenda=()), END_TURN)
    assert MarketFilled(slot=1, card="H2-1") in full.facts
    assert names(full.facts).index("TurnStarted") < names(full.facts).index("MarketFilled")


def test_7_6_a_slot_left_open_waits_for_a_turn_start() -> None:
    """Buying fills the slot of the card that is bought, and no other."""
    table = given(hands={X: "H1"}, market="- C9 S4", top="D2 D3")
    state = play(table, BuyCard(slot=2)).state
    assert state.market == (None, "D2-1", "S4-1")
    assert play(state, END_TURN).state.market == ("D3-1", "D2-1", "S4-1")


def test_section_3_seer_sees_nothing_before_the_own_turn() -> None:
    """The market is filled as the game starts, in nobody's turn."""
    table = replace(given(turn=X, abilities={X: "seer"}, market="- - -"), agenda=())
    table = replace(table, turn=Turn(X, "setup"))
    draft: ChanicDraft = Draft(table, RULES.evolve, QuickChance(1))
    begin_play(draft)
    order = names(tuple(draft.facts))
    assert order.index("TurnStarted") < order.index("DeckPeeked")


def test_filling_the_market_can_exhaust_the_deck() -> None:
    """5.6."""
    table = given(hands={X: "H1"}, market="D3 C9 S4", deck=1)
    facts, _state = play(table, BuyCard(slot=1))
    assert names(facts) == ["PointsPaid", "CardBought", "MarketFilled", "DeckShuffled"]


def test_cards_of_the_market_are_nobodys() -> None:
    """7.6: they have labels of their own, and no discard pile gets them."""
    table = given(seats=3, hands={X: "D3"}, market="D3 C9 S4")
    assert on_board(play(table, utility("D3")).state, X) == "D3"
    assert play(table, utility("D3")).state.players[X].diamonds == ("D3-2",)


# Lives (7.7)


def test_w53_a_life_is_lost_instead_of_the_game() -> None:
    """10.4."""
    table = given(seats=3, boards={X: "S9", Y: "H4 D1"}, hands={Y: "C7 H3"}, stacks={Y: "D8"}, lives=2, presence=True)
    table = change(table, Y, presence=40)
    facts, state = play(table, attack("S9-1", "D1-1 H4-1"))
    assert LifeLost(seat=Y, left=1) in facts
    player = state.players[Y]
    assert (player.standing, player.lives, player.presence, on_board(state, Y), hand(state, Y)) == ("in", 1, 40, "", "")
    assert player.protected_through == player.turns + 1
    assert code(state, attack("S9-1", at=Y)) == "target_protected"
    facts, state = play(state, END_TURN)
    assert drawn(facts) == [5]
    assert state.players[Y].comeback is False
    facts, state = play(state, END_TURN)
    assert state.players[Y].protected_through == 0
    assert drawn(facts) == [1]


def test_7_7_the_last_life_is_the_game_and_conceding_gives_up_all() -> None:
    table = given(boards={X: "S9", Y: "H4"}, lives=2)
    assert play(change(table, Y, lives=1), attack("S9-1", "H4-1")).state.outcome is not None
    assert play(table, Concede(), seat=Y).state.outcome is not None


def test_7_7_neither_deadly_nor_resilient_answers_a_lost_life() -> None:
    table = given(
        boards={X: "S9", Y: "H4"},
        hands={Y: "C7 H3"},
        abilities={X: "deadly", Y: "resilient"},
        lives=2,
    )
    facts, state = play(table, attack("S9-1", "H4-1"))
    assert state.agenda == ()
    assert [fact.reason for fact in facts if isinstance(fact, CardsDiscarded)] == ["attack", "life"]


@pytest.mark.parametrize("ability", ["fulfilled", "options"])
def test_7_7_a_comeback_draws_five_whatever_the_abilities(ability: AbilityId) -> None:
    table = change(given(turn=X, abilities={Y: ability}, lives=2), Y, comeback=True, lives=1)
    facts, state = play(table, END_TURN)
    assert drawn(facts) == [5]
    assert RULES.to_act(state) == {Y: "point_phase"}


def test_7_7_a_bypass_takes_a_life_too() -> None:
    table = given(boards={X: "S9", Y: "H4 D1"}, lives=3)
    assert play(table, bypass("S9-1", "H4-1")).state.players[Y].lives == 2


# All together


def test_a_turn_starts_in_the_order_of_5_2() -> None:
    """Market, Presence, sacrifice, draw."""
    board = "H1 H2 H3 D1 D2 D3 S1 S2 S3"
    table = given(turn=Y, boards={X: board}, market="- C9 S4", presence=True, abilities={X: "impenetrable"})
    facts, state = play(table, END_TURN)
    order = [name for name in names(facts) if name not in ("TurnEnded", "Awaited")]
    assert order == ["TurnStarted", "MarketFilled", "PresenceGained", "DecisionOpened"]
    assert RULES.to_act(state) == {X: "choose_sacrifice"}
    facts, state = play(state, TimeOut(), seat=X)
    assert on_board(state, X) == "H1 H2 H3 D1 D2 D3 S2 S3", "the lowest value, a Spade before others"
    assert "PointPhaseStarted" in names(facts)
    assert any(isinstance(fact, TurnStarted) for fact in facts) is False


def test_use_of_an_ability_counts_as_one_action_and_its_answers_as_none() -> None:
    """R59: what a command opens is not counted again."""
    table = given(hands={X: "D5 H2 C9"}, abilities={X: "trade_master"})
    state = play(table, use("trade_master", discard="D5")).state
    assert state.turn.actions == 1
    assert play(state, TimeOut()).state.turn.actions == 1


def test_what_nobody_asked_is_stored_as_it_was_said() -> None:
    """The stored form of an answer that fits no open question; `refuse` says why it is none."""
    table = given(hands={Y: "H9"}, boards={X: "S9", Y: "H4 H5"}, abilities={Y: "resilient"})
    answer = ChooseResilient(card="H9-2")
    assert RULES.normal(table, answer) == answer
    asked = play(table, attack("S9-1", "H4-1")).state
    assert RULES.normal(asked, answer) == ChooseResilient(card="H9")
    assert RULES.normal(asked, ChooseResilient()) == ChooseResilient()
    assert RULES.normal(asked, ChooseAllyStack(to_stack=True)) == ChooseAllyStack(to_stack=True)


def test_an_ability_attaches_nothing_without_the_stack() -> None:
    """6.2: a non-empty list without the option."""
    table = given(hands={X: "H7"}, abilities={X: "indebted"})
    assert code(table, use("indebted", card="H7", attach="D3")) == "option_disabled"


def test_the_clock_does_not_skip_the_draw_phase() -> None:
    """6.4."""
    asked = play(given(turn=X, abilities={Y: "options"}), END_TURN).state
    assert RULES.to_act(asked) == {Y: "choose_draw"}
    assert drawn(play(asked, TimeOut(), seat=Y).facts) == [1]


def test_a_card_that_is_not_for_sale_contradicts_the_market() -> None:
    with pytest.raises(NotThereError):
        RULES.evolve(given(market="D3 C9 S4"), CardBought(seat=X, slot=1, card="H3-1", price=2))
