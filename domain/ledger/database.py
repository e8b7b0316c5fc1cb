"""What the ledger asks of a database, SQLite or PostgreSQL: connections, transactions, and whose turn it is to write.

Every statement is a constant in the words that both understand, with `?` or `:name` for each value. PostgreSQL takes
the type of a value that may be missing from its first place: `n < :n OR :n IS NULL`, never the other way round. Where
the two differ, the module of the database says how: `sqlite` or `postgres`.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any, ClassVar, Protocol, TypeAlias

from domain.ledger.entries import Row
from domain.ledger.errors import MovedError, StoreError, TakenError, UnavailableError
from domain.ledger.following import CHANGED, Following

SCHEMA = 14  # raised when a table of the database changes its form
ERASED = (("people", "name"), ("texts", "text"))  # the columns whose values may have to be erased
BUSY_SECONDS = 10.0  # how long a transaction waits for its turn, and a request for a connection

Values: TypeAlias = Sequence[Any] | Mapping[str, Any]


class Rows(Protocol):
    """What a statement gives."""

    @property
    def rowcount(self) -> int:
        """How many rows it has written."""

    @property
    def description(self) -> Sequence[Any] | None:
        """The columns of what was selected, each with its name first."""

    def fetchone(self) -> Any:
        """Return the next row, a tuple, or `None`."""

    def fetchall(self) -> list[Any]:
        """Return all rows."""


class Connection(Protocol):
    """Runs statements."""

    def execute(self, statement: str, values: Values = (), /) -> Rows:
        """Run a statement."""

    def executemany(self, statement: str, values: Iterable[Values], /) -> object:
        """Run a statement once for each of these values."""


class Database(ABC):
    """Connections to one database; writers take turns, in this process and with all others."""

    embedded: ClassVar[bool]  # this process alone decides about it: its tables are made when it is opened
    overriding: ClassVar[str] = ""  # what an INSERT says that gives entries their places itself
    errors: ClassVar[tuple[type[Exception], ...]]  # everything that the database's own module raises

    def __init__(self) -> None:
        self._turn = threading.Lock()  # whoever ends a transaction need not be who began it
        self._holder: int | None = None
        self._writer: Connection | None = None
        self._after: list[Callable[[], None]] = []
        self.began: int | None = None  # the number of `foreign` that the open transaction began with, where it asked
        self.following = Following()

    @abstractmethod
    def _transaction(self) -> AbstractContextManager[Connection]:
        """Open a transaction while nobody else writes, and make it durable at the end; raises the database's errors."""

    @abstractmethod
    def _lent(self) -> AbstractContextManager[Connection]:
        """Lend a connection that sees what is durable; raises the database's errors."""

    @abstractmethod
    def _is_taken(self, error: Exception) -> bool:
        """Say whether an error means that a row with this key is there already."""

    @abstractmethod
    def form(self, connection: Connection) -> int:
        """Return the number of the form that the tables have, 0 where there are none."""

    @abstractmethod
    def _set_form(self, connection: Connection, form: int) -> None:
        """Note the form of the tables."""

    @abstractmethod
    def define(self, connection: Connection, statement: str) -> None:
        """Make or change a table, by a statement in SQLite's words."""

    @abstractmethod
    def guard_entries(self, connection: Connection) -> None:
        """Let the database itself refuse to change or delete an entry."""

    @abstractmethod
    def keep_no_samples(self, connection: Connection, table: str, column: str) -> None:
        """Let the database itself keep nothing of a column whose values may have to be erased."""

    @abstractmethod
    def count_on(self, connection: Connection) -> None:
        """Let the next entry have the place after the last one, whoever gave that its place."""

    @abstractmethod
    def put(self, connection: Connection, entries: Sequence[Row], listed: Sequence[Mapping[str, Any]]) -> None:
        """Insert entries and bring their tables' rows of the list to the state that `changing` gives, one row each."""

    @abstractmethod
    def clear_deleted(self) -> None:
        """Leave nothing that was deleted where this account can reach it; not in a transaction.

        Raises `UnavailableError`.
        """

    @abstractmethod
    def note_changes(self, connection: Connection) -> None:
        """Let the database itself raise the number in `changes` with what makes a remembered answer wrong."""

    @abstractmethod
    def version(self) -> int | None:
        """Return a number that stays as it is while all that other processes write is told of; `None` where unknown.

        What they have stored by then has been told of before it is returned (see `Following`). Code that supposes that
        nobody has written is told the number of the last look.
        """

    def foreign(self) -> int | None:
        """Return a number that stays as it is while nobody but this process writes anything; `None` where unknown."""
        return None

    def known_version(self) -> int | None:
        """Return that number as of the last look, where `began` will tell of another one and that is unlikely."""
        return None

    @property
    def servers(self) -> int:
        """The number of servers that it was seen on one after the other; a file is on none."""
        return 0

    def require_same_server(self, servers: int) -> None:
        """Raise `MovedError` in a transaction if the server is not the one from when `servers` was their number.

        A standby that has taken over may lack the entries that were read: others written after them would leave a gap.
        """
        if servers != self.servers:
            raise MovedError("the database is on another server now")

    @abstractmethod
    def check(self) -> None:
        """Raise `UnavailableError` if what is written would be lost."""

    @abstractmethod
    def close(self) -> None:
        """Close every connection that nobody uses; the others close when they are handed back."""

    def make(self, statements: Iterable[str], upgrade: Callable[[Connection, int], None]) -> int:
        """Make the tables of an empty database, or let `upgrade` bring older ones to this form; return their form then.

        Raises `StoreError` for a database that a newer release wrote.
        """
        with self.writing() as connection:
            form = self._known_form(connection)
            if form == SCHEMA:
                return form
            if form:
                upgrade(connection, form)
            else:
                for statement in statements:
                    self.define(connection, statement)
                self.guard_entries(connection)
                self.note_changes(connection)
                for table, column in ERASED:
                    self.keep_no_samples(connection, table, column)
            self._set_form(connection, SCHEMA)
            return form

    def require_form(self) -> None:
        """Raise `StoreError` unless the tables have the form of this release, and can be followed."""
        with self.reading() as connection:
            form = self._known_form(connection)
        if form != SCHEMA:
            told = f"the database has form {form}" if form else "the database has no tables of ours"
            raise StoreError(f"{told}: `matchledger database upgrade` gives it form {SCHEMA}")
        with self.reading() as connection:
            connection.execute(f"SELECT {CHANGED}")  # without the right to it all works, and remembers nothing

    def _known_form(self, connection: Connection) -> int:
        form = self.form(connection)
        if form > SCHEMA:
            raise StoreError(f"the database has form {form}, this release knows forms up to {SCHEMA}")
        return form

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction, or a part of the one this thread is in; durable when the outermost one ends.

        A part that fails leaves nothing behind, also where the outer one goes on. Raises `TakenError` for a row whose
        key is there already, and `UnavailableError` where the transaction cannot be opened or made durable.
        """
        if self.in_transaction:
            with self._answering(), self._part() as connection:
                yield connection
            return
        with self._answering(), self._turn:
            try:
                with self._transaction() as self._writer:
                    self._holder = threading.get_ident()
                    yield self._writer
            except BaseException:
                self._after.clear()
                raise
            finally:
                self._holder = self._writer = None
                after, self._after = self._after, []
        for call in after:
            call()

    @property
    def is_writing(self) -> bool:
        """Say whether somebody of this process writes now, so that whoever wants to write would wait for the disk."""
        return self._turn.locked()

    def leave(self) -> None:
        """Leave the transaction that this thread is in to another one, which ends it; nobody writes until then."""
        self._holder = None

    @contextmanager
    def _part(self) -> Iterator[Connection]:
        assert self._writer is not None, "a part of a transaction has one around it"
        connection, before = self._writer, len(self._after)
        connection.execute("SAVEPOINT part")
        try:
            yield connection
            connection.execute("RELEASE part")
        except BaseException:
            del self._after[before:]
            with suppress(*self.errors):  # a full disk or a lost connection has ended the whole transaction
                connection.execute("ROLLBACK TO part")
                connection.execute("RELEASE part")
            raise

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Lend a connection for one select after the other; inside a transaction the one that sees its writes.

        Raises `UnavailableError`.
        """
        with self._answering():
            if self.in_transaction:
                assert self._writer is not None
                yield self._writer
            else:
                with self._lent() as connection:
                    yield connection

    @contextmanager
    def _answering(self) -> Iterator[None]:
        """Say in the ledger's words what the database does not do."""
        try:
            yield
        except self.errors as error:
            if self._is_taken(error):
                raise TakenError(str(error)) from error
            raise UnavailableError(f"the database does not answer: {' '.join(str(error).split())}") from error

    @property
    def in_transaction(self) -> bool:
        """Say whether this thread is inside `writing`."""
        return self._holder is not None and self._holder == threading.get_ident()

    def after_commit(self, call: Callable[[], None]) -> None:
        """Call this once the transaction that this thread is in is durable; never if it is rolled back."""
        self._after.append(call)
