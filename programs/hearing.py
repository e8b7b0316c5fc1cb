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


@dataclass(frozen=True, slots=True)
class _Form:
    pattern: re.Pattern[str]
    said: str
    rank: tuple[bool, int]  # of several that fit: one that begins with its own text, then the one with most of it


def heard(message: str, to: str | None = None) -> str:
    """Return a message in a language, by default the one that the program speaks now."""
    to = to or language()
    return message if to == ENGLISH or not message else _heard(message, to)


@lru_cache(maxsize=1024)  # messages: a long list says the same of many rows
def _heard(message: str, to: str) -> str:
    known = lines(to).get(message)
    if known is not None:
        return known.replace("{{", "{").replace("}}", "}")
    return next((said for form in _forms(to) if (said := _fitted(form, message, to)) is not None), message)


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
    pattern, names = "", set()
    texts = _PLACE.split(id)  # text, name, text, name, … text
    for text, name in zip(texts[::2], [*texts[1::2], None], strict=True):
        pattern += re.escape(text)
        if name is not None:
            pattern += f"(?P={name})" if name in names else f"(?P<{name}>.+?)"
            names.add(name)
    return _Form(re.compile(pattern, re.DOTALL), said, (bool(texts[0]), sum(map(len, texts[::2]))))


def _fitted(form: _Form, message: str, to: str) -> str | None:
    found = form.pattern.fullmatch(message)
    if found is None:
        return None
    values = {
        name: heard(value, to) if name.startswith(_REASON) else value for name, value in found.groupdict().items()
    }
    return _PLACE.sub(lambda place: values[place[1]], form.said)
