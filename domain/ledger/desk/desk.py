"""Everything that the store keeps for the desk of arbiters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from domain.ledger.database import Database
from domain.ledger.desk import cases
from domain.ledger.desk.calls import Calls
from domain.ledger.desk.cases import CaseList, CaseSigns
from domain.ledger.desk.excluded import Excluded
from domain.ledger.desk.looks import Looks
from domain.ledger.desk.texts import Texts
from domain.ledger.waiting import THE_DESK, Waiting
from domain.record.chain import SealedEntry, has_any
from domain.record.desk import KINDS


class Desk:
    """What lies beside the chains of tables, the list of cases, and who may not decide at which table."""

    def __init__(self, database: Database, waiting: Waiting) -> None:
        self._database = database
        self._waiting = waiting
        self.looks = Looks(database)
        self.calls = Calls(database)
        self.cases = CaseList(database)
        self.texts = Texts(database)
        self.excluded = Excluded(database)

    def list_quiet(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Write the rows of cases that lie beside the chain."""
        with self._database.writing() as connection:
            cases.put(connection, rows)
            self._database.after_commit(self._wake)

    def heard(self, entries: Iterable[SealedEntry]) -> None:
        """Let whoever waits look again, if these durable entries are about cases."""
        if has_any(KINDS, entries):
            self._wake()

    def _wake(self) -> None:
        self._waiting.wake(THE_DESK)

    def wait(self, before: CaseSigns, timeout: float) -> bool:
        """Stand still until the signs of the cases are others than `before`, at most `timeout` seconds; say whether.

        Raises `GoneError`. What another process writes of a case wakes nobody.
        """
        return self._waiting.wait(THE_DESK, lambda: int(self.cases.signs() != before), 0, timeout) > 0
