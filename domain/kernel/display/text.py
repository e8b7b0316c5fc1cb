"""The table as text: draws any picture in a terminal, knowing no game and no language.

A lit card is marked `*7♥`, an empty place is outlined `[  ]`, a back is `▒▒`, and `×12` counts the cards of a place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace
from wcwidth import center, width

from domain.kernel.display.board import Badge, CardPicture, Counter, Panel, Picture, Zone
from domain.kernel.display.lines import Ink, Style, beside, broken, fit, flowed, pad, plain

BACK = "▒▒"
EMPTY = "–"  # a place without cards, slots or count
INDENT = 2  # columns; whatever stands below a panel's title
GAP = 2  # columns between panels that stand side by side

_BORDERS = (("┌", "┬", "┐"), ("├", "┼", "┤"), ("└", "┴", "┘"))  # of a grid: above, between rows, below
_TONES: dict[str, Style | None] = {"plain": None, "good": "good", "warning": "warning", "turn": "turn"}


def render(picture: Picture, *, columns: int = 100, colour: bool = False) -> str:
    """Return the picture as lines of text, none wider than `columns`; colour is ANSI and never the only sign."""
    ink = Ink(colour=colour)
    lines = [ink("strong", line) for line in broken(plain(picture.headline), columns)]
    for notice in picture.banner:
        lines.extend(broken(f"· {plain(notice)}", columns, indent=2))
    for role, group in groupby(picture.panels, key=lambda panel: panel.role):
        panels = tuple(group)
        if role == "other":
            lines.extend(_tiles(panels, columns, ink))
        else:
            for panel in panels:
                lines += [*_title(panel, columns, ink), *_body(panel, columns, ink)]
    if picture.prompt is not None:
        lines.extend([ink("strong", line) for line in broken(f"> {plain(picture.prompt)}", columns, indent=2)])
    return "\n".join([fit(line.rstrip(), columns) for line in lines])


def _tiles(panels: Sequence[Panel], columns: int, ink: Ink) -> Iterator[str]:
    """Set panels side by side, as many as have room on a line, spread evenly over the lines."""
    natural = max(_natural(panel, columns) for panel in panels)
    abreast = min(len(panels), max(1, (columns + GAP) // (natural + GAP)))
    rows = -(-len(panels) // abreast)
    abreast = -(-len(panels) // rows)
    each = (columns - GAP * (abreast - 1)) // abreast
    for start in range(0, len(panels), abreast):
        row = panels[start : start + abreast]
        yield from beside([_title(panel, each, ink) for panel in row], each, GAP)
        yield from beside([_body(panel, each, ink) for panel in row], each, GAP)


def _natural(panel: Panel, columns: int) -> int:
    """Return the width that a panel needs between others: its counters may take two lines, its badges more."""
    ink = Ink(colour=False)
    numbers = _counters(panel)
    half = (len(numbers) + 1) // 2
    lines = [" " * INDENT + "  ".join(some) for some in (numbers[:half], numbers[half:])]
    return max(width(_label(panel)) + 6, *map(width, lines), *map(width, _body(panel, columns, ink)))


def _label(panel: Panel) -> str:
    return plain(f"{panel.sign} {panel.label}" if panel.sign else panel.label)


def _name(panel: Panel, ink: Ink) -> str:
    return " ".join([ink("strong", _label(panel)), *(_badge(badge, ink) for badge in panel.badges)])


def _title(panel: Panel, columns: int, ink: Ink) -> list[str]:
    """A rule with name, badges and counters; what has no room on it goes below."""
    numbers = _counters(panel)
    left, right = _name(panel, ink), "  ".join(numbers)
    if numbers and width(left) + width(right) + 10 <= columns:
        fill = "─" * (columns - width(left) - width(right) - 8)
        return [f"── {left} {fill} {right} ──"]
    marks: list[str] = []
    if width(left) + 6 > columns:
        marks = [_badge(badge, ink) for badge in panel.badges]
        left = ink("strong", fit(_label(panel), columns - 6))
    rule = f"── {left} " + "─" * (columns - width(left) - 4)
    return [rule, *_indented(marks, columns), *_indented(numbers, columns)]


def _indented(pieces: Sequence[str], columns: int) -> list[str]:
    return flowed(pieces, columns, first=" " * INDENT, indent=INDENT) if pieces else []


def _badge(badge: Badge, ink: Ink) -> str:
    return ink(_TONES[badge.tone], f"[{plain(badge.text)}]")


def _counters(panel: Panel) -> list[str]:
    return [_counter(counter, _called(panel, counter)) for counter in panel.counters]


def _counter(counter: Counter, label: str) -> str:
    limit = "" if counter.of is None else f"/{counter.of}"
    return f"{label} {counter.value}{limit}"


def _called(panel: Panel, thing: Counter | Zone) -> str:
    """Return the label of what lies in a panel, or its sign where room is scarce."""
    return plain(thing.sign if panel.compact and thing.sign else thing.label)


def _body(panel: Panel, columns: int, ink: Ink) -> list[str]:
    """Draw the zones: piles share a line, compact panels share it among all but grids; then why cards are not lit."""
    lines: list[str] = []
    rows = [zone for zone in panel.zones if zone.kind in ("row", "hand")]
    names = max((width(plain(zone.label)) for zone in rows), default=0)
    lying = [card for zone in rows if zone.kind == "row" for card in zone.cards]
    faces = max((width(_face(card)) for card in lying), default=2)
    bare = max((width(_face(replace(card, badges=()))) for card in lying), default=2)
    for shared, group in groupby(panel.zones, key=lambda zone: zone.kind == "pile" or _abreast(panel, zone)):
        zones = tuple(group)
        if shared:
            lines.extend(_indented([_inline(zone, _called(panel, zone), ink) for zone in zones], columns))
            continue
        for zone in zones:
            if zone.kind == "grid":
                lines.extend(_grid(zone, columns, ink))
            else:
                lines.extend(_row(zone, names, (faces, bare) if zone.kind == "row" else None, columns, ink))
    lines.extend(_reasons(panel, columns, ink))
    return lines


def _abreast(panel: Panel, zone: Zone) -> bool:
    return panel.compact and zone.kind != "grid"


def _row(zone: Zone, names: int, faces: tuple[int, int] | None, columns: int, ink: Ink) -> list[str]:
    """A label, then the cards, all of a board's rows in the same columns."""
    first = " " * INDENT + pad(plain(zone.label), names) + " "
    return flowed(_cards(zone, faces, ink), columns, gap=1, first=first, indent=width(first))


def _cards(zone: Zone, faces: tuple[int, int] | None, ink: Ink) -> list[str]:
    """Draw each card and each empty place, then count and note.

    `faces` says how wide a card is drawn, and how wide an empty place: as a card without badges; else each as it is.
    """
    pieces = [_card(card, width(_face(card)) if faces is None else faces[0], ink) for card in zone.cards]
    wide, bare = faces or (2, 2)
    hollow = pad(ink("faint", "[" + " " * bare + "]"), wide + 2)
    pieces += [hollow] * ((zone.slots or 0) - len(zone.cards))
    if zone.count is not None:
        pieces.append(f"×{zone.count}")
    if not pieces:
        pieces.append(ink("faint", f" {EMPTY} "))
    if zone.note is not None:
        pieces.append(plain(zone.note))
    return pieces


def _inline(zone: Zone, label: str, ink: Ink) -> str:
    """A zone that shares its line: a pile shows its top and its number, anything else its cards without padding."""
    if zone.kind != "pile":
        cards = [_sign(card, ink) for card in zone.cards]
        cards += [ink("faint", "·")] * ((zone.slots or 0) - len(zone.cards))
        if zone.count is not None:
            cards.append(f"×{zone.count}")
        return " ".join([label, *(cards or [EMPTY]), *_noted(zone)])
    count = len(zone.cards) if zone.count is None else zone.count
    top = _sign(zone.cards[0], ink) if zone.cards else BACK if count else ink("faint", "[  ]")
    return " ".join([label, top, f"×{count}", *_noted(zone)])


def _noted(zone: Zone) -> tuple[str, ...]:
    return () if zone.note is None else (plain(zone.note),)


def _face(card: CardPicture) -> str:
    face = plain(card.face) or (BACK if card.back else plain(card.name))
    return f"{face} ({' '.join(map(plain, card.badges))})" if card.badges else face


def _sign(card: CardPicture, ink: Ink) -> str:
    return ink(_light(card), f"{'*' if card.lit else ''}{_face(card)}")


def _card(card: CardPicture, columns: int, ink: Ink) -> str:
    return pad(ink(_light(card), f"{'*' if card.lit else ' '}{_face(card)}"), columns + 2)


def _light(card: CardPicture) -> Style | None:
    return "good" if card.lit else "faint" if card.back or card.lit is False else None


def _reasons(panel: Panel, columns: int, ink: Ink) -> Iterator[str]:
    """Say why cards cannot be used, each reason once."""
    faces: dict[str, list[str]] = {}
    for zone in panel.zones:
        for card in zone.cards:
            if card.why_not is not None:
                faces.setdefault(plain(card.why_not), []).append(_face(card))
    for why_not, cards in faces.items():
        text = f"{' '.join(dict.fromkeys(cards))}: {why_not}"
        for line in broken(text, columns - 2 * INDENT, indent=INDENT):
            yield " " * (2 * INDENT) + ink("faint", line)


def _grid(zone: Zone, columns: int, ink: Ink) -> Iterator[str]:
    """Draw a map: cells of one width, cards at the same place one below the other."""
    across, down = zone.size or (1, 1)
    places: dict[tuple[int, int], list[CardPicture]] = {}
    for card in zone.cards:
        places.setdefault(card.at or (0, 0), []).append(card)
    longest = max((width(_face(card)) for card in zone.cards), default=2)
    room = (columns - INDENT - 1) // across - 1  # columns of a cell between its borders
    cell = max(min(longest + 2, room), 1)
    margin, bar = " " * INDENT, ink("faint", "│")
    top, between, bottom = (
        margin + ink("faint", left + cross.join(["─" * cell] * across) + right) for left, cross, right in _BORDERS
    )
    yield margin + " ".join([plain(zone.label), *_noted(zone)])
    for row in range(down):
        yield between if row else top
        stacks = [
            [line for card in places.get((column, row), ()) for line in _cell(card, cell, ink)]
            for column in range(across)
        ]
        for depth in range(max(1, *map(len, stacks))):
            cells = [stack[depth] if depth < len(stack) else " " * cell for stack in stacks]
            yield margin + bar + bar.join(cells) + bar
    yield bottom


def _cell(card: CardPicture, columns: int, ink: Ink) -> list[str]:
    """Draw a card of a grid in one line, or with its badges on a second where they have no room beside it."""
    light, mark = _light(card), "*" if card.lit else ""
    lines = [f"{mark}{_face(card)}"]
    if card.badges and width(lines[0]) > columns:
        lines = [f"{mark}{_face(replace(card, badges=()))}", " ".join(map(plain, card.badges))]
    return [center(ink(light, fit(line, columns)), columns) for line in lines]
