"""Reading a card set: a table of kinds, read strictly; every complaint names file, line and reason."""

from __future__ import annotations

import re
from importlib import resources

from domain.kernel.cards.card_sets import CardSetError, card_set_digest
from tests.harbour.cards import CardSet

COLUMNS = "kind\tworth\tcopies"
_LINE = re.compile(r"([a-z]{2,16})\t([1-9])\t([1-9])")


def parse(text: bytes, name: str = "card set") -> CardSet:
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
    return CardSet(card_set_digest(text), worth, copies)


SHIPPED_TEXT = (resources.files(__package__) / "cards.tsv").read_bytes()
SHIPPED = parse(SHIPPED_TEXT, "cards.tsv")
