"""`matchledger database` and the service in PostgreSQL."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from api.settings import key_file_of
from domain.ledger.errors import StoreError
from domain.ledger.opening import shown
from tests.api.server import Server
from tests.api.test_cli import run
from tests.ledger.postgres import Postgres


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


@pytest.mark.parametrize(
    ("url", "seen"),
    [
        ("x.db", "x.db"),
        ("postgresql://ann:geheim@host:1/db", "postgresql://ann@host:1/db"),
        ("postgresql:///db?host=/run/pg&password=geheim&user=ann", "postgresql:///db?host=/run/pg&user=ann"),
        ("postgres://host/db", "postgres://host/db"),
    ],
)
def test_a_password_is_never_shown(url: str, seen: str) -> None:
    assert shown(url) == seen


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
