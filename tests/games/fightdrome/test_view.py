"""What each viewer sees (section 3), and what a seat is offered."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.games.fightdrome.messages import DiscardCard, PlayCard
from domain.games.fightdrome.rules import RULES
from domain.games.fightdrome.state import State
from domain.kernel.legal import offers
from domain.kernel.messages import Concede
from domain.kernel.offers import Offer, OneOf
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, seat_viewer
from tests.games.fightdrome.given import REST, A, S, choose, discard, given, play, setup_of, started

TABLE = given(alice="P20 P20 NB", simon="P30 W", standing="P20", decks={A: 9}, face_down={S: "K40"}, counter=3)


@pytest.mark.parametrize(
    ("viewer", "hands", "decks"),
    [
        (SPECTATOR, (False, False), False),
        (seat_viewer(A), (True, False), False),
        (seat_viewer(S), (False, True), False),
        (ARBITER, (True, True), True),
    ],
)
def test_hands_and_decks(viewer: Viewer, hands: tuple[bool, bool], decks: bool) -> None:
    seen = RULES.view(TABLE, viewer)
    assert tuple([fighter.hand is not None for fighter in seen.fighters]) == hands
    assert [fighter.deck is not None for fighter in seen.fighters] == [decks] * 2
    assert [pile.cards is not None for pile in seen.box] == [decks] * 5
    assert [(fighter.hand_count, fighter.deck_count) for fighter in seen.fighters] == [(3, 9), (2, 41)]
    assert sum(pile.count for pile in seen.box) == 13


def test_what_answers_the_standing_attack_is_said() -> None:
    seen = RULES.view(TABLE, SPECTATOR)
    assert seen.standing is not None
    assert (seen.standing.card, seen.standing.owner) == ("punch_20_1", A)
    assert {"punch_20", "grapple_20", "feint", "neurochem_punch"} <= set(seen.standing.answers)
    assert "kick_80" not in seen.standing.answers
    assert (seen.unmet, seen.phase, seen.cause, seen.counter, seen.first_seat) == (None, "respond", None, 3, A)


def test_the_unmet_attack_is_seen_while_its_victim_discards() -> None:
    _, table = play(given(alice="NP P20", simon="P20 K20"), "NP")
    seen = RULES.view(table, SPECTATOR)
    assert seen.unmet is not None
    assert (seen.unmet.card, seen.unmet.owner, seen.standing) == ("neurochem_punch_1", A, None)
    assert [fighter.staggered for fighter in seen.fighters] == [False, True]
    _, table = play(table, discard("P20"))
    assert RULES.view(table, SPECTATOR).unmet is None


@pytest.mark.parametrize("seat", [A, S])
def test_what_is_asked_is_not_said_once_the_game_is_over(seat: int) -> None:
    """Sections 3 and 5: `unmet` in `stagger_discard` only, `cause` in `choose_attack` only; what stands stays."""
    staggered = given(alice="NP P20", simon="P20 K20", phase="stagger_discard", asked=S, staggered=S, unmet="NP")
    attacking = given(alice="P20", simon="P20", cause="after_stagger", staggered=S)
    assert RULES.view(staggered, SPECTATOR).unmet is not None
    assert RULES.view(attacking, SPECTATOR).cause == "after_stagger"
    for table in (staggered, attacking, TABLE):
        seen = RULES.view(play(table, Concede(), seat=seat).state, SPECTATOR)
        assert (seen.phase, seen.unmet, seen.cause) == ("game_over", None, None)
        assert (seen.standing is None) is (table is not TABLE)


def test_before_the_first_bout() -> None:
    seen = RULES.view(started(1, mode="epic_tournament").state, SPECTATOR)
    assert [(fighter.sleeve, len(fighter.stable), fighter.choosing) for fighter in seen.fighters] == [
        (None, 3, True)
    ] * 2
    assert (seen.bout, seen.fighters[A].deck_counts) == (0, ())
    before = RULES.view(RULES.empty(setup_of()), SPECTATOR)
    assert (before.phase, before.first_seat, before.awaited) == ("setup", None, {})


def ask(state: State, seat: int) -> tuple[Offer, ...]:
    return offers(RULES, state, seat)


def test_an_offer_names_each_kind_once() -> None:
    table = given(alice="P20 P20 W NP", simon="P20")
    assert ask(table, A) == (Offer("play_card", {"card_id": OneOf(("punch_20", "neurochem_punch"))}),)
    assert ask(table, S) == ()


def test_offers_of_every_state() -> None:
    resting = given(alice="W P20", simon="P20", cause="after_stagger", staggered=S)
    assert ask(resting, A) == (Offer("play_card", {"card_id": OneOf(("punch_20",))}), Offer("rest"))
    only = given(alice="W", simon="P20", cause="after_stagger", staggered=S)
    assert ask(only, A) == (Offer("rest"),)
    staggered = given(alice="P20", simon="P30 W P30", phase="stagger_discard", asked=S, unmet="NP")
    assert ask(staggered, S) == (Offer("discard_card", {"card_id": OneOf(("punch_30", "weave"))}),)
    tournament = started(1, mode="epic_tournament").state
    stable = tournament.fighters[A].corner.stable
    assert ask(tournament, A) == (Offer("choose_sleeve", {"sleeve_id": OneOf(stable)}),)
    assert ask(play(tournament, choose(stable[0]), seat=A).state, A) == ()
    over = play(staggered, Concede()).state
    assert (ask(over, A), ask(over, S)) == ((), ())


def test_commands_are_stored_by_kind() -> None:
    """Section 2: a free choice of label would be a side channel."""
    assert RULES.normal(TABLE, PlayCard(card_id="punch_20_2")) == PlayCard(card_id="punch_20")
    assert RULES.normal(TABLE, DiscardCard(card_id="weave_4")) == DiscardCard(card_id="weave")
    for command in (PlayCard(card_id="punch_20"), DiscardCard(card_id="tango"), REST, Concede()):
        assert RULES.normal(TABLE, command) == command


def test_who_is_awaited() -> None:
    assert dict(RULES.to_act(TABLE)) == {S: "respond"}
    assert dict(RULES.to_act(replace(TABLE, fight=replace(TABLE.fight, phase="setup")))) == {}
    assert dict(RULES.to_act(play(TABLE, Concede()).state)) == {}
