"""The picture: section 12's layout, for every viewer, in a hundred and in eighty columns."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from msgspec.structs import replace
from wcwidth import width

from domain.games.panzer_clash.board import picture
from domain.games.panzer_clash.messages import (
    AnswerTrigger,
    ChooseDecks,
    DecideMulligan,
    EndReason,
    OrderTriggers,
    PanzerOptions,
    PanzerStep,
    PickCards,
    PlaceModifiers,
    Prefs,
    Respond,
    Windows,
)
from domain.games.panzer_clash.rules import RULES
from domain.games.panzer_clash.state import Item, State, Trigger
from domain.games.panzer_clash.view import view
from domain.kernel.display.board import Badge, CardPicture, Panel, Picture, Zone
from domain.kernel.display.text import render
from domain.kernel.display.words import Words
from domain.kernel.legal import may_of
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, every_viewer, seat_viewer
from domain.kernel.setup import Outcome, Place
from tests.games.panzer_clash.bot_games import played
from tests.games.panzer_clash.given import given

ANN, BEA = seat_viewer(0), seat_viewer(1)
WORDS = Words(("Ann", "Bea"))
TABLE = given(
    hands={0: "sov_t34 factory ger_panther ger_panzerfaust", 1: "factory factory"},
    junkyards={0: "ger_tiger factory", 1: "sov_t34"},
    units=["c1 0 ger_panzer4", "c2 1 sov_t34 damage=1", "b0 0 ger_grenadiers fresh"],
    stacks={"a0": "2", "b0": "1", "d0": "2 mod_bunker", "b5": "2 sov_winter", "c5": "1 sov_maskirovka"},
    modifiers={"c2": "mod_trenches 1"},
    terrain={"c2": "river"},
    down="e4",
)


def drawn(state: State, viewer: Viewer = ANN, *, ask: bool = True) -> Picture:
    """Return the picture, asking the rules what the viewer's seat may do."""
    seats = sorted(viewer.seats)
    return picture(view(state, viewer), WORDS, may_of(RULES, state, seats[0]) if ask and seats else None)


def changed(state: State = TABLE, **changes: Any) -> State:
    return replace(state, **changes)


def asking(*steps: PanzerStep, state: State = TABLE, **changes: Any) -> State:
    return replace(state, agenda=steps, **changes)


def panel(seen: Picture, label: str) -> Panel:
    return next(panel for panel in seen.panels if panel.label == label)


def zone(part: Panel, label: str) -> Zone:
    return next(zone for zone in part.zones if zone.label == label)


def cell(seen: Picture, column: int, row: int) -> list[CardPicture]:
    """Return what lies at a place of the map, from the top left."""
    return [card for card in zone(panel(seen, "Field"), "Map").cards if card.at == (column, row)]


def faces(cards: list[CardPicture] | tuple[CardPicture, ...]) -> list[str]:
    return [card.face for card in cards]


def test_the_viewers_side_lies_at_the_bottom() -> None:
    south, north = drawn(TABLE, ANN), drawn(TABLE, BEA)
    assert [part.label for part in south.panels] == ["Bea", "Field", "Ann"]
    assert [part.label for part in north.panels] == ["Ann", "Field", "Bea"]
    assert [part.sign for part in north.panels] == ["▼", "", "▲"]
    assert [part.role for part in south.panels] == ["other", "centre", "own"]
    assert faces(cell(south, 0, 5)) == ["a0 ×2"]
    assert faces(cell(north, 4, 0)) == ["a0 ×2"]
    assert zone(panel(south, "Field"), "Map").size == (5, 6)


def test_a_space_shows_terrain_modifier_and_unit() -> None:
    river = cell(drawn(TABLE), 2, 3)
    assert faces(river) == ["c2 River", "≡▼Trenches", "▼u2 T-34"]
    assert [card.name for card in river[:2]] == ["River with Trenches", "Trenches"]
    assert [card.id for card in river] == ["c2", None, "u2"]
    assert river[2].name == "T-34 (2): attack 2, defense 3, damage 1, movement left 2 of 2"
    assert faces(cell(drawn(TABLE, BEA), 2, 2)) == ["c2 River", "≡▲Trenches", "▲u2 T-34"]


def test_terrain_face_down_is_a_back_and_only_the_arbiter_looks_under_it() -> None:
    (hidden,) = cell(drawn(TABLE), 4, 1)
    assert (hidden.face, hidden.name, hidden.back) == ("e4 ▒▒", "face down", True)
    (known,) = cell(drawn(TABLE, ARBITER), 4, 1)
    assert (known.face, known.name, known.back) == ("e4 ▒▒Plains", "Plains", True)


def test_stacks_show_their_size_and_a_lock() -> None:
    seen = drawn(TABLE)
    assert cell(seen, 1, 0)[0].name == "a stack of 2 Factories with Russian Winter"
    assert cell(seen, 1, 5)[0].name == "a stack of one Factory with Grenadiers"
    assert [(card.face, card.badges) for card in cell(seen, 1, 5)] == [
        ("b0 ×1", ("⊘",)),
        ("▲u3 Grenadiers", ("2/2", "→0", "z")),
    ]
    assert [(card.face, card.badges) for card in cell(seen, 3, 5)] == [("d0 ×2", ("⊘",)), ("▲Bunker", ("…",))]
    assert [(card.face, card.badges) for card in cell(seen, 1, 0)] == [("b5 ×2", ("⊘",)), ("▼Russian Winter", ("∞",))]
    assert [(card.face, card.badges) for card in cell(seen, 2, 0)] == [("c5 ×1", ("⊘",)), ("▼Maskirovka", ())]
    assert [(card.face, card.badges) for card in cell(seen, 4, 5)] == [("e0", ())]


def test_units_bear_their_values_and_marks() -> None:
    state = given(
        units=[
            "c2 0 ger_flak88 attacked attacks_left=0 attack=2",
            "d3 1 sov_t34 stopped damage=2",
            "b1 0 ger_panzer4 spent=1",
        ],
        terrain={"c2": "hills", "d3": "city"},
    )
    units = {card.id: card.badges for card in zone(panel(drawn(state), "Field"), "Map").cards if card.id}
    assert units["u1"] == ("3↑/2", "→1", "⌖3", "✓")
    assert units["u2"] == ("2↓/2↓", "→2", "✸2", "■")
    assert units["u3"] == ("4/3", "→1")


def test_units_that_can_do_something_are_lit() -> None:
    lit = {
        card.id: card.lit for card in zone(panel(drawn(TABLE), "Field"), "Map").cards if card.face[:2] in ("▲u", "▼u")
    }
    assert lit == {"u1": True, "u2": None, "u3": False}
    quiet = zone(panel(drawn(TABLE, ask=False), "Field"), "Map").cards
    assert {card.lit for card in quiet} == {None}


def test_a_unit_next_to_enemies_or_with_ranged_attack_is_lit_without_a_step() -> None:
    state = given(
        units=["c1 0 ger_panzer4 stopped", "c2 1 sov_t34", "a1 0 ger_flak88 stopped", "e1 0 ger_tiger stopped"]
    )
    lit = {
        card.id: card.lit for card in zone(panel(drawn(state), "Field"), "Map").cards if card.id in ("u1", "u3", "u4")
    }
    assert lit == {"u1": True, "u3": True, "u4": False}


def test_spaces_for_a_waiting_modifier_are_lit() -> None:
    seen = drawn(asking(PlaceModifiers(seat=0)))
    assert cell(seen, 2, 4)[0].lit is True
    assert cell(seen, 2, 3)[0].lit is False
    assert cell(seen, 2, 3)[1].lit is False
    assert seen.prompt == "Put a waiting modifier on the field."


def test_the_hand_is_sorted_and_says_what_can_be_played_and_why_not() -> None:
    hand = zone(panel(drawn(TABLE), "Ann"), "Hand").cards
    assert [(card.face, card.badges, card.lit) for card in hand] == [
        ("Factory", (), True),
        ("T-34", ("II", "3/4", "→2"), True),
        ("Panther", ("III", "5/5", "→2"), False),
        ("Panzerfaust Ambush", ("⚡", "I"), True),
    ]
    assert hand[2].why_not == "No free stack has 3 Factories."


@pytest.mark.parametrize(
    ("hand", "stacks", "why_not"),
    [
        ("sov_t34", {}, "You have no free stack."),
        ("sov_t34", {"a0": "3 sov_winter"}, "You have no free stack."),
        ("mod_fortress", {"a0": "1"}, "No free stack has 3 Factories."),
        ("ger_blitzkrieg", {"a0": "1"}, "No free stack has 2 Factories."),
        ("ger_panzerfaust", {"a0": "1"}, "There is no target for Panzerfaust Ambush."),
    ],
)
def test_why_a_card_cannot_be_played(hand: str, stacks: dict[str, str], why_not: str) -> None:
    (card,) = zone(panel(drawn(given(hands={0: hand}, stacks=stacks)), "Ann"), "Hand").cards
    assert (card.lit, card.why_not) == (False, why_not)


def test_a_factory_says_when_none_may_be_played_or_no_space_is_left() -> None:
    spent = given(hands={0: "factory"}, factories_left=0)
    (card,) = zone(panel(drawn(spent), "Ann"), "Hand").cards
    assert card.why_not == "You have played your Factory of this turn."
    full = given(hands={0: "factory"}, units=[f"{column}0 0 ger_grenadiers" for column in "abcde"])
    (card,) = zone(panel(drawn(full), "Ann"), "Hand").cards
    assert card.why_not == "No space can take a Factory."


def test_in_a_window_only_flash_events_are_asked_about() -> None:
    item = Item(4, "attack", 1, unit="u2", target="u1")
    state = asking(Respond(seat=0, item_id=4), chain=(item,), seat=1)
    seen = drawn(state)
    hand = zone(panel(seen, "Ann"), "Hand").cards
    assert [(card.face, card.lit, card.why_not) for card in hand] == [
        ("Factory", False, None),
        ("T-34", False, None),
        ("Panther", False, None),
        ("Panzerfaust Ambush", True, None),
    ]
    assert seen.prompt == "Respond to the attack of T-34 (2) on Panzer IV (1): play a Flash event, or pass."
    (waiting,) = zone(panel(seen, "Field"), "Chain").cards
    assert (waiting.face, waiting.badges) == ("the attack of T-34 (2) on Panzer IV (1)", ("Bea",))
    assert drawn(state, BEA).prompt == "Waiting for Ann: a response is possible."


@pytest.mark.parametrize("why", ["discard_hand", "hand_limit"])
def test_while_cards_are_discarded_the_hand_alone_is_lit(why: Literal["discard_hand", "hand_limit"]) -> None:
    """5.1, 7.3: what lies in the Junkyard is not in question, though it be the like of a card of the hand."""
    seen = drawn(asking(PickCards(seat=0, why=why, n=2)))
    assert {card.lit for card in zone(panel(seen, "Ann"), "Hand").cards} == {True}
    assert "Factory" in faces(zone(panel(seen, "Ann"), "Junkyard").cards)
    assert {card.lit for name in ("Ann", "Bea") for card in zone(panel(seen, name), "Junkyard").cards} == {None}


def test_while_a_unit_is_salvaged_it_is_lit_in_the_own_junkyard_alone() -> None:
    """7.3 `salvage`: a unit of certain types, of one's own Junkyard."""
    lying = given(
        hands={0: "ger_tiger factory"}, junkyards={0: "ger_tiger factory ger_grenadiers", 1: "ger_tiger"}, units=[]
    )
    state = changed(lying, agenda=(PickCards(seat=0, why="salvage", n=1, types=("Armor",)),))
    seen = drawn(state)
    junkyard = zone(panel(seen, "Ann"), "Junkyard").cards
    assert {card.id: card.lit for card in junkyard} == {"ger_tiger": True, "factory": False, "ger_grenadiers": False}
    assert {card.lit for card in zone(panel(seen, "Bea"), "Junkyard").cards} == {None}
    assert {card.lit for card in zone(panel(seen, "Ann"), "Hand").cards} == {None}
    told = drawn(state, BEA)
    assert {card.lit for card in zone(panel(told, "Ann"), "Junkyard").cards} == {None}


def test_backs_stand_for_a_hand_that_is_not_seen() -> None:
    hand = zone(panel(drawn(TABLE), "Bea"), "Hand").cards
    assert [(card.back, card.name, card.lit) for card in hand] == [(True, "", None)] * 2
    assert [(counter.label, counter.value, counter.of) for counter in panel(drawn(TABLE), "Bea").counters] == [
        ("Supply", 10, 60),
        ("Hand", 2, None),
    ]


def test_piles_show_supply_and_junkyard() -> None:
    ann = panel(drawn(TABLE), "Ann")
    assert zone(ann, "Supply").count == 10
    assert zone(ann, "Supply").cards == ()
    assert faces(zone(ann, "Junkyard").cards) == ["Tiger I", "Factory"]
    assert len(zone(panel(drawn(TABLE, ARBITER), "Ann"), "Supply").cards) == 10


def test_a_spectator_looks_from_the_south_and_sees_no_hand() -> None:
    seen = drawn(TABLE, SPECTATOR)
    assert [part.label for part in seen.panels] == ["Bea", "Field", "Ann"]
    assert [part.role for part in seen.panels] == ["other", "centre", "other"]
    assert all(card.back for part in seen.panels for zone in part.zones if zone.kind == "hand" for card in zone.cards)
    assert seen.prompt == "Waiting for Ann: Main phase."


def test_the_arbiter_sees_both_hands_and_nothing_is_lit() -> None:
    seen = drawn(TABLE, ARBITER)
    assert faces(zone(panel(seen, "Bea"), "Hand").cards) == ["Factory", "Factory"]
    assert {card.lit for part in seen.panels for zone in part.zones for card in zone.cards} == {None}


def test_turn_phase_and_factory_are_always_visible() -> None:
    field = panel(drawn(TABLE), "Field")
    assert [(counter.label, counter.value) for counter in field.counters] == [("Turn", 5)]
    assert field.badges == (
        Badge("Ann is active", "turn"),
        Badge("Main phase"),
        Badge("a Factory may be played", "good"),
    )
    more = panel(drawn(changed(factories_left=2)), "Field").badges
    assert more[2] == Badge("2 Factories may be played", "good")
    assert [badge.text for badge in panel(drawn(changed(factories_left=0)), "Field").badges] == [
        "Ann is active",
        "Main phase",
    ]
    standby = drawn(asking(PlaceModifiers(seat=0), phase=None))
    assert panel(standby, "Field").badges[1] == Badge("Standby")


@pytest.mark.parametrize(
    ("prefs", "text"),
    [
        (Prefs(), None),  # as they are at first: nothing to tell
        (Prefs(Windows(main_start=True)), "always asked to respond"),
        (Prefs(Windows(ranged=False, main_start=True)), "not asked at: Ranged Attacks"),
        (Prefs(Windows(ranged=False, event=False)), "asked at: attacks, end of the Main phase"),
        (Prefs(Windows(attack=False, ranged=False, event=False, main_end=False)), "never asked to respond"),
        (Prefs(pass_rest_of_turn=True), "passes for the rest of this turn"),
    ],
)
def test_the_own_response_preferences_are_shown(prefs: Prefs, text: str | None) -> None:
    ann, bea = (replace(player, prefs=prefs) for player in TABLE.players)
    state = changed(players=(ann, bea))
    assert panel(drawn(state), "Ann").badges == (
        Badge("decides", "turn"),
        Badge("Axis"),
        *([] if text is None else [Badge(text)]),
    )
    assert panel(drawn(state), "Bea").badges == (Badge("Axis"),)


def test_before_the_first_turn_decks_and_mulligans_are_asked_for() -> None:
    ann, bea = (replace(player, side=None, mulligans=0) for player in TABLE.players)
    decks = asking(ChooseDecks(), players=(ann, bea), turn=0, phase=None)
    assert drawn(decks).prompt == "Choose a deck."
    assert drawn(decks, SPECTATOR).prompt == "Waiting for Ann and Bea: decks are chosen."
    shown = zone(panel(drawn(decks), "Field"), "Ready-made decks").cards
    assert [(card.face, card.id, card.badges, card.lit) for card in shown][:2] == [
        ("Arsenal Column", "deck_american_60", ("Allies", "recommended"), True),
        ("Steel Spearhead", "deck_german_60", ("Axis",), True),
    ]
    unasked = zone(panel(drawn(decks, ask=False), "Field"), "Ready-made decks").cards
    assert {(card.lit, len(card.badges)) for card in unasked} == {(None, 1)}
    assert panel(drawn(decks), "Field").badges == ()
    assert [badge.text for badge in panel(drawn(decks), "Bea").badges] == ["decides"]
    again = asking(
        DecideMulligan(seat=1), players=(replace(ann, mulligans=1), replace(bea, mulligans=2)), turn=0, phase=None
    )
    assert drawn(again).prompt == "Waiting for Bea: keep the hand or take a mulligan."
    assert drawn(again, BEA).prompt == "Keep your hand, or take a mulligan."
    assert Badge("one mulligan") in panel(drawn(again), "Ann").badges
    assert Badge("2 mulligans") in panel(drawn(again), "Bea").badges


TRIGGERS = (Trigger("t1", 1, 0, "ger_panzer3", 0, "destroy"), Trigger("t2", 1, 1, "usa_b17", 1, "destroy"))


@pytest.mark.parametrize(
    ("step", "own", "others"),
    [
        (
            AnswerTrigger(seat=0, trigger_id="t1"),
            "Use the Destroy-Effect of Panzer III, or decline if it allows that.",
            "Waiting for Ann: an effect.",
        ),
        (
            OrderTriggers(seat=0),
            "Several effects come at once: choose which is next.",
            "Waiting for Ann: the order of effects.",
        ),
        (
            PickCards(seat=0, why="salvage", n=1),
            "Choose a unit of your Junkyard to take back to your hand.",
            "Waiting for Ann: a choice of cards.",
        ),
        (
            PickCards(seat=0, why="discard_hand", n=2),
            "Discard 2 cards of your hand.",
            "Waiting for Ann: a choice of cards.",
        ),
        (
            PickCards(seat=0, why="hand_limit", n=1),
            "Discard one card of your hand.",
            "Waiting for Ann: too many cards in hand.",
        ),
    ],
)
def test_the_prompt_says_what_is_asked(step: PanzerStep, own: str, others: str) -> None:
    state = asking(step, triggers=TRIGGERS)
    assert drawn(state).prompt == own
    assert drawn(state, BEA).prompt == others


def test_effects_to_come_are_listed() -> None:
    effects = zone(panel(drawn(changed(triggers=TRIGGERS)), "Field"), "Effects to come").cards
    assert [(card.face, card.badges) for card in effects] == [
        ("the Destroy-Effect of Panzer III", ("Ann",)),
        ("the Destroy-Effect of B-17 Flying Fortress", ("Bea",)),
    ]


def test_the_prompt_of_the_main_phase() -> None:
    assert drawn(TABLE).prompt == "Your turn: play cards, move and attack, or end the Main phase."
    assert drawn(TABLE, BEA).prompt == "Waiting for Ann: Main phase."


def test_a_step_out_of_cover_that_would_be_the_end_is_warned_of() -> None:
    """R26, W16."""
    state = given(
        units=["c2 0 usa_riflemen damage=2", "a1 0 usa_riflemen damage=1", "e1 0 usa_riflemen"],
        terrain={"c2": "forest", "c3": "city"},
        down="b2",
    )
    warned = ("GI Riflemen (1) would not survive a step to d2, c1: its cover keeps it alive.",)
    assert drawn(state).banner == warned
    assert drawn(state, BEA).banner == ()
    assert drawn(state, ask=False).banner == ()


@pytest.mark.parametrize(
    ("reason", "text"),
    [
        ("supply_exhausted", "Ann has to draw from an empty Supply: Bea wins."),
        ("concession", "Ann concedes: Bea wins."),
        ("time_out", "Ann is out of time: Bea wins."),
    ],
)
def test_a_finished_game_says_who_won_and_asks_nobody(reason: EndReason, text: str) -> None:
    places = (Place(place=1, seats=(1,)), Place(place=2, seats=(0,)))
    seen = drawn(changed(outcome=Outcome(places=places, ended_by="play", reason=reason), agenda=()))
    assert seen.banner == (text,)
    assert seen.prompt is None
    assert panel(seen, "Field").badges == ()
    assert panel(seen, "Ann").badges == (Badge("Axis"),)


def test_in_the_middle_of_an_entry_nobody_is_asked() -> None:
    assert drawn(asking()).prompt is None


@pytest.mark.parametrize("columns", [80, 100])
def test_a_whole_game_can_be_drawn_for_every_viewer(columns: int) -> None:
    """No line is too wide, and a hand is open to those alone who may see it."""
    for number, step in enumerate(played(["sensible", "random"], columns, PanzerOptions(deck_size=40))):
        if number % 9:
            continue
        for viewer in every_viewer(2):
            shown = picture(
                view(step.state, viewer), WORDS, None if viewer.everything else may_of(RULES, step.state, 0)
            )
            text = render(shown, columns=columns)
            assert max(width(line) for line in text.split("\n")) <= columns
            assert len(text.split("\n")) <= 60
            for part in shown.panels:
                for hand in part.zones:
                    if hand.kind == "hand" and part.seat is not None:
                        assert viewer.may_know((part.seat,)) or all(card.back for card in hand.cards)


@pytest.mark.parametrize("step", [Respond(seat=0, item_id=9), AnswerTrigger(seat=0, trigger_id="t9")])
def test_in_mid_entry_nothing_is_asked_about_what_has_left_the_table(step: PanzerStep) -> None:
    """A replay stops after every fact: the answered question is still on the agenda until the entry ends."""
    assert drawn(asking(step)).prompt is None
