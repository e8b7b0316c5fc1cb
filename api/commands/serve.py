"""`matchledger serve`: the service."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from api import options
from domain.ledger.database import MEMORY


@click.command()
@options.service_options
@click.option("--demo", is_flag=True, help="On an empty database: tables played by bots, a key, and lines to try out.")
def serve(*, demo: bool, workers: int, database: str, server_key_file: Path | None, **rest: Any) -> None:
    """Serve the API until a signal comes (SIGTERM and Ctrl-C end it gracefully).

    Everything is kept in one SQLite file, the secrets of tables that have not ended too; beside it lie FILE.key (the
    server key), FILE.lock, FILE-wal and FILE-shm. Several services may serve one file.
    """
    from api.demo import base_url, demonstrate  # the web framework and the server: slow to load for other commands
    from api.serving import run

    if database == MEMORY:
        raise click.UsageError("the service needs a database in a file")
    options.opened(database).close()  # a fault shows before anything starts, or a key is made
    settings = options.settings_from(database=database, server_key_file=server_key_file, **rest)
    lines = demonstrate(settings) if demo else [f"Serving {base_url(settings)}"]
    run(settings, workers=workers, started=lambda: _print(lines))


def _print(lines: list[str]) -> None:
    for line in lines:
        click.echo(line)
