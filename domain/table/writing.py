"""Writing entries: a batch that becomes durable together, each entry sealed, linked and folded as it is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.game import State
from domain.kernel.marks import Secret
from domain.record.chain import Request, SealedEntry, genesis, seal_entry
from domain.record.entries import ACTIONS, Entry
from domain.record.seals import Sealer
from domain.table.live import Live
from domain.table.table import Table, follow


class Written(NamedTuple):
    """A table after a batch, and the entries to store."""

    table: Table
    entries: tuple[SealedEntry, ...]


class Batch:
    """Entries written at one moment; `at` never lies before the last entry."""

    def __init__(self, table: Table, at: int, *, sealer: Sealer | None = None) -> None:
        self.table = table
        self.before: Live | None = None  # the live line before the last action
        self.at = max(at, table.book.at)
        self.entries: list[SealedEntry] = []
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
        sealed = seal_entry(entry, secrets, previous=self.table.book.head, sealer=self._sealer, request=request)
        self.table = follow(self.table, entry if full is None else full, sealed, state)
        self.entries.append(sealed)

    def done(self) -> Written:
        """Return what was written."""
        return Written(self.table, tuple(self.entries))


def first_entry(entry: Entry, table: str, *, sealer: Sealer, request: Request | None = None) -> SealedEntry:
    """Seal entry 1."""
    return seal_entry(entry, (), previous=genesis(table), sealer=sealer, request=request)
