"""Verifying a folder of records by `replay verify`, from the start of the program to its last line."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.figures import Figure, figure, million_hashes_a_second
from benchmarks.played import Played
from benchmarks.verification import NotVerifiedError

PROGRAM = (sys.executable, "-c", "from replay.cli import main; main()", "verify")


def folder(played: Played, *, runs: int, records: int, jobs: int) -> Figure:
    """Measure so many copies of one record, timed by the clock on the wall: that is what several processes shorten.

    Raises `NotVerifiedError` if a record does not verify.
    """
    with tempfile.TemporaryDirectory() as place:
        for number in range(records):
            (Path(place) / f"{number}.ndjson").write_bytes(played.record())
        speeds, rates = [], []
        for _ in range(runs):
            speeds.append(million_hashes_a_second())
            begun = time.perf_counter()
            done = subprocess.run([*PROGRAM, place, "--jobs", str(jobs)], capture_output=True, text=True, check=False)
            if done.returncode:
                raise NotVerifiedError(done.stderr)
            rates.append(records * played.actions / (time.perf_counter() - begun))
    return figure("actions/s", rates, speeds, {"records": records, "actions": played.actions, "jobs": jobs})
