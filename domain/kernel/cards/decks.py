"""Decks that players bring: what a game with deck building offers to the rest of the product.

Such a game has a module `collection.py` whose `DECKS` keeps this contract; others have none.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from domain.kernel.messages import Command
from domain.kernel.refusals import Refusal

OWN_DECK = "own"  # a deck that a seat brought, where the ids of ready-made ones stand


class DeckFileError(ValueError):
    """A deck file that cannot be read: file, line and reason."""


class Decks(Protocol):
    """Deck files of one game. `data` is the parsed card set of a table, `options` its options; a deck has a `name`.

    `alone` holds options that a table needs where decks are chosen before anybody knows whom they meet.
    """

    alone: Mapping[str, Any]

    def read(self, text: bytes, name: str = "deck file") -> Any:
        """Read a deck file; raises `DeckFileError`."""

    def written(self, deck: Any) -> bytes:
        """Return the text of a deck file."""

    def faults(self, deck: Any, options: Any, data: Any) -> tuple[Refusal, ...]:
        """Return every reason why a table with these options refuses a deck; nothing if it is legal."""

    def command(self, deck: Any) -> Command:
        """Return the command that chooses a deck."""

    def chosen(self, tag: str, body: Mapping[str, Any]) -> str | None:
        """Return which deck a stored command chose: a ready-made one's id or `OWN_DECK`; nothing if it chose none."""

    def brought(self, body: Mapping[str, Any]) -> Any:
        """Return the deck of a stored command that brought one of the seat's own, under some name."""

    def ready(self, data: Any) -> Mapping[str, Any]:
        """Return the decks that come with a card set, by id."""
