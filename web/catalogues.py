"""The words of pages: gettext catalogues, as the JSON that `base/words.js` speaks by."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any, TypedDict

from babel.messages.pofile import read_po


class Catalogue(TypedDict):
    """A language by its tag (BCP 47), and the forms of each sentence by its English, the singular one of two."""

    language: str
    messages: dict[str, list[str]]


@cache
def catalogue(language: str) -> Catalogue:
    """Return the words of a language such as `ja` or `pt_BR`; a language without a catalogue says the English."""
    source = resources.files("web") / "locale" / f"{language}.po"
    messages: dict[str, list[str]] = {}
    if source.is_file():
        with source.open("rb") as text:
            for message in read_po(text, locale=language):
                id: Any = message.id
                string: Any = message.string
                if id:
                    messages[id if isinstance(id, str) else id[0]] = [string] if isinstance(string, str) else [*string]
    return {"language": language.replace("_", "-"), "messages": messages}
