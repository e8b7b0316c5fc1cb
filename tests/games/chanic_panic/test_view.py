"""What a viewer sees: its own hand, the open cards, and nothing hidden (section 3)."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from domain.games.chanic_panic.rules import RULES
from domain.games.chanic_panic.view import BoardCard, View
from domain.kernel.messages import Concede
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, every_viewer, seat_viewer
from tests.games.chanic_panic.given import X, Y, Z, change, club, given, play, utility

TABLE = given(
    seats=3, hands={X: "H5 C3", Y: "S2"}, boards={X: "H4 H6 D2", Y: "S9"}, discard="C9 C8", points=7, panic=True
)


def test_a_seat_sees_its_hand_and_counts() -> None:
    view = RULES.view(TABLE, seat_viewer(X))
    assert [player.hand for player in view.players] == [("H5", "C3"), None, None]
    assert [player.hand_count for player in view.players] == [2, 1, 0]
    assert view.deck is None
    assert view.deck_count == len(TABLE.deck)


def test_a_caster_sees_several_hands_a_spectator_none_and_the_arbiter_all() -> None:
    assert [player.hand for player in RULES.view(TABLE, Viewer(frozenset((X, Y)))).players] == [
        ("H5", "C3"),
        ("S2",),
        None,
    ]
    assert [player.hand for player in RULES.view(TABLE, SPECTATOR).players] == [None] * 3
    everything = RULES.view(TABLE, ARBITER)
    assert [player.hand for player in everything.players] == [("H5", "C3"), ("S2",), ()]
    assert everything.deck == TABLE.deck.cards


def test_boards_show_labels_values_and_sums() -> None:
    mine, theirs, _ = RULES.view(TABLE, SPECTATOR).players
    assert mine.hearts == (BoardCard("H4-1", 4), BoardCard("H6-1", 6))
    assert (mine.health, mine.shields, mine.weapons) == (10, 2, 0)
    assert theirs.spades == (BoardCard("S9-1", 9),)
    assert theirs.weapons == 9
    assert (mine.row_limit, mine.hand_limit) == (3, 8)


def test_the_turn_and_the_discard_pile_are_open() -> None:
    table = change(change(TABLE, Y, attackers=(X,)), Z, protected_through=5, panic_used=True)
    view = RULES.view(table, SPECTATOR)
    assert (view.turn, view.round, view.phase, view.points, view.last_club) == (X, 5, "point_phase", 7, None)
    assert view.discard == ("C9-1", "C8-1")
    assert view.awaited == {X: "point_phase"}
    assert [player.attackers for player in view.players] == [(), (X,), ()]
    assert [player.protected_through for player in view.players] == [None, None, 5]
    assert [player.panic_used for player in view.players] == [False, False, True]


def test_the_view_after_the_end() -> None:
    table = play(play(TABLE, Concede(), seat=Y).state, Concede(), seat=Z).state
    view = RULES.view(table, SPECTATOR)
    assert (view.phase, view.awaited, view.left) == ("game_over", {}, (Y, Z))
    assert view.outcome == RULES.outcome(table)
    assert view.outcome is not None
    assert view.outcome.winners == (X,)


def test_who_left_sees_what_spectators_see_and_an_empty_hand() -> None:
    table = play(TABLE, Concede(), seat=Y).state
    seen, public = RULES.view(table, seat_viewer(Y)), RULES.view(table, SPECTATOR)
    assert seen.players[Y].hand == ()
    assert replace(seen, players=()) == replace(public, players=())
    assert (seen.players[X], seen.players[Z]) == (public.players[X], public.players[Z])


def test_the_last_club_stays_in_sight_when_its_allowance_is_used() -> None:
    table = play(play(given(hands={X: "C9 H1"}), club("C9")).state, utility("H1")).state
    view = RULES.view(table, SPECTATOR)
    assert (view.last_club, view.allowance, view.actions) == (9, False, 2)


def test_a_view_comes_back_from_its_json() -> None:
    for viewer in every_viewer(3):
        view = RULES.view(TABLE, viewer)
        assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view
