"""`replay verify --tables` compares the decks that were played with those that were registered."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from api.program.cli import main
from replay.cli import main as replay
from replay.tournaments.reading import Followed, followed
from replay.tournaments.resting import check_tables

pytestmark = pytest.mark.long


@pytest.fixture
def played(tmp_path: Path) -> tuple[Followed, Path]:
    """A tournament of one table with registered decks."""
    said = ["--game", "panzer_clash", "--format", "swiss", "--players", "2", "--seed", "07", "--decks"]
    files = ["--out", str(tmp_path / "open.ndjson"), "--tables", str(tmp_path / "tables")]
    result = CliRunner().invoke(main, ["tournament", "simulate", *said, *files])
    assert result.exit_code == 0, result.output
    return followed((tmp_path / "open.ndjson").read_bytes()), tmp_path / "tables"


def test_the_registered_decks_were_played(played: tuple[Followed, Path]) -> None:
    found, tables = played
    assert len(found.book.decks) == 2
    assert check_tables(found, str(tables)).status == "passed"


def test_another_deck_is_found(played: tuple[Followed, Path]) -> None:
    found, tables = played
    player, sealed = next(iter(found.book.decks.items()))
    assert sealed.deck is not None
    for other in (replace(sealed.deck, body={"cards": {}}), replace(sealed.deck, tag="choose_army")):
        book = replace(found.book, decks={**found.book.decks, player: replace(sealed, deck=other)})
        changed = found._replace(steps=(*found.steps[:-1], found.steps[-1]._replace(book=book)))
        checked = check_tables(changed, str(tables))
        assert (checked.status, "another deck than the registered one" in checked.why) == ("failed", True)


def test_what_is_still_sealed_at_the_table_is_not_compared(played: tuple[Followed, Path], tmp_path: Path) -> None:
    found, tables = played
    (record,) = tables.iterdir()
    (tmp_path / "copies").mkdir()
    out = str(tmp_path / "copies" / record.name)
    done = CliRunner().invoke(replay, ["redact", str(record), "--viewer", "spectator", "--out", out])
    assert done.exit_code == 0, done.output
    checked = check_tables(found, str(tmp_path / "copies"))
    assert (checked.status, "does not open its decks" in checked.why) == ("not_possible", True)
