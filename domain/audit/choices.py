"""What a seat could do and could not, in words: offers cut down to what is legal, and why a card cannot be used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, assert_never

import msgspec

from domain.audit.called import Called
from domain.audit.possible import Possible, could_do
from domain.audit.timeline import Address, Timeline
from domain.kernel.display.hints import NOTHING, Hints
from domain.kernel.display.lines import plain
from domain.kernel.display.words import Words
from domain.kernel.legal import may_of
from domain.kernel.offers import Arrangement, Domain, Flag, Free, OneOf, Range, Subset
from domain.kernel.seats import Seat, seat_viewer

LISTED = re.compile(r"(?P<part>.*)/(?P<place>\d+)/(?P<field>[^/]+)")  # of the place in a list: `targets/0/unit`
TAG = re.compile(r"[a-z]+(_[a-z]+)+")  # a tag or a phase inside a view; cards and labels are not written so


class Choosing:
    """What the awaited seats of a timeline could do, in words; cards by their names."""

    def __init__(self, timeline: Timeline, words: Words) -> None:
        self._timeline = timeline
        self._words = words
        self._called = Called(timeline, words)

    def possible(self, address: Address, seat: Seat) -> list[str]:
        """Return what a seat could have done at an address."""
        hints = self._timeline.title.hints
        found = could_do(self._timeline, address, seat)
        return [offered(self._named(item), self._words, hints) for item in found]

    def _named(self, item: Possible) -> Possible:
        """Return an offer with the names of cards in place of what commands call them."""
        fields = {path: self._with_names(domain) for path, domain in item.offer.fields.items()}
        return item._replace(offer=msgspec.structs.replace(item.offer, fields=fields))

    def _with_names(self, domain: Domain) -> Domain:
        match domain:
            case OneOf(values):
                return OneOf(tuple(dict.fromkeys(map(self._name, values))))  # of equal cards one
            case Subset(values, least, most):
                return Subset(tuple(map(self._name, values)), least, most)
            case Arrangement(of, least, most):
                return Arrangement(tuple(map(self._name, of)), least, most)
            case _:
                return domain

    def _name(self, value: Any) -> Any:
        return self._called.card(value) if isinstance(value, str) else value

    def refused(self, address: Address, seat: Seat) -> Iterator[str]:
        """Yield why cards of a seat could not be used, each reason once."""
        may = may_of(self._timeline.title.rules, self._timeline.state(address), seat)
        picture = self._timeline.picture(address, seat_viewer(seat), self._words, may)
        reasons: dict[str, list[str]] = {}
        for panel in () if picture is None else picture.panels:
            for card in [card for zone in panel.zones for card in zone.cards]:
                if card.why_not is not None:
                    reasons.setdefault(card.why_not, []).append(card.name or card.face)
        for reason, cards in reasons.items():
            listed = self._words.row(list(dict.fromkeys(cards)))
            yield self._words.say("{what}: {choices}", what=listed, choices=reason)


def offered(item: Possible, words: Words, hints: Hints = NOTHING) -> str:
    """Return an offer in words: the command, its choices, and how many ways there are."""
    choices = [
        words.say("{what}: {choices}", what=field_in_words(path, words), choices=_choices(domain, words, hints))
        for path, domain in item.offer.fields.items()
        if not _settled(domain)
    ]
    ways = "" if item.ways in (None, 1) else f"  {words.say('({n} ways)', n=item.ways)}"
    hint = "" if item.offer.hint is None else f" – {plain(words.say(item.offer.hint))}"
    return words.say("; ").join([f"{in_words(item.offer.command, words)}{hint}", *choices]) + ways


def _settled(domain: Domain) -> bool:
    """Say whether there is nothing to choose and nothing to tell: a field that is left out."""
    return domain == OneOf((None,)) or (isinstance(domain, Subset | Arrangement) and not _values(domain))


def _values(domain: Subset | Arrangement) -> tuple[Any, ...]:
    return domain.values if isinstance(domain, Subset) else domain.of


def _choices(domain: Domain, words: Words, hints: Hints) -> str:
    match domain:
        case OneOf(values):
            return words.say(" or ").join([scalar(value, words, hints) for value in values])
        case Subset() | Arrangement():
            values = _values(domain)
            listed = words.row([scalar(value, words, hints) for value in values])
            most = min(domain.max, len(values))
            number = f"{domain.min}" if domain.min == most else _range(domain.min, most, words)
            text = "{number} of {values} in any order" if isinstance(domain, Arrangement) else "{number} of {values}"
            return words.say(text, number=number, values=listed)
        case Range(least, most):
            return _range(least, most, words)
        case Flag():
            return words.say("no or yes")
        case Free():
            return words.say("anything that fits")
        case _:
            assert_never(domain)


def _range(least: int, most: int, words: Words) -> str:
    return words.say("{least} to {most}", least=least, most=most)


def in_words(name: str, words: Words) -> str:
    """Return a tag or a path of fields as words."""
    return plain(words.term(name))


def field_in_words(path: str, words: Words) -> str:
    """Return what a path of fields is called; within a list with the number of the place, from 1."""
    listed = LISTED.fullmatch(path)
    if listed is None:
        return in_words(path, words)
    number, field = int(listed["place"]) + 1, in_words(listed["field"], words)
    if listed["part"] == "targets":
        return words.say("target {number}, {field}", number=number, field=field)
    return words.say("{part} {number}, {field}", part=in_words(listed["part"], words), number=number, field=field)


def scalar(value: Any, words: Words, hints: Hints = NOTHING) -> str:
    """Return a value of a view or of an offer as words: names without quotes, parts by their names.

    A word of the game's glossary has the name that it has there.
    """
    match value:
        case None:
            return words.say("nothing")
        case True:
            return words.say("yes")
        case False:
            return words.say("no")
        case str() if (word := hints.word(value, words)) is not None:
            return word.name
        case str():
            return plain(words.term(value) if TAG.fullmatch(value) else value) or words.say("nothing")
        case dict():
            return _parts(value, words, hints)
        case list() | tuple():
            return words.row([scalar(item, words, hints) for item in value]) or words.say("nothing")
        case _:
            return str(value)


def _parts(value: dict[Any, Any], words: Words, hints: Hints) -> str:
    """Return a part of a view: its first name bare, the rest in brackets (`H7 (value 7)`)."""
    pieces = [(in_words(str(key), words), scalar(item, words, hints)) for key, item in value.items()]
    if pieces and isinstance(next(iter(value.values())), str):
        rest = words.row([f"{key} {text}" for key, text in pieces[1:]])
        return words.say("{first} ({rest})", first=pieces[0][1], rest=rest) if rest else pieces[0][1]
    return words.row([f"{key} {text}" for key, text in pieces]) or words.say("nothing")
