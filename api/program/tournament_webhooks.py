"""`matchledger tournament webhooks`: where letters of a tournament go, and what became of them."""

from __future__ import annotations

from typing import Any

import click
import msgspec

from api.program.asking import at_service, client_of, explained, in_address
from domain.kernel.display.lines import plain
from programs.commands import Command, Group
from programs.hearing import heard

PAGE = 200  # letters in one request


@click.group("webhooks", cls=Group)
def webhooks() -> None:
    """Have what happens in a tournament sent to your own site, and see what became of it."""


def _path(tournament: str, webhook: str | None = None) -> str:
    path = f"/tournaments/{in_address(tournament)}/webhooks"
    return path if webhook is None else f"{path}/{in_address(webhook)}"


@webhooks.command("add", cls=Command)
@click.argument("tournament")
@click.argument("url")
@click.option("--after", type=click.IntRange(0), default=0, help="Letters tell the entries after this one.")
@at_service
def add(tournament: str, url: str, after: int, service: str, token: str) -> None:
    """Have letters sent to URL, and print the secret that they are signed with; it is not told again."""
    with explained():
        answer = client_of(service, token).ask("POST", _path(tournament), {"url": url, "after": after})
    click.echo(heard(f"webhook {answer['id']}"), err=True)
    click.echo(answer["secret"])


@webhooks.command("list", cls=Command)
@click.argument("tournament")
@at_service
def list_all(tournament: str, service: str, token: str) -> None:
    """List the webhooks: id, status, letters that wait, were delivered and are dead, address."""
    with explained():
        answer = client_of(service, token).ask("GET", _path(tournament))
    _say(answer["webhooks"])


def _say(listed: list[Any]) -> None:
    for one in listed:
        letters = one["deliveries"]
        counts = [str(letters[state]) for state in ("waiting", "delivered", "dead")]
        click.echo(plain("  ".join([one["id"], one["status"], *counts, one["url"]])))


@webhooks.command("remove", cls=Command)
@click.argument("tournament")
@click.argument("webhook")
@at_service
def remove(tournament: str, webhook: str, service: str, token: str) -> None:
    """Remove a webhook with all its letters; those that are left are listed."""
    with explained():
        answer = client_of(service, token).ask("DELETE", _path(tournament, webhook))
    _say(answer["webhooks"])


@webhooks.command("rotate", cls=Command)
@click.argument("tournament")
@click.argument("webhook")
@at_service
def rotate(tournament: str, webhook: str, service: str, token: str) -> None:
    """Give a webhook a new secret and print it; for a day letters are signed with both."""
    with explained():
        answer = client_of(service, token).ask("POST", f"{_path(tournament, webhook)}/secret", {})
    click.echo(answer["secret"])


@webhooks.command("test", cls=Command)
@click.argument("tournament")
@click.argument("webhook")
@at_service
def test(tournament: str, webhook: str, service: str, token: str) -> None:
    """Have a letter sent that tells nothing, and print its number."""
    with explained():
        answer = client_of(service, token).ask("POST", f"{_path(tournament, webhook)}/test", {})
    click.echo(str(answer["number"]))


@webhooks.command("resume", cls=Command)
@click.argument("tournament")
@click.argument("webhook")
@at_service
def resume(tournament: str, webhook: str, service: str, token: str) -> None:
    """Have letters that wait sent at once: the site is mended."""
    with explained():
        _say([client_of(service, token).ask("POST", f"{_path(tournament, webhook)}/resume", {})])


@webhooks.command("letters", cls=Command)
@click.argument("tournament")
@click.argument("webhook")
@click.option("--state", type=click.Choice(("waiting", "delivered", "dead")), help="Only those in this state.")
@click.option("--number", type=click.IntRange(1), help="Print what stands in this one.")
@at_service
def letters(tournament: str, webhook: str, state: str | None, number: int | None, service: str, token: str) -> None:
    """List letters: number, state, attempts, what the last one met, what the letter tells, its entry."""
    client, path = client_of(service, token), f"{_path(tournament, webhook)}/deliveries"
    with explained():
        if number is not None:
            found = client.ask("GET", f"{path}/{number}")
            click.echo(plain(msgspec.json.encode(found["payload"]).decode()))
            return
        after: int | None = 0
        asked = f"limit={PAGE}" + ("" if state is None else f"&state={state}")
        while after is not None:
            page = client.ask("GET", f"{path}?{asked}&after={after}")
            for one in page["deliveries"]:
                met = one["status"] or one["fault"] or "–"
                told = (one["number"], one["state"], one["attempts"], met, one["type"], one["n"] or "–")
                click.echo(plain("  ".join(map(str, told))))
            after = page["next"]
