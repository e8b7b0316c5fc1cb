"""What is done with a case: claimed, given out of hand, dismissed, ruled on, appealed, closed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response

from api.callers.auth import Caller, caller
from api.callers.cases import SeenCase, case_in_sight
from api.requests.cases import Deed, Hashes, Said, Words, perform
from api.requests.rulings import Asked, ruling
from api.resources.desk.calling import answered
from api.service import Service, service
from api.wire.operations import Reply, body, operation
from api.wire.problems import ProblemError
from api.wire.schemas.bodies import NoBody
from api.wire.schemas.desk import AppealBody, CaseAnswer, DismissBody, RulingBody
from api.wire.who import ITS_SEATS, OVERSEES_IT, Who
from domain.kernel.refusals import RefusedError
from domain.kernel.seats import Seat
from domain.ledger.quietly import check_outside, check_uninvolved
from domain.record.chain import Request
from domain.table.accepting import accept_ruling
from domain.table.case_refusals import NOTHING_DECIDED
from domain.table.cases import appeal, claim, close_case, dismiss, release
from domain.table.table import Table
from domain.table.writing import Written

OFFICERS = (Who("operator"), Who("arbiter", OVERSEES_IT))
DECIDING = ("unknown_case", "credentials_needed", "not_allowed", "write_conflict", "refusal")
REPLIES = {200: Reply("The case as it stands", CaseAnswer, headers={"ETag": "the table's last entry, for If-Match"})}

deciding = Blueprint("deciding", __name__)


@deciding.post("/cases/<case>/claim")
@operation(
    "claimCase",
    "desk",
    "Claim a case",
    callers=OFFICERS,
    body=NoBody,
    replies=REPLIES,
    problems=DECIDING,
    keyed=True,
    example={},
)
def claim_one(case: str) -> Response:
    """From then on the caller decides it, and may look at hidden values for it. 409 `conflict_of_interest` for whoever
    plays at the table or in its tournament, has called, or is excluded there, `ruled_before` for an appeal against an
    own decision, `case_claimed` if somebody else was faster. Keys that name the same player are one person."""
    here, who, seen = _officer(case)
    check_outside(here.store, seen.table, who.name, who.scope.player)

    def claim_anew(now: Table, name: str, **said: Any) -> Written:
        check_uninvolved(here.store, now.book.cases.get(name), who.name, who.scope.player)
        return claim(now, name, player=who.scope.player, **said)

    return _step(here, who, seen, claim_anew)


@deciding.post("/cases/<case>/release")
@operation(
    "releaseCase",
    "desk",
    "Give a case out of hand",
    callers=OFFICERS,
    body=NoBody,
    replies=REPLIES,
    problems=DECIDING,
    keyed=True,
    example={},
)
def release_one(case: str) -> Response:
    """Then somebody else may claim it. An operator takes it out of anybody's hand."""
    here, who, seen = _officer(case)
    return _step(here, who, seen, release)


@deciding.post("/cases/<case>/close")
@operation(
    "closeCase",
    "desk",
    "Close a case",
    callers=OFFICERS,
    body=NoBody,
    replies=REPLIES,
    problems=DECIDING,
    keyed=True,
    example={},
)
def close_one(case: str) -> Response:
    """Once nobody can appeal any more; the clock does so by itself, and a ruling on an appeal at once."""
    here, who, seen = _officer(case)
    check_outside(here.store, seen.table, who.name, who.scope.player)
    return _step(here, who, seen, close_case)


@deciding.post("/cases/<case>/dismiss")
@operation(
    "dismissCase",
    "desk",
    "Dismiss a case",
    callers=OFFICERS,
    body=DismissBody,
    replies=REPLIES,
    problems=DECIDING,
    keyed=True,
    example={"code": "unfounded"},
)
def dismiss_one(case: str) -> Response:
    """Whoever claimed it decides nothing, and says why. A seat may appeal. A pause for the case ends when the caller
    says so at `…/resume`."""
    here, who, seen = _officer(case)
    check_outside(here.store, seen.table, who.name, who.scope.player)
    said = body()

    def act(now: Table, hashes: Hashes, request: Request | None) -> Written:
        text, at = hashes.get("text"), here.clock()
        return dismiss(now, seen.name, said["code"], at=at, by=who.name, text=text, request=request)

    words: Said = {"text": Words(said["text"], "public")} if "text" in said else {}
    perform(here, who, Deed(seen.table, seen.name, who.name, words, act))
    return answered(here, who, case)


@deciding.post("/cases/<case>/rule")
@operation(
    "ruleOnCase",
    "desk",
    "Rule on a case",
    callers=OFFICERS,
    body=RulingBody,
    replies=REPLIES,
    problems=(*DECIDING, "precondition_needed", "stale_table", "one_clock_needed"),
    keyed=True,
    conditional=True,
    example={"finding": "no_infraction", "grounds": ["rule 4"], "text": "Nobody has seen anything."},
)
def rule_one(case: str) -> Response:
    """The ruling and its measures become entries in one batch: going back, clocks, penalties, another result, the table
    given up. A measure that changes the table needs `If-Match` with its last entry, as the caller has seen it, and a
    case in the record: for a quiet call stop the play first (`not_quietly`). Unless `resume` is false the play goes on
    that was stopped for the case. Where it goes back an appeal comes first, whatever `resume` says: it stays stopped
    until every seat has accepted that, or until `waits_until` of the answer. After an appeal it is final."""
    here, who, seen = _officer(case)
    ruling(here, who, Asked(seen.table, seen.name, body()))
    return answered(here, who, case)


@deciding.post("/cases/<case>/appeal")
@operation(
    "appealCase",
    "desk",
    "Appeal",
    callers=ITS_SEATS,
    body=AppealBody,
    replies=REPLIES,
    problems=("unknown_case", "credentials_needed", "no_seat", "write_conflict", "refusal"),
    keyed=True,
    example={"text": "The card was open."},
)
def appeal_one(case: str) -> Response:
    """A seat of the table asks once that another officer decides, within `appeal_ms` of the ruling or the dismissal."""
    return _appealed(case)


@deciding.post("/tables/<table>/cases/<case>/appeal")
@operation(
    "appealCaseOfTable",
    "desk",
    "Appeal at a table",
    callers=ITS_SEATS,
    body=AppealBody,
    replies=REPLIES,
    problems=("unknown_case", "credentials_needed", "no_seat", "write_conflict", "refusal"),
    keyed=True,
    example={"text": "The card was open."},
)
def appeal_at_table(table: str, case: str) -> Response:
    """The same under the address of the table, where alone a browser sends its session."""
    return _appealed(case, table)


def _appealed(case: str, table: str | None = None) -> Response:
    here, who, seen, _ = _seated(case, table)
    said = body()

    def act(now: Table, hashes: Hashes, request: Request | None) -> Written:
        return appeal(now, seen.name, at=here.clock(), by=seen.by, text=hashes.get("text"), request=request)

    words: Said = {"text": Words(said["text"], "officers")} if "text" in said else {}
    perform(here, who, Deed(seen.table, seen.name, seen.by, words, act))
    return answered(here, who, case)


@deciding.post("/cases/<case>/accept")
@operation(
    "acceptRuling",
    "desk",
    "Accept what was decided",
    callers=ITS_SEATS,
    body=NoBody,
    replies=REPLIES,
    problems=("unknown_case", "credentials_needed", "no_seat", "write_conflict", "refusal"),
    keyed=True,
    example={},
)
def accept_one(case: str) -> Response:
    """For the caller's own seat, which appeals no more then. Once every seat has accepted the case is closed, and play
    that was taken back goes on. Bots accept by themselves, and so do seats that are out of the game."""
    return _accepted(case)


@deciding.post("/tables/<table>/cases/<case>/accept")
@operation(
    "acceptRulingAtTable",
    "desk",
    "Accept what was decided, at a table",
    callers=ITS_SEATS,
    body=NoBody,
    replies=REPLIES,
    problems=("unknown_case", "credentials_needed", "no_seat", "write_conflict", "refusal"),
    keyed=True,
    example={},
)
def accept_at_table(table: str, case: str) -> Response:
    """The same under the address of the table, where alone a browser sends its session."""
    return _accepted(case, table)


def _accepted(case: str, table: str | None = None) -> Response:
    here, who, seen, seat = _seated(case, table)
    body()
    if seen.quiet:
        raise RefusedError(NOTHING_DECIDED)

    def act(now: Table, hashes: Hashes, request: Request | None) -> Written:
        return accept_ruling(now, seen.name, seat, at=here.clock(), by=f"seat:{seat}", request=request)

    perform(here, who, Deed(seen.table, seen.name, seen.by, {}, act))
    return answered(here, who, case)


def _seated(case: str, table: str | None) -> tuple[Service, Caller, SeenCase, Seat]:
    """Return a case for a seat of its table, the one at this address if there is one; raises `ProblemError`."""
    here, who = service(), caller()
    if who.kind == "anybody":
        raise ProblemError("credentials_needed", "Use the token of a seat of this table.")
    seen = case_in_sight(here, case, who)
    if table not in (None, seen.table.id):
        raise ProblemError("unknown_case", "No case that you may see has this id.")
    seat = who.seat_at(seen.table)
    if seat is None:
        raise ProblemError("no_seat", "These credentials hold no seat at this table.")
    return here, who, seen, seat


def _officer(case: str) -> tuple[Service, Caller, SeenCase]:
    """Return a case for whoever may decide cases of its table; raises `ProblemError`."""
    here, who = service(), caller()
    if who.kind == "anybody":
        raise ProblemError("credentials_needed", "Use the key of an operator or an arbiter.")
    seen = case_in_sight(here, case, who)
    if not who.oversees(seen.table):
        raise ProblemError("not_allowed", "Operators and arbiters of the table decide cases.")
    return here, who, seen


def _step(here: Service, who: Caller, seen: SeenCase, step: Callable[..., Written]) -> Response:
    """Do what nothing more has to be said about."""
    body()

    def act(now: Table, hashes: Hashes, request: Request | None) -> Written:
        return step(now, seen.name, at=here.clock(), by=who.name, request=request)

    perform(here, who, Deed(seen.table, seen.name, who.name, {}, act))
    return answered(here, who, seen.name)
