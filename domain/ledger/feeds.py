"""The feed of one key: the entries of all its tables in the order in which they became durable.

Delayed tables are in it only where the player sits: elsewhere their entries would come out of this order.
"""

from __future__ import annotations

import logging
from typing import NamedTuple

import msgspec

from domain.ledger.database import Database
from domain.ledger.entries import from_store, taken_apart
from domain.ledger.errors import DamagedError
from domain.record.chain import SealedEntry

_MINE = """
    FROM stored_events AS entry JOIN listing ON listing.table_id = entry.originator_id
    WHERE entry.rowid > :after AND entry.rowid <= :upto AND (
        listing.opened_by = :opener
        OR listing.table_id IN (SELECT table_id FROM player_tables WHERE player = :player)
    ) AND (NOT listing.delayed OR listing.table_id IN (SELECT table_id FROM player_tables WHERE player = :player))
    AND listing.table_id NOT IN (SELECT key FROM json_each(:closed))
"""
_AFTER = f"""
    SELECT entry.rowid, entry.originator_id, entry.originator_version, entry.topic, entry.state {_MINE}
    ORDER BY entry.rowid LIMIT :rows
"""
_LAST_OF = f"SELECT coalesce(max(entry.rowid), 0) {_MINE}"
_LAST = "SELECT coalesce(max(rowid), 0) FROM stored_events"
_ALL = 2**62

logger = logging.getLogger(__name__)


class Owner(NamedTuple):
    """Whose tables: those that an opener (a key's id or a player) opened, and those at which a player sits.

    But not those that are `closed` to the owner.
    """

    opener: str | None
    player: str | None
    closed: tuple[str, ...] = ()

    def asked(self, after: int, upto: int = _ALL) -> dict[str, str | int | None]:
        """Return what the statements ask with."""
        closed = msgspec.json.encode(dict.fromkeys(self.closed, 1)).decode()
        return {"opener": self.opener, "player": self.player, "closed": closed, "after": after, "upto": upto}


class Placed(NamedTuple):
    """An entry of a table, with its place in the order of all entries of the store; nothing for one that is damaged."""

    place: int
    table: str
    entry: SealedEntry | None


class Feeds:
    """Reads entries across tables."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def after(self, owner: Owner, place: int, most: int) -> list[Placed]:
        """Return the next entries of an owner's tables after a place; one that is damaged keeps no other from them."""
        asked = {**owner.asked(place), "rows": most}
        with self._database.reading() as connection:
            rows = connection.execute(_AFTER, asked).fetchall()
        return [Placed(at, table, _entry(table, *row)) for at, table, *row in rows]

    def last_of(self, owner: Owner) -> int:
        """Return the place of an owner's newest entry, 0 if there is none."""
        with self._database.reading() as connection:
            (last,) = connection.execute(_LAST_OF, owner.asked(0)).fetchone()
        return int(last)

    def last(self) -> int:
        """Return the place of the newest entry of all: nothing that anybody may be told."""
        with self._database.reading() as connection:
            (last,) = connection.execute(_LAST).fetchone()
        return int(last)

    def has_between(self, owner: Owner, after: int, upto: int) -> bool:
        """Say whether an owner's tables have an entry after one place and up to another."""
        with self._database.reading() as connection:
            (last,) = connection.execute(_LAST_OF, owner.asked(after, upto)).fetchone()
        return bool(last)


def _entry(table: str, n: int, topic: str, state: bytes) -> SealedEntry | None:
    try:
        return from_store(taken_apart(table, n, topic, state))[0]
    except DamagedError as error:
        logger.warning("feeds leave an entry out: %s", error)
        return None
