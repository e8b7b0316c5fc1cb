"""Forged results, rewinds' banks and looks: more of the forgeries in `forgeries`, to whose list they are added."""

from __future__ import annotations

from typing import Any

from tests.standalone.forger import Forger
from tests.standalone.forgeries import BY_ITSELF, FORGERIES, Change, Forgery, forge

WINDOW = 3_600_000  # milliseconds


def _waiting(forger: Forger, window: int = WINDOW) -> dict[str, Any]:
    """Let the result wait for a window, after which the clock confirms it; return the confirmation."""
    forger.opening["confirm"] = {"window_ms": window}
    confirmed = forger.first("result_confirmed")
    confirmed["by"] = "clock"
    for entry in forger.entries[forger.entries.index(confirmed) :]:
        entry["at"] += WINDOW
    return confirmed


def _accepted(**members: Any) -> Change:
    """Return an acceptance between the result and its confirmation."""

    def change(forger: Forger) -> None:
        _waiting(forger)
        forger.insert(forger.first("game_finished"), "result_accepted", **{"seat": 0, "by": "seat:0", **members})

    return change


def _rewound(**members: Any) -> Change:
    """Return a rewind, to be counted from the deal, with other members."""

    def change(forger: Forger) -> None:
        to = forger.entries.index(forger.first("game_started")) + 1
        said = {"by": "arbiter:a", "reason": "mistake", "to": to, **members}
        forger.insert(forger.first("game_started"), "rewound_to", **said)

    return change


for _name, _change, _because in (
    ("a window for the result that the opening lacked", _waiting, "how a table was opened, the service alone says"),
    ("an acceptance that nobody gave", _accepted(), BY_ITSELF + ": what a seat agrees to, the service alone says"),
    ("an acceptance by another seat", _accepted(by="seat:1"), ""),
    ("an acceptance by an operator", _accepted(by="operator"), ""),
    ("an acceptance of a seat that the table lacks", _accepted(seat=99, by="seat:99"), ""),
    ("a rewind by a seat", _rewound(by="seat:0"), ""),
    ("a rewind for a reason in words", _rewound(reason="seat 1 held the H7"), ""),
    ("a rewind that fills banks of a table without", _rewound(clocks=[WINDOW, WINDOW]), ""),
):
    FORGERIES.append(Forgery(_name, _change, _because))


def _ruled(forger: Forger, after: dict[str, Any], **members: Any) -> dict[str, Any]:
    """Slip in a case, its ruling and a result that it gives, with other members; return that entry."""
    outcome = {**forger.first("game_finished")["outcome"], "ended_by": "ruling", "reason": "ruling"}
    said = {"by": "arbiter:a", "case": "c9"}
    called = {"moment": "4", "about": "rule", "stops_play": False, "filed_at": after["at"]}
    after = forger.insert(after, "case_opened", **{**said, "by": "operator"}, **called)
    after = forger.insert(after, "case_claimed", **said)
    ruling = {"finding": "infraction", "grounds": ["rule 4"], "measures": ["result"]}
    after = forger.insert(after, "ruling_made", **said, **ruling)
    return forger.insert(after, "result_adjusted", **{**said, "outcome": outcome, **members})


NO_PLACES = {"places": [], "ended_by": "ruling", "reason": "ruling"}


def _adjusted(**members: Any) -> Change:
    """Return a result that a ruling gives before the confirmation."""

    def change(forger: Forger) -> None:
        _ruled(forger, forger.first("game_finished"), **members)

    return change


for _name, _change, _because in (
    ("a ruling that nobody made, and its result", _adjusted(), "what an arbiter decides, the service alone says"),
    ("a result by another officer than ruled so", _adjusted(by="arbiter:b"), ""),
    ("a result by a ruling that is on no case", _adjusted(case="c8"), ""),
    ("a result by a ruling that leaves seats out", _adjusted(outcome=NO_PLACES), ""),
):
    FORGERIES.append(Forgery(_name, _change, _because))


@forge()
def a_result_of_a_ruling_said_to_be_that_of_the_rules(forger: Forger) -> None:
    _ruled(forger, forger.first("game_finished"), outcome=forger.first("game_finished")["outcome"])


@forge()
def a_result_of_the_rules_said_to_be_that_of_a_ruling(forger: Forger) -> None:
    forger.first("game_finished")["outcome"] |= {"ended_by": "ruling", "reason": "ruling"}


@forge()
def a_result_adjusted_a_day_too_late(forger: Forger) -> None:
    confirmed = forger.first("result_confirmed")
    _ruled(forger, confirmed)
    for entry in forger.entries[forger.entries.index(forger.first("result_adjusted")) :]:
        entry["at"] = confirmed["at"] + 24 * WINDOW + 1


@forge()
def a_verification_of_what_everybody_can_verify(forger: Forger) -> None:
    confirmed, head = forger.first("result_confirmed"), {"n": 1, "hash": "A" * 43}
    checks = ["passed"] * 13
    forger.insert(confirmed, "verified", by="arbiter:a", checks=checks, result="good", head=head)


@forge()
def a_result_confirmed_before_its_window(forger: Forger) -> None:
    _waiting(forger, WINDOW + 1)


@forge()
def a_result_confirmed_while_a_case_is_open(forger: Forger) -> None:
    _waiting(forger)
    finished = forger.first("game_finished")
    called = {"moment": "4", "about": "rule", "stops_play": False, "filed_at": finished["at"]}
    forger.insert(finished, "case_opened", by="seat:0", case="c9", **called)


@forge()
def a_result_confirmed_while_its_ruling_could_be_appealed(forger: Forger) -> None:
    _waiting(forger)
    _ruled(forger, forger.first("game_finished"))


@forge()
def a_result_confirmed_by_the_table_before_anybody_agreed(forger: Forger) -> None:
    _waiting(forger)["by"] = "table"


@forge()
def an_acceptance_given_twice(forger: Forger) -> None:
    _accepted()(forger)
    forger.again(forger.first("result_accepted"))


@forge()
def an_acceptance_where_the_result_is_final_at_once(forger: Forger) -> None:
    forger.insert(forger.first("game_finished"), "result_accepted", seat=0, by="seat:0")


@forge()
def an_acceptance_before_the_result(forger: Forger) -> None:
    _accepted()(forger)
    forger.move(forger.first("result_accepted"), forger.last("action_taken"))


@forge()
def a_look_before_the_table_was_opened(forger: Forger) -> None:
    forger.first("evidence_viewed")["looked_at"] = forger.opening["at"] - 1


@forge()
def a_look_that_was_to_come(forger: Forger) -> None:
    look = forger.first("evidence_viewed")
    look["looked_at"] = look["at"] + 1
