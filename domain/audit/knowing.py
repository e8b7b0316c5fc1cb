"""What a seat knows of the places that it cannot see, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from domain.audit.called import Called
from domain.audit.knowledge import Knowledge, Known, Learnt, Seen, knowledge
from domain.audit.timeline import Address, Timeline
from domain.kernel.display.words import Words
from domain.kernel.seats import Seat


class KnownPlace(NamedTuple):
    """A hidden place with its number of cards, and what is known of them."""

    title: str
    said: tuple[str, ...]


class KnownInWords(NamedTuple):
    """Every hidden place, and what each fact told."""

    places: tuple[KnownPlace, ...]
    learnt: tuple[tuple[Address, str], ...]


def known(timeline: Timeline, seat: Seat, address: Address, words: Words) -> list[KnownPlace]:
    """Return the places of which a seat knew anything at an address; none before the deal."""
    if timeline.state(address) is None:
        return []
    found = knowledge(timeline, seat, address, words)
    if found is None:
        return []
    return [place for place in in_words(found, Called(timeline, words), words).places if place.said]


def in_words(found: Knowledge, called: Called, words: Words) -> KnownInWords:
    """Return knowledge as sentences."""
    places = []
    for known in found.places:
        where = called.place(known.place.label, known.place.seat)
        size = words.count("one card", "{n} cards", known.size)
        title = words.say("{what}: {choices}", what=where, choices=size)
        places.append(KnownPlace(title, tuple(_place_lines(known, found.seen, called, words))))
    return KnownInWords(tuple(places), learnt_in_words(found.learnt, called, words))


def learnt_in_words(learnt: Iterable[Learnt], called: Called, words: Words) -> tuple[tuple[Address, str], ...]:
    """Return what facts told, as sentences."""
    return tuple([(item.address, _told(item, called, words)) for item in learnt])


def _place_lines(known: Known, seen: Iterable[Seen], called: Called, words: Words) -> Iterator[str]:
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


def _told(item: Learnt, called: Called, words: Words) -> str:
    pieces = []
    if item.there:
        pieces.append(words.say("there for certain: {cards}", cards=called.cards(item.there)))
    if item.ruled_out:
        pieces.append(words.say("not there: {cards}", cards=called.cards(item.ruled_out)))
    return words.say(
        "{what}: {choices}", what=called.place(item.label, item.seat), choices=words.say("; ").join(pieces)
    )
