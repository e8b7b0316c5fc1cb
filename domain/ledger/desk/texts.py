"""What players and arbiters wrote in their own words, outside the ledger: entries hold salted hashes of it.

Erasing a text is one row deleted, its salt with it; every proof still holds.
"""

from __future__ import annotations

import secrets

import msgspec

from domain.ledger.database import Database
from domain.record.canonical import b64
from domain.record.texts import TEXT_AT_MOST, Note, Part, Readers, text_hash

SALT_BYTES = 16

TABLES = (
    """
    CREATE TABLE texts (
        table_id TEXT NOT NULL, hash TEXT NOT NULL, case_id TEXT NOT NULL, at INTEGER NOT NULL, said_by TEXT NOT NULL,
        player TEXT, readers TEXT NOT NULL, salt BLOB NOT NULL, text TEXT NOT NULL, PRIMARY KEY (table_id, hash)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX texts_players ON texts (player) WHERE player IS NOT NULL",
)

_ADD = "INSERT INTO texts VALUES (:table, :hash, :case, :at, :by, :player, :readers, :salt, :text)"
_OF = """
    SELECT hash, case_id, at, said_by, player, readers, salt, text FROM texts
    WHERE table_id = :table AND (case_id = :case OR :case IS NULL) ORDER BY at, hash
"""
_ERASE = "DELETE FROM texts WHERE table_id = ? AND hash = ?"
ERASE_OF_PLAYER = "DELETE FROM texts WHERE player = ?"


class TooLongError(ValueError):
    """A text that is longer than a record may hold."""


class Text(msgspec.Struct, frozen=True, kw_only=True):
    """A text on a case, with the salted hash that stands for it; who wrote it, and the player behind that, if any."""

    hash: str
    case: str
    at: int
    by: str
    player: str | None
    readers: Readers
    salt: bytes
    text: str

    def note(self, n: int, part: Part) -> Note:
        """Return what a copy says of it as the text of an entry."""
        return Note(n=n, part=part, salt=b64(self.salt), text=self.text)


class Texts:
    """The only place where these texts are."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self, table: str, text: str, *, case: str, at: int, by: str, readers: Readers, player: str | None = None
    ) -> Text:
        """Keep a text under a new random salt, before the entry or the claim that holds its hash is written.

        Raises `TooLongError`.
        """
        if len(text) > TEXT_AT_MOST:
            raise TooLongError(f"a text has at most {TEXT_AT_MOST} characters")
        salt = secrets.token_bytes(SALT_BYTES)
        kept = Text(
            hash=text_hash(salt, text), case=case, at=at, by=by, player=player, readers=readers, salt=salt, text=text
        )
        with self._database.writing() as connection:
            connection.execute(_ADD, {"table": table, **msgspec.structs.asdict(kept)})
        return kept

    def of(self, table: str, case: str | None = None) -> tuple[Text, ...]:
        """Return the texts of a table, or of one of its cases, as far as none was erased, the oldest first."""
        with self._database.reading() as connection:
            rows = connection.execute(_OF, {"table": table, "case": case}).fetchall()
        return tuple([_text(*row) for row in rows])

    def erase(self, table: str, hash: str) -> bool:
        """Forget a text for good; say whether there was one. Raises `UnavailableError` as `People.erase` does."""
        with self._database.writing() as connection:
            known = connection.execute(_ERASE, (table, hash)).rowcount > 0
        self._database.clear_deleted()
        return known


def _text(hash: str, case: str, at: int, by: str, player: str | None, readers: Readers, salt: bytes, text: str) -> Text:
    return Text(hash=hash, case=case, at=at, by=by, player=player, readers=readers, salt=bytes(salt), text=text)
