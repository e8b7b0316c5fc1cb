"""Card sets that no release ships: a table names one by its digest, so it must stay at hand."""

from __future__ import annotations

from domain.kernel.cards.card_sets import card_set_digest
from domain.ledger.database import Database

TABLES = ("CREATE TABLE card_sets (digest TEXT PRIMARY KEY, text BLOB NOT NULL) WITHOUT ROWID",)


class CardSets:
    """Texts of card sets by digest; kept for ever, never changed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, text: bytes) -> str:
        """Keep a card set; return its digest."""
        digest = card_set_digest(text)
        with self._database.writing() as connection:
            connection.execute("INSERT INTO card_sets VALUES (?, ?) ON CONFLICT DO NOTHING", (digest, text))
        return digest

    def get(self, digest: str) -> bytes | None:
        """Return the text of a card set."""
        with self._database.reading() as connection:
            row = connection.execute("SELECT text FROM card_sets WHERE digest = ?", (digest,)).fetchone()
        return None if row is None else bytes(row[0])
