"""Branches: the moment of a table from which another one goes on, and whether a branch begins with its facts."""

from __future__ import annotations

from collections.abc import Sequence

from domain.audit.timeline import Timeline
from domain.kernel.messages import Fact
from domain.record.canonical import b64
from domain.record.entries import BranchOf
from domain.table.branching import Leaving
from domain.table.table import Table

SAME = ("game", "version", "edition", "seats", "data")  # members of entry 1 that make the same game


class ParentError(ValueError):
    """A record that cannot tell what a branch begins with; the message says why."""


class NoBranchError(ValueError):
    """A moment from which nobody can play on; the message says why."""


def leaving(timeline: Timeline, n: int) -> Leaving:
    """Return the moment after entry `n` as a branch begins with it.

    Raises `NoBranchError` before the deal, after the end, and on a copy that hides something.
    """
    moment = timeline.moment(n)
    if moment.table.live is None:
        raise NoBranchError(f"the game has not begun after entry {n}")
    if moment.table.book.status != "running" or not moment.table.live.decisions:  # nobody stops a branch
        raise NoBranchError(f"nobody is awaited after entry {n}: the table is {moment.table.book.status}")
    try:
        facts = _facts(timeline, n)
    except ParentError as error:
        raise NoBranchError(str(error)) from None
    opened = timeline.opening
    text = next((found.text.encode() for found in timeline.record.card_sets if found.digest == opened.data), None)
    branch_of = BranchOf(table=opened.table, n=n, hash=b64(moment.opened.copied.hash))
    return Leaving(opened=opened, branch_of=branch_of, at=moment.entry.at, facts=facts, card_set=text)


def difference(parent: Timeline | None, branch: Table, facts: Sequence[Fact]) -> str | None:
    """Say in what a branch does not begin with the facts of its parent's live line; `None` if it does.

    `branch` is its table before the deal. Raises `ParentError` where the parent is not there or does not tell.
    """
    opened = branch.book.opened
    said = opened.branch_of
    assert said is not None, "the caller looks for branches"
    if parent is None:
        raise ParentError(f"a branch: only the record of table {said.table}, its parent, tells what it begins with")
    if parent.opening.table != said.table:
        raise ParentError(f"the parent is table {said.table}, not {parent.opening.table}")
    if said.n > len(parent):
        raise ParentError(f"the parent's record ends before entry {said.n}")
    if said.n < 1 or b64(parent.moment(said.n).opened.copied.hash) != said.hash:
        return f"entry {said.n} of the parent has another hash"
    other = next((name for name in SAME if getattr(opened, name) != getattr(parent.opening, name)), None)
    if other is not None:
        return f"the parent has another {other}"
    if branch.setup.options != parent.moments[0].table.setup.options:
        return "the parent has other options"
    theirs = _facts(parent, said.n)
    if theirs != tuple(facts):
        pairs = enumerate(zip(theirs, facts, strict=False))
        place = next((i for i, (a, b) in pairs if a != b), min(len(theirs), len(facts)))
        return f"fact {place} is not that of the parent's live line"
    return None


def _facts(timeline: Timeline, n: int) -> tuple[Fact, ...]:
    """Return all facts that led to the moment of entry `n`; raises `ParentError` if the copy hides some of them."""
    line = timeline.live_line(n)
    hiding = next((moment.entry.n for moment in line if moment.facts and not moment.opened.whole), None)
    if hiding is not None:
        raise ParentError(f"this copy of table {timeline.opening.table} hides something of entry {hiding}")
    return tuple([fact for moment in line for fact in moment.facts])
