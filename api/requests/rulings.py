"""A ruling with its measures, as the body of a request says it: one batch of entries."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from flask import request

from api.callers.auth import Caller
from api.requests.cases import Deed, Hashes, Said, Words, perform
from api.requests.tournaments.decks import check_keeps_decks
from api.service import Service
from api.wire.problems import ProblemError
from domain.kernel.setup import Outcome, Place
from domain.ledger.errors import UnknownTableError
from domain.ledger.quietly import check_not_ruled, check_outside
from domain.record.chain import Request
from domain.record.desk import Measure
from domain.record.pauses import cause_of
from domain.record.texts import Readers
from domain.table.cases import Ruling, Step, penalise, rule
from domain.table.pausing import adjust_clock, resume
from domain.table.results import adjust_result
from domain.table.rewinding import check_goal, go_back
from domain.table.seating import abandon
from domain.table.table import Table
from domain.table.writing import Written

MEASURES: dict[str, Measure] = {
    "rewind": "rewind",
    "clocks": "clock",
    "penalties": "penalty",
    "result": "result",
    "void": "void",
}
READERS: dict[str, Readers] = {"text": "public", "sealed_text": "officers", "private_text": "private"}


class Asked(NamedTuple):
    """A ruling that is asked for: the table of the case, and the checked body."""

    table: Table
    case: str
    body: dict[str, Any]

    @property
    def brought(self) -> tuple[Measure, ...]:
        """The measures that change the table."""
        return tuple([measure for name, measure in MEASURES.items() if self.body.get(name)])

    @property
    def measures(self) -> tuple[Measure, ...]:
        """The measures as the ruling names them: words alone, or none, where there are no others."""
        return self.brought or (("words",) if "text" in self.body else ("none",))


def ruling(here: Service, who: Caller, asked: Asked) -> None:
    """Rule on a case that the caller has claimed, and carry out the measures.

    Raises what `rule` and its steps raise, as `check_outside` and `check_not_ruled` do, and `ProblemError`
    (`precondition_needed`, `stale_table`, `one_clock_needed`).
    """
    check_outside(here.store, asked.table, who.name, who.scope.player)
    for clock in asked.body.get("clocks", ()):
        if ("bank_ms" in clock) is ("move_ms" in clock):
            raise ProblemError("one_clock_needed", "Set either `bank_ms` or `move_ms`.")

    back = asked.body.get("rewind")
    goal = None if back is None else _goal(here, asked.table, back["to"])
    check_keeps_decks(here.store, goal)

    def act(now: Table, hashes: Hashes, sent: Request | None) -> Written:
        if asked.brought:
            check_last(now)
            check_not_ruled(here.store, now, who.name, who.scope.player)
        text, sealed_text = hashes.get("text"), hashes.get("sealed_text")
        grounds = tuple(asked.body["grounds"])
        made = Ruling(asked.body["finding"], asked.measures, grounds, text, sealed_text)
        at = max(here.clock(), now.book.at)
        steps = tuple(_steps(asked, goal, at, who.name))
        return rule(now, asked.case, made, steps, at=at, by=who.name, request=sent)

    said: Said = {name: Words(asked.body[name], readers) for name, readers in READERS.items() if name in asked.body}
    perform(here, who, Deed(asked.table, asked.case, who.name, said, act))


def check_last(table: Table) -> None:
    """Raise `ProblemError` (`precondition_needed`, `stale_table`) unless the request names the table's last entry."""
    tag, named = f'"{table.book.n}"', request.if_match
    if not named.star_tag and not named.as_set():
        raise ProblemError(
            "precondition_needed",
            "Name the last entry that you have seen: If-Match with the ETag of the case.",
            headers={"ETag": tag},
            more={"tag": tag},
        )
    if not named.contains(str(table.book.n)):
        raise ProblemError(
            "stale_table",
            "The table has gone on since; look again.",
            headers={"ETag": tag},
            more={"tag": tag},
        )


def _steps(asked: Asked, goal: Table | None, at: int, by: str) -> Iterator[Step]:
    """Yield what writes the measures, and what lets the play go on, in their order; what ends the table is the last.

    `goal` is the table to go back to, if it has the entry that is named.
    """
    body, case = asked.body, asked.case
    if "rewind" in body:
        yield partial(_back, goal=goal, measure=body["rewind"], case=case, at=at, by=by)
    for clock in body.get("clocks", ()):
        yield partial(adjust_clock, **clock, at=at, by=by)
    for penalty in body.get("penalties", ()):
        yield partial(penalise, **penalty, case=case, at=at, by=by)
    ends = "result" in body or body.get("void", False)
    if body["resume"] and not ends:
        yield partial(_go_on, case=case, at=at, by=by)
    if "result" in body:
        yield partial(adjust_result, outcome=_outcome(body["result"]), case=case, at=at, by=by)
    if body.get("void", False):
        yield partial(abandon, reason="void", at=at, by=by)


def _go_on(now: Table, *, case: str, at: int, by: str) -> Written:
    """Let play go on that stands for the case, as a step; not while somebody may appeal against going back."""
    pause, cause = now.book.pause, cause_of(case)
    if pause is None or cause not in pause.causes or max(at, now.book.at) < pause.binds_until:
        return Written(now, ())
    return resume(now, cause, at=at, by=by)


def _back(now: Table, *, goal: Table | None, measure: dict[str, Any], case: str, at: int, by: str) -> Written:
    """Go back, as a step of a ruling; raises as `check_goal` does."""
    to, clocks = measure["to"], measure.get("clocks")
    banks = None if clocks is None else tuple(clocks)
    check_goal(now, goal, banks)
    assert goal is not None, "else it is refused"
    order = None if measure["order"] == "keep" else measure["order"]
    return go_back(
        now, to, {to: goal.live}, at=at, by=by, reason=measure["reason"], order=order, case=case, clocks=banks
    )


def _goal(here: Service, now: Table, to: int) -> Table | None:
    """Return the table as it stood after a stored entry.

    That takes time and nothing ever changes it, so it is asked for before anybody else has to wait for the ruling.
    """
    if to > now.book.n:
        return None
    try:
        found = here.store.table_at(now.id, to)
    except UnknownTableError:
        return None
    return found if found.book.n == to else None


def _outcome(measure: dict[str, Any]) -> Outcome:
    """Return a result of a ruling: seats that share a place leave out those after it."""
    places, place = [], 1
    for seats in measure["places"]:
        places.append(Place(place=place, seats=tuple(sorted(seats))))
        place += len(seats)
    points = measure.get("points")
    return Outcome(
        places=tuple(places), ended_by="ruling", reason="ruling", points=None if points is None else tuple(points)
    )
