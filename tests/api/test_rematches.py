"""Playing again: by consent of all, within ten minutes, each one seat on."""

from __future__ import annotations

from typing import Any

import pytest

from domain.audit.checks import verify_bytes
from domain.record.canonical import b64
from tests.api.world import Answer, Opened, World, code

TEN_MINUTES = 10 * 60 * 1000


def ended(world: World, seats: Any = None, **more: Any) -> Opened:
    """Return a table that was played to its end."""
    table = world.opened(seats, **more) if seats is not None else world.opened(**more)
    table.act(0, "concede")
    return table


def ask(table: Opened, seat: int, **body: Any) -> Answer:
    return table.post("/rematch", body, seat=seat)


def test_once_all_want_it_the_next_table_is_dealt(world: World) -> None:
    """The same game, options and people, one seat on; the series goes on from the last entry."""
    table = ended(world, label="Friday", options={"round_limit": 20}, clock={"move_ms": 60_000})
    first = ask(table, 0).json
    assert (first["consents"], first["until"], first["next"]) == ([0], "2027-01-15T08:10:00.000Z", None)
    second = ask(table, 1).json["next"]
    assert ask(table, 0).json["next"]["table"] == second["table"] != table.id
    assert (second["seat"], table.get("/rematch", seat=0).json["next"]["seat"]) == (0, 1)
    last, now = table.get().json, world.get(f"/tables/{second['table']}").json
    assert now["status"] == "running"
    for name in ("game", "version", "options", "clock", "label", "visibility", "secrets_open_at"):
        assert now[name] == last[name], name
    for name in ("player", "name"):
        assert [seat[name] for seat in now["seats"]] == [seat[name] for seat in last["seats"]][::-1]
    assert now["series"] == {"id": table.id, "number": 2, "previous": [table.id, last["head"]]}
    for seat, given in enumerate((second, table.get("/rematch", seat=0).json["next"])):
        view = world.get(f"/tables/{now['id']}/view", token=given["token"]).json
        assert view["viewer"] == f"seat:{seat}"
    assert world.bots.tables[-1] == now["id"]


def test_the_last_randomness_that_a_seat_gives_counts(world: World) -> None:
    """Whether its first word had any; a word without leaves what was given."""
    table = ended(world)
    for body in ({}, {"entropy": b64(b"e" * 32)}, {"entropy": b64(b"f" * 32)}, {}):
        ask(table, 0, **body)
    opened = ask(table, 1).json["next"]["table"]
    entries = [line["entry"] for line in world.get(f"/tables/{opened}/entries").json["entries"]]
    taken = {entry["seat"]: entry["entropy"] for entry in entries if entry["kind"] == "seat_taken"}
    assert taken == {1: b64(b"f" * 32), 0: b64(bytes(32))}


def test_what_the_next_table_commits_to_is_said_before_anybody_gives_randomness(world: World) -> None:
    """The same to all, and what entry 1 says then; another table's are others."""
    table, other = ended(world), ended(world)
    told = [table.get("/rematch", seat=0).json, ask(table, 0, entropy=b64(b"e" * 32)).json, ask(table, 1).json]
    opened = world.get(f"/tables/{told[-1]['next']['table']}/entries").json["entries"][0]["entry"]
    assert [answer["commitments"] for answer in told] == [opened["commitments"]] * 3
    assert other.get("/rematch", seat=0).json["commitments"] != opened["commitments"]
    (one, two) = opened["commitments"].values()
    assert one != two


def test_a_rematch_has_a_rematch(world: World) -> None:
    """Number three of the same series; and its record proves itself."""
    table = ended(world, series={"id": "cup", "number": 7})
    ask(table, 0)
    given = ask(table, 1, entropy=b64(b"e" * 32)).json["next"]
    tokens = [given["token"], table.get("/rematch", seat=0).json["next"]["token"]]
    again = Opened(
        world, {"table": {"id": given["table"]}, "opener_token": "", "seats": [{"token": t} for t in tokens]}
    )
    assert again.get().json["series"]["number"] == 8
    taken = [line["entry"] for line in again.get("/entries").json["entries"] if line["entry"]["kind"] == "seat_taken"]
    assert {entry["seat"]: entry["entropy"] == b64(b"e" * 32) for entry in taken} == {0: True, 1: False}
    again.act(0, "concede")
    report = verify_bytes(again.get("/record").data)
    assert not report.failed, report
    ask(again, 0)
    third = ask(again, 1).json["next"]["table"]
    series = world.get(f"/tables/{third}").json["series"]
    assert (series["id"], series["number"], series["previous"][0]) == ("cup", 9, again.id)


def test_consents_lapse_after_ten_minutes(world: World) -> None:
    """From the first; whoever comes later begins anew."""
    table = ended(world)
    ask(table, 0)
    world.clock.at += TEN_MINUTES - 1
    assert table.get("/rematch", seat=1).json["consents"] == [0]
    world.clock.at += 1
    lapsed = table.get("/rematch", seat=1).json
    assert (lapsed["consents"], lapsed["until"], lapsed["next"]) == ([], None, None)
    assert ask(table, 1).json["consents"] == [1]
    assert ask(table, 0).json["next"] is not None


def test_asking_twice_prolongs_nothing(world: World) -> None:
    table = ended(world)
    until = ask(table, 0).json["until"]
    world.clock.at += TEN_MINUTES - 1
    assert ask(table, 0).json["until"] == until


def test_a_wish_of_before_the_game_went_back_has_lapsed(world: World) -> None:
    """It was about another end, and perhaps of somebody who has left the seat to a substitute since."""
    key, arbiter = world.key("organiser"), world.key("arbiter")
    table = world.opened(token=key, confirm={"window_ms": TEN_MINUTES}, appeal_ms=0)
    table.act(1, "concede")
    world.clock.at += 1
    assert ask(table, 0).json["consents"] == [0]
    case = table.post("/cases", {"about": "rule"}, token=key).json["case"]
    assert world.post(f"/cases/{case}/claim", {}, token=arbiter).status_code == 200
    back = {"case": case, "to": 4, "reason": "infraction"}
    assert table.post("/rewind", back, token=arbiter, headers={"If-Match": "*"}).status_code == 200
    world.clock.at += 1
    substitute = table.post("/seats/0/substitute", {"name": "Cy"}, token=key)
    table.tokens[0] = substitute.json["token"]
    table.act(1, "concede")
    assert table.get("/rematch", seat=0).json["consents"] == []
    asked = ask(table, 1).json
    assert (asked["consents"], asked["next"]) == ([1], None)
    assert ask(table, 0).json["next"]["seat"] == 1


def test_bots_always_want_to(world: World) -> None:
    table = ended(world, [{"kind": "token", "name": "Ada"}, {"kind": "bot", "bot": "random"}])
    given = ask(table, 0).json["next"]
    seats = world.get(f"/tables/{given['table']}").json["seats"]
    assert [(seat["bot"], seat["joins"]) for seat in seats] == [("random", "bot"), (None, "token")]


def test_players_with_keys_find_it_among_their_tables(world: World) -> None:
    """They get no token: their keys act there too."""
    ada, bob = world.player("Ada"), world.player("Bob")
    table = world.opened([{"kind": "open"}] * 2)
    for player in (ada, bob):
        assert table.post("/seats", {}, token=player.token).status_code == 201
    assert table.post("/actions", {"command": {"tag": "concede"}}, token=ada.token).status_code == 200
    table.post("/rematch", {}, token=ada.token)
    given = table.post("/rematch", {}, token=bob.token).json["next"]
    assert (given["seat"], given["token"]) == (0, None)
    for player in (ada, bob):
        mine = world.get("/players/me/tables", token=player.token).json["tables"]
        assert [row["id"] for row in mine] == [given["table"], table.id]
    assert world.get(f"/tables/{given['table']}/view", token=bob.token).json["viewer"] == "seat:0"


def test_a_private_rematch_stays_private(world: World) -> None:
    table = ended(world, visibility="private")
    ask(table, 0)
    given = ask(table, 1).json["next"]
    assert code(world.get(f"/tables/{given['table']}"), 404) == "unknown_table"
    assert world.get(f"/tables/{given['table']}", token=given["token"]).status_code == 200


def test_the_organiser_rules_over_the_rematch(world: World) -> None:
    key = world.key("organiser")
    table = ended(world, token=key)
    ask(table, 0)
    given = ask(table, 1).json["next"]["table"]
    assert given in [row["id"] for row in world.get("/tables?mine=true", token=key).json["tables"]]
    assert world.post(f"/tables/{given}/cancel", {"reason": "other"}, token=key).status_code == 200


def test_a_rematch_follows_a_game_that_has_ended(world: World) -> None:
    running = world.opened()
    assert code(ask(running, 0), 409) == "rematch_not_yet"
    running.post("/cancel", {"reason": "emergency"}, token=world.key("operator"))
    assert code(ask(running, 0), 409) == "no_rematch"
    assert code(running.get("/rematch", seat=0), 409) == "no_rematch"


def test_only_who_sat_there_asks(world: World) -> None:
    table, other = ended(world), world.opened()
    for method in ("GET", "POST"):
        path = f"{table.path}/rematch"
        assert code(world.call(method, path), 401) == "credentials_needed"
        for token in (other.tokens[0], table.opener, world.key("operator")):
            assert code(world.call(method, path, token=token), 403) == "no_seat"


def test_whoever_has_no_name_any_more_cannot(world: World) -> None:
    table = ended(world)
    world.store.people.erase(table.get().json["seats"][0]["player"])
    ask(table, 0)
    assert code(ask(table, 1), 422) == "name_needed"
    assert table.get("/rematch", seat=0).json["consents"] == [0]


def test_a_rematch_is_a_table_that_is_opened() -> None:
    """The limit holds for it; asking again for the one that is there costs nothing."""
    world = World(limit_opening="3/hour")
    table = ended(world)
    assert [ask(table, seat).status_code for seat in (0, 1, 0, 1)] == [200] * 4
    assert world.post("/tables", {"game": "chanic_panic", "seats": [{"kind": "open"}] * 2}).status_code == 429


@pytest.mark.parametrize("seat", [0, 1])
def test_a_token_given_anew_is_not_told_to_whoever_had_the_seat_before(world: World, seat: int) -> None:
    """The new holder is somebody else; the old table's token must not open the new hand."""
    key = world.key("organiser")
    table = ended(world, token=key)
    ask(table, 0)
    ask(table, 1)
    given = table.get("/rematch", seat=seat).json["next"]
    renewed = world.post(f"/tables/{given['table']}/seats/{given['seat']}/token", {}, token=key)
    assert renewed.status_code == 200, renewed.text
    again = table.get("/rematch", seat=seat).json["next"]
    assert again["token"] != renewed.json["token"]
    assert code(world.get(f"/tables/{given['table']}/view", token=again["token"]), 401) == "bad_credentials"


@pytest.mark.parametrize("seats", [3, 4])
def test_the_order_is_rotated_by_one_each_time(world: World, seats: int) -> None:
    """Seat 1 becomes seat 0, seat 0 the last; twice in a row, so that nobody comes back too early."""
    names = ["Ada", "Bob", "Cy", "Dee"][:seats]
    table = world.opened([{"kind": "token", "name": name} for name in names])
    for turn in range(1, 3):
        for seat in range(seats - 1):
            table.act(seat, "concede")
        for seat in range(seats):
            assert ask(table, seat).status_code == 200
        given = [table.get("/rematch", seat=seat).json["next"] for seat in range(seats)]
        assert [next_["seat"] for next_ in given] == [(seat - 1) % seats for seat in range(seats)]
        tokens = [{"token": next_["token"]} for next_ in sorted(given, key=lambda next_: next_["seat"])]
        table = Opened(world, {"table": {"id": given[0]["table"]}, "opener_token": "", "seats": tokens})
        assert [seat["name"] for seat in table.get().json["seats"]] == names[turn:] + names[:turn]
        assert [table.get("/view", seat=seat).json["viewer"] for seat in range(seats)] == [
            f"seat:{seat}" for seat in range(seats)
        ]
