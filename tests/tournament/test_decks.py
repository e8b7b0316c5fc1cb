"""Registered decks: sealed until the end, in time, one for each who plays; and what opens is what was sealed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from domain.kernel.refusals import RefusedError
from domain.record.canonical import b64
from domain.tournament.decks import ChosenDeck, opens
from domain.tournament.log.check import check
from domain.tournament.log.configuration import faults
from domain.tournament.log.entries import (
    ByeRequested,
    ByeSaid,
    DeckOpened,
    DeckRegistered,
    KnockOutSaid,
    Method,
    PlayerCheckedIn,
    PlayerEnteredLate,
    PlayerRegistered,
    PlayerWithdrawn,
    PodsSaid,
    ResultCounted,
    RoundPaired,
    RoundRobinSaid,
    SecretOpened,
    SwissSaid,
    TablesSaid,
    TournamentCancelled,
)
from domain.tournament.log.organiser import Organiser
from domain.tournament.log.simulation import Plan, simulate
from domain.tournament.settings import CutSaid, OfRounds
from tests.tournament.test_log import NO_ENTROPY, SECRET, opened, play, refused
from tests.tournament.test_simulation import obey_the_laws

ANEW = OfRounds(first=3, decks="anew")


def deck(cards: int = 1) -> ChosenDeck:
    return ChosenDeck(tag="choose_deck", body={"cards": {"tank": cards}})


def sealed(method: Method | None = None, players: int = 4, *, without: int = 0, **more: Any) -> Organiser:
    """Return a tournament whose players but the last few have registered decks, p1 rated best."""
    said = {"decks": "registered", "salt": b"salt" * 8, **more}
    organiser = opened(method or SwissSaid(rounds=3), **said)
    for number in range(1, players + 1):
        player = f"p{number}"
        organiser.tell(PlayerRegistered, 2_000, player=player, rating=2_000 - number, entropy=NO_ENTROPY)
        if number <= players - without:
            organiser.register_deck(player, deck(number), 2_000)
    return organiser


def code(act: Callable[[], object]) -> str:
    with pytest.raises(RefusedError) as caught:
        act()
    return caught.value.refusal.code


def test_the_record_holds_a_seal_and_no_card_until_the_end() -> None:
    organiser = sealed(SwissSaid(rounds=1))
    organiser.start(3_000)
    play(organiser)
    assert b"tank" not in b"".join(organiser.lines)
    before = len(organiser.written)
    organiser.end(9_000)
    shown = [one.entry for one in organiser.written[before:]]
    assert [type(entry).__name__ for entry in shown[-6:]] == ["TournamentEnded", *["DeckOpened"] * 4, "SecretOpened"]
    told = [entry.deck.body["cards"]["tank"] for entry in shown if isinstance(entry, DeckOpened)]
    assert told == [1, 2, 3, 4]
    assert {one.status for one in check(organiser.lines)} == {"passed"}


def test_equal_decks_have_other_seals_and_no_guess_is_confirmed() -> None:
    organiser = sealed(players=2, without=2)
    for player in ("p1", "p2"):
        organiser.register_deck(player, deck(), 2_000)
    assert organiser.book.decks["p1", 1].seal != organiser.book.decks["p2", 1].seal
    assert not opens(organiser.book.decks["p1", 1], b64(bytes(16)), deck())


def test_a_deck_is_replaced_until_the_start_and_the_last_one_opens() -> None:
    organiser = sealed(SwissSaid(rounds=1), players=2)
    organiser.register_deck("p1", deck(7), 2_500)
    organiser.start(3_000)
    assert code(lambda: organiser.register_deck("p1", deck(8), 3_500)) == "deck_too_late"
    play(organiser)
    organiser.end(9_000)
    last = organiser.book.decks["p1", 1]
    assert last.deck == deck(7)
    assert sum(isinstance(one.entry, DeckOpened) for one in organiser.written) == 2


def test_without_a_deck_nobody_checks_in_or_plays() -> None:
    organiser = sealed(without=1)
    assert refused(organiser, PlayerCheckedIn, player="p4") == "deck_needed"
    assert refused(organiser, PlayerCheckedIn, player="nobody") == "no_such_player"
    organiser.start(3_000)
    assert [player.id for player in organiser.book.numbered] == ["p1", "p2", "p3"]
    assert refused(organiser, PlayerCheckedIn, player="p1") == "tournament_started"


def test_who_registered_without_a_deck_enters_with_one_after_the_start() -> None:
    """The deck counts from the next round that is paired; the number comes after all others, and no points with it."""
    organiser = sealed(without=1)
    organiser.start(3_000)
    organiser.pair(3_100)
    assert code(lambda: organiser.register_deck("p4", deck(), 3_200)) == "deck_too_late", "the round is paired"
    organiser.start_round(3_300)
    organiser.register_deck("p4", deck(4), 3_500)
    assert [(player.id, player.number) for player in organiser.book.numbered][-1] == ("p4", 4)
    assert code(lambda: organiser.register_deck("p4", deck(5), 3_500)) == "deck_too_late", "it stands"
    organiser.tell(ResultCounted, 3_600, round=1, table=1, places=(1, 2))
    organiser.pair(3_700)
    assert "p4" in [player for table in organiser.book.rounds[1].tables for player in table]
    assert next(row.score for row in organiser.book.standings() if row.player == "p4") == 0
    organiser.start_round(3_800)
    for table in (1, 2):
        organiser.tell(ResultCounted, 3_900, round=2, table=table, places=(1, 2))
    organiser.end(9_000)
    assert {one.status for one in check(organiser.lines)} == {"passed"}


@pytest.mark.parametrize("method", [RoundRobinSaid(), KnockOutSaid()], ids=str)
def test_a_deck_lets_nobody_into_a_schedule_or_a_bracket(method: Method) -> None:
    organiser = sealed(method, without=1)
    organiser.start(3_000)
    assert code(lambda: organiser.register_deck("p4", deck(), 3_500)) == "no_late_entries"


@pytest.mark.parametrize("with_deck", [0, 1])
@pytest.mark.parametrize("method", [SwissSaid(rounds=3), PodsSaid(rounds=3, seats=3), RoundRobinSaid()], ids=str)
def test_a_round_without_tables_for_want_of_decks_is_not_paired(method: Method, with_deck: int) -> None:
    """Whoever lacks a deck is named, so that the organiser knows whom to ask; who asked for a bye is not."""
    organiser = sealed(method, players=14, at_rounds=(OfRounds(first=2, decks="anew"),))
    organiser.start(3_000)
    play(organiser)
    for number in range(1, with_deck + 1):
        organiser.register_deck(f"p{number}", deck(), 5_000, round=2)
    if not isinstance(method, RoundRobinSaid):
        organiser.tell(ByeRequested, 5_000, player="p2", round=2, bye="half")
    with pytest.raises(RefusedError) as caught:
        organiser.pair(6_000)
    lacking = [f"p{number}" for number in range(with_deck + 1, 15)]
    lacking = [player for player in lacking if isinstance(method, RoundRobinSaid) or player != "p2"]
    refusal = caught.value.refusal
    assert (refusal.code, refusal.values["players"]) == ("decks_lacking", ", ".join(lacking[:10]) + ", …")
    own = [ByeSaid(player=f"p{number}", kind="zero") for number in range(1, 15)]
    said = {"round": 2, "attempt": 1, "tables": (), "byes": tuple(own), "reason": "nobody has one"}
    assert refused(organiser, RoundPaired, **said) == "decks_lacking"
    for number in range(3, 14):
        organiser.register_deck(f"p{number}", deck(), 6_500, round=2)
    organiser.pair(7_000)
    assert organiser.book.rounds[1].tables


def test_a_final_to_which_nobody_brings_a_deck_is_not_paired() -> None:
    organiser = sealed(KnockOutSaid(), at_rounds=(OfRounds(first=2, decks="anew"),))
    organiser.start(3_000)
    play(organiser)
    with pytest.raises(RefusedError) as caught:
        organiser.pair(6_000)
    assert caught.value.refusal.message.startswith("Nobody meets anybody in round 2: p")


def test_who_comes_late_plays_once_there_is_a_deck() -> None:
    organiser = sealed(players=3)
    organiser.start(3_000)
    organiser.tell(PlayerEnteredLate, 3_100, player="late", points="0")
    organiser.pair(3_200)
    assert [(bye.player, bye.kind) for bye in organiser.book.rounds[0].byes if bye.kind == "zero"] == [("late", "zero")]
    assert code(lambda: organiser.register_deck("late", deck(), 3_300)) == "deck_too_late"
    byes = (ByeSaid(player="p2", kind="zero"), ByeSaid(player="p3", kind="zero"))
    own = {"round": 1, "attempt": 2, "tables": (("p1", "late"),), "byes": byes, "reason": "They asked."}
    assert refused(organiser, RoundPaired, **own) == "deck_needed"
    organiser.start_round(3_400)
    organiser.register_deck("late", deck(), 3_500)
    organiser.tell(ResultCounted, 3_600, round=1, table=1, places=(1, 2))
    organiser.pair(3_700)
    assert not [bye for bye in organiser.book.rounds[1].byes if bye.kind == "zero"]


def test_decks_that_are_registered_anew_stand_from_the_pairing_of_their_round() -> None:
    organiser = sealed(SwissSaid(rounds=3), at_rounds=(ANEW,))
    organiser.start(3_000)
    assert code(lambda: organiser.register_deck("p1", deck(), 3_000, round=2)) == "no_decks_then"
    play(organiser)
    organiser.register_deck("p1", deck(11), 5_000, round=3)
    organiser.register_deck("p1", deck(12), 5_000, round=3)
    play(organiser)
    for number in (2, 3):
        organiser.register_deck(f"p{number}", deck(10 + number), 5_000, round=3)
    organiser.pair(6_000)
    assert code(lambda: organiser.register_deck("p1", deck(), 6_000, round=3)) == "deck_too_late"
    assert code(lambda: organiser.register_deck("p4", deck(), 6_000, round=3)) == "deck_too_late"
    assert [bye.player for bye in organiser.book.rounds[2].byes] == ["p4", organiser.book.rounds[2].byes[1].player]
    organiser.start_round(6_000)
    organiser.tell(ResultCounted, 6_000, round=3, table=1, places=(1, 2))
    assert organiser.book.deck_of("p1", 2) != organiser.book.deck_of("p1", 3)
    organiser.end(9_000)
    assert len([one for one in organiser.written if isinstance(one.entry, DeckOpened)]) == 7
    assert {one.status for one in check(organiser.lines)} == {"passed"}


def test_who_has_no_deck_for_a_round_of_a_knock_out_loses_it_by_a_walk_over() -> None:
    organiser = sealed(KnockOutSaid(), at_rounds=(OfRounds(first=2, decks="anew"),))
    organiser.start(3_000)
    play(organiser)
    first, second = organiser.book.rounds[0].tables
    winners = [min(first), min(second)]
    organiser.register_deck(winners[1], deck(), 5_000, round=2)
    organiser.pair(6_000)
    assert organiser.book.rounds[1].tables == ()
    assert [bye.player for bye in organiser.book.rounds[1].byes] == [winners[1]]
    organiser.start_round(6_000)
    organiser.end(9_000)
    assert organiser.book.rows[0].player == winners[1]


def test_what_is_refused() -> None:
    none = opened(SwissSaid(rounds=1))
    none.tell(PlayerRegistered, 2_000, player="p1", entropy=NO_ENTROPY)
    assert code(lambda: none.register_deck("p1", deck(), 2_000)) == "no_deck_registration"
    organiser = sealed()
    assert code(lambda: organiser.register_deck("nobody", deck(), 2_000)) == "no_such_player"
    organiser.tell(PlayerWithdrawn, 2_500, player="p4")
    assert code(lambda: organiser.register_deck("p4", deck(), 2_600)) == "player_out"
    said = {"salt": b64(bytes(16)), "deck": deck()}
    assert refused(organiser, DeckOpened, player="p1", **said) == "not_ended"
    organiser.tell(TournamentCancelled, 3_000, reason="Rain.")
    assert refused(organiser, SecretOpened, secret=b64(SECRET)) == "decks_closed"
    assert refused(organiser, DeckRegistered, player="p1", seals={"/deck": NO_ENTROPY}) == "tournament_over"
    assert refused(organiser, DeckOpened, player="p1", round=2, **said) == "no_deck"
    assert refused(organiser, DeckOpened, player="p1", **said) == "wrong_deck"
    organiser.open_secret(3_000)
    assert refused(organiser, DeckOpened, player="p1", **said) == "secret_open"


def test_what_does_not_go_with_registered_decks() -> None:
    organiser = opened(SwissSaid(rounds=1))
    change = msgspec.structs.replace
    assert _codes(change(organiser.book.opened, at_rounds=(ANEW,))) == ["no_deck_registration"]
    early = change(organiser.book.opened, decks="registered", tables=TablesSaid())
    assert _codes(early) == ["decks_seen_early"]
    assert _codes(change(early, tables=TablesSaid(secrets_open_at="event_end"))) == []
    shown = TablesSaid(secrets_open_at="event_end", seat_tokens=True)
    assert _codes(change(early, tables=shown)) == ["decks_shown"]


def _codes(entry: Any) -> list[str]:
    return [fault.code for fault in faults(entry)]


@pytest.mark.parametrize(
    "method",
    [SwissSaid(rounds=4), PodsSaid(rounds=3, seats=3), RoundRobinSaid(), KnockOutSaid(losses=2), "cut"],
    ids=str,
)
def test_simulated_tournaments_with_decks_obey_the_laws(method: Any) -> None:
    cut = CutSaid(players=4) if method == "cut" else None
    anew = () if cut is not None else (OfRounds(first=2, last=2, decks="anew"),)
    said = SwissSaid(rounds=3) if cut is not None else method
    plan = Plan(said, 9, b"decks", troubles=True, cut=cut, decks=lambda player, first: deck(first), at_rounds=anew)
    organiser = simulate(plan)
    obey_the_laws(organiser)
    counted = {key for key, one in organiser.book.decks.items() if one.deck is not None}
    assert counted == set(organiser.book.decks)
    for number, played in enumerate(organiser.book.rounds, 1):
        for player in [player for table in played.tables for player in table]:
            ours = organiser.book.deck_of(player, number)
            assert ours is not None
            assert ours.deck == deck(2 if anew and number == 2 else 1)
