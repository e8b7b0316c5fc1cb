"""What belongs to a seat, or to the centre: a head with name, badges and counters, and the zones below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from domain.kernel.display.board import Badge, Counter, Panel, Zone
from domain.kernel.display.look import Role
from drawing.boxes import Box, below, beside, flow, moved, number, padded, wide
from drawing.brush import Brush
from drawing.cards import named, rounded
from drawing.lettering import Voice
from drawing.zones import Saying, Sizes, draw_zones

PADDING = 12
LONG = 30  # characters: a longer badge is a line of text


class Form(NamedTuple):
    """How a panel is drawn: its sizes, whether head and zones stand side by side, whether it has a frame."""

    sizes: Sizes
    sideways: bool = False
    framed: bool = True
    small: bool = False  # signs for the labels of counters


def draw_panel(
    brush: Brush,
    panel: Panel,
    room: float,
    form: Form,
    saying: Saying,
    zones: Sequence[Zone],
    *,
    hands: Sequence[Zone] = (),
    height: float | None = None,
) -> Box:
    """Return a panel that is `room` px wide, with these of its zones; `hands` lie below all else."""
    inner = room - 2 * PADDING
    if form.sideways and zones:
        head = _head(brush, panel, min(260, inner * 0.3), form, saying)
        left = max(head.width, 150) + 24
        rows = draw_zones(brush, zones, form.sizes, inner - left, saying)
        body = below([rows, draw_zones(brush, hands, form.sizes, inner - left, saying)], 14)
        if not form.framed:  # in the middle of the table
            left = max(left, (inner - body.width) / 2)
        whole = Box(inner, max(head.height, body.height), head.svg + moved(left, 0, body.svg))
    else:
        head = _head(brush, panel, inner, form, saying)
        whole = below([head, *[draw_zones(brush, some, form.sizes, inner, saying) for some in (zones, hands)]], 12)
    return _framed(brush, panel, whole, room, height) if form.framed else padded(wide(whole, inner), PADDING)


def _framed(brush: Brush, panel: Panel, inside: Box, room: float, height: float | None) -> Box:
    """Return the contents of a panel in its frame: heavier for the seat whose turn it is."""
    high = height or inside.height + 2 * PADDING
    drawn = moved(PADDING, PADDING, inside.svg)
    turn = any(badge.tone == "turn" for badge in panel.badges)
    fill = "none" if _gone(panel) else brush.colour("panel")
    colour, stroke = (brush.colour("accent"), 2) if turn else (brush.colour("line"), 1)
    shape = rounded(room - stroke, high - stroke, brush.costume.frame)
    ground = f'<path d="{shape}" fill="{fill}" stroke="{colour}" stroke-width="{stroke}"/>'
    return Box(room, high, moved(stroke / 2, stroke / 2, ground) + drawn)


def _gone(panel: Panel) -> bool:
    """Say whether nothing of a seat is left on the table: no card in any of its places, no counter above 0."""
    left = any(zone.cards or zone.count for zone in panel.zones) or any(counter.value for counter in panel.counters)
    return panel.seat is not None and not left


def _head(brush: Brush, panel: Panel, room: float, form: Form, saying: Saying) -> Box:
    """Return name, badges and counters of a panel."""
    name = brush.line(
        panel.label, 15 if form.small else 17, fill=brush.colour("ink"), weight=brush.heavy, voice="display",
        room=room - 36,
    )  # fmt: skip
    if _gone(panel):
        name = Box(
            name.width, name.height, f'{name.svg}<path d="M0 10H{number(name.width)}" stroke="{brush.colour("ink")}"/>'
        )
    who = [name] if panel.seat is None else [beside([_crest(brush, panel), name], 8, align="middle")]
    if panel.role == "own":
        who.append(_pill(brush, Badge(saying.you), room))
    short = [badge for badge in panel.badges if len(badge.text) <= LONG]
    who += [_pill(brush, badge, room) for badge in short]
    said = [
        brush.paragraph(badge.text, 12, room, fill=brush.colour("ink2")) for badge in panel.badges if badge not in short
    ]
    counters = flow([_counter(brush, one, small=form.small) for one in panel.counters], room, (16, 8))
    return below([flow(who, room, (8, 5), align="middle"), *said, counters], 8)


def _crest(brush: Brush, panel: Panel) -> Box:
    """Return the first letter of a name in one of five outlines, so that seats differ without colour.

    A name that ends in a number, as of a seat without a player, gives its last digit.
    """
    size = 24
    turn = any(badge.tone == "turn" for badge in panel.badges)
    fill: Role = "accent" if turn else "ink2"
    letters = [mark for mark in panel.label if mark.isalnum()] or ["?"]
    letter = letters[-1] if letters[-1].isdigit() else letters[0]
    shape = _CRESTS[(panel.seat or 0) % len(_CRESTS)]
    text = brush.text(
        size / 2, size / 2 + 4.6, letter, 13,
        fill=brush.colour("on-accent" if turn else "panel"), weight=700, anchor="middle",
    )  # fmt: skip
    return Box(size, size, f'<path d="{shape}" fill="{brush.colour(fill)}"/>{text}')


_CRESTS = (
    "M12 0a12 12 0 1 1 0 24a12 12 0 1 1 0-24z",
    rounded(24, 24, 6),
    "M12 0a12 12 0 0 1 12 12v6a6 6 0 0 1-6 6h-12a6 6 0 0 1-6-6v-6a12 12 0 0 1 12-12z",
    "M12 0h6a6 6 0 0 1 6 6v6a12 12 0 0 1-12 12h-6a6 6 0 0 1-6-6v-6a12 12 0 0 1 12-12z",
    "M6 0h12a6 6 0 0 1 6 6v6a12 12 0 0 1-24 0v-6a6 6 0 0 1 6-6z",
)
_BADGE_INK: dict[str, Role] = {"plain": "ink2", "good": "good", "warning": "warn", "turn": "on-accent"}
_BADGE_LINE: dict[str, Role] = {"plain": "line", "good": "good", "warning": "warn", "turn": "accent"}


def _pill(brush: Brush, badge: Badge, room: float) -> Box:
    """Return a badge of at most `room` px; a turn is filled and has a triangle, a warning an exclamation mark."""
    ink = brush.colour(_BADGE_INK[badge.tone])
    sign = {"turn": "turn", "warning": "alert"}.get(badge.tone)
    x = 8.0
    text = ""
    if sign is not None:
        text = brush.sign(sign, x, 6.5, 9, ink)
        x += 12
    voice: Voice = "body" if x + brush.measured(badge.text, 12, 600) + 8 <= room else "narrow"
    text += brush.text(x, 15, badge.text, 12, fill=ink, weight=600, voice=voice, room=room - x - 8)
    width = min(x + brush.measured(badge.text, 12, 600, voice) + 8, room)
    fill = brush.colour("accent") if badge.tone == "turn" else "none"
    shape = f'<path d="{rounded(width, 22, 11)}" fill="{fill}" stroke="{brush.colour(_BADGE_LINE[badge.tone])}"/>'
    return Box(width, 22, shape + text)


def _counter(brush: Brush, counter: Counter, *, small: bool) -> Box:
    """Return sign and label above a number; in a small panel the sign alone before it."""
    ink, ink2 = brush.colour("ink"), brush.colour("ink2")
    limit = "" if counter.of is None else f"/{counter.of}"
    if small and counter.icon is not None:
        icon = brush.sign(counter.icon, 0, 2.5, 11, ink2)
        wide = brush.measured(str(counter.value), 15, 700)
        value = brush.text(14, 13, str(counter.value), 15, fill=ink, weight=700)
        value += brush.text(15 + wide, 13, limit, 11, fill=ink2)
        return Box(15 + wide + brush.measured(limit, 11), 17, named(icon + value, f"{counter.label} {counter.value}"))
    label = brush.text(14 if counter.icon else 0, 10, counter.label, 12, fill=ink2)
    icon = brush.sign(counter.icon, 0, 0, 11, ink2) if counter.icon else ""
    wide = brush.measured(str(counter.value), 21, 700, "display")
    value = brush.text(0, 32, str(counter.value), 21, fill=ink, weight=700, voice="display")
    value += brush.text(wide + 1.5, 32, limit, 13, fill=ink2)
    width = max(brush.measured(counter.label, 12) + (14 if counter.icon else 0), wide + brush.measured(limit, 13) + 2)
    return Box(width, 36, icon + label + value)


def clear(width: float, height: float, fill: str) -> str:
    """Return a plain ground."""
    return f'<path d="M0 0H{number(width)}V{number(height)}H0z" fill="{fill}"/>'
