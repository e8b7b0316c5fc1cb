"""Group commit: appends that wait at the same moment become durable in one transaction, and are answered after it.

Whoever comes first leads: it opens the transaction and takes everybody who waits by then. A thread of its own for this
would cost each append two hand-offs; so an append that nobody waits with costs none. Where a host runs many requests on
one thread the leader lets the others act first, so that all appends of one turn of its loop share a transaction. It
writes them and leaves it to a thread to wait for the disk: meanwhile the host goes on with the next ones. Where even
writing would take long, because others write now or the database is far away, the thread does all of it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from queue import SimpleQueue
from typing import Any

import msgspec

from domain.ledger.database import Connection, Database
from domain.ledger.desk import calls, cases, looks
from domain.ledger.entries import Row
from domain.ledger.errors import OutdatedError, StoreError, TakenError, UnavailableError
from domain.ledger.parking import Signal, is_hosted, pause, signal
from domain.table.beside import Beside

SLOW_WRITING = 0.001  # seconds until a transaction is written, from which on a thread does all of it
SLOW_DISK = 0.0001  # seconds until it is durable, from which on a thread waits for that: what handing it over costs
LATEST = 0.1  # weight of the newest transaction in what one is thought to take


class Append(msgspec.Struct, frozen=True):
    """The entries of one request, what the list says of their table from then on, and what of them lay beside it.

    `beside` is what waits on there and what has entered, where entries were made that should hold all that may enter;
    `cases` are the rows of the table's cases, where something was written about them. `version` is the database's that
    they were made with, where that was supposed to be the present one; `servers` is how many servers the database had
    been on when they were made.
    """

    rows: Sequence[Row]
    listed: Mapping[str, Any]
    beside: Beside | None = None
    cases: Sequence[Mapping[str, Any]] = ()
    version: int | None = None
    servers: int = 0


class _Waiting:
    """An append that waits, and what came of it; who leads at once is never woken."""

    __slots__ = ("append", "done", "error", "woken")

    def __init__(self, append: Append, woken: Signal | None) -> None:
        self.append = append
        self.done = False
        self.error: StoreError | None = None
        self.woken = woken


class _Usual:
    """How long something usually takes."""

    def __init__(self) -> None:
        self.seconds = 0.0

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Take note of how long it takes now."""
        begun = time.perf_counter()
        yield
        self.seconds += LATEST * (time.perf_counter() - begun - self.seconds)


class _Doing:
    """Something that the thread does, and what came of it."""

    __slots__ = ("call", "done", "error")

    def __init__(self, call: Callable[[], None]) -> None:
        self.call = call
        self.done = signal()
        self.error: BaseException | None = None

    def do(self) -> None:
        """Do it, and let whoever asked go on, whatever was raised."""
        try:
            self.call()
        except BaseException as error:  # noqa: BLE001 - whoever asked raises it
            self.error = error
        finally:
            self.done.set()

    def leave(self) -> None:
        """Let whoever asked go on, and hear that it is not done."""
        self.error = UnavailableError("the thread that was asked has ended")
        self.done.set()


class DoingThread:
    """Does one thing after the other; an executor with its futures takes ten times as many calls for each."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._asked: SimpleQueue[_Doing | None] = SimpleQueue()
        self._lock = threading.Lock()
        self._begun = self._ended = False

    def do(self, call: Callable[[], None]) -> None:
        """Let the thread do something while others go on; raises what it raises, and `UnavailableError` at the end."""
        doing = _Doing(call)
        with self._lock:
            if self._ended:
                raise UnavailableError("the database is closed")
            if not self._begun:
                threading.Thread(target=self._run, name=self._name, daemon=True).start()
                self._begun = True
            self._asked.put(doing)
        doing.done.wait()
        if doing.error is not None:
            raise doing.error

    def _run(self) -> None:
        try:
            while (doing := self._asked.get()) is not None:
                doing.do()
        finally:
            self._leave()

    def _leave(self) -> None:
        """Let nobody wait for a thread that ends, expected or not; whoever asks next has another one."""
        with self._lock:
            self._begun = False
            left = [self._asked.get_nowait() for _ in range(self._asked.qsize())]
        for doing in filter(None, left):
            doing.leave()

    def end(self) -> None:
        """Let the thread end when it has done what it was asked; it is asked nothing more."""
        with self._lock:
            self._ended = True
            self._asked.put(None)


class Committer:
    """Makes the appends of all requests durable, many at a time."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._waiting: list[_Waiting] = []
        self._led = False
        self._writing = _Usual()
        self._ending = _Usual()
        self._thread = DoingThread("commit")

    def append(self, append: Append) -> None:
        """Store entries and the row of their table; durable when it returns.

        Raises `TakenError` if one of the numbers is taken, `OutdatedError` and `UnavailableError`; nothing of it is
        stored then.
        """
        with self._lock:
            woken, self._led = signal() if self._led else None, True
            mine = _Waiting(append, woken)
            self._waiting.append(mine)
        if woken is not None:
            woken.wait()  # for a leader who is done, with this or with leading
        if not mine.done:
            self._lead()
        if mine.error is not None:
            raise type(mine.error)(*mine.error.args) from mine.error

    def _lead(self) -> None:
        """Commit for everybody who waits, answer them, and let the first who came meanwhile lead on."""
        batch: list[_Waiting] = []
        try:
            pause()
            if is_hosted() and (self._database.is_writing or self._writing.seconds > SLOW_WRITING):
                self._thread.do(partial(self._commit, batch))
            else:
                self._commit(batch)
        except StoreError as error:
            self._fail(batch, error)
        except BaseException:  # such as the interrupt key, in the leader's thread: the others must not wait for ever
            self._fail(batch, UnavailableError("the service is being interrupted"))
            raise
        finally:
            for one in batch:
                one.done = True
                if one.woken is not None:
                    one.woken.set()
            self._hand_on()

    def _commit(self, batch: list[_Waiting]) -> None:
        try:
            with ExitStack() as transaction:
                with self._writing.timed():
                    connection = transaction.enter_context(self._database.writing())
                    self._take(batch)
                    write(self._database, connection, [one.append for one in batch])
                self._end(transaction.pop_all())
        except (TakenError, OutdatedError):
            self._commit_each(batch)

    def _end(self, transaction: ExitStack) -> None:
        """Make a transaction durable.

        Where a thread waits for the disk it ends the transaction too: the host's own thread must be able to wait for
        whoever writes, and would wait for itself if one of its requests, parked meanwhile, had to let go.
        """
        with transaction:  # rolled back where the thread takes nothing more
            if is_hosted() and self._ending.seconds > SLOW_DISK:
                self._database.leave()
                self._thread.do(partial(self._close, transaction))
            else:
                self._close(transaction)

    def _close(self, transaction: ExitStack) -> None:
        with self._ending.timed():
            transaction.close()

    def close(self) -> None:
        """End the thread."""
        self._thread.end()

    def _take(self, batch: list[_Waiting]) -> None:
        with self._lock:
            batch += self._waiting
            self._waiting = []

    def _fail(self, batch: list[_Waiting], error: StoreError) -> None:
        if not batch:  # not even a transaction could be opened
            self._take(batch)
        for one in batch:
            one.error = error

    def _hand_on(self) -> None:
        with self._lock:
            heir = self._waiting[0].woken if self._waiting else None
            self._led = heir is not None
        if heir is not None:
            heir.set()

    def _commit_each(self, batch: Sequence[_Waiting]) -> None:
        """Commit a batch in which somebody was too late: each append is a part of a transaction and may fail alone."""
        with self._database.writing():
            for one in batch:
                try:
                    with self._database.writing() as part:
                        write(self._database, part, [one.append])
                except (TakenError, OutdatedError) as error:
                    one.error = error


def write(database: Database, connection: Connection, appends: Sequence[Append]) -> None:
    """Write entries, and the rows of their tables, in a transaction.

    Raises `TakenError` too where somebody has looked or called since entries were made that should hold it, and
    `OutdatedError` where the transaction has begun with another version than was supposed, or on another server.
    """
    for append in appends:
        if append.version is not None and append.version != database.began:
            raise OutdatedError("another process has written meanwhile")
        database.require_same_server(append.servers)
    database.put(connection, [row for append in appends for row in append.rows], [append.listed for append in appends])
    for append in appends:
        if append.cases:
            cases.put(connection, append.cases)
        if append.beside is not None:
            looks.enter(connection, append.listed["table_id"], append.beside)
            calls.enter(connection, append.listed["table_id"], append.beside)
