"""The tests of the modules of pages, which are JavaScript and run by node's own runner: `tests/web/**/*.test.js`."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tests.node import NODE, ROOT

FOLDER = Path(__file__).parent


def test_the_modules_keep_their_own_tests() -> None:
    """One process for all files: each file in one of its own would cost half a second."""
    files = sorted(FOLDER.rglob("*.test.js"))
    own = {name: value for name, value in os.environ.items() if name != "NODE_OPTIONS"}
    done = subprocess.run(
        [NODE, "--test", "--test-isolation=none", "--test-reporter=tap", *files],
        cwd=ROOT,
        env={**own, "TZ": "UTC"},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"\n# pass {_count(done.stdout)}\n" in done.stdout, done.stdout


def _count(tap: str) -> int:
    """Return how many tests ran: every one has passed, none was skipped."""
    (line,) = [line for line in tap.splitlines() if line.startswith("# tests ")]
    return int(line.removeprefix("# tests "))
