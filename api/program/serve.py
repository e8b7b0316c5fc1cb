"""`matchledger serve`: the service."""

from __future__ import annotations

import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from api.program import service_options
from api.settings import FIGURES, Settings
from domain.ledger.opening import is_server
from domain.ledger.sqlite import MEMORY
from programs.commands import Command
from programs.hearing import heard


@click.command(cls=Command)
@service_options.service_options
@click.option("--demo", is_flag=True, help="On an empty database: tables played by bots, a key, and lines to try out.")
def serve(*, demo: bool, database: str, server_key_file: Path | None, host: str, port: int, **rest: Any) -> None:
    """Serve the API until a signal comes.

    SIGTERM and Ctrl-C end it gracefully. Everything is kept in one SQLite file or in a PostgreSQL database, the secrets
    of tables that have not ended too; beside a file lie FILE.key (the server key), FILE.lock, FILE-wal and FILE-shm.
    Several services may serve one database. The tables in PostgreSQL are made by `matchledger database upgrade`.
    """
    if database == MEMORY:
        raise click.UsageError("the service needs a database in a file")
    if not is_server(database):
        warn_of_readers(Path(database.removeprefix("sqlite:///")))
    if rest["public_url"] and not rest["trusted_proxies"]:
        click.echo(
            heard("--public-url without --trusted-proxies: limits take the proxy for everybody behind it"), err=True
        )
    service_options.opened(database).close()  # a fault shows before anything starts, or a key is made
    refuse_taken_address(host, port)
    settings = service_options.settings_from(
        database=database, server_key_file=server_key_file, host=host, port=port, **rest
    )
    with shared_figures(shared=settings.workers > 1 or settings.metrics_port is not None):
        _serve(settings, demo=demo)


@contextmanager
def shared_figures(*, shared: bool) -> Iterator[None]:
    """Give the processes of a service a folder for their figures; the library looks for it when it is imported."""
    if not shared:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="matchledger-figures-") as folder:
        os.environ[FIGURES] = folder
        try:
            yield
        finally:
            del os.environ[FIGURES]


def _serve(settings: Settings, *, demo: bool) -> None:
    from api.running.demonstrations import base_url, demonstrate
    from api.running.serving import run

    lines = demonstrate(settings) if demo else [f"Serving {base_url(settings)}"]
    try:
        run(settings, started=lambda: _print(lines))
    finally:
        if not is_server(settings.database):
            # the last one to close moves what lies in FILE-wal into the file
            service_options.opened(settings.database).close()


def warn_of_readers(file: Path) -> None:
    """Say it where others can read the database; a new one is made for its owner only."""
    if file.exists() and file.stat().st_mode & 0o077:
        click.echo(heard(f"{file} can be read by others and holds closed secrets: chmod 600 {file}"), err=True)


def refuse_taken_address(host: str, port: int) -> None:
    """Raise `ClickException` for an address where somebody listens: granian would share it without a word."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        raise click.ClickException(f"cannot listen at {host}, port {port}: {error.strerror}") from None


def _print(lines: list[str]) -> None:
    for line in lines:
        click.echo(heard(line))
