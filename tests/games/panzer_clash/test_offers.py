"""Offers: complete, lazy, fast; normal forms; prepared answers."""

from __future__ import annotations

import sys
from types import FrameType

import pytest

from domain.games.panzer_clash.messages import (
    Choice,
    ChooseCards,
    ChooseDeck,
    MoveUnit,
    PickCards,
    PlaceModifiers,
    PlayEvent,
    ResponsePrefsSet,
    SetResponsePrefs,
    WindowChanges,
)
from domain.games.panzer_clash.rules import RULES
from domain.games.panzer_clash.settings import settings
from domain.games.panzer_clash.state import State
from domain.kernel.legal import legal_actions, offers
from domain.kernel.messages import Concede
from domain.kernel.offers import Offer, OneOf, Subset
from tests.games.panzer_clash.given import (
    AGAIN,
    after,
    asked,
    attack,
    given,
    opened,
    play,
    started,
    unit,
)
from tests.games.panzer_clash.test_invariants import steps


def by_tag(state: State, seat: int = 0) -> dict[str, list[Offer]]:
    """Return the offers of a seat by their command."""
    found: dict[str, list[Offer]] = {}
    for offer in offers(RULES, state, seat):
        found.setdefault(offer.command, []).append(offer)
    return found


def values_of(offer: Offer, field: str) -> tuple[object, ...]:
    """Return what a field may be."""
    domain = offer.fields[field]
    assert isinstance(domain, OneOf | Subset)
    return domain.values


def test_decks_of_the_right_size_and_side_are_listed() -> None:
    """Section 11, 13: only ready-made decks of the right size; a list of one's own is free."""
    ready, own = by_tag(opened())["choose_deck"]
    assert values_of(ready, "deck_id") == ("deck_american_60", "deck_german_60", "deck_japanese_60", "deck_soviet_60")
    assert set(own.fields) == {"side", "cards"}
    state = play(opened(opposing_sides=True), ChooseDeck(deck_id="deck_german_60"), seat=0).state
    ready, own = by_tag(state, 1)["choose_deck"]
    assert values_of(ready, "deck_id") == ("deck_american_60", "deck_soviet_60")
    assert values_of(own, "side") == ("allies",)
    assert by_tag(state, 0) == {}
    assert len(by_tag(opened(deck_size=50))["choose_deck"]) == 1


def test_an_eighth_mulligan_is_not_offered() -> None:
    """R6."""
    state = started(("deck_german_60", "deck_soviet_60"), first_player="seat0")
    assert set(by_tag(state)) == {"keep_hand", "mulligan"}
    assert set(by_tag(after(state, *[AGAIN] * 7))) == {"keep_hand"}


def test_main_is_grouped_by_card_and_unit() -> None:
    """Issue: a person chooses step by step: unit, then path, then target."""
    state = given(
        hands={0: "factory ger_tiger usa_riflemen mod_bunker ger_panzerfaust axis_reserves sov_maskirovka"},
        stacks={"a0": "2", "b0": "1"},
        units=["c1 0 ger_tiger", "c2 1 sov_kv1", "c4 0 jpn_betty", "d1 0 ger_tiger fresh", "e1 0 ger_tiger stopped"],
    )
    found = by_tag(state)
    assert values_of(found["play_unit"][0], "card") == ("usa_riflemen",)
    assert values_of(found["play_modifier"][0], "space") == ("a0",)
    assert values_of(found["play_factory"][0], "space") == ("a0", "b0", "c0", "d0", "e0")
    assert [values_of(offer, "card") for offer in found["play_event"]] == [("ger_panzerfaust",), ("axis_reserves",)]
    assert values_of(found["play_event"][0], "targets/0/unit") == ("u2",)
    assert [values_of(offer, "unit_id") for offer in found["move_unit"]] == [("u1",), ("u3",)]
    assert values_of(found["move_unit"][0], "path") == (("b1",),)
    assert [values_of(offer, "unit_id") for offer in found["attack_unit"]] == [("u1",)]
    assert [values_of(offer, "unit_id") for offer in found["attack_supply"]] == [("u3",)]
    assert values_of(found["ranged_attack"][0], "target") == ("u1", "u2", "u4", "u5", 0, 1)


def test_offers_of_targets() -> None:
    """7.2: units, rows, spaces, unit and space together, sets of spaces."""
    state = given(
        hands={0: "usa_carpet_bombing axis_saboteurs jpn_tunnels"},
        stacks={"a0": "3", "a5": "1 sov_winter"},
        units=["c1 0 usa_riflemen"],
        down="a1 b1 c2 d2 e2 d1 e1",
    )
    bombing, saboteurs, tunnels = by_tag(state)["play_event"]
    assert values_of(bombing, "targets/0/row") == (1, 2, 3, 4)
    assert values_of(saboteurs, "targets/0/space") == ("a5",)
    assert values_of(tunnels, "targets/0/unit") == ("u1",)
    assert values_of(tunnels, "targets/0/space") == ("a2", "b2")
    state = given(hands={0: "ger_scout_car"}, stacks={"a0": "1"}, down="a1 b1")
    (resolve,) = by_tag(play(state, unit("ger_scout_car", "a0")).state)["resolve_trigger"]
    assert resolve.fields == {"targets/0/spaces": Subset(("a1", "b1"), 0, 2)}


def test_offers_of_the_other_questions() -> None:
    """5.1: orders, choices of triggers, discards, placements, responses."""
    both = play(given(units=["c2 0 jpn_chi_ha damage=1", "c3 1 usa_b17", "e4 1 sov_kv1"]), attack("u1", "u2")).state
    assert values_of(by_tag(both)["choose_next_trigger"][0], "trigger_id") == ("t1", "t2")
    panzer = play(given(units=["c2 0 ger_panzer3", "c3 1 sov_t34"]), attack("u1", "u2")).state
    assert set(by_tag(panzer)) == {"decline_trigger", "resolve_trigger"}
    picking = given(hands={0: "sov_t34 factory factory"}, agenda=[PickCards(seat=0, why="discard_hand", n=2)])
    assert by_tag(picking)["choose_cards"][0].fields == {"cards": Subset(("factory", "factory", "sov_t34"), 2, 2)}
    placing = given(stacks={"a0": "1 mod_bunker", "c0": "1 mod_bunker"}, agenda=[PlaceModifiers(seat=0)])
    assert values_of(by_tag(placing)["place_modifier"][0], "from") == ("a0", "c0")
    window = given(
        seat=1,
        hands={0: "sov_maskirovka ger_blitzkrieg ger_panzerfaust"},
        stacks={"a0": "2"},
        units=["c2 0 ger_tiger", "c3 1 sov_kv1"],
    )
    window = play(window, attack("u2", "u1")).state
    assert [values_of(offer, "card") for offer in by_tag(window)["play_event"]] == [
        ("sov_maskirovka",),
        ("ger_panzerfaust",),
    ]
    assert "pass_response" in by_tag(window)


@pytest.mark.parametrize("number", range(4))
def test_every_listed_action_is_accepted_and_every_accepted_one_is_listed(number: int) -> None:
    """Section 11, 13, in whole games."""
    for count, step in enumerate(steps(number)):
        if step.after.outcome is not None or count % 5:
            continue
        seat, _ = asked(step.after)
        legal = list(legal_actions(RULES, step.after, seat))
        assert legal
        for command in legal[:6]:
            assert RULES.refuse(step.after, seat, command) is None
        moves = {command for command in legal if isinstance(command, MoveUnit)}
        for moving in step.after.units:
            for space in ("a1", "c2", "c3", "e4"):
                command = MoveUnit(unit_id=moving, path=(space,))
                assert (RULES.refuse(step.after, seat, command) is None) is (command in moves)


def test_normal_forms() -> None:
    """Architecture 2: sets in the order of their list."""
    state = opened()
    assert RULES.normal(state, ChooseCards(cards=("sov_t34", "factory"))) == ChooseCards(cards=("factory", "sov_t34"))
    own = ChooseDeck(cards={"ger_tiger": 1, "factory": 59}, side="axis")
    normal = RULES.normal(state, own)
    assert isinstance(normal, ChooseDeck)
    assert isinstance(normal.cards, dict)
    assert list(normal.cards) == ["factory", "ger_tiger"]
    ready = ChooseDeck(deck_id="deck_german_60", side="axis")
    assert RULES.normal(state, ready) == ChooseDeck(deck_id="deck_german_60")
    event = PlayEvent(card="x", space="a0", targets=(Choice(spaces=("e4", "a1")), Choice(unit="u1")))
    assert RULES.normal(state, event) == PlayEvent(
        card="x", space="a0", targets=(Choice(spaces=("a1", "e4")), Choice(unit="u1"))
    )
    odd = PlayEvent(card="x", space="a0", targets=(Choice(spaces=("zz", "e4")),))
    assert RULES.refuse(given(hands={0: "x"}), 0, RULES.normal(state, odd)) is not None
    assert RULES.normal(state, Concede()) == Concede()


def test_prepared_answers_know_the_kind_of_window_only() -> None:
    """5.6: for each kind ask or pass."""
    state = given(hands={1: "factory"}, stacks={"a5": "1"}, units=["c2 0 ger_tiger", "c3 1 sov_kv1"])
    state = play(state, attack("u1", "u2")).state
    assert RULES.prepared_answer(state, 1) is None
    other = play(state, SetResponsePrefs(prefs=WindowChanges(ranged=False, event=False)), seat=1).state
    assert RULES.prepared_answer(other, 1) is None
    assert RULES.prepared_answer(play(state, Concede(), seat=0).state, 1) is None


def test_preferences_are_offered_with_what_holds_now_first() -> None:
    """5.6: for each kind ask or pass; a copy that does not know another seat's offers none."""
    state = play(given(), SetResponsePrefs(prefs=WindowChanges(ranged=False)), seat=1).state
    (offer,) = settings(state, 1)
    assert offer.command == "set_response_prefs"
    assert offer.fields["prefs/ranged"] == OneOf((False, True))
    assert offer.fields["prefs/attack"] == OneOf((True, False))
    assert offer.fields["pass_rest_of_turn"] == OneOf((False, True))
    told = RULES.evolve(state, ResponsePrefsSet(seat=1, prefs=None))
    assert settings(told, 1) == ()


def calls_of(state: State, seat: int) -> int:
    """Return how many Python functions are called to make a seat's offers: a measure that no busy machine changes."""
    count = 0

    def counted(_: FrameType, event: str, __: object) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        offers(RULES, state, seat)
    finally:
        sys.setprofile(before)
    return count


def test_offers_cost_little() -> None:
    """Issue: offers are ready in milliseconds, of any state; how long they take is a row of the benchmarks."""
    counts = sorted(
        [
            calls_of(step.after, asked(step.after)[0])
            for number in (0, 1, 2)
            for step in steps(number)
            if step.after.outcome is None
        ]
    )
    assert counts[len(counts) // 2] < 150
    assert counts[-1] < 1_000
