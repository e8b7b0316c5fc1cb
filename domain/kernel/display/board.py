"""The table as a neutral picture: what any renderer draws without knowing the game."""

from __future__ import annotations

from typing import Literal

import msgspec

from domain.kernel.display.look import Icon, Look
from domain.kernel.seats import Seat

CENTRE = "centre"  # the id of the panel that belongs to no seat


def panel_id(seat: Seat | None) -> str:
    """Return the id of a seat's panel, or of the centre's."""
    return CENTRE if seat is None else f"seat/{seat}"


def zone_id(seat: Seat | None, name: str) -> str:
    """Return the id of a place for cards: its panel's, and a name that no language changes."""
    return f"{panel_id(seat)}/{name}"


class CardPicture(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card as it lies: short face, full name, whether it may be used now and, if not, why not.

    `id` is what a command calls it; of a card that is chosen by its place it is the field and the number: `slot/2`.
    `lit` is `None` where nobody asked (another seat's card, a finished game). `at` places it in a grid: column, row,
    from the top left. `kind` says how it lies: in a grid a `tile` is the ground, a `strip` a label on it and a `piece`
    stands on top; a `pattern` is no card but a kind of cards. `owner` is the seat it belongs to where its place does
    not say so. A back has no look.
    """

    face: str
    name: str = ""
    id: str | None = None
    back: bool = False
    lit: bool | None = None
    why_not: str | None = None
    badges: tuple[str, ...] = ()
    at: tuple[int, int] | None = None
    kind: Literal["card", "tile", "strip", "piece", "pattern"] = "card"
    owner: Seat | None = None
    look: Look | None = None


class Counter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number with its name, and its limit where it has one; `sign` may stand for the name where room is scarce."""

    label: str
    value: int
    of: int | None = None
    sign: str = ""
    icon: Icon | None = None


class Badge(msgspec.Struct, frozen=True, omit_defaults=True):
    """A short mark; the tone is a hint for colour, never the only sign."""

    text: str
    tone: Literal["plain", "good", "warning", "turn"] = "plain"


class Zone(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place for cards. `row` and `hand` lie side by side, `pile` shows its top, `grid` has columns and rows.

    The top card of a pile comes first. `slots` outlines empty places; `count` is the number of cards where they are not
    all shown. `id` is the same in every language and no other zone of the table has it; `sign` may stand for the label
    where room is scarce.
    """

    label: str
    kind: Literal["row", "hand", "pile", "grid"]
    cards: tuple[CardPicture, ...] = ()
    slots: int | None = None
    count: int | None = None
    size: tuple[int, int] | None = None  # columns and rows of a grid
    note: str | None = None
    id: str = ""
    sign: str = ""


class Panel(msgspec.Struct, frozen=True, omit_defaults=True):
    """What belongs together: a seat's part of the table, or the centre.

    `compact` asks a renderer to set its zones side by side: many seats, little room. `id` is the same in every
    language. `sign` is what marks the pieces of a seat where they are text; it stands before the label there.
    """

    label: str
    role: Literal["own", "other", "centre"]
    seat: Seat | None = None
    counters: tuple[Counter, ...] = ()
    badges: tuple[Badge, ...] = ()
    zones: tuple[Zone, ...] = ()
    compact: bool = False
    id: str = ""
    sign: str = ""


class Picture(msgspec.Struct, frozen=True, omit_defaults=True):
    """The whole table for one viewer: panels from the top of the screen to the bottom."""

    headline: str
    banner: tuple[str, ...] = ()
    panels: tuple[Panel, ...] = ()
    prompt: str | None = None
