"""What `?` says beside the board: the signs on it, the texts of the cards in sight, the rule in short."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from api.program.paper import columns
from domain.games import Title
from domain.kernel.display.board import CardPicture, Picture
from domain.kernel.display.lines import pad
from domain.kernel.display.text import BACK, EMPTY, render
from domain.kernel.display.words import Words
from domain.kernel.refusals import May, Refusal

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


def explained(title: Title, picture: Picture, words: Words) -> Iterator[str]:
    """Yield lines that explain what is on the board now, and where to read more."""
    yield words.say("Signs on the board:")
    yield from [
        f"  {pad(_SHOWN.get(sign, sign), 4)}{meaning}" for sign, meaning in _signs(title, picture, words).items()
    ]
    texts = dict(_texts(title, picture, words))
    if texts:
        yield words.say("Cards:")
        yield from [words.say("  {card}: {text}", card=card, text=text) for card, text in texts.items()]
    sayings = set(_said(picture))
    meanings = [word for word in title.hints.explained(words) if word.name in sayings]
    if meanings:
        yield words.say("Words on the board:")
        yield from [words.say("  {card}: {text}", card=word.name, text=word.text) for word in meanings]
    rules = title.hints.in_short(words)
    if rules:
        yield words.say("The game in short:")
        yield from [f"  {rule}" for rule in rules]
    yield words.say("More: docs/games/{game}.md", game=title.rules.name)


def _signs(title: Title, picture: Picture, words: Words) -> dict[str, str]:
    drawn = render(picture, columns=columns())
    alone = [piece for line in drawn.splitlines() for piece in line.removeprefix("· ").split()]
    found = {
        sign: words.say(meaning) for sign, meaning in _DRAWN.items() if sign in (alone if sign in _ALONE else drawn)
    }
    said = " ".join(_said(picture))
    pieces = said.split()
    own = title.hints.meanings(words)
    return found | {sign: own[sign] for sign in own if sign in (pieces if sign.isalnum() else said)}


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


class Asked:
    """`may` that remembers what it refused, so that a card that cannot be used can say what would help."""

    def __init__(self, may: May) -> None:
        self._may = may
        self._refused: list[tuple[object, Refusal]] = []

    def __call__(self, command: object) -> Refusal | None:
        """Return why a command is not legal."""
        refusal = self._may(command)
        if refusal is not None:
            self._refused.append((command, refusal))
        return refusal

    def helped(self, picture: Picture, title: Title, words: Words) -> Picture:
        """Return the picture with what would help beside every reason why a card cannot be used."""

        def help_of(card: CardPicture) -> CardPicture:
            if card.why_not is None:
                return card
            codes = [no.code for command, no in self._refused if _names(command, card.id)]
            remedy = title.hints.remedy(max(codes, key=title.hints.telling, default=""), words)
            if remedy is None:
                return card
            return replace(card, why_not=words.say("{why_not} {remedy}", why_not=card.why_not, remedy=remedy))

        return _with_cards(picture, help_of)


def _names(command: object, card: str | None) -> bool:
    """Say whether a command names a card."""
    said = [getattr(command, name) for name in getattr(command, "__struct_fields__", ())]
    return card in said


def _with_cards(picture: Picture, change: Callable[[CardPicture], CardPicture]) -> Picture:
    panels = [
        replace(
            panel,
            zones=tuple([replace(zone, cards=tuple([change(card) for card in zone.cards])) for zone in panel.zones]),
        )
        for panel in picture.panels
    ]
    return replace(picture, panels=tuple(panels))
