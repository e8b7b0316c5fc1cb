"""The list of cases, beside the list of tables: a row each, written in the transaction of what it follows from.

What is overdue comes first: a call that no officer has claimed for a quarter of an hour, a decision whose time for an
appeal is over and that nobody has closed. Then the oldest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from domain.ledger.database import Connection, Database
from domain.ledger.errors import BadCursorError
from domain.ledger.listing import LARGEST_PAGE, PAGE
from domain.record.cases import DECIDED, Case, CaseState
from domain.record.desk import About
from domain.record.pauses import UNCLAIMED_MS
from domain.table.book import Book

TABLES = (
    """
    CREATE TABLE cases (
        table_id TEXT NOT NULL, case_id TEXT NOT NULL, state TEXT NOT NULL, since INTEGER NOT NULL, about TEXT NOT NULL,
        moment TEXT NOT NULL, opened_by TEXT NOT NULL, filed_at INTEGER NOT NULL, claimed_by TEXT, decided_by TEXT,
        due INTEGER, stops_play BOOLEAN NOT NULL, quiet BOOLEAN NOT NULL, PRIMARY KEY (table_id, case_id)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX cases_states ON cases (state, filed_at)",
    "CREATE INDEX cases_ids ON cases (case_id)",
)

_PUT = """
    INSERT INTO cases (table_id, case_id, state, since, about, moment, opened_by, filed_at, claimed_by, decided_by,
        due, stops_play, quiet)
    VALUES (:table_id, :case_id, :state, :since, :about, :moment, :opened_by, :filed_at, :claimed_by, :decided_by,
        :due, :stops_play, :quiet)
    ON CONFLICT (table_id, case_id) DO UPDATE SET state = excluded.state, claimed_by = excluded.claimed_by,
        decided_by = excluded.decided_by, stops_play = excluded.stops_play, quiet = excluded.quiet,
        since = CASE WHEN cases.state = excluded.state THEN cases.since ELSE excluded.since END,
        due = CASE WHEN cases.state = excluded.state AND cases.quiet = excluded.quiet THEN cases.due
            ELSE excluded.due END
"""
_COLUMNS = """
    table_id, case_id, state, since, about, moment, opened_by, filed_at, claimed_by, decided_by, due, stops_play, quiet
"""
_LATE = "CASE WHEN due <= :now THEN 0 ELSE 1 END"
_FIND = f"""
    SELECT {_COLUMNS} FROM cases
    WHERE (state = :state OR :state IS NULL) AND (state <> 'closed' OR :closed)
        AND (about = :about OR :about IS NULL) AND (table_id = :table OR :table IS NULL)
        AND (claimed_by = :claimed_by OR :claimed_by IS NULL) AND (due <= :now OR NOT :overdue)
        AND table_id NOT IN (SELECT table_id FROM excluded_arbiters WHERE arbiter = :arbiter)
        AND NOT EXISTS (
            SELECT 1 FROM listing WHERE listing.table_id = cases.table_id AND (listing.sat LIKE :sat
                OR listing.series_id IN (SELECT series_id FROM listing WHERE sat LIKE :sat)))
        AND table_id NOT IN (
            SELECT own.table_id FROM tournament_tables AS own
            JOIN tournament_links AS entered ON entered.tournament_id = own.tournament_id
            WHERE entered.player = :player)
        AND (:sees_all OR table_id IN (
            SELECT table_id FROM listing
            WHERE opened_by = :sees_opener AND (series_id = :sees_series OR :sees_series IS NULL)))
        AND (({_LATE}, filed_at, table_id, case_id) > (
            SELECT {_LATE}, filed_at, table_id, case_id FROM cases
            WHERE table_id = :after_table AND case_id = :after_case) OR :after_case IS NULL)
    ORDER BY {_LATE}, filed_at, table_id, case_id LIMIT :rows
"""
_ONE = f"SELECT {_COLUMNS} FROM cases WHERE table_id = ? AND case_id = ?"
_NAMED = f"SELECT {_COLUMNS} FROM cases WHERE case_id = ? ORDER BY filed_at, table_id LIMIT 1"
_SIGNS = """
    SELECT count(*), coalesce(max(since), 0), coalesce(sum(CASE WHEN claimed_by IS NULL THEN 0 ELSE 1 END), 0),
        coalesce(sum(CASE WHEN quiet THEN 1 ELSE 0 END), 0) FROM cases
"""
_OF = f"SELECT {_COLUMNS} FROM cases WHERE table_id = ? ORDER BY filed_at, case_id"


CaseSigns: TypeAlias = tuple[int, int, int, int]  # others once a case has changed


class ListedCase(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the list; times in milliseconds since 1970.

    `since` is when it came to its state, `due` when it is overdue; a `quiet` one lies beside the chain.
    """

    table: str
    case: str
    state: CaseState
    since: int
    about: About
    moment: str
    opened_by: str
    filed_at: int
    claimed_by: str | None
    decided_by: str | None
    due: int | None
    stops_play: bool
    quiet: bool


class CaseQuery(msgspec.Struct, frozen=True, kw_only=True):
    """Which cases to list at a moment; what is absent does not matter.

    Unless `sees_all`, those at the tables that `sees_opener` opened (of the series `sees_series` only, if given). Those
    at tables that exclude `arbiter`, where `player` sits or has sat, or whose series has such a table, or whose
    tournament `player` has entered, are left out, and closed ones unless asked for.
    """

    now: int
    state: CaseState | None = None
    about: About | None = None
    table: str | None = None
    claimed_by: str | None = None
    overdue: bool = False
    closed: bool = False
    arbiter: str | None = None
    player: str | None = None
    sees_all: bool = True
    sees_opener: str | None = None
    sees_series: str | None = None
    cursor: str | None = None
    limit: int = PAGE


class CasePage(msgspec.Struct, frozen=True):
    """Rows in their order, and the cursor of the next page if there are more."""

    cases: tuple[ListedCase, ...]
    cursor: str | None


class CaseList:
    """Reads the list of cases."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def find(self, query: CaseQuery) -> CasePage:
        """Return one page; raises `BadCursorError`."""
        limit = max(1, min(query.limit, LARGEST_PAGE))
        after_table, _, after_case = (query.cursor or "").partition("/")
        if query.cursor is not None and self.one(after_table, after_case) is None:
            raise BadCursorError(f"{query.cursor!r} is no cursor of this list")
        asked = msgspec.structs.asdict(query) | {
            "rows": limit + 1,
            "after_table": after_table,
            "after_case": after_case or None,
            "sat": None if query.player is None else f'%"{query.player}"%',
        }
        with self._database.reading() as connection:
            rows = connection.execute(_FIND, asked).fetchall()
        cases = tuple([_listed(row) for row in rows[:limit]])
        more = len(rows) > limit
        return CasePage(cases, f"{cases[-1].table}/{cases[-1].case}" if more else None)

    def one(self, table: str, case: str) -> ListedCase | None:
        """Return the row of a case."""
        with self._database.reading() as connection:
            row = connection.execute(_ONE, (table, case)).fetchone()
        return None if row is None else _listed(row)

    def named(self, case: str) -> ListedCase | None:
        """Return the row of a case by its id alone; ids are random, and the oldest has one that two were given."""
        with self._database.reading() as connection:
            row = connection.execute(_NAMED, (case,)).fetchone()
        return None if row is None else _listed(row)

    def signs(self) -> CaseSigns:
        """Return numbers that are others once a case has changed."""
        with self._database.reading() as connection:
            count, since, claimed, quiet = connection.execute(_SIGNS).fetchone()
        return int(count), int(since), int(claimed), int(quiet)

    def of(self, table: str) -> tuple[ListedCase, ...]:
        """Return the cases of a table, the oldest first."""
        with self._database.reading() as connection:
            return tuple([_listed(row) for row in connection.execute(_OF, (table,)).fetchall()])


def _listed(row: Sequence[Any]) -> ListedCase:
    shown = dict(zip(ListedCase.__struct_fields__, row, strict=True))
    shown["stops_play"], shown["quiet"] = bool(shown["stops_play"]), bool(shown["quiet"])
    return ListedCase(**shown)


def rows_of_book(table: str, book: Book) -> list[dict[str, Any]]:
    """Return the rows of all cases in the chain of a table as it stands."""
    return [row_of(table, name, case, at=book.at) for name, case in book.cases.items()]


def row_of(table: str, name: str, case: Case, *, at: int, quiet: bool = False) -> dict[str, Any]:
    """Return what the list says of a case that came to its state at this moment, if it was not there before."""
    unclaimed = case.state in ("open", "appealed")
    due = at + UNCLAIMED_MS if unclaimed else case.appeal_until if case.state in DECIDED else None
    return {
        "table_id": table,
        "case_id": name,
        "state": case.state,
        "since": at,
        "about": case.about,
        "moment": case.moment,
        "opened_by": case.opened_by,
        "filed_at": case.filed_at,
        "claimed_by": case.claimed_by,
        "decided_by": case.ruled_by,
        "due": due,
        "stops_play": case.stops_play,
        "quiet": quiet,
    }


def misstated_cases(listed: Iterable[ListedCase], book: Book) -> tuple[str, ...]:
    """Return the cases that the list has otherwise than a book, quiet ones aside."""
    said = {row.case: (row.state, row.claimed_by, row.decided_by, row.filed_at) for row in listed if not row.quiet}
    found = {name: (case.state, case.claimed_by, case.ruled_by, case.filed_at) for name, case in book.cases.items()}
    return tuple(sorted(name for name in {*said, *found} if said.get(name) != found.get(name)))


def put(connection: Connection, rows: Iterable[Mapping[str, Any]]) -> None:
    """Bring rows to their state, in the transaction of what they follow from."""
    connection.executemany(_PUT, rows)
