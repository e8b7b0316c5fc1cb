"""Forged cases: more of the forgeries in `forgeries`, to whose list they are added.

A whole case stands behind the result: called by seat 0, ruled on by one arbiter, appealed by seat 1, ruled on finally
by another. Each forgery changes something about it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from tests.standalone.forger import Forger
from tests.standalone.forgeries import FORGERIES, Change, Forgery, forge

ANNA, BELA = "arbiter:anna", "arbiter:bela"
CALL = {"about": "rule", "moment": "1", "stops_play": False}
RULING: dict[str, Any] = {"finding": "infraction", "grounds": ["Turns"], "measures": ["penalty"]}
AGAIN = {"finding": "infraction", "grounds": [], "measures": ["none"]}
SAID = "what an officer decides, the service alone says"

Case: TypeAlias = dict[str, dict[str, Any]]
Tampering: TypeAlias = Callable[[Forger, Case], None]


def whole_case(forger: Forger) -> Case:
    """Slip a whole case in behind the result, and return its entries by a word each."""
    confirmed = forger.first("result_confirmed")
    steps: dict[str, dict[str, Any]] = {
        "called": {"kind": "case_opened", "by": "seat:0", "filed_at": confirmed["at"], **CALL},
        "claimed": {"kind": "case_claimed", "by": ANNA},
        "ruled": {"kind": "ruling_made", "by": ANNA, **RULING},
        "penalty": {"kind": "penalty", "by": ANNA, "seat": 1, "penalty": "warning"},
        "appealed": {"kind": "case_appealed", "by": "seat:1"},
        "reclaimed": {"kind": "case_claimed", "by": BELA},
        "final": {"kind": "ruling_made", "by": BELA, **AGAIN},
        "closed": {"kind": "case_closed", "by": "clock"},
    }
    before, case = confirmed, Case()
    for word, members in steps.items():
        before = case[word] = forger.insert(before, members.pop("kind"), case="c1", **members)
    return case


def _tampered(tampering: Tampering) -> Change:
    def change(forger: Forger) -> None:
        tampering(forger, whole_case(forger))

    return change


def _with(word: str, **members: Any) -> Tampering:
    return lambda forger, case: case[word].update(members)


def _without(*words: str) -> Tampering:
    def tampering(forger: Forger, case: Case) -> None:
        for word in words:
            forger.drop(case[word])

    return tampering


def _opening(**members: Any) -> Tampering:
    return lambda forger, case: forger.opening.update(members)


def _again(word: str, after: str) -> Tampering:
    def tampering(forger: Forger, case: Case) -> None:
        forger.again(case[word], case[after])

    return tampering


def _called_by_nobody(forger: Forger, case: Case) -> None:
    case["called"]["by"] = f"seat:{forger.seats}"


def _filed_before_the_table(forger: Forger, case: Case) -> None:
    case["called"]["filed_at"] = forger.opening["at"] - 1


def _filed_later(forger: Forger, case: Case) -> None:
    case["called"]["filed_at"] += 1


def _filed_too_late(forger: Forger, case: Case) -> None:
    forger.opening["file_ms"] = 1
    for entry in forger.entries[forger.entries.index(case["called"]) :]:
        entry["at"] += 2
    case["called"]["filed_at"] += 2


def _penalty_too_late(forger: Forger, case: Case) -> None:
    forger.opening["file_ms"] = 1
    for entry in forger.entries[forger.entries.index(case["penalty"]) :]:
        entry["at"] += 2


def _claimed_by_a_player(forger: Forger, case: Case) -> None:
    by = f"arbiter:{forger.first('seat_taken')['player']}"
    for word in ("claimed", "ruled", "penalty"):
        case[word]["by"] = by


def _claimed_by_who_has_played(forger: Forger, case: Case) -> None:
    sat = forger.first("seat_taken")
    gone = {**{name: sat[name] for name in ("seat", "name_hash", "entropy")}, "player": "gone", "by": sat["by"]}
    taken = forger.insert(forger.opening, "seat_taken", **gone)
    forger.insert(taken, "seat_left", seat=sat["seat"], by=sat["by"])
    for word in ("claimed", "ruled", "penalty"):
        case[word]["by"] = "arbiter:gone"


def _appeal_heard_by_who_ruled(forger: Forger, case: Case) -> None:
    case["reclaimed"]["by"] = case["final"]["by"] = ANNA


def _penalty_for_nobody(forger: Forger, case: Case) -> None:
    case["penalty"]["seat"] = forger.seats


for _name, _tampering, _because in (
    ("a case that never was", _with("called"), SAID),
    ("a case opened twice", _again("called", "called"), ""),
    ("a case called by a seat that the table lacks", _called_by_nobody, ""),
    ("a case called by the clock", _with("called", by="clock"), ""),
    ("a case about nothing that there is", _with("called", about="tea"), ""),
    ("a case for what is still to come", _with("called", moment="999999"), ""),
    ("a case for a place that is none", _with("called", moment="0"), ""),
    ("a case of a name that is none", _with("called", case="C 1"), ""),
    ("a case filed before there was a table", _filed_before_the_table, ""),
    ("a case filed after it was written down", _filed_later, ""),
    ("a case filed too late", _filed_too_late, ""),
    ("a case called where no seat may call", _opening(arbiter_call="none"), ""),
    ("a case that stops a play that is over", _with("called", stops_play=True), ""),
    ("a case with half a hash of its words", _with("called", text="A" * 22), ""),
    ("a case claimed by a seat", _with("claimed", by="seat:1"), ""),
    ("a case claimed by who plays there", _claimed_by_a_player, ""),
    ("a case claimed by who has played there", _claimed_by_who_has_played, ""),
    ("a case claimed by the arbiter who called", _with("called", by=ANNA), ""),
    ("a case claimed by the player who opened the table", _opening(by="player:anna"), ""),
    ("a case claimed by nobody", _without("claimed"), ""),
    ("a ruling by another than who claimed", _with("ruled", by=BELA), ""),
    ("a ruling that finds the other way", _with("ruled", finding="no_infraction"), SAID),
    ("a ruling that finds what is no finding", _with("ruled", finding="guilty"), ""),
    ("a ruling without a measure", _with("ruled", measures=[]), ""),
    ("a ruling with a measure and none", _with("ruled", measures=["penalty", "none"]), ""),
    ("a ruling with a measure twice", _with("ruled", measures=["penalty", "penalty"]), ""),
    ("a penalty too late", _penalty_too_late, ""),
    ("a ruling to go back and for a result", _with("final", measures=["result", "rewind"]), ""),
    ("a ruling for a result of a void table", _with("final", measures=["result", "void"]), ""),
    ("a ruling that cites too many rules", _with("ruled", grounds=["Turns"] * 21), ""),
    ("a ruling that cites a whole book", _with("ruled", grounds=["é" * 81]), ""),
    ("a ruling taken out", _without("ruled"), ""),
    ("a penalty that no ruling names", _with("ruled", measures=["none"]), ""),
    ("a penalty by another than who ruled", _with("penalty", by=BELA), ""),
    ("a penalty for a seat that the table lacks", _penalty_for_nobody, ""),
    ("a penalty that is none", _with("penalty", penalty="lashes"), ""),
    ("a penalty made worse", _with("penalty", penalty="disqualification"), SAID),
    ("a penalty taken out", _without("penalty"), ""),
    ("an appeal by an arbiter", _with("appealed", by=BELA), ""),
    ("an appeal too late", _opening(appeal_ms=0), ""),
    ("an appeal heard by who ruled", _appeal_heard_by_who_ruled, ""),
    ("an appeal against what is final", _again("appealed", "final"), ""),
    ("an appeal taken out", _without("appealed"), ""),
    ("an appeal taken out with all that came of it", _without("appealed", "reclaimed", "final"), ""),
    ("a case closed by a seat", _with("closed", by="seat:0"), ""),
    ("a case closed twice", _again("closed", "closed"), ""),
):
    FORGERIES.append(Forgery(_name, _tampered(_tampering), _because))


def _between(forger: Forger) -> dict[str, Any]:
    """Return an action in the middle of the play."""
    return [entry for entry in forger.entries if entry["kind"] == "action_taken"][1]


def _stop(forger: Forger, *later: tuple[str, dict[str, Any]]) -> None:
    """Let seat 0 stop the play for no time, and these entries follow."""
    forger.opening["arbiter_call"] = "stop"
    before = _between(forger)
    call = {**CALL, "stops_play": True, "filed_at": before["at"], "by": "seat:0", "case": "c1"}
    before = forger.insert(before, "case_opened", **call)
    for kind, members in later:
        before = forger.insert(before, kind, **members)


PAUSED = ("paused", {"cause": "case:c1", "reason": "dispute", "by": "seat:0"})
CLAIMED = ("case_claimed", {"case": "c1", "by": ANNA})
RESUMED = ("resumed", {"cause": "case:c1", "by": ANNA})


@forge("a call of no time that was claimed: " + SAID)
def a_call_that_nobody_made(forger: Forger) -> None:
    _stop(forger, PAUSED, CLAIMED, RESUMED)


@forge()
def a_call_that_does_not_stop_the_play_at_once(forger: Forger) -> None:
    _stop(forger, CLAIMED, PAUSED, RESUMED)


@forge()
def a_call_whose_pause_another_one_made(forger: Forger) -> None:
    _stop(forger, (PAUSED[0], {**PAUSED[1], "by": "seat:1"}), CLAIMED, RESUMED)


@forge()
def a_call_where_nobody_may_stop_the_play(forger: Forger) -> None:
    _stop(forger, PAUSED, CLAIMED, RESUMED)
    del forger.opening["arbiter_call"]


@forge()
def a_claimed_case_dropped_by_the_clock(forger: Forger) -> None:
    _stop(forger, PAUSED, CLAIMED, (RESUMED[0], {**RESUMED[1], "by": "clock"}))


@forge()
def a_second_call_that_stops_the_play(forger: Forger) -> None:
    again = ("case_opened", {**CALL, "case": "c2", "by": "seat:0", "stops_play": True, "filed_at": 0})
    _stop(forger, PAUSED, CLAIMED, RESUMED, (again[0], {**again[1], "filed_at": _between(forger)["at"]}))


@forge()
def a_quiet_call_in_the_middle_of_the_play(forger: Forger) -> None:
    before = _between(forger)
    forger.insert(before, "case_opened", case="c1", by="seat:0", filed_at=before["at"], **CALL)


RULED = {"finding": "infraction", "grounds": [], "by": ANNA, "case": "c1"}


@forge()
def play_let_go_on_by_the_officer_who_is_appealed_against(forger: Forger) -> None:
    appeal = ("case_appealed", {"case": "c1", "by": "seat:1"})
    again = ("case_claimed", {"case": "c1", "by": BELA})
    _stop(forger, PAUSED, CLAIMED, ("ruling_made", {**RULED, "measures": ["none"]}), appeal, again, RESUMED)


@forge()
def play_that_goes_on_before_an_appeal_against_going_back(forger: Forger) -> None:
    forger.opening["appeal_ms"] = 60_000
    back = ("rewound_to", {"to": _between(forger)["n"], "reason": "infraction", "by": ANNA, "case": "c1"})
    _stop(forger, PAUSED, CLAIMED, ("ruling_made", {**RULED, "measures": ["rewind"]}), back, RESUMED)


@forge()
def play_that_goes_on_before_an_appeal_where_entry_1_says_nothing(forger: Forger) -> None:
    _taken_back(forger, RESUMED)


@forge()
def play_that_goes_on_as_another_case_was_appealed(forger: Forger) -> None:
    """The wait of the one stays, whatever becomes of the other."""
    call = (
        "case_opened",
        {**CALL, "case": "c2", "by": "seat:1", "stops_play": True, "filed_at": _between(forger)["at"]},
    )
    pause = ("paused", {**PAUSED[1], "cause": "case:c2", "by": "seat:1"})
    dismissed = ("case_dismissed", {"case": "c2", "by": ANNA, "code": "unfounded"})
    other = (call, pause, (CLAIMED[0], {**CLAIMED[1], "case": "c2"}), dismissed)
    appeal = ("case_appealed", {"case": "c2", "by": "seat:0"})
    again = ("case_claimed", {"case": "c2", "by": BELA})
    goes_on = (RESUMED[0], {"cause": "case:c2", "by": BELA})
    _taken_back(forger, *other, appeal, again, goes_on, RESUMED)


@forge()
def play_taken_back_that_goes_on_at_once(forger: Forger) -> None:
    """Its officer let it go on before, and nothing stops it for the case."""
    back = ("rewound_to", {"to": _between(forger)["n"], "reason": "infraction", "by": ANNA, "case": "c1"})
    _stop(forger, PAUSED, CLAIMED, RESUMED, ("ruling_made", {**RULED, "measures": ["rewind"]}), back)


@forge()
def play_stopped_as_it_was_taken_back_that_goes_on_too_early(forger: Forger) -> None:
    back = ("rewound_to", {"to": _between(forger)["n"], "reason": "infraction", "by": ANNA, "case": "c1"})
    stopped = (PAUSED[0], {**PAUSED[1], "by": ANNA})
    ruled = ("ruling_made", {**RULED, "measures": ["rewind"]})
    _stop(forger, PAUSED, CLAIMED, RESUMED, ruled, back, stopped, GOES_ON)


def _taken_back(forger: Forger, *later: tuple[str, dict[str, Any]]) -> None:
    """Let a ruling take play back to where it stands, and these entries follow."""
    back = ("rewound_to", {"to": _between(forger)["n"], "reason": "infraction", "by": ANNA, "case": "c1"})
    _stop(forger, PAUSED, CLAIMED, ("ruling_made", {**RULED, "measures": ["rewind"]}), back, *later)


def _accepted(seat: int, **members: Any) -> tuple[str, dict[str, Any]]:
    return ("ruling_accepted", {"case": "c1", "seat": seat, "by": f"seat:{seat}", **members})


GOES_ON = ("resumed", {"cause": "case:c1", "by": "clock"})


def _all_accept(forger: Forger, but: int = -1) -> list[tuple[str, dict[str, Any]]]:
    return [_accepted(seat) for seat in range(forger.seats) if seat != but]


@forge("every seat accepted that play was taken back: " + SAID)
def a_ruling_that_nobody_accepted(forger: Forger) -> None:
    _taken_back(forger, *_all_accept(forger), GOES_ON)


@forge()
def play_that_goes_on_before_the_last_one_accepts(forger: Forger) -> None:
    _taken_back(forger, *_all_accept(forger, but=0), GOES_ON, _accepted(0))


@forge()
def play_that_goes_on_though_one_never_accepts(forger: Forger) -> None:
    _taken_back(forger, *_all_accept(forger, but=0), RESUMED)


@forge()
def a_ruling_accepted_twice(forger: Forger) -> None:
    _taken_back(forger, _accepted(0), *_all_accept(forger), GOES_ON)


@forge()
def a_ruling_accepted_by_another_seat(forger: Forger) -> None:
    _taken_back(forger, *_all_accept(forger, but=0), _accepted(0, by="seat:1"), GOES_ON)


@forge()
def a_ruling_accepted_by_its_officer(forger: Forger) -> None:
    _taken_back(forger, *_all_accept(forger, but=0), _accepted(0, by=ANNA), GOES_ON)


@forge()
def a_ruling_accepted_for_a_seat_that_the_table_lacks(forger: Forger) -> None:
    _taken_back(forger, *_all_accept(forger), _accepted(forger.seats), GOES_ON)


@forge()
def a_ruling_accepted_before_it_was_made(forger: Forger) -> None:
    _stop(forger, PAUSED, CLAIMED, _accepted(0), RESUMED)


@forge()
def a_ruling_accepted_too_late(forger: Forger) -> None:
    forger.opening["appeal_ms"] = 0
    _taken_back(forger, _accepted(0), RESUMED)


@forge()
def an_appeal_by_who_has_accepted(forger: Forger) -> None:
    again = ("case_claimed", {"case": "c1", "by": BELA})
    appeal = ("case_appealed", {"case": "c1", "by": "seat:0"})
    _taken_back(forger, _accepted(0), appeal, again, (RESUMED[0], {**RESUMED[1], "by": BELA}))


@forge()
def a_case_closed_before_all_have_accepted(forger: Forger) -> None:
    none = ("ruling_made", {**RULED, "measures": ["none"]})
    closed = ("case_closed", {"case": "c1", "by": "clock"})
    _stop(forger, PAUSED, CLAIMED, none, RESUMED, *_all_accept(forger, but=0), closed)


@forge("without the rules nobody sees whether a seat has more to say")
def a_ruling_that_the_table_accepted_for_a_person(forger: Forger) -> None:
    _taken_back(forger, *_all_accept(forger, but=0), _accepted(0, by="table"), GOES_ON)
