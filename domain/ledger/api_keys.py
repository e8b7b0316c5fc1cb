"""API keys with their roles: random, shown once, stored hashed."""

from __future__ import annotations

import hmac
import secrets
from typing import Literal, NamedTuple, get_args

import msgspec

from domain.ledger.database import Database
from domain.ledger.errors import StoreError
from domain.ledger.seat_tokens import hashed

Role = Literal["operator", "organiser", "arbiter"]
ROLES: tuple[Role, ...] = get_args(Role)
SECRET_BYTES = 32

TABLES = (
    """
    CREATE TABLE api_keys (
        id TEXT PRIMARY KEY, role TEXT NOT NULL, hash BLOB NOT NULL, label TEXT NOT NULL,
        created INTEGER NOT NULL, revoked INTEGER
    ) WITHOUT ROWID
    """,
)

_SELECT = "SELECT id, role, label, created, revoked FROM api_keys ORDER BY created, id"
_ONE = "SELECT id, role, label, created, revoked, hash FROM api_keys WHERE id = ?"


class Key(msgspec.Struct, frozen=True):
    """An API key without its secret; times in milliseconds since 1970."""

    id: str
    role: Role
    label: str
    created: int
    revoked: int | None = None


class NewKey(NamedTuple):
    """A key and its text, which is shown once and stored nowhere."""

    key: Key
    text: str


class Keys:
    """Makes, checks and revokes API keys."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, role: Role, label: str, *, at: int) -> NewKey:
        """Make a key; raises `StoreError` for an unknown role."""
        if role not in ROLES:
            raise StoreError(f"{role!r} is no role: use {', '.join(ROLES)}")
        key = Key(secrets.token_hex(6), role, label, at)
        text = f"mlk_{key.id}_{secrets.token_urlsafe(SECRET_BYTES)}"
        with self._database.writing() as connection:
            connection.execute(
                "INSERT INTO api_keys VALUES (?, ?, ?, ?, ?, NULL)", (key.id, role, hashed(text), label, at)
            )
        return NewKey(key, text)

    def check(self, text: str) -> Key | None:
        """Return the key with this text unless it is revoked."""
        parts = text.split("_", 2)
        if len(parts) != 3 or parts[0] != "mlk":
            return None
        with self._database.reading() as connection:
            row = connection.execute(_ONE, (parts[1],)).fetchone()
        if row is None or not hmac.compare_digest(row[5], hashed(text)):
            return None
        key = Key(*row[:5])
        return key if key.revoked is None else None

    def list(self) -> tuple[Key, ...]:
        """Return all keys, the oldest first, revoked ones too."""
        with self._database.reading() as connection:
            return tuple([Key(*row) for row in connection.execute(_SELECT).fetchall()])

    def revoke(self, key: str, *, at: int) -> bool:
        """Make a key useless; say whether there was one in use."""
        with self._database.writing() as connection:
            changed = connection.execute("UPDATE api_keys SET revoked = ? WHERE id = ? AND revoked IS NULL", (at, key))
            return changed.rowcount > 0
