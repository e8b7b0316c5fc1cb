"""Issue 15, "Done when": a table of Panzer Clash with clocks before two scripts, from the call to the open secrets."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from click.testing import CliRunner

from api.running.clocks import ClockRunner
from domain.table.table import Table
from replay.cli import main as replay
from tests.api.desk.calls import Desk
from tests.api.desk.shell import serving
from tests.api.world import Opened, World, code
from tests.dossier.documents import Document
from tests.node import NODE
from tests.standalone.verifiers import copies, sound

pytestmark = pytest.mark.long

NDJSON = {"Accept": "application/x-ndjson"}
S = 1000
BANK = 3_600 * S
OPENING: dict[str, Any] = {
    "game": "panzer_clash",
    "options": {"deck_size": 40},
    "clock": {"bank_ms": BANK, "increment_ms": 5 * S},
    "arbiter_call": "stop",
    "confirm": {"window_ms": 600 * S},
}


class Scripts:
    """Two seats that act by chance, a second after they were asked."""

    def __init__(self, world: World, table: Opened, seed: int) -> None:
        self._world = world
        self._table = table
        self._chance = random.Random(seed)

    def act(self, times: int) -> int:
        """Act so often, or until the game is over; return how often."""
        for done in range(times):
            if not self._one():
                return done
        return times

    def _one(self) -> bool:
        for seat in (0, 1):
            offered = self._table.get("/actions?expand=true", seat=seat)
            if offered.json["status"] != "running":
                return False
            if offered.json["awaited"] is not None:
                self._world.clock.at += S
                said = {"command": self._chance.choice(offered.json["actions"])}
                headers = {"If-Match": offered.headers["ETag"]}
                answer = self._table.post("/actions", said, seat=seat, headers=headers)
                assert answer.status_code == 200, answer.text
                return True
        raise AssertionError("nobody is awaited, and the game is not over")


def banks(table: Table) -> tuple[int, ...]:
    """Return what both seats have left."""
    assert table.live is not None
    assert table.live.bank is not None
    return table.live.bank


def entries(desk: Desk, after: int = 0) -> list[Any]:
    """Return the entries after one."""
    return [line["entry"] for line in desk.table.get(f"/entries?after={after}&limit=1000").json["entries"]]


def verified_offline(desk: Desk, case: str, folder: Path) -> None:
    """Export a case for everybody who may want it, and check each archive, and its record by each verifier inside."""
    with serving(desk) as shell:
        for recipient in ("arbiter", "seat:0", "seat:1", "spectator"):
            shell.said("export", case, "--for", recipient, "--out", str(folder / f"{recipient}.zip"))
    for archive in sorted(folder.glob("*.zip")):
        found = CliRunner().invoke(replay, ["verify", str(archive)])
        assert found.exit_code == 0, found.output
        unpacked = folder / archive.stem
        with ZipFile(archive) as inside:
            inside.extractall(unpacked)
        for program in ([sys.executable, "-I", "verify.py"], [str(NODE), "verify.mjs"]):
            done = subprocess.run(
                [*program, "record.ndjson"], cwd=unpacked, capture_output=True, check=False, timeout=600
            )
            assert done.returncode == 0, done.stdout
        report = Document((unpacked / "report.html").read_bytes())
        assert "Panzer Clash 3.2" in report.text
        assert "It was the top card of the main deck." in report.text


def test_from_the_call_to_the_open_secrets(world: World, tmp_path: Path) -> None:
    seats = [{"kind": "token", "name": name} for name in ("Ada", "Bob")]
    answer = world.post("/tables", {"seats": seats, **OPENING})
    assert answer.status_code == 201, answer.text
    desk = Desk(world, Opened(world, answer.json))
    table, scripts = desk.table, Scripts(world, desk.table, 5)
    assert scripts.act(12) == 12

    # Seat 1 calls the arbiter at an action; the clocks stop.
    action = max(entry["n"] for entry in entries(desk) if entry["kind"] == "action_taken")
    case = desk.call(1, moment=str(action), stops_play=True, text="He looked at the top card of his deck.")
    left = banks(world.store.table_at(table.id, action - 1))
    world.clock.at += 300 * S
    for seat in (0, 1):
        assert code(table.say(seat, "concede"), 409) == "table_paused"

    # The arbiter claims, looks at both hands, and has the damage reported: entries say so.
    (listed,) = world.get("/cases", token=desk.anna).json["cases"]
    assert (listed["case"], listed["moment"], listed["stops_play"]) == (case, str(action), True)
    name = desk.done(case, "claim")["claimed_by"]
    n = world.store.head(table.id)
    assert table.get(f"/view?viewer=all&case={case}", token=desk.anna).status_code == 200
    asked = {"case": case, "to": action - 1}
    report = table.post("/rewind", {**asked, "dry_run": True}, token=desk.anna)
    assert report.status_code == 200, report.text
    assert report.json["damage"]["taken_back"]
    assert [(entry["kind"], entry["viewer"], entry["by"], entry["case"]) for entry in entries(desk, n)] == [
        ("evidence_viewed", "all", name, case)
    ] * 2

    # It rewinds with a new order, and rules with reason and rule; play goes on, and nobody has paid for the time.
    n = world.store.head(table.id)
    tag = desk.read(case, desk.anna).headers["ETag"]
    ruling = {
        "finding": "infraction",
        "grounds": ["Panzer Clash 3.2"],
        "text": "Seat 0 goes back, and the decks are put in a new order.",
        "sealed_text": "It was the top card of the main deck.",
        "rewind": {"to": action - 1, "order": "reshuffle", "reason": "infraction"},
    }
    ruled = desk.done(case, "rule", ruling, headers={"If-Match": tag})
    assert (ruled["measures"], ruled["history"][-1]["grounds"]) == (["rewind"], ["Panzer Clash 3.2"])
    assert [entry["kind"] for entry in entries(desk, n)] == ["ruling_made", "rewound_to"]
    assert code(table.say(0, "concede"), 409) == "table_paused", "an appeal comes first, or both accept"
    assert desk.accept(case)["state"] == "closed"
    assert banks(world.store.table(table.id)) == left
    if scripts.act(40) == 40:
        table.act(0, "concede")

    # The loser calls again, and appeals against the ruling; a second arbiter upholds.
    result = table.get("/result").json
    assert result["confirmed"] is False
    loser = max(place["seats"][0] for place in result["outcome"]["places"][-1:])
    again = desk.call(loser, text="The order before was better for me.")
    desk.done(again, "claim")
    desk.done(again, "rule", {"finding": "no_infraction", "grounds": ["Panzer Clash 3.2"], "text": "Both accepted it."})
    desk.done(again, "appeal", {"text": "I had not seen the cards."}, key=table.tokens[loser])
    assert code(desk.do(again, "claim"), 409) == "ruled_before"
    desk.done(again, "claim", key=desk.otto)
    for seat in (0, 1):
        if seat not in table.get("/result").json["waiting"]["accepted"]:
            table.post("/result/accept", {}, seat=seat)
    assert table.get("/result").json["confirmed"] is False, "a case is open"
    upheld = {"finding": "infraction", "grounds": ["Panzer Clash 3.2"], "text": "The first ruling stands."}
    assert desk.done(again, "rule", upheld, key=desk.otto)["state"] == "closed"

    # The result is confirmed, the secrets are open, and everybody can verify all of it.
    world.clock.at += 600 * S
    ClockRunner(world.store, world.clock).look()
    assert table.get("/result").json["confirmed"] is True
    assert table.get().json["secrets_open"] is True
    text = table.get("/record", headers=NDJSON).data
    own = copies(text, 2)
    assert own["all"] == text
    assert sound(*own.values())
    verified_offline(desk, case, tmp_path)
