"""Which cases a caller may know of, in a table's chain or beside it."""

from __future__ import annotations

from typing import Any, NamedTuple

from api.callers.auth import Caller
from api.callers.authors import author_at, has_called, player_at
from api.callers.visibility import as_seen, in_sight, known_table, of_desk
from api.service import Service
from api.wire.problems import ProblemError
from domain.record.cases import Case
from domain.table.calling import cases_of
from domain.table.table import Table


class SeenCase(NamedTuple):
    """A case as a caller may know it, in the chain of its table or beside it; `table` is that as the caller sees it.

    `by` is what entries about the case call the caller, who is this `player`, and may decide it as one of the `desk`.
    """

    table: Table
    name: str
    case: Case
    quiet: bool
    by: str
    player: str | None
    desk: bool


def cases_in_sight(service: Service, found: Table, caller: Caller) -> list[SeenCase]:
    """Return the cases of a table that a caller may know of.

    What is in the chain everybody knows who sees the table, as of when it does; a quiet call only whoever called, and
    the desk.
    """
    desk, by, player = of_desk(service, found, caller), author_at(found, caller), player_at(found, caller)
    seen = found if desk else as_seen(service, found, caller)
    chained = [SeenCase(seen, name, case, False, by, player, desk) for name, case in seen.book.cases.items()]
    quiet = cases_of(service.store.desk.calls.waiting(found.id), found.book.opened)
    own = [
        SeenCase(seen, name, case, True, by, player, desk)
        for name, case in quiet.items()
        if desk or has_called(service, found, case, by, player)
    ]
    return chained + own


def case_in_sight(service: Service, name: str, caller: Caller) -> SeenCase:
    """Return a case by its id; raises `ProblemError` (`unknown_case`), the same for one not in sight and for none."""
    unknown = ProblemError("unknown_case", "No case that you may see has this id.")
    row = service.store.desk.cases.named(name)
    if row is None:
        raise unknown
    try:
        found = known_table(service, row.table, caller)
    except ProblemError as error:
        raise (unknown if error.code == "unknown_table" else error) from None
    for seen in cases_in_sight(service, found, caller):
        if seen.name == name:
            return seen
    raise unknown


def desk_in_sight(caller: Caller) -> dict[str, Any]:
    """Return which cases an arbiter or operator finds in the list, as members of a `CaseQuery`."""
    members = {name: value for name, value in in_sight(caller).items() if name != "sees_player"}
    return {**members, "arbiter": caller.name, "player": caller.scope.player}
