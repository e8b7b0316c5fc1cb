"""Players with a key of their own: one identity at all their tables."""

from __future__ import annotations

from typing import Any

import pytest

from api.wire.schemas.queries import PAGE
from domain.ledger.store import Store
from tests.api.world import Answer, Opened, Player, World, code

OPEN: list[dict[str, Any]] = [{"kind": "open"}, {"kind": "open"}]
MINE = "/players/me/tables"


@pytest.fixture
def ada(world: World) -> Player:
    return world.player("Ada")


@pytest.fixture
def bob(world: World) -> Player:
    return world.player("Bob")


def sit(table: Opened, player: Player, **more: Any) -> Answer:
    """Let a player sit down with its key."""
    return table.post("/seats", more, token=player.token)


def duel(world: World, *players: Player, **more: Any) -> Opened:
    """Return a table at which these players sit, the first of whom begins."""
    table = world.opened(OPEN, **more)
    for player in players:
        assert sit(table, player).status_code == 201
    return table


def ids(answer: Answer) -> list[str]:
    assert answer.status_code == 200, answer.text
    return [row["id"] for row in answer.json["tables"]]


def test_a_player_sits_down_sees_its_hand_and_acts(world: World, ada: Player, bob: Player) -> None:
    """By its key alone, under its own pseudonym, at every table."""
    for table in (duel(world, ada, bob), duel(world, bob, ada)):
        for seat, player in enumerate((ada, bob) if table.get().json["seats"][0]["player"] == ada.id else (bob, ada)):
            assert table.get("/view", token=player.token).json["viewer"] == f"seat:{seat}"
        first = ada if table.get().json["seats"][0]["player"] == ada.id else bob
        asked = table.get("/actions", token=first.token)
        acted = table.post(
            "/actions",
            {"command": {"tag": "end_turn"}},
            token=first.token,
            headers={"If-Match": asked.headers["ETag"]},
        )
        assert acted.status_code == 200, acted.text


def test_the_answer_holds_no_token_and_needs_no_name(world: World, ada: Player) -> None:
    """So what the key can do ends with the key."""
    table = world.opened(OPEN)
    answer = sit(table, ada).json
    assert (answer["token"], answer["player"], answer["table"]["seats"][0]["name"]) == (None, ada.id, "Ada")
    world.store.keys.revoke(ada.key, at=0)
    assert code(table.get("/view", token=ada.token), 401) == "bad_credentials"


def test_a_join_code_seats_a_player(world: World, ada: Player) -> None:
    table = world.opened([{"kind": "code"}, {"kind": "open"}], visibility="private")
    given = table.answer["seats"][0]["join_code"]
    assert code(sit(table, ada), 404) == "unknown_table"
    assert sit(table, ada, join_code=given).json["seat"] == 0
    assert table.get(token=ada.token).status_code == 200


def test_nobody_sits_twice_at_a_table(world: World, ada: Player) -> None:
    table = duel(world, ada)
    assert code(sit(table, ada), 409) == "sits_already"
    assert code(sit(table, ada, seat=1), 409) == "sits_already"


def test_a_player_sits_at_no_more_tables_than_its_inbox_shows(
    world: World, ada: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A repeated request for one of them is still the same one; tables that have ended do not count."""
    monkeypatch.setattr("api.resources.seats.TABLES_AT_MOST", 2)
    first, keyed = world.opened(OPEN), {"Idempotency-Key": "once"}
    assert first.post("/seats", {}, token=ada.token, headers=keyed).status_code == 201
    duel(world, ada)
    third = world.opened(OPEN)
    assert code(sit(third, ada), 409) == "too_many_tables"
    assert first.post("/seats", {}, token=ada.token, headers=keyed).status_code == 201
    assert first.post("/cancel", {}, token=first.opener).status_code == 200
    assert sit(third, ada).status_code == 201


def test_sitting_down_again_with_the_same_key_is_the_same_request(world: World, ada: Player) -> None:
    """Also with a key that was rotated meanwhile: the caller is the player."""
    table, keyed = world.opened(OPEN), {"Idempotency-Key": "once"}
    first = table.post("/seats", {}, token=ada.token, headers=keyed)
    text = world.store.keys.rotate(ada.key)
    again = table.post("/seats", {}, token=text, headers=keyed)
    assert (first.status_code, again.status_code, again.json) == (201, 201, first.json)


def test_whoever_has_no_name_says_one(world: World, ada: Player) -> None:
    """A player whose name was erased, and everybody without a player's key."""
    table = world.opened(OPEN)
    assert code(table.post("/seats", {}), 422) == "name_needed"
    world.store.people.erase(ada.id)
    assert code(sit(table, ada), 422) == "name_needed"
    assert sit(table, ada, name="Eve").json["player"] == ada.id


def test_a_player_that_leaves_has_the_table_no_longer(world: World, ada: Player) -> None:
    """Nor one that was sent away."""
    for token in (ada.token, None):
        table = duel(world, ada)
        assert ids(world.get(MINE, token=ada.token)) == [table.id]
        left = table.world.call("DELETE", f"{table.path}/seats/0", token=token or table.opener)
        assert left.status_code == 200, left.text
        assert ids(world.get(MINE, token=ada.token)) == []


def test_a_player_lists_its_tables_with_who_is_awaited(world: World, ada: Player, bob: Player) -> None:
    """Private ones too, the newest first; `GET /tables` finds them as well."""
    running, waiting = duel(world, ada, bob), duel(world, ada)
    ended = duel(world, bob, ada)
    hidden = world.opened([{"kind": "code"}, {"kind": "open"}], visibility="private")
    sit(hidden, ada, join_code=hidden.answer["seats"][0]["join_code"])
    assert ended.post("/actions", {"command": {"tag": "concede"}}, token=bob.token).status_code == 200
    answer = world.get(MINE, token=ada.token)
    assert ids(answer) == [hidden.id, ended.id, waiting.id, running.id]
    assert (answer.json["player"], answer.json["name"]) == (ada.id, "Ada")
    assert [row["seat"] for row in answer.json["tables"]] == [0, 1, 0, 0]
    assert [[one["seat"] for one in row["awaited"]] for row in answer.json["tables"]] == [[], [], [], [0]]
    assert ids(world.get(f"{MINE}?status=open", token=ada.token)) == [hidden.id, waiting.id]
    assert hidden.id in ids(world.get("/tables", token=ada.token))
    assert hidden.id not in ids(world.get("/tables", token=bob.token))
    assert ids(world.get(f"{MINE}?awaited=true", token=ada.token)) == [running.id]
    assert ids(world.get(f"{MINE}?awaited=true", token=bob.token)) == []


def test_the_list_comes_in_pages(world: World, ada: Player) -> None:
    tables = [duel(world, ada).id for _ in range(3)]
    first = world.get(f"{MINE}?limit=2", token=ada.token)
    second = world.get(f"{MINE}?limit=2&cursor={first.json['next']}", token=ada.token)
    assert [*ids(first), *ids(second)] == tables[::-1]
    assert second.json["next"] is None
    assert code(world.get(f"{MINE}?cursor=x", token=ada.token), 422) == "invalid_cursor"


def test_the_inbox_is_whole(world: World, ada: Player, bob: Player) -> None:
    """Longest waiting first, on one page however many there are; unless fewer are asked for."""
    tables = []
    for _ in range(PAGE + 1):
        world.clock.at += 1
        tables.append(duel(world, ada, bob).id)
    awaited = world.get(f"{MINE}?awaited=true", token=ada.token)
    assert (ids(awaited), awaited.json["next"]) == (tables, None)
    assert ids(world.get(f"{MINE}?awaited=true&limit=2", token=ada.token)) == tables[:2]
    listed = world.get(MINE, token=ada.token)
    assert (len(ids(listed)), listed.json["next"] is None) == (PAGE, False)


def test_a_seat_that_is_handed_on_in_the_midst_of_the_answer_is_in_no_inbox(
    world: World, ada: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = world.key("organiser")
    table, other = (duel(world, ada, bob, token=key) for _ in range(2))
    one = world.store.listings.one

    def replaced(name: str) -> Any:
        monkeypatch.undo()
        assert table.post("/seats/0/substitute", {"name": "Cy"}, token=key).status_code == 201
        return one(name)

    monkeypatch.setattr(world.store.listings, "one", replaced)
    assert ids(world.get(f"{MINE}?awaited=true", token=ada.token)) == [other.id]


def test_only_players_have_tables(world: World) -> None:
    assert code(world.get(MINE), 401) == "credentials_needed"
    assert code(world.get(MINE, token=world.key("operator")), 403) == "not_allowed"


def test_a_player_waits_for_whatever_awaits_it(
    world: World, ada: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At any table; what it knows already, by its mark, wakes it no more."""
    first, second = duel(world, bob, ada), duel(world, bob, ada)
    happens = [first, second]

    def wait(self: Store, player: str, before: object, timeout: float) -> bool:
        if not happens:
            return False
        command = {"command": {"tag": "end_turn"}}
        table = happens.pop(0)
        world.clock.at += 1000
        answer = table.post("/actions", command, token=bob.token, headers={"If-Match": "*"})
        assert answer.status_code == 200, answer.text
        return True

    monkeypatch.setattr(Store, "wait_for_player", wait)
    one = world.get(f"{MINE}?awaited=true&wait=20", token=ada.token)
    assert ids(one) == [first.id]
    assert ids(world.get(f"{MINE}?awaited=true&wait=20", token=ada.token)) == [first.id]
    two = world.get(f"{MINE}?awaited=true&wait=20&mark={one.json['mark']}", token=ada.token)
    assert ids(two) == [first.id, second.id]
    assert ids(world.get(f"{MINE}?awaited=true&wait=20&mark={two.json['mark']}", token=ada.token)) == ids(two)
    assert happens == []


def test_a_wait_ends_with_its_key(world: World, ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it would answer is no longer the caller's to hear."""

    def wait(self: Store, player: str, before: object, timeout: float) -> bool:
        return self.keys.revoke(ada.key, at=0)

    monkeypatch.setattr(Store, "wait_for_player", wait)
    assert code(world.get(f"{MINE}?wait=20", token=ada.token), 401) == "bad_credentials"


def test_a_player_rules_over_the_tables_it_opened(world: World, ada: Player, bob: Player) -> None:
    """As their opener: alone it may cancel them in mid-game, with somebody else it may not."""
    table = world.opened(OPEN, token=ada.token)
    assert ids(world.get("/tables?mine=true", token=ada.token)) == [table.id]
    assert code(table.post("/cancel", {}, token=bob.token), 403) == "not_allowed"
    sit(table, ada)
    sit(table, bob)
    assert code(table.post("/cancel", {"reason": "emergency"}, token=ada.token), 403) == "not_allowed"
    alone = world.opened([{"kind": "open"}, {"kind": "bot"}], token=ada.token)
    sit(alone, ada)
    assert alone.post("/cancel", {"reason": "emergency"}, token=ada.token).status_code == 200
