"""Cases as the order of entries sees them: what contradicts those before it, and what comes too early or too late."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.record.any_game import entry_of_any_game
from domain.record.canonical import canonical
from domain.record.case_faults import Around, case_fault, has_interest, is_officer
from domain.record.case_times import untimely
from domain.record.cases import MOST_CASES, MOST_PENALTIES, Case, appeal_ms, file_ms
from domain.record.desk import CaseAppealed, CaseClaimed, CaseClosed, CaseOpened, Penalty, RulingAccepted
from domain.record.entries import Entry, TableOpened
from domain.record.measures import measures_fault
from domain.record.order import Contradiction
from tests.record.test_order import (
    ABANDONED,
    CALL,
    CALLED,
    CASE,
    CONFIRMED,
    FINISHED,
    OPENING,
    RUNNING,
    SEATED,
    SECRETS,
    follow,
)

QUIET = {**CALL, "stops_play": False}
OVER: list[dict[str, Any]] = [*RUNNING, FINISHED, CONFIRMED]
HOUR = 3_600_000  # ms
ANNA, BELA = "arbiter:anna", "arbiter:bela"
OPENED = [*OVER, QUIET]
OF_7: dict[str, Any] = {"case": "7", "by": ANNA}
CLAIM = {"kind": "case_claimed", **OF_7}
RELEASE = {"kind": "case_released", **OF_7}
DISMISS = {"kind": "case_dismissed", "code": "duplicate", **OF_7}
RULE = {"kind": "ruling_made", "finding": "infraction", "grounds": [], "measures": ["words"], **OF_7}
PENAL = {**RULE, "measures": ["penalty"]}
PENALTY = {"kind": "penalty", "seat": 1, "penalty": "warning", **OF_7}
APPEAL = {"kind": "case_appealed", "case": "7", "by": "seat:0"}
ACCEPT = {"kind": "ruling_accepted", "case": "7", "by": "seat:0", "seat": 0}
NOTED = {**ACCEPT, "by": "table", "seat": 1}
CLOSE = {"kind": "case_closed", "case": "7", "by": "clock"}
GO_ON = {"kind": "resumed", "cause": "case:7", "by": ANNA}
CLAIMED = [*OPENED, CLAIM]
REPLACED = [{**sat, "kind": "seat_replaced", "player": "q"} for sat in SEATED[1:]]  # p plays there no more
AGAIN = [*CLAIMED, RULE, APPEAL, {**CLAIM, "by": BELA}]
FINAL = [*AGAIN, {**RULE, "by": BELA}]


@pytest.mark.parametrize(
    "entries",
    [
        [*OPENED, SECRETS, CLAIM, RULE, CLOSE],
        [*OVER, SECRETS, QUIET, {**QUIET, "case": "8", "by": "opener"}, CLAIM],
        [*FINAL, {**CLOSE, "by": "operator"}],
        [*CLAIMED, RELEASE, {**CLAIM, "by": BELA}, {**RELEASE, "by": "operator:o"}, CLAIM, DISMISS, APPEAL],
        [*AGAIN, {**RELEASE, "by": BELA}, {**CLAIM, "by": BELA}],
        [*CLAIMED, PENAL, PENALTY, PENALTY, CLOSE],
        [*CLAIMED, RULE, ACCEPT, NOTED, CLOSE],
        [*CLAIMED, DISMISS, NOTED, APPEAL],
        [*CALLED, CASE, CLAIM, RULE, GO_ON, CLOSE],
        [*CALLED, CASE, CLAIM, {**PENAL, "measures": ["penalty", "void"]}, PENALTY, GO_ON, {**ABANDONED, "by": ANNA}],
    ],
)
def test_a_case_goes_its_way(entries: list[dict[str, Any]]) -> None:
    follow(entries)


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ([*OVER, CLAIM], "there is no case 7"),
        ([*OPENED, QUIET], "there is a case 7 already"),
        ([*OVER, {**QUIET, "by": "clock"}], "clock cannot open the case 7 for 4.1"),
        ([*OVER, {**QUIET, "case": "7\n"}], "cannot open the case"),
        ([*OVER, {**QUIET, "moment": "4\n"}], "cannot open the case"),
        ([*OVER, {**QUIET, "moment": "7"}], "entry 7 comes later"),
        ([*OVER, {**QUIET, "filed_at": 2}], "filed while there is a table"),
        ([*OVER, {**QUIET, "filed_at": 0}], "filed while there is a table"),
        ([*OVER, {**QUIET, "by": "seat:2"}], "nobody calls the arbiter as seat:2"),
        ([{**OPENING, "arbiter_call": "none"}, *OVER[1:], QUIET], "no seat of this table calls"),
        ([{**OPENING, "arbiter_call": "stop"}, *OVER[1:], CALL], "no play to stop"),
        ([*RUNNING, QUIET], "comes when nobody may act"),
        ([*OPENED, {**CLAIM, "by": "seat:1"}], "seat:1 cannot claim"),
        ([*OPENED, {**CLAIM, "by": "arbiter:p"}], "arbiter:p has an interest"),
        ([*RUNNING, *REPLACED, FINISHED, CONFIRMED, QUIET, {**CLAIM, "by": "arbiter:p"}], "arbiter:p has an interest"),
        ([*CLAIMED, {**CLAIM, "by": BELA}], "cannot claim"),
        ([*CLAIMED, RULE, APPEAL, CLAIM], "has decided the case 7 before"),
        ([*OPENED, RELEASE], "cannot release"),
        ([*CLAIMED, {**RELEASE, "by": BELA}], "cannot release"),
        ([*CLAIMED, {**RELEASE, "by": "operators"}], "cannot release"),
        ([*CLAIMED, {**RELEASE, "by": "organiser:o"}], "cannot release"),  # of another table
        ([*CLAIMED, {**DISMISS, "by": BELA}], "cannot dismiss"),
        ([*AGAIN, {**DISMISS, "by": BELA}], "cannot dismiss"),
        ([*CLAIMED, {**RULE, "by": BELA}], "cannot rule"),
        ([*CLAIMED, {**RULE, "measures": ["none", "words"]}], "named once, and none is none"),
        ([*CLAIMED, PENAL, CLOSE], "the ruling on the case 7 names measures"),
        ([*CLAIMED, PENAL, {**PENALTY, "by": BELA}], "names measures"),
        ([*CLAIMED, PENAL, {**PENALTY, "seat": 2}], "no seat 2"),
        ([*CLAIMED, RULE, PENALTY], "has not ruled so"),
        ([*CLAIMED, RULE, {**APPEAL, "by": BELA}], "cannot appeal"),
        ([*CLAIMED, APPEAL], "cannot be appealed"),
        ([*FINAL, APPEAL], "cannot be appealed"),
        ([*CLAIMED, RULE, ACCEPT, APPEAL], "seat:0 has accepted what was decided"),
        ([*CLAIMED, RULE, ACCEPT, ACCEPT], "seat 0 has accepted what was decided already"),
        ([*CLAIMED, RULE, {**ACCEPT, "seat": 1}], "seat:0 cannot accept what was decided for seat 1"),
        ([*CLAIMED, RULE, {**NOTED, "by": ANNA}], "cannot accept what was decided"),
        ([*CLAIMED, RULE, {**NOTED, "seat": 2}], "nobody holds seat 2"),
        ([*CLAIMED, ACCEPT], "nothing of the case 7 can be accepted"),
        ([*FINAL, ACCEPT], "nothing of the case 7 can be accepted"),
        ([*CLAIMED, CLOSE], "cannot close"),
        ([*CLAIMED, RULE, {**CLOSE, "by": "seat:0"}], "cannot close"),
        ([*CALLED, CASE, {**CALL, "case": "8"}], "seat:1 has stopped the play already"),
        ([*CALLED, CASE, CLAIM, RULE, CLOSE], "the case 7 stops the play"),
        ([*CALLED, CASE, CLAIM, {**GO_ON, "by": "clock"}], "the clock leaves it"),
    ],
)
def test_what_a_case_cannot_do_is_named(entries: list[dict[str, Any]], reason: str) -> None:
    follow(entries[:-1])
    with pytest.raises(Contradiction, match=reason):
        follow(entries)


def opening(by: str = "o") -> TableOpened:
    """Return entry 1."""
    entry = entry_of_any_game(canonical({"at": 1, "by": by, "n": 1, **OPENING}))
    assert isinstance(entry, TableOpened)
    return entry


def test_a_record_has_so_many_cases_at_most_and_a_case_so_many_penalties() -> None:
    """Each entry of one costs as much as there are of them."""
    case = Case("ruled", "rule", "1", "seat:0", 1, stops_play=False, ruled_by=ANNA, measures=("penalty",))
    another = CaseOpened(n=9, at=1, by="opener", case="x", moment="1", about="rule", stops_play=False, filed_at=1)
    cases = {str(i): case for i in range(MOST_CASES)}
    full = Around(cases, opening(), {}, (), None, in_play=False)
    assert case_fault(another, full) == "a table has at most 1000 cases"
    assert case_fault(another, full._replace(cases={})) is None
    penalty = Penalty(n=9, at=1, by=ANNA, seat=0, penalty="warning", case="0")
    assert case_fault(penalty, full) is None
    given: Any = (None,) * MOST_PENALTIES
    cases["0"] = Case("ruled", "rule", "1", "seat:0", 1, stops_play=False, penalties=given)
    assert case_fault(penalty, full) == "a case brings at most 100 penalties"


def test_what_comes_too_early_or_too_late_is_named() -> None:
    """Check 9. An hour to file after the end, an hour to appeal: the moment itself is too late, and not too early."""
    said = replace(opening(), file_ms=HOUR, appeal_ms=HOUR)
    decided = Case("ruled", "rule", "1", "seat:0", 1, stops_play=False, appeal_until=HOUR)
    cases = {"7": decided}

    def found(entry: Entry, over_at: int | None = None) -> str | None:
        late = untimely(entry, cases, said, over_at)
        return None if late is None else late.code

    filed = CaseOpened(
        n=9, at=3 * HOUR, by="o", case="8", moment="1", about="rule", stops_play=False, filed_at=2 * HOUR
    )
    assert [found(filed), found(filed, HOUR), found(filed, HOUR - 1)] == [None, None, "late_case"]
    for at, appealed, closed in ((HOUR - 1, None, "early_closing"), (HOUR, "late_appeal", None)):
        assert found(CaseAppealed(n=9, at=at, by="seat:0", case="7")) == appealed
        assert found(CaseClosed(n=9, at=at, by="clock", case="7")) == closed
        late = None if appealed is None else "late_acceptance"
        assert found(RulingAccepted(n=9, at=at, by="seat:0", case="7", seat=0)) == late
    assert found(CaseClaimed(n=9, at=HOUR, by=ANNA, case="7")) is None
    penalty = Penalty(n=9, at=3 * HOUR, by=ANNA, seat=0, penalty="warning", case="7")
    assert [found(penalty), found(penalty, 2 * HOUR), found(penalty, HOUR)] == [None, None, "late_penalty"]
    cases["7"] = replace(decided, final=True, decided_at=2 * HOUR)  # on appeal against what was decided in time
    assert [found(penalty, HOUR), found(penalty, HOUR - 1)] == [None, "late_penalty"]
    assert (file_ms(opening()), appeal_ms(opening())) == (24 * HOUR, 24 * HOUR)


def test_an_officer_is_an_arbiter_or_an_operator_and_has_a_name_or_none() -> None:
    assert all(map(is_officer, ("arbiter", ANNA, "operator:o", "arbiter:")))
    assert not any(map(is_officer, ("seat:1", "organiser:o", "arbiters", "clock")))
    assert has_interest("arbiter:p", "opener", opening(), ["p"])
    assert has_interest("operator:p", "player:p", opening(), [])
    assert has_interest(ANNA, ANNA, opening(), [])
    assert has_interest("arbiter:p", "seat:1", opening(by="player:p"), [])
    assert not has_interest("operator:o", "operator:o", opening(by="operator:o"), [])
    assert not has_interest("arbiter", "player:", opening(by="player:"), ["", "p"])


def test_no_ruling_voids_a_table_or_goes_back_and_gives_it_a_result() -> None:
    for other in ("void", "rewind"):
        assert measures_fault((other, "result")) == "a table that is void, or goes back, has no result"
    assert measures_fault(("result", "penalty")) is None
