"""Records as large as the format allows, and verifiers held to processor time and memory; no clock is read.

`python -m tests.standalone.large` prints the table in docs/record-format.md, chapter 9, "Size".
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tests.replay.records import RECORD
from tests.standalone.damage import b64, canonical
from tests.standalone.verifiers import commands

ROOT = Path(__file__).parents[2]
VERIFIERS: Mapping[str, Sequence[str]] = {
    "replay": (sys.executable, "-c", "from replay.cli import main; main()", "verify"),
    **commands(),
}
# Runs a command, which the system ends at so many seconds of the processor, and asks how much memory it held: of this
# process it is the only child. A limit of memory would be no measure: node asks for far more room than it fills.
_WITHIN = """
import json, resource, subprocess, sys
resource.setrlimit(resource.RLIMIT_CPU, (int(sys.argv[1]), int(sys.argv[1])))
done = subprocess.run(sys.argv[2:], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([done.returncode, done.stdout.decode(), used.ru_utime + used.ru_stime, used.ru_maxrss]))
"""


class Ended(NamedTuple):
    """How a verifier ended: its exit code, or minus the signal that ended it; what it printed; what it used."""

    exit: int
    printed: str
    seconds: float  # of the processor
    held: int  # KiB, at most

    @property
    def mebibytes(self) -> int:
        """The most memory that it held."""
        return self.held // 1024


class Size(NamedTuple):
    """A large record, how its verification ends, and what no verifier may exceed: about three times what it takes."""

    about: str
    lines: Callable[[], Iterator[bytes]]
    exit: int
    seconds: int
    mebibytes: int


def verified(name: str, file: Path, *, seconds: int) -> Ended:
    """Let a verifier read a file with no more processor time than this."""
    command = [sys.executable, "-c", _WITHIN, str(seconds), *VERIFIERS[name], "--json", str(file)]
    done = subprocess.run(command, capture_output=True, check=True, cwd=ROOT)
    return Ended(*json.loads(done.stdout))


def written(file: Path, lines: Iterable[bytes]) -> Path:
    """Write lines, one by one."""
    with file.open("wb") as out:
        out.writelines(lines)
    return file


def beginning() -> tuple[bytes, dict[str, Any]]:
    """Return the header and entry 1 of a table that only its opener has seen."""
    header, entry, *_ = RECORD.read_bytes().splitlines(keepends=True)
    return header, json.loads(entry)["entry"]


def opened(rest: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the lines of a table that was opened, and what follows."""
    header, entry = beginning()
    yield header
    yield canonical({"entry": entry, "hash": b64(_linked(_genesis(entry), entry))}) + b"\n"
    yield from rest


def looks(count: int) -> Iterator[bytes]:
    """Yield a record with so many entries: the first opens the table, every other says that somebody looked at it."""
    header, entry = beginning()
    head = _genesis(entry)
    yield header
    for n in range(1, count + 1):
        if n > 1:
            entry = {"at": entry["at"], "by": "operator", "first": 1, "kind": "evidence_viewed", "last": 1, "n": n}
            entry["viewer"] = "all"
        head = _linked(head, entry)
        yield canonical({"entry": entry, "hash": b64(head)}) + b"\n"


def _genesis(opening: Mapping[str, Any]) -> bytes:
    return sha256(f"matchledger/1/{opening['table']}".encode()).digest()


def _linked(head: bytes, entry: Mapping[str, Any]) -> bytes:
    return sha256(head + canonical(entry)).digest()


def checkpoints_of(count: int, said: bytes) -> Iterator[bytes]:
    """Yield the record of a table that was opened, with so many checkpoints."""
    return opened(b'{"checkpoint":' + said + b"}\n" for _ in range(count))


SIZES = (
    Size("1,000,000 short checkpoints", lambda: checkpoints_of(1_000_000, b"0"), 0, 40, 300),
    Size("200 checkpoints of 1 MB", lambda: checkpoints_of(200, b'"' + b"x" * 10**6 + b'"'), 0, 10, 1400),
    Size(
        "20 checkpoints of 1,390,000 lists each",
        lambda: checkpoints_of(20, b"[" + b"[]," * 1_389_999 + b"[]]"),
        0,
        50,
        2400,
    ),
    Size("1,000,000 entries", lambda: looks(1_000_000), 0, 160, 4500),
    Size("more than 256 MiB, refused", lambda: checkpoints_of(257, b'"' + b"x" * 2**20 + b'"'), 2, 10, 1700),
)
SMALLER = (  # where the time grows with the square of the lines it does not end in time
    Size("100,000 short checkpoints", lambda: checkpoints_of(100_000, b"0"), 0, 6, 200),
    Size("30,000 entries", lambda: looks(30_000), 0, 10, 400),
)


def _table(folder: Path) -> Iterator[str]:
    yield "| A record with | `replay verify` | `verify.py` | `verify.mjs` |\n|---|---|---|---|\n"
    for size in SIZES:
        file = written(folder / "table.ndjson", size.lines())
        ends = [verified(name, file, seconds=size.seconds) for name in VERIFIERS]
        assert {end.exit for end in ends} == {size.exit}, ends
        cells = [f"{end.seconds:.1f} s, {end.mebibytes:,} MiB" for end in ends]
        yield f"| {size.about}, {file.stat().st_size / 10**6:,.0f} MB | {' | '.join(cells)} |\n"


if __name__ == "__main__":
    with TemporaryDirectory() as place:
        for row in _table(Path(place)):
            sys.stdout.write(row)
            sys.stdout.flush()
