"""A table that is not in memory, read from the store: from its newest snapshot on, and from its entries alone."""

from __future__ import annotations

import statistics
import tempfile
from functools import partial
from pathlib import Path

import msgspec

from benchmarks.figures import Figure, clock, measured
from benchmarks.played import ACTIONS, Played
from benchmarks.rebuild import rebuilt
from domain.ledger.listing import Listing
from domain.ledger.snapshots import EVERY
from domain.ledger.store import Store, open_store
from domain.record.canonical import sha256
from domain.record.chain import Request, SealedEntry
from domain.table.table import Table
from domain.table.writing import Written


def cold(played: Played, *, runs: int) -> Figure:
    """Measure reading a table half-way between two snapshots, each action with a request, as over HTTP.

    `over` says how long the same takes without a snapshot, run by run in turn.
    """
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(str(Path(folder) / "bench.db"))
        try:
            return _measured(store, with_requests(played), runs)
        finally:
            store.close()


def _measured(store: Store, played: Played, runs: int) -> Figure:
    table, snapshot, entries = played.table.id, *_places(len(played.entries))
    _store(store, played, [place for place in (snapshot, entries) if place])
    sizes = [len(found.text) for found in store.snapshots.of(table)]
    folded: list[float] = []

    def once() -> float:
        begun = clock()
        store.folded(table)
        between = clock()
        store.table_at(table, entries)
        ended = clock()
        folded.append((between - begun) * 1e3)
        return (ended - between) * 1e3

    figure = measured("ms", once, runs=runs)
    over: dict[str, float | int | str] = {
        "entries": entries,
        "after_snapshot": entries - snapshot,
        "snapshot_bytes": max(sizes, default=0),
        "folded_ms": float(f"{statistics.median(folded[1:]):.4g}"),
    }
    return msgspec.structs.replace(figure, over=over)


def _places(entries: int) -> tuple[int, int]:
    """Return where the last snapshot lies (0: nowhere), and the last entry: half-way to the next one if it can be."""
    half = EVERY // 2
    if entries < EVERY:
        return 0, entries
    snapshot = max(EVERY, (entries - half) // EVERY * EVERY)
    return snapshot, min(entries, snapshot + half)


def _store(store: Store, played: Played, places: list[int]) -> None:
    """Store a table up to each of these entries, and the snapshot that is due then."""
    blobs, before = played.blobs(), 0
    for place in places:
        table = rebuilt(played.table.rules, blobs[:place])
        written = Written(table, played.entries[before:place])
        if before:
            store.perform(table.id, partial(_as_written, written))
        else:
            store.create(written, played.secrets, Listing())
        store.snapshots.write()
        before = place


def _as_written(written: Written, _: Table) -> Written:
    return written


def with_requests(played: Played) -> Played:
    """Return the table with a request for each action."""
    return played._replace(entries=tuple([_asked(entry) for entry in played.entries]))


def _asked(entry: SealedEntry) -> SealedEntry:
    if entry.kind not in ACTIONS:
        return entry
    text = sha256(str(entry.n).encode())
    return entry._replace(request=Request(text[:16], text[16:]))
