"""Cases over HTTP: calling, claiming, deciding, appealing, and who hears of it."""

from __future__ import annotations

from typing import Any

import pytest

from api.running.clocks import call_time
from domain.audit.checks import verify_bytes
from domain.ledger.api_keys import Scope
from domain.record.cases import DAY_MS
from tests.api.desk.calls import Desk
from tests.api.world import DUEL, World, code

KEYED = {"Idempotency-Key": "0123456789abcdef"}
NOTHING = {"finding": "no_infraction"}


def test_who_called_or_opened_the_table_decides_nothing(world: World) -> None:
    """As an arbiter; what an operator calls for an operator may claim, since there may be nobody else."""
    ada = world.player("Ada")
    desk = Desk(world, world.opened(token=ada.token, arbiter_call="stop"))
    assert code(desk.do(desk.call(), "claim", key=desk.arbiter("Ada", ada.id)), 409) == "conflict_of_interest"
    own = desk.table.post("/cases", {"about": "rule"}, token=desk.anna).json["case"]
    assert code(desk.do(own, "claim"), 409) == "conflict_of_interest"
    desk.done(own, "claim", key=desk.otto)
    operator = world.key("operator")
    case = desk.table.post("/cases", {"about": "rule"}, token=operator).json["case"]
    desk.done(case, "claim", key=operator)


def test_a_substitute_reads_no_words_of_the_one_before(world: World) -> None:
    """Neither a quiet call nor what was said in one that stopped the play; whoever said it may, with a player's key."""
    ada, key = world.player("Ada"), world.key("operator")
    table = world.opened([DUEL[0], {"kind": "open"}], arbiter_call="stop")
    table.post("/seats", {}, token=ada.token)
    cases = []
    for more in ({}, {"stops_play": True}):
        called = table.post("/cases", {"about": "conduct", "text": "He threatens me.", **more}, token=ada.token)
        cases.append(called.json["case"])
    world.clock.at += 1
    token = table.post("/seats/1/substitute", {"name": "Cleo"}, token=key).json["token"]
    quiet, stops = (f"/cases/{case}" for case in cases)
    assert code(world.get(quiet, token=token), 404) == "unknown_case"
    assert [case["case"] for case in table.get("/cases", token=token).json["cases"]] == cases[1:]
    assert world.get(stops, token=token).json["texts"] == []
    for path in (quiet, stops):
        assert [text["text"] for text in world.get(path, token=ada.token).json["texts"]] == ["He threatens me."]
    assert "threatens" not in table.get("/record", token=token).text
    world.clock.at += 1
    own = table.post("/cases", {"about": "other", "text": "Mine."}, token=token).json
    assert [text["text"] for text in world.get(f"/cases/{own['case']}", token=token).json["texts"]] == ["Mine."]


@pytest.mark.parametrize("moment", ["4.99999", "1.0", "999999"])
def test_nobody_calls_for_a_fact_that_there_is_not(world: World, moment: str) -> None:
    desk = Desk(world)
    assert code(desk.table.post("/cases", {"about": "rule", "moment": moment}, seat=1), 409) == "no_such_moment"
    facts = [entry["entry"].get("facts", ()) for entry in desk.table.get("/entries").json["entries"]]
    named = next(f"{n}.{len(those) - 1}" for n, those in enumerate(facts, 1) if those)
    assert desk.read(desk.call(moment=named), desk.anna).json["moment"] == named


def test_the_key_of_a_request_beside_the_record_is_spent(world: World) -> None:
    table, operator = world.opened(arbiter_call="stop"), world.key("operator")
    assert table.post("/cases", {"about": "rule"}, token=operator, headers=KEYED).status_code == 201
    stop = table.post("/pause", {"reason": "break"}, token=operator, headers=KEYED)
    assert code(stop, 422) == "idempotency_key_reused"
    assert table.get().json["paused"] is None


def test_the_key_of_a_quiet_call_is_spent_for_actions_too(world: World) -> None:
    """Also at a table where keys came before and none of them lay beside the record."""
    table = world.opened()
    first, second = [{"Idempotency-Key": f"request-{number}"} for number in (1, 2)]
    turn, concede = {"command": {"tag": "end_turn"}}, {"command": {"tag": "concede"}}
    assert table.post("/actions", turn, seat=0, headers={**first, "If-Match": "*"}).status_code == 200
    assert table.post("/cases", {"about": "conduct"}, seat=0, headers=second).status_code == 201
    assert code(table.post("/actions", concede, seat=0, headers=second), 422) == "idempotency_key_reused"
    assert code(table.post("/cases", {"about": "conduct"}, seat=0, headers=first), 422) == "idempotency_key_reused"


def test_a_call_that_stops_the_play_is_ruled_on_and_the_play_goes_on(world: World) -> None:
    desk = Desk(world)
    n = world.store.head(desk.table.id)
    case = desk.call(stops_play=True, moment="4", text="He saw my hand.")
    assert desk.kinds(n) == ["case_opened", "paused"]
    assert code(desk.table.say(0, "end_turn"), 409) == "table_paused"
    assert desk.done(case, "claim")["state"] == "claimed"
    ruled = desk.done(case, "rule", {**NOTHING, "grounds": ["rule 4"], "text": "Nobody saw anything."})
    assert desk.kinds(n)[2:] == ["case_claimed", "ruling_made", "resumed"]
    assert (ruled["state"], ruled["finding"], ruled["measures"]) == ("ruled", "no_infraction", ["words"])
    assert ruled["history"][-1]["grounds"] == ["rule 4"]
    assert ruled["claimed_by"].startswith("arbiter:p_")
    assert [text["text"] for text in ruled["texts"]] == ["He saw my hand.", "Nobody saw anything."]
    desk.table.act(0, "end_turn")
    again = desk.table.post("/cases", {"about": "rule", "stops_play": True}, seat=1)
    assert code(again, 409) == "stopped_before"
    assert verify_bytes(desk.table.get("/record", seat=1).data).failed == ()


def test_texts_are_read_by_whom_they_are_for(world: World) -> None:
    """A call by its author and the desk; words of a ruling by all; sealed ones by the desk; notes by it for ever."""
    desk = Desk(world)
    case = desk.call(stops_play=True, text="call")
    desk.done(case, "claim")
    said = {"text": "words", "sealed_text": "sealed", "private_text": "note"}
    desk.done(case, "rule", {**NOTHING, **said})

    def texts(token: str | None) -> list[str]:
        return sorted(text["text"] for text in desk.read(case, token).json["texts"])

    for token, read in (
        (None, ["words"]),
        (desk.table.tokens[0], ["words"]),
        (desk.table.tokens[1], ["call", "words"]),
        (desk.otto, ["call", "note", "sealed", "words"]),
    ):
        assert texts(token) == read
    desk.table.act(0, "concede")
    assert texts(None) == texts(desk.table.tokens[0]) == ["call", "sealed", "words"]
    assert texts(desk.anna) == ["call", "note", "sealed", "words"]


def test_a_quiet_call_is_told_to_whoever_called_and_to_the_desk(world: World) -> None:
    """Everybody else is told what is told of no case at all, until the end."""
    desk = Desk(world)
    n = world.store.head(desk.table.id)
    answer = desk.table.post("/cases", {"about": "conduct", "text": "He is rude."}, seat=1)
    case = answer.json["case"]
    assert (answer.json["quiet"], len(answer.json["receipt"])) == (True, 43)
    desk.done(case, "claim")
    holder = world.store.table(desk.table.id).book.holders[0]
    assert holder is not None
    plays = desk.arbiter("Ada", holder.player)
    for token in (None, desk.table.tokens[0], desk.table.opener, world.key("organiser"), plays):
        assert code(desk.read(case, token), 404) == code(desk.read("c-0", token), 404) == "unknown_case"
        assert desk.table.get("/cases", token=token).json["cases"] == []
    assert code(desk.do(case, "claim", key=plays), 404) == "unknown_case"
    assert world.get("/cases", token=plays).json["cases"] == []
    for token in (desk.table.tokens[1], desk.anna, desk.otto, world.key("operator")):
        shown = desk.read(case, token).json
        assert [entry["kind"] for entry in shown["history"]] == ["case_opened", "case_claimed"]
        assert "n" not in shown["history"][0]
        assert desk.table.get("/cases", token=token).json["cases"] == [shown]
    desk.done(case, "dismiss", {"code": "unfounded", "text": "It is a game."})
    assert world.store.head(desk.table.id) == n
    desk.table.act(0, "concede")
    assert desk.read(case, None).json["quiet"] is False
    assert verify_bytes(desk.table.get("/record").data).failed == ()


def test_the_play_is_stopped_for_a_quiet_call_that_needs_more_than_words(world: World) -> None:
    desk = Desk(world, clock={"bank_ms": 60_000})
    case = desk.call()
    given = {"clocks": [{"seat": 1, "bank_ms": 90_000, "reason": "compensation"}], "finding": "service_fault"}
    stop = {"reason": "dispute", "case": case}
    assert code(desk.table.post("/pause", stop, token=desk.anna), 403) == "case_needed"
    desk.done(case, "claim")
    assert code(desk.do(case, "rule", given), 409) == "not_quietly"
    n = world.store.head(desk.table.id)
    assert desk.table.post("/pause", stop, token=desk.anna).status_code == 200
    assert desk.table.post("/pause", stop, token=desk.anna).status_code == 200
    assert desk.kinds(n) == ["paused", "case_opened", "case_claimed"]
    desk.done(case, "rule", given)
    assert desk.kinds(n)[3:] == ["ruling_made", "clock_adjusted"]
    assert desk.table.post("/resume", {}, token=desk.anna).json["paused"] is None


def test_an_operator_stops_the_play_for_a_quiet_call_too(world: World) -> None:
    desk, operator = Desk(world), world.key("operator")
    case = desk.call()
    desk.done(case, "claim", key=operator)
    answer = desk.table.post("/pause", {"reason": "dispute", "case": case}, token=operator)
    assert answer.json["paused"]["causes"][0]["cause"] == "ruler"
    assert desk.read(case, None).json["quiet"] is False


def test_who_has_an_interest_claims_nothing(world: World) -> None:
    """An arbiter who holds a seat, one who is excluded, and for the appeal the one who ruled."""
    desk = Desk(world)
    holder = world.store.table(desk.table.id).book.holders[0]
    assert holder is not None
    plays = desk.arbiter("Ada", holder.player)
    case = desk.call(stops_play=True)
    assert code(desk.do(case, "claim", key=plays), 409) == "conflict_of_interest"
    name = desk.done(case, "claim")["claimed_by"]
    desk.done(case, "release")
    world.store.desk.excluded.set(desk.table.id, [name], at=0)
    assert code(desk.do(case, "claim"), 409) == "conflict_of_interest"
    world.store.desk.excluded.set(desk.table.id, [], at=0)
    desk.done(case, "claim")
    desk.done(case, "rule", NOTHING)
    assert code(desk.do(case, "appeal", {}, key=desk.otto), 403) == "no_seat"
    assert code(desk.world.post(f"/cases/{case}/appeal", {}), 401) == "credentials_needed"
    assert code(world.opened().post(f"/cases/{case}/appeal", {}, token=desk.table.tokens[1]), 404) == "unknown_case"
    appealed = desk.table.post(f"/cases/{case}/appeal", {"text": "No."}, seat=1)
    assert appealed.json["state"] == "appealed"
    assert code(desk.do(case, "claim"), 409) == "ruled_before"
    assert code(desk.table.post("/pause", {"reason": "break"}, token=desk.anna), 409) == "ruled_before"
    desk.done(case, "claim", key=desk.otto)
    assert code(desk.do(case, "dismiss", {"code": "other"}, key=desk.otto), 409) == "appeal_needs_ruling"
    final = desk.done(case, "rule", {**NOTHING, "text": "Upheld."}, key=desk.otto)
    assert (final["state"], final["final"]) == ("closed", True)


def test_who_has_played_there_or_at_another_table_of_the_series_decides_nothing(world: World) -> None:
    """Whoever a substitute plays on for has seen a hand, and whoever plays in the cup wants somebody to win."""
    key, cup = world.key("organiser"), {"id": "cup", "number": 1}
    first = Desk(world, token=key, series=cup)
    before, table = world.store.table(first.table.id).book.players[0], first.table
    assert table.post("/seats/0/substitute", {"name": "Cleo"}, token=key).status_code == 201
    second = Desk(world, token=key, series=cup)
    outsider = Desk(world).arbiter("Bea", before)
    for desk in (first, second):
        case = desk.call()
        assert code(desk.read(case, outsider), 404) == "unknown_case"
        assert world.get("/cases", token=outsider).json["cases"] == []
        assert table.get("/view?viewer=all", token=outsider).status_code == 403
        called = desk.call(stops_play=True)
        assert code(desk.do(called, "claim", key=outsider), 409) == "conflict_of_interest"
    assert [row["case"] for row in world.get("/cases", token=first.anna).json["cases"]] != []


def test_an_organiser_who_calls_is_the_arbiter_of_the_same_name(world: World) -> None:
    """Where the key says who that is; a key without a name is nobody's, and its holder is asked to be honest."""
    ada = world.player("Ada").id
    desk = Desk(world)
    named = world.store.keys.add("operator", "", at=0, scope=Scope(player=ada)).text
    lone, arbiter = world.key("operator"), desk.arbiter("Ada", ada)
    for key, claims in ((named, 409), (lone, 200)):
        case = desk.table.post("/cases", {"about": "rule"}, token=key).json["case"]
        assert desk.do(case, "claim", key=arbiter).status_code == claims


def test_an_organiser_excludes_arbiters(world: World) -> None:
    """Also one who has claimed a case already: it may give the case out of hand, and decides nothing any more."""
    key = world.key("organiser")
    desk = Desk(world, token=key)
    case = desk.call(stops_play=True)
    name = desk.done(case, "claim")["claimed_by"]
    path = "/excluded-arbiters"
    for arbiters in ([name], [name, "arbiter:x"], [name]):
        answer = world.call("PUT", desk.table.path + path, {"arbiters": arbiters}, token=key)
        assert answer.json["arbiters"] == sorted(arbiters) == desk.table.get(path, token=key).json["arbiters"]
    n = world.store.head(desk.table.id)
    for what, given in (("rule", NOTHING), ("dismiss", {"code": "other"})):
        assert code(desk.do(case, what, given), 409) == "conflict_of_interest"
    look = desk.table.get(f"/view?viewer=all&case={case}", token=desk.anna)
    assert code(look, 403) == "not_allowed"
    assert world.get("/cases", token=desk.anna).json["cases"] == []
    assert world.store.head(desk.table.id) == n
    assert desk.kinds(n - 1) == ["case_released"]
    assert code(desk.do(case, "claim"), 409) == "conflict_of_interest"
    for token, expected in ((desk.table.opener, 403), (desk.anna, 403), (world.key("organiser"), 403), (None, 401)):
        assert world.call("PUT", desk.table.path + path, {"arbiters": []}, token=token).status_code == expected
    assert code(world.call("PUT", desk.table.path + path, {"arbiters": ["seat:0"]}, token=key), 422) == "invalid_body"
    assert world.call("PUT", desk.table.path + path, {"arbiters": []}, token=key).json["arbiters"] == []
    assert desk.done(case, "claim")["state"] == "claimed"


def test_whom_a_table_excludes_is_a_person_with_any_key_and_has_no_case_left(world: World) -> None:
    """Their cases are anybody's again, in the record and beside it."""
    key = world.key("organiser")
    desk = Desk(world, token=key)
    eve = world.store.people.add("Eve").player
    arbiter, operator = desk.arbiter("Eve", eve), world.store.keys.add("operator", "", at=0, scope=Scope(player=eve))
    cases = [desk.call(0), desk.call(stops_play=True)]
    for case, token in zip(cases, (arbiter, operator.text), strict=True):
        desk.done(case, "claim", key=token)
    world.call("PUT", f"{desk.table.path}/excluded-arbiters", {"arbiters": [f"arbiter:{eve}"]}, token=key)
    for case, status in zip(cases, (404, 409), strict=True):  # a quiet one they know no more of
        assert desk.read(case, desk.anna).json["state"] == "open"
        for token in (arbiter, operator.text):
            assert desk.do(case, "claim", key=token).status_code == status
        assert desk.done(case, "claim")["state"] == "claimed"


def test_whoever_is_appealed_against_measures_out_nothing_with_any_key_or_case(world: World) -> None:
    """No pause, no clock, no ruling of another case, no cancelling; and nobody else ends the game before the appeal."""
    desk = Desk(world, clock={"bank_ms": 600_000})
    eve = world.store.people.add("Eve").player
    arbiter = desk.arbiter("Eve", eve)
    operator = world.store.keys.add("operator", "", at=0, scope=Scope(player=eve)).text
    first, second = desk.call(stops_play=True), desk.call(0, stops_play=True)
    desk.done(first, "claim", key=arbiter)
    desk.done(second, "claim", key=arbiter)
    desk.done(first, "rule", NOTHING, key=arbiter)
    assert desk.table.post(f"/cases/{first}/appeal", {}, seat=0).status_code == 200
    ended = {**NOTHING, "result": {"places": [[1], [0]]}}
    assert code(desk.do(second, "rule", ended, key=arbiter), 409) == "ruled_before"
    clock = {"seat": 0, "bank_ms": 1, "reason": "other", "case": second}
    assert code(desk.table.post("/clock", clock, token=arbiter), 409) == "ruled_before"
    for path, said in (("/pause", {"reason": "break"}), ("/cancel", {"reason": "other"})):
        assert code(desk.table.post(path, said, token=operator), 409) == "ruled_before"
    desk.done(second, "release", key=arbiter)
    desk.done(second, "claim", key=desk.otto)
    for final in (ended, {**NOTHING, "void": True}):
        assert code(desk.do(second, "rule", final, key=desk.otto), 409) == "appeals_first"
    desk.done(first, "claim", key=desk.otto)
    desk.done(first, "rule", ended, key=desk.otto)
    assert desk.table.get().json["status"] == "confirmed"


def test_a_result_that_a_ruling_gave_a_running_game_can_be_taken_back_on_appeal(world: World) -> None:
    """Play goes on from where it stood: nobody has played since."""
    desk = Desk(world, confirm={"window_ms": 60_000})
    case, before = desk.call(stops_play=True), world.store.table(desk.table.id).live
    last = desk.kinds().index("game_started") + 1
    desk.done(case, "claim")
    desk.done(case, "rule", {**NOTHING, "result": {"places": [[1], [0]]}})
    assert desk.table.post(f"/cases/{case}/appeal", {}, seat=0).status_code == 200
    desk.done(case, "claim", key=desk.otto)
    back = {"to": last, "order": "keep", "reason": "infraction"}
    both = {**NOTHING, "rewind": back, "result": {"places": [[0], [1]]}}
    assert code(desk.do(case, "rule", both, key=desk.otto), 409) == "bad_measures"
    assert desk.done(case, "rule", {**NOTHING, "rewind": back}, key=desk.otto)["state"] == "closed"
    now = world.store.table(desk.table.id)
    assert before is not None
    assert now.live is not None
    assert (now.book.status, now.book.outcome, now.live.state) == ("running", None, before.state)


def test_after_the_time_to_file_only_an_appeal_against_what_was_decided_by_then_changes_anything(world: World) -> None:
    """Section 1: `result_adjusted` and `penalty` until `file_ms` is over; all verifiers agree."""
    desk = Desk(world, file_ms=10_000)
    desk.table.act(1, "concede")
    cases = [desk.call(), desk.call()]
    for case in cases:
        desk.done(case, "claim")
    world.clock.at += 10_000
    desk.done(cases[0], "rule", {**NOTHING, "result": {"places": [[1], [0]]}})
    world.clock.at += 1
    penalties = [{"seat": 1, "penalty": "warning"}]
    assert code(desk.do(cases[1], "rule", {**NOTHING, "penalties": penalties}), 409) == "too_late_to_penalise"
    desk.done(cases[1], "rule", NOTHING)
    for case in cases:
        assert desk.table.post(f"/cases/{case}/appeal", {}, seat=0).status_code == 200
        desk.done(case, "claim", key=desk.otto)
    again = {**NOTHING, "result": {"places": [[0], [1]]}}
    desk.done(cases[0], "rule", {**again, "penalties": penalties}, key=desk.otto)
    assert code(desk.do(cases[1], "rule", again, key=desk.otto), 409) == "adjusted_too_late"
    assert verify_bytes(desk.table.get("/record").data).failed == ()


def test_only_who_claimed_it_decides(world: World) -> None:
    desk = Desk(world)
    case = desk.call(stops_play=True)
    assert code(desk.do(case, "rule", NOTHING), 409) == "case_not_claimed"
    desk.done(case, "claim")
    assert code(desk.do(case, "claim", key=desk.otto), 409) == "case_claimed"
    for what, body in (("rule", NOTHING), ("dismiss", {"code": "other"}), ("release", {})):
        assert code(desk.do(case, what, body, key=desk.otto), 409) == "case_not_yours"
    assert desk.done(case, "release", key=world.key("operator"))["state"] == "open"


def test_seats_accept_what_was_decided_each_once_and_for_itself(world: World) -> None:
    """Under either address; with the last one the case is closed, and nobody appeals any more."""
    desk = Desk(world)
    table = desk.table
    case = desk.call(stops_play=True)
    path = f"/cases/{case}/accept"
    assert code(table.post(path, {}, seat=0), 409) == "case_not_claimed"
    desk.done(case, "claim")
    assert code(table.post(path, {}, seat=0), 409) == "case_claimed"
    ruled = desk.done(case, "rule", NOTHING)
    assert (ruled["accepted"], ruled["waits_until"]) == ([], None), "nothing was taken back: play goes on"
    assert code(world.post(path, {}), 401) == "credentials_needed"
    assert code(desk.do(case, "accept"), 403) == "no_seat"
    assert code(world.opened().post(path, {}, token=table.tokens[1]), 404) == "unknown_case"
    assert code(world.post(f"/tables/{world.opened().id}{path}", {}, token=table.tokens[1]), 404) == "unknown_case"
    first = world.post(path, {}, token=table.tokens[1], headers={"Idempotency-Key": "k"})
    assert (first.json["accepted"], first.json["state"]) == ([1], "ruled")
    assert world.post(path, {}, token=table.tokens[1], headers={"Idempotency-Key": "k"}).json == first.json
    assert code(table.post(path, {}, seat=1), 409) == "accepted_already"
    assert code(table.post(f"/cases/{case}/appeal", {}, seat=1), 409) == "accepted_already"
    last = table.post(path, {}, seat=0)
    assert (last.json["accepted"], last.json["state"]) == ([0, 1], "closed")
    assert code(table.post(f"/cases/{case}/appeal", {}, seat=0), 409) == "case_closed"
    assert verify_bytes(table.get("/record").data).failed == ()


def test_nobody_accepts_what_is_decided_quietly(world: World) -> None:
    """The others know nothing of it; whoever called learns that nothing waits for that."""
    desk = Desk(world)
    case = desk.call()
    desk.done(case, "claim")
    desk.done(case, "dismiss", {"code": "other"})
    answer = desk.table.post(f"/cases/{case}/accept", {}, seat=1)
    assert code(answer, 409) == "nothing_to_accept"
    assert code(desk.table.post(f"/cases/{case}/accept", {}, seat=0), 404) == "unknown_case"


def test_a_case_is_closed_once_nobody_can_appeal_any_more(world: World) -> None:
    desk = Desk(world, appeal_ms=9_000)
    case = desk.call(stops_play=True)
    desk.done(case, "claim")
    desk.done(case, "dismiss", {"code": "withdrawn"})
    assert code(desk.do(case, "close"), 409) == "appeal_open"
    world.clock.at += 9_000
    assert code(desk.do(case, "close"), 409) == "case_stops_play"
    resume = {"cause": f"case:{case}"}
    assert code(desk.table.post("/resume", resume, token=desk.otto), 403) == "not_allowed"
    assert desk.table.post("/resume", resume, token=desk.anna).json["paused"] is None
    assert desk.done(case, "close")["state"] == "closed"


def test_the_clock_lets_play_go_on_that_nobody_has_claimed(world: World) -> None:
    desk = Desk(world)
    case = desk.call(stops_play=True)
    world.clock.at += 15 * 60_000
    (row,) = world.get("/cases?overdue=true", token=desk.anna).json["cases"]
    assert (row["case"], row["overdue"]) == (case, True)
    call_time(world.store, desk.table.id, world.clock.at)
    assert desk.table.get().json["paused"] is None


def test_the_list_has_what_is_overdue_first_and_then_the_oldest(world: World) -> None:
    desks = [Desk(world) for _ in range(3)]
    cases = []
    for desk in desks:
        cases.append(desk.call())
        world.clock.at += 1
    desks[0].done(cases[0], "claim")

    def listed(query: str = "", key: str = desks[0].anna) -> list[str]:
        return [row["case"] for row in world.get(f"/cases{query}", token=key).json["cases"]]

    assert listed() == cases
    world.clock.at += 15 * 60_000
    assert listed() == [cases[1], cases[2], cases[0]]
    assert listed("?state=claimed") == listed("?mine=true") == [cases[0]]
    assert listed(f"?table={desks[2].table.id}") == [cases[2]]
    page = world.get("/cases?limit=2", token=desks[0].anna).json
    assert listed(f"?cursor={page['next']}") == [cases[0]]
    assert code(world.get("/cases?cursor=x", token=desks[0].anna), 422) == "invalid_cursor"
    assert listed("?mine=true", desks[0].otto) == []
    assert code(world.get("/cases"), 401) == "credentials_needed"
    assert code(world.get("/cases", token=desks[0].table.tokens[0]), 403) == "not_allowed"


def test_an_arbiter_lists_the_tables_of_its_organiser(world: World) -> None:
    organiser = world.store.keys.add("organiser", "", at=0)
    own = Desk(world, world.opened(token=organiser.text, arbiter_call="stop"))
    other = Desk(world)
    cases = [own.call(), other.call()]
    key = world.store.keys.add("arbiter", "", at=0, scope=Scope(organiser=organiser.key.id)).text
    assert [row["case"] for row in world.get("/cases", token=key).json["cases"]] == cases[:1]
    assert code(own.do(cases[1], "claim", key=key), 404) == "unknown_case"
    assert own.done(cases[0], "claim", key=key)["claimed_by"].startswith("arbiter:")


@pytest.mark.parametrize("quietly", [True, False])
def test_sent_again_everything_happens_once(world: World, quietly: bool) -> None:
    """Beside the chain too, texts included; with another body the key is spent."""
    desk = Desk(world)
    call = {"about": "rule", "stops_play": not quietly, "text": "Look."}
    one, two = (desk.table.post("/cases", call, seat=1, headers=KEYED) for _ in range(2))
    assert one.data == two.data
    other = desk.table.post("/cases", {**call, "about": "clock"}, seat=1, headers=KEYED)
    assert code(other, 422) == "idempotency_key_reused"
    case = one.json["case"]
    for what, body in (("claim", {}), ("rule", {**NOTHING, "text": "No."})):
        first, again = (desk.do(case, what, body, headers=KEYED | {"Idempotency-Key": what * 9}) for _ in range(2))
        assert (first.status_code, first.data) == (200, again.data)
    assert len(world.store.desk.texts.of(desk.table.id)) == 2


@pytest.mark.parametrize(
    ("body", "status", "refusal"),
    [
        ({}, 422, "invalid_body"),
        ({"about": "luck"}, 422, "invalid_body"),
        ({"about": "rule", "moment": "0"}, 422, "invalid_body"),
        ({"about": "rule", "text": "x" * 4_001}, 422, "invalid_body"),
        ({"about": "rule", "text": "a\x1b[2J"}, 422, "invalid_body"),
        ({"about": "rule", "text": " \n"}, 422, "invalid_body"),
        ({"about": "rule", "text": 1}, 422, "invalid_body"),
        ({"about": "rule", "moment": "99"}, 409, "no_such_moment"),
        ({"about": "rule", "stops_play": True}, 409, "no_stopping_calls"),
    ],
)
def test_a_call_that_cannot_be_says_why(world: World, body: Any, status: int, refusal: str) -> None:
    desk = Desk(world, arbiter_call="quiet")
    assert code(desk.table.post("/cases", body, seat=1), status) == refusal
    assert world.store.desk.texts.of(desk.table.id) == ()


def test_where_nobody_calls_an_arbiter_the_officers_do(world: World) -> None:
    desk = Desk(world, arbiter_call="none")
    assert code(desk.table.post("/cases", {"about": "rule"}, seat=1), 409) == "no_arbiter_calls"
    assert desk.table.post("/cases", {"about": "rule", "text": "a\nb"}, token=desk.anna).status_code == 201


def test_an_opener_stops_no_play_of_others(world: World) -> None:
    desk = Desk(world)
    call = {"about": "rule", "stops_play": True}
    assert code(desk.table.post("/cases", call, token=desk.table.opener), 403) == "not_allowed"
    assert desk.table.post("/cases", {"about": "rule"}, token=desk.table.opener).status_code == 201
    other = Desk(world)
    assert code(other.table.post("/cases", call, token=desk.table.opener), 403) == "not_allowed"
    assert code(other.table.post("/cases", call), 401) == "credentials_needed"


def test_after_the_end_a_case_is_filed_for_a_day_and_twenty_times(world: World) -> None:
    desk = Desk(world)
    desk.table.act(0, "concede")
    for _ in range(20):
        desk.call()
    assert code(desk.table.post("/cases", {"about": "rule"}, seat=1), 409) == "too_many_calls"
    world.clock.at += DAY_MS + 1
    assert code(desk.table.post("/cases", {"about": "rule"}, seat=0), 409) == "too_late_to_call"


def test_a_delayed_table_tells_of_its_cases_later(world: World) -> None:
    organiser = world.key("organiser")
    table = world.opened(token=organiser, delay_entries=50, arbiter_call="stop")
    desk = Desk(world, table)
    case = desk.call(stops_play=True)
    for token in (None, organiser):
        assert code(desk.read(case, token), 404) == "unknown_case"
        assert table.get("/cases", token=token).json["cases"] == []
    assert desk.read(case, table.tokens[0]).status_code == 200
    assert desk.read(case, desk.anna).status_code == 200
    late = table.post("/cases", {"about": "rule", "moment": "5"}, token=organiser)
    assert code(late, 409) == "no_such_moment"
