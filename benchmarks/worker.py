"""One revision under measurement: a process that does one work at a time when it is told to.

Started with the tree of any revision as its path, so that several revisions can take turns. It reads names of works
from its standard input and answers each with a line of JSON.
"""

from __future__ import annotations

import gc
import sys

import msgspec

from benchmarks.figures import clock, million_hashes_a_second
from benchmarks.works import asked, works


class Turn(msgspec.Struct, frozen=True):
    """Units a second of one turn, and the millions of hashes a second beside it."""

    rate: float
    hashes: float


READY = b"ready\n"


def main() -> None:
    """Prepare the row named by the first argument, say so, and take turns until the input ends."""
    found = works(*asked(sys.argv))
    for work in found.values():
        work()
    gc.collect()
    _say(READY)
    for line in sys.stdin:
        work = found[line.strip()]
        gc.collect()
        hashes = million_hashes_a_second()
        begun = clock()
        units = work()
        _say(msgspec.json.encode(Turn(units / (clock() - begun), hashes)) + b"\n")


def _say(line: bytes) -> None:
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
