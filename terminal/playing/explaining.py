"""What `?` says beside the board: the signs on it, the texts of the cards in sight, the rule in short."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.games import Title
from domain.kernel.display.board import CardPicture, Picture
from domain.kernel.display.text import BACK, EMPTY
from domain.kernel.display.words import Words

_DRAWN = {  # what `render` draws, in any game
    "*": "can be used now",
    BACK: "face down",
    "×": "how many cards lie there",
    "[ ": "empty place",  # as wide as a card
    "·": "empty place",
    EMPTY: "nothing there",
    "…": "more than there is room for",
}
_SHOWN = {"[ ": "[ ]"}
_ALONE = ("·", EMPTY)  # in words they are something else


class Part(NamedTuple):
    """A part of the help: its heading, and what is explained, each with its explanation; a rule stands alone."""

    heading: str
    items: tuple[tuple[str, str], ...]


def explained(title: Title, picture: Picture, words: Words, *, drawn: str) -> Iterator[Part]:
    """Yield what explains the board as it is shown now: its signs, cards and words, and the game in short."""
    signs = _signs(title, picture, drawn, words)
    yield Part(words.say("Signs on the board:"), tuple([(_SHOWN.get(sign, sign), signs[sign]) for sign in signs]))
    yield Part(words.say("Cards:"), tuple(dict(_texts(title, picture, words)).items()))
    sayings = set(_said(picture))
    meanings = [(word.name, word.text) for word in title.hints.explained(words) if word.name in sayings]
    yield Part(words.say("Words on the board:"), tuple(meanings))
    yield Part(words.say("The game in short:"), tuple([("", rule) for rule in title.hints.in_short(words)]))


def read_more(title: Title, words: Words) -> str:
    """Return where the rest is told."""
    return words.say("More: docs/games/{game}.md", game=title.rules.name)


def _signs(title: Title, picture: Picture, drawn: str, words: Words) -> dict[str, str]:
    alone = [piece for line in drawn.splitlines() for piece in line.removeprefix("· ").split()]
    found = {
        sign: words.say(meaning) for sign, meaning in _DRAWN.items() if sign in (alone if sign in _ALONE else drawn)
    }
    said = " ".join(_said(picture))
    pieces = said.split()
    own = title.hints.meanings(words)
    shown = [sign for sign in own if sign in drawn and sign in (pieces if sign.isalnum() else said)]
    return found | {sign: own[sign] for sign in shown}


def _said(picture: Picture) -> Iterator[str]:
    """Yield what the game itself writes on the board."""
    for panel in picture.panels:
        yield from (panel.sign, panel.label, *[badge.text for badge in panel.badges])
        for zone in panel.zones:
            yield from (zone.label, zone.sign if panel.compact else "", zone.note or "")
            for card in zone.cards:
                yield from (card.face, *card.badges)


def _texts(title: Title, picture: Picture, words: Words) -> Iterator[tuple[str, str]]:
    """Yield what the cards in the own hand and in the centre say."""
    for card, told in _cards(picture):
        text = title.hints.text(card.id, words) if told and card.id is not None else None
        if text is not None:
            yield card.name or card.face, text


def _cards(picture: Picture) -> Iterator[tuple[CardPicture, bool]]:
    """Yield every card, and whether its text is worth telling."""
    for panel in sorted(picture.panels, key=lambda panel: panel.role != "own"):
        for zone in panel.zones:
            told = zone.kind != "grid" if panel.role == "centre" else panel.role == "own" and zone.kind == "hand"
            yield from [(card, told) for card in zone.cards]
