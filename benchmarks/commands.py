"""Commands over HTTP to the real server: each acknowledged when it is durable.

A game's course follows from its secrets, so that all requests are made before the clock starts: the benchmark reads the
secrets of its own tables in the server's file and plays them ahead.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from contextlib import closing
from typing import Any, NamedTuple

import msgspec

from benchmarks.figures import Figure, figure, million_hashes_a_second, percentile
from benchmarks.load import client
from benchmarks.played import THINKING_MS, action
from benchmarks.rows import Row
from benchmarks.service import Service, running
from benchmarks.wire import Sent, post
from domain.kernel.chance import QuickChance
from domain.kernel.codec import body_of_command
from domain.kernel.messages import tag_of
from domain.ledger.store import Store, open_store
from domain.table.play import take_action
from domain.table.table import Table

SEED = 2026


class Commands(msgspec.Struct, frozen=True, kw_only=True):
    """Commands a second, and how long one takes: the median and the slowest of a hundred."""

    rate: Figure
    p50: Figure
    p99: Figure


class Opened(NamedTuple):
    """A table that the server has dealt, and the token of each seat."""

    table: str
    tokens: tuple[str, ...]


def commands(row: Row, *, runs: int, tables: int, each: int, workers: int = 1, database: str | None = None) -> Commands:
    """Measure so many tables played at the same time, one connection for each, `each` commands on every connection.

    In a new SQLite file unless a database is named.
    """
    speeds, sent = [], []
    with running(workers=workers, database=database) as service, closing(open_store(service.database)) as store:
        for run in range(runs):
            queues = [queue_of(service, store, row, SEED + 1000 * run + place, each) for place in range(tables)]
            speeds.append(million_hashes_a_second())
            sent.append(client().send_all(service.port, queues))
    return figures(sent, speeds, {"tables": tables, "commands": tables * each, "client": client().name})


def figures(sent: Sequence[Sent], speeds: Sequence[float], over: dict[str, float | int | str]) -> Commands:
    """Return what came of several runs, each beside the calibration of the machine."""
    rates = [len(run.each) / run.elapsed for run in sent]
    middles = [statistics.median(run.each) * 1e3 for run in sent]
    slowest = [percentile(run.each, 0.99) * 1e3 for run in sent]
    return Commands(
        rate=figure("commands/s", rates, speeds, over),
        p50=figure("ms", middles, speeds),
        p99=figure("ms", slowest, speeds),
    )


def queue_of(service: Service, store: Store, row: Row, seed: int, count: int) -> list[bytes]:
    """Return so many requests, of one table after the other if one is over too soon."""
    queue: list[bytes] = []
    chance = QuickChance(seed)
    while len(queue) < count:
        opened = opened_table(service, row)
        queue.extend(requests_of(store.table(opened.table), opened, chance, count - len(queue)))
    return queue


def opened_table(service: Service, row: Row) -> Opened:
    """Open a table that nobody else finds."""
    seats = [{"kind": "token", "name": f"Player {seat}"} for seat in range(row.seats)]
    body = {"game": row.game, "seats": seats, "options": dict(row.options), "visibility": "private"}
    answer = service.call("POST", "/tables", body)
    return Opened(answer["table"]["id"], tuple([seat["token"] for seat in answer["seats"]]))


def requests_of(table: Table, opened: Opened, chance: QuickChance, count: int) -> list[bytes]:
    """Play a table ahead and return the requests that make the server play it likewise."""
    made: list[bytes] = []
    while table.book.status == "running" and len(made) < count:
        seat = chance.choice(sorted(table.decisions))
        command = action(table, seat, chance)
        said: dict[str, Any] = {"tag": tag_of(command), "body": body_of_command(command)}
        body = msgspec.json.encode({"command": said, "seen": table.book.n})
        tag = f'"{table.decisions[seat].n}"'
        made.append(post(f"/tables/{opened.table}/actions", opened.tokens[seat], tag, body, key=f"{table.book.n}"))
        table, _ = take_action(table, seat, command, at=table.book.at + THINKING_MS)
    return made
