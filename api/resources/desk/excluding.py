"""Arbiters whom a table's organiser keeps away from its cases."""

from __future__ import annotations

from flask import Blueprint, Response

from api.callers.auth import Caller, caller
from api.callers.visibility import known_table
from api.service import Service, service
from api.wire.operations import Reply, body, operation
from api.wire.problems import ProblemError
from api.wire.responses import json_answer
from api.wire.schemas.desk import ExcludedAnswer, ExcludedBody
from api.wire.who import ITS_KEYS
from domain.ledger.quietly import release_excluded
from domain.table.table import Table

EXCLUDING = ("unknown_table", "credentials_needed", "not_allowed")

excluding = Blueprint("excluding", __name__)


@excluding.get("/tables/<table>/excluded-arbiters")
@operation(
    "listExcludedArbiters",
    "desk",
    "Read who decides nothing here",
    callers=ITS_KEYS,
    replies={200: Reply("The arbiters", ExcludedAnswer)},
    problems=EXCLUDING,
)
def list_excluded(table: str) -> Response:
    """The arbiters whom the organiser keeps away from the cases of this table, as entries would name them."""
    here, _, found = _organiser(table)
    return _excluded(here, found)


@excluding.put("/tables/<table>/excluded-arbiters")
@operation(
    "excludeArbiters",
    "desk",
    "Say who decides nothing here",
    callers=ITS_KEYS,
    body=ExcludedBody,
    replies={200: Reply("The arbiters", ExcludedAnswer)},
    problems=EXCLUDING,
    example={"arbiters": ["arbiter:p_5f0c2a9be1d34a7c"]},
)
def exclude(table: str) -> Response:
    """Exactly these, from now on: they find no case of the table in their list, look at no hand, and claim, dismiss and
    rule on nothing (409 `conflict_of_interest`), with whatever key. What they have claimed is released, which an entry
    says, so that others may claim it. No entry says who is excluded."""
    here, who, found = _organiser(table)
    with here.store.together():
        here.store.desk.excluded.set(found.id, body()["arbiters"], at=here.clock())
        release_excluded(here.store, found.id, at=here.clock(), by=who.name)
    return _excluded(here, found)


def _organiser(table: str) -> tuple[Service, Caller, Table]:
    """Return whoever organises a table; raises `ProblemError`."""
    here, who = service(), caller()
    found = known_table(here, table, who)
    if who.kind not in ("organiser", "operator") or not who.rules_over(found):
        if who.kind == "anybody":
            raise ProblemError("credentials_needed", "Use the key that opened this table, or an operator's.")
        raise ProblemError("not_allowed", "The key that opened the table, or an operator's, excludes arbiters.")
    return here, who, found


def _excluded(here: Service, table: Table) -> Response:
    return json_answer({"table": table.id, "arbiters": sorted(here.store.desk.excluded.of(table.id))})
