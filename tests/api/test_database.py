"""`matchledger database` and the service in PostgreSQL."""

from __future__ import annotations

import re
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest

from api.settings import key_file_of
from domain.ledger.errors import StoreError
from domain.ledger.quietly import call_quietly, look_quietly
from domain.ledger.store import open_store
from domain.record.canonical import b64
from domain.table.seating import abandon
from tests.api.server import ROOT, Server
from tests.api.test_cli import SHIPPED, run
from tests.api.world import KEY
from tests.ledger import server
from tests.ledger.postgres import Postgres
from tests.ledger.tables import AT, change, move, opened, started
from tests.replay.pty_screen import Terminal
from tests.table.calls import called


def test_the_tables_of_a_file_are_made_once(tmp_path: Path) -> None:
    file = str(tmp_path / "x.db")
    made, again, quiet = (run("database", "upgrade", "--database", file, *more) for more in ([], [], ["--quiet"]))
    assert (made.exit_code, again.exit_code, quiet.exit_code) == (0, 0, 0)
    assert made.stderr.startswith(f"{file}: made in form ")
    assert again.stderr.endswith(", nothing to do\n")
    assert quiet.stderr == ""


def test_a_database_that_cannot_be_upgraded_is_said_in_one_line(tmp_path: Path, postgres: Postgres) -> None:
    file = str(tmp_path / "x.db")
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    for url, reason in ((file, "the database has form 99"), (f"{postgres.owner}&port=x", "cannot be opened")):
        result = run("database", "upgrade", "--database", url)
        assert result.exit_code == 2
        assert reason in result.stderr
        assert result.stderr.count("\n") == 1


def test_the_owner_upgrades_a_database_of_a_server(postgres: Postgres) -> None:
    result = run("database", "upgrade", "--database", postgres.owner)
    assert (result.exit_code, result.stderr.endswith(", nothing to do\n")) == (0, True)


def test_a_server_key_lies_by_the_name_of_a_servers_database() -> None:
    assert key_file_of("postgresql://ann:geheim@host/games?sslmode=require") == Path("games.key")
    for url in ("postgresql://host", "postgresql://host/a/b", "postgresql://[x/db"):
        with pytest.raises(StoreError):
            key_file_of(url)


@pytest.mark.long
def test_make_run_serves_a_database_of_a_server(tmp_path: Path, postgres: Postgres) -> None:
    """The README's `make run` with a `DATABASE=postgresql://…`, which is empty; nothing is installed for it."""

    def make(port: int) -> list[str]:
        given = [f"DATABASE={postgres.service}", f"PORT={port}", f"BIN={Path(sys.executable).parent}"]
        return ["make", "--no-print-directory", "-C", str(ROOT), "-o", ".venv/.installed", "run", *given]

    with Server(tmp_path / "x", command=make, MAKEFLAGS="", MATCHLEDGER_SERVER_KEY=KEY.hex()) as server:
        assert server.told.endswith(f"\n  http://127.0.0.1:{server.port}/\n\n")
        with urlopen(f"http://127.0.0.1:{server.port}/readyz") as ready:
            assert ready.status == 200
        assert server.open("token", "sensible")["table"]["status"] == "running"
    with closing(open_store(postgres.service)) as store:
        assert store.listings.count() > len(SHIPPED)


@pytest.mark.long
def test_a_service_in_postgresql_serves(tmp_path: Path, postgres: Postgres) -> None:
    """With the rights of the service alone; keys are made beside it, and a restart finds everything again."""
    options = ("--database", postgres.service, "--server-key-file", str(tmp_path / "x.key"))
    made = run("keys", "add", "operator", "--database", postgres.service)
    assert made.exit_code == 0, made.output
    body = {"game": "chanic_panic", "seats": [{"kind": "token", "name": "Ann"}, {"kind": "bot", "bot": "sensible"}]}
    with Server(tmp_path / "x.db", *options) as server:
        opened = server.call("POST", "/tables", body)
        assert opened.status == 201
        table, (seat, _) = opened.body["table"]["id"], opened.body["seats"]
        own = server.call("GET", f"/tables/{table}/actions", token=seat["token"])
        assert own.status == 200
    with Server(tmp_path / "x.db", *options) as server:
        again = server.call("GET", f"/tables/{table}", token=seat["token"])
        assert again.body["seats"][0]["name"] == "Ann"


@pytest.fixture
def file(tmp_path: Path) -> str:
    """Name a database with three tables."""
    path = str(tmp_path / "x.db")
    with closing(open_store(path)) as store:
        opened(store, "open")
        for table in ("t1", "t2"):
            started(store, table)
            store.perform(table, move)
            look_quietly(store, table, at=AT, by="arbiter:a", viewer="all", first=1, last=4)
            call_quietly(store, table, "c7", called(AT))
        store.perform("t2", lambda now: abandon(now, "emergency", at=AT, by="operator"))
    return path


@pytest.mark.long
def test_on_a_terminal_a_bar_shows_how_far_the_check_is(file: str) -> None:
    """Whoever reads a pipe has the last line alone, as the next test holds."""
    with Terminal(["database", "check", "--jobs", "1", "--database", file], module="api.program.cli") as terminal:
        assert terminal.end() == 0
        shown = re.sub("\x1b\\[[0-9;?]*[A-Za-z]", "", terminal.output)
    assert re.search(r"checking +\[-+\] +0%", shown)
    assert re.search(r"checking +\[#+\] +100%", shown)
    assert shown.splitlines()[-1].endswith("3 tables checked, nothing is wrong")


def test_every_stored_table_is_checked(file: str) -> None:
    result = run("database", "check", "--jobs", "1", "--database", file)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == f"{file}: 3 tables checked, nothing is wrong\n"


SAYS_OTHERWISE = "the list says otherwise than the entries: "


@pytest.mark.parametrize(
    ("statement", "line"),
    [
        ("UPDATE listing SET free = 1, label = 'x' WHERE table_id = 't1'", f"t1: {SAYS_OTHERWISE}free, label"),
        ("UPDATE listing SET players = '[]' WHERE table_id = 't1'", f"t1: {SAYS_OTHERWISE}players"),
        ("UPDATE listing SET ended_at = 1 WHERE table_id = 't1'", f"t1: {SAYS_OTHERWISE}ended_at"),
        ("UPDATE listing SET head = head + 1 WHERE table_id = 't1'", f"t1: {SAYS_OTHERWISE}head"),
        ("UPDATE listing SET bot_due = NOT bot_due WHERE table_id = 't1'", f"t1: {SAYS_OTHERWISE}bot_due"),
        ("UPDATE listing SET clock_due = 7, sat = '[]' WHERE table_id = 't1'", f"t1: {SAYS_OTHERWISE}clock_due, sat"),
        ("DELETE FROM listing WHERE table_id = 't1'", "t1: it has entries and is not in the list"),
        ("UPDATE listing SET table_id = 't0' WHERE table_id = 'open'", "t0: no table is called 't0'"),
        ("UPDATE cases SET state = 'closed'", "t2: the list of cases says otherwise than the entries: c7"),
        ("UPDATE calls SET entered = NULL", "t2: the table has ended, and quiet calls are in no entry"),
        ("UPDATE calls SET entered = 6", "t2: entry 6 is not what was said about a quiet call"),
        (
            "UPDATE calls SET entry = replace(CAST(entry AS TEXT), 'rule', 'clock')",
            "t2: entry 7 is not what was said about a quiet call",
        ),
        ("UPDATE looks SET entered = NULL", "t2: the table has ended, and looks at hidden values are in no entry: [1]"),
        ("UPDATE looks SET last = 5", "t2: entry 8 is not the look at hidden values that it should be"),
        ("UPDATE looks SET entered = 6", "t2: entry 6 is not the look at hidden values that it should be"),
        ("INSERT INTO hints VALUES ('t1', 0, 99)", "t1: hints are noted after entries where nobody could ask: 99"),
        ("INSERT INTO hints VALUES ('t1', 7, 4)", "t1: hints are noted after entries where nobody could ask: 4"),
        ("UPDATE stored_events SET topic = 'x' WHERE originator_id = 't1'", "t1: entry 1 of 't1' is damaged"),
    ],
)
def test_what_is_wrong_in_a_database_is_told_in_a_line(file: str, statement: str, line: str) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("DROP TRIGGER entries_stay")
        connection.execute(statement)
    connection.close()
    result = run("database", "check", "--jobs", "1", "--database", file)
    assert result.exit_code == 1
    assert any(said.startswith(line) for said in result.stdout.splitlines()), result.stdout
    assert "fault" in result.stderr


def test_entries_that_the_list_has_not_seen_are_told(file: str) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE listing SET head = 4, changed_at = ? WHERE table_id = 't1'", (AT + 2,))
    connection.close()
    result = run("database", "check", "--jobs", "1", "--database", file)
    assert result.exit_code == 1
    assert "t1: the list says that its last entry is 4, and it is 5" in result.stdout


def test_a_proof_that_does_not_hold_is_told(file: str) -> None:
    """What folds well and still is not what the table committed to: here, its other secret."""
    change(file, 1, lambda state: state.replace(b64(b"s" * 32).encode(), b64(b"t" * 32).encode()))
    result = run("database", "check", "--jobs", "1", "--database", file)
    assert result.exit_code == 1
    assert result.stdout.startswith("t1: ")


def test_a_proof_that_does_not_hold_is_told_in_japanese(file: str, monkeypatch: pytest.MonkeyPatch) -> None:
    change(file, 1, lambda state: state.replace(b64(b"s" * 32).encode(), b64(b"t" * 32).encode()))
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    result = run("database", "check", "--jobs", "1", "--database", file)
    assert result.exit_code == 1
    assert result.stdout.startswith("t1：不合格, ")
    assert "[/draws/1/resultで開示された値が、封印された値と違います]" in result.stdout


@pytest.mark.long
def test_several_processes_check_a_database_of_a_server(file: str, postgres: Postgres) -> None:
    assert run("database", "copy", file, postgres.owner).exit_code == 0
    result = run("database", "check", "--jobs", "2", "--database", postgres.service)
    assert (result.exit_code, result.stdout) == (0, ""), result.output


@pytest.mark.long
def test_a_dump_is_restored_with_its_rights(file: str, postgres: Postgres, tmp_path: Path) -> None:
    """The commands of docs/operations.md."""
    assert run("database", "copy", file, postgres.owner).exit_code == 0
    dump, (owner, service) = (
        tmp_path / "copy.dump",
        [server.url(postgres.folder, "restored", user) for user in ("matchledger_owner", "matchledger")],
    )
    make = ("createdb", "--owner=matchledger_owner", "--encoding=UTF8", "--template=template0", "restored")
    server.run_program("pg_dump", "--format=custom", f"--file={dump}", postgres.owner)
    server.run_program(*make, f"--host={postgres.folder}", f"--username={server.SUPERUSER}")
    server.run_program("pg_restore", "--exit-on-error", f"--dbname={owner}", str(dump))
    result = run("database", "check", "--jobs", "1", "--database", service)
    assert (result.exit_code, result.stdout) == (0, ""), result.output
    assert "3 tables checked" in result.stderr


def test_a_database_is_copied_from_file_to_file(file: str, tmp_path: Path) -> None:
    target = str(tmp_path / "y.db")
    result = run("database", "copy", file, target)
    assert (result.exit_code, result.stderr) == (0, f"{target}: 15 entries, the same as in {file}\n")
    assert run("database", "check", "--jobs", "1", "--database", target).exit_code == 0


def test_a_database_is_not_copied_onto_itself(file: str, postgres: Postgres) -> None:
    for source, target in ((file, f"sqlite:///{file}"), (postgres.owner, postgres.owner)):
        result = run("database", "copy", source, target)
        assert result.exit_code == 2
        assert "FROM and TO are the same database" in result.stderr
