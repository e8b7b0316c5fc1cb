"""What lies beside the entries of tournaments: the list of them, their tables, and the personal links of their players.

All of it but the links follows from entries and is written in the same transaction.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec

from domain.ledger.database import Database
from domain.ledger.errors import BadCursorError

Status: TypeAlias = Literal["registration", "running", "paused", "ended", "cancelled"]

FORM_10 = (  # as they were made first
    """
    CREATE TABLE tournaments (
        number INTEGER PRIMARY KEY AUTOINCREMENT, tournament_id TEXT NOT NULL UNIQUE, game TEXT NOT NULL,
        label TEXT, visibility TEXT NOT NULL, opened_by TEXT, opened_at INTEGER NOT NULL, status TEXT NOT NULL,
        players INTEGER NOT NULL, rounds INTEGER NOT NULL, head INTEGER NOT NULL, changed_at INTEGER NOT NULL,
        due BOOLEAN NOT NULL
    )
    """,
    """
    CREATE TABLE tournament_tables (
        table_id TEXT PRIMARY KEY, tournament_id TEXT NOT NULL, round INTEGER NOT NULL, pairing INTEGER NOT NULL,
        deadline INTEGER, looked INTEGER NOT NULL, counted INTEGER NOT NULL
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE tournament_links (
        tournament_id TEXT NOT NULL, player TEXT NOT NULL, generation INTEGER NOT NULL, key_id TEXT,
        PRIMARY KEY (tournament_id, player)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX tournaments_due ON tournaments (number) WHERE due",
    "CREATE INDEX tournament_tables_of ON tournament_tables (tournament_id, round, pairing)",
)
SANDBOX = "ALTER TABLE tournaments ADD COLUMN sandbox BOOLEAN NOT NULL DEFAULT FALSE"
TOLD = "ALTER TABLE tournaments ADD COLUMN told TEXT"  # the status as everybody may see it, where that is another one
TABLES = (*FORM_10, SANDBOX, TOLD)

_STATUS = """
    CASE WHEN told IS NULL OR ((:sees_all OR opened_by = :sees_opener) AND (tournament_id = :only OR :only IS NULL)
        AND tournament_id NOT IN (SELECT tournament_id FROM tournament_links WHERE player = :plays))
    THEN status ELSE told END
"""  # as `api.callers.tournaments.as_known_to` cuts the tournament itself
_COLUMNS = f"""
    tournament_id, game, label, visibility, opened_by, opened_at, {_STATUS}, players, rounds, head, changed_at,
    sandbox
"""
_PUT = """
    INSERT INTO tournaments (tournament_id, game, label, visibility, opened_by, opened_at, status, told, players,
        rounds, head, changed_at, sandbox, due)
    VALUES (:tournament_id, :game, :label, :visibility, :opened_by, :opened_at, :status, :told, :players, :rounds,
        :head, :changed_at, :sandbox, :due)
"""
_UPDATE = """
    UPDATE tournaments SET status = :status, told = :told, players = :players, rounds = :rounds, head = :head,
        changed_at = :changed_at, due = due OR :due
    WHERE tournament_id = :tournament_id
"""
_FIND = f"""
    SELECT number, {_COLUMNS} FROM tournaments
    WHERE (number < :before OR :before = 0) AND ({_STATUS} = :status OR :status IS NULL)
        AND (game = :game OR :game IS NULL)
        AND (:sees_all OR (visibility = 'public' AND NOT :own) OR opened_by = :sees_opener OR tournament_id IN (
            SELECT tournament_id FROM tournament_links WHERE player = :sees_player))
    ORDER BY number DESC LIMIT :rows
"""
_ALL = "SELECT tournament_id FROM tournaments ORDER BY number"
_DUE = "SELECT tournament_id FROM tournaments WHERE due ORDER BY number"
_DONE = "UPDATE tournaments SET due = FALSE WHERE tournament_id = ? AND head = ?"
_PUT_TABLE = "INSERT INTO tournament_tables VALUES (?, ?, ?, ?, ?, 0, 0)"
_PRIVATE_BESIDE = """
    SELECT own.table_id FROM tournament_tables AS own
        JOIN tournament_links AS link ON link.tournament_id = own.tournament_id
        JOIN listing ON listing.table_id = own.table_id
    WHERE link.player = ? AND listing.visibility = 'private'
"""
_SETTLED = """
    SELECT own.table_id, own.tournament_id, own.round, own.pairing, own.counted, listing.head
    FROM tournament_tables AS own JOIN listing ON listing.table_id = own.table_id
    WHERE own.looked < listing.head AND listing.status = 'confirmed'
    ORDER BY own.table_id LIMIT ?
"""
_ABSENT = """
    SELECT own.table_id, own.tournament_id, own.round, own.pairing, own.counted, listing.head
    FROM tournament_tables AS own JOIN listing ON listing.table_id = own.table_id
        JOIN tournaments ON tournaments.tournament_id = own.tournament_id
    WHERE own.deadline <= ? AND listing.status = 'open' AND tournaments.status = 'running'
    ORDER BY own.deadline LIMIT ?
"""
_OF_ROUND = """
    SELECT own.pairing, own.table_id, listing.status
    FROM tournament_tables AS own JOIN listing ON listing.table_id = own.table_id
    WHERE own.tournament_id = ? AND own.round = ? ORDER BY own.pairing
"""
_WAITING = """
    SELECT own.table_id, listing.clock_due
    FROM tournament_tables AS own JOIN listing ON listing.table_id = own.table_id
        JOIN tournaments ON tournaments.tournament_id = own.tournament_id
    WHERE tournaments.sandbox AND listing.status = 'finished' AND listing.clock_due IS NOT NULL
    ORDER BY own.table_id LIMIT ?
"""
_LOOKED = "UPDATE tournament_tables SET looked = ?, counted = ? WHERE table_id = ?"
_NO_DEADLINE = "UPDATE tournament_tables SET deadline = NULL WHERE table_id = ?"
_WAIT = "UPDATE tournament_tables SET deadline = deadline + ? WHERE tournament_id = ?"
_STOOD = """
    UPDATE tournament_tables SET deadline = deadline + ?
    WHERE deadline > ? AND tournament_id IN (SELECT tournament_id FROM tournaments WHERE status = 'running')
"""
_CASES = """
    SELECT DISTINCT own.table_id, own.round, own.pairing
    FROM cases JOIN tournament_tables AS own ON own.table_id = cases.table_id
    WHERE own.tournament_id = ? AND cases.state IN ('open', 'claimed', 'appealed', 'reclaimed')
    ORDER BY own.round, own.pairing, own.table_id
"""
_PUT_LINK = "INSERT INTO tournament_links VALUES (?, ?, 0, ?) ON CONFLICT DO NOTHING"
_LINK = "SELECT generation, key_id FROM tournament_links WHERE tournament_id = ? AND player = ?"
_CLAIM = """
    UPDATE tournament_links SET key_id = ?
    WHERE tournament_id = ? AND player = ? AND generation = ? AND key_id IS NULL
"""
_RENEW = "UPDATE tournament_links SET generation = generation + 1, key_id = NULL WHERE tournament_id = ? AND player = ?"


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """What the list says of a tournament."""

    tournament_id: str
    game: str
    label: str | None
    visibility: str
    opened_by: str | None
    opened_at: int
    status: Status
    players: int
    rounds: int
    head: int
    changed_at: int
    sandbox: bool = False


msgspec.json.Decoder(Row)  # works the type out before two threads could do it at once, which crashes msgspec


class Query(msgspec.Struct, frozen=True, kw_only=True):
    """Which tournaments to list: public ones unless `own`, all if `sees_all`, those of an opener and of a player.

    The true status is told of those that the caller oversees, all or an opener's, or of these `only` one, unless it
    `plays` there.
    """

    game: str | None = None
    status: str | None = None
    cursor: str | None = None
    limit: int = 50
    own: bool = False
    sees_all: bool = False
    sees_opener: str | None = None
    sees_player: str | None = None
    only: str | None = None
    plays: str | None = None


class Page(NamedTuple):
    """Some of the list, and where it goes on."""

    tournaments: tuple[Row, ...]
    cursor: str | None


class Own(NamedTuple):
    """A table of a tournament, the entry of it that was counted (0: none), and its last entry."""

    table: str
    tournament: str
    round: int
    pairing: int
    counted: int
    head: int


class OfRound(NamedTuple):
    """A table of a round that is open by now."""

    pairing: int
    table: str
    status: str


class Link(NamedTuple):
    """A player's personal link: how often it was given anew, and the key that it was exchanged for."""

    generation: int
    key: str | None


class Rows:
    """Reads and writes what lies beside."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, row: Row, *, told: Status | None, due: bool, fresh: bool) -> None:
        """Write what the list says; once `due`, a tournament stays so until `done`.

        `told` is the status for whoever does not oversee it, where that is another one.
        """
        values = {**msgspec.structs.asdict(row), "told": told, "due": due}
        with self._database.writing() as connection:
            connection.execute(_PUT if fresh else _UPDATE, values)

    def find(self, query: Query) -> Page:
        """Return one page of the list, the newest first; raises `BadCursorError`."""
        asked: dict[str, Any] = msgspec.structs.asdict(query)
        cursor = asked.pop("cursor")
        if cursor is not None and not (cursor.isascii() and cursor.isdigit() and len(cursor) < 17):
            raise BadCursorError(cursor)
        asked |= {"before": int(cursor or 0), "rows": asked.pop("limit") + 1}
        with self._database.reading() as connection:
            found = connection.execute(_FIND, asked).fetchall()
        rows, more = found[: query.limit], len(found) > query.limit
        names = Row.__struct_fields__
        listed = tuple([msgspec.convert(dict(zip(names, row[1:], strict=True)), Row, strict=False) for row in rows])
        return Page(listed, str(rows[-1][0]) if more else None)

    def all(self) -> tuple[str, ...]:
        """Return all tournaments, the oldest first."""
        with self._database.reading() as connection:
            return tuple([tournament for (tournament,) in connection.execute(_ALL).fetchall()])

    def due(self) -> tuple[str, ...]:
        """Return the tournaments that may have tables to open."""
        with self._database.reading() as connection:
            return tuple([tournament for (tournament,) in connection.execute(_DUE).fetchall()])

    def done(self, tournament: str, head: int) -> None:
        """Note that nothing is to be opened, unless another entry has come since."""
        with self._database.writing() as connection:
            connection.execute(_DONE, (tournament, head))

    def put_table(self, own: Own, deadline: int | None) -> None:
        """Note a table, in the transaction that opens it."""
        with self._database.writing() as connection:
            row = (own.table, own.tournament, own.round, own.pairing, deadline)
            connection.execute(_PUT_TABLE, row)

    def settled(self, most: int) -> tuple[Own, ...]:
        """Return tables whose result is final and was not looked at since."""
        with self._database.reading() as connection:
            return tuple([Own(*row) for row in connection.execute(_SETTLED, (most,)).fetchall()])

    def absent(self, at: int, most: int) -> tuple[Own, ...]:
        """Return tables at which somebody has not come in time."""
        with self._database.reading() as connection:
            return tuple([Own(*row) for row in connection.execute(_ABSENT, (at, most)).fetchall()])

    def waiting_in_sandboxes(self, most: int) -> tuple[tuple[str, int], ...]:
        """Return tables of sandboxes where only time is waited for, and until when."""
        with self._database.reading() as connection:
            return tuple([(str(table), int(due)) for table, due in connection.execute(_WAITING, (most,)).fetchall()])

    def of_round(self, tournament: str, round: int) -> dict[str, OfRound]:
        """Return the tables of a round that are open by now, by their ids."""
        with self._database.reading() as connection:
            rows = connection.execute(_OF_ROUND, (tournament, round)).fetchall()
        return {row[1]: OfRound(*row) for row in rows}

    def looked(self, table: str, head: int, counted: int) -> None:
        """Note up to which entry a table was looked at, and which one was counted."""
        with self._database.writing() as connection:
            connection.execute(_LOOKED, (head, counted, table))

    def wait_no_more(self, table: str) -> None:
        """Note that what follows from somebody's absence is the organiser's to say."""
        with self._database.writing() as connection:
            connection.execute(_NO_DEADLINE, (table,))

    def wait_longer(self, tournament: str, ms: int) -> None:
        """Wait so much longer for everybody who has not come."""
        with self._database.writing() as connection:
            connection.execute(_WAIT, (ms, tournament))

    def stood(self, since: int, until: int) -> None:
        """Wait longer for everybody who has not come while nobody could; of a pause its end gives that back."""
        with self._database.writing() as connection:
            connection.execute(_STOOD, (until - since, since))

    def with_open_cases(self, tournament: str) -> tuple[tuple[str, int, int], ...]:
        """Return its tables that have undecided cases, each with its round and pairing."""
        with self._database.reading() as connection:
            rows = connection.execute(_CASES, (tournament,)).fetchall()
        return tuple([(str(table), int(round), int(pairing)) for table, round, pairing in rows])

    def put_link(self, tournament: str, player: str, key: str | None = None) -> None:
        """Note a player; `key` is whose it already is."""
        with self._database.writing() as connection:
            connection.execute(_PUT_LINK, (tournament, player, key))

    def link(self, tournament: str, player: str) -> Link | None:
        """Return the link of a player: everybody who has entered has one."""
        with self._database.reading() as connection:
            row = connection.execute(_LINK, (tournament, player)).fetchone()
        return None if row is None else Link(*row)

    def has_entered(self, tournament: str, player: str) -> bool:
        """Say whether somebody is or was a player of a tournament, at its tables or between them."""
        return self.link(tournament, player) is not None

    def private_beside(self, player: str) -> tuple[str, ...]:
        """Return the private tables of all tournaments that somebody has entered."""
        with self._database.reading() as connection:
            rows = connection.execute(_PRIVATE_BESIDE, (player,)).fetchall()
        return tuple([str(table) for (table,) in rows])

    def claim(self, tournament: str, player: str, generation: int, key: str) -> bool:
        """Exchange a link for a key; say whether it could be."""
        with self._database.writing() as connection:
            return connection.execute(_CLAIM, (key, tournament, player, generation)).rowcount > 0

    def renew(self, tournament: str, player: str) -> None:
        """Give a link anew; the one before is worthless."""
        with self._database.writing() as connection:
            connection.execute(_RENEW, (tournament, player))
