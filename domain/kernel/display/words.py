"""Sentences for people: message catalogues and the names of seats.

Message ids are the English sentences with `{name}` places, so English needs no catalogue but for names in the code that
are not the players' own (`end main`). A catalogue lies beside the code that speaks: `<package>/locale/<language>.po`;
what the product says around the games is in the kernel's own.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from importlib import resources
from io import BytesIO
from typing import Any

from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat

ENGLISH = "en"
SHARED = "domain.kernel"  # the package whose catalogues hold what the product says around the games

KNOWN = 4096  # texts that a language remembers: those of all packages together are fewer

_LOCALE = re.compile(r"([A-Za-z]{2,3})(?:[_-]([A-Za-z]{2,4}))?(?:[.@].*)?")  # as in LANG: `pt_BR.UTF-8`


class Words:
    """A language, and what the seats of a table are called in it; `cards` is the table's card set, if it has one.

    `before` gives the view, just before the fact that is told, of the viewer who is told.
    """

    def __init__(
        self,
        labels: Sequence[str] = (),
        catalogue: gettext.NullTranslations | None = None,
        *,
        language: str = ENGLISH,
        cards: Any = None,
        before: Callable[[], Any] | None = None,
    ) -> None:
        self._labels = tuple(labels)
        self._catalogue = catalogue or gettext.NullTranslations()
        self.language = language
        self.cards = cards
        self.before = before

    @property
    def catalogue(self) -> gettext.NullTranslations:
        """What says the sentences: one object for all tables of a language and a game."""
        return self._catalogue

    def say(self, text: str, /, **values: object) -> str:
        """Return the sentence in this language with its places filled."""
        said = self._catalogue.gettext(text)
        return said.format(**values) if values or "{" in said or "}" in said else said

    def term(self, name: str) -> str:
        """Return what a tag, a field or a path of fields is called: its message id is the name with spaces."""
        return self._catalogue.gettext(name.replace("_", " ").replace("/", " "))

    def count(self, one: str, many: str, n: int, /, **values: object) -> str:
        """Return the sentence for n things; `{n}` is filled."""
        return self._catalogue.ngettext(one, many, n).format(n=n, **values)

    def seat(self, seat: Seat) -> str:
        """Return what this seat is called."""
        if seat < len(self._labels):
            return self._labels[seat]
        return self.say("Seat {number}", number=seat)

    def seats(self, seats: Sequence[Seat]) -> str:
        """Return the names of several seats in a row."""
        return self.row([self.seat(seat) for seat in seats])

    def row(self, items: Sequence[str]) -> str:
        """Return "a, b, c"."""
        return self.say(", ").join(items)

    def listed(self, items: Sequence[str]) -> str:
        """Return "a", "a and b" or "a, b and c"; raises `ValueError` for nothing."""
        *head, last = items
        return self.say("{first} and {last}", first=self.row(head), last=last) if head else last

    def refusal(self, refusal: Refusal) -> str:
        """Return a refusal's sentence."""
        return self.say(refusal.text, **refusal.values)

    def calling(self, labels: Sequence[str]) -> Words:
        """Return the same language with other names of seats; an empty name stays the number of the seat."""
        named = [label or self.seat(seat) for seat, label in enumerate(labels)]
        return Words(named, self._catalogue, language=self.language, cards=self.cards, before=self.before)

    def bots(self, seats: Iterable[Seat]) -> dict[Seat, str]:
        """Return what pages call the bots of a table, who count from 1."""
        return {seat: self.say("Bot {number}", number=number) for number, seat in enumerate(sorted(seats), 1)}

    def on_page(self, names: Sequence[str | None], bots: Iterable[Seat] = ()) -> Words:
        """Return the same language with the names of seats that pages have: by name where only one seat has it.

        A bot without a name has its number among the bots; other seats without one count from 1, as people do.
        """
        numbered = self.bots(bots)
        found = [name or numbered.get(seat) for seat, name in enumerate(names)]
        labels = [
            self.say("Seat {number}", number=seat + 1)
            if name is None
            else self.say("{name} ({number})", name=name, number=seat + 1)
            if found.count(name) > 1
            else name
            for seat, name in enumerate(found)
        ]
        return Words(labels, self._catalogue, language=self.language, cards=self.cards, before=self.before)

    def at_table(self, cards: Any, before: Callable[[], Any] | None = None) -> Words:
        """Return the same words for a table with this card set, and with what the viewer saw before what is told."""
        return Words(self._labels, self._catalogue, language=self.language, cards=cards, before=before)


class _Remembering(gettext.NullTranslations):
    """Asks its catalogues once what a text is called: a picture says the same few hundred texts over and over."""

    def __init__(self) -> None:
        super().__init__()
        self._said = lru_cache(maxsize=KNOWN)(super().gettext)

    def gettext(self, message: str) -> str:
        return self._said(message)


@cache
def words_in(language: str, *packages: str) -> Words:
    """Return the words of a language: the first of the packages' catalogues that has a sentence says it, then ours.

    What no catalogue has is said in English.
    """
    found = _Remembering()
    for package in (*packages, SHARED):
        found.add_fallback(catalogue(package, language))
    return Words((), found, language=language)


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that the product speaks, English first."""
    listed = (resources.files(SHARED) / "locale").iterdir()
    return (ENGLISH, *sorted(source.name.removesuffix(".po") for source in listed if source.name.endswith(".po")))


def spoken(locale: str) -> str | None:
    """Return the language that we speak of a locale such as `ja_JP.UTF-8` or `pt-BR`; nothing if we speak none."""
    match = _LOCALE.fullmatch(locale)
    if match is None:
        return None
    language, country = match.groups()
    return next((known for known in (f"{language}_{country}", language.lower()) if known in languages()), None)


def spoken_by(environment: Mapping[str, str]) -> str:
    """Return the language that a person's environment asks for and that we speak, else English.

    `LC_ALL` comes before `LC_MESSAGES` and `LANG` (POSIX, "Environment Variables").
    """
    asked = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), "")
    return spoken(asked) or ENGLISH


def catalogue(package: str, language: str) -> gettext.NullTranslations:
    """Read `<package>/locale/<language>.po`, if it is there."""
    compiled = _compiled(package, language)
    return gettext.NullTranslations() if compiled is None else gettext.GNUTranslations(BytesIO(compiled))


@cache
def _compiled(package: str, language: str) -> bytes | None:
    """Return a catalogue as gettext reads it in no time; each stands behind others, and is made for that anew."""
    source = resources.files(package) / "locale" / f"{language}.po"
    if not source.is_file():
        return None
    from babel.messages.mofile import write_mo  # slow to import, and needed for no English word
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    with source.open("rb") as text:
        write_mo(compiled, read_po(text, locale=language))
    return compiled.getvalue()
