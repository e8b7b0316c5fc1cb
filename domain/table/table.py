"""A table: rules, setup, book and game, folded from entries."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from domain.kernel.game import Rules, State
from domain.kernel.messages import Fact
from domain.kernel.seats import Seat
from domain.kernel.setup import Setup
from domain.record.blob import Stored
from domain.record.chain import Request, SealedEntry
from domain.record.entries import (
    ACTIONS,
    ClockAdjusted,
    Entry,
    GameStarted,
    Outage,
    Resumed,
    RewoundTo,
    TableOpened,
)
from domain.record.keys import Keyed, Secrets, deal_key, dealt_by, salt_key
from domain.record.seals import Salts
from domain.table.beside import NOTHING, Beside
from domain.table.book import Book, BookError, check_place, first_page, turn_page
from domain.table.clock import Decision
from domain.table.codec import EntryCodec, codec_of
from domain.table.live import Live, adjusted, dealt, moved, stood

Linked: TypeAlias = SealedEntry | Stored | bytes  # what gives an entry's hash, and its request if the store kept one


class RefoldNeededError(Exception):
    """A rewind drops entries: the table must be folded anew from all of them."""


class Table(msgspec.Struct, frozen=True):
    """A table after entry `book.n`. `secrets` only where the two secrets are known: in the service, in a simulation."""

    rules: Rules
    setup: Setup
    book: Book
    live: Live | None = None
    secrets: Secrets | None = None
    beside: Beside = NOTHING  # what may enter the chain with the next batch; only where the store gave it for that

    @property
    def id(self) -> str:
        """The table's id."""
        return self.book.opened.table

    @property
    def codec(self) -> EntryCodec:
        """The codec of the table's game."""
        return codec_of(self.rules)

    @property
    def salts(self) -> Salts:
        """The salts of the table's seals; only with its secrets."""
        assert self.secrets is not None, "the secrets of this table are not known here"
        return salts_of(self.secrets.salt, self.book.opened.table)

    @property
    def deal_key(self) -> Keyed:
        """The key of the table's draws; only with its secrets."""
        assert self.secrets is not None, "the secrets of this table are not known here"
        return keyed(self.secrets.deal, self.book)

    @property
    def decisions(self) -> Mapping[Seat, Decision]:
        """Who is awaited while the game runs; nobody while its play is stopped."""
        return self.live.decisions if self.live is not None and self.book.in_play else {}


_SALTS: dict[tuple[bytes, str], Salts] = {}
_KEYED: dict[tuple[bytes, str, str, str, int, tuple[str | None, ...]], Keyed] = {}
_KEPT = 512  # prepared keys kept in memory; one hot table needs two


def salts_of(secret: bytes, table: str) -> Salts:
    """Return the prepared salts of a table."""
    salts = _SALTS.get((secret, table))
    if salts is None:
        if len(_SALTS) >= _KEPT:
            _SALTS.clear()
        salts = _SALTS[secret, table] = Salts(salt_key(secret, table))
    return salts


def keyed(secret: bytes, book: Book) -> Keyed:
    """Return the prepared deal key of a table, for the entropy in force."""
    opened = book.opened
    place = (secret, opened.protocol, opened.deal_id, opened.game, opened.version, book.entropy_given)
    prepared = _KEYED.get(place)
    if prepared is None:
        if len(_KEYED) >= _KEPT:
            _KEYED.clear()
        entropy = dealt_by(opened.protocol, book.entropy)
        key = deal_key(secret, entropy, deal_id=opened.deal_id, game=opened.game, version=opened.version)
        prepared = _KEYED[place] = Keyed(key)
    return prepared


class BadOptionsError(ValueError):
    """Options that are not of the game's types, or a version, seat count or data set that does not exist."""


def setup_of(rules: Rules, *, seats: int, options: Mapping[str, Any], version: int, data: Any = None) -> Setup:
    """Return the setup that entry 1 describes; raises `BadOptionsError`."""
    edition = rules.editions.get(version)
    if edition is None:
        raise BadOptionsError(f"{rules.name} has no rules version {version}")
    try:
        chosen = msgspec.convert(options, rules.options)
    except msgspec.ValidationError as error:
        raise BadOptionsError(str(error)) from None
    return Setup(seats=seats, options=chosen, edition=edition, data=data)


def begin(rules: Rules, entry: Entry, sealed: Linked, *, data: Any = None, secrets: Secrets | None = None) -> Table:
    """Return the table after entry 1. `data` is the parsed card set that the entry names."""
    book = first_page(entry, *_linked(sealed))
    assert isinstance(entry, TableOpened)
    if entry.data is not None and data is None:
        data = rules.data_sets.get(entry.data)
        if data is None:
            raise BookError(f"the data set {entry.data} is not at hand")
    setup = setup_of(rules, seats=entry.seats, options=entry.options, version=entry.version, data=data)
    return Table(rules, setup, book, None, secrets)


def follow(table: Table, entry: Entry, sealed: Linked, state: State | None = None) -> Table:
    """Return the table after one more entry (with its values, as far as this copy has them).

    `sealed` gives the entry's hash and request. `state` is the state after it where it is known already: facts are
    evolved once.
    Raises `RefoldNeededError` for a rewind, `BookError` and `NotThereError` for an entry that cannot be.
    """
    head, request = _linked(sealed)
    book = turn_page(table.book, entry, head, request)
    rules, clock = table.rules, book.opened.clock
    live = table.live
    if isinstance(entry, ACTIONS):
        assert live is not None
        if state is None:
            state = _evolved(rules, live.state, entry.facts)
        live = moved(rules, live, entry, state, clock)
    elif isinstance(entry, GameStarted):
        if state is None:
            state = _evolved(rules, rules.empty(table.setup), entry.facts)
        live = dealt(rules, entry, state, clock, book.opened.seats)
    elif isinstance(entry, RewoundTo):
        raise RefoldNeededError(f"entry {entry.n} goes back to entry {entry.to}")
    elif isinstance(entry, (Resumed, Outage, ClockAdjusted)):
        live = _reckoned(table, entry, book)
    return Table(rules, table.setup, book, live, table.secrets)


def _reckoned(table: Table, entry: Resumed | Outage | ClockAdjusted, book: Book) -> Live | None:
    """Return the live line with its clocks as they are after an entry about them."""
    live, pause, clock = table.live, table.book.pause, book.opened.clock
    assert live is not None, "the book has checked that the game runs"
    if isinstance(entry, Outage):
        return stood(live, entry.since, entry.until)
    if isinstance(entry, ClockAdjusted):
        assert clock is not None, "the book has checked that there is one"
        if entry.move_ms is not None and entry.seat not in live.decisions:
            raise BookError(f"seat {entry.seat} is asked nothing, and has no time for it")
        return adjusted(live, entry, clock, entry.at if pause is None else pause.since)
    assert pause is not None, "the book has checked that something stops the play"
    return stood(live, pause.since, entry.at) if book.pause is None else live


def _linked(sealed: Linked) -> tuple[bytes, Request | None]:
    return (sealed, None) if isinstance(sealed, bytes) else (sealed.hash, sealed.request)


def _evolved(rules: Rules, state: State, facts: Sequence[Fact]) -> State:
    evolve = rules.evolve
    for fact in facts:
        state = evolve(state, fact)
    return state


class Folding:
    """A table to which entries are put one after the other; its book is written anew only when it is looked at.

    Between two looks a run of actions changes number, head, time and requests of the book, and nothing else.
    """

    __slots__ = ("_at", "_clock", "_head", "_n", "_requests", "_rules", "_table", "live", "rewinds", "running")

    def __init__(self, table: Table) -> None:
        self._put(table)

    def _put(self, table: Table) -> None:
        book = table.book
        self._table = table
        self._rules = table.rules
        self._clock = book.opened.clock
        self._n, self._at, self._head, self._requests = book.n, book.at, book.head, book.requests
        self.running = book.in_play
        self.rewinds = book.rewinds
        self.live = table.live

    @property
    def table(self) -> Table:
        """The table after the last entry."""
        table = self._table
        if table.book.n != self._n:
            book = replace(table.book, n=self._n, at=self._at, head=self._head, requests=self._requests)
            table = self._table = Table(table.rules, table.setup, book, self.live, table.secrets)
        return table

    def follow(self, entry: Entry, sealed: Linked, state: State | None = None) -> None:
        """Put one more entry to the table, as the function `follow` does; raises what it raises."""
        live = self.live
        if not (self.running and live is not None and isinstance(entry, ACTIONS)):
            self._put(follow(self.table, entry, sealed, state))
            return
        check_place(entry, self._n, self._at)
        if state is None:
            state = _evolved(self._rules, live.state, entry.facts)
        self.live = moved(self._rules, live, entry, state, self._clock)
        self._n, self._at = entry.n, entry.at
        self._head, request = _linked(sealed)
        if request is not None:
            self._requests = self._requests.with_one(request, entry.n)

    def rewind(self, entry: RewoundTo[Fact], sealed: Linked, lives: Mapping[int, Live | None]) -> None:
        """Put a rewind to the table, as `rewound` does."""
        self._put(rewound(self.table, entry, sealed, lives))


class Read(NamedTuple):
    """An entry with the values this copy has, its hash and what the store kept beside it."""

    entry: Entry
    sealed: Linked


def fold(
    rules: Rules,
    entries: Iterable[Read],
    *,
    data: Any = None,
    secrets: Secrets | None = None,
    goals: Container[int] | None = None,
) -> Table:
    """Return the table after all its entries, a copy's or the store's; raises what `follow` and `begin` raise.

    `goals` are the entries that rewinds go back to: with them no other state is kept, and memory that is used again is
    faster than fresh one.
    """
    lines = iter(entries)
    first = next(lines, None)
    if first is None:
        raise BookError("a table has at least its opening")
    folding = Folding(begin(rules, first.entry, first.sealed, data=data, secrets=secrets))
    lives: dict[int, Live | None] = {}
    for entry, sealed in lines:
        if isinstance(entry, RewoundTo):
            folding.rewind(entry, sealed, lives)
        else:
            folding.follow(entry, sealed)
        if goals is None or entry.n in goals:
            lives[entry.n] = folding.live
    return folding.table


def rewound(table: Table, entry: RewoundTo[Fact], sealed: Linked, lives: Mapping[int, Live | None]) -> Table:
    """Return the table after a rewind; `lives` holds the live line after each earlier entry.

    Who has to decide there is asked anew, at the time of the rewind, and answers by hand: a preference would undo the
    rewind at once. New orders are its facts; they ask nobody.
    """
    head, request = _linked(sealed)
    book = turn_page(table.book, entry, head, request)
    live = lives.get(entry.to)
    assert live is not None, "the book has checked that the game was running there"
    decisions = {seat: Decision(old.kind, entry.n, entry.at, by_hand=True) for seat, old in live.decisions.items()}
    acted = None if live.acted is None else (entry.at,) * len(live.acted)
    state, use = _evolved(table.rules, live.state, entry.facts), live.use + len(entry.draws)
    bank = live.bank if entry.clocks is None else entry.clocks
    live = replace(live, state=state, n=entry.n, use=use, decisions=decisions, acted=acted, bank=bank)
    return Table(table.rules, table.setup, book, live, table.secrets)
