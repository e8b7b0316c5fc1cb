"""`matchledger tournament` against a service: what is typed, and what is said."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from click.testing import CliRunner, Result
from werkzeug.serving import make_server

from api.program.cli import main
from api.running.webhooks.post import Post
from api.running.webhooks.sending import Told
from tests.api.tournaments.cup import Cup
from tests.api.tournaments.receiver import URL, Inbox
from tests.api.world import World


class Shell:
    """A shell in which an organiser works."""

    def __init__(self, world: World, port: int) -> None:
        self.world = world
        self._settings = {
            "MATCHLEDGER_SERVICE": f"http://127.0.0.1:{port}",
            "MATCHLEDGER_TOKEN": world.key("operator"),
        }

    def run(self, *typed: str, stdin: str | None = None) -> Result:
        """Run a command."""
        env: dict[str, str | None] = {"LC_ALL": "C", "LANGUAGE": None, **self._settings}
        return CliRunner().invoke(main, ["tournament", *typed], env=env, input=stdin)

    def said(self, *typed: str, stdin: str | None = None) -> list[str]:
        """Run a command that must work; return its lines."""
        done = self.run(*typed, stdin=stdin)
        assert done.exit_code == 0, done.output
        return done.stdout.splitlines()


@pytest.fixture
def shell(world: World) -> Iterator[Shell]:
    """Return a shell, and a service of one thread."""
    server = make_server("127.0.0.1", 0, world.app)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield Shell(world, server.server_port)
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_tournament_is_run_in_a_shell(shell: Shell, tmp_path: Path) -> None:
    opening = ("create", "--game", "fightdrome", "--format", "swiss", "--rounds", "1", "--label", "Open", "--code")
    assert shell.said(*opening, "--dry-run", "--players", "5") == ["1 rounds; the first: 1 byes, tables of 2, 2"]
    (id,) = shell.said(*opening)
    cup = Cup(shell.world)
    cup.id = id
    cup.token = shell.world.key("operator")
    csv = "name,rating,bot\nRobot,1900,sensible\nOther robot,,sensible\nAda,1800,\n"
    registered = [line.split("  ") for line in shell.said("players", id, "--from", "-", stdin=csv)]
    assert [(name, code == "–") for _, code, name in registered] == [
        ("Robot", True),
        ("Other robot", True),
        ("Ada", False),
    ]
    cup.do(f"/players/{registered[2][0]}/withdraw")
    (row,) = shell.said("next", id)
    assert "Robot – Other robot" in row or "Other robot – Robot" in row
    cup.runner.look()
    cup.play()
    assert shell.said("standings", id, "--round", "1")[0].startswith("1  1  ")
    assert [line.split("  ")[1] for line in shell.said("players", id)] == ["in", "in", "withdrawn"]
    assert shell.said("end", id) == []
    record = tmp_path / "open.ndjson"
    shell.said("export", id, "--out", str(record))
    assert shell.said("check", str(record))[-1].startswith("✓ 6")
    assert shell.said("export", id, "--what", "standings", "--out", "-")[0].startswith("\ufeffplace,")


def test_an_organiser_rules_in_a_shell(shell: Shell) -> None:
    """Byes, options, other rounds; a forfeit, a game of a match, who leaves and comes back."""
    opening = ("create", "--game", "fightdrome", "--format", "swiss", "--rounds", "2", "--best-of", "3")
    byes = ("--half-byes", "1", "--zero-byes", "2", "--byes-until", "1")
    (id,) = shell.said(*opening, *byes, "--option", "breathing_space=true", "--at-rounds", '{"first": 2, "best_of": 1}')
    told = shell.world.get(f"/tournaments/{id}").json
    assert told["own_byes"] == {"half": 1, "zero": 2, "last": 1}
    assert told["options"] == {"breathing_space": True}
    assert [one["first"] for one in told["at_rounds"]] == [2]
    said = shell.said("players", id, "--from", "-", stdin="name\nAda\nBob\nCyd\nDan\n")
    first, _, third, last = [line.split("  ")[0] for line in said]
    assert shell.run("bye", id, last, "1", "--worth", "zero").stderr == f"{last}: in\n"
    assert shell.run("withdraw", id, third).stderr == f"{third}: withdrawn\n"
    assert shell.run("return", id, third).stderr == f"{third}: in\n"
    assert len(shell.said("next", id)) == 3  # a table and two byes
    assert len(shell.said("next", id, "--again", "The hall was dark.")) == 3
    assert shell.world.get(f"/tournaments/{id}/rounds/1").json["attempt"] == 2
    game = shell.said("result", id, "1", "1", "2", "1", "--game", "1", "--reason", "Time.")
    assert [row.split("  ")[:2] for row in game] == [["–", "–"]] * 2  # the match goes on
    rows = shell.said("result", id, "1", "1", "1", "0", "--reason", "Did not come.")
    assert [row.split("  ")[:2] for row in rows] == [["1", "1"], ["0", "0"]]
    assert first in {one["player"] for one in shell.world.get(f"/tournaments/{id}/standings").json["rows"]}
    assert "Input data was truncated" in shell.run(*opening, "--at-rounds", "{").stderr
    assert "unknown field `long`" in shell.run(*opening, "--option", "long=1").stderr
    assert "given twice" in shell.run(*opening, "--option", "a=1", "--option", "a=2").stderr


def test_webhooks_in_a_shell(shell: Shell) -> None:
    """The secret alone is on stdout, so that it can go into a file."""
    (id,) = shell.said("create", "--game", "fightdrome", "--format", "swiss", "--rounds", "1", "--sandbox")
    (secret,) = shell.said("webhooks", "add", id, URL, "--after", "0")
    (row,) = shell.said("webhooks", "list", id)
    hook, *said = row.split("  ")
    assert (said, secret[:6]) == (["on", "0", "0", "0", URL], "whsec_")
    assert shell.said("webhooks", "rotate", id, hook) != [secret]
    assert shell.said("webhooks", "test", id, hook) == ["1"]
    inbox = Inbox()
    inbox.answers = [Told(400), Told(fault="timeout")]
    Post(shell.world.store, shell.world.settings, shell.world.clock, send=inbox).look()
    assert shell.said("webhooks", "letters", id, hook) == [
        "1  waiting  1  400  webhook.test  –",
        "2  waiting  1  timeout  tournament.tournament_opened  1",
    ]
    assert shell.said("webhooks", "letters", id, hook, "--state", "dead") == []
    assert shell.said("webhooks", "letters", id, hook, "--number", "1") == [inbox.attempts[0][1].decode()]
    assert shell.said("webhooks", "resume", id, hook) == [f"{hook}  on  2  0  0  {URL}"]
    assert shell.said("webhooks", "remove", id, hook) == []


@pytest.mark.parametrize(
    ("typed", "stdin", "told"),
    [
        (("next", "../tables"), None, "../tables is no id of a tournament or webhook"),
        (("next", "none"), None, "No tournament that you may see has this id."),
        (("players", "none", "--from", "-"), "rating\n1\n", "the heading is name"),
        (
            ("players", "none", "--from", "-"),
            "name,rating\nAda,high\n",
            "line 2: the rating 'high' is no number up to 100000",
        ),
        (("players", "none", "--from", "-"), "name\nAda,2\n", "line 2: there are 2 cells, and the heading has 1"),
    ],
)
def test_what_goes_wrong_is_told_in_a_line(shell: Shell, typed: tuple[str, ...], stdin: str | None, told: str) -> None:
    done = shell.run(*typed, stdin=stdin)
    assert done.exit_code in (1, 2)
    assert told in done.stderr


def test_faults_are_told_one_a_line(shell: Shell) -> None:
    done = shell.run("create", "--game", "fightdrome", "--format", "pods", "--rounds", "2", "--seats", "4", "--dry-run")
    assert done.exit_code == 1
    assert done.stdout.splitlines()[0].startswith("seats_not_played: ")


def test_a_deck_is_registered_in_a_shell(shell: Shell, tmp_path: Path) -> None:
    (id,) = shell.said("create", "--game", "panzer_clash", "--format", "swiss", "--rounds", "1", "--decks")
    (row,) = shell.said("players", id, "--from", "-", stdin="name\nAda\n")
    player = row.split("  ")[0]
    assert shell.run("deck", id, player, "deck_german_60").exit_code == 0
    path = tmp_path / "mine.deck"
    path.write_text("deck Mine\nside axis\n56 factory\n4 ger_tiger\n", encoding="utf-8")
    assert shell.run("deck", id, player, str(path)).exit_code == 0
    path.write_bytes(b"\xff")
    for wrong in ("none", str(path)):
        assert shell.run("deck", id, player, wrong).exit_code in (1, 2)
    told = shell.world.store.tournaments.get(id)
    assert [deck.body["cards"].get("ger_tiger") for deck in told.decks.values()][1] == 4
