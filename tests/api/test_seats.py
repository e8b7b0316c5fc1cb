"""Sitting down, leaving, starting, cancelling, tokens given anew."""

from __future__ import annotations

from typing import Any

import pytest

from api.callers.tokens import CODE_LETTERS, ROTATIONS, opener_token, plain_code, seat_token
from api.callers.tokens import join_code as make_code
from tests.api.world import DUEL, KEY, Opened, World, code

KEYED = {"Idempotency-Key": "0123456789abcdef"}
MIXED: list[dict[str, Any]] = [{"kind": "token"}, {"kind": "code"}, {"kind": "open"}, {"kind": "open"}]


def join_code(table: Opened, seat: int) -> str:
    return str(table.answer["seats"][seat]["join_code"])


def test_each_way_leads_to_its_seat_and_the_last_one_deals(world: World) -> None:
    """Token, join code, the first open seat, an open seat by number."""
    table = world.opened(MIXED)
    by_token = table.post("/seats", {"name": "Ada"}, token=table.tokens[0])
    by_code = table.post("/seats", {"name": "Bob", "join_code": join_code(table, 1)})
    wished = table.post("/seats", {"name": "Cy", "seat": 3})
    assert wished.json["table"]["status"] == "open"
    first_open = table.post("/seats", {"name": "Dee"})
    assert [answer.status_code for answer in (by_token, by_code, wished, first_open)] == [201] * 4
    assert [answer.json["seat"] for answer in (by_token, by_code, wished, first_open)] == [0, 1, 3, 2]
    assert by_token.json["token"] == table.tokens[0]
    assert first_open.json["table"]["status"] == "running"
    for answer in (by_token, by_code, wished, first_open):
        assert table.get("/actions", token=answer.json["token"]).json["seat"] == answer.json["seat"]
    assert [seat["name"] for seat in first_open.json["table"]["seats"]] == ["Ada", "Bob", "Dee", "Cy"]


def test_a_join_code_is_read_as_people_write_it() -> None:
    """Small letters, O for 0, I and L for 1, hyphens."""
    assert plain_code("ab-ol1i") == "AB0111"
    assert not set("ILOU") & set(CODE_LETTERS)


def test_a_spoken_code_opens_the_seat(world: World) -> None:
    """In small letters with a hyphen."""
    table = world.opened(MIXED)
    spoken = join_code(table, 1).lower()
    answer = table.post("/seats", {"name": "Bob", "join_code": f"{spoken[:5]}-{spoken[5:]}"})
    assert answer.json["seat"] == 1


def test_a_code_for_nothing_or_for_another_seat_is_refused(world: World) -> None:
    """403, and a private table stays unknown to whoever guesses."""
    table, private = world.opened(MIXED), world.opened(MIXED, visibility="private")
    assert code(table.post("/seats", {"name": "Eve", "join_code": "0000000000"}), 403) == "wrong_join_code"
    other = {"name": "Eve", "join_code": join_code(table, 1), "seat": 2}
    assert code(table.post("/seats", other), 403) == "wrong_join_code"
    assert code(private.post("/seats", {"name": "Eve", "join_code": "0000000000"}), 404) == "unknown_table"
    assert code(private.post("/seats", {"name": "Eve"}), 404) == "unknown_table"
    assert private.post("/seats", {"name": "Bob", "join_code": join_code(private, 1)}).status_code == 201


def test_whoever_holds_a_seat_takes_no_other_one_with_its_code(world: World) -> None:
    """A browser has one token of a table: the new one would take the place of the old one, which nobody else has."""
    table = world.opened(MIXED)
    table.post("/seats", {"name": "Ada"}, token=table.tokens[0])
    invitation = {"name": "Ada again", "join_code": join_code(table, 1)}
    refused = table.post("/seats", invitation, token=table.tokens[0])
    assert (code(refused, 403), refused.json["seat"]) == ("other_seat", 0)
    assert not table.get().json["seats"][1]["taken"]
    token = table.post("/seats", invitation).json["token"]
    assert code(table.post("/seats", invitation, token=token), 409) == "seat_taken"


def test_a_seat_that_is_not_open_needs_its_token_or_code(world: World) -> None:
    """A wish for it is refused."""
    table = world.opened(MIXED)
    assert code(table.post("/seats", {"name": "Eve", "seat": 0}), 403) == "no_seat"
    assert code(table.post("/seats", {"name": "Eve", "seat": 1}), 403) == "no_seat"
    assert code(table.post("/seats", {"name": "Eve", "seat": 1}, token=table.tokens[0]), 403) == "no_seat"
    assert code(table.post("/seats", {"name": "Eve", "seat": 9}), 409) == "no_such_seat"


def test_taken_seats_and_full_tables_refuse(world: World) -> None:
    """409 with the table's codes."""
    table = world.opened(MIXED)
    table.post("/seats", {"name": "Ada", "seat": 2})
    assert code(table.post("/seats", {"name": "Bob", "seat": 2}), 409) == "seat_taken"
    table.post("/seats", {"name": "Bob", "seat": 3})
    assert code(table.post("/seats", {"name": "Cy"}), 409) == "no_open_seat"
    assert code(world.opened().post("/seats", {"name": "Cy"}), 409) == "no_open_seat"
    running = world.opened()
    assert code(running.post("/seats", {"name": "Cy", "seat": 0}, token=running.tokens[0]), 409) == "table_not_open"


def test_a_refused_join_leaves_no_name_behind(world: World) -> None:
    """Names are kept for whoever sits."""
    world.opened().post("/seats", {"name": "Nobody"})
    with world.store._database.reading() as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM people").fetchall()}
    assert names == {"Ada", "Bob"}


def test_an_erased_name_is_gone_and_the_record_holds(world: World) -> None:
    """One row deleted; entries never held the name."""
    table = world.opened()
    player = table.get().json["seats"][1]["player"]
    world.store.people.erase(player)
    assert [seat["name"] for seat in table.get().json["seats"]] == ["Ada", None]
    assert "Bob" not in table.get("/record").text
    assert table.get("/verification").json["failed"] is False


def test_a_repeated_join_gives_the_same_answer(world: World) -> None:
    """Though the game goes on; one person, one entry."""
    table = world.opened([{"kind": "token", "name": "Ada"}, {"kind": "open"}])
    first = table.post("/seats", {"name": "Bob"}, headers=KEYED)
    table.act(0, "end_turn")
    again = table.post("/seats", {"name": "Bob"}, headers=KEYED)
    assert (again.status_code, again.json) == (201, first.json)
    assert first.json["table"]["status"] == "running"
    assert code(table.post("/seats", {"name": "Eve"}, headers=KEYED), 422) == "idempotency_key_reused"
    assert code(table.post("/seats", {"name": "Eve"}, headers={"Idempotency-Key": "short"}), 400) == "bad_header"


def test_a_repeated_join_by_token_or_code(world: World) -> None:
    """The token is the one that acts."""
    table = world.opened(MIXED)
    for sent, token in (({"name": "Ada"}, table.tokens[0]), ({"name": "Bob", "join_code": join_code(table, 1)}, None)):
        first = table.post("/seats", sent, token=token, headers=KEYED)
        assert table.post("/seats", sent, token=token, headers=KEYED).json == first.json


def test_a_repeated_join_after_a_rotation_gives_no_valid_token(world: World) -> None:
    """The answer is the old one; whoever lost the seat does not get it back by repeating."""
    table = world.opened([{"kind": "token", "name": "Ada"}, {"kind": "open"}])
    first = table.post("/seats", {"name": "Bob"}, headers=KEYED)
    table.post("/seats/1/token", token=table.opener)
    again = table.post("/seats", {"name": "Bob"}, headers=KEYED)
    assert again.json["token"] == first.json["token"]
    assert code(table.get("/view", token=again.json["token"]), 401) == "bad_credentials"


def test_leaving_frees_the_seat_for_the_next_one(world: World) -> None:
    """An open seat's old token is worthless, a join code works again, a token seat keeps its token."""
    table = world.opened(MIXED)
    opened = table.post("/seats", {"name": "Cy", "seat": 2}).json["token"]
    coded = table.post("/seats", {"name": "Bob", "join_code": join_code(table, 1)}).json["token"]
    table.post("/seats", {"name": "Ada"}, token=table.tokens[0])
    for seat, token in ((2, opened), (1, coded), (0, table.tokens[0])):
        answer = world.call("DELETE", f"{table.path}/seats/{seat}", token=token)
        assert answer.status_code == 200
        assert answer.json["seats"][seat]["taken"] is False
    assert code(table.get("/view", token=opened), 401) == "bad_credentials"
    assert code(table.get("/view", token=coded), 401) == "bad_credentials"
    assert [seat["joins"] for seat in table.get().json["seats"]] == ["token", "code", "open", "open"]
    assert table.post("/seats", {"name": "Ada"}, token=table.tokens[0]).json["seat"] == 0
    assert table.post("/seats", {"name": "Bob", "join_code": join_code(table, 1)}).json["seat"] == 1
    assert table.post("/seats", {"name": "Dee"}).json["seat"] == 2


def test_who_may_send_somebody_away(world: World) -> None:
    """The seat's own token, the opener, an operator; nobody else, and nobody once the game runs."""
    table = world.opened([{"kind": "token", "name": "Ada"}, {"kind": "bot"}, {"kind": "open"}])

    def leave(seat: int, token: str | None) -> Any:
        return world.call("DELETE", f"{table.path}/seats/{seat}", token=token)

    assert code(leave(0, None), 401) == "credentials_needed"
    assert code(leave(1, table.tokens[0]), 403) == "no_seat"
    assert code(leave(9, table.opener), 404) == "unknown_seat_number"
    assert code(leave(2, table.opener), 409) == "seat_not_taken"
    assert leave(1, table.opener).json["seats"][1] == {
        "seat": 1,
        "taken": False,
        "joins": "open",
        "name": None,
        "player": None,
        "bot": None,
    }
    assert leave(0, world.key("operator")).status_code == 200
    running = world.opened()
    answer = world.call("DELETE", f"{running.path}/seats/0", token=running.tokens[0])
    assert code(answer, 409) == "table_not_open"


def test_who_is_sent_away_keeps_no_token(world: World) -> None:
    """Else the next holder of a token seat would share seat and hand with the one before."""
    table = world.opened([{"kind": "token", "name": "Ada"}, {"kind": "open"}])
    old = table.tokens[0]
    assert world.call("DELETE", f"{table.path}/seats/0", token=table.opener).status_code == 200
    assert table.get().json["seats"][0]["joins"] == "token"
    assert code(table.post("/seats", {"name": "Ada"}, token=old), 401) == "bad_credentials"
    new = table.post("/seats/0/token", token=table.opener).json["token"]
    assert table.post("/seats", {"name": "Bea"}, token=new).json["seat"] == 0
    assert code(table.get("/view", token=old), 401) == "bad_credentials"


def test_the_opener_starts_on_the_word(world: World) -> None:
    """A repeat gives the same answer, though somebody has acted since."""
    table = world.opened(DUEL, start="word")
    assert code(table.post("/start"), 401) == "credentials_needed"
    assert code(table.post("/start", token=table.tokens[0]), 403) == "not_allowed"
    first = table.post("/start", token=table.opener, headers=KEYED)
    assert (first.status_code, first.json["status"]) == (200, "running")
    table.act(0, "end_turn")
    assert table.post("/start", token=table.opener, headers=KEYED).json == first.json
    assert code(table.post("/start", token=table.opener), 409) == "table_not_open"
    started = table.get("/entries?after=3&limit=1").json["entries"][0]["entry"]
    assert (started["kind"], started["by"]) == ("game_started", "opener")


def test_a_table_with_a_free_seat_is_not_started(world: World) -> None:
    """409 `seats_free`."""
    table = world.opened([{"kind": "token", "name": "Ada"}, {"kind": "open"}], start="word")
    assert code(table.post("/start", {}, token=table.opener), 409) == "seats_free"


def test_cancelling_opens_the_secrets(world: World) -> None:
    """Once, with a reason; what else there is to a running table stands in `test_cancelling`."""
    table = world.opened(DUEL, start="word")
    first = table.post("/cancel", {"reason": "emergency"}, token=table.opener, headers=KEYED)
    assert (first.json["status"], first.json["secrets_open"]) == ("abandoned", True)
    assert table.post("/cancel", {"reason": "emergency"}, token=table.opener, headers=KEYED).json == first.json
    assert code(table.post("/cancel", token=table.opener), 409) == "table_not_open"
    assert table.get("/result").json["outcome"] == {
        "places": [],
        "points": None,
        "ended_by": "abandoned",
        "reason": "emergency",
    }


def test_an_organiser_rules_over_its_own_tables_only(world: World) -> None:
    """By the key that opened them."""
    mine, other = world.key("organiser"), world.key("organiser")
    table = world.opened(DUEL, start="word", token=mine)
    assert code(table.post("/start", token=other), 403) == "not_allowed"
    assert code(table.post("/start", token=world.key("arbiter")), 403) == "not_allowed"
    assert code(table.post("/start", token=world.opened().opener), 403) == "not_allowed"
    assert table.post("/start", token=mine).status_code == 200


@pytest.mark.parametrize("ruler", ["opener", "organiser", "operator"])
def test_a_lost_token_is_given_anew(world: World, ruler: str) -> None:
    """The one before no longer acts."""
    keys = {"organiser": world.key("organiser"), "operator": world.key("operator")}
    table = world.opened(token=keys["organiser"])
    answer = table.post("/seats/0/token", token=table.opener if ruler == "opener" else keys[ruler])
    assert code(table.get("/actions", seat=0), 401) == "bad_credentials"
    table.tokens[0] = answer.json["token"]
    assert table.get("/actions", seat=0).json["awaited"]["seat"] == 0


def test_giving_a_token_anew_is_repeatable(world: World) -> None:
    """A repeat raises nothing, also after another rotation; the same key for another seat is refused."""
    table = world.opened()
    first = table.post("/seats/0/token", token=table.opener, headers=KEYED).json
    assert table.post("/seats/0/token", {}, token=table.opener).json != first
    assert table.post("/seats/0/token", token=table.opener, headers=KEYED).json == first
    answer = table.post("/seats/1/token", token=table.opener, headers=KEYED)
    assert code(answer, 422) == "idempotency_key_reused"


def test_a_token_given_anew_leaves_its_entry(world: World) -> None:
    """Whoever has it sees the hand: nobody takes over a seat, or looks at it, without a trace in the record."""
    table = world.opened(MIXED[1:])
    joined = [table.post("/seats", {"name": "Bob", "join_code": join_code(table, 0)}).json]
    joined += [table.post("/seats", {"name": name}).json for name in ("Cy", "Dee")]
    decision = table.get("/actions", token=joined[0]["token"]).headers["ETag"]
    n = world.store.head(table.id)
    new = table.post("/seats/0/token", token=table.opener, headers=KEYED).json["token"]
    assert table.post("/seats/0/token", token=table.opener, headers=KEYED).json["token"] == new
    (line,) = table.get(f"/entries?after={n}").json["entries"]
    entry = line["entry"]
    assert (entry["kind"], entry["by"], entry["seat"]) == ("seat_replaced", "opener", 0)
    assert entry["player"] == joined[0]["player"]
    assert table.get("/actions", token=new).headers["ETag"] == decision
    assert table.get().json["seats"][0]["name"] == "Bob"
    assert not table.get("/verification").json["failed"]


def test_a_seat_that_nobody_has_taken_leaves_no_entry(world: World) -> None:
    """There is nothing to see yet."""
    table = world.opened(MIXED)
    assert table.post("/seats/0/token", token=table.opener).status_code == 200
    assert world.store.head(table.id) == 1


def test_after_the_end_no_token_is_given_anew(world: World) -> None:
    """Else the opener could look at the hands of a table whose secrets never open, or sit down at a rematch."""
    tables = [world.opened(secrets_open_at=opens) for opens in ("confirmed", "never")]
    ends = [table.act(1, "concede")["n"] for table in tables]
    for table in tables:
        assert code(table.post("/seats/1/token", token=table.opener), 409) == "table_over"
    assert [world.store.head(table.id) for table in tables] == ends


@pytest.mark.parametrize("first", ["start", "token"])
def test_a_key_that_did_one_thing_does_no_other(world: World, first: str) -> None:
    """Also across addresses, whichever came first."""
    table = world.opened(DUEL, start="word")
    paths = ["/start", "/seats/0/token"] if first == "start" else ["/seats/0/token", "/start"]
    assert table.post(paths[0], token=table.opener, headers=KEYED).status_code == 200
    assert code(table.post(paths[1], token=table.opener, headers=KEYED), 422) == "idempotency_key_reused"


def test_who_gives_tokens_and_for_which_seats(world: World) -> None:
    """Not the seats themselves; not for bots and seats that nobody has taken."""
    table = world.opened([{"kind": "token", "name": "Ada"}, {"kind": "bot"}, {"kind": "open"}, {"kind": "code"}])
    assert code(table.post("/seats/0/token"), 401) == "credentials_needed"
    assert code(table.post("/seats/0/token", token=table.tokens[0]), 403) == "not_allowed"
    for seat in (1, 2, 3):
        assert code(table.post(f"/seats/{seat}/token", token=table.opener), 409) == "seat_without_token"
    assert code(table.post("/seats/4/token", token=table.opener), 404) == "unknown_seat_number"
    table.post("/seats", {"name": "Cy", "join_code": join_code(table, 3)})
    assert table.post("/seats/3/token", token=table.opener).status_code == 200
    assert table.get().json["seats"][3]["joins"] == "code"


def test_a_seat_has_a_bounded_number_of_tokens(world: World) -> None:
    """Generations of one taking of a seat stay below the next one's."""
    table = world.opened()
    world.store.seats.put(table.id, 0, generation=ROTATIONS - 1, token="x")
    assert code(table.post("/seats/0/token", token=table.opener), 409) == "too_many_tokens"


def test_tokens_depend_on_the_server_key_table_seat_and_generation() -> None:
    """Nothing else makes one valid."""
    made = {
        seat_token(key, table, seat, generation)
        for key in (KEY, bytes(32))
        for table in ("a", "b")
        for seat in (0, 1)
        for generation in (1, 2)
    }
    made |= {opener_token(key, table) for key in (KEY, bytes(32)) for table in ("a", "b")}
    made |= {make_code(key, table, seat) for key in (KEY, bytes(32)) for table in ("a", "b") for seat in (0, 1)}
    assert len(made) == 16 + 4 + 8
