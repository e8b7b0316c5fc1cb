"""The wares: a card set is a table of kinds, read strictly, and named by its digest."""

from __future__ import annotations

import re
from importlib import resources
from typing import Annotated, TypeAlias

import msgspec

from domain.record.canonical import b64, sha256

Card: TypeAlias = Annotated[str, msgspec.Meta(max_length=24)]
COLUMNS = "kind\tworth\tcopies"
_LINE = re.compile(r"([a-z]{2,16})\t([1-9])\t([1-9])")


class CardSetError(ValueError):
    """A card set that cannot be read: file, line and reason."""


class CardSet:
    """The kinds of a game with their worth and number; compared by identity, never encoded."""

    def __init__(self, digest: str, worth: dict[str, int], copies: dict[str, int]) -> None:
        self.digest = digest
        self.worth = worth
        self.copies = copies
        self.kinds = tuple(worth)
        self.cards = tuple([kind for kind, count in copies.items() for _ in range(count)])


def parse(text: bytes, name: str) -> CardSet:
    """Read a card set; raises `CardSetError` naming file, line and reason."""
    worth: dict[str, int] = {}
    copies: dict[str, int] = {}
    try:
        lines = text.decode("ascii").split("\n")
    except UnicodeDecodeError:
        raise CardSetError(f"{name}:1: only ASCII is allowed") from None
    if lines[0] != COLUMNS:
        raise CardSetError(f"{name}:1: the first line names the columns kind, worth, copies")
    if lines.pop() != "":
        raise CardSetError(f"{name}:{len(lines) + 1}: the last line does not end")
    for number, line in enumerate(lines[1:], 2):
        match = _LINE.fullmatch(line)
        if match is None:
            raise CardSetError(f"{name}:{number}: {line!r} is no kind with worth and copies")
        kind = match[1]
        if kind in worth:
            raise CardSetError(f"{name}:{number}: {kind} stands there twice")
        worth[kind], copies[kind] = int(match[2]), int(match[3])
    if sum(copies.values()) < 15:
        raise CardSetError(f"{name}:{len(lines)}: three seats need at least 15 cards")
    return CardSet(b64(sha256(text)), worth, copies)


_TEXT = (resources.files(__package__) / "cards.tsv").read_bytes()
SHIPPED = parse(_TEXT, "cards.tsv")


def kind_of(card: Card) -> Card:
    """Return the kind of a label; a kind and an unknown card stay what they are."""
    return card.partition("#")[0]
