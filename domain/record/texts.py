"""Free text of players and arbiters: it lies outside the chain, and an entry holds its hash with a random salt.

So a text can be erased with its salt, and every proof still holds. A copy carries the texts that its viewer may read on
lines of their own, notes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec

from domain.record.canonical import LARGEST, b64, canonical, raw64, sha256
from domain.record.entries import Entry
from domain.record.members import Bytes16

TEXT_AT_MOST = 4_000  # characters: a page and a half, far more than a ruling needs
NOTES_AT_MOST = 20_000  # of a record: a reader keeps them in memory

Part: TypeAlias = Literal["/text", "/sealed_text"]
Readers: TypeAlias = Literal["public", "officers", "private"]

PARTS: tuple[Part, ...] = ("/text", "/sealed_text")
WITH_TEXTS = ("case_opened", "case_dismissed", "ruling_made", "case_appealed")  # the kinds of entries that have some
AT_ONCE = frozenset({("case_dismissed", "/text"), ("ruling_made", "/text")})  # what an officer says to everybody


class Note(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A text of entry `n`, whose hash stands at `part`, and its salt."""

    n: Annotated[int, msgspec.Meta(ge=1, le=LARGEST)]
    part: Part
    salt: Bytes16
    text: Annotated[str, msgspec.Meta(max_length=TEXT_AT_MOST)]

    @property
    def fits(self) -> str:
        """The hash that the entry has to hold."""
        return text_hash(raw64(self.salt), self.text)


def text_hash(salt: bytes, text: str) -> str:
    """Return what an entry holds of a text."""
    return b64(sha256(salt + text.encode()))


def texts_in(entry: Entry) -> Mapping[Part, str]:
    """Return the hashes of texts that an entry holds, by their places."""
    found = ((part, getattr(entry, part[1:], None)) for part in PARTS)
    return {part: hash for part, hash in found if hash is not None}


def readers_of(kind: str, part: Part) -> Readers:
    """Return who reads a text of an entry: everybody at once, or its author and the officers until the end."""
    return "public" if (kind, part) in AT_ONCE else "officers"


def may_read(readers: Readers, *, is_author: bool, is_officer: bool, is_over: bool) -> bool:
    """Say whether somebody may read a text; `is_over` once the result is confirmed or the table given up."""
    match readers:
        case "public":
            return True
        case "officers":
            return is_author or is_officer or is_over
        case _:  # a private note
            return is_officer


def note_line(note: Note) -> bytes:
    """Return the line that carries a text."""
    return canonical({"note": msgspec.to_builtins(note)})
