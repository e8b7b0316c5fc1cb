"""`matchledger decks`: decks that players bring, as small text files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, BinaryIO, TypeVar

import click
import msgspec

from api.program.named_decks import named_deck, refusals_of
from api.program.service_options import GameOption, once
from api.requests.checked_decks import CheckedDeck, command_shape, least_seats
from domain.games import Title, UnknownGameError, game, names
from domain.kernel.cards.card_sets import card_set_digest
from domain.kernel.cards.decks import Decks
from domain.kernel.display.words import languages, words_in
from domain.kernel.refusals import RefusedError
from domain.kernel.setup import Setup
from domain.table.seating import Opening, setup_for
from programs.commands import Group
from programs.files import FILE
from programs.hearing import heard
from programs.language import asked, language

REFUSED = 1  # exit code for a deck that is not legal, as `replay verify` has one for a record that is not sound

F = TypeVar("F", bound=Callable[..., Any])


def _table(command: F) -> F:
    """Give a command the options that say for which table a deck is."""
    for add in (
        click.option("--card-set", type=click.File("rb"), help="A card set of the game that no release ships."),
        click.option("--option", "options", type=GameOption(), multiple=True, help="An option of the table."),
        click.option("--game", "name", help="The game; needed where several have decks."),
    ):
        command = add(command)
    return command


@click.group(cls=Group)
def decks() -> None:
    """Check, export and import decks.

    A deck is a small text file, made for a game whose players bring decks; `decks export` shows what one looks like.
    """


@decks.command()
@click.argument("file", type=FILE)
@_table
@click.option(
    "--lang",
    is_eager=True,
    callback=asked,
    type=click.Choice(languages()),
    help="Language of the reasons; by default LANG's.",
)
def check(file: str, lang: str | None, **table: Any) -> None:
    """Say every reason why a deck is refused.

    FILE is a deck file, or the id of a ready-made deck. The exit code is 0 for a legal deck, 1 for another, 2 for a
    file that cannot be read.
    """
    title, own, setup = _asked(**table)
    found = named_deck(own, file, setup)
    words = words_in(lang or language(), title.package, "api").at_table(setup.data)
    for fault in found.faults:
        click.echo(f"{fault.code}: {title.refusal(fault, words)} ({fault.rule})")
    if found.faults:
        raise SystemExit(REFUSED)
    click.echo(heard(f"{file}: legal"))


@decks.command("list")
@_table
def list_decks(**table: Any) -> None:
    """Print the ids of the ready-made decks that such a table takes."""
    _, own, setup = _asked(**table)
    for id, deck in own.ready(setup.data).items():
        if not own.faults(deck, setup.options, setup.data):
            click.echo(id)


@decks.command()
@click.argument("deck", type=FILE)
@_table
def export(deck: str, **table: Any) -> None:
    """Print a deck as a deck file.

    DECK is the id of a ready-made deck, or a file that is to be brought into its plain form.
    """
    click.echo(_deck(deck, table).text, nl=False)


@decks.command("import")
@click.argument("file", type=FILE)
@_table
def import_deck(file: str, **table: Any) -> None:
    """Print the command that chooses a legal deck at a table.

    It is the JSON that POST …/actions takes as `command`.
    """
    title, own, setup = _asked(**table)
    found = named_deck(own, file, setup)
    if found.faults:
        raise click.ClickException(f"{file}: {refusals_of(title, found.faults, setup.data)}")
    click.echo(msgspec.json.encode(command_shape(found.command)))


def _deck(name: str, table: dict[str, Any]) -> CheckedDeck:
    _, own, setup = _asked(**table)
    return named_deck(own, name, setup)


def _asked(
    name: str | None, options: tuple[tuple[str, Any], ...], card_set: BinaryIO | None
) -> tuple[Title, Decks, Setup]:
    """Return the game, its decks and the table that one is for; raises `ClickException`."""
    with_decks = [known for known in names() if game(known).decks is not None]
    if name is None and len(with_decks) != 1:
        raise click.UsageError(f"say for which --game: {', '.join(with_decks)}")
    try:
        title = game(name or with_decks[0])
    except UnknownGameError as error:
        raise click.UsageError(str(error)) from None
    if title.decks is None:
        raise click.UsageError(f"nobody brings a deck to {title.rules.title}")
    cards = None if card_set is None else card_set.read()
    opening = Opening(
        seats=least_seats(title), options=once(options), data=None if cards is None else card_set_digest(cards)
    )
    try:
        return title, title.decks, setup_for(title.rules, opening, card_set=cards)
    except RefusedError as error:
        raise click.ClickException(f"{error.refusal.code}: {refusals_of(title, [error.refusal])}") from None
