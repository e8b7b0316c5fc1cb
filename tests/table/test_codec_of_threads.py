"""The codec of a game is asked for by many threads of a service at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from domain import games

ROOT = Path(__file__).parent.parent.parent
AT_ONCE = """
import sys
from threading import Barrier, Thread
from domain.games import game
from domain.table.codec import codec_of

rules, barrier = game(sys.argv[1]).rules, Barrier(8)
sys.setswitchinterval(1e-6)

def work():
    barrier.wait()
    codec_of(rules).public(b'{"kind":"game_started"}')

def tried():
    try:
        work()
    except ValueError:
        found.append(codec_of(rules))

found = []
threads = [Thread(target=tried) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(len(found), len(set(map(id, found))))
"""


@pytest.mark.parametrize("name", sorted(games.shipped()))
def test_threads_that_ask_for_it_at_once_get_the_same_whole_codec(name: str) -> None:
    """Without the lock the process crashes: msgspec shares types that are half worked out."""
    done = subprocess.run([sys.executable, "-c", AT_ONCE, name], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "8 1\n"), done.stderr
