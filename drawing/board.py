"""The whole table: which panel stands where, by the width of the picture alone, and the words around it.

A narrow picture has one column, a wide one lines of panels; where a map lies in the centre, the panels of the seats
stand beside it. What is in the hand of who looks lies at the bottom, larger than all else.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from domain.kernel.display.board import CardPicture, Panel, Picture, Zone
from domain.kernel.display.look import Costume
from drawing.boxes import Box, below, beside, escaped, moved, wide
from drawing.brush import Brush
from drawing.cards import told
from drawing.grid import GAP as GRID_GAP
from drawing.grid import draw_grid
from drawing.panels import Form, clear, draw_panel
from drawing.themes import Theme
from drawing.zones import Saying, Sizes, draw_zones

NARROWEST, WIDEST = 320, 2400  # px
SIZES = {"phone": 360, "page": 768, "wide": 1280}  # names of widths
MARGIN, BETWEEN = 16, 12
MANY = 4  # opponents whose panels are drawn small
_OPENING = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
    'role="img" xml:lang="{language}">'
)
LONGEST = 100_000  # px: a picture that would be higher is refused


class TooLongError(ValueError):
    """A picture would be higher than any reader can show."""


class Caption(NamedTuple):
    """What stands below a picture: where and when, and through whose eyes."""

    left: str = ""
    right: str = ""


NO_CAPTION, ENGLISH = Caption(), Saying()


def svg(
    picture: Picture,
    *,
    theme: Theme = "light",
    costume: Costume,
    width: int = SIZES["wide"],
    caption: Caption = NO_CAPTION,
    saying: Saying = ENGLISH,
    language: str = "en",
) -> str:
    """Return a picture as SVG, the same bytes for the same table.

    Raises `TooLongError` where it would be too high, `ValueError` for a width that no picture has.
    """
    if not NARROWEST <= width <= WIDEST:
        raise ValueError(f"a picture is {NARROWEST} to {WIDEST} px wide, not {width}")
    brush = Brush(theme, costume)
    brush.seats = {panel.seat: panel.label for panel in picture.panels if panel.seat is not None}
    board = _Board(brush, picture, width - 2 * MARGIN, saying)
    parts = [board.heading(), *board.table(), board.prompt(), board.caption(caption)]
    body = below([wide(box, width - 2 * MARGIN) for box in parts], BETWEEN)
    height = round(body.height + 2 * MARGIN)
    if height > LONGEST:
        raise TooLongError(f"the picture would be {height} px high")
    definitions = "".join([brush.definitions[name] for name in sorted(brush.definitions)])
    return "\n".join(
        [
            _OPENING.format(width=width, height=height, language=escape(language)),
            f"<title>{escaped(picture.headline)}</title>",
            f"<desc>{described(picture, saying)}</desc>",
            f"<style>{brush.style()}</style>",
            f"<defs>{definitions}</defs>",
            clear(width, height, brush.colour("table")),
            moved(MARGIN, MARGIN, body.svg),
            "</svg>",
            "",
        ]
    )


class _Board:
    def __init__(self, brush: Brush, picture: Picture, room: float, saying: Saying) -> None:
        self.brush, self.picture, self.room, self.saying = brush, picture, room, saying
        centre = next((place for place, panel in enumerate(picture.panels) if panel.role == "centre"), None)
        panels = picture.panels
        self.across = panels if centre is None else panels[:centre]
        self.centre = None if centre is None else panels[centre]
        self.near = () if centre is None else panels[centre + 1 :]
        self.narrow, self.sideways = room < 600, room >= 900
        self.maps = [] if self.centre is None else [zone for zone in self.centre.zones if zone.kind == "grid"]

    def heading(self) -> Box:
        brush, room = self.brush, self.room
        size = 19 if self.narrow else 23
        parts = [
            brush.paragraph(
                self.picture.headline, size, room, fill=brush.colour("ink"), weight=brush.heavy, voice="display"
            )
        ]
        parts += [brush.paragraph(text, 13, room, fill=brush.colour("ink2")) for text in self.picture.banner]
        return below(parts, 4)

    def table(self) -> list[Box]:
        """Return the panels, from the top of the picture to the bottom."""
        if self.maps and not self.narrow:
            return self._around_the_map()
        return [*self._opponents(), *self._middle(), *[self._near(panel) for panel in self.near]]

    def _opponents(self) -> list[Box]:
        """Draw those across the table in lines of equal panels: five of many, small and in two columns on a phone."""
        if not self.across:
            return []
        count, many = len(self.across), len(self.across) > MANY - 1
        most = (2 if many else 1) if self.narrow else 5 if self.room > 900 else 3
        lines = -(-count // most)
        abreast = -(-count // lines)
        each = (self.room - BETWEEN * (abreast - 1)) / abreast
        if count == 1 and not self.narrow:
            return [self._panel(self.across[0], self.room, Form(Sizes(64, 56, thin=False), sideways=self.sideways))]
        size = 44.0 if many or each < 330 else 56
        form = Form(Sizes(size, min(size, 48), thin=True, signs=many and each <= 240), small=many or each < 240)
        return [
            beside(self._level(self.across[start : start + abreast], each, form), BETWEEN)
            for start in range(0, count, abreast)
        ]

    def _level(self, panels: Sequence[Panel], each: float, form: Form) -> list[Box]:
        """Draw panels of one line, all as high as the highest."""
        drawn = [self._panel(panel, each, form) for panel in panels]
        height = max(box.height for box in drawn)
        return [self._panel(panel, each, form, height=height) for panel in panels]

    def _panel(self, panel: Panel, room: float, form: Form, *, height: float | None = None) -> Box:
        zones = [zone for zone in panel.zones if zone.kind != "grid"]
        return draw_panel(self.brush, panel, room, form, self.saying, zones, height=height)

    def _middle(self) -> list[Box]:
        """Draw the centre without a frame, and a map below it."""
        if self.centre is None:
            return []
        size = 64.0 if self.narrow else 88
        form = Form(Sizes(size, size, thin=False), sideways=self.sideways, framed=False, small=self.narrow)
        drawn = [self._panel(self.centre, self.room, form)]
        return drawn + [self._map(zone, self.room) for zone in self.maps]

    def _map(self, zone: Zone, room: float) -> Box:
        columns, rows = zone.size or (1, 1)
        square = min((room - GRID_GAP) / columns - GRID_GAP, 100, max(64, 620 / rows))
        near = self.near[0].seat if self.near else None
        drawn = draw_grid(self.brush, zone, square, self.saying.face_down, near)
        return wide(drawn, room, align="middle")

    def _near(self, panel: Panel) -> Box:
        """Draw the panel at the bottom; hands below the board, large."""
        own = panel.role == "own"
        card, hand = (52.0, 64.0 if own else 44.0) if self.narrow else (72.0, 96.0 if own else 64.0)
        form = Form(Sizes(card if self.sideways else min(card, 64), hand, thin=self.narrow), sideways=self.sideways)
        hands = [zone for zone in panel.zones if zone.kind == "hand"]
        if not own or not hands or len(hands) == len(panel.zones):
            return self._panel(panel, self.room, form)
        return draw_panel(
            self.brush, panel, self.room, form, self.saying,
            [zone for zone in panel.zones if zone.kind not in ("hand", "grid")], hands=hands,
        )  # fmt: skip

    def _around_the_map(self) -> list[Box]:
        """Draw a map with the panels of the seats beside it: on both sides where there is room, else on the left."""
        (zone, *others) = self.maps
        columns, _ = zone.size or (1, 1)
        both = self.room >= 1100
        square = 96.0 if both else 84.0
        middle = columns * (square + GRID_GAP) + GRID_GAP
        side = (self.room - middle - (2 if both else 1) * BETWEEN) / (2 if both else 1)
        form = Form(Sizes(64, 56, thin=False))
        across = below([self._panel(panel, side, form) for panel in self.across], BETWEEN)
        field = self._field(side)
        near = below([self._beside_map(panel, side, form) for panel in self.near], BETWEEN)
        maps = below([self._map(one, middle) for one in (zone, *others)], BETWEEN)
        if both:
            line = beside([wide(across, side), maps, wide(below([near, field], BETWEEN), side)], BETWEEN)
        else:
            line = beside([wide(below([across, field, near], BETWEEN), side), maps], BETWEEN)
        return [line, *[self._hand(panel) for panel in self.near if panel.role == "own"]]

    def _beside_map(self, panel: Panel, side: float, form: Form) -> Box:
        if panel.role != "own":
            return self._panel(panel, side, form)
        zones = [zone for zone in panel.zones if zone.kind not in ("hand", "grid")]
        return draw_panel(self.brush, panel, side, form, self.saying, zones)

    def _field(self, side: float) -> Box:
        assert self.centre is not None
        return self._panel(self.centre, side, Form(Sizes(64, 64, thin=False), framed=False))

    def _hand(self, panel: Panel) -> Box:
        hands = [zone for zone in panel.zones if zone.kind == "hand"]
        return draw_zones(self.brush, hands, Sizes(96, 96, thin=False), self.room, self.saying)

    def prompt(self) -> Box:
        brush = self.brush
        if self.picture.prompt is None:
            return Box(0, 0, "")
        text = brush.paragraph(self.picture.prompt, 16, self.room - 24, fill=brush.colour("ink"), weight=600)
        dot = f'<path d="M5 3a5 5 0 1 1 0 10a5 5 0 1 1 0-10z" fill="{brush.colour("accent")}"/>'
        return beside([Box(10, 16, moved(0, 3, dot)), text], 10)

    def caption(self, caption: Caption) -> Box:
        brush = self.brush
        drawn = [brush.line(text, 12, fill=brush.colour("ink2"), room=self.room) for text in caption if text]
        if len(drawn) == 2 and drawn[0].width + drawn[1].width + 24 <= self.room:
            return Box(self.room, drawn[0].height, drawn[0].svg + moved(self.room - drawn[1].width, 0, drawn[1].svg))
        return below(drawn, 2)


def described(picture: Picture, saying: Saying) -> str:
    """Return the whole table in words, escaped, for who cannot see the picture."""
    lines = [picture.headline, *picture.banner]
    for panel in picture.panels:
        numbers = [f"{one.label} {one.value}" + (f"/{one.of}" if one.of is not None else "") for one in panel.counters]
        head = ", ".join([panel.label, *[badge.text for badge in panel.badges], *numbers])
        lines.append(f"{head}.")
        lines += [_zone_described(zone, saying) for zone in panel.zones]
    if picture.prompt:
        lines.append(picture.prompt)
    return "\n".join([escaped(line) for line in lines])


def _zone_described(zone: Zone, saying: Saying) -> str:
    shown = [zone.cards[0]] if zone.kind == "pile" and zone.cards else list(zone.cards)
    cards = [_card_described(card, saying) for card in shown]
    count = "" if zone.count is None else f" ({zone.count})"
    return f"{zone.label}{count}: {', '.join(cards) or saying.empty}"


def _card_described(card: CardPicture, saying: Saying) -> str:
    said = told(card, saying.face_down)
    return f"{card.id} {said}" if card.kind == "tile" and card.id else said
