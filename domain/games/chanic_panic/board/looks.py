"""What is drawn on a card: classic cards, each suit with its sign, its tone and what it counts for."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chanic_panic.cards import BASE_VALUE, CLUBS, DIAMONDS, HEARTS, KIND, SPADES, Card
from domain.games.chanic_panic.naming import card_name, number
from domain.games.chanic_panic.view import BoardCard
from domain.kernel.display.look import Costume, Look, Mark, Motif, Tone, shortened
from domain.kernel.display.words import Words

MOTIFS: Mapping[str, Motif] = {HEARTS: "heart", DIAMONDS: "diamond", SPADES: "spade", CLUBS: "club"}
_TONES: Mapping[str, Tone] = {HEARTS: "red", DIAMONDS: "blue", SPADES: "slate", CLUBS: "green"}

COSTUME = Costume(
    voice="serif",
    corner=8,
    light={
        "table": "#d5e3d9", "panel": "#f3f8f4", "line": "#b9cdc0", "ink2": "#47554d", "accent": "#17603a",
        "back-a": "#17603a", "back-b": "#2c7a52", "face": "#fffefa", "edge": "#bcc9c0", "dim-face": "#e9f0eb",
        "dim-ink": "#626d66",
    },
    dark={
        "table": "#0c231a", "panel": "#133126", "line": "#2b5442", "ink2": "#a9c2b5", "accent": "#7fdcab",
        "back-a": "#1d6a47", "back-b": "#2b8059", "face": "#f3eee0", "face-ink": "#1a1f1c", "edge": "#0c231a",
        "dim-face": "#274437", "dim-ink": "#a3b8ac",
        # a face that stays light keeps the tones of the light theme
        "red": "#b3261e", "orange": "#a1440a", "yellow": "#755700", "green": "#1c6a36", "teal": "#0b6470",
        "blue": "#1d4eb3", "violet": "#6a35b0", "slate": "#2f363d",
    },
)  # fmt: skip


def look(card: Card, *marks: Mark) -> Look:
    """Return how a card looks: its number, its suit, and what else is to be known of it."""
    suit = KIND[card][0]
    motif = MOTIFS[suit]
    return Look(tone=_TONES[suit], rank=number(card), suit=(motif,), art=motif, marks=marks)


def lying_marks(lying: BoardCard, words: Words) -> tuple[Mark, ...]:
    """Return what a card on a board counts, if that is not its number, and what lies under it."""
    marks = []
    printed = BASE_VALUE[lying.card]
    if lying.value != printed:
        counts = words.say("counts {value}", value=lying.value)
        marks.append(Mark(MOTIFS[KIND[lying.card][0]], str(lying.value), counts, 1 if lying.value > printed else -1))
    if lying.attached:
        marks.append(Mark("deck", str(lying.attached), _under(lying, words)))
    return tuple(marks)


def _under(lying: BoardCard, words: Words) -> str:
    if lying.attached_cards is None:
        return words.count("one card under it", "{n} cards under it", lying.attached)
    return words.say("under it: {cards}", cards=words.row([card_name(card, words) for card in lying.attached_cards]))


def ability_look(name: str, text: str) -> Look:
    """Return how an ability looks among those to choose from: its name and what it does."""
    return Look(tone="violet", art="spark", title=name, short=shortened(name), lines=(text,))


def slot_look(text: str) -> Look:
    """Return how an empty slot of the market looks."""
    return Look(title=text, short=shortened(text))
