"""The rulings of section 9 that the worked examples leave open, those of one bout."""

from __future__ import annotations

import pytest

from domain.games.fightdrome.bout import MOST_REDRAWS, overstimulated, start_bout
from domain.games.fightdrome.cards.card_file import SHIPPED
from domain.games.fightdrome.fight import open_label
from domain.games.fightdrome.messages import (
    BoutEnded,
    BoutStarted,
    CardDiscardedFaceDown,
    CardDrawn,
    CardPlayed,
    DiscardReshuffled,
    FameScored,
    FighterStaggered,
    HandDrawn,
    OverstimulatedHandShown,
)
from domain.games.fightdrome.rules import RULES
from domain.kernel.cards.zones import Bag, Stack
from domain.kernel.chance import QuickChance
from domain.kernel.draft import Draft
from domain.kernel.messages import Concede, TimeOut
from domain.kernel.refusals import NotThereError
from domain.kernel.seats import SPECTATOR, seat_viewer
from tests.games.fightdrome.given import (
    REST,
    A,
    S,
    asked,
    card,
    change,
    code,
    discard,
    drawn,
    given,
    hand,
    kinds,
    legal,
    names,
    one,
    play,
    sizes,
    standing,
)


def test_r05_the_types_of_a_deck_are_public_and_its_strengths_are_not() -> None:
    seen = RULES.view(given(alice="P20", simon="P20"), SPECTATOR).fighters[A]
    assert sum(row.count for row in seen.deck_counts) == 40
    assert (seen.deck, seen.hand) == (None, None)


def test_r07_after_100_shown_hands_the_next_one_stands() -> None:
    table = change(given(alice="", simon="", bout=0), A, deck=Stack(kinds("NB " * 3 + "W " * 41)))
    draft = Draft(table, RULES.evolve, QuickChance(1))
    start_bout(draft)
    shown = [fact for fact in draft.facts if isinstance(fact, OverstimulatedHandShown) and fact.seat == A]
    assert len(shown) == MOST_REDRAWS == 100
    assert len(draft.state.fighters[A].hand) == 7


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("NP NB P20 K20 W F KB40", None),
        ("NP W W F F KB40 NB", None),
        ("W W F F KB40 PB40 NB", "no_attack"),
        ("NP NK NG P20 P30 K40 G20", "too_many_neurochems"),
        ("NP NB NB P20 P30 K40 G20", "too_many_neurochems"),
        ("NB NB NB W F KB40 PB40", "too_many_neurochems"),
    ],
)
def test_r07_every_neurochem_counts_and_a_neurochem_attack_is_an_attack(words: str, reason: str | None) -> None:
    assert overstimulated(SHIPPED, kinds(words)) == reason


@pytest.mark.parametrize("first_seat", [A, S])
def test_r07_who_must_open_with_a_hand_without_an_attack_is_staggered(first_seat: int) -> None:
    """Section 5, entering `choose_attack`; a hand of the other seat is asked about when it has to play."""
    table = change(
        given(alice="", simon="", bout=0, first_seat=first_seat), A, deck=Stack(kinds("NB " * 3 + "W " * 41))
    )
    draft = Draft(table, RULES.evolve, QuickChance(1))
    start_bout(draft)
    staggered = [fact for fact in draft.facts if isinstance(fact, FighterStaggered)]
    if first_seat == S:
        assert staggered == []
        assert asked(draft.state) == ("choose_attack", S, "bout_start")
        return
    assert staggered == [draft.facts[-1]] == [FighterStaggered(seat=A, cause="cannot_attack")]
    assert asked(draft.state)[:2] == ("stagger_discard", A)
    _, after = play(draft.state, discard("W"))
    assert asked(after) == ("choose_attack", S, "after_stagger")


def test_r07_the_starting_seat_draws_first() -> None:
    table = given(alice="", simon="", bout=0, first_seat=S)
    draft = Draft(table, RULES.evolve, QuickChance(1))
    start_bout(draft)
    assert next(fact.seat for fact in draft.facts if isinstance(fact, HandDrawn)) == S


def test_r09_a_neurochem_attack_opens_and_follows_a_feint() -> None:
    facts, table = play(given(alice="NP P20", simon="NB P20"), "NP")
    assert (one(facts, CardPlayed).role, standing(table), sizes(table)) == ("opening", "NP", (1, 2))
    facts, _ = play(given(alice="NB", simon="NG P20", phase="follow_feint", asked=S), "NG")
    assert one(facts, CardPlayed).role == "follow_up"


def test_r10_a_staggered_fighter_may_discard_any_card() -> None:
    table = given(alice="P20", simon="P30 K20 W", phase="stagger_discard", asked=S, staggered=S, unmet="NP")
    facts, after = play(table, discard("P30"))
    assert names(facts) == ["CardDiscardedFaceDown"]
    assert (sizes(after), after.fight.unmet) == ((1, 2), None)


def test_r11_cards_face_down_are_known_to_their_owner_and_come_back_with_the_reshuffle() -> None:
    table = given(alice="K80", simon="K50 P20", decks={S: 1}, face_down={S: "P40"}, standing="K40")
    blank = RULES.view(table, seat_viewer(A)).fighters[S].discard[-1]
    mine = RULES.view(table, seat_viewer(S)).fighters[S].discard[-1]
    assert (blank.card, blank.face_down, mine.card, mine.face_down) == (None, True, "punch_40", True)
    _, after = play(table, "K50")
    assert "punch_40" in after.fighters[S].deck
    assert len(after.fighters[S].discard) == 0


def test_r12_an_answered_attack_lies_on_its_owners_discard_pile() -> None:
    _, table = play(given(alice="P20 P70", simon="P60 P30", standing="P50"), "P60")
    assert table.fighters[A].discard.cards == ("punch_50_1",)
    assert (standing(table), table.fight.owner) == ("P60", S)


@pytest.mark.parametrize(("word", "count"), [("W", 37), ("K50", 36), ("KB80", 37)])
def test_r13_a_card_just_played_is_shuffled_in_unless_it_stands(word: str, count: int) -> None:
    table = given(alice="K60 NB", simon=f"{word} P20 P30 K20 G20 PB40", standing="K40", decks={S: 1})
    facts, _ = play(table, word)
    assert one(facts, DiscardReshuffled).count == count + 1
    assert names(facts).index("DiscardReshuffled") == 2


def test_r14_an_empty_deck_is_made_anew_before_the_draw_and_nothing_is_drawn_from_nothing() -> None:
    table = given(alice="K60 NB", simon="W P20 P30", standing="K40", decks={S: 0})
    facts, _ = play(table, "W")
    assert names(facts)[:3] == ["CardPlayed", "DiscardReshuffled", "CardDrawn"]
    bare = change(given(alice="K40 NB", simon="K50 P20", standing="K40"), S, deck=Stack(), discard=Stack())
    facts, after = play(bare, "K50")
    assert "CardDrawn" not in names(facts)
    assert hand(after, S) == "P20"


def test_r17_a_feint_may_be_played_without_an_attack_and_may_bring_one() -> None:
    table = given(alice="P80", simon="F KB40", standing="P60", tops={S: "K20"})
    _, table = play(table, "F")
    assert (asked(table)[:2], legal(table)) == (("follow_feint", S), {"K20"})


def test_r24_who_must_attack_after_a_pause_and_cannot_is_staggered() -> None:
    table = given(alice="W KB40", simon="PB80 P20", standing="P60")
    facts, table = play(table, "PB80")
    assert one(facts, FighterStaggered) == FighterStaggered(seat=A, cause="cannot_attack")
    assert asked(table)[:2] == ("stagger_discard", A)
    assert table.fight.unmet is None
    _, table = play(table, discard("W"))
    assert asked(table) == ("choose_attack", S, "after_stagger")


def test_r25_after_a_stagger_only_a_rest_is_left_without_an_attack() -> None:
    table = given(
        alice="W KB40 PB40 PB60 NB F", simon="P30 K20", phase="stagger_discard", asked=S, staggered=S, unmet="NP"
    )
    _, table = play(table, discard("P30"))
    assert (asked(table), legal(table)) == (("choose_attack", A, "after_stagger"), {"rest"})


def test_r25_with_seven_cards_and_no_attack_that_fighter_is_staggered_in_turn() -> None:
    table = given(
        alice="W KB40 PB40 PB60 NB F KB60", simon="P30 K20", phase="stagger_discard", asked=S, staggered=S, unmet="G80"
    )
    facts, table = play(table, discard("P30"))
    assert one(facts, FighterStaggered) == FighterStaggered(seat=A, cause="cannot_attack")
    _, table = play(table, discard("W"))
    assert (asked(table), legal(table)) == (("choose_attack", S, "after_stagger"), {"K20", "rest"})


def test_r26_who_holds_attacks_may_rest() -> None:
    table = given(alice="P20 K20", simon="P20", cause="after_stagger", staggered=S)
    assert legal(table) == {"P20", "K20", "rest"}


def test_r28_who_rested_wins_whatever_the_hands() -> None:
    table = given(alice="P20", simon="W KB40 PB40 PB60 NB F KB60", cause="after_stagger", staggered=S)
    facts, _ = play(table, REST)
    assert (one(facts, BoutEnded).winner, one(facts, BoutEnded).hand_counts) == (A, (2, 7))


def test_r29_the_marker_lasts_until_the_next_attack() -> None:
    table = given(alice="P20 K20", simon="P50 P60", cause="after_stagger", staggered=S)
    _, after = play(table, "P20")
    assert after.fight.staggered == -1


def test_r30_when_staggered_the_opponent_of_an_empty_hand_discards_first() -> None:
    table = given(alice="NK", simon="P20 K20", standing="K60", asked=A, empty_hand="when_staggered")
    facts, table = play(table, "NK")
    assert (names(facts), sizes(table)) == (["CardPlayed", "FighterStaggered"], (0, 2))
    _, table = play(table, discard("P20"))
    assert (asked(table), legal(table)) == (("choose_attack", A, "after_stagger"), {"rest"})


def test_r32_when_staggered_an_empty_hand_is_knocked_out() -> None:
    table = given(alice="NK", simon="NG P20", standing="K60", asked=A, empty_hand="when_staggered")
    facts, table = play(table, "NK", "NG")
    assert names(facts)[-3:] == ["FighterStaggered", "BoutEnded", "GameEnded"]
    assert (one(facts, BoutEnded).winner, one(facts, BoutEnded).reason) == (S, "knocked_out")


def test_r32_both_hands_may_be_empty_when_staggered() -> None:
    table = given(alice="NK", simon="NG", standing="K60", asked=A, empty_hand="when_staggered")
    facts, table = play(table, "NK", "NG")
    assert one(facts, BoutEnded).hand_counts == (0, 0)
    assert table.outcome is not None
    assert table.outcome.winners == (S,)


@pytest.mark.parametrize("word", ["P70", "PB80", "W", "F"])
def test_r31_a_last_card_that_draws_does_not_lose(word: str) -> None:
    table = given(alice="P80 K20", simon=word, standing="P60")
    facts, _ = play(table, word)
    assert drawn(facts)
    assert "BoutEnded" not in names(facts)[:2]


@pytest.mark.parametrize(
    ("alice", "simon", "staggers", "first_seat", "winner"),
    [
        ("P20 K20 W", "P80 K80", (0, 0), A, A),
        ("P20 W W", "P80 K80 G80", (0, 0), A, S),
        ("P20 P30 W", "K30 K30 F", (2, 1), A, S),
        ("P20 P30 W", "K30 K30 F", (1, 1), A, S),
        ("P20 P30 W", "K30 K30 F", (1, 1), S, A),
        ("P20 P30 W", "K30 K30 F", (1, 3), A, A),
    ],
)
def test_r37_the_judges_count_cards_then_fame_then_staggers_then_who_began(
    alice: str, simon: str, staggers: tuple[int, int], first_seat: int, winner: int
) -> None:
    table = given(
        alice=alice, simon=simon, staggers=staggers, first_seat=first_seat, tops={A: "P30"}, counter=99, bell_limit=100
    )
    facts, _ = play(table, "P20")
    assert (one(facts, BoutEnded).winner, one(facts, BoutEnded).reason) == (winner, "bell")


def test_r39_breathing_space_ends_where_nobody_can_attack() -> None:
    """Who cannot rest must attack: the Staggered seat loses the bout, the other one is Staggered."""
    blocks = "W KB40 PB40 PB60 NB F"
    resting = given(alice="P20", simon=blocks, asked=S, cause="after_rest", staggered=A, breathing_space=True)
    assert legal(resting) == {"rest"}
    table = given(
        alice=f"{blocks} KB60", simon="P20 P30", asked=S, cause="after_stagger", staggered=A, breathing_space=True
    )
    facts, _ = play(table, REST)
    assert (one(facts, BoutEnded).winner, one(facts, BoutEnded).reason) == (S, "cannot_rise")
    table = given(
        alice=blocks, simon="KB80 KB40 PB40 PB60 NB F W", cause="after_rest", staggered=A, breathing_space=True
    )
    facts, after = play(table, REST)
    assert one(facts, FighterStaggered) == FighterStaggered(seat=S, cause="cannot_attack")
    assert asked(after)[:2] == ("stagger_discard", S)


def test_r40_last_gasp_draws_for_a_neurochem_block_too_and_only_for_the_last_card() -> None:
    facts, table = play(given(alice="P20", simon="NB", standing="P60", last_gasp=True), "NB")
    assert (names(facts)[:2], sizes(table)[S]) == (["CardPlayed", "CardDrawn"], 1)
    facts, _ = play(given(alice="P20", simon="NB P20", standing="P60", last_gasp=True), "NB")
    assert "CardDrawn" not in names(facts)


def test_r43_a_time_out_loses_like_a_concession() -> None:
    table = given(alice="P20", simon="P20")
    for final in (False, True):
        facts, after = play(table, TimeOut(final=final))
        assert names(facts) == ["PlayerTimedOut", "GameEnded"]
        assert after.outcome is not None
        assert (after.outcome.winners, after.outcome.reason, after.outcome.ended_by) == ((S,), "timed_out", "time")


def test_r45_nothing_is_shown_after_the_end() -> None:
    _, table = play(given(alice="P20", simon="P30"), Concede())
    seen = RULES.view(table, SPECTATOR)
    assert [(fighter.hand, fighter.deck) for fighter in seen.fighters] == [(None, None)] * 2


def test_r46_the_bell_comes_after_an_empty_hand_and_before_a_stagger() -> None:
    table = given(alice="NK", simon="P20", standing="K60", asked=A, counter=99, bell_limit=100)
    assert one(play(table, "NK").facts, BoutEnded).reason == "empty_hand"
    table = given(alice="NP P20", simon="P20", counter=99, bell_limit=100)
    facts, _ = play(table, "NP")
    assert "FighterStaggered" not in names(facts)
    assert one(facts, BoutEnded).reason == "bell"


def test_h3_a_play_that_empties_the_hand_is_counted() -> None:
    """House ruling on 6.1 and R46: it was accepted; the bout ends by the empty hand all the same."""
    table = given(alice="NK", simon="P20", standing="K60", asked=A, counter=41)
    facts, table = play(table, "NK")
    assert one(facts, BoutEnded).reason == "empty_hand"
    assert RULES.view(table, SPECTATOR).counter == 42
    facts, table = play(given(alice="NK", simon="P20", counter=41, mode="fame_match"), "NK")
    assert one(facts, BoutStarted).bout == 2
    assert table.fight.counter == 0


def test_h1_hands_are_laid_open_in_table_order() -> None:
    """House ruling: the order of arrival is the owner's business."""
    table = given(alice="NK", simon="W G40 P60 K30", standing="K60", asked=A, mode="fame_match")
    facts, _ = play(table, "NK")
    shown = [fact.cards for fact in facts if isinstance(fact, FameScored) and fact.seat == S]
    assert shown == [kinds("P60 K30 G40 W")]


def test_r46_discards_and_rests_count_for_the_bell() -> None:
    table = given(alice="P20", simon="P20", cause="after_stagger", staggered=S, counter=99, bell_limit=100)
    assert one(play(table, REST).facts, BoutEnded).reason == "bell"
    table = given(
        alice="P20", simon="P30 K20", phase="stagger_discard", asked=S, unmet="NP", counter=99, bell_limit=100
    )
    assert one(play(table, discard("P30")).facts, BoutEnded).reason == "bell"


def test_labels_are_the_lowest_free_copy_numbers() -> None:
    """Section 2: labels of cards lying open, given to either seat's copies in the order in which they appear."""
    table = given(alice="P20 P20 K80", simon="P20 P80")
    facts, table = play(table, "P20")
    assert one(facts, CardPlayed).card == "punch_20_1"
    facts, table = play(table, "P20")
    assert one(facts, CardPlayed).card == "punch_20_2"
    facts, table = play(table, "P20")
    assert one(facts, CardPlayed).card == "punch_20_3"
    with pytest.raises(NotThereError):
        open_label(table, "punch_20")


def test_a_hand_that_does_not_hold_the_card_contradicts_the_fact() -> None:
    table = given(alice="P20", simon="P20")
    for fact in (
        CardPlayed(seat=A, card="grapple_20_1", role="opening"),
        CardPlayed(seat=A, card="tango_20_1", role="opening"),
        CardDiscardedFaceDown(seat=A, card="grapple_20"),
        CardDrawn(seat=A, card="tango_20"),
    ):
        with pytest.raises(NotThereError):
            RULES.evolve(table, fact)
    assert hand(change(table, A, hand=Bag(("punch_30",))), A) == "P30"
    assert code(table, card("P20")) is None
