"""The picture of the table: what lies where (section 12.2), and nothing that the viewer may not see."""

from __future__ import annotations

from typing import Literal

import pytest
from msgspec.structs import replace
from wcwidth import width

from domain.games.chanic_panic.board import in_order, picture
from domain.games.chanic_panic.editions import EDITIONS
from domain.games.chanic_panic.messages import ChanicCommand, ChanicOptions, PlayClub, PlayUtility
from domain.games.chanic_panic.refuse import refuse
from domain.games.chanic_panic.rules import RULES
from domain.games.chanic_panic.state import Player, State, Turn
from domain.games.chanic_panic.view import BoardCard, view
from domain.kernel.cards.zones import Bag, Stack
from domain.kernel.display.board import Badge, CardPicture, Panel, Picture, Zone
from domain.kernel.display.text import render
from domain.kernel.display.words import Words
from domain.kernel.legal import may_of
from domain.kernel.refusals import Refusal
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, every_viewer, seat_viewer
from domain.kernel.setup import Outcome, Place
from tests.games.chanic_panic.bot_games import played

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
    assert [zone.label for zone in bea.zones] == (["♥", "♦", "♠"] if compact else ["Hearts", "Diamonds", "Spades"])
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


def shown_hands(shown: Picture) -> list[int]:
    """The seats whose hand cards a picture shows."""
    return [part.seat for part in shown.panels for zone in part.zones if zone.kind == "hand" and part.seat is not None]


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
