"""Lines of text on a terminal: measured, cut, broken and set side by side by what they occupy, not by characters.

Colour codes occupy nothing and wide characters two columns, so everything here works on painted and on plain lines.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
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
_NEVER_FIRST = (
    "、。，．・：；！？）」』》】〕…ーぁぃぅぇぉっゃゅょァィゥェォッャュョ)]},.;:!?×"  # on a line (JIS X 4051)
)
_NEVER_LAST = "（「『《【〔([{"
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
    if text.isascii() and text.isprintable():  # nearly every text, and none of its characters steers
        return text
    return "".join([_plain(mark) for mark in text])


@lru_cache(maxsize=4096)  # marks: those of a language and more; a hostile label pushes out others, no more
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
    columns = max(columns, 1)
    margin = " " * min(indent, columns - 1)
    if width(text) == len(text) or "\x1b" in text:
        return wrap(text, columns, subsequent_indent=margin, term_program=False)
    return _broken_anywhere(text, columns, margin)


def _broken_anywhere(text: str, columns: int, margin: str) -> list[str]:
    """Break a text of a language without spaces, but before no mark that closes and after none that opens."""
    lines: list[str] = []
    line, gap = "", ""
    for piece in pieces(text):
        if piece.isspace():
            gap = piece
            continue
        if line.strip() and width(line + gap + piece) > columns:
            lines.append(line)
            line, gap = margin, ""
        line, gap = line + gap + piece, ""
        while width(line) > columns and len(line.strip()) > 1:  # a word that is longer than a line
            room = _room(line, columns)
            lines.append(line[:room])
            line = margin + line[room:]
    return [*lines, line]


def _room(line: str, columns: int) -> int:
    """Return how many characters of a line have room in so many columns: one behind its spaces in any case."""
    room = len(line) - len(line.lstrip()) + 1
    while width(line[: room + 1]) <= columns:
        room += 1
    return room


def pieces(text: str) -> list[str]:
    """Return the parts between which a line may end: words, spaces, and wide characters with the marks beside them."""
    found: list[str] = []
    for mark in text:
        if found and _belongs(found[-1][-1], mark):
            found[-1] += mark
        else:
            found.append(mark)
    return found


def _belongs(last: str, mark: str) -> bool:
    """Say whether no line may end between two characters."""
    if last.isspace() or mark.isspace():
        return last.isspace() and mark.isspace()
    return mark in _NEVER_FIRST or last in _NEVER_LAST or width(last + mark) < 3


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
