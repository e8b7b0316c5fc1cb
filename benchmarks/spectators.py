"""Many spectators of one table: how late each entry reaches them, and what is left for commands at other tables.

    python -m benchmarks.spectators --readers 2000 --seconds 20

One JSON document. An entry's way is measured from the moment in which its command is sent to the moment in which a
reader's socket has it; all readers are in one process of this machine, which takes its time too.
"""

from __future__ import annotations

import http.client
import multiprocessing
import os
import re
import selectors
import socket
import sys
import threading
import time
from contextlib import closing
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import click
import msgspec

from benchmarks.figures import million_hashes_a_second
from benchmarks.service import HOST, Service, running

STREAMS = {"MATCHLEDGER_STREAMS_EACH": "4096"}  # all readers have one address
OPTIONS = {"first_player": "seat", "round_limit": 300}
ENTRY = re.compile(rb"id: (\d+)\n")
SETTLING = 60.0  # seconds until every reader must have its first entries
LATEST = 10.0  # seconds after the last command in which entries still count as delivered


class Arrival(NamedTuple):
    """An entry that came to a reader at a time of the machine's monotonic clock."""

    n: int
    at: float


class Player:
    """Acts at a table of its own or at one that is watched, one command after the other."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._connection = http.client.HTTPConnection(HOST, service.port, timeout=60)
        self.open()

    def open(self) -> None:
        """Begin at a new table."""
        seats = [{"kind": "token", "name": "Ada"}, {"kind": "token", "name": "Bob"}]
        body = {"game": "chanic_panic", "seats": seats, "options": OPTIONS}
        opened = self._service.call("POST", "/tables", body)
        self.table: str = opened["table"]["id"]
        self._tokens = [seat["token"] for seat in opened["seats"]]
        self._turn = 0

    def close(self) -> None:
        """Leave the service."""
        self._connection.close()

    def act(self) -> int | None:
        """End a turn; return the number of the entry, or nothing where the game asks for something else."""
        body = msgspec.json.encode({"command": {"tag": "end_turn", "body": {}}})
        headers = {
            "Authorization": f"Bearer {self._tokens[self._turn % 2]}",
            "Content-Type": "application/json",
            "If-Match": "*",
        }
        self._connection.request("POST", f"/api/v1/tables/{self.table}/actions", body, headers)
        answer = self._connection.getresponse()
        said = answer.read()
        self._turn += 1
        return int(msgspec.json.decode(said)["n"]) if answer.status == 200 else None


def commands_a_second(service: Service, seconds: float) -> float:
    """Return how many commands one client gets acknowledged at tables that nobody watches."""
    done, end = 0, time.monotonic() + seconds
    with closing(Player(service)) as player:
        while time.monotonic() < end:
            if player.act() is None:
                player.open()
            else:
                done += 1
    return done / seconds


def read(port: int, table: str, readers: int, told: Connection) -> None:
    """Follow a table with many connections until the other end says so; then send back what arrived."""
    selector = selectors.DefaultSelector()
    asked = f"GET /api/v1/tables/{table}/stream HTTP/1.1\r\nHost: {HOST}\r\nAccept: text/event-stream\r\n\r\n".encode()
    for _ in range(readers):
        connection = socket.create_connection((HOST, port), timeout=60)
        connection.sendall(asked)
        connection.setblocking(False)
        selector.register(connection, selectors.EVENT_READ)
    arrivals: list[Arrival] = []
    begun = 0
    while not told.poll():
        for key, _ in selector.select(0.05):
            text = key.fileobj.recv(1 << 16)  # type: ignore[union-attr]
            now = time.monotonic()
            if not text:
                selector.unregister(key.fileobj)
            numbers = [int(found) for found in ENTRY.findall(text)]
            begun += 1 in numbers
            arrivals.extend(Arrival(n, now) for n in numbers)
        if begun == readers:
            told.send("ready")
            begun += 1
    told.recv()
    told.send(arrivals)


class Watched(NamedTuple):
    """When each command at the watched table was sent, by the entry that it wrote, and what readers got of them."""

    sent: dict[int, float]
    arrivals: list[Arrival]
    beside: float


def watch(service: Service, readers: int, seconds: float, rate: float) -> Watched:
    """Let readers follow a table at which something happens so many times a second, others playing beside."""
    player = Player(service)
    spawning = multiprocessing.get_context("spawn")
    ours, theirs = spawning.Pipe()
    process = spawning.Process(target=read, args=(service.port, player.table, readers, theirs), daemon=True)
    process.start()
    try:
        if not ours.poll(SETTLING):
            raise click.ClickException(f"{readers} readers did not get their first entries in {SETTLING:.0f} s")
        ours.recv()
        beside: list[float] = []
        others = threading.Thread(target=lambda: beside.append(commands_a_second(service, seconds)))
        others.start()
        sent: dict[int, float] = {}
        begun = time.monotonic()
        for turn in range(int(seconds * rate)):
            time.sleep(max(0.0, begun + turn / rate - time.monotonic()))
            now = time.monotonic()
            n = player.act()
            if n is not None:
                sent[n] = now
        others.join()
        time.sleep(min(LATEST, 2.0))
        ours.send("stop")
        return Watched(sent, ours.recv(), beside[0])
    finally:
        player.close()
        process.terminate()
        process.join()


def figures(alone: float, watched: Watched, readers: int) -> dict[str, Any]:
    """Return what the measurement comes to."""
    late = sorted(1000 * (one.at - watched.sent[one.n]) for one in watched.arrivals if one.n in watched.sent)
    expected = readers * len(watched.sent)
    if not late:
        raise click.ClickException("no entry arrived")

    def at(share: float) -> float:
        return round(late[min(len(late) - 1, int(share * len(late)))], 1)

    return {
        "readers": readers,
        "entries": len(watched.sent),
        "delivered": len(late),
        "missing": expected - len(late),
        "milliseconds": {"median": at(0.5), "p90": at(0.9), "p99": at(0.99), "most": round(late[-1], 1)},
        "commands_a_second": {"alone": round(alone, 1), "beside": round(watched.beside, 1)},
        "commands_kept": round(watched.beside / alone, 3),
    }


@click.command()
@click.option("--readers", default=2000, show_default=True, type=click.IntRange(1, 4000), help="Spectators.")
@click.option("--seconds", default=20.0, show_default=True, type=click.FloatRange(1), help="How long it lasts.")
@click.option("--rate", default=5.0, show_default=True, type=click.FloatRange(0.1), help="Entries a second.")
def main(*, readers: int, seconds: float, rate: float) -> None:
    """Measure spectators of one table and print one JSON document."""
    os.environ.update(STREAMS)
    with running() as service:
        commands_a_second(service, 1.0)  # a server that has just started is slower
        alone = commands_a_second(service, seconds)
        watched = watch(service, readers, seconds, rate)
    document = {
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
        "million_hashes_a_second": round(million_hashes_a_second(), 3),
        "seconds": seconds,
        "entries_a_second": rate,
        **figures(alone, watched, readers),
    }
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document)) + b"\n")


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.spectators")
