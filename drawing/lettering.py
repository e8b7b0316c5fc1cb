"""How much room a text takes, and how it is made to fit: measured by a wide typeface, so that others have more room.

A picture names families that most machines have and carries no font, so what is really used is not known here. The
widths are those of DejaVu Sans, the widest of the families named; a narrower one leaves a little air.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from wcwidth import width

from domain.kernel.display.lines import pieces

Voice: TypeAlias = Literal["body", "display", "narrow", "rank"]

_WIDTHS = (  # thousandths of an em, of the characters from the space to the tilde
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337,
    636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531,
    1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787,
    603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500,
    500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,
    635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
)  # fmt: skip
_OTHER = 700  # of any other narrow character
_WIDE = 1000  # of an East Asian one
_FROM = 600  # weights from here on are bold
_BOLD = 1.13  # the bold face beside the regular one
MONOSPACED = 0.0  # stands for a type whose characters are all as wide
_COLUMN = 0.61  # em, of one of them
_STRETCH = {
    "plain": 1.0,
    "serif": 1.04,
    "round": 1.0,
    "narrow": 0.9,
    "technical": MONOSPACED,
}  # of a costume's own type
_SMALLEST = 0.8  # how far a text is made smaller before it is cut


@lru_cache(maxsize=4096)  # texts of a board, which come again with each picture
def measured(text: str, size: float, weight: int = 400, stretch: float = 1.0) -> float:
    """Return the width of a text in px."""
    if stretch == MONOSPACED:
        return _COLUMN * width(text) * size
    thousandths = sum([_advance(mark) for mark in text])
    return thousandths / 1000 * size * stretch * (_BOLD if weight >= _FROM else 1.0)


def _advance(mark: str) -> int:
    if " " <= mark <= "~":
        return _WIDTHS[ord(mark) - 32]
    columns = width(mark)
    return _WIDE if columns == 2 else _OTHER if columns == 1 else 0


def stretch_of(voice: Voice, own: str) -> float:
    """Return how wide a voice is, where a costume speaks in its own."""
    if voice == "narrow":
        return 0.9
    return 1.0 if voice == "body" else _STRETCH[own]


def fitted(text: str, size: float, room: float, weight: int = 400, stretch: float = 1.0) -> tuple[str, float]:
    """Return a text and a size that have room: a little smaller first, then cut with an ellipsis."""
    full = measured(text, size, weight, stretch)
    if full <= room:
        return text, size
    if full * _SMALLEST <= room:
        return text, size * room / full
    size *= _SMALLEST
    while text and measured(text + "…", size, weight, stretch) > room:
        text = text[:-1].rstrip()
    return text + "…", size


def balanced(text: str, size: float, room: float, weight: int = 400, stretch: float = 1.0) -> list[str]:
    """Break a text into as few lines as have room, all about as long."""
    lines = wrapped(text, size, room, weight, stretch)
    while len(lines) > 1:
        closer = wrapped(text, size, room - size / 2, weight, stretch)
        if len(closer) > len(lines) or any(line.endswith("…") for line in closer):
            break
        lines, room = closer, room - size / 2
    return lines


def wrapped(text: str, size: float, room: float, weight: int = 400, stretch: float = 1.0) -> list[str]:
    """Break a text into lines that have room; a word that has none is cut."""
    lines: list[str] = []
    line, gap = "", ""
    for piece in pieces(text):
        if piece.isspace():
            gap = " "
            continue
        if line and measured(line + gap + piece, size, weight, stretch) > room:
            lines.append(line)
            line, gap = "", ""
        line, gap = line + gap + piece, ""
    if line:
        lines.append(line)
    return [fitted(line, size, room, weight, stretch)[0] for line in lines]
