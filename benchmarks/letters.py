"""Letters of webhooks a second: from the queue in the store to receivers of this machine, each letter signed.

    python -m benchmarks.letters [--letters 500] [--webhooks 4] [--runs 5]

Receivers are another process, so that they take no turn of the sender's interpreter; they speak plain HTTP, so what TLS
costs is left out.
"""

from __future__ import annotations

import multiprocessing
import socketserver
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

import click
import msgspec

from api.requests.webhooks.writing import write_due
from api.running.webhooks.post import Post
from api.service import now_ms
from api.settings import Settings
from benchmarks.figures import Figure, figure, million_hashes_a_second
from domain.ledger.store import Store, open_store
from domain.ledger.tournaments.webhooks import Webhook
from domain.record.canonical import b64
from domain.record.keys import NO_ENTROPY, Secrets
from domain.tournament.log.entries import PlayerRegistered, SwissSaid
from domain.tournament.log.organiser import Organiser
from domain.tournament.log.simulation import TWO_SEATS_SAID

TOURNAMENT = "benchmark"
PATIENCE = 600  # seconds; whoever takes longer is not measured
LOOK = 0.002  # seconds between looks whether all letters have arrived


class _Taking(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        """Read one letter and take it."""
        length = 0
        while (line := self.rfile.readline()) not in (b"\r\n", b""):
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        self.rfile.read(length)
        self.wfile.write(b"HTTP/1.1 204 No Content\r\n\r\n")


class _Receiver(socketserver.ThreadingTCPServer):
    daemon_threads = True
    request_queue_size = 64


def _receive(told: Connection) -> None:
    with _Receiver(("127.0.0.1", 0), _Taking) as receiver:
        told.send(receiver.server_address[1])
        receiver.serve_forever()


@contextmanager
def receiving() -> Iterator[int]:
    """Take letters at a port in a process of its own until the end of the block."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_receive, args=(theirs,), daemon=True)
    process.start()
    try:
        yield int(ours.recv())
    finally:
        process.terminate()
        process.join()


def _queued(store: Store, port: int, each: int, webhooks: int) -> None:
    """Make a tournament of so many entries and queue a letter of each at every webhook."""
    organiser = Organiser.open(
        TOURNAMENT,
        secret=bytes(32),
        at=0,
        game="fightdrome",
        version=1,
        method=SwissSaid(rounds=9),
        scoring=TWO_SEATS_SAID,
        tie_breaks=(),
    )
    for number in range(each - 1):
        organiser.tell(PlayerRegistered, 0, player=f"p{number}", entropy=b64(NO_ENTROPY))
    store.tournaments.create(organiser, Secrets(bytes(32), bytes(32)), None, None)
    for number in range(webhooks):
        url = f"http://127.0.0.1:{port}/{number}"
        store.tournaments.webhooks.put(Webhook(id=f"w{number}", tournament=TOURNAMENT, url=url, created=0))
    while write_due(store, now_ms()):
        pass


def _delivered(store: Store, webhooks: int) -> int:
    return sum(store.tournaments.letters.counts(f"w{number}").get("delivered", 0) for number in range(webhooks))


def letters(*, runs: int, each: int, webhooks: int) -> Figure:
    """Measure how many letters a second leave the queue, timed by the clock on the wall."""
    speeds, rates = [], []
    with receiving() as port:
        for _ in range(runs):
            speeds.append(million_hashes_a_second())
            rates.append(_rate(port, each, webhooks))
    return figure("letters/s", rates, speeds, {"letters": each * webhooks, "webhooks": webhooks})


def _rate(port: int, each: int, webhooks: int) -> float:
    with tempfile.TemporaryDirectory() as folder, closing(open_store(str(Path(folder) / "x.db"))) as store:
        _queued(store, port, each, webhooks)
        post = Post(store, Settings(server_key=bytes(32), webhook_targets="any"), now_ms)
        begun = time.perf_counter()
        post.start()
        while _delivered(store, webhooks) < each * webhooks and time.perf_counter() < begun + PATIENCE:
            time.sleep(LOOK)
        elapsed = time.perf_counter() - begun
        post.stop()
    return each * webhooks / elapsed


@click.command()
@click.option("--letters", "each", default=500, type=click.IntRange(1), show_default=True, help="To each webhook.")
@click.option("--webhooks", default=4, type=click.IntRange(1, 64), show_default=True, help="Delivered to at once.")
@click.option("--runs", default=5, type=click.IntRange(1, 99), show_default=True, help="Runs of each measurement.")
def main(each: int, webhooks: int, runs: int) -> None:
    """Measure deliveries to one webhook and to several at once; print one JSON document."""
    found = {str(number): letters(runs=runs, each=each, webhooks=number) for number in sorted({1, webhooks})}
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode({"webhooks": found})) + b"\n")


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.letters")
