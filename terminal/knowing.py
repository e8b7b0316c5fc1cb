"""What a seat knows of what it cannot see, in sentences: a title for each place, and what is said under it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from domain.audit.knowledge import Known, Seen, knowledge
from domain.audit.timeline import Address, Timeline
from domain.kernel.display.lines import plain
from domain.kernel.display.words import Words
from domain.kernel.seats import Seat


class KnownPlace(NamedTuple):
    """A place with how many cards are there, and what is known of them."""

    title: str
    said: tuple[str, ...]


class Called:
    """What cards and places of a table are called in the words of its game."""

    def __init__(self, timeline: Timeline, words: Words) -> None:
        self._words = words
        self._title = timeline.title
        self._at_table = words.at_table(timeline.moments[0].table.setup.data)

    def card(self, card: str) -> str:
        """Return the name of a card."""
        return plain(self._title.hints.card(card, self._at_table) or card)

    def cards(self, cards: Iterable[str]) -> str:
        """Return the names of cards, equal ones counted."""
        counted = Counter(map(self.card, cards))
        return self._words.row([name if n == 1 else f"{name} ×{n}" for name, n in counted.items()])

    def place(self, label: str, seat: Seat | None) -> str:
        """Return the name of a place, with its seat's."""
        return plain(label if seat is None else self._words.row([self._words.seat(seat), label]))


def known(timeline: Timeline, seat: Seat, address: Address, words: Words) -> list[KnownPlace]:
    """Return what a seat knew at an address of each place of which it knew anything; nothing before the deal."""
    if timeline.state(address) is None:
        return []
    found = knowledge(timeline, seat, address, words)
    if found is None:
        return []
    called = Called(timeline, words)
    places = [
        KnownPlace(place_title(each, called, words), tuple(said_of(each, found.seen, called, words)))
        for each in found.places
    ]
    return [place for place in places if place.said]


def place_title(place: Known, called: Called, words: Words) -> str:
    """Return what a place is called, and how many cards are there."""
    size = words.count("one card", "{n} cards", place.size)
    where = called.place(place.place.label, place.place.seat)
    return words.say("{what}: {choices}", what=where, choices=size)


def said_of(known: Known, seen: Iterable[Seen], called: Called, words: Words) -> Iterator[str]:
    """Yield what is known of a place, a line for each way in which it came to be known."""
    here = [item for item in seen if (item.label, item.seat) == (known.place.label, known.place.seat)]
    if known.size and known.whole:
        yield words.say("it is known which: {cards}", cards=called.cards(Counter(known.certain).elements()))
    else:
        for since, cards in _grouped(item for item in here if item.until is None).items():
            yield words.say("for certain, since {address}: {cards}", cards=called.cards(cards), address=since[0])
        counted = Counter(known.certain) - Counter(known.told)
        if counted:
            yield words.say("by counting, for certain: {cards}", cards=called.cards(counted.elements()))
        if known.ruled_out:
            yield words.say("not there: {cards}", cards=called.cards(known.ruled_out))
    for (first, last), cards in _grouped(item for item in here if item.until is not None).items():
        yield words.say(
            "there from {first}, and since {last} nobody can say: {cards}",
            cards=called.cards(cards),
            first=first,
            last=last,
        )


def _grouped(seen: Iterable[Seen]) -> dict[tuple[Address, Address | None], list[str]]:
    """Return the cards that were seen at the same time, by when."""
    groups: dict[tuple[Address, Address | None], list[str]] = {}
    for item in seen:
        groups.setdefault((item.since, item.until), []).append(item.card)
    return groups
