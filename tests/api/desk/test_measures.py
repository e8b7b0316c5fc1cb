"""Rulings with measures: going back, another result, clocks, penalties, a table given up; and the damage report."""

from __future__ import annotations

from typing import Any

import pytest

from api.running.clocks import call_time
from domain.audit.checks import verify_bytes
from domain.table.table import Table
from tests.api.desk.calls import Desk
from tests.api.world import DUEL, World, code

FOUND: dict[str, Any] = {"finding": "infraction", "grounds": ["rule 4"]}
BACK = {"reason": "infraction", **FOUND}


@pytest.fixture
def desk(world: World) -> Desk:
    """Return a table with banks at which seat 0 has ended its turn."""
    desk = Desk(world, clock={"bank_ms": 60_000})
    desk.table.act(0, "end_turn")
    return desk


def claimed(desk: Desk) -> str:
    """Return a case of seat 1, who has stopped the play, that Anna has claimed."""
    case = desk.call(stops_play=True)
    desk.done(case, "claim")
    return case


def measure(desk: Desk, path: str, body: Any, *, tag: str | None = "*", key: str | None = None) -> Any:
    """Ask for a measure, as Anna."""
    headers = {} if tag is None else {"If-Match": tag}
    return desk.table.post(path, body, token=desk.anna if key is None else key, headers=headers)


def dealt(desk: Desk) -> int:
    """Return the entry of the deal."""
    return desk.kinds().index("game_started") + 1


def test_the_goal_of_a_rewind_is_folded_before_anybody_waits(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not inside the transaction in which nobody else can write."""
    store, folded = desk.world.store, []

    def table_at(table: str, upto: int) -> Table:
        assert not store._database.in_transaction
        folded.append(upto)
        return store._tables.table(table, upto)

    monkeypatch.setattr(store, "table_at", table_at)
    back = {**BACK, "case": claimed(desk), "to": dealt(desk)}
    assert measure(desk, "/rewind", back).status_code == 200
    assert folded == [dealt(desk)]
    assert verify_bytes(desk.table.get("/record").data).failed == ()


def test_the_damage_report_is_a_look_for_a_claimed_case(desk: Desk) -> None:
    case = desk.call(stops_play=True)
    asked = {"case": case, "to": dealt(desk), "dry_run": True}
    assert code(measure(desk, "/rewind", asked, tag=None), 403) == "case_needed"
    desk.done(case, "claim")
    n = desk.world.store.head(desk.table.id)
    answer = measure(desk, "/rewind", asked, tag=None)
    assert answer.status_code == 200, answer.text
    report = answer.json
    assert [way["code"] for way in report["damage"]["ways"]] == ["leave", "keep", "reshuffle", "adjust", "void"]
    assert report["damage"]["viewer"] == "all"
    assert len(report["damage"]["taken_back"]) == 1
    assert [said["heading"] for said in report["told"]][:3] == ["What would be taken back", "Ada", "Bob"]
    (line,) = desk.table.get(f"/entries?after={n}").json["entries"]
    assert (line["entry"]["kind"], line["entry"]["viewer"], line["entry"]["case"]) == ("evidence_viewed", "all", case)
    assert code(measure(desk, "/rewind", {**asked, "to": 99}, tag=None), 409) == "no_way_back"
    told = desk.table.post("/rewind", asked, token=desk.anna, headers={"Accept-Language": "ja"}).json["told"]
    assert told[0]["heading"] != report["told"][0]["heading"]


def test_going_back_is_a_ruling_by_whoever_has_seen_the_last_entry(desk: Desk) -> None:
    case, to = claimed(desk), dealt(desk)
    asked = {"case": case, "to": to, "order": "reshuffle", "clocks": [5_000, 6_000], **BACK}
    needed = measure(desk, "/rewind", asked, tag=None)
    assert code(needed, 428) == "precondition_needed"
    assert code(measure(desk, "/rewind", asked, tag='"4"'), 412) == "stale_table"
    n = desk.world.store.head(desk.table.id)
    assert desk.read(case, desk.anna).headers["ETag"] == needed.headers["ETag"] == f'"{n}"'
    answer = measure(desk, "/rewind", asked, tag=f'"{n}"')
    assert answer.status_code == 200, answer.text
    assert (answer.json["measures"], answer.json["finding"]) == (["rewind"], "infraction")
    assert desk.kinds(n) == ["ruling_made", "rewound_to"]
    desk.accept(case)
    assert desk.kinds(n + 2) == ["ruling_accepted", "ruling_accepted", "resumed", "case_closed"]
    live = desk.world.store.table(desk.table.id).live
    assert live is not None
    assert live.bank == (5_000, 6_000)
    desk.table.act(0, "end_turn")
    assert verify_bytes(desk.table.get("/record", seat=0).data).failed == ()


def test_the_ruling_on_one_appeal_leaves_the_play_standing_for_another_that_may_come(world: World) -> None:
    """No wait is told where nobody can appeal; play that stands for two goes on when the later one is over."""
    desk = Desk(world)
    desk.table.act(0, "end_turn")
    cases = [desk.call(seat, stops_play=True) for seat in (0, 1)]
    for case in cases:
        desk.done(case, "claim")
    body = {**FOUND, "rewind": {"to": dealt(desk), "reason": "infraction"}}
    _, ruled = [desk.done(case, "rule", body) for case in cases]
    assert desk.table.post(f"/cases/{cases[0]}/appeal", {}, seat=0).status_code == 200
    otto = {"key": desk.otto}
    desk.done(cases[0], "claim", **otto)
    assert desk.done(cases[0], "rule", {"finding": "undecided"}, **otto)["waits_until"] is None
    assert not world.store.table(desk.table.id).book.in_play
    assert desk.accept(cases[1])["waits_until"] is None
    assert (ruled["waits_until"], world.store.table(desk.table.id).book.in_play) == (ruled["appeal_until"], True)


def test_play_that_was_taken_back_waits_for_an_appeal_where_the_table_says_how_long(world: World) -> None:
    """Issue 15, section 2: the clock closes the case and lets the play go on, never early."""
    desk = Desk(world, appeal_ms=9_000)
    desk.table.act(0, "end_turn")
    case = desk.call(stops_play=True)
    desk.done(case, "claim")
    n = desk.world.store.head(desk.table.id)
    body = {"finding": "infraction", "grounds": [], "rewind": {"to": dealt(desk), "reason": "infraction"}}
    ruled = desk.done(case, "rule", body)
    assert desk.kinds(n) == ["ruling_made", "rewound_to"]
    assert (ruled["waits_until"], ruled["accepted"]) == (ruled["appeal_until"], [])
    resume = {"cause": f"case:{case}"}
    for key in (desk.anna, world.key("operator")):
        assert code(desk.table.post("/resume", resume, token=key), 409) == "appeal_open"
    due = world.clock.at + 9_000
    call_time(world.store, desk.table.id, due - 1)
    assert not world.store.table(desk.table.id).book.in_play
    assert world.store.listings.clocks_due(due) == (desk.table.id,)
    call_time(world.store, desk.table.id, due)
    assert desk.kinds(n + 2)[:2] == ["resumed", "case_closed"]
    world.clock.at = due
    desk.table.act(0, "end_turn")
    assert verify_bytes(desk.table.get("/record", seat=0).data).failed == ()


@pytest.mark.parametrize(
    ("measured", "refusal"),
    [
        ({"to": 1}, "no_way_back"),
        ({"to": 99}, "no_way_back"),
        ({"to": 5, "clocks": [1]}, "other_banks"),
        ({"to": 5, "case": "c-0"}, "no_such_case"),
    ],
)
def test_where_nobody_goes_back_to(desk: Desk, measured: dict[str, Any], refusal: str) -> None:
    asked = {"case": claimed(desk), **BACK, **measured}
    n = desk.world.store.head(desk.table.id)
    assert code(measure(desk, "/rewind", asked), 409) == refusal
    assert desk.world.store.head(desk.table.id) == n


def test_a_table_without_banks_sets_none(world: World) -> None:
    desk = Desk(world)
    asked = {"case": claimed(desk), "to": dealt(desk), "clocks": [1, 1], **BACK}
    assert code(measure(desk, "/rewind", asked), 409) == "no_such_clock"


def test_another_result_ends_a_game_that_runs(desk: Desk) -> None:
    case = claimed(desk)
    asked = {"case": case, "places": [[1], [0]], **FOUND}
    assert code(measure(desk, "/result/adjust", asked, tag=None), 428) == "precondition_needed"
    assert code(measure(desk, "/result/adjust", {**asked, "places": [[1], [1]]}), 409) == "bad_result"
    assert code(measure(desk, "/result/adjust", asked, key=desk.otto), 409) == "case_not_yours"
    assert measure(desk, "/result/adjust", asked).json["measures"] == ["result"]
    result = desk.table.get("/result").json
    assert (result["status"], result["ruling"]["case"]) == ("confirmed", case)
    assert result["outcome"]["places"] == [{"place": 1, "seats": [1]}, {"place": 2, "seats": [0]}]
    assert verify_bytes(desk.table.get("/record").data).failed == ()
    with_points = {**asked, "points": [1, 1], "places": [[0, 1]]}
    assert code(measure(desk, "/result/adjust", with_points), 409) == "case_decided"


def test_several_measures_are_one_batch(desk: Desk) -> None:
    case = claimed(desk)
    n = desk.world.store.head(desk.table.id)
    body = {
        **FOUND,
        "rewind": {"to": dealt(desk), "reason": "infraction"},
        "clocks": [{"seat": 0, "bank_ms": 1_000, "reason": "penalty"}],
        "penalties": [{"seat": 0, "penalty": "warning"}, {"seat": 0, "penalty": "time", "points": 2}],
    }
    assert code(desk.world.post(f"/cases/{case}/rule", body, token=desk.anna), 428) == "precondition_needed"
    ruled = desk.done(case, "rule", body)
    assert desk.kinds(n) == ["ruling_made", "rewound_to", "clock_adjusted", "penalty", "penalty"]
    assert [penalty["penalty"] for penalty in ruled["penalties"]] == ["warning", "time"]
    assert verify_bytes(desk.table.get("/record", seat=0).data).failed == ()


def test_a_ruling_gives_the_table_up(desk: Desk) -> None:
    case = claimed(desk)
    desk.done(case, "rule", {**FOUND, "void": True})
    assert desk.table.get().json["status"] == "abandoned"
    assert verify_bytes(desk.table.get("/record").data).failed == ()


def test_a_damage_report_of_no_place_to_go_back_to_is_no_look(desk: Desk) -> None:
    case = claimed(desk)
    n = desk.table.get().json["n"]
    for to in (dealt(desk) - 1, n + 1):
        assert code(measure(desk, "/rewind", {"case": case, "to": to, "dry_run": True}), 409) == "no_way_back"
    assert "evidence_viewed" not in desk.kinds(n)
    assert desk.world.store.desk.looks.waiting(desk.table.id) == ()


def test_a_table_that_is_void_has_no_result(desk: Desk) -> None:
    case, both = claimed(desk), {**FOUND, "void": True, "result": {"places": [[1], [0]]}}
    assert code(desk.do(case, "rule", both), 409) == "bad_measures"
    partly = {**FOUND, "result": {"places": [[1]]}}
    assert code(desk.do(case, "rule", partly), 409) == "bad_result"
    assert desk.read(case, desk.anna).json["state"] == "claimed"


def test_a_ruling_may_leave_the_play_stopped(desk: Desk) -> None:
    case = claimed(desk)
    desk.done(case, "rule", {**FOUND, "resume": False})
    assert desk.table.get().json["paused"]["causes"][0]["cause"] == f"case:{case}"


def test_a_clock_names_one_limit(desk: Desk) -> None:
    clocks = [{"seat": 0, "reason": "penalty"}]
    assert code(desk.do(claimed(desk), "rule", {**FOUND, "clocks": clocks}), 422) == "one_clock_needed"


def test_only_officers_take_measures(desk: Desk) -> None:
    for path, more in (("/rewind", {"to": 5}), ("/result/adjust", {"places": [[0]], "finding": "undecided"})):
        body = {"case": "c-0", **more}
        assert code(desk.table.post(path, body), 401) == "credentials_needed"
        assert code(desk.table.post(path, body, seat=0), 403) == "not_allowed"
        assert code(measure(desk, path, body), 409) == "no_such_case"


def test_the_desk_reads_what_a_player_was_penalised_with_in_the_series(world: World) -> None:
    """Not at tables that somebody else opened, and nobody but the desk."""
    ada, key = world.player("Ada"), world.key("organiser")
    given, found = {**FOUND, "penalties": [{"seat": 1, "penalty": "warning"}]}, []
    for opener in (key, world.key("organiser"), key):
        table = world.opened(
            [DUEL[0], {"kind": "open"}], token=opener, series={"id": "cup", "number": 1}, arbiter_call="stop"
        )
        table.post("/seats", {}, token=ada.token)
        desk = Desk(world, table)
        case = desk.call(0, stops_play=True)
        desk.done(case, "claim")
        found.append((table, case, desk.read(case, desk.anna).json["penalties_of"]))
        desk.done(case, "rule", given)
    (first_table, first_case, _), _, (table, case, _) = found
    first = {"seat": 1, "table": first_table.id, "case": first_case, "penalty": "warning", "points": None}
    assert [so_far for _, _, so_far in found] == [[], [], [first]]
    assert len(world.get(f"/cases/{case}", token=world.key("operator")).json["penalties_of"]) == 2
    assert world.get(f"/cases/{case}", token=table.tokens[0]).json["penalties_of"] == []
