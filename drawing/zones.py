"""A place for cards: its label, its cards side by side or on a pile, its empty places, its note."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from domain.kernel.display.board import CardPicture, Zone
from domain.kernel.display.look import PLAIN
from drawing.boxes import NONE, Box, below, beside, flow, moved, number
from drawing.brush import Brush
from drawing.cards import HIGH, RING, Face, back, draw_card, draw_label, named, rounded

GAP = 9  # px between cards: the rings around two that can be used do not touch
FREE = 24  # px of each card that stay free where they overlap
LABEL = 12
APART = 3  # px between empty places
THIN = 10  # px, an empty place where there is little room
NOTE = 200  # px, at least, for a note below narrow cards


class Saying(NamedTuple):
    """The few words that a picture needs beside those of the board."""

    face_down: str = "face down"
    empty: str = "empty"
    you: str = "you"


class Sizes(NamedTuple):
    """How large a panel draws: cards in rows, cards of a hand; are empty places thin, do signs stand for labels."""

    card: float
    hand: float
    thin: bool
    signs: bool = False
    spare: bool = False  # of any width: empty places give their room to cards


def draw_zone(brush: Brush, zone: Zone, sizes: Sizes, room: float, saying: Saying, *, share: float = 1.0) -> Box:
    """Return a zone in at most `room` px; `share` says how much of the full step between cards there is room for."""
    width = sizes.hand if zone.kind == "hand" else sizes.card
    if sizes.signs and zone.sign:
        zone = replace(zone, label=zone.sign)
    if zone.kind == "pile":
        return _labelled(brush, zone, _pile(brush, zone, width, saying), room, _count(zone))
    if _labels_alone(zone):
        labels = [draw_label(brush, card, room) for card in zone.cards]
        return _labelled(brush, zone, flow(labels, room, (6, 6)), room, zone.count)
    told = zone.note is not None and any(Face(brush, card, width).tells(zone.note) for card in zone.cards)
    return _labelled(brush, zone, _row(brush, zone, width, sizes, room, saying, share), room, zone.count, told=told)


def _count(zone: Zone) -> int:
    return len(zone.cards) if zone.count is None else zone.count


def _labelled(brush: Brush, zone: Zone, body: Box, room: float, count: int | None, *, told: bool = False) -> Box:
    """Set the label above and the note below, unless it was told already."""
    ink, ink2 = brush.colour("ink"), brush.colour("ink2")
    label = brush.line(zone.label, LABEL, fill=ink2, weight=600, room=room)
    if count is not None:
        label = beside([label, brush.line(str(count), LABEL, fill=ink, weight=700)], 5)
    parts = [label, body]
    if zone.note and not told:
        parts.append(brush.paragraph(zone.note, LABEL, min(room, max(NOTE, body.width)), fill=ink2))
    return below(parts, 6)


def _row(brush: Brush, zone: Zone, width: float, sizes: Sizes, room: float, saying: Saying, share: float) -> Box:
    """Draw cards side by side, closer where there is less room, at last in several rows; then the empty places."""
    cards, free = zone.cards, max(0, (zone.slots or 0) - len(zone.cards))
    slot = _slot(brush, THIN if sizes.spare or (sizes.thin and width < 60) else width, width * HIGH)
    if not cards:
        if free:
            return beside([slot] * free, APART)
        none = brush.line(saying.empty, 13, fill=brush.colour("ink2"))
        return none
    if len(cards) > 1 and all(card.back and not card.name for card in cards):
        return _backs(brush, len(cards), width, room, saying)
    taken = min((THIN + APART) * free + 4, max(0, room - width - FREE))  # what the empty places need at least
    step = _step(len(cards), width, room - taken, share)
    per_row = max(1, int((room - taken - width) / step + 0.001) + 1)
    rows = [cards[start : start + per_row] for start in range(0, len(cards), per_row)]
    drawn = below([_overlapped(brush, row, width, step, saying) for row in rows], 8)
    if not free:
        return drawn
    if drawn.width + (slot.width + APART) * free + 4 > room:
        slot = _slot(brush, THIN, width * HIGH)
    return flow([drawn, beside([slot] * free, APART)], room, (7, 6))


def _step(count: int, width: float, room: float, share: float) -> float:
    """Return from where to where cards lie: a share of the full step, less where there is no room for it."""
    step = FREE + (width + GAP - FREE) * share
    if count > 1 and width + step * (count - 1) > room:
        return max(FREE, (room - width) / (count - 1))
    return step


def _overlapped(brush: Brush, cards: Sequence[CardPicture], width: float, step: float, saying: Saying) -> Box:
    tight = step < width + 2 * RING
    free = [step] * (len(cards) - 1) + [width]
    drawn = [
        draw_card(brush, card, width, saying.face_down, tight=tight, free=left)
        for card, left in zip(cards, free, strict=True)
    ]
    parts = [moved(place * step, 0, box.svg) for place, box in enumerate(drawn)]
    return Box(width + step * (len(cards) - 1), max(box.height for box in drawn), "".join(parts))


def _backs(brush: Brush, count: int, width: float, room: float, saying: Saying) -> Box:
    """Draw hidden cards as a fan that says its number once."""
    step = min(width * 0.42, (room - width) / (count - 1))
    drawn = "".join([moved(place * step, 0, back(brush, width)) for place in range(count)])
    return Box(width + step * (count - 1), width * HIGH, named(drawn, f"{count} × {saying.face_down}"))


def _slot(brush: Brush, width: float, height: float) -> Box:
    """Return an empty place."""
    ink2 = brush.colour("ink2")
    path = rounded(width, height, min(brush.costume.corner, PLAIN.corner, width / 2))
    strokes = f'fill="{ink2}" fill-opacity="0.09" stroke="{ink2}" stroke-opacity="0.3"'
    return Box(width, height, f'<path d="{path}" {strokes}/>')


def _pile(brush: Brush, zone: Zone, width: float, saying: Saying) -> Box:
    """Draw the top of a pile and, below it, how deep it is."""
    count = _count(zone)
    if not count:
        return _slot(brush, width, width * HIGH)
    edges = 2 if count > 20 else 1 if count > 5 else 0
    path = rounded(width, width * HIGH, min(brush.costume.corner, width * 0.14))
    strokes = f'fill="{brush.colour("panel")}" stroke="{brush.colour("edge")}"'
    parts = [
        f'<path d="{path}" transform="translate({2 * depth} {2 * depth})" {strokes}/>' for depth in range(edges, 0, -1)
    ]
    if zone.cards:
        top = draw_card(brush, zone.cards[0], width, saying.face_down).svg
    else:
        top = named(back(brush, width), f"{number(count)} × {saying.face_down}")
    return Box(width + 2 * edges, width * HIGH + 2 * edges, "".join(parts) + top)


def _labels_alone(zone: Zone) -> bool:
    return bool(zone.cards) and zone.kind != "pile" and all(card.kind in ("strip", "pattern") for card in zone.cards)


def draw_zones(brush: Brush, zones: Sequence[Zone], sizes: Sizes, room: float, saying: Saying) -> Box:
    """Return zones side by side: on one line if they have room there closer together, else on several.

    Empty places become thin before cards overlap. Labels beside cards take what the cards leave, as long as that is a
    good part of the line.
    """
    if not zones:
        return NONE
    gap = (10.0 if sizes.signs else 18.0, 12.0)
    whole = sizes
    for step, share in enumerate((1.0, 1.0, 0.85, 0.7, 0.55, 0.4, 0.2, 0.0)):
        sizes = whole if step == 0 else whole._replace(spare=True)
        firm = [draw_zone(brush, zone, sizes, room, saying, share=share) for zone in zones if not _labels_alone(zone)]
        left = room - sum(box.width + gap[0] for box in firm)
        loose = max(left, room * 0.4)
        drawn = [
            draw_zone(brush, zone, sizes, loose if _labels_alone(zone) else room, saying, share=share) for zone in zones
        ]
        if sum(box.width for box in drawn) + gap[0] * (len(drawn) - 1) <= room:
            return beside(drawn, gap[0])
    return flow([draw_zone(brush, zone, whole, room, saying) for zone in zones], room, gap)
