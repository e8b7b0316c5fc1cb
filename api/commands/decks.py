"""`matchledger decks`: check deck files, and write ready-made decks as such files."""

from __future__ import annotations

from pathlib import Path
from typing import Any, BinaryIO

import click

from domain.games import Title, UnknownGameError, game, names
from domain.kernel.decks import DeckFileError
from domain.kernel.messages import Command
from domain.kernel.words import Words
from domain.table.table import BadOptionsError, setup_of

MOST_BYTES = 65_536  # of a deck file; more is none


@click.group()
def decks() -> None:
    """Check deck files and write ready-made ones.

    A deck file is a small text: the deck's name, its side, and a line for each card.
    """


def _with_decks(name: str | None) -> Title:
    """Return a game whose players bring decks, by its name or as the only one."""
    if name is None:
        name = next((known for known in names() if game(known).decks is not None), "")
    try:
        title = game(name)
    except UnknownGameError as error:
        raise click.UsageError(str(error)) from None
    if title.decks is None:
        raise click.UsageError(f"nobody brings a deck to {title.rules.title}")
    return title


def _cards(title: Title, text: bytes | None) -> Any:
    """Return the parsed card set: the game's own if none is given."""
    if text is None:
        return title.rules.data_sets[title.rules.default_data]
    try:
        return title.rules.load_data(text)
    except ValueError as error:
        raise click.ClickException(str(error)) from None


def _read(title: Title, path: str) -> Any:
    try:
        with Path(path).open("rb") as file:
            return title.decks.read(file.read(MOST_BYTES), path)
    except (DeckFileError, OSError) as error:
        raise click.ClickException(str(error)) from None


def chosen(title: Title, deck: str, card_set: bytes | None) -> Command:
    """Return the command that chooses a deck: a ready-made one by its id, else a file."""
    if title.decks is None:
        raise click.UsageError(f"nobody brings a deck to {title.rules.title}")
    ready = title.decks.ready(_cards(title, card_set))
    command: Command = title.decks.command(ready[deck] if deck in ready else _read(title, deck))
    return command


@decks.command()
@click.argument("file", type=click.Path())
@click.option("--game", "name", help="The game. [default: the first whose players bring decks]")
@click.option("--size", type=int, help="Cards in a deck, if the game lets tables choose it.")
@click.option("--card-set", type=click.File("rb"), help="A card set of the game that no release ships.")
def check(file: str, name: str | None, size: int | None, card_set: BinaryIO | None) -> None:
    """Say every reason why a deck is refused.

    Exits 0 for a legal deck, 1 for one that is refused or cannot be read.
    """
    title = _with_decks(name)
    cards = _cards(title, None if card_set is None else card_set.read())
    rules = title.rules
    try:
        options = {} if size is None else {"deck_size": size}
        setup = setup_of(rules, seats=rules.seat_counts[0], options=options, version=max(rules.editions), data=cards)
    except BadOptionsError as error:
        raise click.UsageError(str(error)) from None
    refusal = rules.refuse_setup(setup)
    if refusal is not None:
        raise click.UsageError(title.refusal(refusal, Words()))
    deck = _read(title, file)
    words = Words().at_table(cards)
    faults = title.decks.faults(deck, setup.options, cards)
    for fault in faults:
        click.echo(f"{fault.code}: {title.refusal(fault, words)} ({fault.rule})")
    if faults:
        raise SystemExit(1)
    click.echo(f"{deck.name}: a legal deck")


@decks.command()
@click.argument("deck", required=False)
@click.option("--game", "name", help="The game. [default: the first whose players bring decks]")
@click.option("--out", type=click.File("wb", lazy=True, atomic=False), default="-", help="The file; - is stdout.")
@click.option("--card-set", type=click.File("rb"), help="A card set of the game that no release ships.")
def export(deck: str | None, name: str | None, out: BinaryIO, card_set: BinaryIO | None) -> None:
    """Write a ready-made deck as a deck file.

    Without DECK it lists the ready-made decks.
    """
    title = _with_decks(name)
    ready = title.decks.ready(_cards(title, None if card_set is None else card_set.read()))
    if deck is None:
        for deck_id, item in ready.items():
            click.echo(f"{deck_id}  {item.name}")
        return
    if deck not in ready:
        raise click.UsageError(f"no ready-made deck is called {deck!r}; there are {', '.join(ready)}")
    out.write(title.decks.written(ready[deck]))
