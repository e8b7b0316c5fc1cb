"""Writing entries: a batch that becomes durable together, each entry sealed, linked and folded as it is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from domain.kernel.marks import Secret
from domain.record.chain import Request, SealedEntry, genesis, seal_entry
from domain.record.entries import Entry
from domain.record.seals import Sealer
from domain.table.table import Table, follow


class Written(NamedTuple):
    """A table after a batch, and the entries to store."""

    table: Table
    entries: tuple[SealedEntry, ...]


class Batch:
    """Entries written at one moment; `at` never lies before the last entry."""

    def __init__(self, table: Table, at: int, *, sealer: Sealer | None = None) -> None:
        self.table = table
        self.at = max(at, table.book.at)
        self.entries: list[SealedEntry] = []
        self._sealer = sealer if sealer is not None else table.salts

    def write(
        self,
        make: Callable[[int, int], Entry],
        *,
        full: Callable[[Entry], Entry] | None = None,
        secrets: Sequence[Secret] = (),
        state: Any = None,
        request: Request | None = None,
    ) -> None:
        """Write the entry that `make` gives for its number and time, in its public form.

        `full` puts its values back, for the fold; `state` is the state after it, where the game moves.
        """
        book = self.table.book
        entry = make(book.n + 1, self.at)
        sealed = seal_entry(entry, secrets, previous=book.head, sealer=self._sealer, request=request)
        self.table = follow(self.table, entry if full is None else full(entry), sealed, state)
        self.entries.append(sealed)

    def done(self) -> Written:
        """Return what was written."""
        return Written(self.table, tuple(self.entries))


def first_entry(entry: Entry, table: str, *, sealer: Sealer, request: Request | None = None) -> SealedEntry:
    """Seal entry 1."""
    return seal_entry(entry, (), previous=genesis(table), sealer=sealer, request=request)
