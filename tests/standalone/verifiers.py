"""The standalone verifiers, run as a stranger would run them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from domain.audit.checks import verify_bytes
from domain.audit.copies import copy_for
from domain.kernel.seats import every_viewer
from domain.record.lines import read, split
from tests.node import NODE

FOLDER = Path(__file__).parents[2] / "replay" / "standalone"

TOGETHER = 400  # records that one process reads


class Answer(NamedTuple):
    """What a verifier printed as JSON, and its exit code."""

    exit: int
    report: Any
    errors: str

    @property
    def failed(self) -> set[int]:
        """The numbers of the checks that failed."""
        return {check["number"] for check in self.report["checks"] if check["status"] == "failed"}

    @property
    def unable(self) -> set[int]:
        """The numbers of the checks that were not possible."""
        return {check["number"] for check in self.report["checks"] if check["status"] == "not possible"}


def commands() -> dict[str, list[str]]:
    """Return how each verifier is started."""
    return {
        "python": [sys.executable, "-I", str(FOLDER / "verify.py")],
        "node": [str(NODE), str(FOLDER / "verify.mjs")],
    }


def run(command: list[str], *arguments: str, text: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a verifier."""
    return subprocess.run([*command, *arguments], input=text, capture_output=True, check=False, timeout=120)


def ask(name: str, text: bytes) -> Answer:
    """Let a verifier read a record from standard input."""
    done = run(commands()[name], "--json", "-", text=text)
    return Answer(done.returncode, json.loads(done.stdout) if done.stdout else None, done.stderr.decode())


def ask_all(texts: Sequence[bytes], folder: Path) -> dict[str, list[Any]]:
    """Let each verifier read many records in one process; return what it prints of each, `None` for no record."""
    files = [folder / f"{number}.ndjson" for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_bytes(text)
    found = {}
    for name, command in commands().items():
        told: dict[str, Any] = {}
        for first in range(0, len(files), TOGETHER):
            printed = run(command, "--json", *map(str, files[first : first + TOGETHER])).stdout.splitlines()
            told |= {answer["file"]: answer for answer in map(json.loads, printed)}
        found[name] = [told.get(str(file)) for file in files]
    return found


def copies(text: bytes, seats: int) -> dict[str, bytes]:
    """Return every viewer's copy of a full record, the full one included."""
    record = read(split(text))
    return {
        str(viewer): b"".join([line + b"\n" for line in copy_for(record, viewer)]) for viewer in every_viewer(seats)
    }


def each_kind(texts: dict[str, bytes]) -> list[bytes]:
    """Return the full copy of a table, the spectator's and its last seat's: one of each kind that there is."""
    last = max((name for name in texts if name.startswith("seat:")), key=lambda name: int(name.removeprefix("seat:")))
    return [texts["all"], texts["spectator"], texts[last]]


def complaints(text: bytes) -> dict[str, set[int]]:
    """Return the numbers of the checks that fail, by each of the three verifiers."""
    found = {"replay": {check.number for check in verify_bytes(text).failed}}
    for name in commands():
        answer = ask(name, text)
        assert answer.exit == (1 if answer.failed else 0), answer.errors
        found[name] = answer.failed
    return found


def sound(*texts: bytes) -> bool:
    """Say whether all verifiers find nothing wrong with records, which each program of a stranger reads in one call."""
    with TemporaryDirectory() as folder:
        answers = [answer for told in ask_all(texts, Path(folder)).values() for answer in told]
    assert len(answers) == len(texts) * len(commands()) > 0
    right = {check["status"] for answer in answers for check in answer["checks"]} <= {"passed", "not possible"}
    return right and not any(verify_bytes(text).failed for text in texts)
