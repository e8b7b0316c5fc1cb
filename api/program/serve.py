"""`matchledger serve`: the service."""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from api.program import service_options
from api.settings import FIGURES, Settings
from domain.ledger.opening import is_server
from domain.ledger.sqlite import MEMORY
from programs.commands import Command
from programs.hearing import heard

LOST = 1  # exit code where one of the processes has ended by itself


@click.command(cls=Command)
@service_options.service_options
@click.option(
    "--demo", is_flag=True, help="On an empty database: tables played by bots. Prints one link for a browser."
)
@click.option(
    "--verbose",
    "-v",
    is_flag=True,
    help="With --demo: also print lines for the terminal and, at the first start, a key; log as always.",
)
def serve(
    *, demo: bool, verbose: bool, database: str, server_key_file: Path | None, host: str, port: int, **rest: Any
) -> None:
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
    port = free_address(host, port)
    if rest["metrics_port"] is not None:
        free_address(host, rest["metrics_port"])
    if demo and not verbose and not _asked_for("log_level"):
        rest["log_level"] = "warning"  # what goes well would push the link out of sight
    settings = service_options.settings_from(
        database=database, server_key_file=server_key_file, host=host, port=port, **rest
    )
    with shared_figures(shared=settings.workers > 1 or settings.metrics_port is not None):
        _serve(settings, demo=demo, verbose=verbose)


def _asked_for(option: str) -> bool:
    """Say whether somebody chose the value of an option, on the command line or in the environment."""
    return click.get_current_context().get_parameter_source(option) is not ParameterSource.DEFAULT


@contextmanager
def shared_figures(*, shared: bool) -> Iterator[None]:
    """Give the processes of a service a folder for their figures; the library looks for it when it is imported.

    A signal that comes before there are processes, or after them, ends this one at once, and leaves no folder. It
    raises nothing: in code that heeds no error, as when an object is freed, it would be lost.
    """
    folder = Path(tempfile.gettempdir(), f"matchledger-figures-{secrets.token_hex(8)}")

    def forget() -> None:
        if shared:
            shutil.rmtree(folder, ignore_errors=True)

    def end(*_: object) -> None:
        forget()
        os._exit(0)

    heeded = [one for one in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(one) is signal.SIG_DFL]
    for one in heeded:
        signal.signal(one, end)
    try:
        if shared:
            folder.mkdir(mode=0o700)
            os.environ[FIGURES] = str(folder)
        yield
    finally:
        if shared:
            os.environ.pop(FIGURES, None)
        forget()
        for one in heeded:
            signal.signal(one, signal.SIG_DFL)


def _serve(settings: Settings, *, demo: bool, verbose: bool) -> None:
    from api.running.demonstrations import base_url, demonstrate
    from api.running.serving import run

    lines = [f"Serving {base_url(settings)}"]
    if demo:
        lines = demonstrate(settings, verbose=verbose, wait=_say_first)
    try:
        whole = run(settings, started=partial(click.echo, "\n".join([heard(line) for line in lines])))
    finally:
        if not is_server(settings.database):
            # the last one to close moves what lies in FILE-wal into the file
            service_options.opened(settings.database).close()
    if not whole:
        raise SystemExit(LOST)


def warn_of_readers(file: Path) -> None:
    """Say it where others can read the database; a new one is made for its owner only."""
    if file.exists() and file.stat().st_mode & 0o077:
        click.echo(heard(f"{file} can be read by others and holds closed secrets: chmod 600 {file}"), err=True)


def free_address(host: str, port: int) -> int:
    """Return the port to listen at, for 0 a free one.

    Raises `ClickException` for an address where somebody listens.
    """
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            chosen: int = probe.getsockname()[1]
    except OSError as error:
        raise click.ClickException(f"cannot listen at {host}, port {port}: {error.strerror}") from None
    return chosen


def _say_first() -> None:
    click.echo(heard("The first start: bots play some tables, which takes a few seconds."), err=True)
