"""`matchledger archive`: tables that have ended go out of a service and into another, and nothing damaged does."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from api.archives import exporting
from api.archives.files import UNFINISHED
from domain.audit.checks import verify_bytes
from domain.audit.manifest import NAME, Filed, Manifest, manifest_text, parse_manifest
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer
from domain.ledger.listing import TableQuery
from domain.ledger.store import open_store
from tests.api.test_cli import run
from tests.api.world import DUEL, World
from tests.audit.forging import Forgery
from tests.audit.tables import OTHERS, Played, duel, given_up, unfinished
from tests.ledger.postgres import Postgres
from tests.ledger.tables import change, move, started


@pytest.fixture
def source(tmp_path: Path) -> str:
    """Name a database with tables that have ended in every way, and one that has not."""
    path = str(tmp_path / "source.db")
    with closing(open_store(path)) as store:
        world = World(store)
        operator = world.key("operator")
        for more in ({}, {"secrets_open_at": "never"}, {"visibility": "private"}, {"delay_seconds": 600}):
            world.opened(DUEL, token=operator, **more).act(0, "concede")
        world.opened(DUEL, token=operator).post("/cancel", {"reason": "emergency"}, token=operator)
        world.opened(DUEL)
    return path


def archive_in(parent: Path) -> Path:
    (folder,) = parent.glob("archive-*")
    return folder


def exported(source: str, parent: Path) -> Path:
    """Export and return the folder."""
    result = run("archive", "export", str(parent), "--database", source)
    assert result.exit_code == 0, result.stderr
    return archive_in(parent)


def records_of(url: str) -> list[tuple[str, str, int]]:
    with closing(open_store(url)) as store:
        rows = store.find(TableQuery()).tables
        assert all(row.imported for row in rows)
        return sorted((row.table, row.status, row.head) for row in rows)


def test_what_has_ended_goes_from_one_service_to_another(source: str, tmp_path: Path, postgres: Postgres) -> None:
    """Full copies where the secrets are open, else spectators'; a service of another kind gives the same archive."""
    folder = exported(source, tmp_path / "out")
    manifest = parse_manifest((folder / NAME).read_bytes())
    assert sorted(filed.viewer for filed in manifest.records) == ["all"] * 4 + ["spectator"]
    assert sorted(path.name for path in folder.iterdir()) == sorted([NAME, *[filed.file for filed in manifest.records]])
    assert {path.stat().st_mode & 0o077 for path in (folder, *folder.iterdir())} == {0}
    for filed in manifest.records:
        text = (folder / filed.file).read_bytes()
        assert (verify_bytes(text).failed, filed.fits(text), len(text)) == ((), True, filed.size)
    for url, place in ((str(tmp_path / "target.db"), "a"), (postgres.service, "b")):
        open_store(url).close()
        taken = run("archive", "import", str(folder), "--database", url)
        assert (taken.exit_code, taken.stderr.endswith(": 5 records taken in\n")) == (0, True), taken.stderr
        again = run("archive", "import", str(folder), "--database", url)
        assert again.stderr.endswith(": 0 records taken in, 5 were there\n")
        assert records_of(url) == sorted(
            (filed.table, "abandoned" if b"table_abandoned" in text else "confirmed", filed.entries)
            for filed in manifest.records
            for text in [(folder / filed.file).read_bytes()]
        )
        back = parse_manifest((exported(url, tmp_path / place) / NAME).read_bytes())
        assert back.records == manifest.records
    assert run("database", "check", "--database", str(tmp_path / "target.db"), "--jobs", "1").exit_code == 0


def test_its_own_tables_are_there_already(source: str, tmp_path: Path) -> None:
    folder = exported(source, tmp_path)
    result = run("archive", "import", str(folder), "--database", source)
    assert (result.exit_code, result.stderr.endswith(": 0 records taken in, 5 were there\n")) == (0, True)
    with closing(open_store(source)) as store:
        assert not any(row.imported for row in store.find(TableQuery()).tables)


def test_an_export_that_was_interrupted_goes_on(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What has been written is not written again, unless its table has another entry by now."""
    written: list[str] = []
    most = 3
    write = exporting._written

    def counted(store: Any, row: Any, folder: Path) -> Filed:
        if len(written) == most:
            raise KeyboardInterrupt
        written.append(row.table)
        return write(store, row, folder)

    monkeypatch.setattr(exporting, "_written", counted)
    assert run("archive", "export", str(tmp_path / "out"), "--database", source).exit_code == 130
    folder = archive_in(tmp_path / "out")
    assert not (folder / NAME).exists()
    nowhere = run("archive", "import", str(tmp_path), "--database", source)
    assert (nowhere.exit_code, nowhere.stderr.count("\n")) == (2, 1)
    assert "no archive, for no manifest.json lies there" in nowhere.stderr
    early = run("archive", "import", str(folder), "--database", source)
    assert (early.exit_code, early.stderr) == (2, f"matchledger: {folder}: its export was interrupted: run it again\n")
    log = folder / UNFINISHED
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:2]) + lines[2][:40])  # the third line was cut off
    (folder / f"{written[1]}.ndjson").write_bytes(b"")
    first, most = [*written], 9
    exported(source, tmp_path / "out")
    assert not log.exists()
    manifest = parse_manifest((folder / NAME).read_bytes())
    assert set(written[3:]) == {filed.table for filed in manifest.records} - {first[0]}
    assert all(filed.fits((folder / filed.file).read_bytes()) for filed in manifest.records)


def test_the_second_archive_of_a_day_has_a_folder_of_its_own(source: str, tmp_path: Path) -> None:
    first = exported(source, tmp_path)
    assert run("archive", "export", str(tmp_path), "--database", source).exit_code == 0
    assert sorted(path.name for path in tmp_path.glob("archive-*")) == [first.name, f"{first.name}-2"]


def test_a_damaged_table_is_told_and_left_out(tmp_path: Path) -> None:
    path = str(tmp_path / "x.db")
    with closing(open_store(path)) as store:
        started(store, "t1")
        world = World(store)
        store.perform("t1", move)
        world.opened().act(0, "concede")
        world.post("/tables/t1/cancel", {"reason": "emergency"}, token=world.key("operator"))
    change(path, 3, lambda state: state.replace(b'"seat":1', b'"seat":0'))
    result = run("archive", "export", str(tmp_path), "--database", path)
    assert (result.exit_code, result.stdout.count("\n")) == (1, 1)
    assert result.stdout.startswith("t1: entry 3 of 't1' is damaged")
    assert len(parse_manifest((archive_in(tmp_path) / NAME).read_bytes()).records) == 1


def filed_as(text: bytes, table: str, **other: Any) -> Filed:
    """Return what a manifest says of a record."""
    report = verify_bytes(text)
    sha256 = hashlib.sha256(text).hexdigest()
    head = report.head
    filed = Filed(
        table=table,
        game=report.game or "",
        viewer="all",
        entries=0 if head is None else head.n,
        hash="" if head is None else head.hash,
        size=len(text),
        sha256=sha256,
    )
    return msgspec.structs.replace(filed, **other)


def archived(folder: Path, *records: tuple[Filed, bytes]) -> Path:
    """Write an archive by hand."""
    folder.mkdir()
    filed = tuple(filed for filed, _ in records)
    (folder / NAME).write_bytes(manifest_text(Manifest(release="x", made_at="x", records=filed)))
    for one, text in records:
        (folder / one.file).write_bytes(text)
    return folder


def of(played: Played, eyes: Viewer = ARBITER, **other: Any) -> tuple[Filed, bytes]:
    text = played.record(eyes)
    return filed_as(text, played.table.id, **other), text


def forged() -> tuple[Filed, bytes]:
    """Return a record in which somebody has changed a time, its chain and a manifest that agree with it."""
    forgery = Forgery(duel())
    forgery.lines[6]["entry"]["at"] += 1
    return filed_as(forgery.text(), "duel-1"), forgery.text()


def truncated(folder: Path) -> None:
    (folder / "duel-1.ndjson").write_bytes(duel().record()[:-9])


def altered(folder: Path) -> None:
    (folder / "duel-1.ndjson").write_bytes(duel().record().replace(b"A duel", b"A fuel"))


def in_the_way(folder: Path) -> None:
    (folder / NAME).unlink()
    (folder / NAME).mkdir()


DAMAGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "a folder": (in_the_way, "Is a directory"),
    "no JSON": (lambda folder: (folder / NAME).write_bytes(b"{"), "manifest.json: Input data was truncated"),
    "an older format": (
        lambda folder: (folder / NAME).write_bytes(b'{"format": "x", "release": "", "made_at": "", "records": []}'),
        "Invalid enum value 'x'",
    ),
    "a missing file": (lambda folder: (folder / "duel-1.ndjson").unlink(), "duel-1.ndjson: No such file or directory"),
    "a truncated file": (truncated, "duel-1.ndjson: it has "),
    "an altered file": (altered, "duel-1.ndjson: its SHA-256 is not that of the manifest"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_archive_is_refused_before_anything_is_taken_in(tmp_path: Path, damage: str) -> None:
    """Also what stands last in it."""
    target = str(tmp_path / "target.db")
    open_store(target).close()
    folder = archived(tmp_path / "archive", of(given_up()), of(duel()))
    change_it, reason = DAMAGES[damage]
    change_it(folder)
    result = run("archive", "import", str(folder), "--database", target)
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    assert reason in result.stderr
    assert records_of(target) == []


RECORDS: dict[str, tuple[Callable[[], tuple[Filed, bytes]], str]] = {
    "a record that contradicts itself": (
        forged,
        "duel-1.ndjson: failed, line 7, every action decided again (other_time)",
    ),
    "a table that goes on": (lambda: of(unfinished(), SPECTATOR, viewer="spectator"), "the table has not ended"),
    "a full copy with closed secrets": (lambda: of(unfinished()), "the copy is a full one, and its secrets are closed"),
    "a copy for another viewer": (lambda: of(duel(), SPECTATOR), "the copy was made for spectator, not for all"),
    "another head": (lambda: of(duel(), entries=3), "it is not the record that the manifest names"),
    "another game": (lambda: of(duel(), game="fightdrome"), "it is not the record that the manifest names"),
    "another table": (
        lambda: (filed_as(duel().record(), "t9"), duel().record()),
        "t9.ndjson: it is not the record that the manifest names",
    ),
}


@pytest.mark.parametrize("record", RECORDS)
def test_a_record_that_does_not_verify_is_not_taken_in(tmp_path: Path, record: str) -> None:
    """However well the manifest agrees with it; what came before it stays, and is passed over the next time."""
    target = str(tmp_path / "target.db")
    open_store(target).close()
    make, reason = RECORDS[record]
    folder = archived(tmp_path / "archive", of(given_up()), make())
    for _ in range(2):
        result = run("archive", "import", str(folder), "--database", target)
        assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1)
        assert reason in result.stderr
        assert [table for table, *_ in records_of(target)] == ["given-up"]


@pytest.mark.parametrize("table", ["../x", "", "A", "x/y"])
def test_a_manifest_names_no_file_elsewhere(tmp_path: Path, table: str) -> None:
    folder = archived(tmp_path / "archive")
    manifest = Manifest(release="x", made_at="x", records=(msgspec.structs.replace(of(duel())[0], table=table),))
    (folder / NAME).write_bytes(manifest_text(manifest))
    result = run("archive", "import", str(folder), "--database", str(tmp_path / "none.db"))
    assert result.exit_code == 2
    open_store(str(tmp_path / "x.db")).close()
    result = run("archive", "import", str(folder), "--database", str(tmp_path / "x.db"))
    assert f"{table!r} is the id of no table" in result.stderr


def test_another_table_of_the_same_name_is_never_replaced(tmp_path: Path) -> None:
    target = str(tmp_path / "target.db")
    with closing(open_store(target)) as store:
        started(store, "duel-1")
    folder = archived(tmp_path / "archive", of(duel()))
    result = run("archive", "import", str(folder), "--database", target)
    assert result.exit_code == 1
    assert result.stderr == "matchledger: duel-1: a table of this name with other entries is here already\n"
    with closing(open_store(target)) as store:
        assert store.head("duel-1") == 4


def test_every_game_is_taken_in(tmp_path: Path) -> None:
    target = str(tmp_path / "target.db")
    open_store(target).close()
    whole_games: tuple[Callable[[], Played], ...] = (duel, *OTHERS)
    copies = [of(played()) for played in whole_games]
    folder = archived(tmp_path / "archive", *copies)
    assert run("archive", "import", str(folder), "--database", target).exit_code == 0
    back = exported(target, tmp_path)
    for filed, text in copies:
        assert (back / filed.file).read_bytes() == text
