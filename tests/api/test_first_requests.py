"""The first requests of a service come at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
AT_ONCE = """
import sys
from threading import Barrier, Thread
from api.app import create_app
from api.settings import Settings
from domain.games import game, names
from domain.ledger.store import open_store
from domain.table.codec import codec_of

create_app(Settings(server_key=bytes(32), database=sys.argv[1]), open_store(sys.argv[1]))
sys.setswitchinterval(1e-6)
for name in names():
    rules, barrier, found = game(name).rules, Barrier(8), []

    def work():
        barrier.wait()
        codec = codec_of(rules)
        try:
            codec.public(b'{"kind":"game_started"}')
        except ValueError:
            found.append(codec)

    threads = [Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(len(found), len(set(map(id, found))))
"""


def test_threads_find_the_codec_of_every_game_whole(tmp_path: Path) -> None:
    """A codec made by the first request crashes the process: msgspec shares types that are half worked out."""
    command = [sys.executable, "-c", AT_ONCE, str(tmp_path / "x.db")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, set(done.stdout.splitlines())) == (0, {"8 1"}), done.stderr
