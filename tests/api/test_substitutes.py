"""Substitutes over HTTP: somebody else plays on, with a token of their own, and the one before no longer acts."""

from __future__ import annotations

from typing import Any

import pytest

from domain.audit.checks import verify_bytes
from tests.api.world import DUEL, World, code

CLEO = {"name": "Cleo"}
KEYED = {"Idempotency-Key": "0123456789abcdef"}


def test_a_substitute_sees_and_acts_and_the_one_before_does_not(world: World) -> None:
    key = world.key("organiser")
    table = world.opened(token=key)
    hand = table.get("/view", seat=0).json["view"]["players"][0]["hand"]
    done = table.post("/seats/0/substitute", CLEO, token=key, headers=KEYED)
    assert done.status_code == 201
    assert table.post("/seats/0/substitute", CLEO, token=key, headers=KEYED).json == done.json
    assert done.json["table"]["seats"][0]["name"] == "Cleo"
    assert code(table.post("/actions", {"command": {"tag": "end_turn"}}, seat=0), 401) == "bad_credentials"
    token = done.json["token"]
    assert table.get("/view", token=token).json["view"]["players"][0]["hand"] == hand
    entry = table.get("/entries").json["entries"][-1]["entry"]
    assert (entry["kind"], entry["by"].partition(":")[0]) == ("seat_replaced", "organiser")
    acted = table.post("/actions", {"command": {"tag": "end_turn"}}, token=token, headers={"If-Match": "*"})
    assert acted.status_code == 200, acted.text
    assert verify_bytes(table.get("/record").data).failed == ()


def test_a_player_s_key_acts_no_more_for_a_seat_that_somebody_else_holds(world: World) -> None:
    ada, key = world.player("Ada"), world.key("operator")
    table = world.opened([{"kind": "open"}, DUEL[1]])
    table.post("/seats", {}, token=ada.token)
    token = table.post("/seats/0/substitute", CLEO, token=key).json["token"]
    assert world.get("/players/me/tables", token=ada.token).json["tables"] == []
    assert code(table.post("/actions", {"command": {"tag": "end_turn"}}, token=ada.token), 403) == "no_seat"
    acted = table.post("/actions", {"command": {"tag": "end_turn"}}, token=token, headers={"If-Match": "*"})
    assert acted.status_code == 200


SEATS = [{"kind": "open"}, {"kind": "token", "name": "Bob"}, {"kind": "code"}]


def test_a_seat_stays_of_its_kind_and_who_sees_later_hears_nothing(world: World) -> None:
    """How a seat is taken is no entry, and must not tell of one that is held back; a repeat gets the same token."""
    key = world.key("organiser")
    table = world.opened(SEATS, token=key, delay_entries=50)
    assert table.post("/seats", {"seat": 0, "name": "Ada"}).status_code == 201
    assert table.post("/seats", {"join_code": table.answer["seats"][2]["join_code"], "name": "Cy"}).status_code == 201
    before = table.get().data
    for seat in range(3):
        keyed = {"Idempotency-Key": f"0123456789abcde{seat}"}
        first, again = (table.post(f"/seats/{seat}/substitute", CLEO, token=key, headers=keyed).json for _ in range(2))
        assert first["token"] == again["token"]
        assert table.get("/view", token=again["token"]).json["viewer"] == f"seat:{seat}"
        renewed = table.post(f"/seats/{seat}/token", {}, token=key).json["token"]
        assert table.get("/view", token=renewed).json["viewer"] == f"seat:{seat}"
        assert table.get("/view", token=first["token"]).status_code == 401
    assert table.get().data == before
    assert [seat["joins"] for seat in table.get().json["seats"]] == ["open", "token", "code"]


def test_nobody_else_names_a_substitute(world: World) -> None:
    table = world.opened()
    assert code(table.post("/seats/0/substitute", CLEO), 401) == "credentials_needed"
    for token in (*table.tokens, table.opener, world.key("arbiter"), world.key("organiser")):
        assert code(table.post("/seats/0/substitute", CLEO, token=token), 403) == "not_allowed"


@pytest.mark.parametrize("body", [{}, {"name": ""}, {"name": "Cleo", "bot": "random"}])
def test_a_substitute_is_a_person_with_a_name(world: World, body: Any) -> None:
    table = world.opened()
    assert code(table.post("/seats/0/substitute", body, token=world.key("operator")), 422) == "invalid_body"


def test_before_and_after_the_game_nobody_is_substituted(world: World) -> None:
    key = world.key("operator")
    waiting = world.opened(start="word")
    assert code(waiting.post("/seats/0/substitute", CLEO, token=key), 409) == "table_not_running"
    table = world.opened()
    assert code(table.post("/seats/7/substitute", CLEO, token=key), 404) == "unknown_seat_number"
    table.post("/actions", {"command": {"tag": "concede"}}, seat=0, headers={"If-Match": "*"})
    assert code(table.post("/seats/1/substitute", CLEO, token=key), 409) == "table_not_running"
