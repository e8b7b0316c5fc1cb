"""`matchledger keys`: API keys with their roles."""

from __future__ import annotations

from datetime import UTC, datetime

import click

from api.program import service_options
from api.service import now_ms
from domain.ledger.api_keys import ROLES, Role

LABEL_LENGTH = 100  # characters


@click.group()
def keys() -> None:
    """Make, list and revoke API keys.

    An operator sees and does everything, an organiser its own tables, an arbiter sees hidden values.
    """


@keys.command()
@click.argument("role", type=click.Choice(ROLES))
@click.option("--label", default="", help="What the key is for.")
@service_options.database
def add(role: Role, label: str, database: str) -> None:
    """Make a key and print it: the only time that it is shown."""
    if len(label) > LABEL_LENGTH:
        raise click.UsageError(f"a label has at most {LABEL_LENGTH} characters")
    if not label.isprintable():
        raise click.UsageError("a label has no control characters: the list has one line for each key")
    store = service_options.opened(database)
    made = store.keys.add(role, label, at=now_ms())
    store.close()
    click.echo(made.text)
    click.echo(f"{made.key.id}: {role}; the key is not shown again", err=True)


@keys.command("list")
@service_options.database
def list_keys(database: str) -> None:
    """Print id, role, date and label of every key."""
    store = service_options.opened(database, there=True)
    for key in store.keys.list():
        state = "in use" if key.revoked is None else f"revoked {_day(key.revoked)}"
        click.echo(f"{key.id}  {key.role:<9}  {_day(key.created)}  {state:<18}  {key.label}".rstrip())
    store.close()


@keys.command()
@click.argument("key")
@service_options.database
def revoke(key: str, database: str) -> None:
    """Make the key with this id useless, at once and for good."""
    store = service_options.opened(database, there=True)
    done = store.keys.revoke(key, at=now_ms())
    store.close()
    if not done:
        raise click.ClickException(f"no key in use has the id {key}")
    click.echo(f"{key}: revoked", err=True)


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
