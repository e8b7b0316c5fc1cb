"""The records of an archive taken into a store, each verified before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from api.archives.exporting import ENDED
from api.archives.files import UNFINISHED, ArchiveError, NoArchiveError
from domain.audit.checks import verify_bytes
from domain.audit.manifest import NAME, Filed, Manifest, parse_manifest
from domain.audit.many import Finding
from domain.audit.opened import read_record
from domain.audit.timeline import TimelineError
from domain.audit.whole import whole
from domain.kernel.display.lines import Ink
from domain.kernel.display.words import words_in
from domain.ledger.store import Store, TableExistsError
from domain.record.canonical import b64
from domain.record.lines import Record
from domain.record.order import BECOMES
from programs.language import language
from programs.verdicts import told_in

Told = Callable[[int, int], None]

_plain = Ink(colour=False)
_ENDS = {str(kind.__struct_config__.tag) for kind, status in BECOMES.items() if status in ENDED}


class Imported(NamedTuple):
    """How many tables an import has taken in, and how many were there before."""

    taken: int
    there: int


def imported(store: Store, folder: Path, told: Told) -> Imported:
    """Take in every table of an archive that is not here; `told` hears of records looked at and records in all.

    Every file is compared with the manifest before the first table is taken in, and each record is verified. What has
    been taken in stays. Raises `ArchiveError` at the first damage, and for a table that is here with other entries.
    """
    manifest = manifest_of(folder)
    for filed in manifest.records:
        _bytes_of(folder, filed)
    taken = 0
    for done, filed in enumerate(manifest.records, 1):
        if not _is_here(store, filed):
            _take_in(store, filed, _bytes_of(folder, filed))
            taken += 1
        told(done, len(manifest.records))
    return Imported(taken, len(manifest.records) - taken)


def manifest_of(folder: Path) -> Manifest:
    """Return the manifest of an archive; raises `ArchiveError`, `NoArchiveError` where none is complete."""
    try:
        return parse_manifest((folder / NAME).read_bytes())
    except FileNotFoundError:
        if (folder / UNFINISHED).exists():
            raise NoArchiveError(f"{folder}: its export was interrupted: run it again") from None
        raise NoArchiveError(f"{folder}: no archive, for no {NAME} lies there") from None
    except OSError as error:
        raise ArchiveError(f"{folder / NAME}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise ArchiveError(f"{folder / NAME}: {error}") from None


def _bytes_of(folder: Path, filed: Filed) -> bytes:
    path = folder / filed.file
    try:
        size = path.stat().st_size
        if size != filed.size:
            raise ArchiveError(f"{path}: it has {size} bytes, and the manifest says {filed.size}")
        text = path.read_bytes()
    except OSError as error:
        raise ArchiveError(f"{path}: {error.strerror}") from None
    if not filed.fits(text):
        raise ArchiveError(f"{path}: its SHA-256 is not that of the manifest")
    return text


def _is_here(store: Store, filed: Filed) -> bool:
    """Say whether a table is in the store already, entry for entry; raises `ArchiveError` for another of its name."""
    row = store.listings.one(filed.table)
    if row is None:
        return False
    if row.hash is None or (row.head, b64(row.hash)) != (filed.entries, filed.hash):
        raise ArchiveError(f"{filed.table}: a table of this name with other entries is here already")
    return True


def _take_in(store: Store, filed: Filed, text: bytes) -> None:
    """Verify a record and store it; raises `ArchiveError`."""
    report = verify_bytes(text)
    if report.failed:
        words = words_in(language())
        raise ArchiveError(told_in(Finding(place=filed.file, report=report), words).line(_plain, words))
    if (report.table, report.game, report.head) != (filed.table, filed.game, filed.head):
        raise ArchiveError(f"{filed.file}: it is not the record that the manifest names")
    record = read_record(text)
    if record.header.viewer != filed.viewer:
        raise ArchiveError(f"{filed.file}: the copy was made for {record.header.viewer}, not for {filed.viewer}")
    try:
        copy = whole(record)
    except TimelineError as error:
        raise ArchiveError(f"{filed.file}: {error}") from None
    if not any(entry.kind in _ENDS for entry in copy.entries):
        raise ArchiveError(f"{filed.file}: the table has not ended")
    try:
        store.take_in(copy, card_set=_card_set(record))
    except TableExistsError:
        raise ArchiveError(f"{filed.table}: somebody has opened a table of this name meanwhile") from None


def _card_set(record: Record) -> bytes | None:
    return record.card_sets[0].text.encode() if record.card_sets else None
