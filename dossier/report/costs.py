"""What going back would have cost: the damage report, as it stood when a case was decided."""

from __future__ import annotations

from typing import NamedTuple

from domain.audit.called import Called
from domain.audit.damage import damage
from domain.audit.damage.telling import Said, Teller
from domain.audit.timeline import Address, Timeline
from domain.kernel.display.words import Words
from domain.record.desk import CaseDismissed, RulingMade
from domain.record.entries import RewoundTo
from domain.record.lines import Record
from dossier.report.times import length


class Costs(NamedTuple):
    """The damage of going back to an entry from another one, and the ways out."""

    sentence: str
    told: tuple[Said, ...]
    ways: tuple[Said, ...]


def costs_of(timeline: Timeline, address: Address, case: str | None, words: Words) -> Costs:
    """Return what it would have cost to go back before a moment.

    Of a case that was decided it is told as it was then, and of the entry that its ruling goes back to, if it does.
    """
    until = decided_at(timeline, case)
    then = timeline if until is None else Timeline(_cut(timeline, until), before=timeline)
    to = min(goal_of(timeline, address, case), len(then))
    report = damage(then, to, words)
    teller = Teller(then, words, Called(then, words).card, length)
    sentence = words.say("Going back to entry {to}, seen from entry {last}.", to=to, last=len(then))
    return Costs(sentence, tuple(teller.told(report, range(timeline.opening.seats))), tuple(teller.ways(report)))


def _cut(timeline: Timeline, until: int) -> Record:
    return timeline.record._replace(entries=timeline.record.entries[:until])


def decided_at(timeline: Timeline, case: str | None) -> int | None:
    """Return the last entry before a case was decided first."""
    for moment in timeline.moments if case is not None else ():
        if isinstance(moment.entry, RulingMade | CaseDismissed) and moment.entry.case == case:
            return moment.entry.n - 1
    return None


def goal_of(timeline: Timeline, address: Address, case: str | None) -> int:
    """Return the entry that the ruling of a case goes back to, else the one before a moment."""
    for moment in timeline.moments if case is not None else ():
        if isinstance(moment.entry, RewoundTo) and moment.entry.case == case:
            return moment.entry.to
    return max(1, address.n - 1)
