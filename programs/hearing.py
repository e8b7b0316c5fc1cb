"""Messages as a person hears them: made in English where something happens, said in the person's language at the end.

An error or a line on stderr may come from any room, and from click. It is a sentence there, in English; the catalogue
of a language has a line for each form of sentence, a text with `{places}`. What no line fits stays English. A place
called `reason` is itself a message, and is heard as one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

from domain.kernel.display.words import ENGLISH
from programs.language import language

_PLACE = re.compile(r"\{(\w+)\}")
_WORD = re.compile(r"[a-z]{2}")  # of a game a form without any, such as a card in its brackets, would fit everything
_REASON = "reason"
DEEPEST = 4  # reasons within reasons: what quotes more of them is somebody's text


@dataclass(frozen=True, slots=True)
class _Form:
    texts: tuple[str, ...]  # before, between and behind the places
    names: tuple[str, ...]  # of the places
    said: str

    @property
    def rank(self) -> tuple[bool, int]:
        """Which of several that fit says it: one that begins with its own text, then the one with most of it."""
        return bool(self.texts[0]), sum(map(len, self.texts))

    def values(self, message: str) -> dict[str, str] | None:
        """Return what stands in the places, if the message has this form; in time that grows with its length alone."""
        first, *between = self.texts
        if not (message.startswith(first) and message.endswith(self.texts[-1])):
            return None
        found: dict[str, str] = {}
        at, end = len(first), len(message) - len(self.texts[-1])
        for i, (name, text) in enumerate(zip(self.names, between, strict=True)):
            till = end if i == len(self.names) - 1 else message.find(text, at + 1, end)
            value = message[at : max(till, at)]
            if not value or found.setdefault(name, value) != value:
                return None
            at = till + len(text)
        return found


def heard(message: str, to: str | None = None, room: str = "") -> str:
    """Return a message in a language, by default the one that the program speaks now.

    `room` is a package whose own catalogue may have the sentence too: a game, of what its rules refuse.
    """
    to = to or language()
    return message if to == ENGLISH or not message else _heard(message, to, DEEPEST, room)


@lru_cache(maxsize=1024)  # messages: a long list says the same of many rows
def _heard(message: str, to: str, deep: int, room: str) -> str:
    own = _lines_of(room, to) if room else {}
    known = lines(to).get(message) or own.get(message)
    if known is not None or not deep:
        return known or message
    for form in _forms(to, room):
        values = form.values(message)
        if values is not None:
            told = {
                name: _heard(value, to, deep - 1, room) if name.startswith(_REASON) else own.get(value, value)
                for name, value in values.items()
            }
            return _PLACE.sub(lambda place: told[place[1]], form.said)  # noqa: B023 - used at once
    return message


def lines(to: str) -> dict[str, str]:
    """Return the catalogue of a language: what is said for each text and each form; nothing for one without."""
    return _lines_of(__package__, to)


@cache
def _lines_of(package: str, to: str) -> dict[str, str]:
    source = resources.files(package) / "locale" / f"{to}.po"
    if not source.is_file():
        return {}
    from babel.messages.pofile import read_po  # slow to import, and needed for no English word

    with source.open("rb") as text:
        read = [(message.id, message.string) for message in read_po(text, locale=to)]
    return {id: str(said) for id, said in read if id and isinstance(id, str)}  # what is counted has several forms


@cache
def _forms(to: str, room: str) -> tuple[_Form, ...]:
    """Return the forms of a language that have places, those that say most themselves first."""
    own = _lines_of(room, to) if room else {}
    known = {**{id: said for id, said in own.items() if _WORD.search(_PLACE.sub("", id))}, **lines(to)}
    made = [_form(id, said) for id, said in known.items() if _PLACE.search(id)]
    return tuple(sorted(made, key=lambda form: form.rank, reverse=True))


def _form(id: str, said: str) -> _Form:
    pieces = _PLACE.split(id)  # text, name, text, name, … text
    return _Form(tuple(pieces[::2]), tuple(pieces[1::2]), said)
