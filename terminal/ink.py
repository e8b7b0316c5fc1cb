"""Lines that the kernel painted, as Textual shows them: each of the kernel's styles in the colours of the theme."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import get_args

from textual.content import Content

from domain.kernel.display.lines import Ink, Style

LOOKS: dict[Style, str] = {  # in Textual's words; no meaning is carried by colour alone
    "strong": "bold",
    "faint": "dim",
    "good": "bold $text-success",
    "warning": "$text-warning",
    "turn": "bold $text-accent",
}
PAINT = Ink(colour=True)  # what lines for the panes are painted with
_CODE = re.compile("\x1b\\[([0-9;]*)m")
_LOOK_OF = {_CODE.match(PAINT(style, "x"))[1]: LOOKS[style] for style in get_args(Style)}  # type: ignore[index]


def content_of(lines: Iterable[str]) -> Content:
    """Return painted lines as one text for a widget."""
    return Content("\n").join([_line(line) for line in lines])


def _line(line: str) -> Content:
    """Return one line: its text between codes, each piece in the style of the code before it."""
    if "\x1b" not in line:
        return Content(line)
    codes = [*_CODE.finditer(line)]
    pieces: list[Content | tuple[str, str]] = [Content(line[: codes[0].start()])]
    for code, following in pairwise([*codes, None]):
        assert code is not None, "only the last one is none"
        text = line[code.end() : None if following is None else following.start()]
        pieces.append((text, _LOOK_OF.get(code[1], "")))
    return Content.assemble(*pieces)
