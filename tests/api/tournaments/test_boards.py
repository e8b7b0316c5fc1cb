"""Tournaments whose rounds are boards: all tables of a round are dealt the same, and closed until the last is over."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from api.requests.webhooks.writing import write_due
from domain.audit.checks import verify_bytes
from domain.ledger.api_keys import Scope
from domain.ledger.store import Store
from domain.record.canonical import b64
from domain.record.pauses import UNCLAIMED_MS
from domain.table.cases import Call, open_case
from domain.table.pausing import pause
from domain.table.rewinding import go_back
from replay.tournaments.reading import followed
from replay.tournaments.resting import check_tables
from tests.api.tournaments.cup import Cup
from tests.api.tournaments.receiver import URL
from tests.api.world import World, code

NDJSON = {"Accept": "application/x-ndjson"}
BOARDS: dict[str, Any] = {"game": "chanic_panic", "same_deal": True, "format": {"format": "swiss", "rounds": 1}}
ENTROPY = b64(bytes(range(32)))
OVERDUE_MS = UNCLAIMED_MS + 60_000


def tables(cup: Cup) -> list[str]:
    return [table["table"] for table in cup.get("/rounds/1").json["tables"]]


def begun(world: World, **said: Any) -> Cup:
    """Return a tournament of four bots in its first round."""
    cup = Cup(world, **{**BOARDS, "confirm_ms": 0, **said})
    cup.bots(4)
    cup.do("/start")
    cup.round(1)
    return cup


def are_open(cup: Cup) -> list[bool]:
    return [cup.world.store.table(table).book.secrets_open for table in tables(cup)]


def rule(cup: Cup, pairing: int, **more: Any) -> Any:
    """Give a table a result by the organiser's word, or another officer's."""
    return cup.do(f"/rounds/1/tables/{pairing}/result", {"places": [1, 2], "reason": "They left."}, **more)


class People:
    """Four people, each with a key, at the two tables of a board."""

    def __init__(self, world: World) -> None:
        self.cup = Cup(world, **BOARDS)
        self.keys: dict[str, str] = {}
        for link in self.cup.register("Ada", "Bob", "Cem", "Dee"):
            claimed = self.cup.do(f"/players/{link['player']}/claim", {"code": link["code"]}, token=None)
            self.keys[link["player"]] = claimed["key"]
        self.cup.do("/start")
        shape = self.cup.round(1)
        self.tables = [table["table"] for table in shape["tables"]]
        self.seated = [[one["player"] for one in table["players"]] for table in shape["tables"]]

    def sit(self, table: int, seat: int, key: str | None = None) -> Any:
        """Let somebody sit down by the code of its own seat, or with another one's key."""
        own = self.keys[self.seated[table][seat]]
        join = self.cup.get("/seat", token=own).json["join_code"]
        said = {"join_code": join, "entropy": ENTROPY}
        return self.cup.world.post(f"/tables/{self.tables[table]}/seats", said, token=key or own)


def test_nobody_plays_again_before_the_last_table_of_the_board_is_over(world: World) -> None:
    """Entry 1 of the rematch names the table before and its last entry, and a list tells everybody of both."""
    people = People(world)
    for table in (0, 1):
        for seat in (0, 1):
            assert people.sit(table, seat).status_code == 201
    for table in (0, 1):
        first, *_ = keys = [people.keys[player] for player in people.seated[table]]
        path = f"/tables/{people.tables[table]}"
        conceded = world.post(f"{path}/actions", {"command": {"tag": "concede"}}, token=first)
        assert conceded.status_code == 200, conceded.text
        for key in keys if table == 0 else ():
            assert code(world.post(f"{path}/rematch", {}, token=key), 409) == "rematch_not_yet"
            assert code(world.get(f"{path}/rematch", token=key), 409) == "rematch_not_yet"
        assert world.get("/tables").json["tables"] == []
    people.cup.play()
    people.cup.runner.look()
    keys = [people.keys[player] for player in people.seated[0]]
    asked = [world.post(f"/tables/{people.tables[0]}/rematch", {}, token=key) for key in keys]
    assert [answer.status_code for answer in asked] == [200, 200], asked[0].text
    assert asked[1].json["next"] is not None


def test_all_tables_are_dealt_from_the_secret_that_the_round_commits_to(world: World) -> None:
    cup = begun(world)
    assert cup.get().json["same_deal"] is True
    openings = [world.store.table(table).book.opened for table in tables(cup)]
    lines = [line["entry"] for line in cup.get("/feed").json["entries"]]
    (board,) = [entry["board"] for entry in lines if entry["kind"] == "round_started"]
    for opening in openings:
        assert (opening.protocol, opening.deal_id, opening.commitments.deal) == ("board/1", f"{cup.id}/1", board)
        assert opening.tournament is not None
        assert opening.tournament.board == 1
    assert openings[0].commitments.salt != openings[1].commitments.salt


@pytest.mark.long
def test_the_secrets_open_with_the_last_table_and_everything_verifies(world: World, tmp_path: Path) -> None:
    cup = begun(world)
    first = tables(cup)[0]
    assert are_open(cup) == [False, False]
    rule(cup, 1)
    cup.runner.look()
    assert (world.store.table(first).book.status, are_open(cup)) == ("abandoned", [False, False])
    assert code(world.get(f"/tables/{first}"), 404) == "unknown_table"
    cup.play()
    assert are_open(cup) == [True, True]
    assert world.get(f"/tables/{first}").json["visibility"] == "public"
    cup.do("/end")
    assert cup.get("/record", headers=NDJSON).data.count(b"secret_opened") == 0
    cup.runner.look()
    record = cup.get("/record", headers=NDJSON).data
    assert record.count(b"secret_opened") == 1
    for table in tables(cup):
        text = world.get(f"/tables/{table}/record", headers=NDJSON).data
        assert not verify_bytes(text).is_wrong
        (tmp_path / f"{table}.ndjson").write_bytes(text)
    assert check_tables(followed(record), str(tmp_path)).status == "passed"
    assert world.store.tournaments.rows.due() == ()


@pytest.mark.long
def test_who_is_killed_while_a_board_opens_goes_on_where_it_stood(world: World) -> None:
    cup = begun(world)
    honest, opened = Store.perform, []

    def once(store: Store, table: str, *asked: Any, **more: Any) -> Any:
        done = honest(store, table, *asked, **more)
        if done.table.book.secrets_open:
            opened.append(table)
            raise KeyboardInterrupt
        return done

    with patch.object(Store, "perform", once), pytest.raises(KeyboardInterrupt):
        cup.play()
    assert (len(opened), sorted(are_open(cup))) == (1, [False, True])
    cup.runner.look()
    assert are_open(cup) == [True, True]


@pytest.mark.long
def test_a_tournament_that_is_given_up_opens_nothing_while_a_table_plays_the_same_deal(world: World) -> None:
    cup = begun(world)
    rule(cup, 1)
    cup.do("/cancel", {"reason": "Rain."})
    cup.runner.look()
    assert are_open(cup) == [False, False]
    spectator = partial(cup.get, token=None)
    assert spectator().json["status"] == "running"
    assert b"result_counted" not in spectator("/record", headers=NDJSON).data
    cup.play()
    assert are_open(cup) == [True, True]
    assert spectator().json["status"] == "cancelled"
    assert b"secret_opened" in spectator("/record", headers=NDJSON).data


def test_secrets_may_wait_for_the_end_of_all(world: World) -> None:
    cup = begun(world, secrets_open_at="event_end")
    cup.play()
    cup.runner.look()
    assert are_open(cup) == [False, False]
    assert code(world.get(f"/tables/{tables(cup)[0]}"), 404) == "unknown_table"
    cup.do("/end")
    cup.runner.look()
    assert are_open(cup) == [True, True]


def test_nobody_but_officers_learns_of_a_result_while_others_play_the_same_deal(world: World) -> None:
    cup = begun(world)
    before = [world.get(cup.path + path).json for path in ("", "/rounds/1", "/standings", "/feed")]
    assert [table["status"] for table in before[1]["tables"]] == ["closed", "closed"]
    rule(cup, 1)
    assert [world.get(cup.path + path).json for path in ("", "/rounds/1", "/standings", "/feed")] == before
    seen = cup.get("/rounds/1").json["tables"][0]
    assert (seen["status"], [one["place"] for one in seen["players"]]) == ("abandoned", [1, 2])
    assert [one["points"] for one in seen["players"]] == [None, None], "nobody else has a place yet"
    cup.play()
    told = world.get(f"{cup.path}/rounds/1").json["tables"]
    assert sorted(one["points"] for table in told for one in table["players"]) in (
        ["0", "0", "1", "1"],
        ["1/2", "1/2", "1/2", "1/2"],
    )


def test_a_seat_sees_its_own_table_alone(world: World) -> None:
    people = People(world)
    for seat in (0, 1):
        assert people.sit(0, seat).status_code == 201
    key = people.keys[people.seated[0][0]]
    assert world.get(f"/tables/{people.tables[0]}", token=key).json["visibility"] == "private"
    assert code(world.get(f"/tables/{people.tables[1]}", token=key), 404) == "unknown_table"
    listed = world.get(f"/tables?series={people.cup.id}", token=key).json["tables"]
    assert [table["id"] for table in listed] == [people.tables[0]]
    assert [world.get(f"/tables?series={people.cup.id}", token=None).json["tables"]] == [[]]
    assert len(people.cup.world.get(f"/tables?series={people.cup.id}", token=people.cup.token).json["tables"]) == 2


def test_nobody_sits_at_two_tables_of_a_board(world: World) -> None:
    people = People(world)
    assert people.sit(0, 0).status_code == 201
    stranger = people.keys[people.seated[0][0]]
    assert code(people.sit(1, 0, key=stranger), 409) == "met_this_deal"
    assert people.sit(1, 0).status_code == 201


def test_nobody_casts_what_others_hold_too(world: World) -> None:
    people = People(world)
    for seat in (0, 1):
        people.sit(0, seat)
    asked = world.post(f"/tables/{people.tables[0]}/casters", {"name": "Eve", "seats": [0]}, token=people.cup.token)
    assert code(asked, 409) == "closed_board"


def test_a_table_that_got_a_new_order_is_compared_with_none(world: World) -> None:
    people = People(world)
    for table in (0, 1):
        for seat in (0, 1):
            people.sit(table, seat)
    now = world.store.table(people.tables[0])
    lives = {now.book.n: now.live}
    world.store.perform(
        now.id,
        lambda now: go_back(now, now.book.n, lives, at=now.book.at, by="operator", reason="mistake", order="reshuffle"),
    )
    for pairing in (1, 2):
        rule(people.cup, pairing)
    shape = people.cup.get("/rounds/1").json
    assert [[one["points"] for one in table["players"]] for table in shape["tables"]] == [["1/2"] * 2] * 2
    lines = [line["entry"] for line in people.cup.get("/feed").json["entries"]]
    assert [entry.get("redealt", False) for entry in lines if entry["kind"] == "result_counted"] == [True, False]


def test_an_arbiter_who_plays_sees_no_table_of_a_board_that_is_played(world: World) -> None:
    people = People(world)
    arbiter, other = (
        world.store.keys.add("arbiter", "", at=0, scope=Scope(player=player)).text
        for player in (world.store.people.add("Zoe").player, people.seated[0][0])
    )
    table = people.tables[1]
    assert world.get(f"/tables/{table}", token=arbiter).status_code == 200
    assert code(world.get(f"/tables/{table}", token=other), 404) == "unknown_table"
    rule(people.cup, 2)
    n = [world.get(people.cup.path, token=key).json["n"] for key in (arbiter, other)]
    assert n[0] == n[1] + 1


def test_an_organiser_who_plays_follows_no_table_of_a_board_that_is_played(world: World) -> None:
    people = People(world)
    for table in (0, 1):
        for seat in (0, 1):
            people.sit(table, seat)
    before = {entry["table"] for entry in world.get("/feed", token=people.cup.token).json["entries"]}
    assert before == {*people.tables}
    people.cup.plays_as(people.seated[0][0])
    heard = world.get("/feed", token=people.cup.token).json
    assert heard["entries"] == []
    for pairing in (1, 2):
        rule(people.cup, pairing, token=world.key("operator"))
    people.cup.runner.look()
    assert all(world.store.table(table).book.secrets_open for table in people.tables)
    assert {entry["table"] for entry in world.get("/feed", token=people.cup.token).json["entries"]} == before


def test_a_letter_about_a_case_where_others_play_the_same_deal_waits_for_them(world: World) -> None:
    """Letters tell what everybody may read, and who runs the tournament may sit at the other table."""
    people = People(world)
    for seat in (0, 1):
        people.sit(0, seat)
    people.cup.do("/webhooks", {"url": URL, "after": 99})
    table, at = people.tables[0], world.clock.at
    world.store.perform(table, lambda now: pause(now, "ruler", reason="break", at=at, by="operator"))
    world.store.perform(table, lambda now: open_case(now, "c-7", Call("1", "other"), at=at, by="seat:0"))
    world.clock.at += OVERDUE_MS
    assert write_due(world.store, world.clock.at) == 0
    for pairing in (1, 2):
        rule(people.cup, pairing)
    people.cup.runner.look()
    assert world.store.table(table).book.secrets_open
    letters = [write_due(world.store, world.clock.at) for _ in range(2)]
    assert letters[0] > 0
    told = world.store.tournaments.letters.find(people.cup.get("/webhooks").json["webhooks"][0]["id"], after=0, most=99)
    assert [one.about for one in told if one.type == "case.overdue"] == [f"case:{table}/c-7/{at + UNCLAIMED_MS}"]


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/rounds", {"round": 1}),
        ("/pause", {"reason": "Lunch."}),
    ],
)
def test_what_an_organiser_who_plays_has_written_tells_nothing_else(
    world: World, path: str, said: dict[str, Any]
) -> None:
    people = People(world)
    rule(people.cup, 2)
    people.cup.plays_as(people.seated[0][0])
    answer = people.cup.do(path, said)
    shown = people.cup.world.store.tournaments.get(people.cup.id).shown.book
    assert answer.get("n", shown.n) == shown.n
    tables = answer.get("tables", ()) if path.startswith("/rounds") else ()
    assert {table["status"] for table in tables} <= {"closed"}
    assert {one["place"] for table in tables for one in table["players"]} <= {None}


def test_an_organiser_who_plays_rules_on_no_result_while_others_play_the_same_deal(world: World) -> None:
    """Even that nothing changes would tell which result another table has; once the board is open it is theirs."""
    people = People(world)
    rule(people.cup, 2)
    people.cup.plays_as(people.seated[0][0])
    for pairing in (1, 2):
        for places in ([1, 2], [2, 1]):
            said = {"places": places, "reason": "Seats mixed up."}
            refused = people.cup.post(f"/rounds/1/tables/{pairing}/result", said)
            assert code(refused, 409) == "conflict_of_interest"
    rule(people.cup, 1, token=world.key("operator"))
    people.cup.runner.look()
    same = {"places": [1, 2], "reason": "They left."}
    assert code(people.cup.post("/rounds/1/tables/2/result", same), 409) == "nothing_changes"
    people.cup.do("/rounds/1/tables/2/result", {**same, "places": [2, 1]})


@pytest.mark.parametrize(("path", "status"), [("/pause", "paused"), ("/cancel", "cancelled")])
def test_the_list_says_of_a_tournament_what_its_own_page_says(world: World, path: str, status: str) -> None:
    """While a board is played only officers who do not play know that it is stopped; the filter goes by the same."""
    people = People(world)
    cup, key = people.cup, people.keys[people.seated[0][0]]
    cup.do(path, {"reason": "Rain."})

    def listed(token: str | None, asked: str = "") -> list[str]:
        return [row["status"] for row in world.get(f"/tournaments{asked}", token=token).json["tournaments"]]

    def same(token: str | None) -> str:
        (told,) = listed(token)
        assert cup.get(token=token).json["status"] == told
        assert [listed(token, f"?status={one}") for one in ("running", "paused", "cancelled")] == [
            [told] * (one == told) for one in ("running", "paused", "cancelled")
        ]
        return told

    by = (world.store.tournaments.get(cup.id).book.opened.by or "").removeprefix("organiser:")
    scopes = (Scope(organiser=by), Scope(player=people.seated[0][0]))
    scoped = [world.store.keys.add("arbiter", "", at=0, scope=scope).text for scope in scopes]
    officers = (cup.token, world.key("operator"), scoped[0])
    assert {same(token) for token in officers} == {status}
    assert {same(token) for token in (None, key, world.key("organiser"), scoped[1])} == {"running"}
    cup.plays_as(people.seated[0][0])
    assert same(cup.token) == "running"
    if status == "paused":  # nobody rules on what is cancelled
        for pairing in (1, 2):
            rule(cup, pairing, token=world.key("operator"))
        cup.runner.look()
        assert {same(token) for token in (None, key, *officers)} == {"paused"}
