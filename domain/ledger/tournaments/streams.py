"""Tournaments by id: their entries appended and read, the book folded from them.

They lie among the entries of tables, under a name that no table has. What the organiser decides is decided outside of
any transaction, for a pairing may take seconds; who was faster wins, and the other decides again.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from domain.kernel.marks import Secret
from domain.ledger.database import Database
from domain.ledger.entries import StoredEntry, from_store, last_entry, rows_of, taken_apart
from domain.ledger.errors import ConflictError, DamagedError, MovedError, TakenError, UnknownTournamentError
from domain.ledger.parking import Turn
from domain.ledger.recorder import insert_rows
from domain.ledger.tournaments.letters import Letters
from domain.ledger.tournaments.rows import Row, Rows, Status
from domain.ledger.tournaments.webhooks import Webhooks
from domain.ledger.waiting import Waiting
from domain.record.chain import Request, SealedEntry, link
from domain.record.keys import Secrets
from domain.tournament.decks import ChosenDeck
from domain.tournament.log.book import Book, after, opened_book
from domain.tournament.log.draws import genesis
from domain.tournament.log.entries import (
    Entry,
    OfTable,
    RoundRecalled,
    RoundStarted,
    TournamentCancelled,
    TournamentEnded,
    TournamentOpened,
    TournamentResumed,
)
from domain.tournament.log.lines import entry_of
from domain.tournament.log.organiser import Organiser, Written

NAMED = "tournament:"  # what the stream of a tournament is called, before its id; no table's id has a colon
TRIES = 8
STRIPES = 16
KEPT = 64  # tournaments in memory
CALLING = (
    RoundStarted | RoundRecalled | TournamentResumed | TournamentEnded | TournamentCancelled
)  # for tables, or their end

_SELECT = """
    SELECT originator_version, topic, state FROM stored_events
    WHERE originator_id = ? AND originator_version > ? AND originator_version <= ? ORDER BY originator_version
"""
_HEAD = "SELECT max(originator_version) FROM stored_events WHERE originator_id = ?"
_ALL = 2**62


class Known(msgspec.Struct, frozen=True):
    """A tournament after its entries so far, its last hash, its secrets, and the requests that it remembers.

    `before` is how it stood before a pairing that is not published, or a result at a table of a board that others still
    play: all that is shown of it until then. `cut` says that this is what is shown while a board is played.
    `decks` are those that entries seal, by their numbers.
    """

    book: Book
    head: bytes
    secrets: Secrets
    requests: Mapping[bytes, tuple[bytes, int]] = {}
    before: Known | None = None
    decks: Mapping[int, ChosenDeck] = {}
    cut: bool = False

    @property
    def shown(self) -> Known:
        """The tournament as everybody may see it."""
        seen = self if self.before is None else self.before
        return msgspec.structs.replace(seen, cut=True) if seen.book.is_board_played else seen

    @property
    def id(self) -> str:
        """What it is called."""
        return self.book.opened.tournament

    @property
    def status(self) -> Status:
        """How far it is."""
        if self.book.cancelled:
            return "cancelled"
        if self.book.ended or not self.book.started:
            return "ended" if self.book.ended else "registration"
        return "running" if self.book.paused_at is None else "paused"

    def organiser(self) -> Organiser:
        """Return who goes on with it."""
        return Organiser(self.book, self.head, self.secrets.deal, self.secrets.salt, self.decks)

    def then(
        self, entry: Entry, head: bytes, met: Mapping[bytes, tuple[bytes, int]] = {}, hidden: Sequence[Secret] = ()
    ) -> Known:
        """Return the tournament after one more entry, whose hash is `head`; `met` is the request that it came with.

        `hidden` is the deck that it seals.
        """
        book = after(self.book, entry)
        begins = isinstance(entry, RoundStarted)
        waits = book.is_pairing or (book.is_board_played and not begins)
        before = (self if self.before is None else self.before) if waits else None
        decks = self.decks
        if hidden:
            decks = {**decks, entry.n: msgspec.convert(hidden[0].value, ChosenDeck)}
        return Known(book, head, self.secrets, {**self.requests, **met}, before, decks)


class Performed(NamedTuple):
    """A tournament after an action, and what the action wrote.

    `met` is what is remembered of the same request, body and first entry, if it came before; then nothing was done.
    """

    known: Known
    entries: tuple[SealedEntry, ...]
    met: tuple[bytes, int] | None = None


Action: TypeAlias = Callable[[Organiser], object]


class Tournaments:
    """Appends, folds, and keeps the list in step."""

    rows: Rows
    webhooks: Webhooks
    letters: Letters

    def __init__(self, database: Database, waiting: Waiting) -> None:
        self._database = database
        self._waiting = waiting
        self._kept: dict[str, Known] = {}
        self._turns = tuple(Turn() for _ in range(STRIPES))
        self.rows = Rows(database)
        self.webhooks = Webhooks(database)
        self.letters = Letters(database)

    def create(self, organiser: Organiser, secrets: Secrets, opened_by: str | None, request: Request | None) -> Known:
        """Store a new tournament; durable when it returns. Raises `TakenError` for an id that is there already."""
        opened = organiser.written[0].entry
        assert isinstance(opened, TournamentOpened)
        before = Known(opened_book(opened), genesis(opened.tournament), secrets)
        known = self._stored(before, organiser, request, opened_by=opened_by, fresh=True).known
        self._keep(known)
        return known

    def get(self, tournament: str) -> Known:
        """Return a tournament as it stands, whoever wrote its last entry.

        Raises `UnknownTournamentError` and `DamagedError`.
        """
        before = self._kept.get(tournament)
        known = self._followed(tournament, before, _ALL)
        if known is not before and not self._database.in_transaction:
            self._keep(known)
        return known

    def at(self, tournament: str, upto: int) -> Known:
        """Return a tournament as it stood after an entry; raises like `get`."""
        return self._followed(tournament, None, upto)

    def entries(self, tournament: str, after: int = 0, upto: int = _ALL) -> list[SealedEntry]:
        """Return entries in their order; raises `DamagedError`."""
        return [from_store(entry)[0] for entry in self._read(tournament, after, upto)]

    def batch(self, tournament: str, first: int) -> list[SealedEntry]:
        """Return all entries of the request that wrote entry `first`; raises `DamagedError`."""
        (own,) = self._read(tournament, first - 1, first)
        return self.entries(tournament, first - 1, last_entry(own) or first)

    def head(self, tournament: str) -> int:
        """Return the number of its last entry; raises `UnknownTournamentError`."""
        with self._database.reading() as connection:
            (head,) = connection.execute(_HEAD, (stream_of(tournament),)).fetchone()
        if head is None:
            raise UnknownTournamentError(tournament)
        return int(head)

    def wait(self, tournament: str, after: int, timeout: float) -> int:
        """Stand still until it has an entry later than `after`, at most `timeout` seconds; return its head.

        Raises `UnknownTournamentError` and `GoneError`. An entry of another process is noticed within 25 ms.
        """
        return self._waiting.wait(stream_of(tournament), lambda: self.head(tournament), after, timeout)

    def perform(self, tournament: str, action: Action, request: Request | None = None) -> Performed:
        """Let somebody decide on the tournament as it stands, and store what that writes in one transaction.

        Raises what the action raises, `UnknownTournamentError`, `DamagedError`, `ConflictError`.
        """
        if self._database.in_transaction:
            return self._performed(tournament, action, request)
        with self._turns[zlib.crc32(tournament.encode()) % STRIPES]:
            for _ in range(TRIES):
                try:
                    return self._performed(tournament, action, request)
                except (TakenError, MovedError):
                    self._kept.pop(tournament, None)
        raise ConflictError(tournament, TRIES)

    def _performed(self, tournament: str, action: Action, request: Request | None) -> Performed:
        servers, before = self._database.servers, self.get(tournament)
        if request is not None and request.key in before.requests:
            return Performed(before, (), before.requests[request.key])
        organiser = before.organiser()
        action(organiser)
        if not organiser.written:
            return Performed(before, ())
        return self._stored(before, organiser, request, servers)

    def _stored(
        self,
        before: Known,
        organiser: Organiser,
        request: Request | None,
        servers: int | None = None,
        *,
        opened_by: str | None = None,
        fresh: bool = False,
    ) -> Performed:
        sealed = _sealed(organiser.written, request)
        known = _with(before, organiser.written, {} if request is None else {request.key: (request.body, sealed[0].n)})
        due = any(_calls_for_tables(written.entry, known.book) for written in organiser.written)
        due = due or known.book.next_round_due is not None
        with self._database.writing() as connection:
            if servers is not None:
                self._database.require_same_server(servers)
            insert_rows(connection, rows_of(stream_of(known.id), sealed, before.secrets))
            self.rows.put(_row(known, opened_by), told=_told(known), due=due, fresh=fresh)
            self._database.after_commit(lambda: self._written(known))
        return Performed(known, tuple(sealed))

    def _written(self, known: Known) -> None:
        self._keep(known)
        self._waiting.wake(stream_of(known.id))

    def _keep(self, known: Known) -> None:
        self._kept.pop(known.id, None)
        while len(self._kept) >= KEPT:
            self._kept.pop(next(iter(self._kept)), None)
        self._kept[known.id] = known

    def _read(self, tournament: str, after: int, upto: int) -> list[StoredEntry]:
        name = stream_of(tournament)
        with self._database.reading() as connection:
            rows = connection.execute(_SELECT, (name, after, upto)).fetchall()
        return [taken_apart(name, n, kind, bytes(state)) for n, kind, state in rows]

    def _followed(self, tournament: str, known: Known | None, upto: int) -> Known:
        """Read on from what is known, or from the beginning where the database has lost the last entry of that."""
        if known is not None:
            last, *stored = self._read(tournament, known.book.n - 1, upto) or (None,)
            if last is None or from_store(last)[0].hash != known.head:
                return self._followed(tournament, None, upto)
        else:
            stored = self._read(tournament, 0, upto)
        for entry in stored:
            known = _after(tournament, known, entry)
        if known is None:
            raise UnknownTournamentError(tournament)
        return known


def stream_of(tournament: str) -> str:
    """Return what the stream of a tournament is called in the store."""
    return NAMED + tournament


def _with(known: Known, written: Sequence[Written], met: Mapping[bytes, tuple[bytes, int]]) -> Known:
    """Return a tournament after what was written."""
    for one in written:
        known = known.then(one.entry, one.hash, met, one.secrets)
    return known


def _sealed(written: Sequence[Written], request: Request | None) -> list[SealedEntry]:
    """Return entries as they are stored, the request with the first of them."""
    return [
        SealedEntry(
            one.entry.n,
            str(one.entry.__struct_config__.tag),
            one.public,
            one.hash,
            one.secrets,
            request if number == 0 else None,
        )
        for number, one in enumerate(written)
    ]


def _calls_for_tables(entry: Entry, book: Book) -> bool:
    """Say whether tables are to open after an entry, of a round or of a match that goes on, or secrets of several."""
    of_game = isinstance(entry, OfTable) and (entry.game is not None or book.opened.same_deal)
    return of_game or isinstance(entry, CALLING)


def _row(known: Known, opened_by: str | None) -> Row:
    """Return what is listed: nothing of a pairing that is not published."""
    book = known.shown.book
    opened = book.opened
    return Row(
        tournament_id=known.id,
        game=opened.game,
        label=opened.label,
        visibility="public" if opened.tables is None else opened.tables.visibility,
        opened_by=opened_by,
        opened_at=opened.at,
        status=known.status,
        players=len(book.players),
        rounds=len(book.rounds),
        head=known.book.n,
        changed_at=book.at,
        sandbox=opened.sandbox,
    )


def _told(known: Known) -> Status | None:
    """Return the status as everybody may see it, where that is another one."""
    shown = known.shown.status
    return None if shown == known.status else shown


def _after(tournament: str, known: Known | None, stored: StoredEntry) -> Known:
    """Return a tournament after one more stored entry; raises `DamagedError`."""
    name, n = stored.originator_id, stored.originator_version
    sealed, secrets = from_store(stored)
    head = genesis(tournament) if known is None else known.head
    if n != (1 if known is None else known.book.n + 1) or link(head, sealed.public) != sealed.hash:
        raise DamagedError(name, n, "it does not follow from the entry before it")
    try:
        entry = entry_of(sealed.public)
    except msgspec.DecodeError as error:
        raise DamagedError(name, n, str(error)) from None
    request = sealed.request
    told = {} if request is None else {request.key: (request.body, n)}
    if known is not None:
        return known.then(entry, sealed.hash, told, sealed.secrets)
    if not isinstance(entry, TournamentOpened) or secrets is None:
        raise DamagedError(name, n, "a tournament begins with its opening and its secret")
    return Known(opened_book(entry), sealed.hash, secrets, told)
