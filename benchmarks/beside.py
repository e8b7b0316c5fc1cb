"""Commands beside what takes long: a verification of a long table, the download of its record, a damage report of it.

    python -m benchmarks.beside --runs 3

One JSON document: commands alone, beside one caller who verifies, beside one who downloads, and beside an operator who
asks what going back to the deal would cost at a table that is being played, again and again and in turns.
"""

from __future__ import annotations

import http.client
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, NamedTuple

import click
import msgspec

from benchmarks.commands import SEED, Opened, figures, opened_table, queue_of, requests_of
from benchmarks.figures import million_hashes_a_second
from benchmarks.load import client
from benchmarks.rows import Row, rows
from benchmarks.service import HOST, Service, running
from benchmarks.wire import Sent
from domain.kernel.chance import QuickChance
from domain.ledger.store import Store, open_store

ROW = "chanic_panic: 2 seats"
ALONE = "alone"
DAMAGE = "damage"
LONG = {
    "verification": "/verification",
    "record": "/record",
    DAMAGE: "/rewind",
}  # what is asked for beside the commands
SEAT = 0
JSON = {"Content-Type": "application/json"}


class Asked(NamedTuple):
    """How often something was answered while commands went on, and the bytes of the last answer."""

    answers: int
    bytes: int


class Question(NamedTuple):
    """What is asked for, and by whom; with a body it is a POST."""

    path: str
    token: str
    body: bytes | None = None


class Asker(threading.Thread):
    """Asks for the same thing again and again, until somebody says stop."""

    def __init__(self, service: Service, question: Question) -> None:
        super().__init__()
        self._connection = http.client.HTTPConnection(HOST, service.port, timeout=60)
        self._path, self._body = question.path, question.body
        self._headers = {"Authorization": f"Bearer {question.token}", **(JSON if question.body else {})}
        self._stop_asking = threading.Event()
        self.asked = Asked(0, 0)
        self.refused: int | None = None

    def run(self) -> None:
        """Ask."""
        with closing(self._connection):
            while not self._stop_asking.is_set():
                method = "GET" if self._body is None else "POST"
                self._connection.request(method, self._path, self._body, self._headers)
                answer = self._connection.getresponse()
                text = answer.read()
                if answer.status != 200:
                    self.refused = answer.status
                    return
                self.asked = Asked(self.asked.answers + 1, len(text))

    def stop(self) -> Asked:
        """Return how often it was answered; raises `ClickException` if it was refused."""
        self._stop_asking.set()
        self.join()
        if self.refused is not None:
            raise click.ClickException(f"{self._path}: {self.refused}")
        return self.asked


@contextmanager
def asking(service: Service, question: Question | None) -> Iterator[list[Asked]]:
    """Let somebody ask for something, or nobody; then give how often it was answered."""
    found: list[Asked] = []
    if question is None:
        yield found
        return
    asker = Asker(service, question)
    asker.start()
    try:
        yield found
    finally:
        found.append(asker.stop())


def long_table(service: Service, store: Store, row: Row, actions: int) -> tuple[Opened, int]:
    """Play a table for so many actions; return it and how many entries it has."""
    table = opened_table(service, row)
    queue = requests_of(store.table(table.table), table, QuickChance(SEED), actions)
    client().send_all(service.port, [queue])
    return table, store.head(table.table)


def questions(service: Service, store: Store, row: Row, actions: int) -> tuple[dict[str, Question], int]:
    """Return what is asked for about a table that was played, and how many entries it has."""
    table, entries = long_table(service, store, row, actions)
    played = {
        way: Question(f"/api/v1/tables/{table.table}{path}", table.tokens[SEAT])
        for way, path in LONG.items()
        if way != DAMAGE
    }
    return {**played, DAMAGE: damage(service, store, row, actions // 2)}, entries


def damage(service: Service, store: Store, row: Row, actions: int) -> Question:
    """Return an operator's question, for a case, about a table that is still played: every answer is a look."""
    table, _ = long_table(service, store, row, actions)
    key = store.keys.add("operator", "benchmarks", at=0).text
    place = f"/tables/{table.table}"
    case = service.call("POST", f"{place}/cases", {"about": "rule"}, key)["case"]
    service.call("POST", f"/cases/{case}/claim", {}, key)
    to = store.table(table.table).book.started
    body = msgspec.json.encode({"case": case, "to": to, "dry_run": True})
    return Question(f"/api/v1{place}{LONG[DAMAGE]}", key, body)


def measured(*, runs: int, tables: int, each: int, actions: int) -> dict[str, Any]:
    """Return what commands take alone and beside each of the others, in turns."""
    (row,) = [row for row in rows(ROW) if row.name == ROW]
    ways = (ALONE, *LONG)
    sent: dict[str, list[Sent]] = {way: [] for way in ways}
    speeds: dict[str, list[float]] = {way: [] for way in ways}
    asked: dict[str, list[Asked]] = {way: [] for way in LONG}
    seeds = iter(range(SEED, SEED + (runs + 1) * len(ways) * tables))
    with running() as service, closing(open_store(service.database)) as store:
        asked_for, entries = questions(service, store, row, actions)
        for run in range(runs + 1):
            for way in ways:
                queues = [queue_of(service, store, row, next(seeds), each) for _ in range(tables)]
                speed = million_hashes_a_second()
                with asking(service, asked_for.get(way)) as answered:
                    took = client().send_all(service.port, queues)
                if run:  # the first one warms up
                    sent[way].append(took)
                    speeds[way].append(speed)
                    asked.get(way, []).extend(answered)
    over: dict[str, float | int | str] = {"tables": tables, "commands": tables * each}
    return {
        "row": ROW,
        "entries": entries,
        "commands": {way: figures(sent[way], speeds[way], over) for way in ways},
        "asked": asked,
    }


@click.command()
@click.option("--runs", default=3, show_default=True, type=click.IntRange(1, 99), help="Turns of each.")
@click.option("--tables", default=16, show_default=True, type=click.IntRange(1, 256), help="Played at once.")
@click.option("--each", default=150, show_default=True, type=click.IntRange(1), help="Commands at each table and turn.")
@click.option("--actions", default=2000, show_default=True, type=click.IntRange(1), help="Of the long table.")
def main(*, runs: int, tables: int, each: int, actions: int) -> None:
    """Measure commands beside verifications, downloads and damage reports and print one JSON document."""
    found = measured(runs=runs, tables=tables, each=each, actions=actions)
    alone = found["commands"][ALONE].p99.median
    document = {
        "cores": os.cpu_count(),
        **found,
        "p99_beside_alone": {way: round(found["commands"][way].p99.median / alone, 2) for way in LONG},
        "load": round(os.getloadavg()[0], 2),
    }
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document)) + b"\n")


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.beside")
