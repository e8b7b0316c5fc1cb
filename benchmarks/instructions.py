"""Instructions that a unit of work takes: they hardly change when other programs share the machine.

Counted by valgrind's cachegrind (`perf stat` needs counters of the processor, which virtual machines rarely lend). One
process prepares and then leaves each work to a copy of itself; what the copy counts at its end, less what a copy counts
that does nothing, is the work.
"""

from __future__ import annotations

import gc
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from benchmarks.works import WORKS, Size, asked, works

HERE = Path(__file__).parents[1]
COUNTED = Size(entries=500, actions=500)  # under valgrind everything takes fifty times as long
NOTHING = "nothing"
_COUNTED = re.compile(r"I +refs: +([\d,]+)")


class NotCountedError(RuntimeError):
    """The instructions cannot be counted."""


def counted(row: str, size: Size, tree: Path = HERE, python: str = sys.executable) -> Mapping[str, int]:
    """Return the instructions of a unit of each work; raises `NotCountedError` where that is not possible.

    `tree` is where a revision lies, `python` what runs it.
    """
    if shutil.which("valgrind") is None:
        raise NotCountedError("valgrind is not installed")
    with tempfile.TemporaryDirectory() as folder:
        tool = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]
        program = [python, "-m", __name__, row, str(size.entries), str(size.actions)]
        done = subprocess.run(
            [*tool, f"--log-file={folder}/%p", *program],
            cwd=tree,
            env={**os.environ, "PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise NotCountedError(" ".join(done.stderr.split()[-40:]))
        totals = {}
        units = {}
        for line in done.stdout.splitlines():
            name, process, count = line.split()
            totals[name], units[name] = _total(Path(folder) / process), int(count)
    return {name: round((totals[name] - totals[NOTHING]) / units[name]) for name in WORKS}


def _total(log: Path) -> int:
    found = _COUNTED.search(log.read_text(encoding="utf-8"))
    if found is None:
        raise NotCountedError("valgrind says no count")
    return int(found[1].replace(",", ""))


def main() -> None:
    """Do each work in a copy of this process; print its name, the copy's number, and how many units it did."""
    row, size = asked(sys.argv)
    found = {NOTHING: lambda: 1, **works(row, size)}
    units = {name: work() for name, work in found.items()}  # what is done once only is done before
    gc.collect()
    for name, work in found.items():
        process = os.fork()  # with the count so far, to which nothing is added here
        if not process:
            work()
            os._exit(0)
        os.waitpid(process, 0)
        print(name, process, units[name], flush=True)


if __name__ == "__main__":
    main()
