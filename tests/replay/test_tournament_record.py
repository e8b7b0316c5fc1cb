"""`replay verify` reads the record of a tournament too."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from domain.tournament.log.entries import SwissSaid
from domain.tournament.log.simulation import Plan, simulate
from replay.cli import main


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "open.ndjson"
    path.write_bytes(b"\n".join(simulate(Plan(SwissSaid(rounds=2), 4, b"seed")).lines) + b"\n")
    return path


def verify(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["verify", *arguments])


def test_every_check_is_told(record: Path) -> None:
    result = verify(str(record))
    assert result.exit_code == 0
    names = ("format", "order", "chain", "pairings", "standings", "draws")
    assert result.output.splitlines() == [f"✓ {number} {name}" for number, name in enumerate(names, 1)]
    checks = msgspec.json.decode(verify(str(record), "--json").output)["checks"]
    assert [check["status"] for check in checks] == ["passed"] * 6


def test_what_is_wrong_ends_with_exit_code_1(record: Path) -> None:
    record.write_bytes(record.read_bytes().replace(b'"attempt":1', b'"attempt":2', 1))
    result = verify(str(record))
    assert result.exit_code == 1
    assert "✗ 2 order: " in result.output


def test_heads_and_parents_are_of_tables(record: Path) -> None:
    result = verify(str(record), "--parent", str(record))
    assert result.exit_code == 2
    assert "records of tables" in result.output
