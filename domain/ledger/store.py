"""The store: tables and everything the service keeps beside them, in one SQLite file or PostgreSQL database.

A command is acknowledged only when its entries are durable. Several processes may serve one store: the unique key
(table, n) decides who was first; the others read the tail and decide again.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from functools import partial

import msgspec
from msgspec.structs import replace

from domain.ledger import snapshots, supposing
from domain.ledger.api_keys import Keys
from domain.ledger.attempts import Attempts
from domain.ledger.card_sets import CardSets
from domain.ledger.castings import Castings
from domain.ledger.committing import Append, Committer, write
from domain.ledger.copying import Progress, copy
from domain.ledger.database import Database
from domain.ledger.desk.cases import rows_of_book
from domain.ledger.desk.desk import Desk
from domain.ledger.entries import rows_of
from domain.ledger.errors import ConflictError, MovedError, StoreError, TableExistsError, TakenError, UnknownTableError
from domain.ledger.feeds import Feeds, Owner
from domain.ledger.heartbeats import Heartbeats
from domain.ledger.hints import Hints
from domain.ledger.hot import HotTables
from domain.ledger.imported import check_writable, take_in
from domain.ledger.listed import Listed, changing
from domain.ledger.listing import Listing, Listings, Page, TableQuery, insert_row
from domain.ledger.news import News
from domain.ledger.opening import open_database
from domain.ledger.parking import Turn
from domain.ledger.people import People
from domain.ledger.players import PlayerTables
from domain.ledger.recorder import insert_rows
from domain.ledger.rematches import Rematches
from domain.ledger.remembered import Remembered
from domain.ledger.rooms import everything
from domain.ledger.seat_tokens import SeatTokens
from domain.ledger.seats_seen import SeatsSeen
from domain.ledger.snapshots import Snapshots
from domain.ledger.supposing import Supposed
from domain.ledger.tables import Tables
from domain.ledger.tickets import Tickets
from domain.ledger.tournaments.streams import Tournaments
from domain.ledger.upgrades import upgrade
from domain.ledger.waiting import ANY_TABLE, Waiting
from domain.record.chain import SealedEntry, Whole, has_any
from domain.record.desk import KINDS
from domain.record.keys import Secrets
from domain.table.beside import NOTHING, Beside
from domain.table.table import Table
from domain.table.writing import Written, lets_in

__all__ = [
    "ConflictError",
    "Listed",
    "Listing",
    "Page",
    "Store",
    "StoreError",
    "TableExistsError",
    "TableQuery",
    "UnknownTableError",
    "copied",
    "open_store",
    "upgraded",
]

TRIES = 8  # how often a command is decided again before anybody hears of a conflict
STRIPES = 1024  # locks for the requests at one table to take turns; tables with the same one share no transaction

_OF_KINDS = """
    SELECT originator_version FROM stored_events
    WHERE originator_id = ? AND originator_version <= ? AND topic IN (SELECT key FROM json_each(?))
    ORDER BY originator_version
"""
_HEAD = "SELECT max(originator_version) FROM stored_events WHERE originator_id = ?"


def open_store(url: str) -> Store:
    """Open a store by `postgresql://…`, `sqlite:///path`, a bare path, or `:memory:`.

    A file is made where there is none, readable for its owner only, and brought to the form of this release; the tables
    in PostgreSQL must have it. Raises `StoreError` for other databases, and for one that cannot be opened.
    """
    database = open_database(url)
    try:
        if not database.embedded:
            database.require_form()
        store = Store(database)
        if database.embedded:
            store.upgrade()
        return store
    except BaseException:
        database.close()
        raise


def upgraded(url: str) -> int:
    """Make the tables of a database, or bring older ones to this release's form; return their form before, 0 for none.

    Raises `StoreError`.
    """
    database = open_database(url)
    try:
        return Store(database).upgrade()
    finally:
        database.close()


def copied(source: str, target: str, progress: Progress) -> int:
    """Copy everything from one database to another and compare it; return how many entries there are.

    The target's tables are made if there are none. `progress` hears of entries copied and of entries in all. Raises
    `StoreError`.
    """
    with closing(open_store(source)) as ours, closing(open_database(target)) as theirs:
        Store(theirs).upgrade()
        return copy(ours._database, theirs, progress)


class Store:
    """Tables, their snapshots, the list of them, people, seat tokens, API keys, refused attempts, card sets."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.card_sets = CardSets(database)
        self.snapshots = Snapshots(database)
        self._tables = Tables(database, self.card_sets.get, self.snapshots)
        self._committer = Committer(database)
        self._hot = HotTables()
        self._past = HotTables()
        database.following.tell = self._told
        self._waiting = Waiting(News(database, self._hot))
        self._turns = tuple(Turn() for _ in range(STRIPES))
        self._listeners: tuple[Callable[[Table], None], ...] = ()
        self.listings = Listings(database)
        self.people = People(database)
        self.players = PlayerTables(database)
        self.seats = SeatTokens(database)
        self.keys = Keys(database)
        self.attempts = Attempts(database)
        self.rematches = Rematches(database)
        self.castings = Castings(database)
        self.remembered = Remembered(database)
        self.tickets = Tickets(database)
        self.feeds = Feeds(database)
        self.heartbeats = Heartbeats(database)
        self.seats_seen = SeatsSeen(database)
        self.hints = Hints(database)
        self.desk = Desk(database, self._waiting)
        self.tournaments = Tournaments(database, self._waiting)

    def upgrade(self) -> int:
        """Make the tables of the database, or bring older ones to this release's form; return their form before."""
        # An embedded database gets its table of snapshots with the first of them, and again after that was dropped.
        statements = everything() if self._database.embedded else (*everything(), snapshots.MAKE)
        return self._database.make(statements, partial(upgrade, self._database, self._tables))

    @contextmanager
    def together(self) -> Iterator[None]:
        """Make everything this thread writes inside one transaction: all of it becomes durable or nothing."""
        with self._database.writing():
            yield

    def supposing(self) -> Supposed:
        """Let the code inside take what was known last for the present; its module says what may come of it."""
        return Supposed(self._database.known_version(), self._database.foreign)

    def create(self, written: Written, secrets: Secrets, listing: Listing, *, card_set: bytes | None = None) -> Table:
        """Store a new table; durable when it returns.

        `card_set` is the text of the card set that entry 1 names, if no release ships it. Raises `TableExistsError`.
        """
        table = written.table
        try:
            with self._database.writing() as connection:
                if card_set is not None:
                    self.card_sets.add(card_set)
                insert_rows(connection, rows_of(table.id, written.entries, secrets))
                insert_row(connection, table, listing)
                self._database.after_commit(lambda: self._written(written))
        except TakenError:
            raise TableExistsError(table.id) from None
        return table

    def take_in(self, copy: Whole, *, card_set: bytes | None = None) -> Table:
        """Store a table that has ended from a copy of its record, to be read only; durable when it returns.

        Raises `TableExistsError`, and `DamagedError` where the entries do not fit together.
        """
        return take_in(self._database, self._tables, self.card_sets, copy, card_set)

    def table(self, table: str) -> Table:
        """Return a table as it stands, whoever wrote its last entry; raises `UnknownTableError`, `DamagedError`."""
        if self._database.in_transaction:
            known = self._hot.get(table)
            return self._tables.table(table) if known is None else self._tables.caught_up(known.table)
        version, told = self._database.version(), self._hot.told
        known = self._hot.get(table)
        if known is not None and known.is_of(version):
            return known.table
        before = None if known is None else known.table
        now = self._tables.table(table) if before is None else self._tables.caught_up(before)
        self._hot.looked(now, version, before, told=told)
        return now

    def table_at(self, table: str, upto: int) -> Table:
        """Return a table as it stood after an entry; raises `UnknownTableError`, `DamagedError`."""
        return self._tables.table(table, upto)

    def past(self, table: str, upto: int) -> Table:
        """Return a table as `table_at` does, for those who look later than others and come again and again."""
        version, told = self._database.version(), self._past.told
        known = self._past.get(table)
        if known is not None and known.table.book.n == upto and known.is_of(version):
            return known.table
        before = None if known is None or known.table.book.n > upto else known.table
        now = self._tables.table(table, upto) if before is None else self._tables.caught_up(before, upto)
        self._past.looked(now, version, before, told=told)
        return now

    def folded(self, table: str, upto: int | None = None) -> Table:
        """Return a table folded from its entries alone, all of them, for audits; raises as `table_at` does."""
        return self._tables.folded(table, upto)

    def perform(self, table: str, action: Callable[[Table], Written], *, admit: str | None = None) -> Written:
        """Run an action on the present table and store its entries in one transaction.

        Another process may be first; the action then runs again on what it wrote, 8 times at most and the last time
        while nobody else can write, before `ConflictError`. What the action raises passes through, and nothing is
        stored. No entries are allowed. Raises `ReadOnlyError` for a table that came from an archive.

        Where the action stops the play or ends the table it runs once more, with what lies beside the chain; with
        `admit`, a quiet call, it has that from the first and lets this call in.
        """
        with self._turn(table):
            for _ in range(TRIES - 1):
                try:
                    return self._performed(table, action, admit)
                except (TakenError, MovedError):
                    self._hot.doubt(table)
            try:
                with self.together():
                    return self._performed(table, action, admit)
            except (TakenError, MovedError):
                self._hot.doubt(table)
        raise ConflictError(table, TRIES)

    def _performed(self, table: str, action: Callable[[Table], Written], admit: str | None) -> Written:
        servers, now = self._database.servers, self.table(table)
        check_writable(self.listings, now)
        written = action(now if admit is None else self._with_beside(now, admit))
        may_enter = admit is not None or lets_in(written)
        if admit is None and may_enter:
            more = self._with_beside(now)
            written = action(more) if more.beside.waits else written
        if written.entries:
            self._append(written, servers, may_enter=may_enter)
        return written if written.table.beside is NOTHING else Written(_alone(written.table), written.entries)

    def _with_beside(self, table: Table, admit: str | None = None) -> Table:
        """Return a table with what lies beside its chain."""
        looks, calls = self.desk.looks.waiting(table.id), self.desk.calls.waiting(table.id)
        return replace(table, beside=Beside(looks, calls, admit))

    def _turn(self, table: str) -> AbstractContextManager[object]:
        """Take turns at a table; inside a transaction nobody else can write, and waiting could block for ever."""
        if self._database.in_transaction:
            return nullcontext()
        return self._turns[zlib.crc32(table.encode()) % STRIPES]

    def _append(self, written: Written, servers: int, *, may_enter: bool) -> None:
        """Store what was written; `may_enter` says that it holds all that lies beside the chain and may enter."""
        table = written.table
        name, entries = table.id, written.entries
        beside = table.beside if may_enter else None
        rows = rows_of_book(name, table.book) if has_any(KINDS, entries) else ()
        append = Append(rows_of(name, entries), changing(table), beside, rows, supposing.version(), servers)
        if self._database.in_transaction:
            with self._database.writing() as connection:
                write(self._database, connection, [append])
                self._database.after_commit(lambda: self._written(written))
        else:
            self._committer.append(append)
            self._written(written)

    def _written(self, written: Written) -> None:
        supposing.hold()
        table = _alone(written.table)
        self._hot.wrote(table)
        self.desk.heard(written.entries)
        players = [holder.player for holder in table.book.holders if holder is not None]
        self._waiting.wake(table.id, ANY_TABLE, *players)
        for listener in self._listeners:
            listener(table)
        self.snapshots.note(table, after=written.entries[0].n - 1)

    def _told(self, table: str) -> None:
        """Look again at a table that another process has written to."""
        self._hot.tell(table)
        self._past.tell(table)

    def listen(self, listener: Callable[[Table], None]) -> None:
        """Call this with a table after each durable write of this process; it must return at once."""
        self._listeners = (*self._listeners, listener)

    def head(self, table: str) -> int:
        """Return the number of a table's last entry; raises `UnknownTableError`."""
        with self._database.reading() as connection:
            (head,) = connection.execute(_HEAD, (table,)).fetchone()
        if head is None:
            raise UnknownTableError(table)
        self._hot.heard(table, int(head))
        return int(head)

    def entries(self, table: str, after: int = 0, upto: int | None = None) -> list[SealedEntry]:
        """Return entries in their order; raises `UnknownTableError`, `DamagedError`."""
        found = self._tables.entries(table, after, upto)
        if not found:
            self.head(table)
        return found

    def numbers_of(self, table: str, kinds: Iterable[str], upto: int) -> list[int]:
        """Return the entries of some kinds, up to one of them."""
        asked = (table, upto, msgspec.json.encode(dict.fromkeys(kinds)).decode())
        with self._database.reading() as connection:
            return [int(n) for (n,) in connection.execute(_OF_KINDS, asked).fetchall()]

    def batch(self, table: str, first: int) -> list[SealedEntry]:
        """Return all entries of the request that wrote entry `first` with its hashes; raises `DamagedError`."""
        return self._tables.batch(table, first)

    def find(self, query: TableQuery) -> Page:
        """Return one page of the list of tables; raises `BadCursorError`."""
        return self.listings.find(query)

    def wait(self, table: str, after: int, timeout: float) -> int:
        """Stand still until the table has an entry later than `after`, at most `timeout` seconds; return its head.

        Raises `UnknownTableError`, and `GoneError` (see `parking`). An entry of another process is noticed
        within 25 ms.
        """
        return self._waiting.wait(table, lambda: self.head(table), after, timeout)

    def wait_for_player(self, player: str, before: tuple[int, int, int], timeout: float) -> bool:
        """Stand still until the signs of a player's tables are others than `before`, at most `timeout` seconds.

        Return whether they are. Raises `GoneError`. An entry of another process is noticed within 25 ms, unless it only
        says that the player has left a table which this process does not keep in memory.
        """

        def changed() -> int:
            return int(self.players.signs(player) != before)

        return self._waiting.wait(player, changed, 0, timeout) > 0

    def wait_for_feed(self, owner: Owner, after: int, timeout: float) -> bool:
        """Stand still until a table of an owner has an entry after a place, at most `timeout` seconds; say whether.

        Raises `GoneError`. An entry of another process is noticed within 25 ms.
        """
        looked = after

        def news() -> int:
            nonlocal looked
            last = self.feeds.last()
            found = self.feeds.has_between(owner, looked, last)
            looked = max(looked, last)
            return int(found)

        return self._waiting.wait(ANY_TABLE, news, 0, timeout) > 0

    def ping(self) -> None:
        """Ask the database for anything; raises `UnavailableError` where it does not answer."""
        self._database.check()
        self.card_sets.get("")

    @property
    def stopping(self) -> bool:
        """Say whether everybody who waits was let go."""
        return self._waiting.stopped

    def release(self) -> None:
        """Let everybody go who waits, now and from now on: the service stops."""
        self._waiting.stop()

    def close(self) -> None:
        """Close the database."""
        self._waiting.stop()
        self.snapshots.close()
        self._committer.close()
        self._tables.close()
        self._database.close()


def _alone(table: Table) -> Table:
    """Return a table without what lay beside its chain when it was written: that is read anew each time."""
    return table if table.beside is NOTHING else replace(table, beside=NOTHING)
