"""The life of a tournament over HTTP, from opening to the checked record."""

from __future__ import annotations

from typing import Any

import pytest

from api.program.stored_tables import tournament_faults
from api.requests.tournaments.results import count
from api.running import tournaments
from domain.ledger.entries import rows_of
from domain.ledger.errors import DamagedError
from domain.ledger.recorder import insert_rows
from domain.ledger.store import Store
from domain.ledger.tournaments.rows import Own
from domain.ledger.tournaments.streams import Known, stream_of
from domain.record.canonical import b64
from domain.tournament.log.check import check
from tests.api.tournaments.cup import CONFIRM_MS, SWISS, Cup
from tests.api.world import World, code


def statuses(record: bytes) -> set[str]:
    return {checked.status for checked in check(record.splitlines())}


@pytest.mark.parametrize(
    ("said", "players"),
    [
        ({"game": "fightdrome", "format": {"format": "swiss", "rounds": 2}}, 5),
        ({"game": "chanic_panic", "format": {"format": "pods", "rounds": 2, "seats": 4}}, 7),
        ({"game": "chanic_panic", "format": {"format": "round_robin"}}, 3),
        ({"game": "chanic_panic", "format": {"format": "knock_out", "losses": 2}}, 3),
    ],
)
@pytest.mark.long
def test_bots_play_a_tournament_to_its_end(world: World, said: dict[str, Any], players: int) -> None:
    cup = Cup(world, **said, label="Open")
    cup.bots(players)
    cup.do("/start")
    number = 0
    while True:
        number += 1
        answer = cup.post("/rounds", {"round": number})
        if answer.status_code == 409:
            assert answer.json["code"] == "rounds_played"
            break
        cup.runner.look()
        for table in cup.get(f"/rounds/{number}").json["tables"]:
            opened = world.get(f"/tables/{table['table']}").json
            assert opened["series"]["id"] == cup.id
            assert [seat["player"] for seat in opened["seats"]] == [one["player"] for one in table["players"]]
        assert cup.get().json["playing"] is bool(cup.get(f"/rounds/{number}").json["tables"])
        cup.play()
        assert cup.get(f"/rounds/{number}").json["status"] == "done"
    assert number > 2
    ended = cup.do("/end")
    assert (ended["status"], ended["undecided"]) == ("ended", [])
    record = cup.get("/record").data
    assert statuses(record) == {"passed"}
    for played in cup.get("/rounds").json["rounds"]:
        for table in played["tables"]:
            rests_on = table["rests_on"]
            entries = world.store.entries(table["table"])
            assert (b64(entries[rests_on["n"] - 1].hash), entries[rests_on["n"] - 1].kind) == (
                rests_on["hash"],
                rests_on["kind"],
            )
            opened = entries[0].public
            assert (
                f'"tournament":{{"id":"{cup.id}","pairing":{table["pairing"]},"round":{played["round"]}}}'.encode()
                in opened
            )
    rows = cup.get("/standings?explain=true").json["rows"]
    assert len(rows) == players
    for sheet in ("players", "pairings", "results", "standings"):
        answer = cup.get(f"/sheets/{sheet}.csv")
        assert answer.text.startswith("\ufeff")
        assert "Robot 1" in answer.text


def test_a_round_is_paired_once_however_often_it_is_asked_for(world: World) -> None:
    cup = Cup(world)
    cup.bots(4)
    cup.do("/start")
    first = cup.do("/rounds", {"round": 1})
    assert cup.do("/rounds", {"round": 1}) == first
    assert {table["status"] for table in first["tables"]} == {"opening"}
    assert cup.runner.look() == 2
    assert cup.runner.look() == 0
    assert [table["status"] for table in cup.do("/rounds", {"round": 1})["tables"]] == ["running", "running"]
    assert code(cup.post("/rounds", {"round": 2}), 409) == "round_going_on"
    assert code(cup.post("/rounds", {"round": 3}), 404) == "unknown_round"


def test_results_are_counted_when_they_are_final_and_not_before(world: World) -> None:
    cup = Cup(world)
    cup.register("Ada", "Bob")
    cup.do("/start")
    (table,) = cup.round(1)["tables"]
    keys = sit_down(cup, table)
    seat = {"headers": {"If-Match": "*"}}
    path = f"/tables/{table['table']}"
    conceded = world.post(f"{path}/actions", {"command": {"tag": "concede", "body": {}}}, token=keys[0], **seat)
    assert conceded.status_code == 200, conceded.text
    assert world.get(path).json["status"] == "finished"
    cup.runner.look()
    assert cup.get("/rounds/1").json["status"] == "playing"
    cup.play()
    (table,) = cup.get("/rounds/1").json["tables"]
    assert [one["place"] for one in table["players"]] == [2, 1]
    assert [one["points"] for one in table["players"]] == ["0", "1"]
    assert table["rests_on"]["kind"] == "result_confirmed"
    assert cup.opened["tables"]["confirm"]["window_ms"] == CONFIRM_MS
    assert cup.get("/standings").json["rows"][0]["player"] == table["players"][1]["player"]


def sit_down(cup: Cup, table: Any) -> list[str]:
    """Let everybody use their link, find their table and sit down; return their keys in seat order."""
    keys = []
    for one in table["players"]:
        player = one["player"]
        link = cup.do(f"/players/{player}/link")["code"]
        key = cup.do(f"/players/{player}/claim", {"code": link}, token=None)["key"]
        own = cup.get("/seat", token=key).json
        assert (own["table"], own["seat"], own["seated"]) == (table["table"], one["seat"], False)
        sat = cup.world.post(f"/tables/{own['table']}/seats", {"join_code": own["join_code"]}, token=key)
        assert sat.status_code == 201, sat.text
        assert (sat.json["seat"], sat.json["player"]) == (one["seat"], player)
        assert cup.get("/seat", token=key).json["join_code"] is None
        keys.append(key)
    return keys


def test_a_link_is_used_once_and_given_anew(world: World) -> None:
    cup = Cup(world)
    (ada,) = cup.register("Ada")
    claim = f"/players/{ada['player']}/claim"
    assert code(cup.post(claim, {"code": "x" * 32}, token=None), 403) == "wrong_code"
    key = cup.do(claim, {"code": ada["code"]}, token=None)["key"]
    assert code(cup.post(claim, {"code": ada["code"]}, token=None), 409) == "link_used"
    assert cup.post(f"/players/{ada['player']}/check-in", token=key).json["checked_in"] is True
    given = {"entropy": "A" * 43}
    assert code(cup.post(f"/players/{ada['player']}/check-in", given), 403) == "not_allowed"
    assert cup.post(f"/players/{ada['player']}/check-in", given, token=key).status_code == 200
    anew = cup.do(f"/players/{ada['player']}/link")["code"]
    assert code(cup.get(token=key), 401) == "bad_credentials"
    assert code(cup.post(claim, {"code": ada["code"]}, token=None), 403) == "wrong_code"
    assert cup.do(claim, {"code": anew}, token=None)["key"] != key
    assert code(cup.post("/players/p_nobody/claim", {"code": anew}, token=None), 403) == "wrong_code"
    (robot,) = cup.bots(1)
    assert robot["code"] is None
    assert code(cup.post(f"/players/{robot['player']}/link"), 403) == "no_seat"


def test_whoever_has_the_code_registers(world: World) -> None:
    cup = Cup(world, registration="code")
    secret = cup.opened["registration_code"]
    assert cup.get(token=None).json["registration_code"] is None
    ada = cup.do("/registration", {"code": secret.lower(), "name": "Ada"}, token=None)
    assert cup.get("/seat", token=ada["key"]).json["player"] == ada["player"]
    bob = world.player("Bob")
    assert cup.do("/registration", {"code": secret}, token=bob.token) == {"player": bob.id, "key": None}
    assert code(cup.post("/registration", {"code": secret}, token=bob.token), 409) == "registered_already"
    assert code(cup.post("/registration", {"code": "nonsense", "name": "x"}, token=None), 403) == "wrong_code"
    assert code(cup.post("/registration", {"code": secret}, token=None), 422) == "name_needed"
    assert code(cup.post(f"/players/{bob.id}/link"), 403) == "own_key"
    once = {"headers": {"Idempotency-Key": "once-and-only-once"}}
    cleo = cup.do("/registration", {"code": secret, "name": "Cleo"}, token=None, **once)
    again = cup.do("/registration", {"code": secret, "name": "Cleo"}, token=None, **once)
    assert (again["player"], again["key"]) == (cleo["player"], None)
    assert [one["name"] for one in cup.get("/players").json["players"]] == ["Ada", "Bob", "Cleo"]
    cup.do("/start")
    assert code(cup.post("/registration", {"code": secret, "name": "Dan"}, token=None), 409) == "no_registration"
    assert code(Cup(world).post("/registration", {"code": secret, "name": "Dan"}, token=None), 409) == "no_registration"


def test_who_does_not_come_has_lost_by_forfeit(world: World) -> None:
    cup = Cup(world, no_show_ms=60_000)
    cup.register("Ada", "Bob", "Cleo", "Dan")
    cup.do("/start")
    first, second = cup.round(1)["tables"]
    key = cup.do(f"/players/{first['players'][1]['player']}/link")["code"]
    token = cup.do(f"/players/{first['players'][1]['player']}/claim", {"code": key}, token=None)["key"]
    own = cup.get("/seat", token=token).json
    world.post(f"/tables/{own['table']}/seats", {"join_code": own["join_code"]}, token=token)
    world.clock.at += 59_999
    assert cup.runner.look() == 0
    world.clock.at += 1
    assert cup.runner.look() == 2
    first, second = cup.get("/rounds/1").json["tables"]
    assert [one["place"] for one in first["players"]] == [0, 1]
    assert [one["place"] for one in second["players"]] == [0, 0]
    assert (first["status"], first["rests_on"]["kind"]) == ("abandoned", "table_abandoned")
    assert cup.do("/end")["status"] == "ended"
    assert statuses(cup.get("/record").data) == {"passed"}


def test_where_two_of_three_have_come_the_organiser_decides(world: World) -> None:
    cup = Cup(world, game="chanic_panic", format={"format": "pods", "rounds": 1, "seats": 3}, no_show_ms=60_000)
    cup.bots(2)
    (ada,) = cup.register("Ada")
    cup.do("/start")
    (table,) = cup.round(1)["tables"]
    world.clock.at += 60_000
    cup.runner.look()
    assert cup.get("/rounds/1").json["status"] == "playing"
    places = [0 if one["player"] == ada["player"] else 1 for one in table["players"]]
    ruled = cup.do("/rounds/1/tables/1/result", {"places": places, "reason": "She did not come."})
    assert ruled["status"] == "done"
    assert ruled["tables"][0]["rests_on"]["kind"] == "table_abandoned"
    assert world.get(f"/tables/{table['table']}").json["status"] == "abandoned"


def test_rulings_change_results_and_standings_follow(world: World) -> None:
    cup = Cup(world)
    cup.bots(2)
    cup.do("/start")
    cup.round(1)
    ruled = cup.do("/rounds/1/tables/1/result", {"places": [1, 2], "reason": "The power was out."})
    assert [one["place"] for one in ruled["tables"][0]["players"]] == [1, 2]
    cup.play()
    assert cup.get("/rounds/1").json["tables"][0]["rests_on"]["kind"] == "table_abandoned"
    before = [row["player"] for row in cup.get("/standings").json["rows"]]
    key = {"headers": {"Idempotency-Key": "second"}}
    for _ in range(2):
        cup.do("/rounds/1/tables/1/result", {"places": [2, 1], "reason": "A card was misread."}, **key)
    assert [row["player"] for row in cup.get("/standings").json["rows"]] == before[::-1]
    kinds = [entry["entry"]["kind"] for entry in cup.get("/feed").json["entries"]]
    assert kinds.count("result_corrected") == 1
    same = {"places": [2, 1], "reason": "A card was misread."}
    assert code(cup.post("/rounds/1/tables/1/result", same), 409) == "nothing_changes"
    assert code(cup.post("/rounds/9/tables/1/result", {"places": [2, 1], "reason": "x"}), 409) == "no_such_table"
    assert code(cup.post("/rounds/1/tables/1/result", {"places": [3, 1], "reason": "x"}), 409) == "bad_places"


def test_a_table_that_was_given_up_waits_for_the_organisers_word(world: World) -> None:
    cup = Cup(world)
    cup.register("Ada", "Bob")
    cup.do("/start")
    (table,) = cup.round(1)["tables"]
    assert world.post(f"/tables/{table['table']}/cancel", {}, token=cup.token).status_code == 200
    cup.runner.look()
    assert cup.get().json["undecided"] == [{"round": 1, "pairing": 1, "table": table["table"]}]
    cup.do("/rounds/1/tables/1/result", {"places": [1, 1], "reason": "They shook hands."})
    assert cup.get().json["undecided"] == []


def test_who_has_not_checked_in_is_let_in_late_by_the_organiser_alone(world: World) -> None:
    cup = Cup(world, format={"format": "swiss", "rounds": 3})
    ada, *others, late = cup.register("Ada", "Bob", "Late")
    key = cup.do(f"/players/{late['player']}/claim", {"code": late["code"]}, token=None)["key"]
    here, points = f"/players/{late['player']}/check-in", {"points": "1/2"}
    for one in (ada, *others):
        cup.do(f"/players/{one['player']}/check-in")
    assert code(cup.post(here, points), 409) == "tournament_not_started"
    cup.do("/start")
    assert code(cup.post(here), 409) == "tournament_started"
    assert code(cup.post(here, points, token=key), 403) == "not_allowed"
    assert code(cup.post(here, {**points, "entropy": "A" * 43}), 403) == "not_allowed"
    assert code(cup.post("/players/p_nobody/check-in", points), 404) == "unknown_player"
    told = cup.do(here, points)
    assert (told["number"], told["checked_in"], told["status"]) == (3, True, "in")
    assert code(cup.post(here, points), 409) == "registered_already"
    paired = cup.round(1)
    there = [one["player"] for table in paired["tables"] for one in table["players"]]
    assert late["player"] in there + [bye["player"] for bye in paired["byes"]]


def test_the_organiser_says_who_is_in_and_who_meets(world: World) -> None:
    cup = Cup(world, format={"format": "swiss", "rounds": 3})
    ids = [one["player"] for one in cup.register("A", "B", "C", "D", "E")]
    cup.do("/forbidden-pairs", {"players": ids[:2]})
    for player in ids:
        cup.do(f"/players/{player}/check-in")
    cup.do("/start")
    cup.do(f"/players/{ids[4]}/bye", {"round": 1, "bye": "half"})
    unpublished = cup.do("/rounds", {"round": 1, "publish": False})
    assert unpublished["status"] == "paired"
    n = cup.get("/feed").json["last"]
    for token in (None, world.key("organiser")):
        assert cup.get("/rounds", token=token).json["rounds"] == []
        assert cup.get("/feed", token=token).json["last"] == n - 1
        assert code(cup.get("/rounds/1", token=token), 404) == "unknown_round"
    own = {"round": 1, "tables": [[ids[0], ids[1]], [ids[2], ids[3]]], "byes": [{"player": ids[4], "kind": "half"}]}
    assert code(cup.post("/rounds", own), 422) == "reason_needed"
    by_hand = cup.do("/rounds", {**own, "reason": "They sit here already."})
    assert (by_hand["attempt"], by_hand["reason"], by_hand["status"]) == (2, "They sit here already.", "playing")
    for pairing in (1, 2):
        cup.do(f"/rounds/1/tables/{pairing}/result", {"places": [1, 2], "reason": "By phone."})
    why = f"/rounds/1/why/{ids[0]}/{ids[2]}"
    assert cup.get(why).json["criterion"] == "organiser"
    cup.do(f"/players/{ids[0]}/penalty", {"points": "1/2", "reason": "Late."})
    cup.do(f"/players/{ids[1]}/withdraw")
    assert cup.do(f"/players/{ids[1]}/return")["status"] == "in"
    assert cup.do(f"/players/{ids[3]}/disqualify", {"reason": "Marked cards."})["status"] == "disqualified"
    assert cup.do("/rounds", {**own, "reason": "They sit here already."})["attempt"] == 2
    other = {**own, "tables": [own["tables"][1], own["tables"][0]], "reason": "x"}  # type: ignore[index]
    for anew in (other, {"round": 1, "again": True}):
        assert code(cup.post("/rounds", anew), 409) == "round_begun"
    (late,) = cup.register("Late", points="1/2")
    scores = {row["player"]: row["score"] for row in cup.get("/standings?round=1").json["rows"]}
    assert scores == {ids[0]: "1/2", ids[1]: "0", ids[2]: "1", ids[4]: "1/2", late["player"]: "1/2"}
    paired = cup.do("/rounds", {"round": 2, "publish": False})
    leaves = paired["tables"][0]["players"][0]["player"]
    cup.do(f"/players/{leaves}/withdraw")
    assert code(cup.post("/rounds", {"round": 2}), 409) == "pair_again"
    cup.do(f"/players/{leaves}/return")
    again = cup.do("/rounds", {"round": 2, "again": True})
    assert (again["attempt"], again["status"]) == (2, "playing")
    two = [one["player"] for one in again["tables"][0]["players"]]
    assert cup.get(f"/rounds/2/why/{two[0]}/{two[1]}").json["criterion"] == "together"
    assert code(cup.get(f"/rounds/2/why/{two[0]}/p_x"), 404) == "unknown_player"
    assert code(cup.get("/standings?round=2"), 404) == "unknown_round"


def test_all_faults_are_told_at_once(world: World) -> None:
    organiser = world.key("organiser")
    bad = {
        "game": "fightdrome",
        "format": {"format": "pods", "rounds": 3, "seats": 4},
        "points": {"by_place": ["0", "1"]},
        "tie_breaks": ["wins", "wins"],
        "options": {"first_player": "random"},
        "players": 30,
    }
    codes = [
        "points_missing",
        "points_rise",
        "tie_break_twice",
        "seats_not_played",
        "seats_not_played",
        "first_player_option",
    ]
    answer = world.post("/tournaments", bad, token=organiser)
    assert code(answer, 422) == "invalid_tournament"
    assert [fault["code"] for fault in answer.json["faults"]] == codes
    dry = world.post("/tournaments", {**bad, "dry_run": True}, token=organiser).json
    assert [fault["code"] for fault in dry["faults"]] == codes
    assert dry["expected"] == {"players": 30, "rounds": 3, "tables": [4] * 6 + [3] * 2, "byes": 0}
    for said, faults in (
        ({"format": {"format": "swiss"}}, ["format_member_missing"]),
        ({"format": {"format": "swiss", "rounds": 5, "seats": 4}}, ["format_member_unknown"]),
        ({"format": {"format": "swiss", "rounds": 9}, "players": 4}, ["too_many_rounds"]),
        ({"options": {"nonsense": 1}}, ["invalid_option"]),
        ({}, []),
    ):
        dry = world.post("/tournaments", {**SWISS, **said, "dry_run": True}, token=organiser).json
        assert [fault["code"] for fault in dry["faults"]] == faults, dry
    assert world.get("/tournaments").json["tournaments"] == []
    assert code(world.post("/tournaments", {**SWISS, "game": "bridge"}, token=organiser), 422) == "no_such_game"


def test_a_member_that_does_not_fit_hides_no_fault_of_the_others(world: World) -> None:
    organiser = world.key("organiser")
    wrong = {"game": "bridge", "time_zone": "Mars/X", "best_of": 2, "points": {"by_place": ["2/4"]}}
    codes = ["no_such_game", "bad_points", "even_match", "unknown_time_zone"]
    body = {**SWISS, **wrong, "dry_run": True}
    dry = world.post("/tournaments", body, token=organiser).json
    assert [fault["code"] for fault in dry["faults"]] == codes
    answer = world.post("/tournaments", {**body, "label": "x" * 1_000, "cut": {"size": "two"}}, token=organiser)
    assert code(answer, 422) == "invalid_body"
    assert sorted(answer.json["errors"]) == ["cut", "label"]
    assert [fault["code"] for fault in answer.json["faults"]] == codes
    answer = world.post("/tournaments", {**body, "game": 7}, token=organiser)
    assert sorted(answer.json["errors"]) == ["game"]
    assert "faults" not in answer.json
    answer = world.post("/tournaments", text=b"[]", token=organiser)
    assert code(answer, 422) == "invalid_body"


def test_a_request_that_is_sent_again_acts_once(world: World) -> None:
    token = world.key("organiser")
    once = {"token": token, "headers": {"Idempotency-Key": "cup"}}
    cup, again = (world.post("/tournaments", SWISS, **once).json for _ in range(2))
    assert cup == again
    assert code(world.post("/tournaments", {**SWISS, "label": "x"}, **once), 422) == "idempotency_key_reused"
    path, players = f"/tournaments/{cup['id']}/players", {"players": [{"name": "Ada"}, {"name": "Bob"}]}
    first, second = (world.post(path, players, **once).json for _ in range(2))
    assert first == second
    assert len(world.get(path).json["players"]) == 2
    assert code(world.post(path, {"players": [{"name": "Cleo"}]}, **once), 422) == "idempotency_key_reused"
    start = f"/tournaments/{cup['id']}/start"
    two = {"token": token, "headers": {"Idempotency-Key": "start"}}
    assert {world.post(start, {}, **two).status_code for _ in range(2)} == {200}
    assert code(world.post(start, {}, token=token), 409) == "tournament_started"


def test_a_tournament_is_given_up_and_its_tables_are_not_opened(world: World) -> None:
    cup = Cup(world)
    cup.bots(2)
    cup.do("/start")
    cup.do("/rounds", {"round": 1})
    assert cup.do("/cancel", {"reason": "Fire."})["status"] == "cancelled"
    assert cup.runner.look() == 0
    assert statuses(cup.get("/record").data) == {"passed"}
    assert code(cup.post("/rounds", {"round": 2}), 409) == "tournament_over"


def test_unknown_bots_and_players_are_told(world: World) -> None:
    cup = Cup(world)
    assert code(cup.post("/players", {"players": [{"name": "R", "bot": "genius"}]}), 422) == "unknown_bot"
    assert cup.get("/players").json["players"] == []
    assert code(cup.get("/players/p_x"), 404) == "unknown_player"
    assert code(cup.post("/players/p_x/withdraw"), 404) == "unknown_player"
    assert code(cup.post("/players/p_x/penalty", {"points": "1", "reason": "x"}), 404) == "unknown_player"
    assert code(world.get("/tournaments/none"), 404) == "unknown_tournament"
    assert code(cup.get("/sheets/nothing.csv"), 404) == "not_found"
    assert code(world.get("/tournaments?cursor=x"), 422) == "invalid_cursor"
    ada = cup.register("Ada")[0]
    assert cup.get(f"/players/{ada['player']}").json["name"] == "Ada"


def test_sheets_hold_no_formulas(world: World) -> None:
    cup = Cup(world)
    cup.register("=1+1", 'Ada, the "first"')
    text = cup.get("/sheets/players.csv").text
    assert ",'=1+1," in text
    assert '"Ada, the ""first"""' in text


def test_the_check_of_a_database_tells_what_is_wrong_with_a_tournament(world: World) -> None:
    cup, other = Cup(world), Cup(world)
    for one in (cup, other):
        one.register("Ada", "Bob")
        one.do("/start")
    assert [*tournament_faults(world.store)] == []
    (last,) = world.store.tournaments.entries(cup.id, 3, 4)
    forged = last._replace(n=5, public=last.public.replace(b'"n":4', b'"n":5'))
    (row,) = rows_of(stream_of(cup.id), [forged])
    with world.store._database.writing() as connection:
        insert_rows(connection, [row, (stream_of(other.id), 5, "round_started", b"\x01")])
    told = [*tournament_faults(world.store)]
    assert [line.partition(":")[0] for line in told] == [cup.id, other.id]
    assert "tournament has started already" in told[0]


FAULTS = [DamagedError("t", 3, "its bytes are others"), ZeroDivisionError("a fault")]


@pytest.mark.parametrize("fault", FAULTS, ids=["damage", "mistake"])
def test_a_fault_at_one_tournament_keeps_no_other_waiting(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: Exception
) -> None:
    """Neither its tables nor its results; it rests, and is looked at again."""
    monkeypatch.setattr(tournaments, "REST_LOOKS", 3)
    first, second = Cup(world), Cup(world)
    for cup in (first, second):
        cup.bots(2)
        cup.do("/start")
        cup.do("/rounds", {"round": 1})
    get = world.store.tournaments.get

    def failing(tournament: str) -> Known:
        if tournament == first.id:
            raise fault
        return get(tournament)

    with monkeypatch.context() as patch:
        patch.setattr(world.store.tournaments, "get", failing)
        for _ in range(2):
            second.runner.look()
    assert caplog.text.count(f"the tables of {first.id} could not be opened") == 1
    assert [cup.get("/rounds/1").json["tables"][0]["status"] for cup in (first, second)] == ["opening", "running"]
    for _ in range(2):
        second.runner.look()
    assert first.get("/rounds/1").json["tables"][0]["status"] == "running"

    def miscounting(store: Store, own: Own, at: int) -> None:
        if own.tournament == first.id:
            raise fault
        count(store, own, at)

    with monkeypatch.context() as patch:
        patch.setattr(tournaments, "count", miscounting)
        second.play()
        second.runner.look()
    assert caplog.text.count("could not be counted") == 1
    assert [cup.get("/rounds/1").json["status"] for cup in (first, second)] == ["playing", "done"]
    for _ in range(2):
        second.runner.look()
    assert first.get("/rounds/1").json["status"] == "done"
