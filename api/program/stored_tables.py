"""Every stored table checked against its own entries: the record's proofs, and the row in the list."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

import click
from msgspec.structs import replace

from api.callers.visibility import Sight
from api.copies.lines import record_lines
from domain.audit.checks import verify
from domain.audit.many import Finding
from domain.games import UnknownGameError
from domain.kernel.display.lines import Ink
from domain.kernel.display.words import words_in
from domain.kernel.seats import ARBITER, SPECTATOR
from domain.ledger.desk.cases import misstated_cases
from domain.ledger.listed import Listed
from domain.ledger.picking import picked
from domain.ledger.store import Store, StoreError, open_store
from domain.record.entries import Entry
from domain.record.lines import LineError, read
from domain.record.order import OF_CASES
from domain.table.beside import Said, entry_of_look
from domain.table.table import Table
from domain.tournament.log.check import check
from domain.tournament.log.lines import entry_line
from processes.pool import Failed, done
from programs.hearing import heard
from programs.language import language
from programs.tournaments import told
from programs.verdicts import told_in

AT_ONCE = 20  # tables in a piece of work: opening a database costs more than a short table

_plain = Ink(colour=False)


class Piece(NamedTuple):
    """Some tables of a database."""

    database: str
    tables: Sequence[str]


def pieces(database: str, tables: Sequence[str]) -> Iterator[Piece]:
    """Yield the tables of a database in pieces of work."""
    for first in range(0, len(tables), AT_ONCE):
        yield Piece(database, tables[first : first + AT_ONCE])


def check_all(database: str, tables: Sequence[str], jobs: int) -> Iterator[str]:
    """Check tables by several processes and yield a line for each thing that is wrong."""
    shown = not sys.stderr.isatty()
    with (
        closing(done(wrong_in, pieces(database, tables), jobs=jobs, preload=(__name__,))) as ended,
        click.progressbar(length=len(tables), label=heard("checking"), file=sys.stderr, hidden=shown) as bar,
    ):
        for one in ended:
            bar.update(len(one.piece.tables))
            if isinstance(one.result, Failed):
                yield from (heard(f"{table}: {one.result.reason}") for table in one.piece.tables)
            else:
                yield from map(heard, one.result)


def wrong_in(piece: Piece) -> list[str]:
    """Return a line for each thing that is wrong with these tables."""
    with closing(open_store(piece.database)) as store:
        return [f"{table}: {reason}" for table in piece.tables for reason in wrong_with(store, table)]


def wrong_with(store: Store, table: str) -> Iterator[str]:
    """Yield what is wrong with a table as it stood at the head that the list says."""
    row = store.listings.one(table)
    if row is None:
        yield "it has entries and is not in the list"
        return
    try:
        yield from _proofs(store, row)
        head = store.head(table)
        if head != row.head and store.listings.one(table) == row:  # nobody has written meanwhile
            yield f"the list says that its last entry is {row.head}, and it is {head}"
    except (StoreError, LineError, UnknownGameError) as error:
        yield str(error)


def _proofs(store: Store, row: Listed) -> Iterator[str]:
    folded = store.folded(row.table, row.head)
    viewer = SPECTATOR if folded.secrets is None else ARBITER  # from an archive it may be a spectator's copy
    report = verify(read(record_lines(store, Sight(folded, viewer))))
    if report.failed:
        words = words_in(language())
        found = told_in(Finding(place=row.table, report=report), words)
        yield found.line(_plain, words).removeprefix(f"{row.table}: ")
    if misstatements := store.listings.misstated(row, folded):
        yield f"the list says otherwise than the entries: {', '.join(misstatements)}"
    yield from _looks(store, row, folded)
    yield from _cases(store, row, folded)
    yield from _hints(store, row, folded)


def _looks(store: Store, row: Listed, folded: Table) -> Iterator[str]:
    """Yield which looks at hidden values are not the entries that they should be."""
    looks = store.desk.looks.of(row.table)
    waiting = [kept.look.number for kept in looks if kept.n is None]
    if waiting and folded.book.is_over:
        yield f"the table has ended, and looks at hidden values are in no entry: {waiting}"
    entered = {n: look for look, n in looks if n is not None and n <= row.head}
    entries = _entries(store, folded, entered)
    for n, look in entered.items():
        if entries[n] != entry_of_look(look, n=n, at=entries[n].at):
            yield f"entry {n} is not the look at hidden values that it should be"


def _cases(store: Store, row: Listed, folded: Table) -> Iterator[str]:
    """Yield which cases the list has otherwise than the entries, and which quiet calls are not where they should be."""
    listed, calls = store.desk.cases.of(row.table), store.desk.calls.of(row.table)
    if store.listings.one(row.table) != row:  # somebody has written meanwhile
        return
    if misstatements := misstated_cases(listed, folded.book):
        yield f"the list of cases says otherwise than the entries: {', '.join(misstatements)}"
    if folded.book.is_over and any(kept.n is None for kept in calls):
        yield "the table has ended, and quiet calls are in no entry"
    entered = {n: said for said, n in calls if n}  # 0 is what could not enter
    entries = _entries(store, folded, [n for n in entered if n <= row.head])
    for n, said in entered.items():
        if n not in entries or not _is_said(entries[n], said):
            yield f"entry {n} is not what was said about a quiet call"


def _hints(store: Store, row: Listed, folded: Table) -> Iterator[str]:
    """Yield at which entries hints are noted that nobody could ask for."""
    hints = store.hints.of(row.table)
    if store.listings.one(row.table) != row:  # somebody has written meanwhile
        return
    wrong = [n for n, seats in hints.items() if n > row.head or max(seats) >= folded.setup.seats]
    if wrong:
        yield f"hints are noted after entries where nobody could ask: {', '.join(map(str, wrong))}"


def _entries(store: Store, folded: Table, numbers: Iterable[int]) -> dict[int, Entry]:
    """Return entries of a table, as everybody sees them, by their numbers."""
    sealed = picked(store, folded.id, numbers)
    return {n: folded.codec.public(one.public) for n, one in sealed.items()}


def _is_said(entry: Entry, said: Said) -> bool:
    if not isinstance(entry, OF_CASES):
        return False
    return replace(entry, n=said.entry.n, at=said.entry.at) == said.entry


def tournament_faults(store: Store) -> Iterator[str]:
    """Yield a line for each tournament whose record is wrong."""
    for tournament in store.tournaments.rows.all():
        try:
            entries = store.tournaments.entries(tournament)
        except StoreError as error:
            yield heard(f"{tournament}: {error}")
            continue
        checks = check(entry_line(entry.public, entry.hash) for entry in entries)
        yield from (f"{tournament}: {line}" for line in told(each for each in checks if each.status == "failed"))
