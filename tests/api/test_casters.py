"""Casters: they see what several seats see once each of these has agreed, live and later, and never act."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from api.callers.auth import CASTS_ON_MS
from api.requests import casting
from domain.ledger.api_keys import Role, Scope
from tests.api.casters import agree, ask, cast
from tests.api.streams import NDJSON, Stream, closing, entries_of, happen
from tests.api.world import BEGIN, DUEL, Opened, World, code

TRIO = [{"kind": "token", "name": name} for name in ("Ada", "Bob", "Cy")]
WITH_A_BOT = [TRIO[0], {"kind": "bot"}, TRIO[1]]


@pytest.fixture
def world() -> World:
    return World()


def trio(world: World, **more: Any) -> Opened:
    return world.opened(TRIO, **more)


def last(table: Opened) -> Any:
    """Return the table's last entry."""
    lines = table.get("/entries", seat=0, headers={"Accept": NDJSON}).data.splitlines()
    return msgspec.json.decode(lines[-1])["entry"]


def casters(table: Opened) -> Any:
    return table.get("/casters", seat=0).json["casters"]


def test_a_caster_sees_with_the_last_consent_and_an_entry_says_so(world: World) -> None:
    table = trio(world)
    asked = ask(table, 2, 0, 2).json
    token = asked.pop("token")
    assert asked == {
        "caster": 1,
        "player": asked["player"],
        "name": "Cass",
        "seats": [0, 2],
        "agreed": [],
        "since": None,
    }
    assert code(table.get("/view", token=token), 401) == "bad_credentials"
    n = world.store.head(table.id)
    assert agree(table, 2).json == {**asked, "agreed": [2]}
    assert agree(table, 2).json["agreed"] == [2]
    assert world.store.head(table.id) == n
    assert agree(table, 0).json == {**asked, "agreed": [0, 2], "since": n + 1}
    entry = last(table)
    assert (entry["kind"], entry["caster"], entry["player"], entry["seats"], entry["by"]) == (
        "caster_admitted",
        1,
        asked["player"],
        [0, 2],
        "seat:0",
    )
    assert agree(table, 0).json["since"] == world.store.head(table.id) == n + 1
    view = table.get("/view", token=token).json
    assert view["viewer"] == "seat:0,seat:2"
    hands = [player["hand"] for player in view["view"]["players"]]
    assert (hands[0], hands[2]) == (table.hand(0), table.hand(2))
    assert hands[1] is None
    assert casters(table) == [{**asked, "agreed": [0, 2], "since": n + 1}]


def test_what_a_caster_is_told_live_is_what_it_reads_later(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(longest_stream=600.0)
    table = world.rigged("H1 H2")
    token = cast_by_key(world, table, 0, 1)
    happen(world, monkeypatch, lambda: table.act(0, "end_turn"))
    events = list(Stream(world, f"{table.path}/stream", token=token))
    assert events[0].said["viewer"] == "seat:0,seat:1"
    read = table.get("/entries?viewer=seat:0,seat:1", token=token, headers={"Accept": NDJSON})
    assert entries_of(events) == read.data.splitlines()
    assert b'"opened"' in read.data


def cast_by_key(world: World, table: Opened, *seats: int) -> str:
    """Return the token of a caster at a table without an opener's token."""
    made = ask(table, *seats, token=world.key("operator")).json
    for seat in seats:
        agree(table, seat, made["caster"])
    return str(made["token"])


def test_a_dismissed_caster_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(longest_stream=600.0)
    table = trio(world)
    token = cast(table, 0, 1)
    gone = world.call
    happen(world, monkeypatch, lambda: gone("DELETE", f"{table.path}/casters/1", token=table.opener))
    events = list(Stream(world, f"{table.path}/stream", token=token))
    assert closing(events) == {"reason": "bad_credentials"}
    assert (last(table)["kind"], last(table)["caster"]) == ("caster_dismissed", 1)
    assert code(table.get("/view", token=token), 401) == "bad_credentials"
    assert casters(table) == []
    assert code(gone("DELETE", f"{table.path}/casters/1", token=table.opener), 404) == "unknown_caster"
    assert ask(table, 0).json["caster"] == 2


def test_a_ticket_of_a_caster_is_worth_what_its_token_is() -> None:
    world = World(longest_stream=0.0)
    table = trio(world)
    token = cast(table, 0, 1)
    first, second = (table.post("/ticket", {}, token=token).json["ticket"] for _ in range(2))
    events = list(Stream(world, f"{table.path}/stream?ticket={first}"))
    assert events[0].said["viewer"] == "seat:0,seat:1"
    assert world.call("DELETE", f"{table.path}/casters/1", token=table.opener).status_code == 200
    late = table.get(f"/stream?ticket={second}", headers={"Accept": "text/event-stream"})
    assert code(late, 401) == "bad_credentials"


def test_a_caster_never_acts_and_sees_nobody_elses_attempts(world: World) -> None:
    table = trio(world)
    token = cast(table, 0, 1)
    command = {"command": {"tag": "concede"}}
    assert code(table.post("/actions", command, token=token, headers={"If-Match": "*"}), 403) == "no_seat"
    assert code(table.get("/attempts", token=token), 403) == "not_allowed"
    assert code(table.post("/casters/1/consent", {}, token=token), 403) == "no_seat"
    assert code(ask(table, 0, token=token), 403) == "not_allowed"
    assert code(table.get("/actions", token=token), 403) == "no_seat"
    assert table.get("/actions?viewer=seat:0", token=token).json["seat"] == 0
    assert code(table.get("/actions?viewer=seat:2", token=token), 403) == "not_allowed"


def test_consent_is_withdrawn_until_it_has_begun(world: World) -> None:
    table = trio(world)
    ask(table, 0, 1)
    agree(table, 0)
    path = f"{table.path}/casters/1/consent"
    assert world.call("DELETE", path, token=table.tokens[0]).json["agreed"] == []
    assert agree(table, 1).json["since"] is None
    assert agree(table, 0).json["since"] is not None
    assert code(world.call("DELETE", path, token=table.tokens[0]), 409) == "casting_began"
    assert code(world.call("DELETE", path, token=table.tokens[2]), 409) == "seat_not_asked"
    assert code(agree(table, 2), 409) == "seat_not_asked"
    assert code(world.call("DELETE", path), 401) == "credentials_needed"
    assert code(agree(table, 0, caster=2), 404) == "unknown_caster"


def test_whoever_sits_down_later_has_agreed_to_nothing(world: World) -> None:
    """A seat's token given anew ends what it agreed to, also while others are still asked."""
    table = trio(world)
    token = cast(table, 0, 1)
    ask(table, 0, 2)
    agree(table, 0, 2)
    table.tokens[0] = table.post("/seats/0/token", {}, token=table.opener).json["token"]
    assert code(table.get("/view", token=token), 401) == "bad_credentials"
    assert [(one["caster"], one["agreed"], one["since"]) for one in casters(table)] == [(1, [1], None), (2, [], None)]
    agree(table, 0)
    assert table.get("/view", token=token).json["viewer"] == "seat:0,seat:1"


def test_a_seat_that_is_left_before_the_start_ends_it(world: World) -> None:
    table = trio(world, start="word")
    token = cast(table, 0)
    assert world.call("DELETE", f"{table.path}/seats/0", token=table.tokens[0]).status_code == 200
    assert code(table.get("/view", token=token), 401) == "bad_credentials"
    assert code(ask(table, 0), 409) == "seat_not_taken"


def test_bots_agree_by_themselves(world: World) -> None:
    table = world.opened(WITH_A_BOT)
    made = ask(table, 1).json
    assert (made["agreed"], made["since"]) == ([1], world.store.head(table.id))
    assert agree(table, 0, ask(table, 0, 1).json["caster"]).json["agreed"] == [0, 1]


def test_a_caster_sees_a_private_and_a_delayed_table_as_its_seats_do(world: World) -> None:
    table = trio(world, visibility="private", delay_entries=50)
    made = ask(table, 0, 1).json
    assert code(table.get(token=made["token"]), 401) == "bad_credentials"
    agree(table, 0)
    agree(table, 1)
    seen = table.get("/view", token=made["token"]).json
    assert (seen["n"], seen["viewer"]) == (world.store.head(table.id), "seat:0,seat:1")
    assert code(table.get(), 404) == "unknown_table"
    stranger = cast(trio(world), 0)
    assert code(table.get(token=stranger), 404) == "unknown_table"


def since(table: Opened, **who: Any) -> list[int | None]:
    return [one["since"] for one in table.get("/casters", **who).json["casters"]]


def test_who_sees_a_table_later_hears_later_since_when_one_casts(world: World) -> None:
    table = world.opened(delay_seconds=1000)
    world.clock.at += 1000
    cast(table, 0)
    assert (since(table, seat=0), since(table, token=table.opener)) == ([5], [None])
    world.clock.at += 1_000_000
    assert since(table, token=table.opener) == [5]


def test_who_sees_a_table_later_asks_for_casters_after_an_end_not_in_sight(world: World) -> None:
    """It is answered as ever, and nothing is written; seats know better."""
    table = world.opened([*DUEL, {"kind": "bot", "bot": "sensible"}], delay_seconds=1000)
    cast(table, 0)
    ask(table, 1)
    for seat in (0, 1):
        table.act(seat, "concede")
    n = world.store.head(table.id)
    assert ask(table, 2).json["since"] is None
    assert since(table, token=table.opener) == [None, None, None]
    for caster in (1, 2):
        assert table.post(f"/casters/{caster}/token", {}, token=table.opener).status_code == 200
    answer = world.call("DELETE", f"{table.path}/casters/2", token=table.opener)
    assert [one["caster"] for one in answer.json["casters"]] == [1, 3]
    assert world.store.head(table.id) == n
    assert since(table, seat=0) == [6]
    assert code(agree(table, 1, 3), 404) == "unknown_caster"
    world.clock.at += 1_000_000
    assert since(table, token=table.opener) == [6]
    assert code(ask(table, 0), 409) == "table_over"


def test_a_token_given_anew_leaves_an_entry(world: World) -> None:
    table = trio(world)
    token, n = cast(table, 0, 1), world.store.head(table.id)
    key = {"Idempotency-Key": "again"}
    again = table.post("/casters/1/token", {}, token=table.opener, headers=key).json
    assert again == table.post("/casters/1/token", {}, token=table.opener, headers=key).json
    assert code(table.get(token=token), 401) == "bad_credentials"
    assert table.get("/view", token=again["token"]).json["viewer"] == "seat:0,seat:1"
    assert (last(table)["kind"], last(table)["n"], last(table)["by"]) == ("caster_admitted", n + 1, "opener")
    ask(table, 2)
    table.post("/casters/2/token", {}, token=table.opener)
    assert world.store.head(table.id) == n + 1  # it has not begun
    assert casters(table)[0]["since"] == n


def test_tokens_come_to_an_end(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(casting, "ROTATIONS", 2)
    table = trio(world)
    cast(table, 0)
    assert table.post("/casters/1/token", {}, token=table.opener).status_code == 200
    assert code(table.post("/casters/1/token", {}, token=table.opener), 409) == "too_many_tokens"


def test_a_caster_is_asked_for_once_with_one_key(world: World) -> None:
    table = trio(world)
    body, key = {"name": "Cass", "seats": [0]}, {"Idempotency-Key": "one-caster"}
    first, again = (table.post("/casters", body, token=table.opener, headers=key).json for _ in range(2))
    assert first == again
    other = table.post("/casters", {**body, "seats": [1]}, token=table.opener, headers=key)
    assert code(other, 422) == "idempotency_key_reused"


def test_what_cannot_be_cast_is_refused(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    table = trio(world)
    assert code(ask(table, 3), 409) == "no_such_seat"
    assert code(ask(table), 422) == "invalid_body"
    monkeypatch.setattr(casting, "AT_MOST", 1)
    ask(table, 0)
    assert code(ask(table, 0), 409) == "too_many_casters"
    for seat in (0, 1):
        table.act(seat, "concede")
    assert code(ask(table, 0), 409) == "table_over"
    assert code(agree(table, 0), 404) == "unknown_caster"


def test_a_caster_whose_name_was_erased_cannot_begin(world: World) -> None:
    table = trio(world)
    world.store.people.erase(ask(table, 0).json["player"])
    assert code(agree(table, 0), 422) == "name_needed"
    assert casters(table)[0]["name"] is None


def test_a_player_who_opened_the_table_and_plays_gets_no_casters_token(world: World) -> None:
    """The token goes to the ruler, who would see the hand of its opponent."""
    ada = world.player("Ada")
    table = world.opened([{"kind": "open"}, TRIO[1], TRIO[2]], token=ada.token)
    made = ask(table, 1, token=ada.token).json
    agree(table, 1)
    assert table.get("/view", token=made["token"]).json["viewer"] == "seat:1"
    assert table.post("/seats", {}, token=ada.token).status_code == 201
    assert code(table.get("/view", token=made["token"]), 401) == "bad_credentials"
    assert code(ask(table, 1, token=ada.token), 409) == "ruler_plays"
    assert code(table.post("/casters/1/token", {}, token=ada.token), 409) == "ruler_plays"
    assert ask(table, 0, token=ada.token).status_code == 201


@pytest.mark.parametrize("role", ["organiser", "operator"])
def test_who_plays_with_a_players_key_gets_no_casters_token_with_an_offices(world: World, role: Role) -> None:
    """Bots agree by themselves; whoever opened the table, and an operator who asks at another's."""
    ada = world.player("Ada")
    scope = Scope(player=ada.id)
    office = world.store.keys.add(role, "Ada's", at=world.clock.at, scope=scope).text
    table = world.opened([{"kind": "open"}, {"kind": "bot"}, TRIO[2]], token=office)
    made = ask(table, 1, token=office).json
    assert table.get("/view", token=made["token"]).json["viewer"] == "seat:1"
    assert table.post("/seats", {}, token=ada.token).status_code == 201
    assert code(table.get("/view", token=made["token"]), 401) == "bad_credentials"
    assert code(ask(table, 1, token=office), 409) == "ruler_plays"
    assert code(table.post("/casters/1/token", {}, token=office), 409) == "ruler_plays"
    assert ask(table, 0, token=office).status_code == 201


def test_an_operator_who_plays_at_the_table_of_another_asks_for_no_caster(world: World) -> None:
    ada = world.player("Ada")
    office = world.store.keys.add("operator", "Ada's", at=world.clock.at, scope=Scope(player=ada.id)).text
    table = world.opened([{"kind": "open"}, {"kind": "bot"}])
    assert table.post("/seats", {}, token=ada.token).status_code == 201
    assert code(ask(table, 1, token=office), 409) == "ruler_plays"
    assert ask(table, 1).status_code == 201


def test_a_caster_expires_a_day_after_the_end(world: World) -> None:
    table = trio(world, secrets_open_at="never")
    token = cast(table, 0, 1)
    for seat in (0, 1):
        table.act(seat, "concede")
    world.clock.at = BEGIN + CASTS_ON_MS - 1
    assert table.get("/view", token=token).json["viewer"] == "seat:0,seat:1"
    world.clock.at = BEGIN + CASTS_ON_MS
    assert code(table.get("/view", token=token), 401) == "bad_credentials"


def test_only_seats_and_rulers_read_who_is_asked(world: World) -> None:
    table = trio(world)
    ask(table, 0)
    assert code(table.get("/casters"), 401) == "credentials_needed"
    assert code(table.get("/casters", token=world.key("organiser")), 403) == "not_allowed"
    assert len(table.get("/casters", token=table.opener).json["casters"]) == 1


@pytest.mark.parametrize(
    "text", ["caster.{}.0.x", "caster.{}.1.x", "caster.{}.2.x", "caster.nowhere.1.x", "caster.{}.x.x"]
)
def test_a_token_that_was_never_given_is_worth_nothing(world: World, text: str) -> None:
    table = trio(world)
    cast(table, 0)
    assert code(table.get(token=text.format(table.id)), 401) == "bad_credentials"
