"""What a table refuses about its cases."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.refusals import Refusal, RefusedError
from domain.kernel.seats import Seat
from domain.record.cases import Case, CaseState
from domain.table.refusals import table_refusal
from domain.table.table import Table

CASES = "table: cases"
APPEALS = "table: appeals"
NOT_STARTED = table_refusal("table_not_started", "The game has not started: there is nothing to call about.", CASES)
CASE_EXISTS = table_refusal("case_exists", "The table has a case of this id already.", CASES)
TOO_MANY_CASES = table_refusal("too_many_cases", "The table has as many cases as it may.", CASES)
TOO_MANY_PENALTIES = table_refusal("too_many_penalties", "The case has brought as many penalties as it may.", CASES)
NO_SUCH_MOMENT = table_refusal("no_such_moment", "The table has no such entry yet.", CASES)
NO_CALLS = table_refusal("no_arbiter_calls", "At this table no seat calls an arbiter.", CASES)
NO_STOPS = table_refusal("no_stopping_calls", "At this table nobody stops the play by calling an arbiter.", CASES)
STOPPED_ONCE = table_refusal(
    "stopped_before", "The seat has stopped the play before, and it was not upheld: call quietly.", CASES
)
STILL_PLAYED = table_refusal(
    "case_waits", "A quiet call enters the record once the play is stopped or the game is over.", CASES
)
TOO_LATE_TO_PENALISE = table_refusal("too_late_to_penalise", "The time to penalise anybody here is over.", CASES)
TOO_LATE = table_refusal("too_late_to_call", "The time to call an arbiter about this table is over.", CASES)
NO_SUCH_CASE = table_refusal("no_such_case", "The table has no such case.", CASES)
CONFLICT = table_refusal(
    "conflict_of_interest",
    "Whoever plays or has played here, has called, or is excluded does not decide the case.",
    CASES,
)
NOT_YOURS = table_refusal("case_not_yours", "Somebody else has claimed the case.", CASES)
BAD_MEASURES = table_refusal(
    "bad_measures",
    "A ruling names each measure once, none beside others, and no result of a table that is void or goes back.",
    CASES,
)
OTHER_MEASURES = table_refusal(
    "other_measures", "The measures that a ruling names are not those that it brings with it.", CASES
)
NOT_RULED_SO = table_refusal("not_ruled_so", "No ruling of the caller in this case says so.", CASES)
CASE_STOPS = table_refusal("case_stops_play", "The case still stops the play: let it go on first.", CASES)
RULED_BEFORE = table_refusal("ruled_before", "Another officer than the one who decided hears the appeal.", APPEALS)
NO_SECOND_APPEAL = table_refusal("no_second_appeal", "What is decided after an appeal is final.", APPEALS)
TOO_LATE_TO_APPEAL = table_refusal("too_late_to_appeal", "The time for an appeal is over.", APPEALS)
APPEAL_OPEN = table_refusal("appeal_open", "What was decided may still be appealed.", APPEALS)
APPEALS_FIRST = table_refusal(
    "appeals_first", "An appeal is open here, or awaited: nothing ends the game before it.", APPEALS
)
TOO_LATE_TO_REWIND = table_refusal(
    "too_late_to_rewind", "The play has gone on, or the result is final: only the result can change.", APPEALS
)
NOTHING_DECIDED = table_refusal("nothing_to_accept", "Nothing that was decided waits to be accepted.", APPEALS)
NEEDS_RULING = table_refusal("appeal_needs_ruling", "An appeal is ruled on, not dismissed.", APPEALS)

WRONG_STATE: Mapping[CaseState, Refusal] = {  # why a case in this state is not the one that is wanted
    "open": table_refusal("case_not_claimed", "Nobody has claimed the case.", CASES),
    "appealed": table_refusal("case_not_claimed", "Nobody has claimed the case.", CASES),
    "claimed": table_refusal("case_claimed", "The case is claimed, and not decided yet.", CASES),
    "reclaimed": table_refusal("case_claimed", "The case is claimed, and not decided yet.", CASES),
    "ruled": table_refusal("case_decided", "The case is decided.", CASES),
    "dismissed": table_refusal("case_decided", "The case is decided.", CASES),
    "closed": table_refusal("case_closed", "The case is closed.", CASES),
}


def accepted_by(seat: Seat) -> Refusal:
    """Return why a seat neither accepts nor appeals: it lets stand what was decided."""
    return table_refusal("accepted_already", "Seat {seat} has accepted what was decided.", APPEALS, seat=seat)


def case_at(table: Table, case: str, *wanted: CaseState) -> Case:
    """Return a case of a table; raises `RefusedError` for none, and for one in another state than is wanted."""
    found = table.book.cases.get(case)
    if found is None:
        raise RefusedError(NO_SUCH_CASE)
    if wanted and found.state not in wanted:
        raise RefusedError(WRONG_STATE[found.state])
    return found
