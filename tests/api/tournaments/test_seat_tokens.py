"""Who holds the tokens of a tournament's seats: its players, or whoever runs it and says so."""

from __future__ import annotations

from typing import Any

from domain.ledger.api_keys import Scope
from tests.api.tournaments.cup import CONFIRM_MS, Cup
from tests.api.tournaments.test_life import sit_down, statuses
from tests.api.world import World, code

TWO: dict[str, Any] = {"game": "chanic_panic", "format": {"format": "round_robin"}, "confirm_ms": 0}


def begun(world: World, **said: Any) -> tuple[Cup, Any]:
    """Return a tournament of Ada and Bob, and the table of its round."""
    cup = Cup(world, **{**TWO, **said})
    cup.register("Ada", "Bob")
    cup.do("/start")
    return cup, cup.round(1)["tables"][0]


def test_players_hold_their_seats_by_links_of_their_own(world: World) -> None:
    cup, table = begun(world)
    keys = sit_down(cup, table)
    path = f"/tables/{table['table']}"
    assert "seat_tokens" not in world.get(f"{path}/entries").json["entries"][0]["entry"]["tournament"]
    operator = world.key("operator")
    for token in (cup.token, operator):
        assert code(cup.get("/rounds/1/tokens", token=token), 403) == "player_links"
        assert code(world.post(f"{path}/seats/0/token", {}, token=token), 403) == "player_links"
        assert code(world.post(f"{path}/seats/0/substitute", {"name": "Eve"}, token=token), 403) == "player_links"
        hands = [player["hand"] for player in world.get(f"{path}/view", token=token).json["view"]["players"]]
        assert hands == [None, None]
    assert world.get(f"{path}/view", token=keys[0]).json["view"]["players"][0]["hand"]


def test_whoever_runs_it_holds_them_where_every_record_says_so(world: World) -> None:
    cup, table = begun(world, seat_tokens="organiser")
    path = f"/tables/{table['table']}"
    assert cup.get().json["tables"]["seat_tokens"] is True
    assert cup.get("/feed").json["entries"][0]["entry"]["tables"]["seat_tokens"] is True
    assert world.get(f"{path}/entries").json["entries"][0]["entry"]["tournament"]["seat_tokens"] is True
    page = world.app.test_client().get(f"/tournaments/{cup.id}").text
    assert '<span class="mark is-warning">its organiser can see every hand</span>' in page
    assert code(cup.get("/rounds/1/tokens", token=None), 401) == "credentials_needed"
    assert code(cup.get("/rounds/1/tokens", token=world.key("organiser")), 403) == "not_allowed"
    assert code(cup.get("/rounds/2/tokens"), 404) == "unknown_round"
    seats = cup.get("/rounds/1/tokens").json["seats"]
    assert [(one["pairing"], one["table"], one["seat"]) for one in seats] == [
        (1, table["table"], seat) for seat in range(2)
    ]
    for one, player in zip(seats, table["players"], strict=True):
        assert (one["player"], one["name"]) == (player["player"], player["name"])
        sat = world.post(f"{path}/seats", {}, token=one["token"])
        assert (sat.status_code, sat.json["player"], sat.json["token"]) == (201, one["player"], one["token"])
    assert world.get(path).json["status"] == "running"
    anew = world.post(f"{path}/seats/0/token", {}, token=cup.token).json["token"]
    assert cup.get("/rounds/1/tokens").json["seats"][0]["token"] == anew != seats[0]["token"]
    assert world.get(f"{path}/view", token=anew).json["view"]["players"][0]["hand"]
    gone = world.post(f"{path}/actions", {"command": {"tag": "concede"}}, token=anew, headers={"If-Match": "*"})
    assert gone.status_code == 200, gone.text
    cup.play()
    assert cup.get("/standings").json["rows"][0]["player"] == table["players"][1]["player"]
    cup.do("/end")
    assert statuses(cup.get("/record").data) == {"passed"}


def test_their_players_take_no_seat_by_themselves_and_act_with_their_keys(world: World) -> None:
    cup, table = begun(world, seat_tokens="organiser")
    (ada, _) = table["players"]
    link = cup.do(f"/players/{ada['player']}/link")["code"]
    key = cup.do(f"/players/{ada['player']}/claim", {"code": link}, token=None)["key"]
    assert cup.get("/seat", token=key).json["join_code"] is None
    for one in cup.get("/rounds/1/tokens").json["seats"]:
        world.post(f"/tables/{table['table']}/seats", {}, token=one["token"])
    assert world.get(f"/tables/{table['table']}/view", token=key).json["viewer"] == f"seat:{ada['seat']}"


def test_whoever_holds_them_does_not_play(world: World) -> None:
    cup = Cup(world, **TWO, seat_tokens="organiser", registration="code")
    (ada, _) = cup.register("Ada", "Bob")
    said = {"code": cup.opened["registration_code"], "name": "Eve"}
    for token in (cup.token, world.key("operator")):
        assert code(cup.post("/registration", said, token=token), 403) == "organiser_plays"
        claim = f"/players/{ada['player']}/claim"
        assert code(cup.post(claim, {"code": ada["code"]}, token=token), 403) == "organiser_plays"
    assert cup.post("/registration", said, token=world.player("Cy").token).status_code == 201
    cup.do("/start")
    cup.round(1)
    plays = world.store.keys.add("operator", "", at=0, scope=Scope(player=ada["player"])).text
    assert code(cup.get("/rounds/1/tokens", token=plays), 403) == "organiser_plays"
    assert cup.get("/rounds/1/tokens").json["seats"]


def test_an_organiser_whose_key_says_who_they_are_comes_in_by_no_other_key(world: World) -> None:
    eve = world.player("Eve")
    key = world.store.keys.add("organiser", "", at=0, scope=Scope(player=eve.id)).text
    for how, status in (("organiser", 403), ("players", 201)):
        opened = world.post("/tournaments", {**TWO, "seat_tokens": how, "registration": "code"}, token=key).json
        said = {"code": opened["registration_code"]}
        answer = world.post(f"/tournaments/{opened['id']}/registration", said, token=eve.token)
        assert answer.status_code == status, answer.text


def test_casters_come_only_where_others_see_later(world: World) -> None:
    """With the consent of the seats, as at every table: `test_casters`."""
    for said, status in (({}, 409), ({"delay_entries": 20}, 201), ({"delay_seconds": 300}, 201)):
        cup, table = begun(world, **said)
        keys = sit_down(cup, table)
        path = f"/tables/{table['table']}"
        assert {name: world.get(path).json[name] for name in said} == said
        answer = world.post(f"{path}/casters", {"name": "Cass", "seats": [0, 1]}, token=cup.token)
        assert answer.status_code == status, answer.text
        if status == 409:
            assert answer.json["code"] == "delay_required"
            continue
        hands = f"{path}/view"
        assert code(world.get(hands, token=answer.json["token"]), 401) == "bad_credentials"
        for key in keys:
            world.post(f"{path}/casters/1/consent", {}, token=key)
        told = world.get(hands, token=answer.json["token"]).json
        assert told["viewer"] == "seat:0,seat:1"


def test_a_round_tells_of_delayed_tables_what_they_show_themselves(world: World) -> None:
    cup, table = begun(world, delay_seconds=300, confirm_ms=CONFIRM_MS)
    keys = sit_down(cup, table)
    path = f"/tables/{table['table']}"
    said = {"command": {"tag": "concede"}}
    assert world.post(f"{path}/actions", said, token=keys[0], headers={"If-Match": "*"}).status_code == 200

    def told() -> list[str]:
        return [world.get(path).json["status"], cup.get("/rounds/1").json["tables"][0]["status"]]

    assert told() == ["open", "open"]
    world.clock.at += 300_000
    assert told() == ["finished", "finished"]


def test_a_link_given_anew_in_mid_game_stands_in_the_record_of_the_table(world: World) -> None:
    """Whoever has the new one sees the hand from now on, so everybody at the table is told who gave it."""
    cup, table = begun(world)
    sit_down(cup, table)
    path, ada = f"/tables/{table['table']}", table["players"][0]["player"]

    def replaced() -> list[tuple[Any, ...]]:
        entries = [line["entry"] for line in world.get(f"{path}/entries").json["entries"]]
        return [(entry["seat"], entry["player"], entry["by"]) for entry in entries if entry["kind"] == "seat_replaced"]

    assert replaced() == []
    link = cup.do(f"/players/{ada}/link")["code"]
    organiser = cup.get("/feed").json["entries"][0]["entry"]["by"]
    assert replaced() == [(table["players"][0]["seat"], ada, organiser)]
    key = cup.do(f"/players/{ada}/claim", {"code": link}, token=None)["key"]
    assert world.get(f"{path}/view", token=key).json["viewer"] == f"seat:{table['players'][0]['seat']}"
