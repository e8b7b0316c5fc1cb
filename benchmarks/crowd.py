"""Commands while others hold connections: idle ones, bodies that do not come, requests that wait.

`python -m benchmarks.crowd` prints one JSON document.
"""

from __future__ import annotations

import os
import resource
import select
import socket
import statistics
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

import msgspec

from benchmarks.commands import SEED, queue_of
from benchmarks.figures import million_hashes_a_second, percentile
from benchmarks.load import client
from benchmarks.rows import rows
from benchmarks.service import HOST, Service, running
from domain.ledger.store import open_store

ROW = "chanic_panic: 2 seats"
IDLE, SLOW, WAITING = 5_000, 500, 2_000
OWN_FILES = 200
TABLES = (1, 16)  # played at once
SETTINGS = {"IDLE_SECONDS": "600", "BODY_SECONDS": "600", "WAITS_EACH": "4000"}


class Held(msgspec.Struct, frozen=True):
    """How many connections are held, and in which way."""

    idle: int
    slow: int
    waiting: int


def main() -> None:
    """Measure one table and sixteen, alone and in the crowd."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    idle = IDLE if most == resource.RLIM_INFINITY else min(IDLE, most - SLOW - WAITING - OWN_FILES)
    document = measured(Held(idle, SLOW, WAITING), each=200)
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document)) + b"\n")


def measured(held: Held, *, each: int) -> dict[str, Any]:
    """Return what so many commands of each connection take, alone and while others hold connections."""
    with running(settings=SETTINGS) as service:
        alone = {tables: _commands(service, tables, each) for tables in TABLES}
        with _crowd(service, held) as connections:
            crowded = {tables: _commands(service, tables, each) for tables in TABLES}
            silent = unanswered(connections)
    return {
        "row": ROW,
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
        "million_hashes_a_second": million_hashes_a_second(),
        "held": held,
        "still_held": silent,
        "alone": alone,
        "crowded": crowded,
    }


def unanswered(connections: Sequence[socket.socket]) -> int:
    """Return how many connections have heard nothing: neither an answer nor an end."""
    poll = select.poll()
    for connection in connections:
        poll.register(connection, select.POLLIN)
    return len(connections) - len(poll.poll(0))


def _commands(service: Service, tables: int, each: int) -> dict[str, Any]:
    """Return milliseconds of a command and commands a second."""
    (row,) = [row for row in rows(ROW) if row.name == ROW]
    store = open_store(service.database)
    try:
        queues = [queue_of(service, store, row, SEED + place, each) for place in range(tables)]
    finally:
        store.close()
    sent = client().send_all(service.port, queues)
    return {
        "rate": round(len(sent.each) / sent.elapsed),
        "p50": round(statistics.median(sent.each) * 1e3, 2),
        "p99": round(percentile(sent.each, 0.99) * 1e3, 2),
    }


@contextmanager
def _crowd(service: Service, held: Held) -> Iterator[list[socket.socket]]:
    """Hold connections, and give them."""
    seats = [{"kind": "token", "name": f"P{seat}"} for seat in range(2)]
    opened = service.call("POST", "/tables", {"game": "chanic_panic", "seats": seats})["table"]
    half = "POST /api/v1/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
    wait = f"GET /api/v1/tables/{opened['id']}/view?after={opened['n']}&wait=30 HTTP/1.1\r\nHost: x\r\n\r\n"
    connections: list[socket.socket] = []
    with ExitStack() as closing:
        for number, text in ((held.idle, ""), (held.slow, half), (held.waiting, wait)):
            for _ in range(number):
                connection = closing.enter_context(socket.create_connection((HOST, service.port)))
                connection.sendall(text.encode())
                connections.append(connection)
        yield connections


if __name__ == "__main__":
    main()
