"""Everything that the store keeps for the desk of arbiters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from domain.ledger.database import Database
from domain.ledger.desk import cases
from domain.ledger.desk.calls import Calls
from domain.ledger.desk.cases import CaseList
from domain.ledger.desk.excluded import Excluded
from domain.ledger.desk.looks import Looks
from domain.ledger.desk.texts import Texts


class Desk:
    """What lies beside the chains of tables, the list of cases, and who may not decide at which table."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.looks = Looks(database)
        self.calls = Calls(database)
        self.cases = CaseList(database)
        self.texts = Texts(database)
        self.excluded = Excluded(database)

    def list_quiet(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Write the rows of cases that lie beside the chain."""
        with self._database.writing() as connection:
            cases.put(connection, rows)
