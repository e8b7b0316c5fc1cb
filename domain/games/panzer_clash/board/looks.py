"""What is drawn on a card, a counter and a space: arm, values, what they cost, whose they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from domain.games.panzer_clash.board.shorts import SHORT
from domain.games.panzer_clash.cards import Card, Kind
from domain.games.panzer_clash.hints import card_text
from domain.games.panzer_clash.naming import card_name, pool_of
from domain.games.panzer_clash.view import UnitView
from domain.kernel.display.look import Costume, Ground, Look, Mark, Motif, Tone, remembered, shortened
from domain.kernel.display.words import Words

COSTUME = Costume(
    voice="technical",
    back="squares",
    corner=3,
    frame=3,
    ghost=True,
    light={
        "table": "#ddd5bd", "panel": "#f3eedd", "line": "#c3b893", "ink": "#25231a", "ink2": "#5a5440",
        "accent": "#8c3313", "back-a": "#6e6a4a", "back-b": "#837e5b", "face": "#fbf8ec", "face-ink": "#25231a",
        "edge": "#8f875f", "dim-face": "#e6dfc9", "dim-ink": "#665f48", "good": "#2f5d1e", "warn": "#7c4400",
    },
    dark={
        "table": "#14170f", "panel": "#20241a", "line": "#434a35", "ink": "#f0eedd", "ink2": "#b4b399",
        "accent": "#ffb066", "on-accent": "#201203", "back-a": "#3c4230", "back-b": "#4d543d", "face": "#31372a",
        "face-ink": "#f4f2e3", "edge": "#5d6549", "dim-face": "#262b20", "dim-ink": "#9a9a82",
    },
)  # fmt: skip
COST = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
NEAR: Tone = "teal"  # of the counters of the seat from whose side the table is seen
FAR: Tone = "orange"

_ARMS: Mapping[str, tuple[Tone, Motif]] = {  # by the type of a unit
    "Infantry": ("green", "foot"),
    "Armor": ("blue", "track"),
    "Aircraft": ("violet", "wing"),
    "Artillery": ("orange", "gun"),
}
_OTHERS: Mapping[str, tuple[Tone, Motif]] = {  # by the type of any other card
    "factory": ("slate", "works"),
    "event": ("red", "scroll"),
    "modifier": ("slate", "barrier"),
}
_GROUNDS: Mapping[Card, Ground] = {
    "ter_plains": "plains",
    "ter_forest": "forest",
    "ter_hills": "hills",
    "ter_city": "city",
    "ter_road": "road",
    "ter_river": "river",
    "ter_swamp": "swamp",
    "ter_jungle": "jungle",
    "ter_mountain": "mountain",
}


@remembered
def look(kind: Kind, words: Words) -> Look:
    """Return how a card looks in a hand or on a pile."""
    tone, art = _arm(kind)
    text = card_text(kind.id, words)
    return Look(
        tone=tone,
        rank=COST[kind.cost],
        suit=(art,),
        art=art,
        title=card_name(kind.id, words),
        short=short_name(kind, words),
        lines=() if text is None else (text,),
        marks=_printed(kind, words),
    )


def _arm(kind: Kind) -> tuple[Tone, Motif]:
    return _ARMS.get(kind.type, ("slate", "foot")) if kind.card_type == "unit" else _OTHERS[kind.card_type]


def short_name(kind: Kind, words: Words) -> str:
    """Return what a card is called where there is little room."""
    english = kind.definition.english
    return shortened(words.say(SHORT[english]) if english in SHORT else words.say(english))


def _printed(kind: Kind, words: Words) -> tuple[Mark, ...]:
    if kind.card_type != "unit":
        return (Mark("bolt", "", words.say("Flash event")),) if kind.subtype == "flash" else ()
    marks = [
        Mark("attack", str(kind.attack), words.say("attack {n}", n=kind.attack)),
        Mark("guard", str(kind.defense), words.say("defense {n}", n=kind.defense)),
        Mark("move", str(kind.movement), words.say("movement {n}", n=kind.movement)),
    ]
    if kind.ranged_attack:
        marks.append(Mark("range", str(kind.ranged_attack), words.say("Ranged Attack {n}", n=kind.ranged_attack)))
    return tuple(marks)


def unit_look(unit: UnitView, words: Words, *, near: bool, moving: bool) -> Look:
    """Return how a unit looks on the map: its present values, and whether they are above or below what is printed.

    `moving` says that the steps it has left are of interest, not those that it has.
    """
    kind = pool_of(words).cards[unit.card]
    _, art = _arm(kind)
    steps = unit.movement_left if moving else unit.movement
    marks = [
        Mark("attack", str(unit.attack), words.say("attack {n}", n=unit.attack), _change(unit.attack, kind.attack)),
        Mark("guard", str(unit.defense), words.say("defense {n}", n=unit.defense), _change(unit.defense, kind.defense)),
        Mark("move", str(steps), words.say("movement {n}", n=steps), _change(steps, kind.movement)),
    ]
    if unit.ranged is not None:
        marks.append(Mark("range", str(unit.ranged), words.say("Ranged Attack {n}", n=unit.ranged)))
    if unit.damage:
        marks.append(Mark("wound", str(unit.damage), words.say("damage {n}", n=unit.damage)))
    return Look(
        tone=NEAR if near else FAR,
        art=art,
        title=card_name(unit.card, words),
        short=short_name(kind, words),
        marks=(*marks, *_restraints(unit, words)),
    )


def _restraints(unit: UnitView, words: Words) -> list[Mark]:
    """Return what keeps a unit from acting."""
    marks = []
    if unit.fresh:
        marks.append(Mark("wait", "", words.say("came this turn")))
    if unit.stopped:
        marks.append(Mark("stop", "", words.say("stopped")))
    if unit.attacked and not unit.attacks_left:
        marks.append(Mark("check", "", words.say("has attacked")))
    return marks


def _change(value: int, printed: int) -> Literal[-1, 0, 1]:
    return 1 if value > printed else -1 if value < printed else 0


def ground_look(terrain: Card, name: str) -> Look:
    """Return how terrain looks that lies face up; one that we have no drawing of has its name alone."""
    return Look(title=name, art=_GROUNDS.get(terrain))


def stack_look(factories: int, words: Words, *, blocked: bool) -> Look:
    """Return how an Industry space looks: a mark for each Factory, a lock where something lies on them."""
    marks = []
    if factories:
        said = words.count("a stack of one Factory", "a stack of {n} Factories", factories)
        marks.append(Mark("works", str(factories), said))
    if blocked:
        marks.append(Mark("lock", "", words.say("occupied")))
    return Look(marks=tuple(marks))


def label_look(card: Card, words: Words, *marks: Mark) -> Look:
    """Return how a modifier or an event looks that lies on the map."""
    kind = pool_of(words).cards[card]
    tone, art = _arm(kind)
    return Look(tone=tone, art=art, title=card_name(card, words), short=short_name(kind, words), marks=marks)


def text_look(text: str, *marks: Mark) -> Look:
    """Return how something looks that has only words: an attack on the chain, an effect to come, a deck."""
    return Look(title=text, short=shortened(text), marks=marks)
