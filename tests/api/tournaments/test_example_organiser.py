"""`docs/example_organiser.py` and the lines of the guide: a tournament run by its webhook alone."""

from __future__ import annotations

import ast
import importlib.util
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any

import pytest
from click.testing import CliRunner
from standardwebhooks import Webhook
from werkzeug.serving import make_server

from api.program.cli import main
from api.running.bots import fresh_chance, play_out
from api.running.tournaments import TournamentRunner
from api.running.webhooks.post import Post
from api.service import now_ms
from tests.api.server import free_port
from tests.api.tournaments.cup import Cup
from tests.api.tournaments.receiver import Hooked
from tests.api.world import KEY, World

DOCS = Path(__file__).parents[3] / "docs"
GUIDE = re.compile(r"## From nothing to a running Swiss.*?```sh\n(.*?)```", re.DOTALL)
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
NOW = 1_800_000_000


@pytest.fixture
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("example_organiser", DOCS / "example_organiser.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def scores_of(example: ModuleType, letters: list[Any]) -> dict[str, Fraction]:
    """Return what the example computes from letters."""
    told = example.Tournament()
    for letter in letters:
        told.take(letter)
    found: dict[str, Fraction] = told.scores()
    return found


def test_it_verifies_as_the_specification_says(example: ModuleType) -> None:
    """Its signature is that of the specification's library; what was changed, or is old, is not taken."""
    body = b'{"test": 2432232314}'
    signed = Webhook(SECRET).sign("msg_1", datetime.fromtimestamp(NOW, UTC), body.decode())
    headers = {"webhook-id": "msg_1", "webhook-timestamp": str(NOW), "webhook-signature": f"v1,other v2,x {signed}"}
    assert example.verify(SECRET, headers, body, NOW + 1.5)
    assert not example.verify(SECRET, headers, body + b" ", NOW)
    assert not example.verify(SECRET, {**headers, "webhook-id": "msg_2"}, body, NOW)
    assert not example.verify(SECRET, headers, body, NOW + example.TOLERANCE + 1)
    assert not example.verify(SECRET, {**headers, "webhook-timestamp": "now"}, body, NOW)
    assert not example.verify(SECRET, {}, body, NOW)


def test_it_needs_the_standard_library_alone() -> None:
    tree = ast.parse((DOCS / "example_organiser.py").read_text("utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names


def test_its_scores_are_the_services(example: ModuleType, world: World) -> None:
    """With a bye, a forfeit, a correction, a draw, a late entry, a penalty and a disqualification, in any order."""
    cup = Cup(world)
    hooked = Hooked(cup)
    ada, bob, cid, dee, eve = (one["player"] for one in cup.register("Ada", "Bob", "Cid", "Dee", "Eve"))
    cup.do(f"/players/{eve}/bye", {"round": 1, "bye": "half"})
    cup.do("/start")
    cup.do("/rounds", {"round": 1})
    cup.do("/rounds/1/tables/1/result", {"places": [1, 0], "reason": "Nobody came."})
    cup.do("/rounds/1/tables/2/result", {"places": [2, 1], "reason": "Agreed."})
    cup.do("/rounds/1/tables/2/result", {"places": [1, 1], "reason": "Read again."})
    cup.register("Fay", points="1/2")
    cup.do(f"/players/{bob}/withdraw")
    cup.do(f"/players/{ada}/penalty", {"points": "1/2", "reason": "Late."})
    cup.do("/rounds", {"round": 2})
    pairings = len(cup.get("/rounds/2").json["tables"])
    for table in range(1, pairings + 1):
        cup.do(f"/rounds/2/tables/{table}/result", {"places": [2, 1], "reason": "Played by hand."})
    cup.do(f"/players/{dee}/disqualify", {"reason": "Cheated."})
    hooked.later(0)
    letters = hooked.inbox.told
    shown = {row["player"]: Fraction(row["score"]) for row in cup.get("/standings").json["rows"]}
    assert len(shown) == 5
    assert cid in shown
    assert scores_of(example, letters) == scores_of(example, [*letters[::-1], *letters]) == shown
    assert scores_of(example, [*letters[:3], *letters[4:]]).keys() < shown.keys() | {dee}  # what is missing is awaited


class Shell:
    """As much of a shell as the guide's lines need, with our programs in this process."""

    def __init__(self, folder: Path, world: World, example: ModuleType, port: int) -> None:
        self.world, self._example, self._folder = world, example, folder
        self._set = {"MATCHLEDGER_SERVICE": f"http://127.0.0.1:{port}"}
        self._port = str(free_port())
        self._beside: list[Thread] = []

    def run(self, line: str) -> None:
        """Run a line: `NAME=$(…)`, `… > FILE`, `… &`, `wait`, or a command alone."""
        line = line.partition(" #")[0].strip().replace("9000", self._port)
        if line.startswith("export MATCHLEDGER_SERVICE="):  # where the test's own service listens
            return
        assigned = re.fullmatch(r"(?:export )?(\w+)=\$\((.*)\)", line)
        if assigned:
            self._set[assigned[1]] = self._said(assigned[2]).strip()
        elif line == "wait %2":
            for thread in self._beside:
                thread.join()
        elif line.endswith("&"):
            self._begin(self._words(line[:-1]))
        else:
            command, _, file = line.partition(" > ")
            said = self._said(command)
            if file:
                (self._folder / file).write_text(said)

    def _words(self, text: str) -> list[str]:
        for name, value in self._set.items():
            text = text.replace(f"${name}", value)
        return shlex.split(text)

    def _said(self, text: str) -> str:
        program, *typed = self._words(text)
        if program == "cat":
            return (self._folder / typed[0]).read_text()
        if program == "printf":
            return typed[0].replace("\\n", "\n")
        assert program == "matchledger", text
        if typed[:2] == ["keys", "add"]:
            return self.world.key("organiser") + "\n"
        done = CliRunner().invoke(main, typed, env={"LC_ALL": "C", "LANGUAGE": None, **self._set})
        assert done.exit_code == 0, done.output
        return done.stdout

    def _begin(self, words: list[str]) -> None:
        if words[:2] == ["matchledger", "serve"]:  # the test has begun it already
            return
        assert words[:2] == ["python", "docs/example_organiser.py"], words
        thread = Thread(target=self._example.main, args=tuple(words[2:]))
        thread.start()
        self._beside.append(thread)


@contextmanager
def serving(world: World) -> Iterator[int]:
    """Let a service answer, its bots play, its rounds go on and its letters go out until the end of the block."""
    server = make_server("127.0.0.1", 0, world.app, threaded=True)
    post = Post(world.store, world.settings, world.clock)
    runner = TournamentRunner(world.store, KEY, world.bots, world.clock)
    ended: list[bool] = []

    def work() -> None:
        while not ended:
            runner.look()
            for table in world.store.listings.bots_due():
                play_out(world.store, table, fresh_chance(), world.clock)
            if not post.look():  # where nothing happens time goes on: a letter is tried again
                world.clock.at += 500
            world.store.wait_for_player("nobody", world.store.players.signs("nobody"), 0.05)

    threads = [Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}), Thread(target=work)]
    for thread in threads:
        thread.start()
    try:
        yield server.server_port
    finally:
        ended.append(True)
        server.shutdown()
        for thread in threads:
            thread.join()
        server.server_close()
        post.stop()


@pytest.mark.long
def test_the_guides_lines_work_as_printed(
    example: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """From a key to a record that checks, in 20 lines; the program's scores are the service's."""
    found = GUIDE.search((DOCS / "organisers.md").read_text("utf-8"))
    assert found is not None
    lines = found[1].splitlines()
    assert len(lines) <= 20
    monkeypatch.chdir(tmp_path)
    world = World(webhook_targets="any")
    world.clock.at = now_ms()  # letters must be fresh for the program's own clock
    with serving(world) as port:
        shell = Shell(tmp_path, world, example, port)
        monkeypatch.setenv("MATCHLEDGER_SERVICE", f"http://127.0.0.1:{port}")
        for line in lines:
            shell.run(line)
            monkeypatch.setenv("MATCHLEDGER_TOKEN", shell._set.get("MATCHLEDGER_TOKEN", ""))
    (cup,) = world.get("/tournaments").json["tournaments"]
    assert (cup["status"], cup["sandbox"], cup["round"]) == ("ended", True, 3)
    rows = world.get(f"/tournaments/{cup['id']}/standings").json["rows"]
    printed = capsys.readouterr().out.splitlines()
    assert sorted(printed) == sorted(f"{row['score']}  {row['player']}" for row in rows)
    world.store.close()
