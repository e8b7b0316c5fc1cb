"""What cards and places of a table are called in the words of its game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from domain.audit.timeline import Timeline
from domain.kernel.display.lines import plain
from domain.kernel.display.words import Words
from domain.kernel.seats import Seat


class Called:
    """What cards and places of a table are called."""

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
