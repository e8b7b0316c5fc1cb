"""What the values of an offer are called: cards by their names, seats by their players, in the order of the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from domain.kernel.display.board import CardPicture, Picture
from domain.kernel.display.hints import NOTHING, Hints
from domain.kernel.display.lines import plain
from domain.kernel.display.words import Words


class OwnDecks(Protocol):
    """What a player may bring to one table: decks of files."""

    def body(self, file: str) -> dict[str, Any]:
        """Return what the command that chooses the deck in a file says; raises `ValueError` with what is wrong."""
        ...

    def example(self, field: str) -> str:
        """Return the beginning of a deck, as JSON."""
        ...


class Wording(NamedTuple):
    """A language, the cards of the board as they lie, and what the game says of its commands."""

    words: Words
    cards: Mapping[str, CardPicture] = {}  # by id, in the order of the board
    hints: Hints = NOTHING
    own_decks: OwnDecks | None = None  # where players bring decks

    def short(self, value: Any, field: str = "") -> str:
        """Return a value of a field as it stands in a line with others."""
        card = self._lying(value, field)
        if card is None:
            return self._said(value)
        bears_it = isinstance(value, str) and value in card.face
        return plain(card.face if bears_it else card.name or card.face)

    def full(self, value: Any, field: str = "") -> str:
        """Return a value of a field with all there is to say of it."""
        word = self.hints.word(value, self.words) if isinstance(value, str) else None
        if word is not None:
            return self.words.say("{card}: {text}", card=word.name, text=word.text)
        card = self._lying(value, field)
        if card is None or not card.name:
            return self.short(value, field)
        if not isinstance(value, str):  # chosen by its place, which its badges tell
            return plain(" ".join([card.name, *[f"({badge})" for badge in card.badges]]))
        return plain(f"{value}  {card.name}" if value in card.face else card.name)

    def name(self, command: str, hint: str | None = None) -> str:
        """Return what a command is called as it begins a line, with the hint of its offer, said already."""
        name = capital(self.words.term(command))
        return self.words.say("{name} ({hint})", name=name, hint=hint) if hint else name

    def called(self, path: str) -> str:
        """Return what a field is called: of a path what follows the place in a list, or the part, that it is in."""
        return self.words.term(path.rpartition("/")[2])

    def lies(self, value: Any, field: str = "") -> bool:
        """Say whether a value of a field is a card on the board."""
        return self._lying(value, field) is not None

    def key(self, value: Any, field: str = "") -> str:
        """Return the one text that stands for a value: the id of its card, itself if it is a text, else its JSON."""
        if isinstance(value, str):
            return value
        return f"{field}/{value}" if self.lies(value, field) else msgspec.json.encode(value).decode()

    def in_order(self, values: Sequence[Any]) -> list[int]:
        """Return the places of the values in the order in which they lie on the board; others come last."""
        lying = {card: place for place, card in enumerate(self.cards)}

        def place(here: int) -> int:
            value = values[here]
            return lying.get(value, len(lying)) if isinstance(value, str) else len(lying)

        return sorted(range(len(values)), key=place)

    def _lying(self, value: Any, field: str) -> CardPicture | None:
        """Return the card on the board that a value names, by its id or by its place."""
        if isinstance(value, int) and not isinstance(value, bool):
            return self.cards.get(f"{field}/{value}")
        return self.cards.get(value) if isinstance(value, str) else None

    def _said(self, value: Any) -> str:
        """Return a value that no card bears: a word, a seat, a list of words (a path), anything else as JSON."""
        if isinstance(value, str):
            word = self.hints.word(value, self.words)
            name = self.hints.called(value, self.words) if word is None else word.name
            return self.words.term(value) if name is None else name
        if isinstance(value, bool):
            return self.words.say("yes") if value else self.words.say("no")
        if isinstance(value, int):
            return self.words.seat(value)  # numbers to choose from are seats; amounts are offered as a `Range`
        if isinstance(value, list | tuple) and all(isinstance(item, str) for item in value):
            return " ".join(value)
        return self.words.say("none") if value is None else msgspec.json.encode(value).decode()


def capital(text: str) -> str:
    """Return a text that begins a line; names in it keep their capitals."""
    return text[:1].upper() + text[1:]


def cards_of(picture: Picture) -> dict[str, CardPicture]:
    """Return the cards that commands can name, in the order in which they lie, the first of each id."""
    found: dict[str, CardPicture] = {}
    for card in _lying(picture):
        if card.id is not None:
            found.setdefault(card.id, card)
    return found


def _lying(picture: Picture) -> Iterator[CardPicture]:
    for panel in sorted(picture.panels, key=lambda panel: panel.role != "own"):
        for zone in panel.zones:
            yield from zone.cards
