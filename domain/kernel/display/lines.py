"""Lines of text on a terminal: measured, cut, broken and set side by side by what they occupy, not by characters.

Colour codes occupy nothing and wide characters two columns, so everything here works on painted and on plain lines.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Literal, TypeAlias

from wcwidth import clip, ljust, width, wrap

Style: TypeAlias = Literal["strong", "faint", "good", "warning", "turn"]

_CODES: dict[Style, str] = {"strong": "1", "faint": "2", "good": "1;32", "warning": "33", "turn": "1;36"}  # ANSI SGR


class Ink:
    """Paints text with ANSI colours, or leaves it as it is."""

    def __init__(self, *, colour: bool) -> None:
        self._colour = colour

    def __call__(self, style: Style | None, text: str) -> str:
        """Return the text in this style."""
        if style is None or not self._colour:
            return text
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m"


_STEERING = ("Cc", "Cs", "Zl", "Zp")  # Unicode's general categories: controls, halves of characters, breaks
_TURNING = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")  # of its bidirectional algorithm (UAX #9)
_MARKS_OF_DIRECTION = "\u061c\u200e\u200f"


def steers(mark: str) -> bool:
    """Say whether a character steers a terminal, breaks a line, or turns the direction of what follows it."""
    return (
        unicodedata.category(mark) in _STEERING
        or unicodedata.bidirectional(mark) in _TURNING
        or mark in _MARKS_OF_DIRECTION
    )


def seen(mark: str) -> bool:
    """Say whether a character shows something by itself: no space, nothing that only joins or shapes others."""
    return not mark.isspace() and unicodedata.category(mark) not in ("Cf", "Mn", "Me")


def plain(text: str) -> str:
    """Return the text without what steers or joins: a label has no say over the terminal nor its widths."""
    return "".join([_plain(mark) for mark in text])


def _plain(mark: str) -> str:
    if steers(mark):
        return " " if mark.isspace() else ""
    return "" if unicodedata.category(mark) == "Cf" else mark


def fit(line: str, columns: int) -> str:
    """Return the line, cut with an ellipsis if it is wider than `columns`."""
    if width(line) <= columns:
        return line
    return f"{clip(line, 0, columns - 1)}…" if columns > 0 else ""


def pad(line: str, columns: int) -> str:
    """Return the line cut or filled with spaces to exactly `columns`."""
    return ljust(fit(line, columns), columns)


def broken(text: str, columns: int, *, indent: int = 0) -> list[str]:
    """Break a text into lines; those after the first are indented."""
    return wrap(text, max(columns, 1), subsequent_indent=" " * min(indent, max(columns - 1, 0)), term_program=False)


def flowed(pieces: Iterable[str], columns: int, *, gap: int = 2, first: str = "", indent: int = 0) -> list[str]:
    """Set pieces side by side after `first`; where a line is full the next one begins, indented."""
    lines = [first]
    fresh = True  # nothing stands on the last line but `first` or the indent
    for piece in pieces:
        joined = f"{lines[-1]}{'' if fresh else ' ' * gap}{piece}"
        if not fresh and width(joined) > columns:
            lines.append(" " * indent + piece)
        else:
            lines[-1] = joined
        fresh = False
    return lines


def beside(blocks: Sequence[Sequence[str]], columns: int, gap: int) -> list[str]:
    """Set blocks of lines next to each other, each `columns` wide."""
    rows = zip_longest(*blocks, fillvalue="")
    return [(" " * gap).join([pad(line, columns) for line in row]).rstrip() for row in rows]
