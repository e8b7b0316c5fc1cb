"""What a person types to go somewhere: `41`, `41.3`, `turn 5`, `seat 2`, `12:03`, `end`."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from domain.audit.marks import Marks
from domain.audit.timeline import Address, parse_address
from domain.kernel.display.lines import plain
from domain.kernel.display.words import Words
from terminal.stepping.moves import beside, decisions

_TURN = re.compile(r"(?:turn|t)\s*(\d{1,6})", re.IGNORECASE)
_SEAT = re.compile(r"(?:seat|s)\s*(\d{1,3})", re.IGNORECASE)
_TIME = re.compile(r"(\d{1,2}):(\d\d)(?::(\d\d))?")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class NotThereError(ValueError):
    """No place in the record; the message says why, in the reader's words."""


def place_of(marks: Marks, here: Address, text: str, words: Words) -> Address:
    """Return the place that somebody asks for; raises `NotThereError`."""
    timeline, text = marks.timeline, text.strip()
    if text.casefold() == "end":
        return Address(len(timeline))
    if found := _TURN.fullmatch(text):
        return _turn(marks, int(found[1]), words)
    if found := _SEAT.fullmatch(text):
        return _decision(marks, here, int(found[1]), words)
    if found := _TIME.fullmatch(text):
        return _moment(marks, int(found[1]), int(found[2]), int(found[3] or 59), words)
    return _address(marks, text, words)


def _address(marks: Marks, text: str, words: Words) -> Address:
    timeline = marks.timeline
    try:
        address = parse_address(text)
    except ValueError:
        no_place = words.say("“{text}” is no place in a record: 41, 41.3, turn 5, 12:03", text=plain(text))
        raise NotThereError(no_place) from None
    if not 1 <= address.n <= len(timeline):
        raise NotThereError(words.say("the record has entries 1 to {last}, not {n}", last=len(timeline), n=address.n))
    facts = len(timeline.moment(address.n).facts)
    if address.fact is not None and address.fact >= facts:
        raise NotThereError(words.say("entry {n} has {facts} facts, counted from 0", n=address.n, facts=facts))
    return address


def _turn(marks: Marks, number: int, words: Words) -> Address:
    """Return where a turn begins, counted from 1."""
    turns = marks.turns
    if not 1 <= number <= len(turns):
        raise NotThereError(words.say("the record has {turns} turns, counted from 1", turns=len(turns)))
    return Address(turns[number - 1])


def _decision(marks: Marks, here: Address, seat: int, words: Words) -> Address:
    """Return the next decision of a seat."""
    seats = marks.timeline.opening.seats
    if seat >= seats:
        raise NotThereError(words.say("the table has seats 0 to {last}, not {seat}", last=seats - 1, seat=seat))
    found = beside(decisions(marks.timeline, [seat]), here)
    if found is None:
        raise NotThereError(words.say("{seat} decides nothing after this", seat=words.seat(seat)))
    return found


def _moment(marks: Marks, hour: int, minute: int, second: int, words: Words) -> Address:
    """Return the last entry up to a time of day (UTC), or to the end of its minute, from the first entry's day on."""
    moments = marks.timeline.moments
    begun = _EPOCH + timedelta(milliseconds=min(moments[0].entry.at, 10**14))
    try:
        asked = begun.replace(hour=hour, minute=minute, second=second, microsecond=999_999)
    except ValueError:
        raise NotThereError(words.say("there is no such time of day")) from None
    if asked < begun:  # after midnight
        asked += timedelta(days=1)
    until = (asked - _EPOCH) // timedelta(milliseconds=1)
    return Address(max(n for n, moment in enumerate(moments, 1) if n == 1 or moment.entry.at <= until))
