"""The precondition of an action: the decision it answers, not the state of the whole table."""

from __future__ import annotations

from werkzeug.datastructures import ETags

from api.wire.problems import ProblemError
from domain.kernel.messages import Command
from domain.kernel.seats import Seat
from domain.table.table import Table


def check_precondition(table: Table, seat: Seat, command: Command, if_match: ETags) -> None:
    """Raise `ProblemError` (`precondition_needed`, `stale_decision`) unless the caller names the seat's decision.

    Commands that are legal at any time need none, nor does a seat that is not awaited: the rules refuse it.
    """
    decision = table.decisions.get(seat)
    if decision is None or type(command) in table.rules.anytime:
        return
    if if_match.contains(str(decision.n)):
        return
    tag = f'"{decision.n}"'
    if not if_match.star_tag and not if_match.as_set():
        raise ProblemError(
            "precondition_needed",
            "Name the decision you answer: If-Match with the ETag of GET …/actions.",
            headers={"ETag": tag},
            more={"tag": tag},
        )
    raise ProblemError(
        "stale_decision",
        "The seat is asked something else by now; look again.",
        headers={"ETag": tag},
        more={"tag": tag},
    )
