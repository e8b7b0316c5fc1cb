"""docs/bots.md: its two programs, run as they stand there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.api.server import ROOT, Server, environment, program

pytestmark = pytest.mark.long

PAGE = ROOT / "docs" / "bots.md"
FIRST_TURNS = 12  # entries of a game that has many more
LINES_AT_MOST = 40  # the page says forty; blank ones are not counted


def programs() -> list[str]:
    """Return the programs on the page."""
    return re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), flags=re.DOTALL)


def started(folder: Path, name: str, text: str, **variables: str) -> subprocess.Popen[bytes]:
    """Start one of them."""
    file = folder / f"{name}.py"
    file.write_text(text, "utf-8")
    return subprocess.Popen(
        [sys.executable, str(file)], env=environment(**variables), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )


def test_each_has_forty_lines() -> None:
    counts = [len([line for line in text.splitlines() if line.strip()]) for text in programs()]
    assert len(counts) == 2
    assert max(counts) <= LINES_AT_MOST, counts


def test_the_bot_plays_a_game_and_the_overlay_shows_it(tmp_path: Path) -> None:
    """To its end, with a key of its own, against a bot of the game, though the service is killed and started again."""
    player, overlay = programs()
    database, shown = tmp_path / "x.db", tmp_path / "overlay.txt"
    with Server(database) as server:
        made = program("keys", "add", "player", "--name", "Ada", "--database", str(database))
        key = subprocess.run(made, env=environment(), capture_output=True, text=True, check=True).stdout.strip()
        seats = [{"kind": "open"}, {"kind": "bot", "bot": "sensible"}]
        body = {"game": "chanic_panic", "seats": seats, "options": {"round_limit": 10}}
        table = server.call("POST", "/tables", body).body["table"]["id"]
        where = f"{server.url}/tables/{table}"
        stranger = started(tmp_path, "stranger", player, MATCHLEDGER_TABLE=where, MATCHLEDGER_KEY="mlk_x_unknown")
        assert b"401" in stranger.communicate(timeout=60)[1], "who may not be there asks once"
        assert stranger.returncode != 0
        watching = started(tmp_path, "overlay", overlay, MATCHLEDGER_TABLE=where, OVERLAY=str(shown))
        playing = started(tmp_path, "player", player, MATCHLEDGER_TABLE=where, MATCHLEDGER_KEY=key)
        while (now := server.call("GET", f"/tables/{table}/view?wait=30&after={FIRST_TURNS}").body)["n"] <= FIRST_TURNS:
            assert playing.poll() is None, playing.communicate()
        assert now["awaited"], "the service is killed in mid-game"
        server.kill()
    with Server(database, port=server.port) as server:
        outcome, complaints = playing.communicate(timeout=120)
        assert playing.returncode == 0, complaints
        assert msgspec.json.decode(outcome) == server.call("GET", f"/tables/{table}/result").body["outcome"]
        _, complaints = watching.communicate(timeout=60)
        assert watching.returncode == 0, complaints
    head, *names = shown.read_text("utf-8").splitlines()
    assert head.startswith("chanic_panic  confirmed  entry ")
    assert [name.strip() for name in names] == ["Ada", "sensible"]
