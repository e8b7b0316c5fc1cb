"""API keys with role and scope: random, shown once, stored hashed, with an end if they have one."""

from __future__ import annotations

import hmac
import secrets
from contextlib import suppress
from typing import Literal, NamedTuple, get_args

import msgspec

from domain.ledger.database import Database
from domain.ledger.errors import StoreError, UnavailableError
from domain.ledger.seat_tokens import hashed

Role = Literal["operator", "organiser", "arbiter", "player"]
ROLES: tuple[Role, ...] = get_args(Role)
SECRET_BYTES = 32
USE_STEP_MS = 10 * 60 * 1000  # how exact the last use is: one write in ten minutes, not one a request
NOBODY = bytes(32)  # what a text is compared with where no key has its id: that takes as long

TABLES = (
    """
    CREATE TABLE api_keys (
        id TEXT PRIMARY KEY, role TEXT NOT NULL, hash BLOB NOT NULL, label TEXT NOT NULL,
        created INTEGER NOT NULL, revoked INTEGER,
        expires INTEGER, last_used INTEGER, organiser TEXT, series TEXT, player TEXT
    ) WITHOUT ROWID
    """,
)

_COLUMNS = "id, role, label, created, revoked, expires, last_used, organiser, series, player"
_SELECT = f"SELECT {_COLUMNS} FROM api_keys ORDER BY created, id"
_ONE = f"SELECT {_COLUMNS}, hash FROM api_keys WHERE id = ?"
_ADD = """
    INSERT INTO api_keys (id, role, hash, label, created, expires, organiser, series, player)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_USED = "UPDATE api_keys SET last_used = ? WHERE id = ? AND (last_used IS NULL OR last_used <= ?)"
_REVOKE = "UPDATE api_keys SET revoked = ? WHERE id = ? AND revoked IS NULL"
_ROTATE = "UPDATE api_keys SET hash = ? WHERE id = ? AND revoked IS NULL"


class Scope(msgspec.Struct, frozen=True, kw_only=True):
    """How far a key reaches, and who it is.

    An arbiter has all tables, or those that one key opened (`organiser` is its id), or of these one series only: an id
    of a series alone would be anybody's to claim. `player` is whose a player's key is, and who an arbiter is; who an
    operator or organiser is, if that is said.
    """

    organiser: str | None = None
    series: str | None = None
    player: str | None = None


EVERYTHING = Scope()


class Key(msgspec.Struct, frozen=True):
    """An API key without its secret; times in milliseconds since 1970, `last_used` exact to ten minutes."""

    id: str
    role: Role
    label: str
    created: int
    revoked: int | None = None
    expires: int | None = None
    last_used: int | None = None
    organiser: str | None = None
    series: str | None = None
    player: str | None = None

    def in_use(self, at: int) -> bool:
        """Say whether the key is neither revoked nor past its end."""
        return self.revoked is None and (self.expires is None or at < self.expires)


class NewKey(NamedTuple):
    """A key and its text, which is shown once and stored nowhere."""

    key: Key
    text: str


class Keys:
    """Makes, checks, rotates and revokes API keys."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, role: Role, label: str, *, at: int, scope: Scope = EVERYTHING, expires: int | None = None) -> NewKey:
        """Make a key; raises `StoreError` for an unknown role and for a scope that the role does not have."""
        _check_scope(role, scope)
        if scope.organiser is not None and not self._opens_tables(scope.organiser):
            raise StoreError(f"no organiser's or operator's key has the id {scope.organiser}")
        key = Key(
            secrets.token_hex(6),
            role,
            label,
            at,
            expires=expires,
            organiser=scope.organiser,
            series=scope.series,
            player=scope.player,
        )
        text = _text(key.id)
        row = (key.id, role, hashed(text), label, at, expires, scope.organiser, scope.series, scope.player)
        with self._database.writing() as connection:
            connection.execute(_ADD, row)
        return NewKey(key, text)

    def _opens_tables(self, key: str) -> bool:
        """Say whether there is such a key of somebody who opens tables for others."""
        found = self.one(key)
        return found is not None and found.role in ("operator", "organiser")

    def check(self, text: str, *, at: int) -> Key | None:
        """Return the key with this text while it is in use, and note that it was used."""
        id = key_id(text)
        return None if id is None else self.check_hash(id, hashed(text), at=at)

    def check_hash(self, id: str, hash: bytes, *, at: int) -> Key | None:
        """Return the key with this id as `check` does, if its text has this hash."""
        with self._database.reading() as connection:
            row = connection.execute(_ONE, (id,)).fetchone()
        same = hmac.compare_digest(NOBODY if row is None else row[-1], hash)
        if row is None or not same:
            return None
        key = Key(*row[:-1])
        if not key.in_use(at):
            return None
        if key.last_used is None or key.last_used <= at - USE_STEP_MS:
            self._note_use(key.id, at)
        return key

    def _note_use(self, key: str, at: int) -> None:
        """Keep when a key was used; a database that cannot be written to still answers."""
        with suppress(UnavailableError), self._database.writing() as connection:
            connection.execute(_USED, (at, key, at - USE_STEP_MS))

    def one(self, id: str) -> Key | None:
        """Return a key by its id, revoked or not."""
        with self._database.reading() as connection:
            row = connection.execute(_ONE, (id,)).fetchone()
        return None if row is None else Key(*row[:-1])

    def list(self) -> tuple[Key, ...]:
        """Return all keys, the oldest first, revoked ones too."""
        with self._database.reading() as connection:
            return tuple([Key(*row) for row in connection.execute(_SELECT).fetchall()])

    def rotate(self, key: str) -> str | None:
        """Give a key that is not revoked a new text and return it; the one before is worthless from now on.

        Id, role, scope and end stay, and with them what the key has opened.
        """
        text = _text(key)
        with self._database.writing() as connection:
            changed = connection.execute(_ROTATE, (hashed(text), key))
            return text if changed.rowcount > 0 else None

    def revoke(self, key: str, *, at: int) -> bool:
        """Make a key useless for good; say whether there was one that was not revoked."""
        with self._database.writing() as connection:
            return bool(connection.execute(_REVOKE, (at, key)).rowcount > 0)


def key_id(text: str) -> str | None:
    """Return the id that the text of a key says it has, or nothing for any other text."""
    parts = text.split("_", 2)
    return parts[1] if len(parts) == 3 and parts[0] == "mlk" else None


def _text(key: str) -> str:
    return f"mlk_{key}_{secrets.token_urlsafe(SECRET_BYTES)}"


def _check_scope(role: Role, scope: Scope) -> None:
    if role not in ROLES:
        raise StoreError(f"{role!r} is no role: use {', '.join(ROLES)}")
    if role != "arbiter" and (scope.organiser is not None or scope.series is not None):
        raise StoreError("only an arbiter's key is for one organiser or one tournament")
    if scope.series is not None and scope.organiser is None:
        raise StoreError("a tournament is one of an organiser: say whose")
    if role == "player" and scope.player is None:
        raise StoreError("a player's key says whose it is")
