"""The index of a folder: SQLite beside it, brought up to date whenever it is asked.

A file is read anew when its size, its times or its place on the disk have changed; what is gone is deleted and
overwritten. The index holds nothing that does not stand in the copies themselves, and only their owner may read it.
"""

from __future__ import annotations

import os
import sqlite3
import zlib
from collections.abc import Callable, Container, Iterable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple, TypeAlias, TypeVar

import msgspec

from replay.finding.extracted import Hit, Kind, Term
from replay.finding.query import Query
from replay.listing.rows import Row
from replay.reading.gathered import Place

SUFFIX = ".replay-index"
PATIENCE = 5.0  # seconds for which somebody else may write it
VERSION = 1  # of the tables below; another is thrown away and made anew
_TABLES = """
    CREATE TABLE files (
        id INTEGER PRIMARY KEY, key TEXT UNIQUE, place TEXT, stamp BLOB, game TEXT, row BLOB, problem TEXT
    );
    CREATE TABLE terms (id INTEGER PRIMARY KEY, game TEXT, kind TEXT, text TEXT, UNIQUE (game, kind, text));
    CREATE TABLE places (term INTEGER, file INTEGER, hits BLOB, PRIMARY KEY (term, file)) WITHOUT ROWID;
    CREATE INDEX places_of_file ON places (file);
"""
_rows = msgspec.msgpack.Decoder(Row)
_hits = msgspec.msgpack.Decoder(tuple[Hit, ...])
Stamp: TypeAlias = bytes
T = TypeVar("T")

DAMAGED = (sqlite3.Error, zlib.error, msgspec.DecodeError)  # what an index raises that is none, or no whole one


_NO_ROOM = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY)  # in use, or full


class Read(NamedTuple):
    """What one place holds: a record's row and what can be searched for, or why nothing can be read."""

    row: Row | None = None
    terms: dict[Term, list[Hit]] = {}
    problem: str | None = None


Reading: TypeAlias = Callable[[Place], Read]


def stamp_of(place: Place) -> Stamp | None:
    """Return what changes with a file; nothing of one that is not there."""
    try:
        status = os.stat(place.path)
    except OSError:
        return None
    return f"{status.st_size} {status.st_mtime_ns} {status.st_ctime_ns} {status.st_ino}".encode()


def _packed(hits: Sequence[Hit]) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(hits), 1)  # a third of the size for a tenth of the time of reading


def _key(place: Place) -> str:
    """Return what names a place: two members of an archive may have one name."""
    return f"{place}\n{'' if place.member is None else place.member}"


def asked(folder: str, ask: Callable[[Index], T]) -> T:
    """Ask the index of a folder; one that is damaged is thrown away and made anew.

    It is one in memory where nothing can be written beside the folder.
    """
    path = Path(folder).resolve()
    path = path.with_name(path.name + SUFFIX)
    for _ in range(2):
        try:
            with closing(_opened(path)) as base:
                return ask(Index(base, kept=True))
        except OSError:  # it cannot be written at all
            break
        except DAMAGED as error:
            if getattr(error, "sqlite_errorcode", sqlite3.SQLITE_OK) & 0xFF in _NO_ROOM:  # above: the extended code
                break
            with suppress(OSError):
                path.unlink()
    with closing(sqlite3.connect(":memory:")) as base:
        return ask(Index(base, kept=False))


def _opened(path: Path) -> sqlite3.Connection:
    """Open or make the file of an index; raises `sqlite3.Error` or `OSError`."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    return sqlite3.connect(path, timeout=PATIENCE)


class Index:
    """What was read of the records of a folder; `kept` says whether it stays for the next time."""

    def __init__(self, base: sqlite3.Connection, *, kept: bool) -> None:
        self.base = base
        self.kept = kept
        self._order: list[str] = []  # of the last update
        base.execute("PRAGMA secure_delete = ON")
        base.execute("PRAGMA synchronous = OFF")  # what is lost is read again
        (version,) = base.execute("PRAGMA user_version").fetchone()
        if version != VERSION:
            self._make_anew()

    def _make_anew(self) -> None:
        with self.base:
            for (name,) in self.base.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
                self.base.execute(f'DROP TABLE "{name}"')
            self.base.executescript(_TABLES)
            self.base.execute(f"PRAGMA user_version = {VERSION}")

    def update(self, places: Sequence[Place], read: Reading, progress: Callable[[int, int], None]) -> None:
        """Read what is new or has changed, forget what is gone."""
        known = {key: (id, stamp) for id, key, stamp in self.base.execute("SELECT id, key, stamp FROM files")}
        self._order = [_key(place) for place in places]
        with self.base:
            for done, place in enumerate(places, 1):
                stamp = stamp_of(place)
                id, before = known.pop(_key(place), (None, None))
                if id is None or stamp is None or stamp != before:
                    self._forget([] if id is None else [id])
                    self._enter(place, stamp, read(place))
                    progress(done, len(places))
            self._forget([id for id, _ in known.values()])

    def _forget(self, ids: Iterable[int]) -> None:
        for id in ids:
            self.base.execute("DELETE FROM places WHERE file = ?", (id,))
            self.base.execute("DELETE FROM files WHERE id = ?", (id,))

    def _enter(self, place: Place, stamp: Stamp | None, read: Read) -> None:
        game = None if read.row is None else read.row.game
        row = None if read.row is None else msgspec.msgpack.encode(read.row)
        file = self.base.execute(
            "INSERT INTO files (key, place, stamp, game, row, problem) VALUES (?, ?, ?, ?, ?, ?)",
            (_key(place), str(place), stamp, game, row, read.problem),
        ).lastrowid
        self.base.executemany(
            "INSERT OR IGNORE INTO terms (game, kind, text) VALUES (?, ?, ?)", [(game, *term) for term in read.terms]
        )
        self.base.executemany(
            "INSERT INTO places SELECT id, ?, ? FROM terms WHERE game = ? AND kind = ? AND text = ?",
            [(file, _packed(hits), game, *term) for term, hits in read.terms.items()],
        )

    def problems(self) -> list[tuple[str, str]]:
        """Return the places that cannot be read, and why."""
        return self.base.execute("SELECT place, problem FROM files WHERE problem IS NOT NULL ORDER BY id").fetchall()

    def rows(self, among: Container[int] | None = None) -> dict[int, Row]:
        """Return the rows of all records, or of those with these numbers, by number, in the order of the places."""
        found = self.base.execute("SELECT key, id, row FROM files WHERE row IS NOT NULL")
        known = {key: (id, row) for key, id, row in found if among is None or id in among}
        return {known[key][0]: _rows.decode(known[key][1]) for key in self._order if key in known}

    def terms(self, query: Query) -> dict[int, Term]:
        """Return the terms under which a query looks places up, by number, in every game."""
        of_kind = self.base.execute("SELECT id, game, text FROM terms WHERE kind = ?", (query.kind,)).fetchall()
        kind: Kind = query.kind
        return {id: (kind, text) for id, game, text in of_kind if query.among(game, [(kind, text)])}

    def places(self, terms: dict[int, Term]) -> dict[int, dict[Term, tuple[Hit, ...]]]:
        """Return by the number of a record what stands under these terms."""
        found: dict[int, dict[Term, tuple[Hit, ...]]] = {}
        for id, term in terms.items():
            for file, hits in self.base.execute("SELECT file, hits FROM places WHERE term = ?", (id,)):
                found.setdefault(file, {})[term] = _hits.decode(zlib.decompress(hits))
        return found
