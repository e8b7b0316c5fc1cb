"""Calling an arbiter, and reading the cases of a table."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from api.callers.alone import others_sit
from api.callers.auth import Caller, caller
from api.callers.authors import author_at
from api.callers.cases import cases_in_sight
from api.callers.visibility import as_seen, known_table, of_desk
from api.requests.cases import Deed, Hashes, Words, answer_of, case_shape, new_case, perform
from api.service import Service, service
from api.wire.operations import Reply, body, operation
from api.wire.problems import ProblemError
from api.wire.responses import json_answer
from api.wire.schemas.desk import CallBody, CalledAnswer, CaseAnswer, CasesOfTableAnswer
from api.wire.who import ITS_KEYS, ITS_SEATS, LOOKS_HERE, OF_TABLE, SITS_OR_OPENED, WHO_MAY_KNOW, Who
from domain.kernel.refusals import RefusedError
from domain.ledger.quietly import check_outside
from domain.record.case_faults import is_officer
from domain.record.chain import Request
from domain.record.desk import CaseOpened
from domain.table.calling import CALLS_AT_MOST, TOO_MANY_CALLS, receipt
from domain.table.case_refusals import NO_SUCH_MOMENT
from domain.table.cases import Call, open_case
from domain.table.table import Table
from domain.table.writing import Written

calling = Blueprint("calling", __name__)


@calling.get("/tables/<table>/cases")
@operation(
    "listCasesOfTable",
    "desk",
    "Read the cases of a table",
    callers=WHO_MAY_KNOW,
    replies={200: Reply("The cases, in the order of their entries, quiet ones last", CasesOfTableAnswer)},
    problems=("unknown_table",),
)
def list_cases_of_table(table: str) -> Response:
    """What is in the record everybody may know who may know of the table. A quiet call is seen by whoever called, and
    by operators and arbiters of the table who do not play there."""
    here, who = service(), caller()
    found = known_table(here, table, who)
    shapes = [case_shape(here, seen) for seen in cases_in_sight(here, found, who)]
    return json_answer({"table": table, "cases": shapes})


@calling.get("/cases/<case>")
@operation(
    "readCase",
    "desk",
    "Read a case",
    callers=WHO_MAY_KNOW,
    replies={200: Reply("The case", CaseAnswer, headers={"ETag": "the table's last entry, for If-Match"})},
    problems=("unknown_case",),
)
def read_case(case: str) -> Response:
    """With its entries and, as far as the caller may read them, the texts whose hashes these hold. 404 for a quiet call
    of somebody else."""
    return answered(service(), caller(), case)


@calling.post("/tables/<table>/cases")
@operation(
    "openCase",
    "desk",
    "Call an arbiter",
    callers=(
        *ITS_SEATS[:1],
        Who("opener", OF_TABLE),
        Who("player", SITS_OR_OPENED),
        *ITS_KEYS,
        Who("arbiter", LOOKS_HERE),
    ),
    body=CallBody,
    replies={201: Reply("The case", CalledAnswer)},
    problems=("unknown_table", "credentials_needed", "not_allowed", "write_conflict", "refusal"),
    keyed=True,
    example={"about": "rule", "moment": "4", "text": "He looked at my hand."},
)
def open_one(table: str) -> Response:
    """Quietly, unless `stops_play`: then nobody else hears of it, no entry, no size, no time, until the play is stopped
    for it or the game has ended; `receipt` proves when it came. With `stops_play`, at a table that was opened with
    `arbiter_call: stop`, the play stands at once; a seat may do so once a game, unless something was found. After the
    end a case is filed within `file_ms`."""
    here, who = service(), caller()
    found = known_table(here, table, who)
    asked = body()
    _check_caller(here, found, who, stops=asked["stops_play"])
    seen = found if of_desk(here, found, who) else as_seen(here, found, who)
    last = seen.book.n
    call = Call(asked.get("moment", str(last)), asked["about"], asked["stops_play"])
    by = author_at(found, who)

    def act(now: Table, hashes: Hashes, request: Request | None) -> Written:
        calls = sum(case.opened_by == by for case in now.book.cases.values())
        if not is_officer(by) and calls >= CALLS_AT_MOST:
            raise RefusedError(TOO_MANY_CALLS)
        if not _is_there(here, now, call.moment, last):
            raise RefusedError(NO_SUCH_MOMENT)
        said = call._replace(text=hashes.get("text"))
        return open_case(now, name, said, at=here.clock(), by=by, request=request)

    name = new_case()
    said = {"text": Words(asked["text"], "officers")} if "text" in asked else {}
    case = perform(here, who, Deed(found, name, by, said, act), quietly=not call.stops_play)
    return json_answer({**answer_of(here, who, case), "receipt": _receipt(here, table, case)}, 201)


def _is_there(here: Service, table: Table, moment: str, last: int) -> bool:
    """Say whether a table has an entry, and the fact of it that may be named, up to the last one in sight."""
    number, _, fact = moment.partition(".")
    n = int(number)
    if not 1 <= n <= last:
        return False
    if not fact:
        return True
    (sealed,) = here.store.entries(table.id, n - 1, n)
    return int(fact) < len(getattr(table.codec.public(sealed.public), "facts", None) or ())


def _check_caller(here: Service, table: Table, who: Caller, *, stops: bool) -> None:
    """Raise `ProblemError` unless this caller may call an arbiter here, and stop the play for it.

    Raises `RefusedError` (`conflict_of_interest`) for an officer who has an interest in the table.
    """
    if who.seat_at(table) is not None:
        return
    if who.sees_evidence(table):
        check_outside(here.store, table, who.name, who.scope.player)
        return
    if not who.rules_over(table):
        if who.kind == "anybody":
            raise ProblemError("credentials_needed", "Call with a seat's token, the opener's, or a key.")
        raise ProblemError(
            "not_allowed", "Seats, whoever opened the table, operators and its arbiters call an arbiter."
        )
    if stops and who.kind in ("opener", "player") and (not table.book.full or others_sit(here, table, who)):
        raise ProblemError("not_allowed", "Somebody else plays here, or may: a seat stops the play, or an officer.")


def _receipt(here: Service, table: str, case: str) -> str | None:
    """Return the receipt of a case that came quietly."""
    for kept in here.store.desk.calls.of(table):
        if kept.said.entry.case == case and isinstance(kept.said.entry, CaseOpened):
            return receipt(table, kept.said.entry)
    return None


def answered(here: Service, who: Caller, case: str) -> Response:
    """Answer with a case as it stands."""
    shape: dict[str, Any] = answer_of(here, who, case)
    answer = json_answer(shape)
    answer.set_etag(str(shape["n"]))
    return answer
