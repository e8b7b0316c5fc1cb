"""Every measurement of one row, by name, with how much work each run does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any, NamedTuple

from benchmarks import cold, commands, folder, memory, playouts, rebuild, seek, storage, verification, writing
from benchmarks.instructions import COUNTED, NotCountedError, counted
from benchmarks.played import Played, longest
from benchmarks.rows import Row
from benchmarks.works import Size

MEASUREMENTS = (
    "sample",
    "legal_actions",
    "write",
    "rebuild_100",
    "rebuild_1000",
    "rebuild_store",
    "cold",
    "verify",
    "verify_folder_1",
    "verify_folder_2",
    "open_timeline",
    "seek",
    "bytes",
    "memory",
    "http_1",
    "http_16",
    "instructions",
)
_OF_A_PLAYED_TABLE = {"rebuild_100", "rebuild_1000", "rebuild_store", "verify", "open_timeline", "seek", "bytes"}
_OF_A_PLAYED_TABLE |= {"verify_folder_1", "verify_folder_2", "cold", "memory"}
TABLES = 16  # played at the same time


class Counts(NamedTuple):
    """How much work one run does."""

    sampled: int  # actions
    expanded: int  # actions, also of what is written
    short: int  # entries
    long: int  # entries
    seeks: int
    records: int  # in a folder
    alone: int  # commands at the only table
    together: int  # commands at each of 16 tables


FULL = Counts(sampled=20_000, expanded=2_000, short=100, long=1_000, seeks=1_000, records=100, alone=500, together=125)
QUICK = Counts(sampled=20, expanded=5, short=10, long=20, seeks=5, records=2, alone=3, together=2)


def measure(
    row: Row, names: Collection[str], counts: Counts, *, runs: int, workers: int = 1, database: str | None = None
) -> dict[str, Any]:
    """Return the figures of one row by the measurement's name.

    Commands go over HTTP to so many workers on one database, a new file unless one is named.
    """
    over_http = partial(commands.commands, row, runs=runs, workers=workers, database=database)
    found: dict[str, Any] = {}
    if "sample" in names:
        found["sample"] = playouts.sampled(row, runs=runs, actions=counts.sampled)
    if "legal_actions" in names:
        found["legal_actions"] = playouts.expanded(row, runs=runs, actions=counts.expanded)
    if "write" in names:
        found["write"] = writing.write(row, runs=runs, actions=counts.expanded)
    if "http_1" in names:
        found["http_1"] = over_http(tables=1, each=counts.alone)
    if "http_16" in names:
        found["http_16"] = over_http(tables=TABLES, each=counts.together)
    if "instructions" in names:
        found["instructions"] = _instructions(row, counts)
    if _OF_A_PLAYED_TABLE & set(names):
        found |= _read_back(longest(row, entries=counts.long), names, counts, runs)
    return found


def _instructions(row: Row, counts: Counts) -> Mapping[str, int | str]:
    """Return the instructions of a unit of each work, or why there are none."""
    try:
        return counted(row.name, Size(min(counts.long, COUNTED.entries), min(counts.sampled, COUNTED.actions)))
    except NotCountedError as error:
        return {"not available": str(error)}


def _read_back(played: Played, names: Collection[str], counts: Counts, runs: int) -> dict[str, Any]:
    """Measure what reads a played table."""
    ways: dict[str, Callable[[], Any]] = {
        "rebuild_100": lambda: rebuild.rebuild(played, runs=runs, entries=counts.short),
        "rebuild_1000": lambda: rebuild.rebuild(played, runs=runs, entries=counts.long),
        "rebuild_store": lambda: rebuild.rebuild_store(played, runs=runs, entries=counts.long),
        "cold": lambda: cold.cold(played, runs=runs),
        "verify": lambda: verification.verification(played, runs=runs),
        "verify_folder_1": lambda: folder.folder(played, runs=runs, records=counts.records, jobs=1),
        "verify_folder_2": lambda: folder.folder(played, runs=runs, records=counts.records, jobs=2),
        "open_timeline": lambda: seek.opening(played, runs=runs),
        "seek": lambda: seek.seek(played, runs=runs, seeks=counts.seeks),
        "bytes": lambda: storage.stored(played),
        "memory": lambda: memory.memory(played),
    }
    return {name: way() for name, way in ways.items() if name in names}
