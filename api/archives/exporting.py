"""All tables of a store that have ended, as a folder of records with a manifest."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from api.archives.files import UNFINISHED, folder_for, note, noted, write
from api.callers.visibility import Sight
from api.copies.lines import record_lines
from api.wire.responses import time_text
from domain.audit.manifest import NAME, Filed, Manifest, manifest_text
from domain.games import UnknownGameError
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer
from domain.ledger.listed import Listed
from domain.ledger.listing import LARGEST_PAGE, TableQuery
from domain.ledger.store import Store, StoreError
from domain.record.canonical import b64
from domain.record.order import Status
from domain.table.seating import RELEASE
from domain.table.table import Table

ENDED: tuple[Status, ...] = ("confirmed", "abandoned")

Told = Callable[[int], None]


class Exported(NamedTuple):
    """What an export has written: its folder, how many records, the manifest's SHA-256, and what could not be."""

    folder: Path
    records: int
    sha256: str
    faults: tuple[str, ...]


def exported(store: Store, parent: Path, *, at: int, told: Told) -> Exported:
    """Write every table that has ended, and the manifest last; `told` hears how many are done.

    What an interrupted export has written stays, unless its table has another entry by now. A table that cannot be read
    is left out and said. `at` is the time in milliseconds.
    """
    folder = folder_for(parent, time_text(at)[:10])
    (folder / UNFINISHED).touch(mode=0o600)
    before, records, faults = noted(folder), [], []
    for row in _ended(store):
        filed = before.get(row.table)
        if filed is None or row.hash is None or (filed.entries, filed.hash) != (row.head, b64(row.hash)):
            try:
                filed = _written(store, row, folder)
            except (StoreError, UnknownGameError) as error:
                faults.append(f"{row.table}: {error}")
                continue
            note(folder, filed)
        records.append(filed)
        told(len(records))
    text = manifest_text(
        Manifest(release=RELEASE, made_at=time_text(at), records=tuple(sorted(records, key=lambda filed: filed.table)))
    )
    write(folder / NAME, text)
    (folder / UNFINISHED).unlink()
    return Exported(folder, len(records), hashlib.sha256(text).hexdigest(), tuple(faults))


def viewer_of(table: Table) -> Viewer:
    """Return for whom an archive's copy is: everybody may know everything once the secrets are open."""
    return ARBITER if table.book.secrets_open and table.secrets is not None else SPECTATOR


def _ended(store: Store) -> Iterator[Listed]:
    """Yield the rows of the tables that have ended, each status from the newest to the oldest."""
    for status in ENDED:
        query: TableQuery | None = TableQuery(status=status, limit=LARGEST_PAGE)
        while query is not None:
            page = store.find(query)
            yield from page.tables
            query = None if page.cursor is None else replace(query, cursor=page.cursor)


def _written(store: Store, row: Listed, folder: Path) -> Filed:
    """Write the record of a table as it stands at the head that the list says; raises `StoreError`."""
    table = store.folded(row.table, row.head)
    viewer = viewer_of(table)
    text = b"".join([line + b"\n" for line in record_lines(store, Sight(table, viewer))])
    filed = Filed(
        table=row.table,
        game=row.game,
        viewer="all" if viewer == ARBITER else "spectator",
        entries=table.book.n,
        hash=b64(table.book.head),
        size=len(text),
        sha256=hashlib.sha256(text).hexdigest(),
    )
    write(folder / filed.file, text)
    return filed
