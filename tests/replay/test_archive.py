"""An archive is a folder of records like any other: listed, searched, counted, verified."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from api.archives.exporting import exported
from domain.audit.opened import read_record
from domain.audit.whole import whole
from domain.kernel.seats import ARBITER, SPECTATOR
from domain.ledger.store import open_store
from replay.cli import main
from tests.audit.tables import OTHERS, Played, duel, given_up

AT = 1_800_000_000_000  # ms since 1970
PLAYED: tuple[Callable[[], Played], ...] = (duel, *OTHERS)


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Give an archive with a full copy of each game, and a spectator's."""
    with closing(open_store(":memory:")) as store:
        for played in PLAYED:
            store.take_in(whole(read_record(played().record(ARBITER))))
        store.take_in(whole(read_record(given_up().record(SPECTATOR))))
        return exported(store, tmp_path, at=AT, told=lambda _: None).folder


def replay(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_it_is_listed_and_verified(archive: Path) -> None:
    """The manifest is no record, and none of the records is missing."""
    assert archive.name == "archive-2027-01-15"
    rows = [msgspec.json.decode(line) for line in replay("list", archive, "--json").stdout.splitlines()]
    assert {(row["game"], row["viewer"]) for row in rows} == {
        *[(played().table.book.opened.game, "all") for played in PLAYED],
        ("chanic_panic", "spectator"),
    }
    verified = replay("verify", archive, "--jobs", "1")
    assert verified.exit_code == 0
    assert verified.stderr.endswith(f"{len(PLAYED) + 1} records: {len(PLAYED) + 1} passed.\n")


def test_it_is_searched_and_counted(archive: Path) -> None:
    """What the spectator's copy hides is not found there."""
    found = replay("find", archive, "--card", "7 of Hearts").stdout
    assert "duel-1.ndjson" in found
    counted = [msgspec.json.decode(line) for line in replay("stats", archive, "--json").stdout.splitlines()]
    assert {row["game"] for row in counted} == {played().table.book.opened.game for played in PLAYED}
