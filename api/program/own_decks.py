"""Decks of a player's own at a table: read from a file where `play` asks for one."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

import click
import msgspec

from api.program.named_decks import named_deck
from api.requests.checked_decks import command_shape
from domain.games import Title
from domain.kernel.cards.decks import Decks
from domain.kernel.display.words import Words
from domain.kernel.setup import Setup

EXAMPLE_CARDS = 2  # of a deck, to show its form


class OwnDecks(NamedTuple):
    """What may be brought to one table."""

    decks: Decks
    title: Title
    setup: Setup
    words: Words

    def body(self, file: str) -> dict[str, Any]:
        """Return what the command that chooses this deck says; raises `ValueError` with what is wrong."""
        try:
            found = named_deck(self.decks, os.path.expanduser(file), self.setup)
        except click.ClickException as error:
            raise ValueError(error.message) from None
        if found.faults:
            raise ValueError(" ".join([self.title.refusal(fault, self.words) for fault in found.faults]))
        body: dict[str, Any] = command_shape(found.command)["body"]
        return body

    def example(self, field: str) -> str:
        """Return the beginning of a deck that comes with the cards, as JSON."""
        deck = next(iter(self.decks.ready(self.setup.data).values()))
        cards = command_shape(self.decks.command(deck))["body"][field]
        return msgspec.json.encode(dict(list(cards.items())[:EXAMPLE_CARDS])).decode()
