"""The picture of the table: what lies where (section 12.2), and nothing that the viewer may not see."""

from __future__ import annotations

import itertools
import re
from typing import Any, Literal, get_args

import pytest
from msgspec.structs import replace
from wcwidth import width

from domain.games.chanic_panic.board import in_order, picture
from domain.games.chanic_panic.board.looks import lying_marks
from domain.games.chanic_panic.editions import EDITIONS
from domain.games.chanic_panic.messages import (
    ChanicCommand,
    ChanicOptions,
    PlayClub,
    PlayUtility,
    Question,
    QuestionKind,
)
from domain.games.chanic_panic.refuse import refuse
from domain.games.chanic_panic.rules import RULES
from domain.games.chanic_panic.state import Player, State, Turn
from domain.games.chanic_panic.view import BoardCard, view
from domain.kernel.cards.zones import Bag, Stack
from domain.kernel.display.board import Badge, CardPicture, Counter, Panel, Picture, Zone
from domain.kernel.display.look import Look, Mark
from domain.kernel.display.text import render
from domain.kernel.display.words import Words, words_in
from domain.kernel.legal import may_of
from domain.kernel.refusals import Refusal
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, every_viewer, seat_viewer
from domain.kernel.setup import Outcome, Place
from tests.games.chanic_panic.bot_games import played
from tests.games.chanic_panic.given import change, given

NAMES = ("Ann", "Bea", "Cem", "Dan", "Eva")
WORDS = Words(NAMES)
ANN = seat_viewer(0)


def table(
    ann: Player | None = None,
    *others: Player,
    phase: Literal["point_phase", "club_phase"] = "point_phase",
    points: int = 7,
    last_club: int = 0,
    allowance: bool = False,
    panic: bool = False,
) -> State:
    """Ann's turn in round 4, against one opponent or the given ones."""
    first = ann or Player(turns=4)
    return State(
        options=ChanicOptions(panic=panic),
        edition=EDITIONS[1],
        players=(first, *(others or (Player(turns=3),))),
        turn=Turn(0, phase, points=points, last_club=last_club, allowance=allowance),
        deck=Stack(("H3", "S4")),
        discard=Stack(("C7-1", "D2-1")),
    )


def drawn(state: State, viewer: Viewer = ANN, *, ask: bool = True) -> Picture:
    def may(command: ChanicCommand) -> Refusal | None:
        return refuse(state, 0, command)

    return picture(view(state, viewer), WORDS, may if ask else None)


def panel(seen: Picture, label: str) -> Panel:
    return next(panel for panel in seen.panels if panel.label == label)


def zone(part: Panel, label: str) -> Zone:
    return next(zone for zone in part.zones if zone.label == label)


def faces(cards: tuple[CardPicture, ...]) -> list[str]:
    return [card.face for card in cards]


ARMED = Player(
    hand=Bag(("S3", "H9", "C2", "H2", "C8")),
    hearts=("H7-1", "H10-1"),
    diamonds=("D1-1",),
    spades=("S4-1",),
    turns=4,
)


def test_the_own_board_lies_at_the_bottom_and_opponents_face_it() -> None:
    """Hearts nearest to the player, Spades farthest; mirrored, so that Spades face each other."""
    seen = drawn(table(ARMED))
    assert [part.role for part in seen.panels] == ["other", "centre", "own"]
    assert [zone.label for zone in panel(seen, "Ann").zones] == ["Spades", "Diamonds", "Hearts", "Hand"]
    assert [zone.label for zone in panel(seen, "Bea").zones] == ["Hearts", "Diamonds", "Spades"]


def test_rows_show_cards_and_outlines() -> None:
    hearts = zone(panel(drawn(table(ARMED)), "Ann"), "Hearts")
    assert faces(hearts.cards) == ["7♥", "10♥"]
    assert hearts.cards[0].name == "7 of Hearts"
    assert hearts.cards[0].id == "H7-1"
    assert hearts.slots == 3


def test_each_player_shows_sums_and_hand_count() -> None:
    counters = [(counter.label, counter.value, counter.of) for counter in panel(drawn(table(ARMED)), "Ann").counters]
    assert counters == [("Health", 17, None), ("Shields", 1, None), ("Weapons", 4, None), ("Hand", 5, 8)]


def test_a_changed_value_is_marked_on_its_card() -> None:
    seen = view(table(ARMED), ANN)
    changed = replace(seen.players[0], hearts=(BoardCard("H7-1", 14),))
    shown = picture(replace(seen, players=(changed, *seen.players[1:])), WORDS)
    assert zone(panel(shown, "Ann"), "Hearts").cards[0].badges == ("=14",)


def test_the_hand_is_sorted_and_says_what_can_be_played_and_why_not() -> None:
    hand = zone(panel(drawn(table(ARMED)), "Ann"), "Hand").cards
    assert faces(hand) == ["2♥", "9♥", "3♠", "2♣", "8♣"]
    assert [card.lit for card in hand] == [True, False, True, True, True]
    assert hand[1].why_not == "You have only 7 points left."


def test_on_a_club_the_hand_is_measured_by_it() -> None:
    state = table(ARMED, phase="club_phase", points=0, last_club=5, allowance=True)
    hand = zone(panel(drawn(state), "Ann"), "Hand").cards
    assert [card.face for card in hand if card.lit] == ["2♥", "3♠", "2♣"]
    assert {card.why_not for card in hand if not card.lit} == {"Your last Club allows 5 at most."}


def test_other_refusals_are_given_in_their_own_words() -> None:
    full = replace(ARMED, hearts=("H7-1", "H10-1", "H4-1"))
    assert zone(panel(drawn(table(full)), "Ann"), "Hand").cards[0].why_not == "A row takes 3 cards."


def test_each_kind_is_asked_about_once() -> None:
    asked: list[ChanicCommand] = []

    def may(command: ChanicCommand) -> None:
        asked.append(command)

    twins = replace(ARMED, hand=Bag(("C2", "H2", "H2")))
    picture(view(table(twins), ANN), WORDS, may)
    assert asked == [PlayClub(card="C2"), PlayUtility(card="H2")]


def test_nothing_is_lit_where_nobody_asks_or_is_awaited() -> None:
    hand = zone(panel(drawn(table(ARMED), ask=False), "Ann"), "Hand").cards
    assert {card.lit for card in hand} == {None}
    waiting = replace(table(ARMED), turn=Turn(1, "point_phase"))
    assert {card.lit for card in zone(panel(drawn(waiting), "Ann"), "Hand").cards} == {None}
    assert drawn(waiting).prompt == "Waiting for Bea."


def test_a_spectator_sees_no_hand_and_looks_from_the_first_seat() -> None:
    seen = drawn(table(ARMED), SPECTATOR)
    assert [part.label for part in seen.panels] == ["Bea", "Table", "Ann"]
    assert [part.role for part in seen.panels] == ["other", "centre", "other"]
    assert not [zone for part in seen.panels for zone in part.zones if zone.kind == "hand"]
    assert seen.prompt == "Waiting for Ann."


def test_an_arbiter_sees_every_hand_and_none_is_lit() -> None:
    seen = drawn(table(ARMED, Player(hand=Bag(("D3",)), turns=3)), ARBITER)
    assert faces(zone(panel(seen, "Bea"), "Hand").cards) == ["3♦"]
    assert {card.lit for card in zone(panel(seen, "Ann"), "Hand").cards} == {None}


def test_the_seat_of_the_viewer_is_at_the_bottom_and_the_others_follow_in_turn_order() -> None:
    state = table(None, Player(turns=3), Player(turns=3))
    assert [part.label for part in drawn(state, seat_viewer(1)).panels] == ["Cem", "Ann", "Table", "Bea"]


@pytest.mark.parametrize(("opponents", "compact"), [(3, False), (4, True)])
def test_more_than_three_opponents_are_compact(opponents: int, compact: bool) -> None:
    state = table(ARMED, *[Player(hearts=("H1-1",), turns=3)] * opponents)
    bea = panel(drawn(state), "Bea")
    assert bea.compact == compact
    assert [zone.label for zone in bea.zones] == ["Hearts", "Diamonds", "Spades"]
    assert [zone.sign for zone in bea.zones] == ["♥", "♦", "♠"]
    assert faces(bea.zones[0].cards) == (["A"] if compact else ["A♥"])
    assert [counter.label for counter in bea.counters][-1] == "Hand"


def test_badges_say_what_matters_about_a_player() -> None:
    bea = Player(turns=3, attackers=(0,), protected_through=4, panic_used=True)
    seen = drawn(table(None, bea, panic=True))
    assert panel(seen, "Ann").badges == (Badge("turn", "turn"), Badge("Panic left"))
    assert panel(seen, "Bea").badges == (Badge("protected", "good"), Badge("attackers 1/2", "warning"))


@pytest.mark.parametrize(
    ("standing", "text"), [("eliminated", "out"), ("conceded", "conceded"), ("timed_out", "out of time")]
)
def test_who_left_keeps_only_the_name(standing: Literal["eliminated", "conceded", "timed_out"], text: str) -> None:
    bea = panel(drawn(table(None, Player(standing=standing), Player())), "Bea")
    assert bea.badges == (Badge(text),)
    assert bea.zones == ()
    assert bea.counters == ()


def test_the_centre_shows_piles_round_and_points() -> None:
    centre = panel(drawn(table()), "Table")
    assert zone(centre, "Deck").count == 2
    assert faces(zone(centre, "Discard").cards) == ["7♣", "2♦"]
    assert zone(centre, "Discard").count == 2
    assert [(counter.label, counter.value, counter.of) for counter in centre.counters] == [
        ("Round", 4, 60),
        ("Points", 7, None),
    ]
    assert centre.badges == (Badge("Point Phase", "turn"),)


@pytest.mark.parametrize(
    ("allowance", "badge"),
    [(True, Badge("Last Club 7: one card up to 7", "good")), (False, Badge("Last Club 7: used up"))],
)
def test_the_centre_shows_the_last_club_open_or_closed(allowance: bool, badge: Badge) -> None:
    state = table(phase="club_phase", points=0, last_club=7, allowance=allowance)
    assert panel(drawn(state), "Table").badges == (Badge("Club Phase", "turn"), badge)


@pytest.mark.parametrize(
    ("turns", "banner"),
    [
        (2, ("Spades and attacks from round 3, bypass from 4.",)),
        (3, ("Spades and attacks are open, bypass from round 4.",)),
        (4, ()),
    ],
)
def test_the_marks_of_the_rounds_are_shown(turns: int, banner: tuple[str, ...]) -> None:
    seen = drawn(table(Player(turns=turns)))
    assert seen.headline == f"Chanic Panic, round {turns}"
    assert seen.banner == banner


def test_the_prompt_names_what_may_be_tried() -> None:
    assert drawn(table()).prompt == "Your turn, 7 points left: play a card, attack, trade or end the turn."
    one = table(Player(turns=2), points=1, panic=True)
    assert drawn(one).prompt == "Your turn, one point left: play a card, trade, panic or end the turn."
    spent = table(Player(turns=4, panic_used=True), phase="club_phase", last_club=7, panic=True)
    assert drawn(spent).prompt == "Your turn, Club Phase: attack, trade or end the turn."
    opened = table(phase="club_phase", last_club=7, allowance=True)
    bare = replace(opened, options=ChanicOptions(trader=False))
    assert drawn(bare).prompt == "Your turn, Club Phase: play a card, attack or end the turn."


def test_the_prompt_is_about_the_seat_on_turn() -> None:
    state = replace(
        table(Player(turns=2, panic_used=True), Player(turns=2), panic=True), turn=Turn(1, "point_phase", 9)
    )
    assert drawn(state, seat_viewer(1)).prompt == "Your turn, 9 points left: play a card, trade, panic or end the turn."


def test_nothing_to_try_leaves_the_end_of_the_turn() -> None:
    state = table(Player(turns=2), phase="club_phase", last_club=7)
    bare = replace(state, options=ChanicOptions(trader=False))
    assert drawn(bare).prompt == "Your turn, Club Phase: end the turn."


def test_the_action_limit_leaves_the_end_of_the_turn() -> None:
    """R59."""
    state = table(points=3, panic=True)
    tired = replace(state, turn=replace(state.turn, actions=200))
    assert drawn(tired).prompt == "Your turn, 3 points left: end the turn."


def test_a_finished_game_names_its_winners_and_asks_nobody() -> None:
    outcome = Outcome(places=(Place(place=1, seats=(0, 1)),), ended_by="limit", reason="round_limit")
    seen = drawn(replace(table(), outcome=outcome, turn=Turn(0, "game_over")))
    assert seen.banner == ("The game is over. Won by: Ann and Bea",)
    assert seen.prompt is None
    assert panel(seen, "Table").badges == ()


def test_a_hand_is_sorted_by_suit_and_value() -> None:
    assert in_order(("C1", "S10", "H10", "H9", "D2")) == ["H9", "H10", "D2", "S10", "C1"]


ALL: dict[str, Any] = {"specials": 2, "presence": True, "stack": True, "shop": True, "lives": 3}


def seen_by(state: State, seat: int = 0, words: Words = WORDS) -> Picture:
    """What a seat sees, with what it may do."""
    return picture(view(state, seat_viewer(seat)), words, lambda command: refuse(state, seat, command))


def badges(shown: Picture, label: str) -> list[str]:
    return [badge.text for badge in panel(shown, label).badges]


def asked(state: State, seat: int, kind: QuestionKind, **about: Any) -> State:
    """The table while a seat is asked something in the middle of an effect."""
    return replace(state, agenda=(Question(seat=seat, kind=kind, **about),))


def test_options_have_their_numbers_beside_the_board() -> None:
    state = change(given(stacks={0: "H2 C3"}, **ALL), 0, presence=45, lives=2)
    counters = panel(seen_by(state), "Ann").counters[4:]
    assert counters == (
        Counter("Stack", 2, icon="deck"),
        Counter("Presence", 45, of=200, icon="crown"),
        Counter("Lives", 2, of=3, icon="life"),
    )
    crowd = panel(seen_by(given(seats=6, **ALL)), "Bea").counters
    assert [(counter.label, counter.of) for counter in crowd[4:]] == [
        ("Stack", None),
        ("Presence", None),
        ("Lives", None),
    ]


def test_a_card_shows_what_lies_under_it() -> None:
    """Its owner sees which cards, others how many."""
    state = given(boards={0: "D6 H9"}, attached={0: {"D6-1": "S9 C2"}})
    own = zone(panel(seen_by(state), "Ann"), "Diamonds").cards[0]
    other = zone(panel(seen_by(state, 1), "Ann"), "Diamonds").cards[0]
    assert own.badges == ("=10", "⊞9♠⊞2♣")
    assert other.badges == ("=10", "⊞2")
    assert own.look is not None
    assert own.look.marks == (
        Mark("diamond", "10", "counts 10", 1),
        Mark("deck", "2", "under it: 9 of Spades, 2 of Clubs"),
    )
    assert other.look is not None
    assert other.look.marks[1] == Mark("deck", "2", "2 cards under it")
    assert zone(panel(seen_by(state), "Ann"), "Hearts").cards[0].badges == ()


def test_the_own_stack_is_open_to_its_owner_alone_and_marks_what_is_new() -> None:
    state = change(given(stacks={0: "C3 H2 S1"}, **ALL), 0, fresh=1)
    stack = zone(panel(seen_by(state), "Ann"), "Stack").cards
    assert [(card.face, card.id, card.badges) for card in stack] == [
        ("2♥", "*H2", ()),
        ("3♣", "*C3", ()),
        ("A♠", "*S1", ("new",)),
    ]
    assert stack[0].name == "2 of Hearts of the Stack"
    assert "Stack" not in [zone.label for zone in panel(seen_by(state, 1), "Ann").zones]


def test_the_market_shows_slots_and_prices_and_what_can_be_bought() -> None:
    state = given(market="C9 - H1", points=4)
    market = zone(panel(seen_by(state), "Table"), "Market").cards
    assert [(card.face, card.id, card.lit, card.badges) for card in market] == [
        ("9♣", "slot/1", False, ("slot 1, 5 points",)),
        ("slot 2 empty", None, None, ()),
        ("A♥", "slot/3", True, ("slot 3, one point",)),
    ]
    assert {card.lit for card in zone(panel(seen_by(state, 1), "Table"), "Market").cards} == {None}


def test_what_fisher_made_free_is_marked_on_one_card() -> None:
    state = given(hands={0: "H7 H7 D3"}, abilities={0: "fisher"}, seats=4)
    hand = zone(panel(seen_by(replace(state, turn=replace(state.turn, free=("H7",)))), "Ann"), "Hand").cards
    assert [(card.face, card.badges) for card in hand] == [("7♥", ("costs nothing",)), ("7♥", ()), ("3♦", ())]


def test_a_turn_player_who_sees_the_top_of_the_deck_sees_it_on_the_deck() -> None:
    state = given(top="S9", abilities={0: "seer"})
    shown = replace(state, turn=replace(state.turn, top_seen=True))
    assert faces(zone(panel(seen_by(shown), "Table"), "Deck").cards) == ["9♠"]
    assert zone(panel(seen_by(shown, 1), "Table"), "Deck").cards == ()


def test_abilities_in_force_and_used_are_named() -> None:
    state = given(abilities={0: "wisdom seer", 1: "grave_robber"})
    shown = seen_by(replace(state, turn=replace(state.turn, used=("wisdom", "wisdom"))))
    assert badges(shown, "Ann") == ["turn", "Wisdom", "Seer"]
    assert badges(shown, "Bea") == ["Grave Robber"]
    assert badges(shown, "Table") == ["Point Phase", "used: Wisdom, Wisdom"]


def test_what_the_turn_no_longer_allows_is_said() -> None:
    state = given(round=4, abilities={0: "sorcerer loaded"})
    bound = replace(state, turn=replace(state.turn, locked=True, bound=True))
    boosted = replace(state, turn=replace(state.turn, bound=True, boosted="S9-1"))
    assert badges(seen_by(bound), "Table")[1:] == ["no more cards in this turn", "no more attacks in this turn"]
    assert badges(seen_by(boosted), "Table")[1:] == ["only 9♠ attacks"]
    assert seen_by(bound).prompt == "Your turn, 12 points left: use an ability, trade or end the turn."


def test_teams_are_named_and_the_own_one_is_known() -> None:
    state = given(seats=4, team_count=2, presence=True)
    shares = change(change(state, 0, presence=100), 2, presence=35)
    helped = replace(shares, turn=replace(shares.turn, helped=(2,)))
    shown = seen_by(helped)
    assert badges(shown, "Ann") == ["turn", "team A"]
    assert badges(shown, "Bea") == ["team B"]
    assert badges(shown, "Cem") == ["team A, your teammate", "was given a card"]
    assert shown.banner == ("Presence: team A 67, team B 0; 200 wins.",)
    assert "help a teammate" not in (shown.prompt or "")
    assert "help a teammate" in (seen_by(shares).prompt or "")


def test_beaten_members_do_not_count_for_the_presence_of_a_team() -> None:
    """R40: those who conceded do."""
    state = given(seats=6, team_count=2, presence=True)
    for seat, presence in ((0, 90), (2, 60), (4, 31)):
        state = change(state, seat, presence=presence)
    left = change(change(state, 2, standing="conceded"), 4, standing="eliminated")
    assert seen_by(left).banner == ("Presence: team A 75, team B 0; 200 wins.",)
    assert badges(seen_by(left), "Cem") == ["conceded", "team A, your teammate"]


def choosing(kept: tuple[str, ...] = ()) -> State:
    """Two seats choose abilities; the first one may have done so."""
    state = given(round=0, phase="ability_choice", specials=1)
    dealt = change(change(state, 0, dealt=("seer", "wealth"), kept=kept, turns=0), 1, dealt=("wisdom", "options"))
    return change(dealt, 1, turns=0)


def test_who_chooses_abilities_sees_the_own_ones_and_what_they_do() -> None:
    shown = seen_by(choosing())
    assert shown.headline == "Chanic Panic, before the first turn"
    assert shown.banner == (
        "Seer: In your turn you see the top card of the deck.",
        "Wealth: You begin the Point Phase with 15 points instead of 12.",
    )
    assert [(card.face, card.id) for card in zone(panel(shown, "Ann"), "Dealt").cards] == [
        ("Seer", "seer"),
        ("Wealth", "wealth"),
    ]
    assert badges(shown, "Ann") == badges(shown, "Bea") == ["decides"]
    assert "Dealt" not in [zone.label for zone in panel(shown, "Bea").zones]
    assert shown.prompt == "Choose the ability that you keep."


def test_who_has_chosen_abilities_waits_for_the_others() -> None:
    state = choosing(kept=("seer",))
    shown = seen_by(state)
    assert faces(zone(panel(shown, "Ann"), "Kept").cards) == ["Seer"]
    assert badges(shown, "Ann") == ["has chosen"]
    assert shown.prompt == "Waiting for Bea: which abilities to keep."
    assert picture(view(state, SPECTATOR), WORDS).banner == ()


QUESTIONS: list[tuple[QuestionKind, dict[str, Any], str]] = [
    ("choose_sacrifice", {}, "Your board is full: choose a card of it that is destroyed."),
    ("choose_draw", {}, "Draw, or skip the Draw Phase for 6 more points."),
    ("choose_gift", {"by": 1, "value": 7, "shown": "C7"}, "Choose a card that shows 7 to give to Bea."),
    ("choose_discard", {}, "Choose a card of your hand to discard."),
    ("choose_topdeck", {}, "Choose a card of your hand to put on top of the deck."),
    ("choose_hopeful", {}, "You drew 7 of Hearts: play it at once for free, or keep it."),
    ("choose_resilient", {}, "A Heart of yours was destroyed: play a Heart of your hand for free, or none."),
    (
        "choose_resilient",
        {"left": 2},
        "2 Hearts of yours were destroyed: play a Heart of your hand for free, or none.",
    ),
    ("choose_shuffle", {}, "Shuffle the discard pile into the deck, or leave both as they are."),
    ("choose_order", {"count": 2}, "Put these cards back in any order."),
    ("choose_ally_stack", {"by": 1}, "Bea gives you a card: take it in hand, or into your Stack."),
]


@pytest.mark.parametrize(("kind", "about", "text"), QUESTIONS)
def test_a_question_is_put_in_words_and_others_hear_who_is_awaited(
    kind: QuestionKind, about: dict[str, Any], text: str
) -> None:
    state = asked(given(hands={0: "C3 H7"}, specials=1, stack=True), 0, kind, source="fisher", **about)
    assert seen_by(state).prompt == text
    others = seen_by(state, 1).prompt
    assert others is not None
    assert others.startswith("Waiting for Ann: ")
    assert text not in others


def test_every_question_is_put() -> None:
    assert {kind for kind, _, _ in QUESTIONS} == set(get_args(QuestionKind))


def test_what_was_drawn_for_hopeful_is_named_though_it_cannot_be_played() -> None:
    state = asked(given(hands={0: "H7 C3"}, abilities={0: "hopeful"}), 0, "choose_hopeful", source="hopeful")
    assert seen_by(state).prompt == "You drew 3 of Clubs, which is no Heart: keep it."


def test_who_is_asked_in_the_turn_of_another_decides() -> None:
    state = asked(given(hands={1: "C3 H7"}), 1, "choose_discard", source="limiter")
    assert badges(seen_by(state, 1), "Bea") == ["decides"]
    assert badges(seen_by(state, 1), "Ann") == ["turn"]
    assert {card.lit for card in zone(panel(seen_by(state, 1), "Bea"), "Hand").cards} == {True}


@pytest.mark.parametrize(
    ("kind", "about", "lit", "why_not"),
    [
        ("choose_gift", {"by": 1, "value": 7, "shown": "C7"}, ["7♥"], "You are asked for a card that shows 7."),
        ("choose_resilient", {}, ["7♥"], "You are asked for a Heart."),
        ("choose_topdeck", {}, ["7♥", "3♣"], None),
        ("choose_draw", {}, [], None),
    ],
)
def test_cards_that_answer_a_question_are_lit(
    kind: QuestionKind, about: dict[str, Any], lit: list[str], why_not: str | None
) -> None:
    state = asked(given(hands={0: "C3 H7"}), 0, kind, source="fisher", **about)
    hand = zone(panel(seen_by(state), "Ann"), "Hand").cards
    assert [card.face for card in hand if card.lit] == lit
    assert {card.why_not for card in hand if card.lit is False} == ({why_not} if why_not else set())


def test_the_full_board_is_lit_where_a_card_of_it_falls() -> None:
    state = given(boards={0: "H1 H2 H3 D1 D2 D3 S1 S2 S3", 1: "H4"}, abilities={0: "impenetrable"})
    shown = seen_by(asked(state, 0, "choose_sacrifice", source="impenetrable"))
    assert {
        card.lit for label in ("Hearts", "Diamonds", "Spades") for card in zone(panel(shown, "Ann"), label).cards
    } == {True}
    assert zone(panel(shown, "Bea"), "Hearts").cards[0].lit is None


def test_the_cards_to_put_in_order_are_shown_to_who_does_it() -> None:
    state = asked(given(top="S9 H1 C2"), 0, "choose_order", source="wisdom", count=3)
    assert faces(zone(panel(seen_by(state), "Table"), "Top of the deck").cards) == ["9♠", "A♥", "2♣"]
    assert "Top of the deck" not in [zone.label for zone in panel(seen_by(state, 1), "Table").zones]


@pytest.mark.parametrize(
    ("state", "choices"),
    [
        (given(hands={0: "H7"}, stacks={0: "C3"}), "play a card, add to the Stack, draw for a Stack Card"),
        (given(hands={0: "H7 H8"}, stacks={0: "C3"}), "play a card, add to the Stack"),
        (given(market="C9 C8 C7"), "play a card, buy"),
        (given(abilities={0: "seller seer"}), "play a card, use an ability"),
        (given(abilities={0: "seller"}, phase="club_phase", points=0), ""),
        (given(abilities={0: "recycler"}, phase="club_phase", points=0), "use an ability"),
    ],
)
def test_the_prompt_names_what_the_options_add(state: State, choices: str) -> None:
    prompt = seen_by(state).prompt
    assert prompt is not None
    assert prompt.partition(": ")[2].partition("attack")[0].rstrip(", ") == choices


def test_what_is_used_up_is_no_choice_any_more() -> None:
    state = given(abilities={0: "pacifist"}, hands={0: "H7 H8"}, stacks={0: "C3"}, market="C9 C8 C7")
    spent = replace(state.turn, used=("pacifist",) * 3, bought=True, stack_added=True, locked=True)
    assert seen_by(replace(state, turn=spent)).prompt == "Your turn, 12 points left: attack, trade or end the turn."


@pytest.mark.no_cover
@pytest.mark.parametrize(("seats", "columns"), [(2, 80), (4, 60), (10, 80)])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_games_with_everything_can_be_drawn_for_every_viewer(seats: int, columns: int, language: str) -> None:
    """No line is too wide, coloured or not, and hands are shown to those alone who may see them."""
    teams = 2 if seats > 2 else 0
    options = ChanicOptions(panic=True, club_member=True, team_count=teams, **ALL)
    words = words_in(language, "domain.games.chanic_panic").calling([*NAMES, "Fay", "Gus", "Hal", "Ida", "Jon"][:seats])
    for number, step in enumerate(itertools.islice(played(["random"] * seats, seats, options), 250)):
        if number % 23 and number > seats:
            continue
        actor = min(RULES.to_act(step.state), default=0)
        for viewer in (seat_viewer(actor), seat_viewer(seats - 1), SPECTATOR, ARBITER):
            shown = picture(view(step.state, viewer), words, may_of(RULES, step.state, actor))
            for colour in (False, True):
                text = render(shown, columns=columns, colour=colour)
                assert max(width(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in text.split("\n")) <= columns
            visible = [seat for seat in range(seats) if viewer.may_know((seat,))]
            assert set(shown_hands(shown)) <= set(visible)
            if language == "ja":
                said = " ".join([*shown.banner, shown.prompt or "", *[b.text for p in shown.panels for b in p.badges]])
                assert not re.search("[a-z]{2}", re.sub("|".join([*NAMES, "Fay|Gus|Hal|Ida|Jon"]), "", said))


def shown_hands(shown: Picture) -> list[int]:
    """The seats whose hand cards a picture shows."""
    return [part.seat for part in shown.panels for zone in part.zones if zone.kind == "hand" and part.seat is not None]


@pytest.mark.no_cover
@pytest.mark.parametrize(("seats", "columns"), [(2, 100), (4, 80), (10, 100)])
def test_a_whole_game_can_be_drawn_for_every_viewer(seats: int, columns: int) -> None:
    """No line is too wide, and a hand is shown to those alone who may see it."""
    options = ChanicOptions(panic=True, round_limit=10)
    for number, step in enumerate(played(["sensible"] * seats, seats, options)):
        if number % 7:
            continue
        for viewer in every_viewer(seats):
            shown = picture(view(step.state, viewer), WORDS, may_of(RULES, step.state, step.state.turn.seat))
            text = render(shown, columns=columns)
            assert max(width(line) for line in text.split("\n")) <= columns
            assert len(text.split("\n")) <= 40
            visible = [seat for seat in range(seats) if viewer.may_know((seat,))]
            assert set(shown_hands(shown)) <= set(visible)


def test_a_card_of_the_hand_looks_like_a_classic_card() -> None:
    """Number, suit and tone; nothing that another card shares."""
    looks = [card.look for card in zone(panel(seen_by(given(hands={0: "H1 S10 D6 C2"})), "Ann"), "Hand").cards]
    assert looks[0] == Look(tone="red", rank="A", suit=("heart",), art="heart")
    assert [look.art for look in looks if look is not None] == ["heart", "diamond", "spade", "club"]


def test_a_row_that_is_worth_less_says_so() -> None:
    printed = BoardCard(card="H7-1", value=5, attached=0, attached_cards=None)
    assert lying_marks(printed, WORDS) == (Mark("heart", "5", "counts 5", -1),)


def test_places_have_names_that_no_language_changes() -> None:
    drawn = seen_by(given(stacks={0: "C3"}, market="C9 - H1", **ALL))
    assert [one.id for one in drawn.panels] == ["seat/1", "centre", "seat/0"]
    assert [one.id for one in panel(drawn, "Ann").zones] == [
        "seat/0/spades", "seat/0/diamonds", "seat/0/hearts", "seat/0/hand", "seat/0/stack",
    ]  # fmt: skip
