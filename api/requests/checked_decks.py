"""Decks of the players' own: read from a file's text, checked for a table, made into the command that chooses them."""

from __future__ import annotations

from typing import Any, NamedTuple

from domain.games import Title
from domain.kernel.cards.decks import Decks
from domain.kernel.codec import body_of_command
from domain.kernel.messages import Command, tag_of
from domain.kernel.refusals import Refusal
from domain.kernel.setup import Setup
from domain.tournament.decks import ChosenDeck


class CheckedDeck(NamedTuple):
    """A deck's name, the text that `matchledger decks export` would write of it, and every reason against it."""

    name: str
    text: bytes
    command: Command
    faults: tuple[Refusal, ...]


def check_deck(decks: Decks, text: bytes, setup: Setup, name: str = "deck file") -> CheckedDeck:
    """Read a deck file and check it for a table with this setup; raises `DeckFileError`."""
    return checked(decks, decks.read(text, name), setup)


def checked(decks: Decks, deck: Any, setup: Setup) -> CheckedDeck:
    """Check a deck that has been read, or that comes with the cards."""
    faults = decks.faults(deck, setup.options, setup.data)
    return CheckedDeck(deck.name, decks.written(deck), decks.command(deck), faults)


def command_shape(command: Command) -> dict[str, Any]:
    """Return a command as a caller sends it."""
    return {"tag": tag_of(command), "body": body_of_command(command)}


def registered_as(command: Command) -> ChosenDeck:
    """Return a deck as a tournament registers it."""
    return ChosenDeck(tag=tag_of(command), body=body_of_command(command))


def least_seats(title: Title) -> int:
    """Return the smallest table of a game: a deck is checked for one, whoever else sits there."""
    return int(min(title.rules.seat_counts))
