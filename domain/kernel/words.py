"""Sentences for people: message catalogues and the names of seats."""

from __future__ import annotations

import gettext
from collections.abc import Sequence
from importlib import resources
from io import BytesIO

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat


class Words:
    """A language, and what the seats of a table are called in it.

    Message ids are the English sentences with `{name}` places, so English needs no catalogue.
    """

    def __init__(self, labels: Sequence[str] = (), catalogue: gettext.NullTranslations | None = None) -> None:
        self._labels = tuple(labels)
        self._catalogue = catalogue or gettext.NullTranslations()

    def say(self, text: str, **values: object) -> str:
        """Return the sentence in this language with its places filled."""
        return self._catalogue.gettext(text).format(**values)

    def count(self, one: str, many: str, n: int, **values: object) -> str:
        """Return the sentence for n things; `{n}` is filled."""
        return self._catalogue.ngettext(one, many, n).format(n=n, **values)

    def seat(self, seat: Seat) -> str:
        """Return what this seat is called."""
        if seat < len(self._labels):
            return self._labels[seat]
        return self.say("Seat {number}", number=seat)

    def seats(self, seats: Sequence[Seat]) -> str:
        """Return the names of several seats in a row."""
        return ", ".join(self.seat(seat) for seat in seats)

    def refusal(self, refusal: Refusal) -> str:
        """Return a refusal's sentence."""
        return self.say(refusal.text, **refusal.values)


def catalogue(package: str, language: str) -> gettext.NullTranslations:
    """Read `<package>/locale/<language>.po`; English and unknown languages need none."""
    source = resources.files(package) / "locale" / f"{language}.po"
    if not source.is_file():
        return gettext.NullTranslations()
    compiled = BytesIO()
    with source.open("rb") as text:
        write_mo(compiled, read_po(text, locale=language))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
