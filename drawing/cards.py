"""A card at any width: index, motif, names, marks, band; a back; the label of a kind of cards.

The index (rank over suit) keeps to the left edge, so that a fanned hand stays readable at 24 px of each card. What is
shown depends on the width alone: below 55 px no title and no marks where there is a name, from 80 px title and rule.
"""

from __future__ import annotations

from domain.kernel.display.board import CardPicture
from domain.kernel.display.look import Look, Mark, shortened
from drawing.boxes import Box, beside, escaped, moved, number
from drawing.brush import LEADING, Brush
from drawing.themes import mixed

HIGH = 1.4  # times its width
SMALL, LARGE = 55, 80  # px: below, no suit; from here on, title and rule
RING = 4  # px between a card and the ring around one that can be used


def look_of(card: CardPicture) -> Look:
    """Return a card's look; of one that has none, its name."""
    name = card.name or card.face
    return card.look or Look(title=name, short=shortened(name))


def told(card: CardPicture, face_down: str) -> str:
    """Return a card as it is read aloud."""
    if card.back and not card.name:
        return face_down
    marks = () if card.look is None else card.look.marks
    return ", ".join([card.name or card.face, *(mark.say for mark in marks)])


def named(svg: str, name: str) -> str:
    """Return a drawing that has a name for who cannot see it."""
    return f"<g><title>{escaped(name)}</title>{svg}</g>" if name else f"<g>{svg}</g>"


class Face:
    """One open card of a width: the parts of a look, each where it belongs."""

    def __init__(self, brush: Brush, card: CardPicture, width: float, free: float | None = None) -> None:
        self.brush = brush
        self.free = width if free is None else min(free, width)  # px at the left that no other card covers
        self.look = look_of(card)
        self.width, self.height = width, width * HIGH
        dim = card.lit is False
        self.face = brush.colour("dim-face") if dim else brush.face(self.look.tone)
        self.ink = brush.colour("dim-ink") if dim else brush.colour("face-ink")
        self.tone = brush.colour("dim-ink") if dim else brush.colour(self.look.tone)
        self.edge = brush.colour("edge")
        self.band = 4.0 if width < SMALL else 5.0
        self.ghost = brush.costume.ghost and bool(self.look.rank) and width >= SMALL
        self.rank_size = width * (0.3 if brush.costume.voice == "technical" else 0.42)
        self.named = bool(self.look.title or self.look.short)
        self.marked = bool(self.look.marks) and (width >= SMALL or not self.named)

    def draw(self, *, lit: bool, tight: bool) -> str:
        """Return the whole card."""
        brush, width, height = self.brush, self.width, self.height
        clip = brush.define(
            f"f{number(width)}", f'<clipPath id="{{id}}"><path d="{outline(brush, width, height)}"/></clipPath>'
        )
        inside = [f'<path d="{outline(brush, width, height)}" fill="{self.face}"/>', *self._art(), self._band()]
        parts = [
            shadow(brush, width, height),
            f'<g clip-path="url(#{clip})">{"".join(inside)}</g>',
            f'<path d="{outline(brush, width, height)}" fill="none" stroke="{self.edge}"/>',
            *self._index(),
            *self._names(),
            *self._marks(),
        ]
        if lit:
            parts.append(ring(brush, width, height, tight=tight))
        return "".join(parts)

    def _band(self) -> str:
        fill = self.brush.pattern(self.look.tone, self.tone)
        return (
            f'<g transform="translate(0 {number(self.height - self.band)})"><path fill="{fill}" '
            f'd="M0 0H{number(self.width)}V{number(self.band)}H0z"/></g>'
        )

    def _art(self) -> list[str]:
        """Draw the large motif: at the lower right below a rank, faint where it is a ghost, else in the middle."""
        look, width = self.look, self.width
        if look.art is None:
            return []
        if not look.rank:
            size = width * (0.38 if look.lines and width >= LARGE else 0.5)
            top = width * (0.1 if look.lines and width >= LARGE else 0.2)
            second = size * 0.6 if look.against else 0
            left = (width - size - second) / 2
            return [self._motif(look.art, left, top, size), *self._second(left + size, top + size * 0.4, second)]
        if width < SMALL:
            size = width * (0.44 if self.named else 0.5)
            left = width * 0.93 - size
            top = self.height - self.band - (15 if self.named else 13 if self.marked else width * 0.04) - size
            return [self._motif(look.art, left, top, size), *self._second(width * 0.06, top + size * 0.4, size * 0.55)]
        size = width * (0.76 if self.ghost else 0.54)
        left = width * (1.14 if self.ghost else 0.91) - size
        below = 0.0 if not self.named else 32 if width >= LARGE else 15
        below += 15 if self.marked else 0
        top = self.height - self.band - (below or width * 0.1) - size
        art = self._motif(look.art, left, top, size)
        return [f'<g opacity="0.3">{art}</g>' if self.ghost else art]

    def _motif(self, name: str, x: float, y: float, size: float) -> str:
        return self.brush.sign(name, x, y, size, self.tone, self.face)

    def _second(self, x: float, y: float, size: float) -> list[str]:
        return [self._motif(self.look.against, x, y, size)] if self.look.against and size else []

    def _index(self) -> list[str]:
        look, width, brush = self.look, self.width, self.brush
        if not look.rank:
            return []
        left, top = width * 0.08, width * 0.06
        wide = brush.measured(look.rank, self.rank_size, brush.heavy, "rank")
        room = max(left, min(width * 0.66, self.free - left - 1))  # a value is never cut: it gets smaller
        size = self.rank_size * min(1.0, room / wide)
        base = top + self.rank_size * 0.8
        parts = [brush.text(left, base, look.rank, size, fill=self.tone, weight=brush.heavy, voice="rank")]
        if width >= SMALL:
            suits: tuple[str, ...] = look.suit or ((look.art,) if look.art else ())
            size = width * (0.22 if len(suits) < 2 else 0.15)
            y = top + self.rank_size + width * 0.03
            for place, suit in enumerate(suits):  # two in a line
                parts.append(self._motif(suit, left + place % 2 * size * 1.15, y + place // 2 * size * 1.15, size))
            y += -(-len(suits) // 2) * size * 1.15
            parts += self._second(left, y, size * 0.8)
        return parts

    def tells(self, text: str) -> bool:
        """Say whether a text stands on the card as its rule."""
        if text != " ".join(self.look.lines) or self.free < LARGE or self.look.rank:
            return False
        return "…" not in "".join(self._rule(self._rule_top()))

    def _rule_top(self) -> float:
        return self.width * (0.54 if self.look.art else 0.12)

    def _names(self) -> list[str]:
        """Write the title on a large card, and what it says if it has no rank; the short name on a small one."""
        look, width, brush = self.look, self.width, self.brush
        if not self.named:
            return []
        middle, floor = self.free / 2, self.height - self.band - (18 if self.marked else 0)
        if self.free < LARGE:
            size = 10 if width < SMALL else 11
            return [
                brush.text(
                    middle, floor - 5, look.short or look.title, size,
                    fill=self.ink, weight=600, voice="narrow", anchor="middle", room=self.free - 6,
                )
            ]  # fmt: skip
        if look.lines and not look.rank:
            return self._rule(self._rule_top())
        title = brush.paragraph(look.title, 12.5, width - 10, fill=self.ink, weight=600, voice="narrow", even=True)
        if title.height > 34:
            title = brush.paragraph(look.title, 11, width - 8, fill=self.ink, weight=600, voice="narrow", even=True)
        return [centred(title, middle, floor - 6 - title.height)]

    def _rule(self, top: float) -> list[str]:
        """Write the title and the rule below it, smaller if it has to be, at last with an ellipsis."""
        brush, width = self.brush, self.width
        title = brush.paragraph(self.look.title, 12.5, width - 10, fill=self.ink, weight=600, voice="narrow", even=True)
        y = top + title.height + 3
        room = self.height - self.band - 3 - y
        rule = brush.paragraph(" ".join(self.look.lines), 11, width - 10, fill=self.ink, voice="narrow", even=True)
        for size in (10.0, 9.0):
            if rule.height > room:
                most = None if size > 9 else max(1, int(room / (size * LEADING)))
                rule = brush.paragraph(
                    " ".join(self.look.lines), size, width - 10, fill=self.ink, voice="narrow", even=True, most=most
                )
        return [centred(title, width / 2, top), centred(rule, width / 2, y)]

    def _marks(self) -> list[str]:
        if not self.marked:
            return []
        size = 13 if self.width >= LARGE else 11
        row = marks_row(self.brush, self.look.marks, size, self.ink, room=self.width - 6)
        left = (self.width - row.width) / 2 if self.named else self.width * 0.08
        return [moved(left, self.height - self.band - 3 - row.height, row.svg)]


def centred(box: Box, middle: float, top: float) -> str:
    """Return a paragraph with each of its lines around a middle."""
    drawn = box.svg.replace("<text ", '<text text-anchor="middle" ')
    return moved(middle, top, drawn)


def marks_row(brush: Brush, marks: tuple[Mark, ...], size: float, ink: str, *, room: float) -> Box:
    """Return marks side by side, as many as have room."""
    drawn: list[Box] = []
    for mark in marks:
        one = _mark(brush, mark, size, ink)
        if drawn and sum(box.width + 2 for box in drawn) + one.width > room:
            break
        drawn.append(one)
    gap = 4.0
    if len(drawn) > 1:
        gap = min(8.0, max(2.0, (room - sum(box.width for box in drawn)) / (len(drawn) - 1)))
    return beside(drawn, gap)


def _mark(brush: Brush, mark: Mark, size: float, ink: str) -> Box:
    """Draw an icon and its text; what is below its printed value is underlined, what is above it overlined."""
    sign = brush.sign(mark.icon, 0, size * 0.22, size * 0.82, ink)
    wide = brush.measured(mark.text, size, 700, "narrow")
    parts = [sign, brush.text(size * 0.95, size, mark.text, size, fill=ink, weight=700, voice="narrow")]
    if mark.change:
        y = size + 1.5 if mark.change < 0 else size * 0.12
        line = f"M{number(size * 0.95)} {number(y)}h{number(wide)}"
        parts.append(f'<path d="{line}" stroke="{brush.colour("red")}" stroke-width="1.5"/>')
    return Box(size * 0.95 + wide, size * 1.2, "".join(parts))


def outline(brush: Brush, width: float, height: float) -> str:
    """Return the outline of a card: round corners, or one cut off."""
    w, h = number(width), number(height)
    if brush.costume.cut:
        return f"M0 0H{number(width * 0.86)}L{w} {number(width * 0.14)}V{h}H0z"
    return rounded(width, height, min(brush.costume.corner, width * 0.14))


def rounded(width: float, height: float, radius: float) -> str:
    """Return a rectangle with round corners as a path."""
    r, across, down = number(radius), number(width - 2 * radius), number(height - 2 * radius)
    arc = f"a{r} {r} 0 0 1 "
    return f"M{r} 0h{across}{arc}{r} {r}v{down}{arc}-{r} {r}h-{across}{arc}-{r} -{r}v-{down}{arc}{r} -{r}z"


def shadow(brush: Brush, width: float, height: float) -> str:
    """Return the shadow below a card; none on paper."""
    if brush.theme == "print":
        return ""
    path = outline(brush, width, height)
    return f'<path d="{path}" transform="translate(0 1.5)" fill="{brush.colour("shadow")}" opacity="0.25"/>'


def ring(brush: Brush, width: float, height: float, *, tight: bool) -> str:
    """Return the ring around what can be used now: on the edge itself where cards lie close."""
    out = 0.0 if tight else RING
    path = rounded(width + 2 * out, height + 2 * out, min(brush.costume.corner + out, width * 0.2))
    drawn = f'<path d="{path}" fill="none" stroke="{brush.colour("act")}" stroke-width="{3 if tight else 2}"/>'
    return moved(-out, -out, drawn)


def back(brush: Brush, width: float) -> str:
    """Return a back in the costume's own pattern: no index, no name."""
    height = width * HIGH
    first, second = brush.colour("back-a"), brush.colour("back-b")
    path, inner = outline(brush, width, height), outline(brush, width - 5, height - 5)
    drawn = shadow(brush, width, height) + f'<path d="{path}" fill="{first}"/>'
    if brush.costume.back == "strokes":  # one pair of them, whatever the width
        strokes = [(0.24, 0.66), (0.38, 0.8)]
        lines = [f"M{number(width * a)} {number(height)}L{number(width * b)} 0" for a, b in strokes]
        drawn += f'<path d="{"".join(lines)}" stroke="{second}" stroke-width="{number(width * 0.035)}"/>'
    else:
        drawn += f'<path d="{path}" fill="url(#{brush.define("back", _weave(brush))})"/>'
    edge = mixed(second, first, 0.6) if brush.theme != "print" else brush.colour("edge")
    frame = moved(2.5, 2.5, f'<path d="{inner}" fill="none" stroke="{brush.colour("face")}" opacity="0.4"/>')
    return drawn + frame + f'<path d="{path}" fill="none" stroke="{edge}"/>'


def _weave(brush: Brush) -> str:
    colour = brush.colour("back-b")
    size, drawing = _WEAVES[brush.costume.back]
    lines = f'<g fill="none" stroke="{colour}">{drawing.replace("colour", colour)}</g>'
    return f'<pattern id="{{id}}" width="{size}" height="{size}" patternUnits="userSpaceOnUse">{lines}</pattern>'


_WEAVES = {  # by what a costume says of its backs: the size of a piece, and what it repeats
    "lines": (7, '<path d="M-1 8L8-1M-1 1L1-1M6 8L8 6" stroke-width="1.6"/>'),
    "dots": (11, '<circle cx="5.5" cy="5.5" r="2.6" fill="colour" stroke="none"/>'),
    "squares": (7, '<path d="M0 .5H7M.5 0V7"/>'),
}


def draw_card(
    brush: Brush, card: CardPicture, width: float, face_down: str, *, tight: bool = False, free: float | None = None
) -> Box:
    """Return a card, open or face down; `free` is how much of it no other card covers."""
    if card.back:
        drawn = back(brush, width)
        if card.name:  # this viewer knows it
            drawn += known(brush, card, width)
    else:
        drawn = Face(brush, card, width, free).draw(lit=bool(card.lit), tight=tight)
    drawn, height = named(drawn, told(card, face_down)), width * HIGH
    owner = "" if card.owner is None else brush.seats.get(card.owner, "")
    if owner:
        ink = brush.colour("ink2")
        drawn += brush.text(width / 2, height + 15, owner, 12, fill=ink, anchor="middle", room=width + 12)
        height += 18
    return Box(width, height, drawn)


def known(brush: Brush, card: CardPicture, width: float) -> str:
    """Return the label on a back that this viewer knows."""
    high = 15
    top = (width * HIGH - high) / 2
    label = (
        f'<path d="M2 {number(top)}h{number(width - 4)}v{high}h-{number(width - 4)}z" fill="{brush.colour("face")}"/>'
    )
    text = brush.text(
        width / 2, top + 11, shortened(card.name), 10,
        fill=brush.colour("face-ink"), weight=600, voice="narrow", anchor="middle", room=width - 6,
    )  # fmt: skip
    return label + text


def draw_label(brush: Brush, card: CardPicture, room: float) -> Box:
    """Return a strip or the label of a kind of cards: a pill with sign, name and number."""
    look, face = look_of(card), brush.colour("face")
    dim = card.lit is False
    ink = brush.colour("dim-ink" if dim else "face-ink")
    tone = brush.colour("dim-ink") if dim else brush.colour(look.tone)
    parts: list[Box] = []
    if look.art:
        parts.append(Box(16, 16, brush.sign(look.art, 0, 0, 16, tone, face)))
    if look.against:
        parts.append(Box(11, 16, brush.sign(look.against, -3, 5, 11, tone, face)))
    title = look.title or card.name or card.face
    parts.append(brush.paragraph(title, 13, min(room - 70, 300), fill=ink, weight=600, voice="narrow"))
    if look.rank:
        parts.append(brush.line(look.rank, 15, fill=tone, weight=800, voice="rank"))
    if look.marks:
        parts.append(marks_row(brush, look.marks, 12, ink, room=room - 60))
    if card.owner is not None and card.owner in brush.seats:
        parts.append(brush.line(brush.seats[card.owner], 12, fill=ink, room=120))
    inside = beside(parts, 6, align="middle")
    width, height = inside.width + 20, max(28.0, inside.height + 8)
    shape = rounded(width, height, min(brush.costume.frame, height / 2, 14))
    frame = f'<path d="{shape}" fill="{face}" stroke="{brush.colour("edge")}"/>'
    drawn = frame + moved(10, (height - inside.height) / 2, inside.svg)
    if card.lit:
        drawn += f'<path d="{shape}" fill="none" stroke="{brush.colour("act")}" stroke-width="2.5"/>'
    return Box(width, height, named(drawn, told(card, "")))
