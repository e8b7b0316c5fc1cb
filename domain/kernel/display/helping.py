"""What would help where a card cannot be used: found in the refusals that its picture met."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from domain.kernel.display.board import CardPicture, Picture
from domain.kernel.display.hints import Hints
from domain.kernel.display.words import Words
from domain.kernel.refusals import May, Refusal


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

    def helped(self, picture: Picture, hints: Hints, words: Words) -> Picture:
        """Return the picture with what would help beside every reason why a card cannot be used."""

        def help_of(card: CardPicture) -> CardPicture:
            if card.why_not is None:
                return card
            codes = [no.code for command, no in self._refused if _names(command, card.id)]
            remedy = hints.remedy(max(codes, key=hints.telling, default=""), words)
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
