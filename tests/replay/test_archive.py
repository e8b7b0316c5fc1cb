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

pytestmark = pytest.mark.long

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


def test_what_the_manifest_says_otherwise_is_told(archive: Path) -> None:
    """A record that is gone, another good one in its place, one that is wrong itself; also from the folder above."""
    (archive / "given-up.ndjson").unlink()
    (archive / "duel-1.ndjson").write_bytes(duel().record(SPECTATOR))
    (archive / "fightdrome-1.ndjson").write_bytes(b"{}\n")
    (archive.parent / "other").mkdir()
    (archive.parent / "other" / "manifest.json").write_bytes(b"[1]")  # of another program
    for place in (archive, archive.parent):
        told = replay("verify", place, "--jobs", "1")
        assert told.exit_code == 1
        assert f"{archive}/given-up.ndjson: failed, the manifest of the archive names it, and it is not there" in (
            told.stdout
        )
        assert f"{archive}/duel-1.ndjson: failed, it is not what the manifest of the archive says (other_record)" in (
            told.stdout
        )
        assert f"{archive}/fightdrome-1.ndjson: unreadable, " in told.stdout
        assert told.stderr.endswith(" passed, 2 failed, 1 unreadable.\n")
        rows = [msgspec.json.decode(line) for line in replay("verify", place, "--json").stdout.splitlines()]
        assert sorted(row.get("code", "") for row in rows if row["result"] == "failed") == [
            "missing_record",
            "other_record",
        ]
    (archive / "manifest.json").unlink()
    (archive / "manifest.json").mkdir()
    told = replay("verify", archive)
    assert (told.exit_code, told.stderr) == (2, f"replay: {archive}/manifest.json: Is a directory\n")


def test_it_is_searched_and_counted(archive: Path) -> None:
    """What the spectator's copy hides is not found there."""
    found = replay("find", archive, "--card", "7 of Hearts").stdout
    assert "duel-1.ndjson" in found
    counted = [msgspec.json.decode(line) for line in replay("stats", archive, "--json").stdout.splitlines()]
    assert {row["game"] for row in counted} == {played().table.book.opened.game for played in PLAYED}
