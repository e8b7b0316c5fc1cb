"""`replay compare`: where two tables with the same deal part, and what came of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from domain.games import game, shipped
from domain.kernel.seats import every_viewer
from replay.cli import main
from tests.audit.tables import Game, Played, duel, four, harbour
from tests.replay.records import OTHER, RECORD


def compared(*asked: object) -> Result:
    return CliRunner().invoke(main, ["compare", *map(str, asked)])


def deal(name: str, bot: str, actions: int = 12) -> Played:
    seats = min(game(name).rules.seat_counts)
    return Game(name, seats, bot=bot, table="board").start().play(actions).done()


def test_a_table_goes_the_same_way_as_itself() -> None:
    text = compared(RECORD, RECORD).stdout
    assert "The two tables went the same way." in text
    assert "Nothing that this viewer sees." in text


def test_tables_that_nothing_connects_are_refused(tmp_path: Path) -> None:
    for name, table in {"a": duel, "b": harbour, "c": four}.items():
        (tmp_path / name).write_bytes(table().record())
    for other in "bc":
        result = compared(tmp_path / "a", tmp_path / other)
        assert result.exit_code == 2
        assert "are not to be compared" in result.stderr


def test_two_tables_are_compared_as_json() -> None:
    document = json.loads(compared(RECORD, OTHER, "--json").stdout)
    assert document["parting"] == ["6.0", "6.0"]
    assert document["shared_facts"] == 6
    assert document["outcomes"] == [None, None]
    assert all(document["happened"])
    assert all(change["text"] for change in document["changes"])


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(shipped()))
def test_the_same_deal_parts_for_every_viewer_of_any_copies(name: str, tmp_path: Path) -> None:
    tables = {bot: deal(name, bot) for bot in ("sensible", "random")}
    for bot, played in tables.items():
        (tmp_path / bot).write_bytes(played.record())
    for viewer in every_viewer(tables["random"].table.setup.seats):
        asked = (tmp_path / "sensible", tmp_path / "random", "--viewer", viewer)
        full = compared(*asked)
        assert (full.exit_code, full.stderr) == (0, "")
        assert "Then, at the second table" in full.stdout
        assert "最後の盤面の違い" in compared(*asked, "--lang", "ja").stdout
        for bot, played in tables.items():
            (tmp_path / f"{bot}-own").write_bytes(played.record(viewer))
        for pair in (("sensible-own", "random-own"), ("sensible-own", "random"), ("sensible", "random-own")):
            assert compared(*[tmp_path / part for part in pair], *asked[2:]).stdout == full.stdout
