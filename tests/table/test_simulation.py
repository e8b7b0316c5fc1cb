"""Whole games by bots: the same arguments give the same bytes, and every record holds."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import msgspec
import pytest

from domain.audit.checks import verify_bytes
from domain.games import game, names
from domain.games.chanic_panic.messages import EndTurn, PlayClub
from domain.kernel.cards.card_sets import card_set_digest
from domain.kernel.chance import QuickChance
from domain.kernel.legal import legal_actions
from domain.kernel.legal import offers as all_offers
from domain.kernel.refusals import RefusedError
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, every_viewer, seat_viewer
from domain.record.entries import Clock, OfTournament
from domain.record.keys import Secrets
from domain.table.bots import chosen_by
from domain.table.seating import Opening, open_table
from domain.table.simulation import BEGIN, PACE, Paired, Simulation, game_seed, simulate

GAMES = names()
SEED = bytes(range(8))
PAIRED = Paired(("ada", "bob"), b"b" * 32)


def played(
    name: str = "chanic_panic", *, bots: tuple[str, ...] = ("random", "random"), seed: bytes = SEED, **more: Any
) -> Simulation:
    title = game(name)
    limits = {key: more.pop(key) for key in ("most_actions", "card_set", "registered", "paired") if key in more}
    return simulate(title.rules, Opening(seats=len(bots), **more), title.bots, bots, seed=seed, **limits)


def record(simulation: Simulation, viewer: Viewer = ARBITER) -> bytes:
    return b"".join(line + b"\n" for line in simulation.lines(viewer))


@pytest.mark.parametrize("name", GAMES)
def test_equal_arguments_give_equal_bytes(name: str) -> None:
    assert record(played(name)) == record(played(name))


def test_other_arguments_give_another_table() -> None:
    tables = [
        played(),
        played(seed=b"\1"),
        played(bots=("random", "sensible")),
        played(bots=("random",) * 3),
        played(options={"panic": True}),
        played(clock=Clock(move_ms=60_000)),
    ]
    assert len({simulation.table.id for simulation in tables}) == len(tables)
    assert len({simulation.table.secrets for simulation in tables}) == 2  # they derive from the seed alone
    assert len({simulation.entries[-1].hash for simulation in tables}) == len(tables)


def test_a_table_of_a_tournament_plays_as_one_of_its_own_unless_others_are_dealt_the_same() -> None:
    """Where it stands there is no argument of its game; but a board is, which is one deal at many tables."""
    place = OfTournament(id="cup", round=1, pairing=1)
    assert played(tournament=place).table.id == played().table.id
    assert played(tournament=msgspec.structs.replace(place, board=1), paired=PAIRED).table.id != played().table.id


@pytest.mark.parametrize("name", GAMES)
def test_a_known_deal_is_the_same_at_every_table(name: str) -> None:
    """Whatever the seats give, all draws of the deal follow from its name; hints name the one of a first game."""
    lesson = game(name).hints.first_deal or "lesson"
    tables = [played(name, seed=seed, known_deal=deal) for seed in (b"\0", b"\1") for deal in (lesson, "other")]
    dealt = [_draws(simulation) for simulation in tables]
    assert dealt[0] == dealt[2] != dealt[1] == dealt[3]
    checks = verify_bytes(record(tables[0])).checks
    assert [check.number for check in checks if check.status != "passed"] == [12, 13]
    assert checks[11].reason == "the deal is a known one, as in a first game: everybody could compute it"


@pytest.mark.parametrize("name", GAMES)
def test_all_tables_of_a_board_are_dealt_the_same(name: str) -> None:
    """Whatever the seats give: one secret for all, which entry 1 of each commits to, and no other board's deal."""
    tables = [
        played(name, seed=seed, tournament=OfTournament(id="cup", round=board, pairing=1, board=board), paired=PAIRED)
        for seed, board in ((b"\0", 1), (b"\1", 1), (b"\0", 2))
    ]
    dealt = [_draws(simulation) for simulation in tables]
    assert dealt[0] == dealt[1] != dealt[2]
    assert len({simulation.table.book.opened.commitments.deal for simulation in tables}) == 1
    assert len({simulation.table.book.opened.commitments.salt for simulation in tables}) == 2
    for simulation in tables:
        assert simulation.entries[-1].kind == "secrets_opened"
        assert [check.number for check in verify_bytes(record(simulation)).checks if check.status != "passed"] == [
            12,
            13,
        ]


def test_a_known_deal_has_no_secret() -> None:
    with pytest.raises(ValueError, match="32 zero bytes"):
        open_table(
            game("chanic_panic").rules,
            Opening(seats=2, known_deal="lesson"),
            table="t",
            secrets=Secrets(b"d" * 32, b"s" * 32),
            at=BEGIN,
            by="operator",
        )


def _draws(simulation: Simulation) -> list[Any]:
    """Return the first draws of a table with their results."""
    lines = map(json.loads, simulation.lines())
    first = next(line for line in lines if "draws" in line.get("entry", {}))
    opened = first.get("opened", {})
    return [
        (draw["label"], draw["n"], draw["result"] if draw["result"] is not None else opened[f"/draws/{i}/result"][0])
        for i, draw in enumerate(first["entry"]["draws"])
    ]


@pytest.mark.no_cover
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [b"\0", b"\1", b"\2"])
def test_a_simulated_game_ends_and_verifies(name: str, seed: bytes) -> None:
    simulation = played(name, seed=seed)
    assert simulation.table.book.status == "confirmed"
    assert simulation.table.book.secrets_open
    assert verify_bytes(record(simulation)).failed == ()


@pytest.mark.parametrize("viewer", [SPECTATOR, seat_viewer(0), seat_viewer(1)])
def test_a_viewer_gets_a_copy_that_verifies(viewer: Viewer) -> None:
    simulation = played()
    copy = record(simulation, viewer)
    assert len(copy) < len(record(simulation))
    assert verify_bytes(copy).failed == ()


def test_time_passes_between_actions_and_the_clock_acts_for_who_thinks_too_long() -> None:
    simulation = played(clock=Clock(move_ms=PACE // 2))
    kinds = [sealed.kind for sealed in simulation.entries]
    assert "action_forced" in kinds
    assert "action_taken" in kinds
    assert BEGIN < simulation.table.book.at <= BEGIN + PACE * len(kinds)
    assert verify_bytes(record(simulation)).failed == ()


def test_a_game_that_does_not_end_is_abandoned() -> None:
    simulation = played(most_actions=3)
    assert simulation.table.book.status == "abandoned"
    assert [sealed.kind for sealed in simulation.entries][-2:] == ["table_abandoned", "secrets_opened"]
    assert verify_bytes(record(simulation)).failed == ()


def test_each_of_many_games_has_a_seed_of_its_own() -> None:
    assert len({SEED, game_seed(b"other", 1), *(game_seed(SEED, number) for number in range(12))}) == 14


def test_what_a_seat_registered_is_what_it_says_when_it_is_asked_first() -> None:
    """Its bot chooses everything else; the table is another one."""
    title = game("panzer_clash")
    assert title.decks is not None
    ready = title.decks.ready(next(iter(title.rules.data_sets.values())))
    deck = title.decks.command(ready["deck_soviet_40"])
    given: tuple[dict[int, Any], ...] = ({}, {1: deck}, {0: deck, 1: deck})
    tables = [
        played("panzer_clash", options={"deck_size": 40}, most_actions=2, registered=commands) for commands in given
    ]
    for table, commands in zip(tables, given, strict=True):
        assert table.table.live is not None
        players = table.table.live.state.players
        assert {seat: players[seat].deck for seat in commands} == dict.fromkeys(commands, ready["deck_soviet_40"].cards)
    assert len({table.table.id for table in tables}) == 3


def test_a_setup_that_the_game_refuses_is_refused() -> None:
    with pytest.raises(RefusedError):
        played(bots=("random",))


def test_a_bot_that_the_game_does_not_have_is_an_error() -> None:
    with pytest.raises(KeyError):
        played(bots=("random", "clairvoyant"))


def test_a_bot_sees_its_own_view_and_offers_and_nothing_else() -> None:
    simulation = played(most_actions=1)
    title = game("chanic_panic")
    answer = EndTurn()
    seen: list[tuple[Any, ...]] = []

    def spy(view: Any, offers: Any, may: Any, chance: Any) -> Any:
        seen.append((view, offers, may))
        return answer

    live = simulation.table.live
    assert live is not None
    seat = min(live.decisions)
    assert chosen_by(spy, simulation.table, seat, QuickChance(1)) is answer
    ((view, offers, may),) = seen
    assert view == title.rules.view(live.state, seat_viewer(seat))
    assert offers == all_offers(title.rules, live.state, seat)
    assert may(next(legal_actions(title.rules, live.state, seat))) is None
    assert may(EndTurn()) is None
    assert may(PlayClub(card="D1")) is not None


@pytest.mark.no_cover
def test_a_card_set_that_no_release_ships_travels_in_the_record() -> None:
    """One price is corrected: the record carries the set, names it by digest and verifies with it."""
    shipped = resources.files("tests.harbour.cards").joinpath("cards.tsv").read_bytes()
    corrected = shipped.replace(b"silk\t3\t3", b"silk\t4\t3")
    assert corrected != shipped
    simulation = played("harbour", data=card_set_digest(corrected), card_set=corrected)
    lines = record(simulation).splitlines()
    assert json.loads(lines[1])["data"] == {"digest": card_set_digest(corrected), "text": corrected.decode()}
    for viewer in every_viewer(2):
        assert not verify_bytes(record(simulation, viewer)).failed
    without = b"".join(line + b"\n" for line in (lines[0], *lines[2:]))
    report = {check.number: check.status for check in verify_bytes(without).checks}
    assert {number: status for number, status in report.items() if status != "passed"} == {
        8: "not possible",
        10: "not possible",
        13: "not possible",
    }
