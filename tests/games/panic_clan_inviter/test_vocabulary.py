"""Every word of the vocabulary that the shipped set does not use, played with a set of the tests' own (2.3)."""

from __future__ import annotations

import pytest

from domain.games.panic_clan_inviter.cards.card_file import SHIPPED, parse
from domain.games.panic_clan_inviter.effects import CARRY_OUT, CHOSEN, MEET
from domain.games.panic_clan_inviter.messages import (
    CardMovedBetweenHands,
    CardsDiscarded,
    EffectDeclined,
    EffectFizzled,
    LineCardRemoved,
    TurnLossMarked,
)
from domain.games.panic_clan_inviter.narrate import sentence
from domain.games.panic_clan_inviter.placing import compare
from domain.games.panic_clan_inviter.vocabulary import Relation
from domain.kernel.display.words import words_in
from domain.kernel.messages import tag_of
from tests.games.panic_clan_inviter.given import (
    DECLINE,
    DRAW,
    A,
    B,
    C,
    aim,
    awaited,
    choose,
    code,
    corrected,
    every,
    given,
    hand,
    line,
    magic,
    offered,
    offered_cards,
    only,
    pile,
    place,
    placing,
    play,
    rows,
)

# `r2` and `summon` bear the words to be tried


@pytest.mark.parametrize(("target", "allowed"), [("any", [A, B, C]), ("other", [B, C])])
def test_lose_turn_of_a_chosen_player(target: str, allowed: list[int]) -> None:
    table = given(cards=corrected(r2=f"lose_turn({target})"), hands={A: "r2"})
    _, asked = play(table, place("r2"))
    assert offered(asked) == [aim(seat) for seat in allowed]
    facts, after = play(asked, aim(C))
    assert only(facts, TurnLossMarked).seat == C
    assert (after.players[C].lost_turns, awaited(after)) == (1, (B, "choose_action"))
    assert awaited(play(after, DRAW).state) == (A, "choose_action")


def test_lose_turn_of_oneself() -> None:
    table = given(seats=2, cards=corrected(r2="lose_turn(any)"), hands={A: "r2"})
    _, after = play(table, place("r2"), aim(A), DRAW)
    assert awaited(after) == (B, "choose_action"), "A's next turn is lost"


def test_move_from_hand_of_another_player_only() -> None:
    cards = corrected(r2="move_from_hand(other, random, actor)")
    _, asked = play(given(cards=cards, hands={A: "r2", C: "g1"}), place("r2"))
    assert offered(asked) == [aim(B), aim(C)]
    assert hand(play(asked, aim(C)).state, A) == "g1"


def test_move_from_hand_of_the_next_player_by_its_owner() -> None:
    cards = corrected(r2="move_from_hand(next, owner, actor)")
    _, asked = play(given(cards=cards, hands={A: "r2", B: "g1 g2"}), place("r2"))
    assert awaited(asked) == (B, "choose_card_to_give")
    facts, after = play(asked, choose("g2"))
    assert only(facts, CardMovedBetweenHands).chosen_by == "seat"
    assert hand(after, A) == "g2"


def test_move_from_hand_to_the_discard_pile_by_its_owner() -> None:
    cards = corrected(r2="move_from_hand(any, owner, discard)")
    table = given(cards=cards, hands={A: "r2 y1 y2", B: "g1 g2"})
    opened = play(table, place("r2"), aim(B)).facts[-2]
    told = sentence(opened, words_in("en", "domain.games.panic_clan_inviter"))
    assert told == "Seat 1 has to part with a card because of Goblin Infantry.", "nobody is given it"
    facts, after = play(table, place("r2"), aim(B), choose("g1"))
    assert only(facts, CardsDiscarded) == CardsDiscarded(seat=B, cards=("g1#1",), reason="effect", chosen_by="seat")
    assert (hand(after, A), hand(after, B)) == ("y1 y2", "g2")
    _, asked = play(table, place("r2"), aim(A))
    assert awaited(asked) == (A, "choose_own_discard")
    _, after = play(asked, choose("y2"))
    assert (hand(after, A), pile(after), awaited(after)) == ("y1", "y2", (B, "choose_action"))


def test_swap_hands_with_oneself_does_nothing() -> None:
    table = given(cards=corrected(r2="swap_hands(any)"), hands={A: "r2 y1"})
    _, asked = play(table, place("r2"))
    assert offered(asked) == [aim(A), aim(B), aim(C)]
    assert only(play(asked, aim(A)).facts, EffectFizzled).reason == "self_target"


@pytest.mark.parametrize(
    ("wanted", "cards"),
    [("rule", "evolution#1"), ("number", "r3#1 b1#1"), ("any", "r3#1 b1#1 evolution#1 menace#1")],
)
def test_take_from_discard_of_each_type(wanted: str, cards: str) -> None:
    table = given(
        cards=corrected(r2=f"take_from_discard({wanted}, optional=yes)"),
        hands={A: "r2"},
        discard="menace b1 evolution r3",
    )
    _, asked = play(table, place("r2"))
    assert offered_cards(asked) == cards
    assert DECLINE in offered(asked)
    first = cards.split(maxsplit=1)[0]
    assert hand(play(asked, choose(first)).state, A) == first.partition("#")[0]
    assert every(play(asked, DECLINE).facts, EffectDeclined)


def test_a_mandatory_effect_cannot_be_declined() -> None:
    table = given(cards=corrected(r2="take_from_discard(rule, optional=no)"), hands={A: "r2"}, discard="evolution")
    assert code(play(table, place("r2")).state, DECLINE) == "decline_not_allowed"


def test_an_optional_rule_from_the_discard_pile() -> None:
    table = given(cards=corrected(r2="enact_rule(discard, optional=yes)"), hands={A: "r2"}, discard="evolution")
    _, after = play(table, place("r2"), DECLINE)
    assert after.rule == "command#1"


def test_a_number_card_of_the_hand_that_obeys_the_rule() -> None:
    cards = corrected(summon="place_number(hand, obey_rule=yes, optional=yes)")
    table = given(cards=cards, lines={A: "r3"}, hands={A: "summon r2 r5 g5 evolution"})
    _, asked = play(table, magic("summon"))
    assert offered_cards(asked) == "r5"
    assert line(play(asked, choose("r5")).state, A) == "r3 r5"


def test_a_number_card_of_the_discard_pile_that_ignores_the_rule() -> None:
    cards = corrected(summon="place_number(discard, obey_rule=no, optional=yes)")
    table = given(cards=cards, lines={A: "r3"}, hands={A: "summon"}, discard="g2 evolution")
    _, asked = play(table, magic("summon"))
    assert offered_cards(asked) == "g2#1"
    assert line(play(asked, choose("g2#1")).state, A) == "r3 g2"


def test_the_last_card_of_everybody() -> None:
    """The next seat comes first, the actor last."""
    cards = corrected(summon="remove_from_line(each_last, discard)")
    table = given(cards=cards, lines={A: "r3", B: "g1 g2", C: "b1"}, hands={A: "summon"}, direction="counterclockwise")
    facts, after = play(table, magic("summon"))
    assert [fact.line_seat for fact in every(facts, LineCardRemoved)] == [C, B, A]
    assert pile(after) == "b1 g2 r3 summon"


@pytest.mark.parametrize(("to", "owner"), [("actor_hand", A), ("owner_hand", B), ("discard", None)])
def test_the_last_card_of_a_chosen_player(to: str, owner: int | None) -> None:
    cards = corrected(summon=f"remove_from_line(chosen_other_last, {to})")
    table = given(cards=cards, lines={A: "r3", B: "g1 g2"}, hands={A: "summon"})
    _, asked = play(table, magic("summon"))
    assert offered(asked) == [aim(B), aim(C)]
    facts, after = play(asked, aim(B))
    assert only(facts, LineCardRemoved).to_seat == owner
    assert line(after, B) == "g1"
    assert [seat for seat in (A, B) if hand(after, seat) == "g2"] == ([] if owner is None else [owner])
    fizzled = only(play(asked, aim(C)).facts, EffectFizzled)
    assert (fizzled.reason, fizzled.affected_seat) == ("line_empty", C)


def test_any_card_of_another_line() -> None:
    cards = corrected(summon="remove_from_line(other_any_card, owner_hand)")
    table = given(cards=cards, lines={A: "r3", B: "g1 g2"}, hands={A: "summon"})
    _, asked = play(table, magic("summon"))
    assert offered_cards(asked) == "g1#1 g2#1"
    _, after = play(asked, choose("g1#1"))
    assert (line(after, B), hand(after, B)) == ("g2", "g1")


def test_several_discards_of_choice_end_with_the_hand() -> None:
    cards = corrected(r2="discard_choice(3)")
    _, asked = play(given(cards=cards, hands={A: "r2 y1 y2"}), place("r2"), choose("y1"))
    assert awaited(asked) == (A, "choose_own_discard")
    _, after = play(asked, choose("y2"))
    assert (pile(after), awaited(after)) == ("y1 y2", (B, "choose_action"))


def test_a_discard_of_choice_with_an_empty_hand_fizzles() -> None:
    """R43."""
    facts, _ = play(given(cards=corrected(r2="discard_choice(1)"), hands={A: "r2"}), place("r2"))
    assert only(facts, EffectFizzled) == EffectFizzled(
        seat=A, source="r2", effect="discard_choice", reason="hand_empty", affected_seat=A
    )


def test_follow_only_bars_every_other_colour() -> None:
    cards = corrected(y7="static follow_only(yellow)")
    for rule in ("command", "evolution", "innovation"):
        table = given(cards=cards, rule=rule, lines={A: "y7"})
        assert placing(table, "y1 mimic b7 r7 y7") == "y1 mimic y7", rule


@pytest.mark.parametrize(
    ("relation", "allowed"),
    [("gt", (4, 5)), ("lt", (1, 2)), ("ne", (1, 2, 4, 5)), ("eq", (3,)), ("ge", (3, 4, 5)), ("le", (1, 2, 3))],
)
def test_relations_of_numbers(relation: Relation, allowed: tuple[int, ...]) -> None:
    assert tuple(number for number in range(1, 6) if compare(number, relation, 3)) == allowed
    cards = corrected(evolution=f"number {relation} own_last")
    kinds = {1: "b1", 2: "b2", 3: "b3", 4: "mimic", 5: "b5"}
    table = given(cards=cards, rule="evolution", lines={A: "r3"})
    assert placing(table, " ".join(kinds.values())) == " ".join(kinds[number] for number in allowed)


def test_an_offset_moves_the_reference() -> None:
    """R21: development as "one more than the last card"."""
    table = given(cards=corrected(development="number eq own_last +1"), rule="development", lines={A: "r5"})
    assert placing(table, "b5 b6 b7") == "b6"
    table = given(cards=corrected(development="number eq own_last -2"), rule="development", lines={A: "r5"})
    assert placing(table, "b5 b3 b7") == "b3"


def test_a_colour_may_differ_from_a_neighbours() -> None:
    table = given(cards=corrected(rivalry="colour different left_last"), rule="rivalry", lines={A: "r5", B: "g1"})
    assert placing(table, "g5 r5 b1 mimic") == "r5 b1"


def test_both_neighbours_can_matter() -> None:
    cards = corrected(rivalry="number ge left_last; colour same right_last")
    table = given(cards=cards, rule="rivalry", lines={A: "r5", B: "g3", C: "b1"})
    assert placing(table, "b2 b3 g5 mimic") == "b3 mimic"


def test_a_magic_card_without_effects_is_just_discarded() -> None:
    _, after = play(given(cards=corrected(summon="-"), hands={A: "summon"}), magic("summon"))
    assert (pile(after), awaited(after)) == ("summon", (B, "choose_action"))


def test_a_higher_cost() -> None:
    cards = corrected(menace="cost discard_from_hand(2); remove_from_line(each_other_last, discard)")
    table = given(cards=cards, hands={A: "menace r1 r1 r2"})
    assert code(table, magic("menace", "r1")) == "cost_mismatch"
    assert code(table, magic("menace", "r1 r1 r1")) == "cost_mismatch"
    assert code(table, magic("menace", "r2 r2")) == "cost_mismatch"
    assert magic("menace", "r1 r2") in offered(table)
    assert pile(play(table, magic("menace", "r2 r1")).state) == "r1 r2 menace"


def test_a_kind_may_take_the_place_of_another_of_its_colour_and_number() -> None:
    """Two kinds with a copy each, instead of one with two."""
    lines = rows({"r2": {4: "1"}}).decode().splitlines()
    place_of_r2 = next(number for number, text in enumerate(lines) if text.startswith("r2\t"))
    lines.insert(place_of_r2 + 1, lines[place_of_r2].replace("r2\t", "r2_scouts\t", 1))
    cards = parse(("\n".join(lines) + "\n").encode())
    assert placing(given(cards=cards, lines={A: "r2"}), "r2_scouts") == "r2_scouts"


def test_every_word_has_its_function() -> None:
    """The tables that carry effects out are complete."""
    words = {tag_of(word) for word in CARRY_OUT}
    assert len(words) == 12
    assert {tag_of(word) for word in MEET} == {"lose_turn", "move_from_hand", "swap_hands", "remove_from_line"}
    assert {tag_of(word) for word in CHOSEN} == {
        "discard_choice",
        "move_from_hand",
        "enact_rule",
        "take_from_discard",
        "place_number",
        "remove_from_line",
    }
    assert {tag_of(effect) for effects in SHIPPED.effects.values() for effect in effects} <= words
