"""The table as a picture: section 12's layout, for every viewer, in two languages, in step on a terminal."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace
from wcwidth import width

from domain.games.panic_clan_inviter.board import picture
from domain.games.panic_clan_inviter.board.faces import rule_signs
from domain.games.panic_clan_inviter.messages import DrawTwo
from domain.games.panic_clan_inviter.rules import RULES
from domain.games.panic_clan_inviter.state import State
from domain.games.panic_clan_inviter.view import view
from domain.kernel.display.board import Panel, Picture, Zone
from domain.kernel.display.text import render
from domain.kernel.display.words import words_in
from domain.kernel.legal import may_of
from domain.kernel.messages import Concede
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, every_viewer, seat_viewer
from domain.kernel.setup import Outcome, Place
from tests.games.panic_clan_inviter.bot_games import played
from tests.games.panic_clan_inviter.given import (
    A,
    B,
    C,
    aim,
    awaited,
    change,
    choose,
    corrected,
    given,
    magic,
    place,
    play,
)

PACKAGE = "domain.games.panic_clan_inviter"
WORDS = words_in("en", PACKAGE).calling(("Ann", "Bea", "Cem"))
JAPANESE = words_in("ja", PACKAGE)


def drawn(state: State, seat: int | None = A, viewer: Viewer | None = None) -> Picture:
    """The table as a seat sees it; what the awaited seat may do is asked."""
    looking = seat_viewer(seat) if seat is not None and viewer is None else viewer or SPECTATOR
    may = may_of(RULES, state, awaited(state)[0]) if state.agenda and state.outcome is None else None
    return picture(view(state, looking), WORDS, may)


def panel(seen: Picture, label: str) -> Panel:
    return next(part for part in seen.panels if part.label == label)


def zone(part: Panel, label: str) -> Zone:
    return next(one for one in part.zones if one.label == label)


def badges(part: Panel) -> list[str]:
    return [badge.text for badge in part.badges]


def lit(one: Zone) -> str:
    """The ids of the lit cards."""
    return " ".join([card.id or "" for card in one.cards if card.lit])


def faces(one: Zone) -> str:
    return " ".join([card.face for card in one.cards])


def test_panels_stand_around_the_table_in_seating_order() -> None:
    """Section 12: the others, the centre, the own line and hand."""
    labels = [(part.label, part.role) for part in drawn(given(), B).panels]
    assert labels == [("Cem", "other"), ("Ann", "other"), ("Table", "centre"), ("Bea", "own")]
    spectator = [(part.label, part.role) for part in drawn(given(), viewer=SPECTATOR, seat=None).panels]
    assert spectator == [("Bea", "other"), ("Cem", "other"), ("Table", "centre"), ("Ann", "other")]


def test_the_centre_shows_rule_deck_and_discard_pile() -> None:
    """The active rule with its condition in words and signs; the pile sorted and counted by type."""
    seen = drawn(given(rule="heredity", discard="menace r1 command r5", turn=7))
    centre = panel(seen, "Table")
    assert seen.headline == "Panic★Clan★Inviter, turn 7"
    rule = zone(centre, "Rule")
    assert (faces(rule), rule.cards[0].badges) == ("Heredity", ("◑=▷",))
    assert rule.note == "same colour, compared with the right-hand neighbour's last card"
    assert zone(centre, "Deck").cards == ()
    pile = zone(centre, "Discard")
    assert faces(pile) == "⚔R1 ⚔R5 Command Menace"
    assert pile.note == "(numbers 2, rules 1, magic 1)"
    assert badges(centre) == ["turns go clockwise"]
    assert centre.counters[0].value == 7
    assert badges(panel(drawn(given(direction="counterclockwise")), "Table")) == ["turns go counterclockwise"]


def test_an_empty_discard_pile_needs_no_note() -> None:
    assert zone(panel(drawn(given()), "Table"), "Discard").note is None


def test_the_arbiter_sees_hands_and_the_deck_and_lights_nothing() -> None:
    state = given(hands={A: "r3", B: "menace"}, top="g1", deck=2)
    seen = drawn(state, viewer=ARBITER)
    assert faces(zone(panel(seen, "Ann"), "Numbers")) == "⚔R3"
    assert faces(zone(panel(seen, "Bea"), "Magic")) == "Menace"
    assert zone(panel(seen, "Table"), "Deck").cards[0].face == "☘G1"
    assert zone(panel(seen, "Ann"), "Numbers").cards[0].lit is None


def test_a_line_shows_emblem_colour_and_number_and_names_its_last_card() -> None:
    """Colours are never the only sign; Mimic shows all four emblems."""
    own = panel(drawn(given(lines={A: "b2 mimic y7"})), "Ann")
    line = zone(own, "Line")
    assert faces(line) == "✿B2 ⚔✿⚒☘4 ⚒Y7"
    assert line.note == "last: Dwarf Conscription Corps (yellow 7)"
    assert (own.counters[0].value, own.counters[0].of) == (3, 8)


def test_the_hand_is_grouped_and_says_what_cannot_be_used_and_why() -> None:
    state = given(lines={A: "r3"}, hands={A: "r2 b5 r3 mimic evolution menace fortune"}, rule="command", discard="")
    own = panel(drawn(state), "Ann")
    numbers = zone(own, "Numbers")
    assert lit(numbers) == "r3 mimic"
    assert [card.why_not for card in numbers.cards if not card.lit] == [
        "Command does not allow this number here.",
        "Command does not allow this colour here.",
    ]
    assert lit(zone(own, "Rules")) == "evolution"
    assert lit(zone(own, "Magic")) == "fortune menace"


def test_a_cost_that_cannot_be_paid_is_said() -> None:
    """E33."""
    own = panel(drawn(given(hands={A: "quick_march"})), "Ann")
    (card,) = zone(own, "Magic").cards
    assert (card.lit, card.why_not) == (False, "Other cards of your hand that Quick March costs: 1.")
    assert drawn(given(hands={A: "quick_march"})).prompt == "Your turn: draw two cards."


def test_an_empty_hand_is_shown_as_empty() -> None:
    assert zone(panel(drawn(given()), "Ann"), "Hand").cards == ()


def test_the_other_seats_hands_are_counted_alone() -> None:
    other = panel(drawn(given(hands={B: "r3 r5"})), "Bea")
    assert [one.label for one in other.zones] == ["Line"]
    assert other.counters[1].value == 2


def test_reasons_of_other_rules_and_sets_are_shared_too() -> None:
    """`follow_only`, and a neighbour without a line under `mimic_only`."""
    only = corrected(y7="static follow_only(yellow)")
    table = given(lines={A: "y7"}, hands={A: "r5 mimic"}, rule="evolution", cards=only)
    own = panel(drawn(table), "Ann")
    assert zone(own, "Numbers").cards[0].why_not == "This colour may not follow your last card."
    assert "only ⚒ yellow may follow" in badges(own)
    lonely = given(lines={A: "y2"}, hands={A: "r5"}, rule="heredity", missing_neighbour_line="mimic_only")
    (card,) = zone(panel(drawn(lonely), "Ann"), "Numbers").cards
    assert card.why_not == "Heredity looks at a line that has no card."


def test_badges_tell_turns_marks_and_followers() -> None:
    state = given(lines={A: "y7", B: "r1 r2 r3 r5 r6 r7 mimic"}, extra=2, marks={B: 1, C: 2})
    seen = drawn(state, C)
    assert badges(panel(seen, "Ann")) == ["turn", "2 more turns", "⚒ yellow may follow"]
    assert badges(panel(seen, "Bea")) == ["loses a turn", "one card short"]
    assert badges(panel(seen, "Cem")) == ["loses 2 turns"]


@pytest.mark.parametrize(
    ("rule", "marked", "text"),
    [("heredity", "Cem", "right-hand neighbour"), ("rivalry", "Bea", "left-hand neighbour")],
)
def test_the_neighbour_that_the_rule_looks_at_is_marked(rule: str, marked: str, text: str) -> None:
    """Section 3, R17; only under Heredity and Rivalry."""
    seen = drawn(given(rule=rule))
    assert [part.label for part in seen.panels if text in badges(part)] == [marked]
    assert not [part for part in drawn(given()).panels if "neighbour" in " ".join(badges(part))]


@pytest.mark.parametrize("viewer", [SPECTATOR, ARBITER, Viewer(frozenset((A, B)))])
def test_who_holds_no_seat_or_several_has_no_neighbour(viewer: Viewer) -> None:
    """Section 12: they look from the side of a seat that need not be the one that the rule is asked for."""
    for rule in ("heredity", "rivalry"):
        seen = drawn(given(rule=rule, active=B), viewer=viewer)
        assert not [part for part in seen.panels if "neighbour" in " ".join(badges(part))]


def test_with_two_players_the_opponent_is_the_neighbour() -> None:
    assert "right-hand neighbour" in badges(panel(drawn(given(seats=2, rule="heredity")), "Bea"))


def test_who_left_is_shown_without_cards() -> None:
    state = given()
    gone = change(change(state, B, standing="conceded"), C, standing="timed_out")
    seen = drawn(gone)
    assert (badges(panel(seen, "Bea")), panel(seen, "Bea").zones) == (["conceded"], ())
    assert badges(panel(seen, "Cem")) == ["out of time"]


def test_the_banner_names_goal_and_longest_lines() -> None:
    assert drawn(given()).banner == ("8 cards in line win.",)
    assert drawn(given(lines={A: "r1"})).banner == ("8 cards in line win. Longest line: Ann, one card.",)
    both = given(lines={A: "r1 r2", C: "b1 b2"}, goal=6)
    assert drawn(both).banner == ("6 cards in line win. Longest line: Ann and Cem, 2 cards.",)


def test_a_finished_game_names_its_winners_and_asks_nobody() -> None:
    outcome = Outcome(places=(Place(place=1, seats=(0, 2)),), ended_by="limit", reason="turn_limit")
    seen = drawn(replace(given(hands={A: "r3"}), outcome=outcome, agenda=()))
    assert seen.banner == ("The game is over. Won by: Ann and Cem",)
    assert seen.prompt is None
    assert badges(panel(seen, "Ann")) == []
    assert zone(panel(seen, "Ann"), "Numbers").cards[0].lit is None


@pytest.mark.parametrize("rule", ["heredity", "rivalry"])
def test_a_finished_game_has_nothing_to_come(rule: str) -> None:
    """Turns still pending or to be lost are no news any more, and the last player is nobody's neighbour."""
    state = given(seats=2, rule=rule, lines={A: "y7"}, extra=2, marks={A: 1}, goal=2)
    won = play(state, Concede(), seat=B).state
    assert (won.turn.extra, won.players[A].lost_turns) == (2, 1)
    assert [badges(part) for part in drawn(won).panels if part.role == "own"] == [[]]


def test_in_the_middle_of_an_entry_nobody_is_asked() -> None:
    assert drawn(replace(given(hands={A: "r3"}), agenda=())).prompt is None


@pytest.mark.parametrize(
    ("hand", "text"),
    [
        ("", "draw two cards"),
        ("r3", "place a number card or draw two cards"),
        ("r3 evolution", "place a number card, play a rule card or draw two cards"),
        ("r3 evolution fortune", "place a number card, play a rule card, play a magic card or draw two cards"),
    ],
)
def test_the_prompt_names_the_actions_that_the_hand_allows(hand: str, text: str) -> None:
    assert drawn(given(hands={A: hand})).prompt == f"Your turn: {text}."


def test_nothing_to_do_at_all_leaves_passing() -> None:
    """R12: only with deck and discard pile empty."""
    assert drawn(given(deck=0)).prompt == "Your turn: pass."


def test_the_others_read_whose_decision_it_is_and_what_kind() -> None:
    assert drawn(given(), B).prompt == "Waiting: Ann chooses an action."
    asked = play(given(hands={A: "b6", B: "r1 r2"}), place("b6"), aim(B)).state
    seen = drawn(asked)
    assert seen.prompt == "Waiting: Bea has to part with a card because of Fairy Assault Corps."
    assert badges(panel(seen, "Bea")) == ["decides"]
    assert zone(panel(seen, "Ann"), "Line").cards[0].lit is None


def test_a_card_to_part_with_is_lit_in_the_hand() -> None:
    seen = drawn(play(given(hands={A: "b6", B: "r1 menace"}), place("b6"), aim(B)).state, B)
    assert lit(zone(panel(seen, "Bea"), "Numbers")) == "r1"
    assert lit(zone(panel(seen, "Bea"), "Magic")) == "menace"
    assert seen.prompt == "Choose a card to part with because of Fairy Assault Corps."


def test_players_who_can_be_chosen_are_marked() -> None:
    """E24: the swap is not with oneself."""
    seen = drawn(play(given(lines={A: "b6"}, hands={A: "b7 r2", B: "g1"}), place("b7")).state)
    assert [part.label for part in seen.panels if "can be chosen" in badges(part)] == ["Bea", "Cem"]
    assert seen.prompt == "Choose a player for Fairy Bewitching Troupe."
    assert zone(panel(seen, "Ann"), "Numbers").cards[0].lit is None


def test_a_discard_pile_to_choose_from_lies_open() -> None:
    """E19: rule cards alone may be taken."""
    state = play(given(hands={A: "y1 b3"}, discard="evolution innovation r2"), place("y1")).state
    pile = zone(panel(drawn(state), "Table"), "Discard")
    assert (pile.kind, faces(pile), lit(pile)) == ("row", "⚔R2 Innovation Evolution", "innovation#1 evolution#1")
    assert zone(panel(drawn(state, B), "Table"), "Discard").kind == "pile"
    assert drawn(state).prompt == "Choose a card of the discard pile for Dwarf Excavation Corps."


def test_an_optional_choice_may_be_declined() -> None:
    optional = corrected(g7="take_from_discard(magic, optional=yes)")
    state = play(given(hands={A: "g7"}, discard="menace", cards=optional), place("g7")).state
    assert drawn(state).prompt == "Choose a card of the discard pile for Elf Sorcery Unit, or decline."
    summoned = play(given(hands={A: "summon r3 evolution"}), magic("summon")).state
    seen = drawn(summoned)
    assert seen.prompt == "Choose a number card to place thanks to Summon, or decline."
    assert [lit(one) for one in panel(seen, "Ann").zones] == ["", "r3", ""]
    assert badges(panel(seen, "Table")) == ["turns go clockwise", "in effect: Summon"]


def test_cards_of_lines_are_lit_where_one_is_to_be_chosen() -> None:
    """E31: any card of any line."""
    state = play(given(lines={A: "r7", B: "b1 b3"}, hands={A: "fascinate"}), magic("fascinate")).state
    seen = drawn(state)
    assert lit(zone(panel(seen, "Bea"), "Line")) == "b1#1 b3#1"
    assert lit(zone(panel(seen, "Ann"), "Line")) == "r7#1"
    assert seen.prompt == "Choose a card in a line for Fascinate."
    done = play(state, choose("b3#1")).state
    assert zone(panel(drawn(done), "Bea"), "Line").cards[0].lit is None


def test_a_hand_over_the_limit_is_asked_for_its_number() -> None:
    eight = play(given(hands={A: "r1 r2 r3 r5 r6 b1"}), DrawTwo()).state
    assert drawn(eight).prompt == "Discard one card."
    nine = play(given(hands={A: "r1 r2 r3 r5 r6 b1 b2"}), DrawTwo()).state
    seen = drawn(nine)
    assert seen.prompt == "Discard 2 cards."
    assert all(card.lit for one in panel(seen, "Ann").zones if one.kind == "hand" for card in one.cards)


def test_without_an_answer_the_types_of_the_hand_are_named() -> None:
    """A picture of the past: nobody is asked, nothing is lit."""
    seen = picture(view(given(hands={A: "r3 menace"}), seat_viewer(A)), WORDS)
    assert seen.prompt == "Your turn: place a number card, play a magic card or draw two cards."
    assert not [card for part in seen.panels for one in part.zones for card in one.cards if card.lit is not None]


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("colour different left_last; number adjacent right_last", ("◑≠◁", "#±1▷")),
        ("number ge own_last +1", ("#≥+1",)),
        ("number le own_last -2", ("#≤-2",)),
    ],
)
def test_every_condition_has_its_sign(text: str, signs: tuple[str, ...]) -> None:
    assert rule_signs("mutation", WORDS.at_table(corrected(mutation=text))) == signs


def test_many_opponents_are_drawn_small() -> None:
    assert [part.compact for part in drawn(given(seats=4)).panels] == [True, True, True, False, False]
    assert not any(part.compact for part in drawn(given(seats=3)).panels)


def in_step(text: str, columns: int) -> bool:
    """Say whether titles end where the line ends, and panels side by side begin at the same columns on every line."""
    titles = [line for line in text.split("\n") if line.startswith("── ")]
    wide = [line for line in titles if "  ── " not in line][-2:]  # the centre and the near panel
    starts = {
        tuple([width(line[: found.start()]) for found in re.finditer("  ── ", line)])
        for line in titles
        if "  ── " in line
    }
    return all(width(line) == columns for line in wide) and all(
        a[: len(b)] == b[: len(a)] for a in starts for b in starts
    )


@pytest.mark.no_cover
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("seats", "columns"), [(2, 80), (3, 100), (4, 80), (5, 100)])
def test_a_whole_game_can_be_drawn_for_every_viewer(seats: int, columns: int, language: str) -> None:
    """No line too wide, titles in step, a hand for those alone who may see it."""
    words = words_in(language, PACKAGE)
    for number, step in enumerate(played(["sensible", "random", "sensible", "random", "sensible"][:seats], seats)):
        if number % 5:
            continue
        asked = step.state.agenda[-1] if step.state.agenda else None
        may: Any = may_of(RULES, step.state, awaited(step.state)[0]) if asked else None
        for viewer in every_viewer(seats):
            shown = picture(view(step.state, viewer), words, may)
            text = render(shown, columns=columns)
            assert max(width(line) for line in text.split("\n")) <= columns
            assert in_step(text, columns)
            assert len(text.split("\n")) <= 45
            seen = {part.seat for part in shown.panels for one in part.zones if one.kind == "hand"}
            assert seen <= {seat for seat in range(seats) if viewer.may_know((seat,))}


def test_japanese_names_everything() -> None:
    """Card names, zones and prompts; the signs stay."""
    state = given(lines={A: "r3"}, hands={A: "b5 evolution fortune"}, rule="command")
    shown = picture(view(state, seat_viewer(A)), JAPANESE, may_of(RULES, state, A))
    text = render(shown, columns=80)
    assert "統率 (◑= #≥)  自分の場札と比べて、同じ色、同じか大きい数字" in text
    assert "✿青5: 《統率》により、この色は置けません。" in text
    assert shown.prompt == "あなたの番です。できること：ルールカードを出す、魔法カードを使う、またはカードを2枚引く"


def test_the_board_speaks_of_the_tables_own_card_set() -> None:
    cards = corrected(r3="draw(1)")
    assert faces(zone(panel(drawn(given(hands={A: "r3"}, cards=cards)), "Ann"), "Numbers")) == "⚔R3"
