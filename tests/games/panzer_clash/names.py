"""The names and texts that Panzer Clash reads off its cards: a catalogue translates them."""

from __future__ import annotations

from domain.games.panzer_clash.cards.card_file import SHIPPED


def names() -> set[str]:
    """Return the name and the text of every shipped card, and the names of the ready-made decks."""
    decks = {deck.name for deck in SHIPPED.decks.values()}
    return decks | {said for card in SHIPPED.definitions for said in (card.english, card.text)}
