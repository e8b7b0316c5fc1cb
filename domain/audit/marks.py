"""Where something happened in a record: turns, reshuffles, seats that go out, acts of the clock, pauses, rewinds, end.

No game is known here. A seat is out when the rules refuse its concession while the game goes on; a reshuffle is a
shuffle that was drawn for an action and not for the deal.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Literal, TypeAlias

from domain.audit.timeline import Moment, Timeline, reading
from domain.kernel.messages import Concede, tag_of
from domain.kernel.seats import Seat
from domain.record.desk import ResultAdjusted
from domain.record.entries import ACTIONS, ActionForced, GameFinished, Paused, RewoundTo

Mark: TypeAlias = Literal["end", "out", "rewind", "pause", "clock", "note", "reshuffle", "turn"]
TURN = "turn_started"  # how the facts are called by which games begin a turn


class Marks:
    """The marks of a record by entry, each found once."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline

    @cached_property
    def by_entry(self) -> Mapping[int, frozenset[Mark]]:
        """Every mark but those of notes, which not every viewer may read."""
        found: dict[int, set[Mark]] = defaultdict(set)
        for mark, numbers in self._found().items():
            for n in numbers:
                found[n].add(mark)
        return {n: frozenset(marks) for n, marks in found.items()}

    def with_notes(self, numbers: Iterable[int]) -> Mapping[int, frozenset[Mark]]:
        """Return the marks with those of notes on some entries."""
        noted: Mapping[int, frozenset[Mark]] = {n: frozenset(("note",)) for n in numbers}
        return {n: self.by_entry.get(n, frozenset()) | noted.get(n, frozenset()) for n in {*self.by_entry, *noted}}

    def entries(self, mark: Mark) -> list[int]:
        """Return the entries with a mark, in order."""
        return sorted(n for n, marks in self.by_entry.items() if mark in marks)

    @cached_property
    def turns(self) -> list[int]:
        """The entries with which turns begin.

        Where no fact of the game says so, a turn begins whenever others are awaited than before.
        """
        moments = self.timeline.moments
        told = [moment.entry.n for moment in moments if any(tag_of(fact) == TURN for fact in moment.facts)]
        if told:
            return told
        changed, before = [], frozenset[Seat]()
        for moment in moments:
            awaited = frozenset(moment.table.decisions)
            if awaited and awaited != before:
                changed.append(moment.entry.n)
                before = awaited
        return changed

    def _found(self) -> Mapping[Mark, Iterable[int]]:
        moments = self.timeline.moments
        return {
            "turn": self.turns,
            "reshuffle": [moment.entry.n for moment in moments if _reshuffles(moment)],
            "clock": [moment.entry.n for moment in moments if isinstance(moment.entry, ActionForced)],
            "rewind": [moment.entry.n for moment in moments if isinstance(moment.entry, RewoundTo)],
            "pause": [moment.entry.n for moment in moments if isinstance(moment.entry, Paused)],
            "end": [moment.entry.n for moment in moments if isinstance(moment.entry, (GameFinished, ResultAdjusted))],
            "out": self._outs(),
        }

    def _outs(self) -> list[int]:
        """Return the entries with which a seat went out while others played on."""
        found = []
        before: frozenset[Seat] = frozenset()
        for moment in self.timeline.moments:
            within = self._still_in(moment)
            if within is not None:
                if before - within:
                    found.append(moment.entry.n)
                before = within
        return found

    def _still_in(self, moment: Moment) -> frozenset[Seat] | None:
        """Return the seats that could still concede; nothing before the deal and after the game."""
        rules, state = self.timeline.title.rules, moment.state
        with reading(moment.opened.copied.line):
            if state is None or rules.outcome(state) is not None:
                return None
            seats = range(self.timeline.opening.seats)
            return frozenset([seat for seat in seats if rules.refuse(state, seat, Concede()) is None])


def _reshuffles(moment: Moment) -> bool:
    return isinstance(moment.entry, ACTIONS) and any(draw.kind == "shuffle" for draw in moment.entry.draws)
