"""What the database has said and still says, since nobody has changed it: asked once instead of for each request."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from domain.ledger.database import Database

MOST = 4096  # answers kept of a kind, about 1 MB

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Lasting(Generic[K, V]):
    """Answers by what was asked; they last until anybody changes what makes one wrong.

    This process says so by `change`; of others the number in `changes` tells (see `following`), which the database
    itself raises: whoever keeps answers of another kind adds to what it counts.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._changes = 0  # made by this process
        # With the changes of this process and the database's version before they were asked.
        self._kept: dict[K, tuple[V, int, int]] = {}

    def get(self, asked: K, ask: Callable[[K], V | None]) -> V | None:
        """Return what is known, else what `ask` returns; `None` is not kept, nor what only this transaction sees."""
        database = self._database
        if database.in_transaction:
            return ask(asked)
        changes, version = self._changes, database.version()
        kept = self._kept.get(asked)
        if kept is not None and kept[1] == changes and kept[2] == version:
            return kept[0]
        answer = ask(asked)
        if answer is not None and version is not None:
            if len(self._kept) >= MOST:
                self._kept.clear()
            self._kept[asked] = answer, changes, version
        return answer

    def change(self) -> None:
        """Note, in a transaction that changes what is asked about, that nothing counts once it is durable."""
        self._database.after_commit(self._changed)

    def _changed(self) -> None:
        self._changes += 1
