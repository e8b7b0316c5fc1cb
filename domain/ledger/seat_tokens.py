"""Who may act for a seat: hashes of seat tokens and join codes, never the tokens themselves."""

from __future__ import annotations

import hashlib
import hmac

import msgspec

from domain.ledger.database import Database
from domain.ledger.lasting import Lasting

OPENER = -1  # the place of the token that starts or cancels a table, beside those of its seats; casters follow below

TABLES = (
    """
    CREATE TABLE seat_tokens (
        table_id TEXT NOT NULL, seat INTEGER NOT NULL, generation INTEGER NOT NULL,
        token_hash BLOB, code_hash BLOB, PRIMARY KEY (table_id, seat)
    ) WITHOUT ROWID
    """,
)

_PUT = """
    INSERT INTO seat_tokens VALUES (:table, :seat, :generation, :token, :code)
    ON CONFLICT (table_id, seat) DO UPDATE SET
        generation = excluded.generation, token_hash = excluded.token_hash, code_hash = excluded.code_hash
"""
_OF = "SELECT generation, token_hash, code_hash FROM seat_tokens WHERE table_id = ? AND seat = ?"
_ALL = "SELECT seat, token_hash, code_hash FROM seat_tokens WHERE table_id = ? ORDER BY seat"


def place_of_caster(number: int) -> int:
    """Return the place of a caster's token; casters are numbered from 1."""
    return OPENER - number


def caster_at(place: int) -> int:
    """Return the number of the caster whose token has this place."""
    return OPENER - place


class SeatAccess(msgspec.Struct, frozen=True):
    """The generation of a seat's token, and whether it has a token and a join code."""

    generation: int
    has_token: bool
    has_code: bool


def hashed(text: str) -> bytes:
    """Return SHA-256: tokens and codes are long and random, so they need no slow hash."""
    return hashlib.sha256(text.encode()).digest()


class SeatTokens:
    """The keys to seats, by table and seat; `OPENER` is the place of the opener's token."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._valid: Lasting[tuple[str, bytes], int] = Lasting(database)  # seats by table and hash

    def put(
        self, table: str, seat: int, *, generation: int = 0, token: str | None = None, code: str | None = None
    ) -> None:
        """Set token and join code of a seat; what is absent is no longer valid."""
        row = {
            "table": table,
            "seat": seat,
            "generation": generation,
            "token": None if token is None else hashed(token),
            "code": None if code is None else hashed(code),
        }
        with self._database.writing() as connection:
            connection.execute(_PUT, row)
            self._valid.change()

    def get(self, table: str, seat: int) -> SeatAccess | None:
        """Return what is known of a seat's token."""
        with self._database.reading() as connection:
            row = connection.execute(_OF, (table, seat)).fetchone()
        return None if row is None else SeatAccess(row[0], row[1] is not None, row[2] is not None)

    def seat_of_token(self, table: str, token: str) -> int | None:
        """Return the seat (or `OPENER`) whose token this is; takes as long for every token that is not valid."""
        return self.seat_of_hash(table, hashed(token))

    def seat_of_hash(self, table: str, token: bytes) -> int | None:
        """Return the seat (or `OPENER`) whose token has this hash; takes as long for every hash that is none.

        One that was valid stays so while nobody has taken one back.
        """
        return self._valid.get((table, token), self._of_token)

    def _of_token(self, asked: tuple[str, bytes]) -> int | None:
        return self._match(*asked, column=1)

    def seat_of_code(self, table: str, code: str) -> int | None:
        """Return the seat whose join code this is; takes as long for every code."""
        return self._match(table, hashed(code), column=2)

    def _match(self, table: str, mine: bytes, *, column: int) -> int | None:
        with self._database.reading() as connection:
            rows = connection.execute(_ALL, (table,)).fetchall()
        found = None
        for row in rows:
            if hmac.compare_digest(row[column] or b"", mine):
                found = int(row[0])
        return found
