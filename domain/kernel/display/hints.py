"""What a game tells somebody who plays it for the first time: the rule, signs, words, texts of cards, what helps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from domain.kernel.display.words import Words


class Explained(NamedTuple):
    """A word of a game, such as an ability, in the words of a language."""

    id: str  # as commands and views have it
    name: str
    text: str


def _untold(card: str, words: Words) -> str | None:
    """Say nothing: of a game whose cards have no text, and whose commands name nothing but them."""
    return None


class Hints(NamedTuple):
    """A game's help, as message ids of its own catalogue.

    `remedies` say by code of a refusal what would help; where one card meets several refusals, the later one in the
    table tells more. `purposes` say by tag what a command is for, as somebody learns it. `last` are the commands that
    end something and belong below all others; those in `asks` are worth a question while anything else is left to do.
    `careful` are those that give something up for good, such as a discard: no setting of a page sends them with a
    single tap. `glossary` has by id the name and the text of a word of the game. `called` says what a value in a
    command is called that is neither such a word nor a card on the board: a suit. `card` says what a card is called
    that a fact names, whichever copy of it; nothing of what is no card. `first_deal` names the known deal of a first
    game against bots: one that the bots play through at middle length, and that the first seat can win.
    """

    rules: tuple[str, ...]
    signs: Mapping[str, str]
    remedies: Mapping[str, str]
    purposes: Mapping[str, str] = MappingProxyType({})
    text: Callable[[str, Words], str | None] = _untold  # of a card: what it says, in the words of the table
    last: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    careful: tuple[str, ...] = ()
    glossary: Mapping[str, tuple[str, str]] = MappingProxyType({})
    called: Callable[[str, Words], str | None] = _untold
    card: Callable[[str, Words], str | None] = _untold
    first_deal: str | None = None

    def in_short(self, words: Words) -> list[str]:
        """Return the rule of the game in a few sentences."""
        return [words.say(rule) for rule in self.rules]

    def steps(self, words: Words) -> dict[str, str]:
        """Return what commands are for, by tag."""
        return {tag: words.say(purpose) for tag, purpose in self.purposes.items()}

    def meanings(self, words: Words) -> dict[str, str]:
        """Return what the signs on the board mean, by sign."""
        return {sign: words.say(meaning) for sign, meaning in self.signs.items()}

    def explained(self, words: Words) -> list[Explained]:
        """Return what the words of the game mean, in its own order."""
        return [explained for id in self.glossary if (explained := self.word(id, words)) is not None]

    def word(self, id: str, words: Words) -> Explained | None:
        """Return what a word of the game means."""
        if id not in self.glossary:
            return None
        name, text = self.glossary[id]
        return Explained(id, words.say(name), words.say(text))

    def remedy(self, code: str, words: Words) -> str | None:
        """Return what would help after a refusal with this code, if the game knows something."""
        remedy = self.remedies.get(code)
        return None if remedy is None else words.say(remedy)

    def telling(self, code: str) -> int:
        """Return how much a refusal's remedy says beside those of others; below 0 where there is none."""
        return list(self.remedies).index(code) if code in self.remedies else -1


NOTHING = Hints((), {}, {})  # of a game that tells nothing
