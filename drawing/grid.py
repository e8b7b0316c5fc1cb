"""A map: squares of ground, what lies on them, and counters that stand on top."""

from __future__ import annotations

from domain.kernel.display.board import CardPicture, Zone
from domain.kernel.display.look import Mark
from domain.kernel.seats import Seat
from drawing.boxes import Box, moved, number
from drawing.brush import Brush
from drawing.cards import look_of, named, rounded, told
from drawing.themes import mixed

GAP = 2  # px between squares
STANDS = 0.72  # of a square, how wide a piece is
ABOVE = 17  # px of a square that a piece leaves free for the coordinate and the marks
ROOMY = 80  # px, a square from here on
COORDINATE = 18  # px, its room at the upper left


def draw_grid(brush: Brush, zone: Zone, square: float, face_down: str, near: Seat | None) -> Box:
    """Return a map with squares of a width; `near` is whose pieces have a solid head."""
    across, down = zone.size or (1, 1)
    ground = mixed(brush.colour("ink2"), brush.colour("table"), 0.55)
    width, height = across * (square + GAP) + GAP, down * (square + GAP) + GAP
    parts = [f'<path d="{rounded(width, height, 3)}" fill="{ground}"/>']
    for row in range(down):
        for column in range(across):
            here = [card for card in zone.cards if (card.at or (0, 0)) == (column, row)]
            drawn = _square(brush, here, square, face_down, near)
            parts.append(moved(GAP + column * (square + GAP), GAP + row * (square + GAP), drawn))
    return Box(width, height, "".join(parts))


def _square(brush: Brush, here: list[CardPicture], square: float, face_down: str, near: Seat | None) -> str:
    tiles = [card for card in here if card.kind == "tile"]
    strips = [card for card in here if card.kind == "strip"]
    pieces = [card for card in here if card.kind not in ("tile", "strip")]
    drawn = [_tile(brush, tile, square, face_down, crowded=bool(pieces)) for tile in tiles]
    y = 20.0 if any(tile.look is not None and tile.look.marks for tile in tiles) else 3.0
    for strip in strips:
        drawn.append(moved(0, y, _strip(brush, strip, square)))
        y += 18
    for piece in pieces:
        size = min(square * STANDS, square - ABOVE - 3)
        drawn.append(
            moved((square - size) / 2, square - size - min(4, square - size - ABOVE), _piece(brush, piece, size, near))
        )
    return "".join(drawn)


def _tile(brush: Brush, tile: CardPicture, square: float, face_down: str, *, crowded: bool) -> str:
    """Draw ground with its coordinate and name; face down hatched, at home bare with a mark for each work on it."""
    look, side = tile.look, number(square)
    panel, table, ink = brush.colour("panel"), brush.colour("table"), brush.colour("ink2")
    home = tile.owner is not None
    fill = mixed(table, ink, 0.82) if tile.back else mixed(panel, table, 0.4 if home else 0.78)
    parts = [f'<path d="M0 0H{side}V{side}H0z" fill="{fill}"/>']
    if tile.back:
        lines = f'<path d="M-1 7L7-1M-1 1L1-1M5 7L7 5" stroke="{ink}" opacity="0.35"/>'
        hatch = brush.define(
            "hidden", f'<pattern id="{{id}}" width="6" height="6" patternUnits="userSpaceOnUse">{lines}</pattern>'
        )
        parts.append(f'<path d="M0 0H{side}V{side}H0z" fill="url(#{hatch})"/>')
    elif look is not None and look.art is not None and tile.owner is None:
        parts.append(brush.sign(look.art, 0, 0, square, mixed(ink, fill, 0.42)))
    if look is not None and look.title and not crowded:
        parts.append(
            brush.text(
                square - 5, square - 6, look.title, 11,
                fill=ink, weight=600, voice="narrow", anchor="end", room=square - 10,
                more=f' paint-order="stroke" stroke="{fill}" stroke-width="3"',
            )
        )  # fmt: skip
    parts.append(_marks(brush, () if look is None else look.marks, square, ink))
    if tile.id is not None:
        parts.append(brush.text(4, 12, tile.id, 11, fill=ink, weight=600, voice="rank"))
    if tile.lit:
        parts.append(
            f'<path d="M1.5 1.5H{number(square - 1.5)}V{number(square - 1.5)}H1.5z" fill="none" '
            f'stroke="{brush.colour("act")}" stroke-width="3"/>'
        )
    return named("".join(parts), told(tile, face_down))


def _marks(brush: Brush, marks: tuple[Mark, ...], square: float, ink: str) -> str:
    """Draw marks of the ground from the upper right, each as often as its number says; what has no room is left out."""
    right, parts = square - 4, []
    size = 12 if square >= ROOMY else 10
    for mark in marks:
        count = int(mark.text) if mark.text.isdigit() else 1
        if count > (3 if square >= ROOMY else 1):
            parts.append(brush.text(right, 14, mark.text, 12, fill=ink, weight=700, voice="narrow", anchor="end"))
            right, count = right - brush.measured(mark.text, 12, 700, "narrow") - 2, 1
        for _ in range(count):
            right -= size + (2 if square >= ROOMY else 1)
            if right >= COORDINATE:
                parts.append(brush.sign(mark.icon, right, 4, size, ink))
    return "".join(parts)


def _strip(brush: Brush, strip: CardPicture, square: float) -> str:
    """Draw what lies on the ground as a label: at the upper right, on a small square below the coordinate."""
    look = look_of(strip)
    ink, face, line = brush.colour("face-ink"), brush.colour("face"), brush.colour("edge")
    roomy = square >= ROOMY
    text = look.title if brush.measured(look.title, 10.5, 600, "narrow") + 44 <= square else look.short
    before = 17 if roomy else 4
    wide = min(brush.measured(text, 10.5, 600, "narrow") + before + 5, square - (24 if roomy else 6))
    parts = [f'<path d="{rounded(wide, 17, 2)}" fill="{face}" stroke="{line}"/>']
    if roomy:
        parts.append(brush.sign(look.art or "barrier", 3, 3, 11, brush.colour(look.tone), face))
    parts.append(brush.text(before, 12.5, text, 10.5, fill=ink, weight=600, voice="narrow", room=wide - before - 3))
    return moved(square - wide - 3, 0 if roomy else 13, named("".join(parts), told(strip, "")))


def _piece(brush: Brush, piece: CardPicture, size: float, near: Seat | None) -> str:
    """Draw a counter: a head, solid for the near side and striped for the other, a sign, what it can do."""
    look = look_of(piece)
    dim = piece.lit is False
    tone = brush.colour("dim-ink") if dim else brush.colour(look.tone)
    face = brush.colour("dim-face") if dim else brush.colour("face")
    ink = brush.colour("dim-ink") if dim else brush.colour("face-ink")
    shape = rounded(size, size, 3)
    head = tone if piece.owner == near else brush.pattern("red", tone)
    parts = []
    if brush.theme != "print":
        parts.append(f'<path d="{shape}" transform="translate(0 2)" fill="{brush.colour("shadow")}" opacity="0.3"/>')
    parts.append(
        f'<path d="{shape}" fill="{face}"/><path d="M0 0H{number(size)}V{number(size * 0.15)}H0z" fill="{head}"/>'
    )
    frame = rounded(size - 2, size - 2, 2)
    parts.append(moved(1, 1, f'<path d="{frame}" fill="none" stroke="{tone}" stroke-width="2"/>'))
    if size >= 60:
        parts += _roomy(brush, piece, size, tone, ink, face)
    else:
        parts.append(brush.sign(look.art or "foot", size * 0.28, size * 0.18, size * 0.44, tone, face))
        text = "–".join([mark.text for mark in look.marks[:2]])
        parts.append(
            brush.text(
                size / 2, size * 0.9, text, 13, fill=ink, weight=700, voice="narrow", anchor="middle", room=size - 6
            )
        )
    if piece.lit:
        ring = rounded(size + 6, size + 6, 5)
        parts.append(moved(-3, -3, f'<path d="{ring}" fill="none" stroke="{brush.colour("act")}" stroke-width="2.5"/>'))
    return named("".join(parts), told(piece, ""))


def _roomy(brush: Brush, piece: CardPicture, size: float, tone: str, ink: str, face: str) -> list[str]:
    """Fill a counter with its short name, its sign and all its marks, two in a line."""
    look = look_of(piece)
    parts = [
        brush.text(
            size / 2, size * 0.15 + 12, look.short or look.title, 11,
            fill=ink, weight=600, voice="narrow", anchor="middle", room=size - 8,
        ),
        brush.sign(look.art or "foot", size * 0.1, size * 0.37, size * 0.32, tone, face),
    ]  # fmt: skip
    small = size * 0.155
    for mark, (x, y) in zip(look.marks, _PLACES, strict=False):
        parts.append(_value(brush, mark.icon, mark.text, size * x, size * y, small, ink, change=mark.change))
    return parts


_PLACES = ((0.09, 0.77), (0.53, 0.77), (0.48, 0.37), (0.48, 0.56), (0.75, 0.37), (0.75, 0.56))  # of marks on a counter


def _value(brush: Brush, icon: str, text: str, x: float, y: float, size: float, ink: str, *, change: int) -> str:
    drawn = brush.sign(icon, x, y + size * 0.12, size * 0.8, ink)
    drawn += brush.text(x + size * 0.95, y + size * 0.88, text, size, fill=ink, weight=700, voice="narrow")
    if change:
        wide = brush.measured(text, size, 700, "narrow")
        line = y + size * 1.05 if change < 0 else y
        drawn += (
            f'<path d="M{number(x + size * 0.95)} {number(line)}h{number(wide)}" '
            f'stroke="{brush.colour("red")}" stroke-width="1.5"/>'
        )
    return drawn
