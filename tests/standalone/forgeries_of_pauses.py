"""Forged pauses, clocks and outages: more of the forgeries in `forgeries`, to whose list they are added."""

from __future__ import annotations

from typing import Any

from tests.standalone.damage import NotApplicableError
from tests.standalone.forger import Forger
from tests.standalone.forgeries import BY_ITSELF, FORGERIES, Change, Forgery, forge

ARBITER = "arbiter:a"
HOUR = 3_600_000  # milliseconds


def _thought(forger: Forger) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return an action for which a seat thought since the entry before, and that entry."""
    for before, entry in zip(forger.entries, forger.entries[1:], strict=False):
        if entry.get("used_ms", 0) > 1 and before["at"] == entry["at"] - entry["used_ms"]:
            return before, entry
    raise NotApplicableError


def _pause(forger: Forger, after: dict[str, Any], **members: Any) -> dict[str, Any]:
    return forger.insert(after, "paused", **{"by": ARBITER, "cause": "arbiter", "reason": "break", **members})


def _go_on(forger: Forger, after: dict[str, Any], **members: Any) -> dict[str, Any]:
    return forger.insert(after, "resumed", **{"by": ARBITER, "cause": "arbiter", **members})


def _paused_and_resumed(ended: dict[str, Any], **began: Any) -> Change:
    """Return a pause of no time between two entries, begun and ended like this."""

    def change(forger: Forger) -> None:
        before, _ = _thought(forger)
        if began.get("cause") == CASE["cause"]:
            forger.opening["arbiter_call"] = "stop"
            said = {"case": "c7", "moment": "1", "about": "rule", "stops_play": True, "filed_at": before["at"]}
            before = forger.insert(before, "case_opened", **said, by=CASE["by"])
        _go_on(forger, _pause(forger, before, **began), **ended)

    return change


CASE = {"cause": "case:c7", "by": "seat:1"}
for _name, _change, _because in (
    ("a pause of no time that nobody made", _paused_and_resumed({}), "it changes nothing that it stops for no time"),
    ("a pause by a seat", _paused_and_resumed({}, by="seat:0"), ""),
    ("a pause by an operator as an arbiter", _paused_and_resumed({}, by="operator"), ""),
    ("a pause for a cause that is none", _paused_and_resumed({"cause": "rain"}, cause="rain"), ""),
    ("a pause for a reason that is none", _paused_and_resumed({}, reason="tea"), ""),
    ("a pause ended by a seat", _paused_and_resumed({"by": "seat:0"}), ""),
    ("a pause ended by the clock", _paused_and_resumed({"by": "clock"}), ""),
    ("a pause ended for another cause", _paused_and_resumed({"cause": "ruler", "by": "operator"}), ""),
    ("a case dropped by the clock too early", _paused_and_resumed({"cause": "case:c7", "by": "clock"}, **CASE), ""),
    ("a case dropped by who called it", _paused_and_resumed(CASE, **CASE), ""),
):
    FORGERIES.append(Forgery(_name, _change, _because))


@forge()
def a_pause_that_nobody_ended(forger: Forger) -> None:
    _pause(forger, _thought(forger)[0])


@forge()
def a_pause_before_the_result(forger: Forger) -> None:
    before = forger.entries[forger.entries.index(forger.first("game_finished")) - 1]
    _pause(forger, before)


@forge()
def a_pause_before_the_deal(forger: Forger) -> None:
    _pause(forger, forger.opening)


@forge()
def a_pause_after_the_result(forger: Forger) -> None:
    _pause(forger, forger.first("game_finished"))


@forge()
def a_pause_made_twice(forger: Forger) -> None:
    _pause(forger, _pause(forger, _thought(forger)[0]))


@forge()
def play_that_goes_on_and_was_never_stopped(forger: Forger) -> None:
    _go_on(forger, _thought(forger)[0])


@forge()
def a_pause_while_somebody_thought(forger: Forger) -> None:
    before, entry = _thought(forger)
    _go_on(forger, _pause(forger, before))["at"] = entry["at"] - 1


@forge(BY_ITSELF + ": why play was stopped, the service alone says")
def a_pause_and_the_time_thought_made_to_fit(forger: Forger) -> None:
    before, entry = _thought(forger)
    others = [other for other in forger.entries if other is not entry and other.get("used_ms")]
    if any(other["at"] - other["used_ms"] <= before["at"] < other["at"] for other in others):
        raise NotApplicableError
    stopped = entry["used_ms"] - 1
    _go_on(forger, _pause(forger, before))["at"] = before["at"] + stopped
    entry["used_ms"] = 1


@forge()
def a_clock_adjusted_that_the_table_lacks(forger: Forger) -> None:
    forger.insert(_thought(forger)[0], "clock_adjusted", seat=0, bank_ms=HOUR, reason="other")


def _adjusted(**members: Any) -> Change:
    def change(forger: Forger) -> None:
        forger.opening["clock"] = {"bank_ms": 10**9, "move_ms": 10**9}
        before, entry = _thought(forger)
        said = {"seat": entry["seat"], "bank_ms": 10**9, "reason": "other", "by": ARBITER, **members}
        forger.insert(before, "clock_adjusted", **{name: value for name, value in said.items() if value is not None})

    return change


def _adjusted_for_nobody(forger: Forger) -> None:
    _adjusted(seat=forger.seats)(forger)


def _adjusted_for_the_idle(forger: Forger) -> None:
    _, entry = _thought(forger)
    idle = [seat for seat in range(forger.seats) if seat != entry["seat"]]
    _adjusted(seat=idle[-1], bank_ms=None, move_ms=HOUR)(forger)


for _name, _change, _because in (
    ("a clock that nobody adjusted", _adjusted(), "what an arbiter decides, the service alone says"),
    ("a clock adjusted by a seat", _adjusted(by="seat:0"), ""),
    ("a clock adjusted by an organiser", _adjusted(by="organiser:o"), ""),
    ("a clock adjusted for a reason that is none", _adjusted(reason="luck"), ""),
    ("a bank adjusted and the time for a decision", _adjusted(move_ms=1), ""),
    ("a clock adjusted for a seat that the table lacks", _adjusted_for_nobody, ""),
    (
        "time for a decision that is another's",
        _adjusted_for_the_idle,
        "where seats decide at the same time it may be theirs",
    ),
):
    FORGERIES.append(Forgery(_name, _change, _because))


def _down(since: int, until: int) -> Change:
    """Return an outage from and to so many milliseconds after the entry before."""

    def change(forger: Forger) -> None:
        before, entry = _thought(forger)
        began = before["at"]
        outage = forger.insert(before, "outage", by="table", since=began + since, until=began + until)
        outage["at"] = entry["at"] - 1

    return change


for _name, _change in (
    ("an outage while somebody thought", _down(0, 1)),
    ("an outage before the entry before", _down(-1, 1)),
    ("an outage of no time", _down(0, 0)),
    ("an outage that lies ahead", _down(0, HOUR)),
):
    FORGERIES.append(Forgery(_name, _change, ""))


@forge()
def an_outage_while_play_is_stopped(forger: Forger) -> None:
    before, entry = _thought(forger)
    pause = _pause(forger, before)
    outage = forger.insert(pause, "outage", by="table", since=before["at"], until=entry["at"])
    outage["at"] = entry["at"]
    _go_on(forger, outage)
