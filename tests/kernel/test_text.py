"""The text renderer: what stands where, how wide it is, and that colour is never the only sign."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import width

from domain.kernel.display.board import Badge, CardPicture, Counter, Panel, Picture, Zone
from domain.kernel.display.lines import beside, broken, fit, flowed, pad, plain, seen, steers
from domain.kernel.display.text import render

CARD = CardPicture


def table(*panels: Panel) -> Picture:
    return Picture("A game", panels=panels)


def own(*zones: Zone) -> Panel:
    return Panel("Ann", "own", zones=zones)


def other(label: str, *, compact: bool = False) -> Panel:
    return Panel(
        label,
        "other",
        counters=(Counter("Health", 17), Counter("Attackers", 1, of=2)),
        zones=(Zone("Hearts", "row", (CARD("7♥"), CARD("10♥")), slots=3), Zone("Spades", "row", slots=3)),
        compact=compact,
    )


def lines(*panels: Panel, columns: int = 100) -> list[str]:
    return render(table(*panels), columns=columns).split("\n")


def test_headline_banner_panels_and_prompt_stand_from_top_to_bottom() -> None:
    picture = Picture("Round 4", banner=("Bypass is open",), panels=(own(),), prompt="Your turn")
    assert render(picture, columns=20).split("\n") == [
        "Round 4",
        "· Bypass is open",
        "── Ann ─────────────",
        "> Your turn",
    ]


def test_a_title_is_a_rule_with_badges_and_counters() -> None:
    panel = Panel("Ann", "own", counters=(Counter("Health", 7), Counter("Panic", 0, of=1)), badges=(Badge("turn"),))
    assert lines(panel, columns=50)[1] == "── Ann [turn] ───────────── Health 7  Panic 0/1 ──"


def test_counters_without_room_on_the_rule_go_below_it() -> None:
    panel = Panel("Ann", "own", counters=(Counter("Health", 7), Counter("Shields", 12)), badges=(Badge("turn"),))
    assert lines(panel, columns=30)[1:] == ["── Ann [turn] " + "─" * 16, "  Health 7  Shields 12"]
    assert lines(panel, columns=14)[1:] == ["── Ann " + "─" * 7, "  [turn]", "  Health 7", "  Shields 12"]


def test_a_lit_card_has_a_star_and_an_empty_place_an_outline() -> None:
    row = Zone("Row", "row", (CARD("7♥", lit=True), CARD("10♥", lit=False)), slots=3)
    assert lines(own(row))[2] == "  Row *7♥    10♥  [   ]"


def test_rows_of_a_panel_keep_the_same_columns() -> None:
    first = Zone("Hearts", "row", (CARD("7♥"), CARD("2♥")))
    second = Zone("Spades", "row", (CARD("10♠"), CARD("A♠")))
    above, below = lines(own(first, second))[2:]
    assert above.index("2♥") == below.index("A♠")


def test_rows_keep_their_columns_with_wide_characters() -> None:
    """Japanese characters occupy two columns each."""
    first = Zone("心", "row", (CARD("日本"), CARD("x")))
    second = Zone("Ab", "row", (CARD("ab"), CARD("y")))
    above, below = lines(own(first, second))[2:]
    assert width(above[: above.index("x")]) == width(below[: below.index("y")])


def test_a_back_is_hatched_unless_it_has_a_face_and_a_card_without_face_shows_its_name() -> None:
    zone = Zone("Row", "row", (CARD("", back=True), CARD("III", back=True), CARD("", name="Castle")))
    assert re.findall(r"\S+", lines(own(zone))[2]) == ["Row", "▒▒", "III", "Castle"]


def test_badges_of_a_card_follow_its_face() -> None:
    assert "7♥ (+2 fresh)" in lines(own(Zone("Row", "row", (CARD("7♥", badges=("+2", "fresh")),))))[2]


def test_a_row_says_how_many_cards_are_not_shown_and_its_note() -> None:
    assert lines(own(Zone("Stack", "row", count=3, note="two fresh")))[2] == "  Stack ×3 two fresh"


def test_a_row_without_cards_slots_or_count_is_a_dash() -> None:
    assert lines(own(Zone("Hand", "hand")))[2] == "  Hand  –"


def test_a_long_hand_goes_on_below_itself() -> None:
    hand = Zone("Hand", "hand", tuple(CARD(f"c{place}") for place in range(10, 18)))
    assert lines(own(hand), columns=28)[2:] == [
        "  Hand  c10   c11   c12",
        "        c13   c14   c15",
        "        c16   c17",
    ]


def test_piles_share_a_line_and_show_top_and_count() -> None:
    zones = (
        Zone("Deck", "pile", count=23),
        Zone("Discard", "pile", (CARD("7♥"), CARD("2♥"))),
        Zone("Exile", "pile", note="closed"),
    )
    assert lines(own(*zones))[2] == "  Deck ▒▒ ×23  Discard 7♥ ×2  Exile [  ] ×0 closed"


def test_each_reason_is_given_once_and_names_a_face_once() -> None:
    hand = Zone(
        "Hand",
        "hand",
        (
            CARD("9♦", lit=False, why_not="Too dear."),
            CARD("2♠", lit=False, why_not="Too early."),
            CARD("9♦", lit=False, why_not="Too dear."),
            CARD("8♥", lit=False, why_not="Too dear."),
        ),
    )
    assert lines(own(hand))[3:] == ["    9♦ 8♥: Too dear.", "    2♠: Too early."]


def test_panels_of_others_stand_side_by_side_where_there_is_room() -> None:
    text = lines(other("Bea"), other("Cem"), columns=66)
    assert text[1] == "── Bea " + "─" * 25 + "  ── Cem " + "─" * 25
    assert text[2] == "  Health 17  Attackers 1/2" + " " * 10 + "Health 17  Attackers 1/2"


def test_panels_of_others_are_spread_evenly_over_the_lines() -> None:
    text = lines(*(other(name) for name in "BCDE"), columns=100)
    assert [line.count("──") > 0 and re.findall("[B-E]", line) for line in text if "── " in line] == [
        ["B", "C"],
        ["D", "E"],
    ]


def test_panels_of_others_stand_below_each_other_where_there_is_no_room() -> None:
    assert sum("── " in line for line in lines(other("Bea"), other("Cem"), columns=40)) == 2


def test_blocks_of_different_height_are_filled() -> None:
    low = Panel("Low", "other")
    text = lines(other("Bea"), low, columns=66)
    assert len(text) == 5
    assert "Low" in text[1]


def test_a_compact_panel_sets_its_zones_in_a_line() -> None:
    text = lines(other("Bea", compact=True), columns=60)
    assert text[-1] == "  Hearts 7♥ 10♥ ·  Spades · · ·"


def test_a_compact_row_shows_lit_cards_count_note_and_emptiness() -> None:
    zones = (
        Zone("Row", "row", (CARD("7♥", lit=True),), count=4, note="fresh"),
        Zone("Hand", "hand"),
        Zone("Map", "grid"),
    )
    text = lines(Panel("Bea", "other", zones=zones, compact=True), columns=60)
    assert text[2:4] == ["  Row *7♥ ×4 fresh  Hand –", "  Map"]


def test_a_grid_places_cards_and_stacks_those_at_one_place() -> None:
    cards = (CARD("Hill", at=(0, 0)), CARD("T34", at=(0, 0), lit=True), CARD("Bog", at=(1, 1)))
    zone = Zone("Map", "grid", cards, size=(2, 2), note="by night")
    assert lines(Panel("Field", "centre", zones=(zone,)))[2:] == [
        "  Map by night",
        "  ┌──────┬──────┐",
        "  │ Hill │      │",
        "  │ *T34 │      │",
        "  ├──────┼──────┤",
        "  │      │ Bog  │",
        "  └──────┴──────┘",
    ]


def test_a_grid_cuts_faces_rather_than_lines() -> None:
    zone = Zone("Map", "grid", (CARD("Mountains", at=(0, 0)), CARD("山山", at=(1, 0))), size=(2, 1))
    drawn = lines(Panel("Field", "centre", zones=(zone,)), columns=15)[3:]
    assert drawn == ["  ┌─────┬─────┐", "  │Moun…│ 山山│", "  └─────┴─────┘"]


def test_badges_without_room_in_a_grid_stand_below() -> None:
    cards = (CARD("T34", badges=("3/4",), at=(0, 0)), CARD("Mountains", badges=("3/4", "z"), lit=True, at=(1, 0)))
    zone = Zone("Map", "grid", cards, size=(2, 1))
    drawn = lines(Panel("Field", "centre", zones=(zone,)), columns=27)[3:]
    assert drawn == [
        "  ┌───────────┬───────────┐",
        "  │ T34 (3/4) │ *Mountains│",
        "  │           │   3/4 z   │",
        "  └───────────┴───────────┘",
    ]


def test_a_grid_without_size_is_one_place() -> None:
    zone = Zone("Map", "grid", (CARD("Hill"),))
    assert lines(Panel("Field", "centre", zones=(zone,)))[3:] == ["  ┌──────┐", "  │ Hill │", "  └──────┘"]


def test_colour_only_paints() -> None:
    """Without its codes a painted picture is the plain one."""
    picture = Picture("Round", panels=(other("Bea"), own(Zone("Hand", "hand", (CARD("7♥", lit=True),)))), prompt="Go")
    painted = render(picture, colour=True)
    assert "\x1b[1;32m" in painted
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == render(picture)
    assert "\x1b" not in render(picture)


def test_a_badge_is_painted_in_its_tone() -> None:
    panel = Panel("Ann", "own", badges=(Badge("plain"), Badge("turn", "turn"), Badge("attacked", "warning")))
    painted = render(table(panel), colour=True)
    assert "[plain] \x1b[1;36m[turn]\x1b[0m \x1b[33m[attacked]\x1b[0m" in painted


def test_a_label_cannot_steer_the_terminal() -> None:
    """A player's name with control characters is drawn without them."""
    text = render(table(Panel("\x1b[2JAnn\nBob\u202e", "own")), columns=40)
    assert "\x1b" not in text
    assert "── [2JAnn Bob ──" in text


texts = st.text(alphabet=st.sampled_from("ab 日本語♥é\x1b\u3000\u200d\U0001f469\U0001f680"), max_size=12)
cards = st.builds(
    CardPicture,
    face=texts,
    lit=st.sampled_from((None, True, False)),
    back=st.booleans(),
    why_not=st.none() | texts,
    badges=st.lists(texts, max_size=2).map(tuple),
    at=st.tuples(st.integers(0, 2), st.integers(0, 2)),
)
zones = st.builds(
    Zone,
    label=texts,
    kind=st.sampled_from(("row", "hand", "pile", "grid")),
    cards=st.lists(cards, max_size=6).map(tuple),
    slots=st.none() | st.integers(0, 5),
    count=st.none() | st.integers(0, 99),
    size=st.just((3, 3)),
    note=st.none() | texts,
)
panels = st.builds(
    Panel,
    label=texts,
    role=st.sampled_from(("own", "other", "centre")),
    counters=st.lists(st.builds(Counter, texts, st.integers(0, 99)), max_size=4).map(tuple),
    badges=st.lists(st.builds(Badge, texts), max_size=3).map(tuple),
    zones=st.lists(zones, max_size=4).map(tuple),
    compact=st.booleans(),
)
pictures = st.builds(
    Picture,
    headline=texts,
    banner=st.lists(texts, max_size=2).map(tuple),
    panels=st.lists(panels, max_size=5).map(tuple),
    prompt=st.none() | texts,
)


@pytest.mark.long
@given(pictures, st.integers(1, 120), st.booleans())
def test_no_line_is_ever_wider_than_asked_for(picture: Picture, columns: int, colour: bool) -> None:
    assert all(width(line) <= columns for line in render(picture, columns=columns, colour=colour).split("\n"))


@pytest.mark.parametrize(("line", "columns", "cut"), [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("日本", 3, "日…")])
def test_a_line_is_cut_with_an_ellipsis(line: str, columns: int, cut: str) -> None:
    assert fit(line, columns) == cut


def test_nothing_fits_no_columns() -> None:
    assert fit("abc", 0) == ""


def test_a_line_is_filled_by_what_it_occupies() -> None:
    assert pad("日", 4) == "日  "


def test_a_text_breaks_between_words_and_wide_characters() -> None:
    assert broken("one two three", 7, indent=2) == ["one two", "  three"]
    assert broken("日本語", 4) == ["日本", "語"]


def test_no_line_of_japanese_begins_with_a_mark_that_closes() -> None:
    """Nor ends with one that opens; a word of another script stays whole where it can."""
    assert broken("スペードの6、クラブ", 12) == ["スペードの", "6、クラブ"]
    assert broken("あ（い）。", 5) == ["あ", "（い", "）。"], "what is too long for a line is cut"
    assert broken("席0がPanzerを出す", 10) == ["席0が", "Panzerを出", "す"]
    assert broken("カード", 5) == ["カー", "ド"]


def test_a_mark_before_japanese_stays_beside_it_and_an_indent_at_its_place() -> None:
    """There are no spaces to break at but the one behind the mark."""
    assert broken("> あなたの番", 10, indent=2) == ["> あなたの", "  番"]
    assert broken("  あなたの番", 10, indent=4) == ["  あなたの", "    番"]
    assert broken("  あなたの番です", 6, indent=4) == ["  あな", "    た", "    の", "    番", "    で", "    す"]


@given(text=st.text("あ（）、。ーa b×", max_size=30), columns=st.integers(2, 12), indent=st.integers(0, 4))
def test_broken_japanese_keeps_every_character_and_the_width(text: str, columns: int, indent: int) -> None:
    lines = broken(text, columns, indent=indent)
    assert "".join("".join(lines).split()) == "".join(text.split())
    if max(indent, len(text) - len(text.lstrip())) + 2 <= columns:
        assert all(width(line) <= columns for line in lines)


def test_pieces_flow_onto_the_next_line() -> None:
    assert flowed(["aa", "bb", "cc"], 8, first="> ", indent=2) == ["> aa  bb", "  cc"]


def test_blocks_stand_beside_each_other() -> None:
    assert beside([["a", "b"], ["c"]], 3, 1) == ["a   c", "b"]


def test_plain_text_keeps_what_can_be_printed() -> None:
    assert plain("a\tb\x07é日") == "a bé日"


def test_a_character_is_seen_that_shows_something_by_itself() -> None:
    """No space, no joiner, no accent without its letter, no sign around another."""
    assert all(map(seen, "a7é猫♥"))
    assert not any(map(seen, (" ", "\u3000", "\u200d", "\u0301", "\u20dd")))


def test_characters_that_turn_a_line_or_break_it_steer() -> None:
    assert all(map(steers, ("\x1b", "\n", "\u2028", "\u202e", "\u2067", "\u200f")))
    assert not any(map(steers, "a é猫\u200d"))
