"""A database of ours in a real PostgreSQL, with the roles and rights that the operator's guide gives."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psycopg

from domain.ledger.store import upgraded
from tests.ledger import server

SCRIPTS = Path(__file__).parent.parent.parent / "docs" / "postgresql"
DATABASE = "matchledger"
TWIN = "twin"
CUT_ALL_OFF = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


class Postgres(NamedTuple):
    """A database with our tables, by the URLs of those who use it."""

    service: str
    owner: str
    superuser: str
    folder: str

    def empty(self) -> None:
        """Throw everything away that the tables hold."""
        with psycopg.connect(self.superuser) as connection:
            rows = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
            tables = ", ".join(name for (name,) in rows if name != "matchledger")
            connection.execute("SET session_replication_role = replica")  # past the triggers that guard entries
            connection.execute(f"TRUNCATE {tables} RESTART IDENTITY")

    def cut_all_off(self) -> None:
        """End every other connection of the database, as an administrator or a restart does."""
        with psycopg.connect(self.superuser) as connection:
            connection.execute(CUT_ALL_OFF)

    @contextmanager
    def twin(self) -> Iterator[str]:
        """Give a copy of the database as it stands, by the service's URL; nobody may be connected to this one."""
        with psycopg.connect(server.url(self.folder, "postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {TWIN} OWNER matchledger_owner TEMPLATE {DATABASE}")
            try:
                yield server.url(self.folder, TWIN, "matchledger")
            finally:
                connection.execute(f"DROP DATABASE {TWIN} WITH (FORCE)")


@contextmanager
def made() -> Iterator[Postgres]:
    """Run a server with a database of ours."""
    with server.started() as folder:
        server.run_script(folder, "postgres", server.SUPERUSER, SCRIPTS / "roles.sql")
        service, owner, superuser = (
            server.url(folder, DATABASE, user) for user in ("matchledger", "matchledger_owner", server.SUPERUSER)
        )
        assert upgraded(owner) == 0
        server.run_script(folder, DATABASE, "matchledger_owner", SCRIPTS / "rights.sql")
        yield Postgres(service, owner, superuser, folder)
