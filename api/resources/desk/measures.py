"""Going back and other results as measures of their own: a ruling with that one measure, and the damage report."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from api.callers.auth import Caller, caller
from api.callers.visibility import has_claimed, known_table, look
from api.copies import helpers
from api.requests.naming import seat_labels
from api.requests.representations import seats_of
from api.requests.rulings import Asked, ruling
from api.resources.desk.calling import answered
from api.resources.desk.deciding import OFFICERS
from api.service import Service, service
from api.wire.operations import Reply, body, operation
from api.wire.problems import ProblemError, language, words
from api.wire.responses import json_answer
from api.wire.schemas.desk import AdjustResultBody, CaseAnswer, DamageAnswer, RewindBody
from domain.kernel.refusals import RefusedError
from domain.record.canonical import LARGEST
from domain.table.case_refusals import NO_SUCH_CASE
from domain.table.rewinding import NO_WAY_BACK
from domain.table.table import Table

MEASURING = (
    "unknown_table",
    "credentials_needed",
    "not_allowed",
    "write_conflict",
    "refusal",
    "precondition_needed",
    "stale_table",
)
REWIND = ("to", "order", "reason", "clocks")
RESULT = ("places", "points")

measures = Blueprint("measures", __name__)


@measures.post("/tables/<table>/rewind")
@operation(
    "rewindTable",
    "desk",
    "Go back, or ask what that would cost",
    callers=OFFICERS,
    body=RewindBody,
    replies={200: Reply("The case, ruled on; with `dry_run` the damage report", (CaseAnswer, DamageAnswer))},
    problems=(*MEASURING, "case_needed", "unavailable"),
    keyed=True,
    conditional=True,
    example={"case": "c-5b0c2f0e9d7a4c61", "to": 5, "dry_run": True},
    long=True,
)
def rewind(table: str) -> Response:
    """For a case that the caller has claimed. With `dry_run` nothing is written but that the caller has looked at every
    hand: per seat what it has learned since the entry, what it decided, draws spent, and five ways out beside each
    other, with grades that advise. Without, it is a ruling whose only measure is to go back, as `ruleOnCase` does it;
    that needs `If-Match`."""
    here, who, found = _officer(table)
    asked = body()
    if asked["dry_run"]:
        return json_answer(_report(here, who, found, asked))
    _check_case(here, found, asked["case"])
    measure = {name: asked[name] for name in REWIND if name in asked}
    ruling(here, who, Asked(found, asked["case"], {**_reasons(asked), "rewind": measure}))
    return answered(here, who, asked["case"])


@measures.post("/tables/<table>/result/adjust")
@operation(
    "adjustResult",
    "desk",
    "Give another result",
    callers=OFFICERS,
    body=AdjustResultBody,
    replies={200: Reply("The case, ruled on", CaseAnswer)},
    problems=MEASURING,
    keyed=True,
    conditional=True,
    example={"case": "c-5b0c2f0e9d7a4c61", "places": [[1], [0]], "finding": "infraction"},
)
def adjust(table: str) -> Response:
    """For a case that the caller has claimed: a ruling whose only measure is another result, as `ruleOnCase` does it.
    A game that runs ends with it. After the confirmation within `file_ms`. It needs `If-Match`."""
    here, who, found = _officer(table)
    asked = body()
    _check_case(here, found, asked["case"])
    measure = {name: asked[name] for name in RESULT if name in asked}
    ruling(here, who, Asked(found, asked["case"], {**_reasons(asked), "result": measure}))
    return answered(here, who, asked["case"])


def _reasons(asked: dict[str, Any]) -> dict[str, Any]:
    """Return what a body says of the ruling itself."""
    return {name: value for name, value in asked.items() if name not in (*REWIND, *RESULT, "case", "dry_run")}


def _officer(table: str) -> tuple[Service, Caller, Table]:
    here, who = service(), caller()
    found = known_table(here, table, who)
    if not who.oversees(found):
        if who.kind == "anybody":
            raise ProblemError("credentials_needed", "Use the key of an operator or an arbiter.")
        raise ProblemError("not_allowed", "Operators and arbiters of the table decide cases.")
    return here, who, found


def _check_case(here: Service, table: Table, case: str) -> None:
    """Raise `RefusedError` (`no_such_case`) unless the table has the case."""
    if here.store.desk.cases.one(table.id, case) is None:
        raise RefusedError(NO_SUCH_CASE)


def _report(here: Service, who: Caller, found: Table, asked: dict[str, Any]) -> dict[str, Any]:
    """Return the damage report; whoever gets it has looked at every hand, for a case."""
    case, to = asked["case"], asked["to"]
    if not has_claimed(here, found, who.name, case):
        raise ProblemError("case_needed", "Claim a case of this table, and name it in `case`.")
    if not (found.book.started or LARGEST) <= to <= found.book.n:
        raise RefusedError(NO_WAY_BACK)
    sight = look(here, found.id, who, "all", case=case)
    names = tuple(seat_labels(seats_of(here, found), None, words()))
    report = helpers.damage(here, sight, to, language(), names)
    return {"table": found.id, "case": case, "n": sight.n, "to": to, **report}
