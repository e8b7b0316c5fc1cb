"""Done when: a whole game over HTTP, two seats by the example client and two by bots, and what its record gives."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from domain.kernel.seats import every_viewer
from tests.api.server import ROOT, Server, environment
from tests.standalone.verifiers import commands

pytestmark = pytest.mark.long

SEATS = 4
VIEWERS = list(map(str, every_viewer(SEATS)))
SEEN_LIKE_ANOTHER = ("seat:1", "seat:2")  # what the first and the last seat see is of their kind


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a game in which two example clients and two bots played, downloaded after its end."""
    folder = tmp_path_factory.mktemp("game")
    with Server(folder / "x.db") as server:
        opened = server.open("token", "sensible", "token", "random", options={"round_limit": 20}, start="word")
        table = opened["table"]["id"]
        tokens = [seat["token"] for seat in opened["seats"] if seat["kind"] == "token"]
        dealt = server.call("POST", f"/tables/{table}/start", token=opened["opener_token"])
        assert dealt.status == 200, dealt
        players = [
            subprocess.Popen(
                [sys.executable, str(ROOT / "docs" / "example_client.py"), f"{server.url}/tables/{table}"],
                env=environment(MATCHLEDGER_SEAT=token),
                stdout=subprocess.PIPE,
            )
            for token in tokens
        ]
        results = [msgspec.json.decode(player.communicate(timeout=180)[0]) for player in players]
        assert [player.returncode for player in players] == [0, 0]
        assert results[0] == results[1] == server.call("GET", f"/tables/{table}/result").body
        answer = server.call("GET", f"/tables/{table}/record", headers={"Accept": "application/x-ndjson"})
        assert answer.status == 200
        verified = server.call("GET", f"/tables/{table}/verification").body
        assert "failed" not in {check["status"] for check in verified["checks"]}
    file = folder / "record.ndjson"
    file.write_bytes(answer.body)
    return file


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a program of this environment."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        command, env={**environment(), "PATH": path}, capture_output=True, text=True, timeout=120, check=False
    )


def verifiers(file: Path) -> dict[str, int]:
    """Return the exit codes of the three verifiers."""
    started = {"replay": ["replay", "verify"], **commands()}
    return {name: run(*command, str(file)).returncode for name, command in started.items()}


def test_all_four_seats_played(record: Path) -> None:
    entries = [msgspec.json.decode(line)["entry"] for line in record.read_bytes().splitlines()[1:]]
    assert {entry["seat"] for entry in entries if entry["kind"] == "action_taken"} == {0, 1, 2, 3}
    assert entries[-1]["kind"] == "secrets_opened"


@pytest.mark.parametrize(
    "viewer",
    [pytest.param(viewer, marks=pytest.mark.soak if viewer in SEEN_LIKE_ANOTHER else ()) for viewer in VIEWERS],
)
def test_every_viewers_copy_is_shown_told_and_verified(record: Path, viewer: str, tmp_path: Path) -> None:
    copy = record
    if viewer != "all":
        copy = tmp_path / "copy.ndjson"
        made = run("replay", "redact", str(record), "--viewer", viewer, "--out", str(copy))
        assert made.returncode == 0, made.stderr
        assert copy.stat().st_size < record.stat().st_size
    for place in ([], ["--at", "20.0"]):
        shown = run("replay", "show", str(copy), *place)
        assert shown.returncode == 0, shown.stderr
        assert "Chanic Panic, round" in shown.stdout
    told = run("replay", "log", str(copy))
    assert told.returncode == 0, told.stderr
    assert len(told.stdout.splitlines()) > 14  # six entries before play, two rounds of four turns
    assert set(verifiers(copy).values()) == {0}


@pytest.mark.parametrize("line", [5, 30, -1])
def test_one_changed_byte_is_found_by_every_verifier(record: Path, line: int, tmp_path: Path) -> None:
    """A digit of the time of an entry."""
    lines = record.read_bytes().splitlines(keepends=True)
    at = lines[line].index(b'"at":') + len(b'"at":') + 6
    digit = b"1" if lines[line][at : at + 1] != b"1" else b"2"
    lines[line] = lines[line][:at] + digit + lines[line][at + 1 :]
    changed = tmp_path / "changed.ndjson"
    changed.write_bytes(b"".join(lines))
    assert set(verifiers(changed).values()) == {1}
