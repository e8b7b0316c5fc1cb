"""Stopping the play, letting it go on, and setting clocks: for arbiters and whoever rules over a table."""

from __future__ import annotations

from typing import NamedTuple

from flask import Blueprint, Response

from api.callers.alone import others_sit
from api.callers.auth import Caller, caller
from api.callers.visibility import has_claimed, known_table
from api.requests.once import once
from api.requests.representations import pause_shape
from api.resources.tables import RULING
from api.service import Service, service
from api.wire.operations import Reply, body, operation
from api.wire.problems import ProblemError
from api.wire.responses import json_answer
from api.wire.schemas.answers import AdjustedAnswer, PauseAnswer
from api.wire.schemas.bodies import AdjustBody, PauseBody, ResumeBody
from api.wire.who import ITS_KEYS, LOOKS_HERE, OF_TABLE, OPENED_IT, Who
from domain.kernel.refusals import RefusedError
from domain.ledger.quietly import check_not_ruled, check_outside
from domain.record.chain import Request
from domain.record.pauses import ARBITER, RULER, case_of
from domain.table.calling import NOT_QUIETLY, let_in
from domain.table.pausing import adjust_clock, pause, resume
from domain.table.table import Table
from domain.table.writing import Written

ALONE = "only if no other person sits there"
DESK = (
    Who("opener", f"{OF_TABLE}; {ALONE}"),
    Who("player", f"{OPENED_IT}; {ALONE}"),
    *ITS_KEYS,
    Who("arbiter", LOOKS_HERE),
)

pausing = Blueprint("pausing", __name__)


class Officer(NamedTuple):
    """Who may stop the play of a table, and the cause that stands for it."""

    here: Service
    who: Caller
    table: Table
    cause: str


@pausing.post("/tables/<table>/pause")
@operation(
    "pauseTable",
    "desk",
    "Stop the play",
    callers=DESK,
    body=PauseBody,
    replies={200: Reply("What stops the play", PauseAnswer)},
    problems=(*RULING, "case_needed"),
    keyed=True,
    example={"reason": "break"},
)
def pause_table(table: str) -> Response:
    """Until it goes on every command is 409 `table_paused`, `concede` too, nobody is awaited, and every clock stands.
    The cause is `arbiter` for an arbiter's key, `ruler` for everybody else; each stops the play by itself, once. With
    `case` a quiet call that the caller has claimed enters the record, also where the play stands already. 409
    `ruled_before` for whoever made a decision that is appealed."""
    officer = _officer(table)
    reason, case = body()["reason"], body().get("case")
    if case is not None and not has_claimed(officer.here, officer.table, officer.who.name, case):
        raise ProblemError("case_needed", "Claim a case of this table, and name it in `case`.")

    def action(now: Table, asked: Request | None) -> Written:
        at, by = officer.here.clock(), officer.who.name
        _check_person(officer, now)
        if case is None:
            return pause(now, officer.cause, reason, at=at, by=by, request=asked)
        return let_in(now, reason, at=at, by=by, cause=officer.cause, request=asked)

    return _stands(once(officer.here, officer.who, officer.table, action, admit=case).table)


@pausing.post("/tables/<table>/resume")
@operation(
    "resumeTable",
    "desk",
    "Let the play go on",
    callers=DESK,
    body=ResumeBody,
    replies={200: Reply("What still stops the play, if anything does", PauseAnswer)},
    problems=RULING,
    keyed=True,
    example={},
)
def resume_table(table: str) -> Response:
    """Takes the caller's own cause away; an operator may name another one. Play goes on when none is left: the same
    decisions are open under the same tags, and the time until then is nobody's. Not by whoever made a decision that is
    appealed (`ruled_before`), and where the play was taken back by whoever has claimed the appeal only."""
    officer = _officer(table)
    cause = body().get("cause", officer.cause)
    if cause != officer.cause and officer.who.kind != "operator" and not _decides(officer, case_of(cause)):
        raise ProblemError("not_allowed", "Only an operator lets play go on for another office.")

    def action(now: Table, asked: Request | None) -> Written:
        _check_person(officer, now)
        return resume(now, cause, at=officer.here.clock(), by=officer.who.name, request=asked)

    done = once(officer.here, officer.who, officer.table, action).table
    officer.here.bots.wake(done.id)
    return _stands(done)


@pausing.post("/tables/<table>/clock")
@operation(
    "adjustClock",
    "desk",
    "Set a seat's clock",
    callers=(Who("operator"), Who("arbiter", LOOKS_HERE)),
    body=AdjustBody,
    replies={200: Reply("What is left for the seat from now on", AdjustedAnswer)},
    problems=(*RULING, "one_clock_needed", "case_needed"),
    keyed=True,
    example={"seat": 0, "move_ms": 60_000, "reason": "compensation"},
)
def adjust(table: str) -> Response:
    """Either what is left in its bank, or what is left for the decision that it is asked (`not_awaited` if it is asked
    nothing; `no_such_clock` where the table was opened without). Also while the play is stopped. Whoever asks names a
    case that it has claimed (`case_needed`); for a quiet call stop the play first (`not_quietly`)."""
    officer, asked_for = _officer(table), body()
    here, who, case = officer.here, officer.who, asked_for.pop("case", None)
    if not who.oversees(officer.table):
        raise ProblemError("not_allowed", "Clocks are set by arbiters and operators, for a case.")
    check_outside(here.store, officer.table, who.name, who.scope.player)
    if ("bank_ms" in asked_for) is ("move_ms" in asked_for):
        raise ProblemError("one_clock_needed", "Set either `bank_ms` or `move_ms`.")

    def action(now: Table, asked: Request | None) -> Written:
        _check_case(officer, now, case)
        _check_person(officer, now)
        return adjust_clock(now, **asked_for, at=here.clock(), by=who.name, request=asked)

    once(here, who, officer.table, action)
    limits = {"bank_ms": None, "move_ms": None}
    return json_answer({"table": table, **limits, **asked_for})


def _officer(table: str) -> Officer:
    """Return who makes this request, if they may stop the play here.

    Raises `ProblemError`, and `RefusedError` (`conflict_of_interest`) for an arbiter who has an interest in the table.
    """
    here, who = service(), caller()
    found = known_table(here, table, who)
    if who.kind == "arbiter" and who.sees_evidence(found):
        check_outside(here.store, found, who.name, who.scope.player)
        return Officer(here, who, found, ARBITER)
    if not who.rules_over(found):
        if who.kind == "anybody":
            raise ProblemError(
                "credentials_needed", "Use the key of an arbiter, of who opened the table, or an operator's."
            )
        raise ProblemError("not_allowed", "Arbiters of this table, the key that opened it and operators may do this.")
    if who.kind in ("opener", "player") and (not found.book.full or others_sit(here, found, who)):
        raise ProblemError("not_allowed", "Somebody else plays here, or may: an arbiter stops play, or an operator.")
    return Officer(here, who, found, RULER)


def _check_person(officer: Officer, now: Table) -> None:
    """Raise `RefusedError` (`ruled_before`) for whoever made a decision that is appealed, with whatever key."""
    check_not_ruled(officer.here.store, now, officer.who.name, officer.who.scope.player)


def _check_case(officer: Officer, now: Table, case: str | None) -> None:
    """Raise `ProblemError` (`case_needed`) unless the officer has claimed the case.

    Raises `RefusedError` (`not_quietly`) for one that lies beside the record.
    """
    if not has_claimed(officer.here, now, officer.who.name, case):
        raise ProblemError("case_needed", "Claim a case of this table, and name it in `case`.")
    if case not in now.book.cases:
        raise RefusedError(NOT_QUIETLY)


def _decides(officer: Officer, name: str | None) -> bool:
    """Say whether an arbiter has claimed or decided the case that stops the play."""
    case = None if name is None else officer.table.book.cases.get(name)
    return officer.cause == ARBITER and case is not None and officer.who.name in (case.claimed_by, case.ruled_by)


def _stands(table: Table) -> Response:
    return json_answer({"table": table.id, "paused": pause_shape(table)})
