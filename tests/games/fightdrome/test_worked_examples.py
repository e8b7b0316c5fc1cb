"""The worked examples of the specification (section 10); W24 is in `test_epic_tournament.py`."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.fightdrome.bout import start_bout
from domain.games.fightdrome.cards.card_file import SHIPPED
from domain.games.fightdrome.messages import (
    BoutEnded,
    CardDiscardedFaceDown,
    CardPlayed,
    DiscardReshuffled,
    FameScored,
    FighterStaggered,
    FightPaused,
    OverstimulatedHandShown,
)
from domain.games.fightdrome.rules import RULES
from domain.games.fightdrome.state import cards_of
from domain.kernel.draft import Draft
from domain.kernel.messages import Concede
from tests.games.fightdrome.given import (
    REST,
    A,
    Rigged,
    S,
    asked,
    card,
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
    short,
    sizes,
    standing,
)


def test_w1_the_example_turn_of_the_rulebook() -> None:
    """The rulebook's "Example Turn", card by card."""
    table = given(
        alice="K30 K60 K70 P20 NP G40 KB60",
        simon="K50 KB80 P80 P30 P40 PB60 G20",
        cause="bout_start",
        tops={A: "K40 G30 KB40 P70", S: "P50 NK W"},
    )
    facts, table = play(table, "K30")
    assert names(facts) == ["CardPlayed", "CardDrawn"]
    assert (one(facts, CardPlayed).role, drawn(facts)) == ("opening", ["K40"])
    assert (standing(table), asked(table), sizes(table)) == ("K30", ("respond", S, None), (7, 7))
    facts, table = play(table, "K50")
    played = one(facts, CardPlayed)
    assert (played.role, played.onto, drawn(facts)) == ("response", "kick_30_1", ["P50"])
    assert (standing(table), table.fighters[A].discard.cards, sizes(table)) == ("K50", ("kick_30_1",), (7, 7))
    facts, table = play(table, "K60")
    assert (drawn(facts), standing(table), legal(table)) == (["G30"], "K60", {"KB80"})
    assert (code(table, "G20"), code(table, "P80")) == ("too_weak", "wrong_type")
    facts, table = play(table, "KB80")
    assert names(facts) == ["CardPlayed", "CardDrawn", "FightPaused"]
    assert (drawn(facts), one(facts, FightPaused).next_seat, standing(table)) == (["NK"], A, None)
    assert asked(table) == ("choose_attack", A, "after_pause")
    facts, table = play(table, "P20")
    assert (one(facts, CardPlayed).role, drawn(facts), standing(table)) == ("opening", ["KB40"], "P20")
    facts, table = play(table, "P80")
    assert (drawn(facts), standing(table), legal(table)) == (["W"], "P80", {"NP"})
    before = table
    facts, table = play(table, "NP")
    assert names(facts) == ["CardPlayed", "FighterStaggered"]
    assert one(facts, FighterStaggered) == FighterStaggered(seat=S, cause="cannot_respond")
    assert sizes(table) == (6, 7)
    assert {
        short(name): no for name, no in SHIPPED.replies["neurochem_punch"].items() if short(name) in ("NK", "W")
    } == {
        "NK": "wrong_type",
        "W": "neurochem_required",
    }
    assert table.fighters[A].discard.top == "neurochem_punch_1"
    assert (asked(table)[:2], table.fight.unmet) == (("stagger_discard", S), "neurochem_punch_1")
    facts, table = play(table, discard("P30"))
    assert names(facts) == ["CardDiscardedFaceDown"]
    assert (sizes(table), asked(table)) == ((6, 6), ("choose_attack", A, "after_stagger"))
    assert "rest" in legal(table)
    facts, table = play(table, "K70")
    assert names(facts) == ["CardPlayed", "CardDrawn"]
    assert (sizes(table), asked(table)[:2], legal(table)) == ((6, 6), ("respond", S), {"NK", "W"})
    assert before.fight.counter + 3 == table.fight.counter == 9


def test_w2_a_sleeve_and_a_stack_make_a_deck() -> None:
    counts = dict(zip(SHIPPED.piles, SHIPPED.counts["sleeve_d", "stack_10"], strict=True))
    assert counts == {"kick": 10, "grapple": 9, "punch": 6, "block": 9, "neurochem": 6}
    assert sum(counts.values()) + len(SHIPPED.set_aside) == 44
    assert sorted(SHIPPED.set_aside) == ["feint", "feint", "weave", "weave"]


def test_w3_overstimulated_hands_are_shown_until_one_passes() -> None:
    table = given(alice="KB40 KB60 PB40 PB80 W F NB", simon="", tops={A: "NP NK NG P20 P30 K40 G20"}, bout=0)
    mine = SHIPPED.in_order(cards_of(table, A))

    def order(words: str) -> tuple[int, ...]:
        places = list(range(44))
        top = []
        for name in kinds(words):
            place = next(place for place in places if mine[place] == name)
            places.remove(place)
            top.append(place)
        return (*top, *places)

    hands = ["KB40 KB60 PB40 PB80 W F NB", "NP NK NG P20 P30 K40 W", "NP NK P20 P30 K40 W F"]
    draft = Draft(table, RULES.evolve, Rigged(1, {"deck_0": [order(words) for words in hands]}))
    start_bout(draft)
    facts = draft.facts[: names(draft.facts).index("HandDrawn", 8) + 1]
    assert names(draft.facts)[:9] == [
        "BoutStarted",
        *["DeckShuffled", "HandDrawn", "OverstimulatedHandShown"] * 2,
        "DeckShuffled",
        "HandDrawn",
    ]
    shown = [fact for fact in facts if isinstance(fact, OverstimulatedHandShown)]
    assert [fact.reason for fact in shown] == ["no_attack", "too_many_neurochems"]
    assert sorted(shown[0].cards) == sorted(kinds(hands[0]))
    assert hand(draft.state, A) == hands[2]


def test_w4_a_punch_block_does_not_meet_a_kick() -> None:
    table = given(alice="P20", simon="PB80 KB40", standing="K40")
    assert code(table, "PB80") == "wrong_type"
    assert code(table, "KB40") is None


def test_w5_an_answer_is_as_strong_as_the_attack_at_least() -> None:
    table = given(alice="P20", simon="P40 P50 K80 G50", standing="P50")
    assert [code(table, word) for word in ("P40", "P50", "K80", "G50")] == ["too_weak", None, "wrong_type", None]


def test_w6_a_grapple_is_open_to_all() -> None:
    answers = "P60 K70 G60 PB60 KB80 W F NP NK NG NB"
    table = given(alice="P20", simon=answers, standing="G60")
    assert legal(table) == set(answers.split())


def test_w7_a_weave_cancels_any_strength() -> None:
    table = given(alice="P20 W", simon="W P30", standing="K80")
    facts, table = play(table, "W")
    assert names(facts) == ["CardPlayed", "CardDrawn", "FightPaused"]
    assert (sizes(table), asked(table)) == ((2, 2), ("choose_attack", A, "after_pause"))
    assert legal(table) == {"P20"}


def test_w8_a_fight_opens_with_an_attack() -> None:
    table = given(alice="P20 W F KB80 NB", simon="P20", cause="bout_start")
    assert [code(table, word) for word in ("W", "F", "KB80", "NB")] == ["attack_required"] * 4


def test_w9_a_feint_is_followed_by_an_attack_of_the_same_fighter() -> None:
    table = given(alice="P70", simon="F W PB40 KB40 K20 K30 G20", standing="K70", tops={S: "P60 K40"})
    facts, table = play(table, "F")
    assert (names(facts), drawn(facts), asked(table)[:2]) == (["CardPlayed", "CardDrawn"], ["P60"], ("follow_feint", S))
    facts, table = play(table, "P60")
    assert (one(facts, CardPlayed).role, drawn(facts), sizes(table)[S]) == ("follow_up", ["K40"], 7)
    assert (standing(table), asked(table)[:2]) == ("P60", ("respond", A))


def test_w10_a_feint_without_an_attack_fails() -> None:
    table = given(alice="P20", simon="F PB40 KB40", standing="G50", tops={S: "KB60"})
    assert legal(table) == {"F"}
    facts, table = play(table, "F")
    assert one(facts, FighterStaggered).cause == "cannot_follow_up"
    assert (asked(table)[:2], table.fight.unmet) == (("stagger_discard", S), None)
    _, table = play(table, discard("KB60"))
    assert asked(table) == ("choose_attack", A, "after_stagger")


def test_w11_neurochems_meet_each_other_by_kind() -> None:
    table = given(alice="NP NK P80 K80", simon="NK NG", standing="NP")
    assert code(table, "NK") == "wrong_type"
    _, table = play(table, "NG")
    assert (standing(table), legal(table)) == ("NG", {"NP", "NK"})


def test_w12_only_neurochems_answer_a_neurochem() -> None:
    table = given(alice="P20", simon="K80 G80 KB80 W F NB", standing="NK")
    assert [code(table, word) for word in ("K80", "G80", "KB80", "W", "F")] == ["neurochem_required"] * 5


def test_w13_a_neurochem_block_costs_a_card_and_pauses() -> None:
    table = given(alice="P20 K20", simon="NB P20 P30 K20 K30", standing="P80")
    facts, table = play(table, "NB")
    assert names(facts) == ["CardPlayed", "FightPaused"]
    assert (sizes(table)[S], asked(table), legal(table)) == (4, ("choose_attack", A, "after_pause"), {"P20", "K20"})


def test_w14_who_can_play_must_play() -> None:
    table = given(alice="P20", simon="W K20 KB80", standing="P30")
    assert code(table, discard("W")) == "discard_not_offered"
    assert code(table, REST) == "rest_not_offered"
    assert legal(table) == {"W"}


def test_w15_a_rest_draws_a_card_and_the_staggered_fighter_opens() -> None:
    table = given(alice="K40 P20 P30 G20 W F", simon="P20 W F KB40 PB40", cause="after_stagger", staggered=S)
    facts, table = play(table, REST)
    assert names(facts) == ["FighterRested", "CardDrawn"]
    assert (sizes(table), asked(table), legal(table)) == ((7, 5), ("choose_attack", S, "after_rest"), {"P20"})
    assert code(table, REST) == "rest_not_offered"


def test_w16_there_is_no_rest_after_a_block() -> None:
    table = given(alice="K40 P20 P30 G20 W", simon="P20", cause="after_pause")
    assert code(table, REST) == "rest_not_offered"


def test_w17_who_cannot_rise_loses_the_bout_and_both_score() -> None:
    table = given(
        alice="G70 P30",
        simon="KB40 NB W",
        cause="after_stagger",
        staggered=S,
        tops={A: "K50"},
        fame=(120, 200),
        mode="fame_match",
    )
    facts, table = play(table, REST)
    assert names(facts)[:6] == ["FighterRested", "CardDrawn", "BoutEnded", "FameScored", "FameScored", "BoutStarted"]
    ended = one(facts, BoutEnded)
    assert (ended.winner, ended.reason, ended.hand_counts) == (A, "cannot_rise", (3, 3))
    assert [fighter.corner.fame for fighter in table.fighters] == [270, 275]
    assert (table.outcome, table.bout) == (None, 2)


def test_w18_a_last_neurochem_loses_the_bout() -> None:
    table = given(alice="NK", simon="P20", standing="K60", asked=A)
    facts, table = play(table, "NK")
    assert names(facts) == ["CardPlayed", "BoutEnded", "GameEnded"]
    assert (one(facts, BoutEnded).winner, one(facts, BoutEnded).reason) == (S, "empty_hand")
    assert table.outcome is not None
    assert (table.outcome.winners, table.outcome.reason) == ((S,), "bout_won")


def test_w19_last_gasp_replaces_the_last_neurochem() -> None:
    table = given(alice="NK", simon="P20 NG", standing="K60", asked=A, tops={A: "W"}, last_gasp=True)
    facts, table = play(table, "NK")
    assert (names(facts), hand(table, A)) == (["CardPlayed", "CardDrawn"], "W")
    assert (asked(table)[:2], legal(table)) == (("respond", S), {"NG"})


def test_w20_a_staggered_fighter_with_one_card_is_knocked_out() -> None:
    table = given(alice="P70 P20", simon="K20")
    facts, table = play(table, "P70")
    assert names(facts)[-4:] == ["FighterStaggered", "CardDiscardedFaceDown", "BoutEnded", "GameEnded"]
    assert one(facts, CardDiscardedFaceDown) == CardDiscardedFaceDown(seat=S, card="kick_20", last=True)
    assert (one(facts, BoutEnded).winner, one(facts, BoutEnded).reason) == (A, "knocked_out")
    assert table.fight.counter == 1


@pytest.mark.parametrize(("before", "target"), [(130, 300), (0, 150)])
def test_w21_fame_is_what_the_hand_is_worth(before: int, target: int) -> None:
    table = given(
        alice="P80 K30 PB60 NB G80", simon="K20", tops={A: "W"}, fame=(before, 0), mode="fame_match", fame_target=target
    )
    facts, table = play(table, "G80")
    scored, other = [fact for fact in facts if isinstance(fact, FameScored)]
    assert (scored.points, scored.total, [short(name) for name in scored.cards]) == (
        185,
        before + 185,
        ["P80", "K30", "PB60", "NB", "W"],
    )
    assert (other.cards, other.points) == ((), 0)
    assert table.outcome is not None
    assert (table.outcome.winners, table.outcome.reason, table.outcome.points) == (
        (A,),
        "fame_target",
        (before + 185, 0),
    )


def test_w22_an_emptied_deck_is_made_anew_without_the_standing_card() -> None:
    table = given(
        alice="K40 P20 P30 G20 W F K20",
        simon="K50",
        decks={A: 1},
        face_down={A: "P40 K80"},
        cause="bout_start",
    )
    assert len(table.fighters[A].discard) == 36
    facts, table = play(table, "K40")
    assert names(facts)[:3] == ["CardPlayed", "CardDrawn", "DiscardReshuffled"]
    shuffled = one(facts, DiscardReshuffled)
    assert (shuffled.count, standing(table)) == (36, "K40")
    fighter = table.fighters[A]
    assert (len(fighter.deck), len(fighter.hand), len(fighter.discard)) == (36, 7, 0)
    assert {"punch_40", "kick_80"} <= set(fighter.deck)
    assert len(cards_of(table, A)) == 44


def test_w23_breathing_space_lets_both_rest_by_turns() -> None:
    table = given(
        alice="P20 P30 K20 K30 G20",
        simon="P20 P30 K20 K30 G20",
        cause="after_stagger",
        staggered=S,
        breathing_space=True,
    )
    for counts in ((6, 5), (6, 6), (7, 6), (7, 7)):
        _, table = play(table, REST)
        assert sizes(table) == counts
    assert (asked(table), code(table, REST)) == (("choose_attack", A, "after_rest"), "hand_full")


def test_w25_the_order_of_the_checks() -> None:
    table = given(alice="P20 K20", simon="P20 K20")
    assert code(table, "P20", seat=S) == "not_your_decision"
    assert code(table, "G80") == "card_not_in_hand"
    over = replace(table, outcome=play(given(alice="NK", simon="P20", standing="K60", asked=A), "NK").state.outcome)
    for command in (card("P20"), REST, discard("P20")):
        assert code(over, command, seat=A) == "game_over"


def test_w26_the_bell_ends_the_bout_before_anybody_answers() -> None:
    table = given(alice="P20 K20 P30 K30 G20 W", simon="P80 K80 W F", counter=399, mode="fame_match", fame_target=1000)
    facts, table = play(table, "P20")
    assert names(facts)[:5] == ["CardPlayed", "CardDrawn", "BoutEnded", "FameScored", "FameScored"]
    ended = one(facts, BoutEnded)
    assert (ended.winner, ended.reason, ended.hand_counts) == (A, "bell", (6, 4))


def test_w27_who_concedes_loses_whatever_the_score() -> None:
    table = given(alice="P20", simon="P20", fame=(0, 295), mode="fame_match")
    facts, table = play(table, Concede(), seat=S)
    assert names(facts) == ["PlayerConceded", "GameEnded"]
    assert table.outcome is not None
    assert (table.outcome.winners, table.outcome.reason, table.outcome.ended_by) == ((A,), "conceded", "concession")
