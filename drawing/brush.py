"""What everything is drawn with: the colours of a theme, the type of a costume, the signs, and the patterns of tones.

What is drawn more than once (signs, patterns, outlines) is said once at the head of the picture; the brush remembers
what was used. Names there begin with a digest of theme and costume, so that several pictures can stand in one page.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from zlib import crc32

from domain.kernel.display.lines import plain
from domain.kernel.display.look import Costume, Role, Tone
from domain.kernel.seats import Seat
from drawing.boxes import Box, below, escaped, number
from drawing.lettering import Voice, balanced, fitted, measured, stretch_of, wrapped
from drawing.themes import Theme, mixed, shades

_SANS = '"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","Liberation Sans",Arial,"DejaVu Sans"'
_JAPANESE = '"Hiragino Sans","Yu Gothic UI","Noto Sans CJK JP","Noto Sans JP",Meiryo,sans-serif'
_NARROW = '"Avenir Next Condensed","Roboto Condensed","Arial Narrow","Liberation Sans Narrow","DejaVu Sans Condensed"'
FAMILIES = {
    "plain": f"{_SANS},{_JAPANESE}",
    "serif": '"Iowan Old Style","Palatino Linotype",Palatino,"Noto Serif","Liberation Serif","DejaVu Serif",'
    '"Hiragino Mincho ProN","Yu Mincho","Noto Serif CJK JP",serif',
    "round": f'ui-rounded,"SF Pro Rounded","Arial Rounded MT Bold",{_SANS},{_JAPANESE}',
    "narrow": f"{_NARROW},{_JAPANESE}",
    "technical": '"DIN Alternate",Bahnschrift,"Roboto Mono","Liberation Mono",Menlo,Consolas,"DejaVu Sans Mono",'
    '"Noto Sans CJK JP",monospace',
}
LEADING = 1.37  # of a line, times its size
_CONDENSED = "font-stretch:condensed;"  # where a family has such a face under its own name
_CLASSES: dict[Voice, str] = {"body": "b", "display": "d", "narrow": "n", "rank": "r"}
_HEAVY = {"plain": 700, "serif": 700, "round": 800, "narrow": 800, "technical": 700}  # of ranks and headings
_SYMBOL = re.compile(r'<symbol id="([\w-]+)" viewBox="0 0 (\d+) \d+"><title>([^<]*)</title>(.*?)</symbol>')

_PATTERNS: dict[Tone, tuple[int, int, str]] = {  # width, height and drawing of what a band repeats
    "red": (5, 5, '<path d="M-1 6L6-1M-1 1L1-1M4 6L6 4" stroke-width="2"/>'),
    "orange": (8, 5, '<path d="M0 5L4 1L8 5" stroke-width="2"/>'),
    "yellow": (6, 5, '<circle cx="3" cy="2.5" r="1.6" fill="{tone}" stroke="none"/>'),
    "green": (5, 5, '<path d="M1.5 0V5" stroke-width="2"/>'),
    "teal": (5, 4, '<path d="M1 0V4M0 1H5" stroke-width="1.4"/>'),
    "blue": (5, 5, '<path d="M-1-1L6 6M-1 4L1 6M4-1L6 1" stroke-width="2"/>'),
    "violet": (9, 5, '<path d="M0 2.5H7" stroke-width="5"/>'),
    "slate": (5, 5, '<path d="M0 2.5H5" stroke-width="5"/>'),
}


@cache
def drawings() -> dict[str, tuple[int, str, str]]:
    """Return every sign by its name: the size of its grid, how it is drawn in words, its drawing."""
    text = (resources.files("drawing") / "signs.svg").read_text("utf-8")
    return {name: (int(size), how, drawing) for name, size, how, drawing in _SYMBOL.findall(text)}


class Brush:
    """Draws texts and signs in one theme and one costume."""

    def __init__(self, theme: Theme, costume: Costume) -> None:
        self.theme = theme
        self.costume = costume
        self.shades = shades(theme, costume)
        self.definitions: dict[str, str] = {}
        self.seats: dict[Seat, str] = {}  # what they are called at the table that is drawn
        told = repr((sorted(self.shades.items()), costume.voice, costume.corner, costume.cut, costume.back))
        self.prefix = f"m{crc32(told.encode()):08x}"
        self.heavy = _HEAVY[costume.voice]

    def colour(self, role: Role) -> str:
        """Return the colour for a purpose."""
        return self.shades[role]

    def face(self, tone: Tone) -> str:
        """Return the colour of a face: with a little of its tone, where the costume says so."""
        if not self.costume.tint or self.theme == "print":
            return self.colour("face")
        return mixed(self.colour(tone), self.colour("face"), self.costume.tint)

    def define(self, name: str, element: str) -> str:
        """Say something once at the head of the picture, with `{id}` for its name; return the name."""
        full = f"{self.prefix}-{name}"
        self.definitions.setdefault(full, element.replace("{id}", full))
        return full

    def measured(self, text: str, size: float, weight: int = 400, voice: Voice = "body") -> float:
        """Return how wide a text is in px."""
        return measured(plain(text), size, weight, stretch_of(voice, self.costume.voice))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        fill: str,
        weight: int = 400,
        voice: Voice = "body",
        anchor: str = "start",
        room: float | None = None,
        more: str = "",
    ) -> str:
        """Draw a line of text on the base line `y`; where it is given `room`, smaller or cut if it has to be."""
        shown = plain(text)
        if room is not None:
            shown, size = fitted(shown, size, room, weight, stretch_of(voice, self.costume.voice))
        where = "" if anchor == "start" else f' text-anchor="{anchor}"'
        bold = "" if weight == 400 else f' font-weight="{weight}"'
        return (
            f'<text class="{_CLASSES[voice]}" x="{number(x)}" y="{number(y)}" font-size="{number(size)}"'
            f'{bold}{where}{more} fill="{fill}">{escaped(shown)}</text>'
        )

    def line(
        self, text: str, size: float, *, fill: str, weight: int = 400, voice: Voice = "body", room: float | None = None
    ) -> Box:
        """Return a line of text as a box."""
        wide = self.measured(text, size, weight, voice)
        wide = wide if room is None else min(wide, room)
        drawn = self.text(0, size, text, size, fill=fill, weight=weight, voice=voice, room=room)
        return Box(wide, size * 1.25, drawn)

    def paragraph(
        self,
        text: str,
        size: float,
        room: float,
        *,
        fill: str,
        weight: int = 400,
        voice: Voice = "body",
        even: bool = False,
        most: int | None = None,
    ) -> Box:
        """Return a text in as many lines as it needs; `even` makes them about as long, `most` cuts what is more."""
        breaking = balanced if even else wrapped
        lines = breaking(plain(text), size, room, weight, stretch_of(voice, self.costume.voice))
        if most is not None and len(lines) > most:
            lines = [*lines[: most - 1], f"{lines[most - 1].rstrip('.,;')}…"]
        drawn = [self.line(line, size, fill=fill, weight=weight, voice=voice, room=room) for line in lines]
        return below(drawn, size * (LEADING - 1.25))

    def sign(self, name: str, x: float, y: float, size: float, fill: str, cut: str = "none") -> str:
        """Draw a sign in a square; what is cut out of it shows the colour `cut`."""
        grid, _, drawing = drawings()[name]
        drawing = (
            drawing.replace('class="cutline"', f'fill="none" stroke="{cut}" stroke-width="1.7"')
            .replace('class="cut"', f'fill="{cut}"')
            .replace('class="gl dash"', 'fill="none" stroke="currentColor" stroke-width="1.2" stroke-dasharray="5 5"')
            .replace('class="gl"', 'fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round"')
            .replace('class="gf"', 'fill="currentColor" opacity="0.75"')
        )
        shown = name if cut == "none" or "cut" not in drawings()[name][2] else f"{name}-{cut[1:]}"
        symbol = self.define(
            shown, f'<symbol id="{{id}}" viewBox="0 0 {grid} {grid}"><g fill="currentColor">{drawing}</g></symbol>'
        )
        return (
            f'<use href="#{symbol}" x="{number(x)}" y="{number(y)}" width="{number(size)}" height="{number(size)}" '
            f'color="{fill}" fill="{fill}"/>'
        )

    def pattern(self, tone: Tone, colour: str) -> str:
        """Return what fills the band of a tone."""
        wide, high, drawing = _PATTERNS[tone]
        name = self.define(
            f"p-{tone}-{colour[1:]}",
            f'<pattern id="{{id}}" width="{wide}" height="{high}" patternUnits="userSpaceOnUse">'
            f'<g stroke="{colour}" fill="none">{drawing.replace("{tone}", colour)}</g></pattern>',
        )
        return f"url(#{name})"

    def style(self) -> str:
        """Return the type of the picture: four voices."""
        own = FAMILIES[self.costume.voice]
        narrow = self.costume.voice == "narrow"
        spacing = f"letter-spacing:.02em;{_CONDENSED}" if narrow else ""
        slant = f"font-style:italic;{_CONDENSED}" if narrow else ""
        return (
            f"text{{font-variant-numeric:lining-nums tabular-nums}}.b{{font-family:{FAMILIES['plain']}}}"
            f".n{{font-family:{FAMILIES['narrow']};{_CONDENSED}}}.d{{font-family:{own};{spacing}}}.r{{font-family:{own};{slant}}}"
        )
