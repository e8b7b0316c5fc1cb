"""What takes long with a record and changes nothing, as pieces of work that another process can do.

A piece names its table, its viewer and its last entry, never what a caller may see: that has been decided before. The
same piece does the same here and elsewhere, so that it may be asked again when its process has died.
"""

from __future__ import annotations

import logging.config
import os
from abc import abstractmethod
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar
from zlib import crc32

import msgspec

from api.callers.visibility import Sight
from api.copies.lines import page_of_lines, record_lines
from api.logs import logging_config
from api.settings import LogFormat, LogLevel
from domain.audit.advice import suggested
from domain.audit.checks import verify
from domain.audit.damage import damage
from domain.audit.damage.document import document
from domain.audit.narration import told
from domain.audit.opened import types_of
from domain.audit.report import Report
from domain.audit.timeline import Timeline
from domain.kernel.codec import body_of_command
from domain.kernel.display.words import words_in
from domain.kernel.messages import tag_of
from domain.kernel.seats import parse_viewer
from domain.ledger.errors import StoreError
from domain.ledger.store import Store, open_store
from domain.record.lines import read

R = TypeVar("R")

YIELDING = 10  # added to the niceness of a helping process: commands come first


class Piece(msgspec.Struct, Generic[R], frozen=True):
    """Something to be done with a table's record up to an entry, as a viewer's copy has it."""

    table: str
    viewer: str
    n: int
    casts: bool

    @abstractmethod
    def of(self, store: Store, sight: Sight) -> R:
        """Do it; raises `StoreError`."""

    def done(self, store: Store) -> R:
        """Do it with the table of a store; raises `StoreError`."""
        table = store.past(self.table, self.n)
        return self.of(store, Sight(table, parse_viewer(self.viewer, table.setup.seats), self.casts))


class Verification(Piece[Report], frozen=True):
    """The numbered checks."""

    def of(self, store: Store, sight: Sight) -> Report:
        """Verify the record."""
        return verify(read(record_lines(store, sight), types_of))


class Length(Piece[int], frozen=True):
    """How many bytes the record has, `closed` where it ends before its secrets are opened."""

    closed: bool

    def of(self, store: Store, sight: Sight) -> int:
        """Make all lines and count."""
        return sum(len(line) + 1 for line in record_lines(store, sight, closed=self.closed))


class Page(Piece[bytes], frozen=True):
    """The lines of a record after an entry, as many as one page has."""

    closed: bool
    after: int

    def of(self, store: Store, sight: Sight) -> bytes:
        """Make the lines."""
        return page_of_lines(store, sight, self.after, closed=self.closed)


class Hint(Piece[tuple[str, dict[str, Any]]], frozen=True):
    """What a bot would do in the viewer's one seat, as a tag and a body: from its copy alone."""

    bot: str

    def of(self, store: Store, sight: Sight) -> tuple[str, dict[str, Any]]:
        """Ask the bot, of a seat that is awaited."""
        timeline = Timeline(read(record_lines(store, sight, closed=True), types_of))
        (seat,) = sight.viewer.seats
        seed = crc32(f"{self.table} {self.n}".encode())  # asked again, it says the same
        command = suggested(timeline, seat, bot=timeline.title.bots[self.bot], seed=seed)
        return tag_of(command), body_of_command(command)


class Story(Piece[tuple[tuple[str, str], ...]], frozen=True):
    """What happened, as the viewer learnt it: sentences with their addresses, in a language, with the seats' names."""

    language: str
    names: tuple[str, ...]

    def of(self, store: Store, sight: Sight) -> tuple[tuple[str, str], ...]:
        """Follow the record and tell it."""
        lines = record_lines(store, sight)
        timeline = Timeline(read(lines, types_of), hints=store.hints.of(self.table))
        words = words_in(self.language, timeline.title.package, "api").calling(self.names)
        return tuple(
            [
                (str(item.address), item.text)
                for moment in timeline.moments
                for item in told(timeline, moment.entry.n, sight.viewer, words)
            ]
        )


class DamageReport(Piece[dict[str, Any]], frozen=True):
    """What going back to an entry would cost, as a document and in sentences of a language, with the seats' names."""

    to: int
    language: str
    names: tuple[str, ...]

    def of(self, store: Store, sight: Sight) -> dict[str, Any]:
        """Follow the record and compute it."""
        timeline = Timeline(read(record_lines(store, sight), types_of))
        words = words_in(self.language, timeline.title.package, "api").calling(self.names)
        return document(timeline, damage(timeline, self.to, words), words)


class Elsewhere(NamedTuple):
    """A piece for another process, with the database that it opens for itself, and how it logs what it meets there."""

    database: str
    log_level: LogLevel
    log_format: LogFormat
    piece: Piece[Any]


def done_elsewhere(asked: Elsewhere) -> object:
    """Do a piece in a process that is there for it; return what the store says against it."""
    _log(asked.log_level, asked.log_format)
    try:
        return asked.piece.done(_opened(asked.database))
    except StoreError as error:
        return error


@cache
def _log(level: LogLevel, form: LogFormat) -> None:
    """Log as the service does, once in a process: what a library says of a lost connection, for instance."""
    logging.config.dictConfig(logging_config(level, form))


@cache
def _opened(database: str) -> Store:
    """Open the store once in a process, which from then on gives way to others."""
    os.nice(YIELDING)
    return open_store(database)
