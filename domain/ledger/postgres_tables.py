"""What PostgreSQL's tables have otherwise than SQLite's: names of types, and triggers that guard and count."""

from __future__ import annotations

import re

from domain.ledger.following import COUNT

_COLUMNS = (
    (re.compile(r"\bINTEGER PRIMARY KEY AUTOINCREMENT\b"), "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"),
    (re.compile(r"\bINTEGER\b"), "BIGINT"),
    (re.compile(r"\bBLOB\b"), "BYTEA"),
    (re.compile(r"\) WITHOUT ROWID\b"), ")"),
)

GUARDS = (
    "ALTER TABLE stored_events ADD COLUMN rowid BIGINT GENERATED ALWAYS AS IDENTITY UNIQUE",
    """
    CREATE FUNCTION entry_stays() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'an entry is never changed or deleted'; END $$
    """,
    """
    CREATE TRIGGER entries_stay BEFORE UPDATE OR DELETE ON stored_events
    FOR EACH ROW EXECUTE FUNCTION entry_stays()
    """,
    """
    CREATE TRIGGER entries_remain BEFORE TRUNCATE ON stored_events
    FOR EACH STATEMENT EXECUTE FUNCTION entry_stays()
    """,
)
# Once a transaction, or with each row in a part of one: every version is looked at for the next, of many for ever.
COUNT_ONCE = f"{COUNT} WHERE changes.xmin <> pg_current_xact_id()::xid"
CHANGES = (
    f"CREATE FUNCTION count_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {COUNT_ONCE}; RETURN NULL; END $$",
    """
    CREATE TRIGGER token_changed AFTER UPDATE ON seat_tokens
    FOR EACH ROW WHEN (OLD.token_hash IS NOT NULL) EXECUTE FUNCTION count_change()
    """,
    """
    CREATE TRIGGER token_removed AFTER DELETE ON seat_tokens
    FOR EACH ROW EXECUTE FUNCTION count_change()
    """,
    """
    CREATE TRIGGER tokens_removed AFTER TRUNCATE ON seat_tokens
    FOR EACH STATEMENT EXECUTE FUNCTION count_change()
    """,
    """
    CREATE TRIGGER request_remembered AFTER INSERT ON remembered
    FOR EACH ROW EXECUTE FUNCTION count_change()
    """,
)


def defined(statement: str) -> str:
    """Return a statement that makes or changes a table, with this database's names of types."""
    for pattern, ours in _COLUMNS:
        statement = pattern.sub(ours, statement)
    return statement
