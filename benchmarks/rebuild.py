"""Rebuilding a table from what the store keeps, as the service does for a table that is not in memory."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.figures import Figure, measured, rate
from benchmarks.played import Played
from domain.kernel.game import Rules
from domain.ledger.listing import Listing
from domain.ledger.store import open_store
from domain.record.blob import stored_from
from domain.table.codec import codec_of
from domain.table.table import Read, Table, fold
from domain.table.writing import Written

BATCH = 1_000  # entries rebuilt in one run at least


def reads(rules: Rules, blobs: Sequence[tuple[bytes, bytes]]) -> Iterator[Read]:
    """Yield stored entries with their values."""
    codec = codec_of(rules)
    for public, private in blobs:
        parts = stored_from(public, private)
        yield Read(codec.stored(parts.public, parts.hidden), parts)


def rebuilt(rules: Rules, blobs: Sequence[tuple[bytes, bytes]]) -> Table:
    """Return the table that stored entries describe."""
    return fold(rules, reads(rules, blobs), goals=())  # no bench table is rewound; the store knows where one was


def rebuild(played: Played, *, runs: int, entries: int) -> Figure:
    """Measure rebuilding the first entries of a table, several times over for a short one."""
    rules, blobs = played.table.rules, played.blobs(entries)
    times = max(1, BATCH // len(blobs))

    def work() -> None:
        for _ in range(times):
            rebuilt(rules, blobs)

    return measured(
        "entries/s", lambda: rate(times * len(blobs), work), runs=runs, over={"entries": len(blobs), "times": times}
    )


def rebuild_store(played: Played, *, runs: int, entries: int) -> Figure:
    """Measure the same from a SQLite file, reading and checking the chain included."""
    kept = played.entries[:entries]
    with tempfile.TemporaryDirectory() as folder:
        store = open_store(str(Path(folder) / "bench.db"))
        try:
            table = store.create(Written(played.table, kept), played.secrets, Listing()).id
            return measured(
                "entries/s",
                lambda: rate(len(kept), lambda: store.folded(table)),
                runs=runs,
                over={"entries": len(kept)},
            )
        finally:
            store.close()
