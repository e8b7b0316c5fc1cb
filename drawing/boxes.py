"""Rectangles of a picture that know their size and nothing of where they stand: set beside and below each other."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Literal, NamedTuple

from domain.kernel.display.lines import plain


class Box(NamedTuple):
    """A drawing of a size, from its own upper left corner."""

    width: float
    height: float
    svg: str


NONE = Box(0, 0, "")


def number(value: float) -> str:
    """Return a number as short as a drawing needs it: a tenth of a px."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def escaped(text: str) -> str:
    """Return a text as it may stand in XML, without what steers or joins."""
    return escape(plain(text).replace("\ufffe", "").replace("\uffff", ""), quote=False)


def moved(x: float, y: float, svg: str) -> str:
    """Return a drawing at another place."""
    if not svg or (number(x) == "0" and number(y) == "0"):
        return svg
    return f'<g transform="translate({number(x)} {number(y)})">{svg}</g>'


def beside(boxes: Sequence[Box], gap: float, *, align: Literal["top", "middle", "bottom"] = "top") -> Box:
    """Set boxes side by side."""
    if not boxes:
        return NONE
    height = max(box.height for box in boxes)
    share = {"top": 0.0, "middle": 0.5, "bottom": 1.0}[align]
    x, parts = 0.0, []
    for box in boxes:
        parts.append(moved(x, (height - box.height) * share, box.svg))
        x += box.width + gap
    return Box(x - gap, height, "".join(parts))


def below(boxes: Sequence[Box], gap: float, *, centred: bool = False) -> Box:
    """Set boxes below each other."""
    boxes = [box for box in boxes if box.height]
    if not boxes:
        return NONE
    width = max(box.width for box in boxes)
    y, parts = 0.0, []
    for box in boxes:
        parts.append(moved((width - box.width) / 2 if centred else 0, y, box.svg))
        y += box.height + gap
    return Box(width, y - gap, "".join(parts))


def lines_of(boxes: Sequence[Box], room: float, gap: float) -> list[list[Box]]:
    """Return boxes in lines, as many side by side as have room."""
    lines: list[list[Box]] = []
    free = 0.0
    for box in boxes:
        if lines and box.width + gap <= free:
            lines[-1].append(box)
            free -= box.width + gap
        else:
            lines.append([box])
            free = room - box.width
    return lines


def flow(
    boxes: Sequence[Box],
    room: float,
    gap: tuple[float, float],
    *,
    align: Literal["top", "middle", "bottom"] = "top",
    centred: bool = False,
) -> Box:
    """Set boxes side by side, in new lines where there is no more room; `gap` is beside and below."""
    rows = [beside(line, gap[0], align=align) for line in lines_of(boxes, room, gap[0])]
    return below(rows, gap[1], centred=centred)


def wide(box: Box, width: float, *, align: Literal["left", "middle"] = "left") -> Box:
    """Return a box that takes more room than it needs."""
    if align == "middle":
        return Box(width, box.height, moved((width - box.width) / 2, 0, box.svg))
    return Box(max(width, box.width), box.height, box.svg)


def padded(box: Box, by: float, sideways: float | None = None) -> Box:
    """Return a box with free room around it."""
    across = by if sideways is None else sideways
    return Box(box.width + 2 * across, box.height + 2 * by, moved(across, by, box.svg))
