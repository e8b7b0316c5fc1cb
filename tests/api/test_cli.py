"""The `matchledger` program: keys, simulated games, settings, and a first start whose lines work as printed."""

from __future__ import annotations

import os
import re
import shlex
import socket
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from api.program import many_games
from api.program.cli import main
from api.program.many_games import seed_of
from api.running.commands import called
from api.running.demonstrations import base_url
from api.settings import (
    PREFIX,
    BadServerKeyError,
    Settings,
    key_file_of,
    read_server_key,
)
from domain.audit.checks import verify_bytes
from domain.games import game, shipped
from domain.ledger.store import open_store
from tests.api.server import Server, head, program

ROOT = Path(__file__).parent.parent.parent
DEEP = "panic=" + "[" * 2000  # deeper than a parser goes
SHIPPED = sorted(shipped())  # the tests' own games are not part of the service


def run(*arguments: str, **variables: str) -> Result:
    """Run the program in this process, with no setting of the machine's."""
    clean: dict[str, str | None] = {name: None for name in os.environ if name.startswith("MATCHLEDGER_")}
    return CliRunner().invoke(main, arguments, env={**clean, **variables})


def test_every_command_has_help() -> None:
    for command in (
        [],
        ["serve"],
        ["database"],
        ["database", "check"],
        ["database", "copy"],
        ["database", "upgrade"],
        ["archive"],
        ["archive", "export"],
        ["archive", "import"],
        ["keys"],
        ["keys", "add"],
        ["keys", "list"],
        ["keys", "rotate"],
        ["keys", "revoke"],
        ["people"],
        ["people", "erase"],
        ["simulate"],
        ["decks"],
        ["decks", "check"],
        ["decks", "list"],
        ["decks", "export"],
        ["decks", "import"],
        ["desk"],
        ["desk", "list"],
        ["desk", "rule"],
        ["play"],
        ["completion"],
    ):
        result = run(*command, "--help")
        assert result.exit_code == 0
        assert len(result.output.splitlines()) > 4


def test_the_release_is_shown() -> None:
    assert run("--version").output == "matchledger, version 0.1.0\n"


def test_every_setting_is_an_option_with_its_environment_variable() -> None:
    """Those of `Settings`, and the key that must not stand in a list of processes."""
    text = " ".join(run("serve", "--help", COLUMNS="200").output.split())
    names = [name for name in Settings.__struct_fields__ if name != "server_key"]
    for name in [*names, "workers", "server_key_file"]:
        assert f"--{name.replace('_', '-')} " in text, name
        assert f"{PREFIX}_{name.upper()}" in text.replace("; ", " ").replace("]", " ").split(" "), name
    assert f"{PREFIX}_SERVER_KEY " in text


def test_every_setting_stands_in_the_handbook() -> None:
    text = (ROOT / "docs" / "operations.md").read_text()
    for name in [*Settings.__struct_fields__, "workers", "server_key_file"]:
        assert f"`{PREFIX}_{name.upper()}`" in text, name


def test_a_key_is_shown_once_and_works_until_it_is_revoked(tmp_path: Path) -> None:
    database = str(tmp_path / "x.db")
    added = run("keys", "add", "arbiter", "--name", "Ada", "--label", "spring cup", "--database", database)
    text = added.stdout.strip()
    store = open_store(database)
    key = store.keys.check(text, at=0)
    assert key is not None
    assert (key.role, key.label) == ("arbiter", "spring cup")
    listed = run("keys", "list", MATCHLEDGER_DATABASE=database).output
    assert re.fullmatch(
        rf"{key.id}  arbiter {key.player}  \d{{4}}-\d\d-\d\d  in use +used \d{{4}}-\d\d-\d\d \d\d:\d\d +spring cup\n",
        listed,
    )
    assert text not in listed
    assert run("keys", "revoke", key.id, "--database", database).exit_code == 0
    assert store.keys.check(text, at=0) is None
    store.close()
    assert "revoked 20" in run("keys", "list", "--database", database).output
    again = run("keys", "revoke", key.id, "--database", database)
    assert again.exit_code == 2
    assert again.stderr == f"matchledger: no key in use has the id {key.id}\n"


def test_a_key_is_rotated_and_keeps_its_id(tmp_path: Path) -> None:
    database = ("--database", str(tmp_path / "x.db"))
    first = run("keys", "add", "operator", *database).stdout.strip()
    key = first.split("_")[1]
    second = run("keys", "rotate", key, *database)
    assert second.stdout.startswith(f"mlk_{key}_")
    assert second.stdout.strip() != first
    store = open_store(str(tmp_path / "x.db"))
    assert [bool(store.keys.check(text, at=0)) for text in (first, second.stdout.strip())] == [False, True]
    store.close()
    assert run("keys", "revoke", key, *database).exit_code == 0
    assert run("keys", "rotate", key, *database).stderr == f"matchledger: no key that is not revoked has the id {key}\n"


def test_keys_have_scope_and_end(tmp_path: Path) -> None:
    """The list says whose and how long."""
    database = ("--database", str(tmp_path / "x.db"))
    organiser = run("keys", "add", "organiser", *database).stdout.split("_")[1]
    ada = re.findall(r"p_\w+", run("keys", "add", "player", "--name", "Ada", *database).stderr)[0]
    assert ada in run("keys", "add", "player", "--player", ada, "--days", "30", *database).stderr
    scope = ("--organiser", organiser, "--tournament", "cup", "--player", ada)
    assert f": arbiter of {organiser} in 'cup' {ada};" in run("keys", "add", "arbiter", *scope, *database).stderr
    store = open_store(str(tmp_path / "x.db"))
    store.keys.add("operator", "gone", at=0, expires=86_400_000)
    assert store.people.names([ada]) == {ada: "Ada"}
    store.close()
    listed = run("keys", "list", *database).output.splitlines()
    assert "expired 1970-01-02" in listed[0]
    assert sum("until 20" in line for line in listed) == 1
    assert sum(f"arbiter of {organiser} in 'cup' {ada}" in line for line in listed) == 1


def test_a_database_that_does_not_answer_is_said_in_one_line(tmp_path: Path) -> None:
    database = tmp_path / "x.db"
    open_store(str(database)).close()
    with sqlite3.connect(database) as connection:
        connection.execute("DROP TABLE api_keys")
    connection.close()
    result = run("keys", "list", "--database", str(database))
    assert result.exit_code == 2
    assert result.stderr == "matchledger: the database does not answer: no such table: api_keys\n"


def test_a_database_that_others_can_read_is_said(tmp_path: Path) -> None:
    """It holds the secrets of tables that have not ended; the port is taken so that nothing starts."""
    database = tmp_path / "x.db"
    open_store(str(database)).close()
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        serve = ("serve", "--port", str(other.getsockname()[1]), "--database", str(database))
        assert "chmod" not in run(*serve).stderr
        database.chmod(0o640)
        assert f"{database} can be read by others and holds closed secrets: chmod 600 {database}" in run(*serve).stderr


def test_a_proxy_that_limits_know_nothing_of_is_said(tmp_path: Path) -> None:
    """Everybody behind it would have one budget; the port is taken so that nothing starts."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        serve = ("serve", "--port", str(other.getsockname()[1]), "--database", str(tmp_path / "x.db"))
        behind = (*serve, "--public-url", "https://cards.example")
        said = [run(*each).stderr for each in (serve, (*behind, "--trusted-proxies", "1"), behind)]
    assert ["--trusted-proxies: limits take the proxy" in text for text in said] == [False, False, True]


def test_a_name_is_forgotten(tmp_path: Path) -> None:
    database = tmp_path / "x.db"
    store = open_store(str(database))
    player = store.people.add("Rumpelstiltskin").player
    store.desk.texts.add("t", "Rumpelstiltskin it was", case="c", at=1, by="seat:0", player=player, readers="officers")
    assert run("people", "erase", player, "--database", str(database)).exit_code == 0
    assert store.people.get(player) is None
    for file in tmp_path.iterdir():
        assert b"Rumpelstiltskin" not in file.read_bytes()
    store.close()
    again = run("people", "erase", player, "--database", str(database))
    assert again.exit_code == 0
    assert again.stderr == f"nothing is kept of {player}; what was deleted before is cleared\n"


def test_forgetting_a_name_again_clears_what_was_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody reads for so long that the name stays in the log: it is said, and done by the same command later."""
    database = tmp_path / "x.db"
    with closing(open_store(str(database))) as store, closing(sqlite3.connect(database)) as reader:
        player = store.people.add("Rumpelstiltskin").player
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM people").fetchone()
        with monkeypatch.context() as patch:
            patch.setattr("domain.ledger.sqlite.BUSY_SECONDS", 0.01)
            broken = run("people", "erase", player, "--database", str(database))
        assert broken.exit_code == 2
        assert "still in the database's log" in broken.stderr
        assert b"Rumpelstiltskin" in b"".join(file.read_bytes() for file in tmp_path.iterdir())
        reader.execute("COMMIT")
        again = run("people", "erase", player, "--database", str(database))
        assert (again.exit_code, "what was deleted before is cleared" in again.stderr) == (0, True)
        assert b"Rumpelstiltskin" not in b"".join(file.read_bytes() for file in tmp_path.iterdir())


@pytest.mark.long
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_an_output_that_cannot_be_written_is_said() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(program("decks", "list"), stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (2, b"matchledger: No space left on device\n")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (
            ["simulate", "chanic_panic", "--seats", "2", "--seed", "00", "--count", "2", "--out", "-"],
            "to a folder, not to stdout",
        ),
        (["keys", "add", "king"], "king"),
        (["keys", "add", "operator", "--label", "x" * 101], "at most 100"),
        (["keys", "add", "player"], "for somebody new (--name) or for somebody known (--player)"),
        (["keys", "add", "player", "--name", "A", "--player", "p_1"], "(--name) or for somebody known"),
        (["keys", "add", "arbiter"], "for somebody new (--name) or for somebody known (--player)"),
        (["keys", "add", "operator", "--name", "A", "--player", "p_1"], "(--name) or for somebody known"),
        (["keys", "add", "player", "--name", "A\nB"], "control character U+000A"),
        (["keys", "add", "player", "--player", "p_1", "--database", "new.db"], "no player has the id p_1"),
        (["keys", "add", "arbiter", "--name", "A", "--tournament", "cup", "--database", "new.db"], "say whose"),
        (["keys", "add", "organiser", "--organiser", "x", "--database", "new.db"], "only an arbiter's"),
        (["keys", "rotate", "x", "--database", "none.db"], "there is no database none.db"),
        (["keys", "add", "operator", "--label", "x\nmlk_y  operator"], "no control characters"),
        (["people", "erase", "x", "--database", "none.db"], "there is no database none.db"),
        (["sing"], "No such command 'sing'. See `matchledger --help`."),
        (["simulate"], "Missing argument 'GAME'. See `matchledger simulate --help`."),
        (["play", "http://h/x", "--seat", "x"], "address of a table"),
        (["keys", "list", "--database", "none.db"], "there is no database none.db"),
        (["keys", "revoke", "x", "--database", "none.db"], "there is no database none.db"),
        (["keys", "list", "--database", "/"], "cannot be opened"),
        (["serve", "--database", "mysql://x"], "not supported"),
        (["serve", "--port", "-1"], "--port"),
        (["serve", "--limit-address", "many"], "'many' is no limit"),
        (["serve", "--cors-origins", "https://a.example https://b.example/"], "'https://b.example/' is no origin"),
        (["serve", "--cors-origins", "https://A.example"], "is no origin"),
        (["serve", "--cors-origins", "a.example"], "is no origin"),
        (["serve", "--cors-origins", "https://a.example:443"], "is no origin"),
        (["serve", "--cors-origins", "https://a.example,https://b.example"], "is no origin"),
        (["serve", "--public-url", "games.example"], "no address of a whole service"),
        (["serve", "--public-url", "https://games.example/cards"], "no address of a whole service"),
        (["serve", "--public-url", "https://games.example:443/"], "no address of a whole service"),
        (["simulate", "whist", "--seats", "2", "--seed", "00", "--out", "-"], "chanic_panic"),
        (["simulate", "chanic_panic", "--seats", "2", "--seed", "0", "--out", "-"], "even number"),
        (["simulate", "chanic_panic", "--seats", "2", "--seed", "00" * 65, "--out", "-"], "1 to 64"),
        (["simulate", "chanic_panic", "--seats", "2", "--seed", "00", "--out", "-", "--bot", "x"], "sensible"),
        (["simulate", "chanic_panic", "--seats", "1", "--seed", "00", "--out", "-"], "bad_options"),
        (["simulate", "chanic_panic", "--seats", "2", "--seed", "00", "--out", "-", "--option", DEEP], "bad_options"),
        (["simulate", "chanic_panic", "--seats", "2", "--seed", "00", "--out", "-", "--option", "panic"], "no ="),
        (["simulate", "chanic_panic", "--seats", "2", "--seed", "00", "--out", "-", "--option", "panic=x"], "panic"),
        (
            ["simulate", "chanic_panic", "--seats", "2", "--seed", "00", "--out", "-", *["--option", "panic=true"] * 2],
            "twice",
        ),
        (
            ["simulate", "chanic_panic", "--seats", "2", "--seed", "00", "--out", "-", *["--bot", "random"] * 3],
            "3 bots for 2 seats",
        ),
    ],
)
def test_what_cannot_be_done_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert reason in result.stderr
    assert result.stderr.startswith("matchledger: ")
    assert result.stderr.count("\n") == 1, "one line"
    assert result.stdout == ""


@pytest.mark.long
def test_equal_arguments_simulate_byte_identical_files(tmp_path: Path) -> None:
    """By two processes, and once more to stdout."""
    arguments = ["chanic_panic", "--seats", "3", "--seed", "c0ffee", "--bot", "random", "--bot", "sensible"]
    arguments += ["--option", "panic=true", "--option", "first_player=random", "--option", "round_limit=10"]
    first, second = tmp_path / "a.ndjson", tmp_path / "b.ndjson"
    for file in (first, second):
        command = program("simulate", *arguments, "--out", str(file))
        done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
        assert done.stdout == b""
    assert first.read_bytes() == second.read_bytes()
    printed = run("simulate", *arguments, "--out", "-")
    assert printed.stdout_bytes == first.read_bytes()
    assert "entries, ended by" in printed.stderr
    assert verify_bytes(first.read_bytes()).failed == ()
    opening = msgspec.json.decode(first.read_bytes().splitlines()[1])["entry"]
    assert opening["options"]["panic"] is True


def test_the_number_of_seats_is_needed_only_where_a_game_has_several(tmp_path: Path) -> None:
    refused = run("simulate", "chanic_panic", "--seed", "00", "--out", "-")
    assert (refused.exit_code, refused.stderr.partition(".")[0]) == (2, "matchledger: say how many --seats: 2 to 10")
    card_set = str(tmp_path / "none.json")
    assert "--seats" not in run("simulate", "panzer_clash", "--seed", "00", "--card-set", card_set, "--out", "-").stderr


MANY = ["chanic_panic", "--seats", "2", "--seed", "c0ffee", "--option", "round_limit=10"]


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.long
def test_many_games_are_the_same_files_whatever_the_number_of_processes_and_of_games(tmp_path: Path) -> None:
    """Each by a seed of its own, with which it can be played alone."""
    one, two = tmp_path / "one", tmp_path / "deep" / "two"
    alone = run("simulate", *MANY, "--count", "5", "--jobs", "1", "--out", str(one))
    assert (alone.exit_code, alone.stdout, alone.stderr) == (0, "", f"{one}: 5 games written\n")
    assert run("simulate", *MANY, "--count", "3", "--jobs", "2", "--out", str(two)).exit_code == 0
    assert sorted(contents(one)) == [f"chanic_panic-{number}.ndjson" for number in range(1, 6)]
    assert contents(two) == {name: text for name, text in contents(one).items() if name[13] in "123"}
    assert len(set(contents(one).values())) == 5
    for text in contents(one).values():
        assert verify_bytes(text).failed == ()
    seed = seed_of(bytes.fromhex("c0ffee"), 2).hex()
    again = run("simulate", *[seed if word == "c0ffee" else word for word in MANY], "--out", "-")
    assert again.stdout_bytes == contents(one)["chanic_panic-2.ndjson"]


def test_many_games_replace_no_file_unless_they_are_forced_to(tmp_path: Path) -> None:
    (tmp_path / "chanic_panic-2.ndjson").write_text("precious")
    many = ["simulate", *MANY, "--count", "3", "--jobs", "1", "--out", str(tmp_path)]
    refused = run(*many)
    assert (refused.exit_code, contents(tmp_path)) == (2, {"chanic_panic-2.ndjson": b"precious"})
    assert "chanic_panic-2.ndjson is there already: --force replaces files" in refused.stderr
    assert run(*many, "--force").exit_code == 0
    assert len(contents(tmp_path)) == 3
    assert contents(tmp_path)["chanic_panic-2.ndjson"] != b"precious"


def test_a_game_that_cannot_be_played_is_told_and_the_others_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = seed_of(bytes.fromhex("c0ffee"), 2)

    def play(one: many_games.Game) -> many_games.PlayedGame:
        assert one.seed != broken, "a rule is broken"
        return record_of(one)

    record_of = many_games.record_of
    monkeypatch.setattr(many_games, "record_of", play)
    result = run("simulate", *MANY, "--count", "3", "--jobs", "1", "--out", str(tmp_path))
    assert result.exit_code == 1
    told, summed = result.stderr.splitlines()
    assert told.startswith(f"game 2 (--seed {broken.hex()}): AssertionError: a rule is broken")
    assert summed == f"{tmp_path}: 2 games written, 1 failed"
    assert sorted(contents(tmp_path)) == ["chanic_panic-1.ndjson", "chanic_panic-3.ndjson"]


def test_one_game_says_that_it_replaced_a_file(tmp_path: Path) -> None:
    out = tmp_path / "game.ndjson"
    first, second = (run("simulate", *MANY, "--out", str(out)) for _ in range(2))
    assert "replaced" not in first.stderr
    assert second.stderr == first.stderr.replace("\n", " (an older file was replaced)\n")
    missing = run("simulate", *MANY, "--out", str(tmp_path / "no" / "game.ndjson"))
    assert (missing.exit_code, "No such file or directory" in missing.stderr) == (2, True)


def test_a_simulated_table_may_have_a_clock() -> None:
    printed = run("simulate", "chanic_panic", "--seats", "2", "--seed", "00", "--move-ms", "1500", "--out", "-")
    assert b'"kind":"action_forced"' in printed.stdout_bytes
    assert verify_bytes(printed.stdout_bytes).failed == ()


def test_the_server_key_is_made_once_for_its_owner_only(tmp_path: Path) -> None:
    file = key_file_of(f"sqlite:///{tmp_path / 'x.db'}")
    assert file == tmp_path / "x.db.key"
    key = read_server_key(text=None, file=file)
    assert len(key) == 32
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert read_server_key(text=None, file=file) == key
    assert os.listdir(tmp_path) == ["x.db.key"]


def test_a_server_key_may_come_from_the_environment(tmp_path: Path) -> None:
    assert read_server_key(text="ab" * 32 + "\n", file=tmp_path / "none") == b"\xab" * 32
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("text", "mode", "reason"),
    [
        ("ab" * 31, 0o600, "64 hexadecimal digits"),
        ("no key at all", 0o600, "64 hexadecimal digits"),
        ("é" * 64, 0o600, "cannot be read"),
        ("ab" * 32, 0o644, "can be read by others"),
    ],
)
def test_a_server_key_that_is_none_is_refused(tmp_path: Path, text: str, mode: int, reason: str) -> None:
    file = tmp_path / "x.key"
    file.write_text(text, "utf-8")
    file.chmod(mode)
    with pytest.raises(BadServerKeyError, match=reason):
        read_server_key(text=None, file=file)


def test_a_server_key_needs_a_folder(tmp_path: Path) -> None:
    with pytest.raises(BadServerKeyError, match="cannot be made"):
        read_server_key(text=None, file=tmp_path / "none" / "x.key")
    nowhere = ("--server-key-file", str(tmp_path / "none" / "x.key"))
    result = run("serve", "--port", "0", "--database", str(tmp_path / "x.db"), *nowhere)
    assert result.exit_code == 2
    assert "cannot be made" in result.stderr


def test_the_service_needs_a_file(tmp_path: Path) -> None:
    result = run("serve", "--database", ":memory:", "--server-key-file", str(tmp_path / "x.key"))
    assert result.exit_code == 2
    assert "database in a file" in result.stderr


def test_settings_may_name_the_origins_that_browsers_send(tmp_path: Path) -> None:
    """Those of local pages and of extensions too; the database, which is none, is said after them."""
    origins = "https://club.example http://localhost:3000 http://[::1]:8080 null app-thing://abc *"
    named = ["--cors-origins", origins, "--public-url", "https://Games.example/", "--trusted-proxies", "1"]
    result = run("serve", *named, "--database", ":memory:", "--server-key-file", str(tmp_path / "x.key"))
    assert "database in a file" in result.stderr


def test_two_services_do_not_share_an_address(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        result = run("serve", "--port", str(other.getsockname()[1]), "--database", str(tmp_path / "x.db"))
    assert result.exit_code == 2
    assert "Address already in use" in result.stderr
    assert not (tmp_path / "x.db.key").exists()


def test_figures_are_not_told_at_an_address_that_another_has(tmp_path: Path) -> None:
    """Which is said before anything starts."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        result = run("serve", "--port", "0", "--metrics-port", port, "--database", str(tmp_path / "x.db"))
    assert result.exit_code == 2
    assert f"cannot listen at 127.0.0.1, port {port}: Address already in use" in result.stderr
    assert not (tmp_path / "x.db.key").exists()


@pytest.mark.parametrize(
    ("host", "public", "url"),
    [
        ("127.0.0.1", None, "http://127.0.0.1:8000"),
        ("0.0.0.0", None, "http://127.0.0.1:8000"),
        ("::", None, "http://[::1]:8000"),
        ("cards.example", None, "http://cards.example:8000"),
        ("127.0.0.1", "https://cards.example/", "https://cards.example"),
    ],
)
def test_the_service_knows_how_it_is_called(host: str, public: str | None, url: str) -> None:
    assert base_url(Settings(server_key=b"", host=host, public_url=public)) == url


def test_a_program_is_called_by_its_name_only_where_a_shell_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its place below the folder one is in, where there is one; an installed link counts as the program."""
    own = tmp_path / "of mine" / "bin"
    own.mkdir(parents=True)
    for name in ("python", "replay"):
        (own / name).touch(mode=0o755)
    monkeypatch.setattr(sys, "executable", str(own / "python"))
    monkeypatch.setenv("PATH", str(tmp_path / "links"))
    monkeypatch.chdir(tmp_path)
    assert called("replay") == "'of mine/bin/replay'"
    assert called("matchledger") == "matchledger"
    monkeypatch.chdir(own / "..")
    assert called("replay") == "bin/replay"
    (tmp_path / "links").mkdir()
    monkeypatch.chdir(tmp_path / "links")
    assert called("replay") == f"'{own / 'replay'}'"
    (tmp_path / "links" / "replay").symlink_to(own / "replay")
    assert called("replay") == "replay"


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """Run a printed line as a person would, in a shell that does not know this environment."""
    path = os.pathsep.join(bare_path())
    return subprocess.run(
        ["/bin/sh", "-c", line],
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def bare_path() -> list[str]:
    """Return where a shell looks for programs, without this environment's own folder."""
    return [folder for folder in os.environ["PATH"].split(os.pathsep) if Path(folder) != Path(sys.executable).parent]


def lines_with(output: str, start: str) -> list[str]:
    """Return the printed lines that call a program of this name."""
    called = re.compile(rf"\s*(?:Another key: )?((?:\S*/)?{start}(?: .*)?)")
    return [match[1] for line in output.splitlines() if (match := called.fullmatch(line))]


@pytest.mark.long
@pytest.mark.parametrize(
    ("who_opens", "every"), [("anybody", 4), ("keys", 100), pytest.param("anybody", 1, marks=pytest.mark.soak)]
)
def test_the_lines_of_a_first_start_work_as_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, who_opens: str, every: int
) -> None:
    """Architecture: `make run` on an empty database.

    There are three lines for each table: of every four of them the first holds each of the three somewhere.
    """
    monkeypatch.setenv("PATH", os.pathsep.join(bare_path()))
    database = tmp_path / "x.db"
    with Server(database, "--demo", "--verbose", "--who-opens", who_opens) as server:
        output = server.told
        (key,) = re.findall(r"mlk_\S+(?=\n)", output)
        assert server.call("GET", "/tables", token=key).status == 200
        (documentation,) = re.findall(r"http://\S+/docs", output)
        opening, acting = lines_with(output, "curl")
        assert "<" in shell(f"curl -sf {shlex.quote(documentation)}").stdout

        opened = msgspec.json.decode(shell(opening).stdout)
        assert opened["table"]["status"] == "running"
        assert head(server, opened["table"]["id"]) >= opened["table"]["n"]

        acted = msgspec.json.decode(shell(acting).stdout)
        assert acted["entries"][0]["entry"]["kind"] == "action_taken"
        assert acted["entries"][0]["entry"]["seat"] == 0

        playing, *fresh = lines_with(output, "matchledger play")
        assert len(fresh) == (len(SHIPPED) if who_opens == "anybody" else 0), "a new table of each game"
        board = shell(f"echo q | {playing}").stdout
        assert "Chanic Panic" in board
        assert "the same command brings you back" in board

        replays = [line for line in lines_with(output, "replay") if "replay step" not in line]
        plans = [(game(name).rules.title, plan.label) for name in SHIPPED for plan in game(name).demonstrations]
        assert len({title for title, _ in plans}) == len(SHIPPED), "each game shows a table"
        assert len(replays) == 3 * len(plans) + 1, "the table that waits can be watched"
        for title, label in plans:
            assert f"\n{title}: {label}, played by bots:\n" in output
        for line in (*replays[::every], replays[-1]):
            done = shell(line)
            assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
            assert done.stdout.strip()

    if who_opens == "anybody":
        check_another_start(database, tables=len(plans) + 2, key=key, token=playing.partition(" --seat ")[2])


def check_another_start(database: Path, *, tables: int, key: str, token: str) -> None:
    """Start on a database with the tables of a first start: whoever opened those, this is the same."""
    with Server(database, "--demo", "--verbose") as server:
        again = server.told
        assert key not in again
        assert "mlk_" not in again
        assert f"holds {tables} tables" in again
        assert len(lines_with(again, "replay verify")) >= 2
        assert len(lines_with(again, "replay step")) >= 2, "what has ended can be reviewed"
        (watching, *_) = lines_with(again, "replay show")
        assert shell(watching).returncode == 0
        go_on, *new = lines_with(again, "matchledger play")
        assert go_on.partition(" --seat ")[2] == token, "the table still waits"
        assert "Chanic Panic" in shell(f"echo q | {go_on}").stdout
        assert len(new) == len(SHIPPED)
        assert "Panzer Clash" in shell(f"echo q | {new[-1]}").stdout
        (keys,) = lines_with(again, "matchledger keys add")
        assert shell(f"cd {database.parent} && {keys}").stdout.startswith("mlk_")
        for line in lines_with(again, "replay verify"):
            assert shell(line).returncode == 0


@pytest.mark.long
def test_a_token_that_was_given_anew_is_not_printed(tmp_path: Path) -> None:
    """Somebody else may hold it; and a table that has ended waits for nobody."""
    database = tmp_path / "x.db"
    with Server(database, "--demo", "--verbose") as server:
        output = server.told
        key = re.findall(r"mlk_\S+(?=\n)", output)[0]
        playing = lines_with(output, "matchledger play")[0]
        (table,) = re.findall(r"tables/(\w+) --seat", playing)
        assert server.call("POST", f"/tables/{table}/seats/0/token", {}, token=key).status == 200
    with Server(database, "--demo", "-v", "--who-opens", "keys") as server:
        again = server.told
        assert "seat." not in again
        assert "open a table with a key" in again
