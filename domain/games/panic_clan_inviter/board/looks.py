"""What is drawn on a card: number and clan, what a rule asks, what a magic card does."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.panic_clan_inviter.cards import ALL_COLOURS, COLOURS, Card
from domain.games.panic_clan_inviter.hints import card_text
from domain.games.panic_clan_inviter.naming import card_name, card_set, rule_in_words
from domain.kernel.display.look import Costume, Look, Motif, Tone, remembered, shortened
from domain.kernel.display.words import Words

COSTUME = Costume(
    voice="round",
    back="dots",
    corner=14,
    frame=18,
    ghost=True,
    tint=0.13,
    light={
        "table": "#ebe1f4", "panel": "#fbf8fe", "line": "#d3c2e4", "ink": "#241a30", "ink2": "#584a69",
        "accent": "#6a35b0", "back-a": "#6a35b0", "back-b": "#8a58cc", "face": "#ffffff", "face-ink": "#241a30",
        "edge": "#c9b8da", "dim-face": "#f0e9f6", "dim-ink": "#6f6180",
    },
    dark={
        "table": "#1c1429", "panel": "#2a1f3b", "line": "#4d3d66", "ink": "#f4eefb", "ink2": "#bfb0d2",
        "accent": "#d0adff", "on-accent": "#1c1429", "back-a": "#4a2f78", "back-b": "#6b4aa3", "face": "#372a4c",
        "face-ink": "#f8f3ff", "edge": "#5d4a7a", "dim-face": "#2c2140", "dim-ink": "#a394b8",
    },
)  # fmt: skip

_CLANS: Mapping[int, tuple[Tone, Motif]] = {  # by colour: Goblins, Fairies, Dwarves, Elves
    COLOURS["red"]: ("red", "blade"),
    COLOURS["blue"]: ("blue", "bloom"),
    COLOURS["yellow"]: ("yellow", "hammer"),
    COLOURS["green"]: ("green", "leaf"),
}


@remembered
def look(card: Card, words: Words) -> Look:
    """Return how a card looks."""
    cards = card_set(words)
    name = card_name(card, words)
    if card in cards.conditions:
        rule = rule_in_words(card, words)
        return Look(tone="orange", art="scroll", title=name, short=shortened(name), lines=(rule,))
    text = card_text(card, words)
    lines = () if text is None else (text,)
    if card not in cards.number:
        return Look(tone="violet", art="spark", title=name, short=shortened(name), lines=lines)
    rank, colours = str(cards.number[card]), cards.colours[card]
    if colours == ALL_COLOURS:
        suits = tuple([motif for _, motif in _CLANS.values()])
        return Look(rank=rank, suit=suits, art="chest", title=name, short=shortened(name), lines=lines)
    tone, motif = _CLANS[colours]
    return Look(
        tone=tone, rank=rank, suit=(motif,), art=motif, title=name, short=_short(name, colours, words), lines=lines
    )


def _short(name: str, colours: int, words: Words) -> str:
    """Return what tells a card from others of its colour: sign and tone tell the clan, most names end in "Corps"."""
    cards = card_set(words)
    kinds = [kind for kind in cards.kinds if cards.colours.get(kind) == colours]
    clan = _beginning(tuple([card_name(kind, words) for kind in kinds]))
    own, *_ = name.removeprefix(clan).removeprefix("の").split() or [name]  # Japanese: "of"
    return shortened(own)


def _beginning(names: tuple[str, ...]) -> str:
    """Return what several names begin with; nothing for a single one, which would lose itself."""
    first, *others = names
    same = 0
    while others and same < len(first) and all(name[same : same + 1] == first[same] for name in others):
        same += 1
    return first[:same]
