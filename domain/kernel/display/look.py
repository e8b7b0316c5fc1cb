"""How a thing of the table may look, in words that any renderer knows and none that belong to a game.

Tones, motifs, icons and grounds are closed lists: a renderer draws all of them, and a game that names another fails the
type checker and the tests. Colour never stands alone: each tone has a pattern of its own, each motif a name.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache, wraps
from gettext import NullTranslations
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias, TypeVar

import msgspec
from wcwidth import clip, width

from domain.kernel.display.words import Words

SHORT = 8  # columns of a terminal: what a card of 44 px has room for; four Japanese characters

Tone: TypeAlias = Literal["red", "orange", "yellow", "green", "teal", "blue", "violet", "slate"]
Motif: TypeAlias = Literal[
    "heart", "diamond", "spade", "club",
    "fist", "boot", "hold", "shield", "bolt", "sway", "mask",
    "blade", "bloom", "hammer", "leaf", "chest", "scroll", "spark",
    "foot", "track", "wing", "gun", "barrier", "works",
]  # fmt: skip
Ground: TypeAlias = Literal["plains", "road", "river", "swamp", "jungle", "forest", "city", "mountain", "hills"]
Sign: TypeAlias = Literal[
    "attack", "guard", "move", "range", "hand", "deck", "clock", "turn", "check", "alert",
    "wound", "stop", "lock", "wait", "crown", "life", "bell",
]  # fmt: skip
Icon: TypeAlias = Literal[Motif, Sign]

Role: TypeAlias = Literal[
    "table", "panel", "line", "ink", "ink2", "accent", "on-accent", "act", "on-act", "good", "warn", "shadow",
    "face", "face-ink", "edge", "dim-face", "dim-ink", "back-a", "back-b",
    Tone,
]  # fmt: skip  # what a colour is for; a tone is the colour of its own name


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sign on a card with a number or a word; `say` is what is read aloud, `change` whether it is above or below."""

    icon: Icon
    text: str
    say: str
    change: Literal[-1, 0, 1] = 0


class Look(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What is drawn on a card that lies open.

    `suit` are small motifs below the rank, `art` is the large one, `against` a second one beside it: what a block
    stops. `short` has room on a small card, `lines` on a large one: what the card says, in words. `marks` say in signs
    all that the card's badges say.
    """

    tone: Tone = "slate"
    rank: str = ""
    suit: tuple[Motif, ...] = ()
    art: Literal[Motif, Ground] | None = None
    against: Motif | None = None
    title: str = ""
    short: str = ""
    lines: tuple[str, ...] = ()
    marks: tuple[Mark, ...] = ()


Shades: TypeAlias = Mapping[Role, str]  # colours as #rrggbb

_AS_IT_IS: Shades = MappingProxyType({})


class Costume(NamedTuple):
    """What makes one game's table look unlike another's: type, corners, backs and some colours; never a place.

    `corner` and `frame` are radii of cards and panels in px, `cut` takes a corner off, `ghost` draws the motif large
    and faint, `tint` is the share of its tone in a face. `light` and `dark` say which colours differ in these themes.
    """

    voice: Literal["plain", "serif", "round", "narrow", "technical"] = "plain"
    back: Literal["lines", "dots", "strokes", "squares"] = "lines"
    corner: int = 7
    frame: int = 10
    cut: bool = False
    ghost: bool = False
    tint: float = 0.0
    light: Shades = _AS_IT_IS
    dark: Shades = _AS_IT_IS


T = TypeVar("T", bound=Hashable)
R = TypeVar("R")
REMEMBERED = 1024  # looks: those of the cards of some games in some languages


def remembered(look: Callable[[T, Words], R]) -> Callable[[T, Words], R]:
    """Return a look that is made once for a card, a card set and a language; it cannot tell one seat from another."""

    @lru_cache(maxsize=REMEMBERED)
    def made(card: T, catalogue: NullTranslations, language: str, cards: Hashable) -> R:
        return look(card, Words((), catalogue, language=language, cards=cards))

    @wraps(look)
    def found(card: T, words: Words) -> R:
        return made(card, words.catalogue, words.language, words.cards)

    return found


PLAIN = Costume()  # of a game that says nothing of itself


def shortened(name: str, columns: int = SHORT) -> str:
    """Return a name that has room: as it is, its last word behind initials, its words one by one, or cut with a dot."""
    if width(name) <= columns:
        return name
    *before, last = name.split() or [name]
    initials = "".join([f"{word[0]}." for word in before]) + last
    for candidate in (initials, last, *before):
        if width(candidate) <= columns:
            return candidate
    return f"{clip(initials, 0, columns - 1).rstrip()}."
