"""Writing entries: a batch that becomes durable together, each entry sealed, linked and folded as it is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from domain.kernel.game import State
from domain.kernel.marks import Secret
from domain.record.chain import Request, SealedEntry, genesis, has_any, seal_entry
from domain.record.entries import ACTIONS, Entry
from domain.record.seals import Sealer
from domain.table.beside import NOTHING, entering_calls, entering_looks, entry_of_call, entry_of_look
from domain.table.live import Live
from domain.table.table import Table, follow

_LETS_IN = frozenset({"paused", "game_finished", "result_adjusted", "result_confirmed", "table_abandoned"})


class Written(NamedTuple):
    """A table after a batch, and the entries to store."""

    table: Table
    entries: tuple[SealedEntry, ...]


def lets_in(written: Written) -> bool:
    """Say whether what lies beside the chain could enter it with a batch: at some point of it nothing went on."""
    return has_any(_LETS_IN, written.entries)


class Batch:
    """Entries written at one moment; `at` never lies before the last entry.

    After each of them comes what lay beside the chain and may enter it now, before anything else: so it is there
    before the secrets open.
    """

    def __init__(self, table: Table, at: int, *, sealer: Sealer | None = None) -> None:
        self.table = table
        self.before: Live | None = None  # the live line before the last action
        self.at = max(at, table.book.at)
        self.entries: list[SealedEntry] = []
        self._beside = table.beside
        self._sealer = sealer if sealer is not None else table.salts

    @property
    def n(self) -> int:
        """The number of the next entry."""
        return self.table.book.n + 1

    def write(
        self,
        entry: Entry,
        *,
        full: Entry | None = None,
        secrets: Sequence[Secret] = (),
        state: State | None = None,
        request: Request | None = None,
    ) -> None:
        """Write an entry with this batch's next number and time, in its public form.

        `full` is the same entry with its values, for the fold; `state` is the state after it, where the game moves.
        """
        if isinstance(entry, ACTIONS):
            self.before = self.table.live
        self._write(entry, entry if full is None else full, secrets, state, request)
        if (
            self._beside is not NOTHING and self._beside.waits and self.table.book.due is None
        ):  # nothing comes between a ruling and its measures
            self.let_in()

    def _write(
        self, entry: Entry, full: Entry, secrets: Sequence[Secret], state: State | None, request: Request | None
    ) -> None:
        sealed = seal_entry(entry, secrets, previous=self.table.book.head, sealer=self._sealer, request=request)
        self.table = follow(self.table, full, sealed, state)
        self.entries.append(sealed)

    def let_in(self) -> None:
        """Write what lay beside the chain and may enter it now."""
        for said in entering_calls(self._beside, self.table.book):
            call = entry_of_call(said, self.table.book, at=self.at)
            self._beside = self._beside.without_call(said, 0 if call is None else self.n)
            if call is not None:
                self._write(call, call, (), None, None)
        for look in entering_looks(self._beside, self.table.book):
            self._beside = self._beside.without_look(look, self.n)
            entry = entry_of_look(look, n=self.n, at=self.at)
            self._write(entry, entry, (), None, None)

    def done(self) -> Written:
        """Return what was written; the table still has what lies beside its chain, and what of that has entered."""
        table = replace(self.table, beside=self._beside) if self._beside is not NOTHING else self.table
        return Written(table, tuple(self.entries))


def first_entry(entry: Entry, table: str, *, sealer: Sealer, request: Request | None = None) -> SealedEntry:
    """Seal entry 1."""
    return seal_entry(entry, (), previous=genesis(table), sealer=sealer, request=request)
