"""What is drawn on a card: how hard it hits, what it is, and what a block is against."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from domain.games.fightdrome.cards import CardPrint, Kind
from domain.games.fightdrome.hints import print_text
from domain.kernel.display.look import Costume, Look, Mark, Motif, Shades, Tone, remembered, shortened
from domain.kernel.display.words import Words

_BRIGHT: Shades = {  # a face that stays black carries the bright tones in both themes
    "red": "#ff8096", "orange": "#ffa257", "yellow": "#f5e050", "green": "#6cf0a2", "teal": "#3fe6f2",
    "blue": "#8fb6ff", "violet": "#d19bff", "slate": "#cfd3e2",
}  # fmt: skip
COSTUME = Costume(
    voice="narrow",
    back="strokes",
    corner=2,
    frame=2,
    cut=True,
    ghost=True,
    light={
        "table": "#d4d6de", "panel": "#eceef3", "line": "#b2b6c2", "ink": "#14131c", "ink2": "#484b59",
        "accent": "#b0106a", "back-a": "#1d1b29", "back-b": "#b0106a", "face": "#181622", "face-ink": "#f5f3ff",
        "edge": "#181622", "dim-face": "#c3c6d1", "dim-ink": "#4f5261",
        **_BRIGHT,
    },
    dark={
        "table": "#08070d", "panel": "#13111c", "line": "#35314a", "ink": "#f5f3ff", "ink2": "#aea9c4",
        "accent": "#ff5cab", "on-accent": "#1c0410", "back-a": "#191626", "back-b": "#ff5cab", "face": "#1c1929",
        "face-ink": "#f8f6ff", "edge": "#4a4466", "dim-face": "#14121d", "dim-ink": "#8f89a6", "act": "#7fdcff",
        **_BRIGHT,
    },
)  # fmt: skip


class _Drawn(NamedTuple):
    tone: Tone
    art: Motif
    against: Motif | None = None


_KINDS: Mapping[Kind, _Drawn] = {
    "punch": _Drawn("orange", "fist"),
    "kick": _Drawn("teal", "boot"),
    "grapple": _Drawn("violet", "hold"),
    "punch_block": _Drawn("blue", "shield", "fist"),
    "kick_block": _Drawn("blue", "shield", "boot"),
    "neurochem_block": _Drawn("blue", "shield", "bolt"),
    "weave": _Drawn("green", "sway"),
    "feint": _Drawn("red", "mask"),
}
_SHORT: Mapping[Kind, str] = {  # where the name has no room
    "punch_block": "P.Block",
    "kick_block": "K.Block",
    "neurochem_block": "N.Block",
}
_SHORT_NEUROCHEM: Mapping[Kind, str] = {
    "punch": "N.Punch",
    "kick": "N.Kick",
    "grapple": "N.Grappl",
    "neurochem_block": "N.Block",
}


@remembered
def look(printed: CardPrint, words: Words) -> Look:
    """Return how a card looks."""
    tone, art, against = _KINDS[printed.kind]
    if printed.neurochem:
        tone, art, against = "yellow", "bolt", "shield" if printed.kind == "neurochem_block" else art
    name = words.say(printed.name)
    return Look(
        tone=tone,
        rank="" if printed.strength is None else str(printed.strength),
        suit=(art,),
        art=art,
        against=against,
        title=name,
        short=_short(printed, name, words),
        lines=(print_text(printed, words),),
    )


def _short(printed: CardPrint, name: str, words: Words) -> str:
    if printed.neurochem:
        return words.say(_SHORT_NEUROCHEM[printed.kind])
    return words.say(_SHORT[printed.kind]) if printed.kind in _SHORT else shortened(name)


def strip_look(title: str, *marks: Mark) -> Look:
    """Return how a Sleeve or a Stack looks: its name, and what became of it."""
    return Look(title=title, short=shortened(title), marks=marks)
