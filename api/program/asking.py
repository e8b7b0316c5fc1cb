"""What commands that work at a running service have in common: where it is, who asks, what went wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from api.program.client import NoAnswerError, ProblemError, TableClient, tables_address
from programs.language import language

F = TypeVar("F", bound=Callable[..., Any])


def at_service(command: F) -> F:
    """Add the options that say where the service is and who asks."""
    service = click.option(
        "--service", envvar="MATCHLEDGER_SERVICE", show_envvar=True, required=True, help="http://HOST:PORT"
    )
    token = click.option("--token", envvar="MATCHLEDGER_TOKEN", show_envvar=True, required=True, help="The key.")
    return service(token(command))


def client_of(service: str, token: str) -> TableClient:
    """Return what asks a service below /api/v1; raises `UsageError`."""
    if not (token.isascii() and token.isprintable() and token.split() == [token]):
        raise click.UsageError("a key is one word of visible ASCII characters")
    try:
        return TableClient(tables_address(service).removesuffix("/tables"), token, language())
    except ValueError as error:
        raise click.UsageError(str(error)) from None


def in_address(id: str) -> str:
    """Return the id of a tournament or webhook as it stands in an address; raises `UsageError` for what is none."""
    if not id.isascii() or not id.replace("-", "").replace("_", "").replace(".", "").isalnum():
        raise click.UsageError(f"{id} is no id of a tournament or webhook")
    return id


@contextmanager
def explained() -> Iterator[None]:
    """Say in a line what a service refuses, with its code, or that it does not answer; all faults go before it."""
    try:
        yield
    except ProblemError as error:
        for fault in error.faults:
            click.echo(fault, err=True)
        raise click.ClickException(f"{error} ({error.code})") from None
    except NoAnswerError as error:
        raise click.ClickException(str(error)) from None
