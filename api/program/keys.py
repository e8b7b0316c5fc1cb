"""`matchledger keys`: API keys with role and scope."""

from __future__ import annotations

from datetime import UTC, datetime

import click
from marshmallow import ValidationError

from api.program import service_options
from api.service import now_ms
from api.wire.fields import Text
from api.wire.schemas.bodies import NAME
from domain.kernel.display.lines import pad
from domain.ledger.api_keys import ROLES, Key, Role, Scope
from programs.commands import Group
from programs.hearing import heard

LABEL_LENGTH = 100  # characters
DAY_MS = 24 * 60 * 60 * 1000
MOST_DAYS = 3650  # ten years


@click.group(cls=Group)
def keys() -> None:
    """Make, list, rotate and revoke API keys.

    An operator sees and does everything, an organiser its own tables, an arbiter sees hidden values, a player acts at
    every table where it sits.
    """


@keys.command()
@click.argument("role", type=click.Choice(ROLES))
@click.option("--label", default="", help="What the key is for.")
@click.option("--days", type=click.IntRange(1, MOST_DAYS), help="How long it works; without end if absent.")
@click.option("--organiser", metavar="ID", help="arbiter: only tables that the key with this id opened.")
@click.option("--tournament", metavar="SERIES", help="arbiter: of that organiser only tables of this series.")
@click.option("--player", metavar="P", help="Who it is, of those who are known; a player and an arbiter is somebody.")
@click.option("--name", help="The name of somebody new.")
@service_options.database
def add(
    *,
    role: Role,
    label: str,
    days: int | None,
    organiser: str | None,
    tournament: str | None,
    player: str | None,
    name: str | None,
    database: str,
) -> None:
    """Make a key and print it: the only time that it is shown.

    The id of an organiser stands in `keys list`, that of a player (p_…) wherever it sits. An arbiter is a player too,
    and an organiser or operator may be: nobody decides about a table of their own, about what they have called for, or
    twice about a case, whatever keys of theirs say who they are.
    """
    if len(label) > LABEL_LENGTH:
        raise click.UsageError(f"a label has at most {LABEL_LENGTH} characters")
    if not label.isprintable():
        raise click.UsageError("a label has no control characters: the list has one line for each key")
    named = sum(said is not None for said in (name, player))
    if named > 1 or (named < 1 and role in ("player", "arbiter")):
        raise click.UsageError("this key is for somebody new (--name) or for somebody known (--player)")
    if name is not None:
        _check_name(name)
    store = service_options.opened(database)
    try:
        with store.together():
            if player is not None and store.people.get(player) is None:
                raise click.ClickException(f"no player has the id {player}")
            whose = player if name is None else store.people.add(name).player
            at = now_ms()
            made = store.keys.add(
                role,
                label,
                at=at,
                scope=Scope(organiser=organiser, series=tournament, player=whose),
                expires=None if days is None else at + days * DAY_MS,
            )
    finally:
        store.close()
    click.echo(made.text)
    click.echo(heard(f"{made.key.id}: {_role(made.key)}; the key is not shown again"), err=True)


def _check_name(name: str) -> None:
    """Raise `UsageError` for a name that nobody could sit down with."""
    try:
        Text(most=NAME).deserialize(name)
    except ValidationError as error:
        raise click.UsageError(f"--name: {' '.join(map(str, error.messages))}") from None


@keys.command("list")
@service_options.database
def list_keys(database: str) -> None:
    """Print id, role with scope, date, state, last use (to ten minutes) and label of every key."""
    store = service_options.opened(database, there=True)
    now = now_ms()
    for key in store.keys.list():
        used = heard("never used" if key.last_used is None else f"used {_minute(key.last_used)}")
        state = heard(_state(key, now))
        click.echo(
            f"{key.id}  {_role(key):<9}  {_day(key.created)}  {pad(state, 18)}  {pad(used, 21)}  {key.label}".rstrip()
        )
    store.close()


def _role(key: Key) -> str:
    """Return role and scope in words."""
    scope = [
        None if key.organiser is None else f"of {key.organiser}",
        None if key.series is None else f"in {key.series!r}",
        key.player,
    ]
    return " ".join([key.role, *filter(None, scope)])


def _state(key: Key, now: int) -> str:
    if key.revoked is not None:
        return f"revoked {_day(key.revoked)}"
    if key.expires is None:
        return "in use"
    return f"until {_day(key.expires)}" if key.in_use(now) else f"expired {_day(key.expires)}"


@keys.command()
@click.argument("key")
@service_options.database
def rotate(key: str, database: str) -> None:
    """Give the key with this id a new text and print it.

    The one before no longer works; id, role, scope and end stay, and with them what the key has opened.
    """
    store = service_options.opened(database, there=True)
    text = store.keys.rotate(key)
    store.close()
    if text is None:
        raise click.ClickException(f"no key that is not revoked has the id {key}")
    click.echo(text)
    click.echo(heard(f"{key}: the text before no longer works; the key is not shown again"), err=True)


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
    click.echo(heard(f"{key}: revoked"), err=True)


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


def _minute(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")
