"""The event-sourced application: tables by id, their entries appended and read."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, cast

import msgspec
from eventsourcing.application import AggregateNotFoundError, Application
from eventsourcing.persistence import InfrastructureFactory, Mapper, TrackingRecorder
from eventsourcing.utils import Environment, EnvType

from domain.games import game
from domain.kernel.game import Rules
from domain.kernel.messages import tag_of
from domain.kernel.refusals import NotThereError
from domain.ledger.database import Database
from domain.ledger.early import early_batch
from domain.ledger.entries import EntryMapper, StoredEntry, from_store, last_entry, parts_of, taken_apart
from domain.ledger.errors import DamagedError, UnknownTableError
from domain.ledger.recorder import Factory, Recorder
from domain.ledger.snapshots import Snapshot, Snapshots
from domain.ledger.table_bytes import thawed
from domain.record.canonical import NotCanonicalError
from domain.record.chain import SealedEntry, genesis, link
from domain.record.entries import RewoundTo
from domain.record.keys import Secrets
from domain.table.book import BookError
from domain.table.codec import EntryCodec, codec_of
from domain.table.table import Folding, Read, RefoldNeededError, Table, begin
from domain.table.table import fold as fold_entries

# All of them: the library would take the rest from the environment, where a stray CIPHER_KEY changes the format.
SETTINGS = {
    "ORIGINATOR_ID_TYPE": "text",
    "COMPRESSOR_TOPIC": "",
    "CIPHER_TOPIC": "",
    "IS_SNAPSHOTTING_ENABLED": "n",
}

# What a snapshot that is not what it says, or an entry after it, makes the codec and the rules raise.
MISLED = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    DamagedError,
    LookupError,
    NotThereError,
    TypeError,
    ValueError,
)

logger = logging.getLogger(__name__)

CardSets = Callable[[str], bytes | None]  # text of a stored card set by digest


class _First(msgspec.Struct):
    """What entry 1 says about how to read the rest."""

    game: str
    data: str | None = None


class _Rewound(msgspec.Struct):
    """Where a rewind goes."""

    to: int


_first = msgspec.json.Decoder(_First)
_rewound = msgspec.json.Decoder(_Rewound)
_REWOUND = tag_of(RewoundTo)


class Tables(Application[str]):
    """Appends entries and folds tables; knows no cache and no listing."""

    def __init__(self, database: Database, card_sets: CardSets, snapshots: Snapshots) -> None:
        self._database = database
        self._card_sets = card_sets
        self._snapshots = snapshots
        super().__init__(SETTINGS)

    def construct_env(self, name: str, env: EnvType | None = None) -> Environment:
        """Take the settings given and nothing from the process's environment."""
        return Environment(name, dict(env or {}))

    def construct_factory(self, env: Environment) -> InfrastructureFactory[TrackingRecorder]:
        """Use our database."""
        factory: Any = Factory(env, self._database)  # typed by the library as one of its own tracking recorders
        return cast(InfrastructureFactory[TrackingRecorder], factory)

    def construct_mapper(self) -> Mapper[str]:
        """Use the stable kind tags."""
        return EntryMapper()

    def entries(self, table: str, after: int = 0, upto: int | None = None) -> list[SealedEntry]:
        """Return the entries after one number and up to another; raises `DamagedError`."""
        return [from_store(entry)[0] for entry in self._stored(table, after, upto)]

    def batch(self, table: str, first: int) -> list[SealedEntry]:
        """Return the entries that the request wrote which wrote entry `first`; raises `DamagedError`."""
        (own,) = self._stored(table, first - 1, first)
        last = last_entry(own)
        return early_batch(self.entries(table, first - 1)) if last is None else self.entries(table, first - 1, last)

    def table(self, table: str, upto: int | None = None) -> Table:
        """Return a table after entry `upto` or its last; raises `UnknownTableError` and `DamagedError`.

        Entries before its newest snapshot are not read: `folded` is for those who trust nothing but entries.
        """
        found, after = self._resumed(table, upto)
        if found is None:
            found = self.folded(table, upto)
        if upto is None and not self._database.in_transaction:
            self._snapshots.note(found, after=after)
        return found

    def folded(self, table: str, upto: int | None = None) -> Table:
        """Fold a table from all its entries; raises `UnknownTableError` and `DamagedError`."""
        project: Any = self.fold
        try:
            folded: Table = self.repository.get(table, version=upto, projector_func=project)
        except AggregateNotFoundError:
            raise UnknownTableError(table) from None
        return folded

    def _resumed(self, table: str, upto: int | None) -> tuple[Table | None, int]:
        """Return a table folded from a snapshot on, if one can be used, and the number of the snapshot's entry."""
        for snapshot in self._snapshots.of(table, upto):
            try:
                found = self._gone_on(table, snapshot, upto)
            except RefoldNeededError:
                break
            except MISLED as error:
                logger.warning("the snapshot of %s at entry %d is passed over: %s", table, snapshot.n, error)
                continue
            if found is not None:
                return found, snapshot.n
        return None, 0

    def _gone_on(self, table: str, snapshot: Snapshot, upto: int | None) -> Table | None:
        """Fold the entries after a snapshot; `None` if another program wrote it."""
        first, *_ = self._stored(table, 0, 1)
        last, *tail = self._stored(table, snapshot.n - 1, upto)
        opened = self._opened(first)
        if snapshot.made_by != self._snapshots.program:
            return None
        resumed = thawed(snapshot.text, opened)
        if (last.originator_version, parts_of(last).hash) != (resumed.book.n, resumed.book.head):
            raise DamagedError(table, snapshot.n, "it is not the entry of the snapshot")
        return _followed(resumed, tail)

    def _opened(self, first: StoredEntry) -> Table:
        """Return the table after its entry 1."""
        rules, data, secrets = self._begun(first)
        read, _ = _read(codec_of(rules), first, 0, genesis(first.originator_id))
        return begin(rules, read.entry, read.sealed, data=data, secrets=secrets)

    def caught_up(self, table: Table, upto: int | None = None) -> Table:
        """Return a folded table with the entries that were stored since, `upto` one of them.

        Where its last entry is not stored, or another one is, it is read anew: a standby that has taken over may lie
        behind what this process has seen. Raises `DamagedError`, and `UnknownTableError`.
        """
        known, *tail = self._stored(table.id, table.book.n - 1, upto) or (None,)
        if known is None or parts_of(known).hash != table.book.head:
            logger.warning("the database has lost entries of %s that were there, up to %d", table.id, table.book.n)
            return self.table(table.id, upto)
        try:
            return _followed(table, tail)
        except RefoldNeededError:
            return self.table(table.id, upto)

    def fold(self, initial: None, stored: Iterable[StoredEntry]) -> Table | None:
        """Project stored entries to a table, `None` if there are none; every link of the chain is checked."""
        entries = list(stored)
        if not entries:
            return None
        table = entries[0].originator_id
        try:
            rules, data, secrets = self._begun(entries[0])
            reads = _reads(codec_of(rules), entries)
            return fold_entries(rules, reads, data=data, secrets=secrets, goals=_goals(entries))
        except (BookError, NotThereError, ValueError) as error:
            reason = f"the entries up to it do not fit together: {error}"
            raise DamagedError(table, len(entries), reason) from None

    def _begun(self, first: StoredEntry) -> tuple[Rules, Any, Secrets | None]:
        """Return what entry 1 says of how to read the rest: rules, card set, secrets; raises `DamagedError`."""
        sealed, secrets = from_store(first)
        try:
            how = _first.decode(sealed.public)
        except msgspec.DecodeError as error:
            raise DamagedError(first.originator_id, 1, str(error)) from None
        rules: Rules = game(how.game).rules
        return rules, self._card_set(rules, how.data), secrets

    def _card_set(self, rules: Any, digest: str | None) -> Any:
        if digest is None or digest in rules.data_sets:
            return None  # the fold finds it in the game
        text = self._card_sets(digest)
        return None if text is None else rules.load_data(text)

    def _stored(self, table: str, after: int, upto: int | None) -> list[StoredEntry]:
        recorder = cast(Recorder, self.recorder)
        return [taken_apart(table, *row) for row in recorder.select_rows(table, gt=after, lte=upto)]


def _followed(table: Table, tail: Iterable[StoredEntry]) -> Table:
    """Return a table after more entries; raises `DamagedError`, and `RefoldNeededError` for a rewind."""
    codec, folding, n, head = table.codec, Folding(table), table.book.n, table.book.head
    for entry in tail:
        read, head = _read(codec, entry, n, head)
        try:
            folding.follow(read.entry, read.sealed)
        except (BookError, NotThereError) as error:
            raise DamagedError(table.id, entry.originator_version, str(error)) from None
        n += 1
    return folding.table


def _goals(entries: Iterable[StoredEntry]) -> frozenset[int]:
    """Return the entries that rewinds go back to; raises `DamagedError`."""
    goals = set()
    for entry in entries:
        if entry.kind == _REWOUND:
            try:
                goals.add(_rewound.decode(parts_of(entry).public).to)
            except msgspec.DecodeError as error:
                raise DamagedError(entry.originator_id, entry.originator_version, str(error)) from None
    return frozenset(goals)


def _reads(codec: EntryCodec, entries: Sequence[StoredEntry]) -> Iterator[Read]:
    """Yield all entries of a table; raises `DamagedError`."""
    head = genesis(entries[0].originator_id)
    for before, entry in enumerate(entries):
        read, head = _read(codec, entry, before, head)
        yield read


def _read(codec: EntryCodec, stored: StoredEntry, before: int, previous: bytes) -> tuple[Read, bytes]:
    """Decode a stored entry that must follow entry `before`; raises `DamagedError`."""
    table, n = stored.originator_id, stored.originator_version
    if n != before + 1:
        raise DamagedError(table, before + 1, f"the next entry stored is {n}")
    parts = parts_of(stored)
    if link(previous, parts.public) != parts.hash:
        raise DamagedError(table, n, "its hash does not follow from the entry and the hash before it")
    try:
        entry = codec.stored(parts.public, parts.hidden)
    except NotCanonicalError as error:
        raise DamagedError(table, n, str(error)) from None
    if entry.n != n or entry.__struct_config__.tag != stored.kind:
        raise DamagedError(table, n, f"it says that it is entry {entry.n}, {entry.__struct_config__.tag}")
    return Read(entry, parts), parts.hash
