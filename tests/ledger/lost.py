"""A transaction that becomes durable while its answer is lost: the disk or the connection fails in between."""

from __future__ import annotations

import sqlite3
from typing import Any

import psycopg
import pytest

from domain.ledger.sqlite import SqliteDatabase
from domain.ledger.store import Store


class _Losing:
    """The writer's connection to a file, which fails once it has committed."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __getattr__(self, name: str) -> Any:
        return getattr(self._connection, name)

    def execute(self, statement: str, *values: Any) -> Any:
        """Run a statement, and fail after a COMMIT."""
        done = self._connection.execute(statement, *values)
        if statement == "COMMIT":
            raise sqlite3.OperationalError("disk I/O error")
        return done


def lose_answers(store: Store, patch: pytest.MonkeyPatch) -> None:
    """Let every COMMIT of a store succeed, and fail before anybody hears of it."""
    if isinstance(store._database, SqliteDatabase):
        patch.setattr(store._database, "_own", _Losing(store._database._own))
        return
    execute = psycopg.Connection.execute

    def losing(connection: Any, statement: Any, *values: Any, **more: Any) -> Any:
        done = execute(connection, statement, *values, **more)
        if statement == "COMMIT":
            raise psycopg.OperationalError("the connection is lost")
        return done

    patch.setattr(psycopg.Connection, "execute", losing)
