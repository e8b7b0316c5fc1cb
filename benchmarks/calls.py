"""How many calls of Python and of C a command takes, from its bytes in memory to those of the answer.

    python -m benchmarks.calls --tables 16 --commands 60

One JSON document. The server runs in this process without a socket, on a file, all tables at the same time; a machine
that others use counts nearly the same, up to how many commands share a transaction.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from types import FrameType
from typing import Any

import click
import msgspec
import uvloop

from api.app import create_app
from api.resources.plainly import Plainly
from api.running.bots import BotRunner
from api.running.bridge.server import Bridge
from api.running.front.front import Bounds, Front
from api.service import EXTENSION, now_ms
from api.settings import Settings
from benchmarks.commands import SEED, Opened, requests_of
from benchmarks.rows import Row, rows
from domain.kernel.chance import QuickChance
from domain.ledger.parking import hosted_by
from domain.ledger.store import Store, open_store
from tests.api.transport import Transport

ROW = "chanic_panic: 2 seats"
MANY = "1000000000/minute"
TOP = 25  # functions that are named
HERE = Path(__file__).parents[1]


class Calls:
    """Counts calls on every thread that is told to."""

    def __init__(self) -> None:
        self.python: Counter[str] = Counter()
        self.others = 0

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        """Count a call of Python or of C, but for those of the requests' own maker."""
        code = frame.f_code
        if code.co_filename.startswith(f"{HERE}{os.sep}tests{os.sep}"):
            return
        if event == "call":
            self.python[f"{code.co_filename.removeprefix(str(HERE))}:{code.co_qualname}"] += 1
        elif event == "c_call":
            self.others += 1

    def document(self, commands: int) -> dict[str, Any]:
        """Return what was counted of each command."""
        most = {name: round(count / commands, 2) for name, count in self.python.most_common(TOP)}
        python = round(self.python.total() / commands, 1)
        return {"commands": commands, "python": python, "c": round(self.others / commands, 1), "most": most}


def queue_of(app: Any, store: Store, row: Row, seed: int, count: int) -> list[bytes]:
    """Return so many requests at one table after the other."""
    made: list[bytes] = []
    chance = QuickChance(seed)
    while len(made) < count:
        seats = [{"kind": "token", "name": f"Player {seat}"} for seat in range(row.seats)]
        body = {"game": row.game, "seats": seats, "options": dict(row.options), "visibility": "private"}
        answer = app.test_client().post("/api/v1/tables", json=body).json
        opened = Opened(answer["table"]["id"], tuple([seat["token"] for seat in answer["seats"]]))
        made += requests_of(store.table(opened.table), opened, chance, count - len(made))
    return made


async def played(front: Front, queues: Sequence[Sequence[bytes]]) -> None:
    """Send each queue over a connection of its own, one request after the other, all queues at the same time."""

    async def one(queue: Sequence[bytes]) -> None:
        transport = Transport(front)
        for request in queue:
            status, text = await transport.answer(request)
            if status != 200:
                raise click.ClickException(f"a command was answered {status}: {text!r}")

    async with asyncio.TaskGroup() as group:
        for queue in queues:
            group.create_task(one(queue))


def counted(folder: str, tables: int, each: int) -> dict[str, Any]:
    """Play twice as many commands and count the second half."""
    (row,) = [row for row in rows(ROW) if row.name == ROW]
    database = f"{folder}/calls.db"
    settings = Settings(
        server_key=bytes(32), database=database, limit_caller=MANY, limit_address=MANY, limit_opening=MANY
    )
    calls = Calls()
    with closing(open_store(database)) as store, asyncio.Runner(loop_factory=uvloop.new_event_loop) as loop:
        app = create_app(settings, store, clock=now_ms, bots=BotRunner(store, now_ms))
        shortcut = Plainly(app.extensions[EXTENSION])
        bridge = Bridge(app.wsgi_app, threads=settings.threads, shortcut=shortcut)
        queues = [queue_of(app, store, row, SEED + place, 2 * each) for place in range(tables)]

        async def begin() -> Front:
            bridge.begin(asyncio.get_running_loop())
            return Front(asyncio.get_running_loop(), bridge, Bounds(60.0, 60.0))

        front = loop.run(begin())
        threading.setprofile(calls)  # the thread that waits for the disk begins in the first half
        loop.run(played(front, [queue[:each] for queue in queues]))
        calls.python.clear()
        calls.others = 0
        sys.setprofile(calls)
        try:
            loop.run(played(front, [queue[each:] for queue in queues]))
        finally:
            sys.setprofile(None)
            threading.setprofile(None)
            hosted_by(None)
    return calls.document(tables * each)


@click.command()
@click.option("--tables", default=16, show_default=True, type=click.IntRange(1), help="Played at the same time.")
@click.option("--commands", default=60, show_default=True, type=click.IntRange(1), help="At each table.")
def main(*, tables: int, commands: int) -> None:
    """Count the calls of commands and print one JSON document."""
    with tempfile.TemporaryDirectory() as folder:
        document = counted(folder, tables, commands)
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(document)) + b"\n")


if __name__ == "__main__":
    main(prog_name="python -m benchmarks.calls")
