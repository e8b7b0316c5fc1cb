"""Players by their names: said on the command line, or known to the service of a URL."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from replay.cli import main
from tests.audit.tables import duel
from tests.replay.service import Asked, Reply, serving

pytestmark = pytest.mark.long

TABLE = "/api/v1/tables/duel-1"
PEOPLE = {"seats": [{"seat": 0, "name": "Anna", "bot": None}, {"seat": 1, "name": "sensible", "bot": "sensible"}]}


def ask(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def telling(told: bytes, status: int = 200) -> Callable[[Asked], Reply]:
    """Return a service that tells this of its table, and gives its record."""

    def answer(asked: Asked) -> Reply:
        if asked.path.startswith(f"{TABLE}/record"):
            return Reply(duel().record())
        return Reply(told, status) if asked.path == TABLE else Reply(b"", 404)

    return answer


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "duel.ndjson"
    path.write_bytes(duel().record())
    return str(path)


def test_a_viewer_may_be_asked_for_by_the_name_that_is_given(file: str) -> None:
    named = ("--name", "0=Anna", "--name", "1=Ben")
    for command in ("show", "log"):
        assert ask(command, file, *named, "--viewer", "Ben").stdout == (
            ask(command, file, *named, "--viewer", "seat:1").stdout
        )
    assert ask("log", file, *named, "--viewer", "Ben").stdout != ask("log", file, *named, "--viewer", "Anna").stdout


def test_a_name_that_two_seats_bear_names_neither(file: str) -> None:
    refused = ask("show", file, "--name", "0=Ben", "--name", "1=Ben", "--viewer", "Ben")
    assert refused.exit_code == 2
    assert refused.stderr == "replay: 2 seats are called 'Ben': use seat:0 or another seat's number\n"


def test_a_name_that_nobody_bears_is_no_viewer(file: str) -> None:
    refused = ask("show", file, "--viewer", "Ben")
    assert refused.exit_code == 2
    assert "'Ben' is no viewer" in refused.stderr


def test_the_service_knows_who_sits_where() -> None:
    """People only: bots are not known by their kind; what the caller says goes before."""
    with serving(telling(json.dumps(PEOPLE).encode())) as (address, came):
        told = ask("log", address + TABLE).stdout
        assert "Anna" in told
        assert "Seat 0" not in told
        assert "Seat 1" in told
        assert len(came) == 2
        assert ask("log", f"{address}{TABLE}/record?viewer=all", "--viewer", "Anna").stdout != told
        assert "Bea" in ask("log", address + TABLE, "--name", "0=Bea").stdout


@pytest.mark.parametrize(
    "told", [b"", b"<html>", b"[]", b'{"seats": 3}', b'{"seats": [{"seat": 0, "name": null}]}', b"{}"]
)
@pytest.mark.parametrize("status", [200, 404, 500])
def test_a_service_that_tells_no_names_shows_the_seats_by_number(told: bytes, status: int) -> None:
    """A record may lie anywhere."""
    with serving(telling(told, status)) as (address, _):
        shown = ask("log", address + TABLE)
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert "Seat 0" in shown.stdout
