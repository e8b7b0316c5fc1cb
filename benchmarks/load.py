"""The compiled client, where the machine has a C compiler: it costs 15 µs a request, the one in Python 100."""

from __future__ import annotations

import shutil
import struct
import subprocess
import tempfile
from array import array
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from benchmarks import wire
from benchmarks.service import ServiceError
from benchmarks.wire import Sent

SOURCE = Path(__file__).with_name("load.c")
COMPILED = "one compiled process (benchmarks/load.c), keep-alive, requests made ready before; it shares the cores"


class Client(NamedTuple):
    """How requests are sent, and what that is called."""

    name: str
    send_all: Callable[[int, Sequence[Sequence[bytes]]], Sent]


@cache
def client() -> Client:
    """Return the best client that this machine gives."""
    return Client(wire.CLIENT, wire.send_all) if shutil.which("cc") is None else Client(COMPILED, send_all)


@cache
def _program() -> Path:
    """Compile the client, for as long as this process runs."""
    folder = tempfile.TemporaryDirectory()
    _kept.append(folder)
    program = Path(folder.name) / "load"
    subprocess.run(["cc", "-O2", "-o", str(program), str(SOURCE)], check=True)
    return program


_kept: list[tempfile.TemporaryDirectory[str]] = []


def send_all(port: int, queues: Sequence[Sequence[bytes]]) -> Sent:
    """Send each queue of requests over a connection of its own, all at the same time; raises `ServiceError`."""
    done = subprocess.run([_program(), str(port)], input=b"".join(_packed(queues)), capture_output=True, check=False)
    if done.returncode:
        raise ServiceError(done.stderr.decode(errors="replace").strip())
    elapsed, *each = array("d", done.stdout)
    return Sent(elapsed, tuple(each))


def _packed(queues: Sequence[Sequence[bytes]]) -> Iterator[bytes]:
    yield struct.pack("<I", len(queues))
    for queue in queues:
        yield struct.pack("<I", len(queue))
        for request in queue:
            yield struct.pack("<I", len(request)) + request
