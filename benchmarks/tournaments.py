"""Tournaments: how long a round is paired, 250 tables are opened, and standings computed; prints JSON.

python -m benchmarks.tournaments [--players 1000] [--pods 400] [--rounds 9] [--tables 250]
"""

from __future__ import annotations

import statistics
import sys
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
import msgspec

from api.running.tournaments import TournamentRunner
from benchmarks.figures import clock, million_hashes_a_second
from domain.games import game
from domain.ledger.store import open_store
from domain.record.canonical import b64, sha256
from domain.record.entries import OfTournament
from domain.record.keys import Secrets
from domain.tournament.log.draws import commitment
from domain.tournament.log.entries import (
    FORMAT,
    Method,
    PlayerRegistered,
    PodsSaid,
    ResultCounted,
    SwissSaid,
    TablesSaid,
    TournamentOpened,
)
from domain.tournament.log.organiser import Organiser
from domain.tournament.log.simulation import Seating, drawn_places, scoring_for

GAME = "fightdrome"
KEY = b"server key of the benchmark here"
SECRET = sha256(b"benchmark")
STANDINGS = 3  # times that the last standings are computed


class Nobody:
    """Bots that nobody calls."""

    def wake(self, table: str) -> None:
        """Do nothing."""


@click.command()
@click.option("--players", default=1_000, show_default=True, type=click.IntRange(4, 5_000), help="Of the Swiss.")
@click.option("--rounds", default=9, show_default=True, type=click.IntRange(1, 20), help="Of the Swiss.")
@click.option("--pods", default=400, show_default=True, type=click.IntRange(6, 2_000), help="Players of the pods.")
@click.option("--pod-rounds", default=5, show_default=True, type=click.IntRange(1, 20), help="Of the pods.")
@click.option("--tables", default=250, show_default=True, type=click.IntRange(1, 2_000), help="Of one round.")
def main(players: int, rounds: int, pods: int, pod_rounds: int, tables: int) -> None:
    """Measure tournaments; seconds of this processor, but for the opening of tables, which is timed on the wall."""
    document: dict[str, Any] = {"million_hashes_a_second": round(million_hashes_a_second(), 3)}
    for name, method, many in (
        ("swiss", SwissSaid(rounds=rounds), players),
        ("pods", PodsSaid(rounds=pod_rounds, seats=4), pods),
    ):
        click.echo(f"{name}, {many} players …", err=True)
        document[name] = paired(method, many)
    click.echo(f"{tables} tables …", err=True)
    document["tables"] = opened(tables)
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document)) + b"\n")


def organised(method: Method, players: int, tables: TablesSaid | None = None) -> Organiser:
    """Return a tournament that is about to start; a service opens its tables if it is said how."""
    scoring, tie_breaks = scoring_for(method)
    entry = TournamentOpened(
        n=1,
        at=0,
        by="organiser:benchmark",
        format=FORMAT,
        tournament="benchmark",
        game=GAME,
        version=max(game(GAME).rules.editions),
        method=method,
        scoring=scoring,
        tie_breaks=tie_breaks,
        commitment=commitment(SECRET),
        tables=tables,
    )
    organiser = Organiser.begin(entry, SECRET)
    for number in range(1, players + 1):
        rating = 2_400 - number if number % 4 else None
        entropy = b64(sha256(str(number).encode()))
        organiser.tell(PlayerRegistered, 0, player=f"p{number}", rating=rating, entropy=entropy)
    organiser.start(0)
    return organiser


def paired(method: Method, players: int) -> dict[str, Any]:
    """Play a tournament with drawn results; return how long each round took to pair, and its last standings."""
    organiser, play, seconds, number = organised(method, players), drawn_places(b"benchmark"), [], 0
    assert isinstance(method, SwissSaid | PodsSaid)
    for round in range(1, method.rounds + 1):
        begun = clock()
        organiser.pair(0)
        seconds.append(clock() - begun)
        organiser.start_round(0)
        for table, seated in enumerate(organiser.book.rounds[-1].tables, 1):
            number += 1
            seating = Seating(OfTournament(id="benchmark", round=round, pairing=table))
            organiser.tell(ResultCounted, 0, round=round, table=table, places=play(seated, number, seating).places)
    computed = []
    for _ in range(STANDINGS):
        begun = clock()
        organiser.book.standings()
        computed.append(clock() - begun)
    return {
        "players": players,
        "rounds": method.rounds,
        "pairing_s": [round_up(each) for each in seconds],
        "pairing_at_most_s": round_up(max(seconds)),
        "standings_s": round_up(statistics.median(computed)),
    }


def opened(tables: int) -> dict[str, Any]:
    """Begin a round at a store in a file; return how long its tables take to be open."""
    organiser = organised(SwissSaid(rounds=1), 2 * tables, TablesSaid())
    with TemporaryDirectory() as folder, closing(open_store(str(Path(folder) / "tables.db"))) as store:
        for number in range(1, 2 * tables + 1):
            store.people.add(f"Player {number}", player=f"p{number}")
        organiser.pair(0)
        organiser.start_round(0)
        store.tournaments.create(organiser, Secrets(SECRET, SECRET), None, None)
        begun = time.perf_counter()
        TournamentRunner(store, KEY, Nobody(), lambda: 0).look()
        seconds = time.perf_counter() - begun
        found = len(store.tournaments.rows.of_round("benchmark", 1))
    assert found == tables
    return {"tables": tables, "seconds": round_up(seconds), "tables_a_second": round(tables / seconds)}


def round_up(seconds: float) -> float:
    """Return seconds to the millisecond."""
    return round(seconds, 3)


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.tournaments")
