"""Everything that the store keeps for the desk of arbiters."""

from __future__ import annotations

from domain.ledger.database import Database
from domain.ledger.desk.excluded import Excluded
from domain.ledger.desk.looks import Looks
from domain.ledger.desk.texts import Texts


class Desk:
    """What lies beside the chains of tables, and who may not decide there."""

    def __init__(self, database: Database) -> None:
        self.looks = Looks(database)
        self.texts = Texts(database)
        self.excluded = Excluded(database)
