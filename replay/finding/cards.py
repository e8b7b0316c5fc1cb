"""The cards of a game by their names: what a value of a record is called, and whether it is the card asked for."""

from __future__ import annotations

from functools import cache

from domain.games import UnknownGameError, game
from domain.kernel.display.hints import NOTHING
from domain.kernel.display.words import Words, languages, words_in

_NUMBERED = "-#"  # what stands before the number of a copy: `H7-1`, `b6#1`


class Cards:
    """The cards of one game; of one that is not installed, or names none, every value may be a card.

    The names in a card set that no release ships are not known: its cards are asked for by id.
    """

    def __init__(self, game_name: str) -> None:
        try:
            title = game(game_name)
        except UnknownGameError:
            title = None
        self._known: dict[str, frozenset[str]] = {}
        self._card = NOTHING.card if title is None else title.hints.card
        self._named = self._card is not NOTHING.card
        self._shipped: object = None
        if title is not None and title.rules.default_data is not None:
            self._shipped = title.rules.data_sets[title.rules.default_data]
        self.packages = () if title is None else (title.package,)  # with catalogues of the game
        self._spoken = [words_in(language, *self.packages) for language in languages()] if self._named else []

    def called(self, value: str, words: Words) -> str | None:
        """Return what a card is called; nothing of what is no card."""
        return self._card(value, words.at_table(self._shipped)) if self._named else None

    def may_be(self, value: str) -> bool:
        """Say whether a value may be a card: in a set of its own, an id may be any word with a number."""
        return not self._named or bool(self._names(value)) or any(letter.isdigit() for letter in value)

    def are(self, value: str, wanted: str) -> bool:
        """Say whether a value is the card that somebody asks for.

        A card is asked for by its name in any language, or by its id with or without the number of the copy.
        """
        asked = {wanted.casefold(), *self._names(wanted)}
        return not asked.isdisjoint(self._names(value) | _ids(value))

    def _names(self, value: str) -> frozenset[str]:
        """Return what a card is called in every language, for comparing; nothing of what is no card."""
        if value not in self._known:
            names = [self.called(value, words) for words in self._spoken]
            self._known[value] = frozenset([name.casefold() for name in names if name is not None])
        return self._known[value]


@cache
def cards_of(game_name: str) -> Cards:
    """Return the cards of a game."""
    return Cards(game_name)


def _ids(value: str) -> set[str]:
    """Return an id with and without the number of the copy."""
    found = {value.casefold()}
    for mark in _NUMBERED:
        kind, _, copy = value.casefold().rpartition(mark)
        if kind and copy.isdigit():
            found.add(kind)
    return found
