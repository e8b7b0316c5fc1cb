"""`replay advise` in words and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from domain.games import shipped
from domain.kernel.seats import SPECTATOR
from replay.cli import main
from tests.audit.tables import Game, duel


def advised(*asked: object) -> Result:
    return CliRunner().invoke(main, ["advise", *map(str, asked)])


@pytest.fixture(autouse=True)
def quick_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domain.audit.advice.LOOKED_AT", 6)
    monkeypatch.setattr("domain.audit.advice.FIRST_LOOK", 1)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(shipped()))
def test_an_estimate_is_told_in_words(name: str, tmp_path: Path) -> None:
    file = tmp_path / "game"
    made = Game(name, 2, seed=6).start().play(9)
    n, seat = made.table.book.n, min(made.table.decisions)
    file.write_bytes(made.abandon().done().record())
    asked = (file, "--at", n, "--seat", seat, "--worlds", 1)
    result = advised(*asked)
    assert (result.exit_code, result.stderr) == (0, "")
    assert "An estimate" in result.stdout
    assert "the bot's choice" in result.stdout
    assert "推定" in advised(*asked, "--lang", "ja").stdout
    document = json.loads(advised(*asked, "--json").stdout)
    assert (document["n"], document["seat"]) == (n, seat)
    assert [one["by_bot"] for one in document["estimate"]].count(True) == 1


def test_what_cannot_be_advised_is_said(tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_bytes(Game("chanic_panic", 2).start().play(4).done().record())
    assert "has not ended" in advised(file, "--at", 8, "--seat", 0).stderr
    file.write_bytes(duel().record())
    assert "has nothing to decide after entry 2" in advised(file, "--at", 2, "--seat", 0).stderr
    assert "the table has seats 0 to 1" in advised(file, "--at", 2, "--seat", 4).stderr
    assert "not after 6.0" in advised(file, "--at", "6.0", "--seat", 0).stderr
    file.write_bytes(duel().record(SPECTATOR))
    assert "does not hold what seat 0 saw" in advised(file, "--at", 6, "--seat", 0).stderr
