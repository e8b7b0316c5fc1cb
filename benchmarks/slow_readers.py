"""What readers of a stream who do not read cost those who act at that table and at others.

    python -m benchmarks.slow_readers --readers 200 --runs 3

One JSON document: commands alone, while others follow one of the tables and read, and while as many follow it and read
nothing, in turns within one run. Those who read nothing have a small window and hold their streams up before the clock
starts.
"""

from __future__ import annotations

import os
import selectors
import socket
import statistics
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from typing import Any, NamedTuple

import click
import msgspec

from api.running.front.connection import UNREAD
from benchmarks.commands import SEED, Opened, figures, queue_of, requests_of
from benchmarks.figures import million_hashes_a_second
from benchmarks.load import client
from benchmarks.rows import Row, rows
from benchmarks.service import HOST, Service, running
from benchmarks.unsent import unsent
from benchmarks.wire import Sent
from domain.kernel.chance import QuickChance
from domain.ledger.store import Store, open_store

ROW = "chanic_panic: 2 seats"
PATIENCE = 120.0  # seconds until all follow, on a loaded machine
LOOK = 0.02  # seconds between looks
WAYS = ("alone", "reading", "slow")
SETTINGS = {"STREAMS_EACH": "4096"}  # all readers have one address
WINDOW = 2_048  # bytes that the system takes for a reader who does not read, about


class Size(NamedTuple):
    """Tables played at once, one of them followed; commands at each, and at the followed one before."""

    tables: int
    each: int
    ahead: int


class Played(NamedTuple):
    """A long table that readers follow, and what is sent to it and to the tables beside it."""

    followed: Opened
    entries: int
    queues: Sequence[Sequence[bytes]]


def opened(service: Service, row: Row) -> Opened:
    """Open a table that everybody may follow."""
    seats = [{"kind": "token", "name": f"Player {seat}"} for seat in range(row.seats)]
    answer = service.call("POST", "/tables", {"game": row.game, "seats": seats, "options": dict(row.options)})
    return Opened(answer["table"]["id"], tuple([seat["token"] for seat in answer["seats"]]))


def played(service: Service, store: Store, row: Row, seed: int, size: Size) -> Played:
    """Play the followed table ahead, open the others and make the requests; raises `ClickException` if a game ends."""
    followed = opened(service, row)
    requests = requests_of(store.table(followed.table), followed, QuickChance(seed), size.ahead + size.each)
    if len(requests) < size.ahead + size.each:
        raise click.ClickException(f"the followed game was over after {len(requests)} actions")
    client().send_all(service.port, [requests[: size.ahead]])
    beside = [queue_of(service, store, row, seed + place, size.each) for place in range(1, size.tables)]
    return Played(followed, store.head(followed.table), [requests[size.ahead :], *beside])


@contextmanager
def following(service: Service, ahead: Played, readers: int, *, reads: bool) -> Iterator[None]:
    """Let so many follow the table; they read what comes, or nothing once the first bytes have come.

    The block begins when those who read have all of it, and when what the others leave unread holds their streams up.
    """
    head = f"GET /api/v1/tables/{ahead.followed.table}/stream HTTP/1.1\r\nHost: {HOST}\r\n"
    with ExitStack() as closing_all:
        connections = []
        for _ in range(readers):
            connection = closing_all.enter_context(socket.socket())
            if not reads:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, WINDOW)
            connection.settimeout(PATIENCE)
            connection.connect((HOST, service.port))
            connection.sendall(f"{head}Accept: text/event-stream\r\n\r\n".encode())
            connections.append(connection)
        for connection in connections:
            if not connection.recv(64).startswith(b"HTTP/1.1 200"):
                raise click.ClickException("a stream is refused")
        if reads:
            closing_all.enter_context(taking(connections, f"id: {ahead.entries}\n".encode()))
        else:
            _wait_until_held_up(connections)
        yield


def _wait_until_held_up(connections: Sequence[socket.socket]) -> None:
    """Wait until the kernel takes no more for any of them (Linux tells how much it has); more waits before it."""
    until = time.monotonic() + PATIENCE
    for connection in connections:
        (host, port), (peer, other) = connection.getpeername(), connection.getsockname()
        while (unsent(f"{host}:{port}", f"{peer}:{other}") or 0) < UNREAD:
            if time.monotonic() > until:
                raise click.ClickException("a reader who reads nothing does not hold its stream up")
            time.sleep(LOOK)


@contextmanager
def taking(connections: Sequence[socket.socket], mark: bytes) -> Iterator[None]:
    """Read whatever comes on these connections, on a thread; the block begins when all have met the mark."""
    over, met = threading.Event(), threading.Event()
    reading = threading.Thread(target=_take, args=(connections, mark, met, over))
    reading.start()
    try:
        if not met.wait(PATIENCE):
            raise click.ClickException("those who read do not get what is there")
        yield
    finally:
        over.set()
        reading.join()


def _take(connections: Sequence[socket.socket], mark: bytes, met: threading.Event, over: threading.Event) -> None:
    before = dict.fromkeys(connections, b"")  # the end of what came, until the mark is met
    with selectors.DefaultSelector() as selector:
        for connection in connections:
            connection.setblocking(False)
            selector.register(connection, selectors.EVENT_READ, connection)
        while not over.is_set():
            for key, _ in selector.select(0.05):
                piece = key.data.recv(1 << 16)
                if not piece:
                    selector.unregister(key.data)
                elif key.data in before:
                    text = before.pop(key.data) + piece
                    if mark not in text:
                        before[key.data] = text[-len(mark) :]
            if not before:
                met.set()


def measured(*, readers: int, runs: int, size: Size) -> dict[str, Any]:
    """Return commands in each way, and the quotients of the rates within each turn."""
    (row,) = [row for row in rows(ROW) if row.name == ROW]
    sent: dict[str, list[Sent]] = {way: [] for way in WAYS}
    speeds: dict[str, list[float]] = {way: [] for way in WAYS}
    with running(settings=SETTINGS) as service, closing(open_store(service.database)) as store:
        for run in range(runs + 1):
            for way in WAYS:
                ahead = played(service, store, row, SEED + 1000 * run, size)
                count = 0 if way == "alone" else readers
                with following(service, ahead, count, reads=way == "reading"):
                    speed = million_hashes_a_second()
                    took = client().send_all(service.port, ahead.queues)
                if run:  # the first one warms up
                    sent[way].append(took)
                    speeds[way].append(speed)
    over: dict[str, float | int | str] = {"tables": size.tables, "commands": size.tables * size.each}
    return {
        "row": ROW,
        "readers": readers,
        "commands": {way: figures(sent[way], speeds[way], over) for way in WAYS},
        "rate_beside_alone": {way: beside(sent[way], sent["alone"]) for way in WAYS if way != "alone"},
    }


def beside(crowded: Sequence[Sent], alone: Sequence[Sent]) -> dict[str, float]:
    """Return the rate with readers divided by that without in the same turn: median, least and most."""
    shares = sorted(round(one.elapsed / other.elapsed, 3) for one, other in zip(alone, crowded, strict=True))
    return {"median": round(statistics.median(shares), 3), "least": shares[0], "most": shares[-1]}


@click.command()
@click.option("--readers", default=200, show_default=True, type=click.IntRange(1, 4000), help="Streams of one table.")
@click.option("--runs", default=3, show_default=True, type=click.IntRange(1, 99), help="Turns of each.")
@click.option("--tables", default=16, show_default=True, type=click.IntRange(1, 256), help="Played at once.")
@click.option("--each", default=200, show_default=True, type=click.IntRange(1), help="Commands at each table and turn.")
@click.option("--ahead", default=800, show_default=True, type=click.IntRange(1), help="Commands there before.")
def main(*, readers: int, runs: int, tables: int, each: int, ahead: int) -> None:
    """Measure commands beside readers who read and readers who do not, and print one JSON document."""
    found = measured(readers=readers, runs=runs, size=Size(tables, each, ahead))
    document = {"cores": os.cpu_count(), "load": round(os.getloadavg()[0], 2), **found}
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document)) + b"\n")


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.slow_readers")
