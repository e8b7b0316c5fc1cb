"""The neutral picture in sentences: what a screen reader says of the table, a place after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from domain.kernel.display.board import CardPicture, Counter, Panel, Picture, Zone
from domain.kernel.display.hints import NOTHING, Hints
from domain.kernel.display.lines import plain
from domain.kernel.display.words import Words
from terminal.plain.voice import sentence


def spoken(picture: Picture, words: Words, hints: Hints = NOTHING) -> list[str]:
    """Return the whole table as sentences: what it is, each panel with its places, and what is awaited.

    Where a sign of the game stands alone its meaning is said, as the game's help tells it.
    """
    return _Speaker(words, hints.meanings(words)).table(picture)


class _Speaker:
    """Says the parts of one table; `signs` have their meanings."""

    def __init__(self, words: Words, signs: Mapping[str, str]) -> None:
        self._words = words
        self._signs = signs

    def table(self, picture: Picture) -> list[str]:
        lines = [picture.headline, *picture.banner]
        for panel in picture.panels:
            lines += [self._panel(panel), *map(self._zone, panel.zones), *_reasons(panel, self._words)]
        if picture.prompt is not None:
            lines.append(picture.prompt)
        return [sentence(plain(line), self._words) for line in lines]

    def _panel(self, panel: Panel) -> str:
        """Return whose part of the table it is, with marks and numbers."""
        words = self._words
        said = [badge.text for badge in panel.badges] + [_counter(counter, words) for counter in panel.counters]
        return words.say("{what}: {choices}", what=panel.label, choices=words.row(said)) if said else panel.label

    def _zone(self, zone: Zone) -> str:
        """Return what lies at a place: the cards in their order, how many there are in all, and the note beside it."""
        words = self._words
        said = list(self._grid(zone) if zone.kind == "grid" else self._cards(zone.cards))
        if zone.count is not None and zone.count != len(zone.cards):
            n = zone.count
            said.append(words.count("one card in all", "{n} cards in all", n) if said else _cards_there(n, words))
        empty = 0 if zone.kind == "grid" else max((zone.slots or 0) - len(zone.cards), 0)
        if empty:
            said.append(words.count("one empty place", "{n} empty places", empty))
        if zone.note:
            said.append(self._note(zone.note))
        choices = words.say("; ").join(said) or words.say("nothing there")
        return words.say("{what}: {choices}", what=zone.label, choices=choices)

    def _note(self, note: str) -> str:
        """Return what stands beside a place; a sign that it begins with is said."""
        sign, space, rest = note.partition(" ")
        if not space or sign not in self._signs:
            return note
        return self._words.say("{what}: {choices}", what=self._signs[sign], choices=rest)

    def _grid(self, zone: Zone) -> Iterator[str]:
        """Yield what lies at each place of a grid, row after row; places where the same lies are named together."""
        words = self._words
        places: dict[tuple[int, int], list[CardPicture]] = {}
        for card in zone.cards:
            places.setdefault((card.at or (0, 0))[::-1], []).append(card)  # row and column
        alike: dict[str, list[str]] = {}
        for at in sorted(places):
            what = words.row([self._card(card, self._owner(card)) for card in places[at]])
            alike.setdefault(what, []).append(_place(places[at][0], at, words))
        yield from [words.say("{where} {what}", where=words.row(names), what=what) for what, names in alike.items()]

    def _cards(self, cards: Iterable[CardPicture]) -> Iterator[str]:
        """Yield cards in their order, equal ones that lie side by side together."""
        for said, alike in groupby(map(self._card, cards)):
            n = len(list(alike))
            yield said if n == 1 else self._words.say("{n} times {what}", n=n, what=said)

    def _owner(self, card: CardPicture) -> tuple[str, ...]:
        """Return what the sign before a card on the shared grid means: whose it is."""
        sign = card.face[:1]
        return (self._signs[sign],) if sign in self._signs else ()

    def _card(self, card: CardPicture, before: tuple[str, ...] = ()) -> str:
        """Return a card by its name, with its marks, and whether it can be used now."""
        words = self._words
        name = card.name or (words.say("face down") if card.back else card.face)
        marks = [*before, *[self._signs.get(badge, badge) for badge in card.badges]]
        if card.lit:
            marks.append(words.say("can be used now"))
        return words.say("{what} ({marks})", what=name, marks=words.row(marks)) if marks else name


def _counter(counter: Counter, words: Words) -> str:
    if counter.of is None:
        return f"{counter.label} {counter.value}"
    return words.say("{what} {n} of {most}", what=counter.label, n=counter.value, most=counter.of)


def _cards_there(n: int, words: Words) -> str:
    return words.count("one card", "{n} cards", n)


def _place(card: CardPicture, at: tuple[int, int], words: Words) -> str:
    """Return what a place of a grid is called: as the first card there is, if its face begins with it."""
    if card.id is not None and card.face.partition(" ")[0] == card.id:
        return card.id
    return words.say("column {column}, row {row}", column=at[1] + 1, row=at[0] + 1)


def _reasons(panel: Panel, words: Words) -> list[str]:
    """Return why cards cannot be used, those with the same reason together."""
    reasons: dict[str, list[str]] = {}
    for zone in panel.zones:
        for card in zone.cards:
            if card.why_not is not None:
                reasons.setdefault(card.why_not, []).append(card.name or card.face)
    return [
        words.say("{cards} cannot be used now: {reason}", cards=words.row(list(dict.fromkeys(cards))), reason=reason)
        for reason, cards in reasons.items()
    ]
