"""The standings of tournaments, computed once for as long as they are asked for: every spectator asks for the same."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from domain.tournament.log.book import Book
from domain.tournament.standings import Row

KEPT = 64  # standings in memory


class Standings(NamedTuple):
    """The lines, and after how many whole rounds."""

    round: int
    rows: tuple[Row, ...]


class _Same:
    """A book that is the same only as itself: one that has been followed further is another."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.book is other.book

    def __hash__(self) -> int:
        return id(self.book)


def standings_of(book: Book, round: int | None) -> Standings:
    """Return the standings after a round, or after the last one that has all its results."""
    return _computed(_Same(book), round)


@lru_cache(maxsize=KEPT)
def _computed(same: _Same, round: int | None) -> Standings:
    asked = same.book if round is None else same.book.after_rounds(round)
    return Standings(len(asked.history.rounds), asked.standings())
