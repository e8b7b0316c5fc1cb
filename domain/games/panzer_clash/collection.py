"""The deck files of this game, as the commands and the service use them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.games.panzer_clash import decks
from domain.games.panzer_clash.cards import Pool
from domain.games.panzer_clash.deck_rules import faults
from domain.games.panzer_clash.decks import DeckFile
from domain.games.panzer_clash.messages import ChooseDeck, PanzerOptions
from domain.kernel.cards.decks import OWN_DECK, Decks
from domain.kernel.messages import tag_of
from domain.kernel.refusals import Refusal


class PanzerDecks(Decks):
    """Decks of one side, by card id and copies."""

    alone: Mapping[str, Any] = {"opposing_sides": False}

    def read(self, text: bytes, name: str = "deck file") -> DeckFile:
        """Read a deck file; raises `DeckFileError`."""
        return decks.read(text, name)

    def written(self, deck: DeckFile) -> bytes:
        """Return the text of a deck file."""
        return decks.written(deck)

    def faults(self, deck: DeckFile, options: PanzerOptions, data: Pool) -> tuple[Refusal, ...]:
        """Return every reason why a deck is refused."""
        return tuple(faults(data, deck.cards, deck.side, options.deck_size))

    def command(self, deck: DeckFile) -> ChooseDeck:
        """Return the command that chooses a deck."""
        return decks.command(deck)

    def chosen(self, tag: str, body: Mapping[str, Any]) -> str | None:
        """Return which deck a stored command chose."""
        return str(body.get("deck_id", OWN_DECK)) if tag == tag_of(ChooseDeck) else None

    def brought(self, body: Mapping[str, Any]) -> DeckFile:
        """Return the deck of a stored command."""
        return DeckFile(name=f"Registered {body['side']}", side=body["side"], cards=body["cards"])

    def ready(self, data: Pool) -> Mapping[str, DeckFile]:
        """Return the ready-made decks of a card pool."""
        return {deck.id: DeckFile(name=deck.name, side=deck.side, cards=deck.cards) for deck in data.decks.values()}


DECKS = PanzerDecks()
