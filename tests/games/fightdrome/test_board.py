"""The picture: what section 12 wants on a page, for every viewer, within the width of a screen."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from wcwidth import width

from domain.games.fightdrome.board import picture
from domain.games.fightdrome.messages import (
    ChooseSleeve,
    DiscardCard,
    FightdromeCommand,
    FightdromeOptions,
    PlayCard,
)
from domain.games.fightdrome.rules import RULES
from domain.games.fightdrome.state import State
from domain.games.fightdrome.view import view
from domain.kernel.display.board import Badge, CardPicture, Panel, Picture, Zone
from domain.kernel.display.text import render
from domain.kernel.display.words import Words
from domain.kernel.legal import may_of
from domain.kernel.marks import redact
from domain.kernel.messages import Concede
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, every_viewer, seat_viewer
from tests.games.fightdrome.bot_games import played
from tests.games.fightdrome.given import given, kind, play, setup_of, started

WORDS = Words(("Ann", "Bea"))
ANN, BEA = seat_viewer(0), seat_viewer(1)


def drawn(state: State, viewer: Viewer = ANN, *, ask: bool = True) -> Picture:
    seat = min(viewer.seats, default=0)
    return picture(view(state, viewer), WORDS, may_of(RULES, state, seat) if ask else None)


def panel(shown: Picture, label: str) -> Panel:
    return next(part for part in shown.panels if part.label == label)


def zone(part: Panel, label: str) -> Zone:
    return next(zone for zone in part.zones if zone.label == label)


def faces(cards: tuple[CardPicture, ...]) -> list[str]:
    return [card.face for card in cards]


def numbers(part: Panel) -> dict[str, tuple[int, int | None]]:
    return {counter.label: (counter.value, counter.of) for counter in part.counters}


def hand(state: State, viewer: Viewer = ANN, *, ask: bool = True) -> tuple[CardPicture, ...]:
    return zone(panel(drawn(state, viewer, ask=ask), "Ann"), "Hand").cards


def after(state: State, seat: int, command: FightdromeCommand) -> State:
    return play(state, command, seat=seat).state


ANSWERING = given(alice="W P80 P20 K60 NK", simon="P20 K30 G40", standing="P50", asked=0)


def test_the_opponent_is_above_the_arena_and_the_own_corner_below() -> None:
    shown = drawn(ANSWERING)
    assert [(part.label, part.role) for part in shown.panels] == [("Bea", "other"), ("Arena", "centre"), ("Ann", "own")]
    assert [zone.label for zone in panel(shown, "Bea").zones] == ["Hand", "Fighter", "Deck", "Discard"]
    assert [zone.label for zone in panel(shown, "Ann").zones] == ["Fighter", "Deck", "Discard", "Hand"]
    assert [part.label for part in drawn(ANSWERING, BEA).panels] == ["Ann", "Arena", "Bea"]


def test_the_standing_attack_is_in_the_centre_with_its_owner_and_what_answers_it() -> None:
    """7.1: a Punch 50; what any card of a name can do needs no number."""
    attack, answers = panel(drawn(ANSWERING), "Arena").zones
    assert (attack.label, faces(attack.cards), attack.cards[0].badges) == (
        "Standing attack",
        ["Punch 50"],
        ("by Bea",),
    )
    assert answers.label == "must be answered by"
    assert faces(answers.cards) == [
        "Punch 50+",
        "Grapple 50+",
        "Punch Block 60+",
        "Neurochem Punch",
        "Neurochem Grapple",
        "Neurochem Block",
        "Weave",
        "Feint",
    ]
    assert answers.cards[0].name == "Punch 50 or higher"


def test_nothing_stands_in_a_pause() -> None:
    (attack,) = panel(drawn(given(alice="P20 K30", simon="P20")), "Arena").zones
    assert (attack.cards, attack.slots) == ((), 1)


def test_an_attack_that_was_not_answered_stays_in_sight_while_its_victim_discards() -> None:
    state = given(alice="P20 K30", simon="P30 K20", phase="stagger_discard", asked=0, unmet="NG")
    attack, answers = panel(drawn(state), "Arena").zones
    assert (attack.label, faces(attack.cards)) == ("Not answered", ["Neurochem Grapple"])
    assert (answers.label, faces(answers.cards)) == (
        "could be answered by",
        ["Neurochem Punch", "Neurochem Kick", "Neurochem Grapple", "Neurochem Block"],
    )


def test_the_hand_is_in_table_order_with_legal_cards_lit_and_the_others_explained() -> None:
    cards = hand(ANSWERING)
    assert faces(cards) == ["Punch 20", "Punch 80", "Kick 60", "Neurochem Kick", "Weave"]
    assert [card.lit for card in cards] == [False, True, False, False, True]
    assert [card.why_not for card in cards if not card.lit] == [
        "Weaker than Punch 50.",
        "The wrong kind against Punch 50.",
        "The wrong kind against Punch 50.",
    ]


def test_what_only_neurochems_answer_says_so_and_who_must_attack_needs_an_attack_card() -> None:
    facing = given(alice="P80 W NP", simon="K30 G40", standing="NP", asked=0)
    assert {card.why_not for card in hand(facing)} == {None, "Only a Neurochem answers Neurochem Punch."}
    opening = given(alice="P80 W KB40", simon="K30 G40")
    assert [card.why_not for card in hand(opening)] == [None, "No Attack card.", "No Attack card."]


def test_any_card_can_be_thrown_by_who_is_staggered() -> None:
    state = given(alice="P20 W", simon="P30 K20", phase="stagger_discard", asked=0)
    assert [card.lit for card in hand(state)] == [True, True]


def test_each_kind_is_asked_about_once() -> None:
    asked: list[FightdromeCommand] = []

    def may(command: FightdromeCommand) -> None:
        asked.append(command)

    twins = given(alice="P20 P20 W", simon="K20")
    picture(view(twins, ANN), WORDS, may)
    assert asked == [PlayCard(card_id=kind("P20")), PlayCard(card_id=kind("W"))]
    asked.clear()
    staggered = given(alice="P20 P20", simon="K20", phase="stagger_discard", asked=0)
    picture(view(staggered, ANN), WORDS, may)
    assert asked == [DiscardCard(card_id=kind("P20"))]


def test_nothing_is_lit_where_nobody_asks_or_is_awaited() -> None:
    assert {card.lit for card in hand(ANSWERING, ask=False)} == {None}
    waiting = given(alice="P20 K30", simon="P30", standing="P20", asked=1)
    assert {card.lit for card in hand(waiting)} == {None}
    assert drawn(waiting).prompt == "Waiting for Bea."


def test_the_opponents_hand_is_backs_and_both_hands_are_counted_against_seven() -> None:
    shown = drawn(ANSWERING)
    assert zone(panel(shown, "Bea"), "Hand").cards == (CardPicture("", back=True),) * 3
    assert numbers(panel(shown, "Bea")) == {"Hand": (3, 7)}
    assert numbers(panel(shown, "Ann")) == {"Hand": (5, 7)}


def test_a_spectator_sees_no_hand_and_looks_from_the_first_seat() -> None:
    shown = drawn(ANSWERING, SPECTATOR)
    assert [(part.label, part.role) for part in shown.panels] == [
        ("Bea", "other"),
        ("Arena", "centre"),
        ("Ann", "other"),
    ]
    assert all(
        card.back for part in shown.panels for place in part.zones if place.label == "Hand" for card in place.cards
    )
    assert shown.prompt == "Waiting for Ann."


def test_an_arbiter_sees_hands_and_decks_and_no_card_is_lit() -> None:
    state = given(alice="P20", simon="K30 F", tops={1: "G40"})
    shown = drawn(state, ARBITER)
    bea = panel(shown, "Bea")
    assert faces(zone(bea, "Hand").cards) == ["Kick 30", "Feint"]
    assert zone(bea, "Deck").cards[0].face == "Grapple 40"
    assert {card.lit for card in zone(panel(shown, "Ann"), "Hand").cards} == {None}


def test_piles_are_counted_and_the_discard_can_be_looked_through() -> None:
    """Face-down cards are backs, but to who laid them there."""
    state = given(alice="P20", simon="K30", decks={0: 30}, face_down={0: "NP"})
    own, others = (panel(drawn(state, viewer), "Ann") for viewer in (ANN, BEA))
    assert zone(own, "Deck").count == 30
    discard = zone(own, "Discard")
    assert discard.count == len(discard.cards) == 44 - 30 - 1
    assert discard.cards[-1].face == "Neurochem Punch"
    assert (discard.cards[-1].back, discard.cards[-1].badges) == (True, ("face down",))
    assert zone(others, "Discard").cards[-1] == CardPicture("", back=True)
    assert zone(others, "Discard").cards[:-1] == discard.cards[:-1]
    assert not any(card.back for card in discard.cards[:-1])


def test_a_fighter_is_a_sleeve_and_a_stack_with_the_deck_they_make() -> None:
    """W2's way of counting, in the order of the piles."""
    state = started(1, first_player="seat_0").state
    corner = state.fighters[0].corner
    fighter = zone(panel(drawn(state), "Ann"), "Fighter")
    pairs = zip(corner.counts, ("Punch", "Kick", "Grapple", "Block", "Neurochem"), strict=True)
    assert fighter.note == " ".join([f"{count} {pile}" for count, pile in pairs])
    assert [card.id for card in fighter.cards] == [corner.sleeve, corner.stack]
    assert fighter.cards[0].badges == ()


def test_fame_and_bouts_are_counted_in_a_match_only() -> None:
    state = given(alice="P20", simon="K30", fame=(120, 45), mode="fame_match", fame_target=150)
    assert numbers(panel(drawn(state), "Ann")) == {"Hand": (1, 7), "Bouts won": (0, None), "Fame": (120, 150)}


def test_badges_say_who_is_asked_and_who_is_staggered() -> None:
    state = given(alice="P20 K30", simon="K30", cause="after_stagger", staggered=1)
    assert panel(drawn(state), "Ann").badges == (Badge("turn", "turn"),)
    assert panel(drawn(state), "Bea").badges == (Badge("Staggered", "warning"),)


@pytest.mark.parametrize(("counter", "near"), [(299, False), (300, True)])
def test_the_actions_are_counted_against_the_bell_from_three_quarters_on(counter: int, near: bool) -> None:
    arena = panel(drawn(given(alice="P20", simon="K30", counter=counter)), "Arena")
    assert numbers(arena) == ({"Actions until the bell": (counter, 400)} if near else {})


SEVEN = "P20 P30 P40 K20 K30 K40 G20"


@pytest.mark.parametrize(
    ("state", "banner", "prompt"),
    [
        (
            given(alice="P20 K30", simon="K20", cause="bout_start"),
            "The bout begins: Ann must attack.",
            "Your turn: attack.",
        ),
        (
            given(alice="P20 K30", simon="K20", cause="after_pause"),
            "The fight is paused: Ann must attack.",
            "Your turn: attack.",
        ),
        (
            given(alice="P20 K30", simon="K20", cause="after_stagger", staggered=1),
            "Bea is Staggered: Ann may attack or rest.",
            "Your turn: attack or rest.",
        ),
        (
            given(alice="W KB40", simon="K20", cause="after_stagger", staggered=1),
            "Bea is Staggered: Ann may attack or rest.",
            "Your turn: without an Attack card you can only rest.",
        ),
        (
            given(alice=SEVEN, simon="K20", cause="after_stagger", staggered=1),
            "Bea is Staggered: Ann must attack.",
            "Your turn: attack.",
        ),
        (
            given(alice="P20 K30", simon="K20", cause="after_rest", staggered=0),
            "Bea has rested: Ann must attack.",
            "Your turn: attack.",
        ),
        (
            given(alice="P20 K30", simon="K20", cause="after_rest", staggered=0, breathing_space=True),
            "Bea has rested: Ann may attack or rest.",
            "Your turn: attack or rest.",
        ),
        (
            given(alice="P20 K30", simon="K20", phase="follow_feint", asked=0),
            "Ann has feinted and must attack at once.",
            "Your turn: follow the Feint up with an Attack card.",
        ),
        (
            given(alice="P20 K30", simon="K20", phase="stagger_discard", asked=0),
            "Ann is Staggered and must discard a card.",
            "You are Staggered: choose a card to discard.",
        ),
        (ANSWERING, None, "Your turn: answer Punch 50."),
    ],
)
def test_banner_and_prompt_say_what_is_asked(state: State, banner: str | None, prompt: str) -> None:
    shown = drawn(state)
    assert shown.banner == (() if banner is None else (banner,))
    assert shown.prompt == prompt


def test_the_headline_names_the_mode() -> None:
    assert drawn(ANSWERING).headline == "Fightdrome, a single bout"
    match = given(alice="P20", simon="K30", mode="fame_match", bout=2)
    assert drawn(match).headline == "Fightdrome, match to 300 Fame, bout 2"
    epic = started(1, mode="epic_tournament").state
    assert drawn(epic).headline == "Fightdrome, Epic Tournament"
    assert drawn(replace(epic, bout=3)).headline == "Fightdrome, Epic Tournament, bout 3"


def test_a_stable_shows_what_each_sleeve_would_make_while_one_is_chosen() -> None:
    """R41: the own choice is marked, the other's only said to be made."""
    state = started(1, mode="epic_tournament").state
    shown = drawn(state)
    ann = panel(shown, "Ann")
    lines = [zone(ann, f"Fighter {number}") for number in (1, 2, 3)]
    assert [line.cards[0].id for line in lines] == list(state.fighters[0].corner.stable)
    assert {line.cards[0].lit for line in lines} == {True}
    assert len({line.note for line in lines}) > 1
    assert {zone(panel(shown, "Bea"), "Fighter 1").cards[0].lit} == {None}
    assert shown.banner == ("The fighters of the next bout are being chosen.",)
    assert shown.prompt == "Choose the fighter for the next bout."
    second = lines[1].cards[0].id
    assert second is not None
    chosen = after(state, 0, ChooseSleeve(sleeve_id=second))
    own, others = (panel(drawn(chosen, viewer), "Ann") for viewer in (ANN, BEA))
    assert [card.badges for card in zone(own, "Fighters").cards] == [(), ("chosen",), (), ()]
    assert [card.badges for card in zone(others, "Fighters").cards] == [(), (), (), ()]
    assert own.badges == others.badges == (Badge("has chosen", "good"),)
    assert zone(own, "Fighters").note is None


def test_a_stable_shows_who_fights_and_who_is_out() -> None:
    state = started(1, mode="epic_tournament").state
    for seat in (0, 1):
        state = after(state, seat, ChooseSleeve(sleeve_id=state.fighters[seat].corner.stable[0]))
    corner = replace(state.fighters[0].corner, eliminated=(state.fighters[0].corner.stable[2],))
    state = replace(state, fighters=(replace(state.fighters[0], corner=corner), state.fighters[1]))
    fighters = zone(panel(drawn(state), "Ann"), "Fighters")
    assert [card.badges for card in fighters.cards] == [("fights",), (), ("out",), ()]
    assert fighters.note


def test_a_finished_game_names_its_winner_and_asks_nobody() -> None:
    shown = drawn(after(ANSWERING, 0, Concede()), BEA)
    assert shown.banner == ("The game is over. Won by: Bea",)
    assert shown.prompt is None
    assert {card.lit for card in zone(panel(shown, "Bea"), "Hand").cards} == {None}


@pytest.mark.parametrize(
    "ended",
    [
        after(ANSWERING, 1, Concede()),
        play(given(alice="NK", simon="P20", standing="K60", asked=0), "NK").state,
        play(given(alice="P20 K20", simon="P80", counter=99, bell_limit=100), "P20").state,
    ],
    ids=["conceded", "empty hand", "bell"],
)
def test_an_attack_that_still_stands_at_the_end_need_not_be_answered(ended: State) -> None:
    """Section 3: it stays in the arena; W26: nobody is asked to answer."""
    attack, answers = panel(drawn(ended), "Arena").zones
    assert (attack.label, len(attack.cards), answers.label) == ("Standing attack", 1, "could be answered by")


def test_hands_that_are_counted_lie_open_and_each_viewer_keeps_the_own_side() -> None:
    """R33; at the end of a match."""
    options = FightdromeOptions(mode="fame_match", fame_target=50)
    *_, last = played(("sensible", "sensible"), 1, options)
    for viewer, below in ((ANN, "Ann"), (BEA, "Bea"), (SPECTATOR, "Ann")):
        shown = drawn(last.state, viewer)
        assert shown.panels[-1].label == below
        assert not any(card.back for part in shown.panels for card in zone_cards(part, "Hand"))


def zone_cards(part: Panel, label: str) -> tuple[CardPicture, ...]:
    return next((zone.cards for zone in part.zones if zone.label == label), ())


@pytest.mark.parametrize("columns", [80, 100])
@pytest.mark.parametrize("mode", ["single_bout", "fame_match", "epic_tournament"])
def test_a_whole_game_can_be_drawn_for_every_viewer_after_every_fact(mode: str, columns: int) -> None:
    """No line is too wide, the page is not too long, and a hand is shown to those alone who may see it.

    What a copy does not know is drawn as backs, whoever looks at it.
    """
    options = setup_of(mode=mode).options
    state = RULES.empty(setup_of(mode=mode))
    copy = state
    for number, step in enumerate(played(("sensible", "random"), 5, options)):
        for fact in step.facts:
            state, copy = RULES.evolve(state, fact), RULES.evolve(copy, redact(fact, ANN))
            if number > 3 and number % 5:
                continue
            for viewer in every_viewer(2):
                assert drawn(copy, viewer, ask=False).panels
                shown = drawn(state, viewer, ask=fact is step.facts[-1])
                lines = render(shown, columns=columns).split("\n")
                assert max(width(line) for line in lines) <= columns
                assert len(lines) <= 30
                hidden = [part for part in shown.panels if part.seat is not None and not viewer.may_know((part.seat,))]
                hands = [card for part in hidden for card in zone_cards(part, "Hand")]
                assert state.laid_open or all(card.back and not card.face for card in hands)
