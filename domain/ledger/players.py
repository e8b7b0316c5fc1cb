"""At which tables a player sits who has a key: by pseudonym, beside the ledger."""

from __future__ import annotations

from domain.ledger.database import Database

TABLES_AT_MOST = 200  # tables of a player that have not ended: its inbox looks at each of them

TABLES = (
    """
    CREATE TABLE player_tables (
        player TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (player, table_id)
    ) WITHOUT ROWID
    """,
)

_PUT = "INSERT INTO player_tables (player, table_id) VALUES (?, ?) ON CONFLICT DO NOTHING"
_REMOVE = "DELETE FROM player_tables WHERE player = ? AND table_id = ?"
_SIGNS = """
    SELECT count(*), coalesce(sum(head), 0), coalesce(max(changed_at), 0) FROM listing
    WHERE status IN ('open', 'running') AND table_id IN (SELECT table_id FROM player_tables WHERE player = ?)
"""
_GOING_ON = """
    SELECT table_id FROM listing
    WHERE status IN ('open', 'running') AND table_id IN (SELECT table_id FROM player_tables WHERE player = ?)
    ORDER BY changed_at LIMIT ?
"""


class PlayerTables:
    """Written in the transaction of the entry that says who sat down or left."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, player: str, table: str) -> None:
        """Note that a player sits at a table."""
        with self._database.writing() as connection:
            connection.execute(_PUT, (player, table))

    def remove(self, player: str, table: str) -> None:
        """Note that a player has left a table; nothing happens where it did not sit."""
        with self._database.writing() as connection:
            connection.execute(_REMOVE, (player, table))

    def going_on(self, player: str, most: int) -> tuple[str, ...]:
        """Return the tables of a player that have not ended, those where nothing happened for longest first."""
        with self._database.reading() as connection:
            return tuple([table for (table,) in connection.execute(_GOING_ON, (player, most)).fetchall()])

    def signs(self, player: str) -> tuple[int, int, int]:
        """Return numbers that are others once something has happened at a player's tables."""
        with self._database.reading() as connection:
            count, heads, changed = connection.execute(_SIGNS, (player,)).fetchone()
        return int(count), int(heads), int(changed)
