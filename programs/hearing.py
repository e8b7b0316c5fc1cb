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


def heard(message: str, to: str | None = None) -> str:
    """Return a message in a language, by default the one that the program speaks now."""
    to = to or language()
    return message if to == ENGLISH or not message else _heard(message, to, DEEPEST)


@lru_cache(maxsize=1024)  # messages: a long list says the same of many rows
def _heard(message: str, to: str, deep: int) -> str:
    known = lines(to).get(message)
    if known is not None or not deep:
        return known or message
    for form in _forms(to):
        values = form.values(message)
        if values is not None:
            told = {
                name: _heard(value, to, deep - 1) if name.startswith(_REASON) else value
                for name, value in values.items()
            }
            return _PLACE.sub(lambda place: told[place[1]], form.said)  # noqa: B023 - used at once
    return message


@cache
def lines(to: str) -> dict[str, str]:
    """Return the catalogue of a language: what is said for each text and each form; nothing for one without."""
    source = resources.files(__package__) / "locale" / f"{to}.po"
    if not source.is_file():
        return {}
    from babel.messages.pofile import read_po  # slow to import, and needed for no English word

    with source.open("rb") as text:
        return {str(message.id): str(message.string) for message in read_po(text, locale=to) if message.id}


@cache
def _forms(to: str) -> tuple[_Form, ...]:
    """Return the forms of a language that have places, those that say most themselves first."""
    made = [_form(id, said) for id, said in lines(to).items() if _PLACE.search(id)]
    return tuple(sorted(made, key=lambda form: form.rank, reverse=True))


def _form(id: str, said: str) -> _Form:
    pieces = _PLACE.split(id)  # text, name, text, name, … text
    return _Form(tuple(pieces[::2]), tuple(pieces[1::2]), said)
