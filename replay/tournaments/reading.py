"""The record of a tournament, followed entry by entry up to its damage."""

from __future__ import annotations

from typing import NamedTuple

from domain.tournament.log.book import Book, after, opened_book
from domain.tournament.log.entries import Entry, TournamentOpened
from domain.tournament.log.lines import LineError, read
from domain.tournament.log.refuse import refuse, refuse_opening
from replay.errors import InputError

NO_OPENING = "the record does not begin with the opening of a tournament"


class Step(NamedTuple):
    """An entry, and the tournament after it."""

    entry: Entry
    book: Book


class Followed(NamedTuple):
    """The steps that a record holds; `wrong` is what ends them before their time."""

    steps: tuple[Step, ...]
    wrong: str | None

    @property
    def book(self) -> Book:
        """The tournament after the last step."""
        return self.steps[-1].book

    def upto(self, n: int) -> Followed:
        """Return the record as it was after entry `n`; raises `InputError` where there is no such entry."""
        if not 1 <= n <= len(self.steps):
            raise InputError(f"there is no entry {n}: the record has 1 to {len(self.steps)}")
        return Followed(self.steps[:n], self.wrong if n == len(self.steps) else None)


def followed(text: bytes) -> Followed:
    """Follow a record; raises `InputError` where not even its first entry can be read."""
    steps: list[Step] = []
    wrong = None
    for number, line in enumerate(text.splitlines(), 1):
        try:
            (found,) = read([line])
        except LineError as error:
            wrong = f"line {number}: {error.reason}"
            break
        wrong = _refused(steps, found.entry)
        if wrong is not None:
            break
        entry = found.entry
        steps.append(Step(entry, after(steps[-1].book, entry) if steps else _opened(entry)))
    if not steps:
        raise InputError(wrong or NO_OPENING)
    return Followed(tuple(steps), wrong)


def _opened(entry: Entry) -> Book:
    assert isinstance(entry, TournamentOpened)
    return opened_book(entry)


def _refused(steps: list[Step], entry: Entry) -> str | None:
    """Say why an entry cannot stand there, or nothing."""
    if not steps:
        if not isinstance(entry, TournamentOpened) or entry.n != 1:
            return NO_OPENING
        refusal = refuse_opening(entry)
        return None if refusal is None else refusal.message
    if entry.n != len(steps) + 1:
        return f"entry {len(steps) + 1} is numbered {entry.n}"
    refused = refuse(steps[-1].book, entry)
    return None if refused is None else f"entry {entry.n}: {refused.message}"


def check_everybodys(viewer: str | None) -> None:
    """Raise `InputError` for a viewer: a tournament's record is the same for everybody."""
    if viewer is not None:
        raise InputError("the record of a tournament is the same for everybody: leave --viewer out")
