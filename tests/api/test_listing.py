"""The list of tables: who finds what, filters, pages."""

from __future__ import annotations

import itertools
import sqlite3

import pytest

from domain.ledger.api_keys import Scope
from replay.listing.rows import Wanted
from replay.listing.service import rows_of_service
from tests.api.world import DUEL, World, code


def ids(world: World, query: str = "", token: str | None = None) -> list[str]:
    answer = world.get(f"/tables{query}", token=token)
    assert answer.status_code == 200, answer.text
    return [table["id"] for table in answer.json["tables"]]


def test_each_caller_finds_what_it_may_find(world: World) -> None:
    """Public tables are listed for all; an organiser's key finds its own; operators and arbiters find all."""
    organiser, other = world.key("organiser"), world.key("organiser")
    public, unlisted, private = (
        world.opened(visibility=visibility, token=organiser).id for visibility in ("public", "unlisted", "private")
    )
    casual = world.opened(visibility="private")
    everything = [casual.id, private, unlisted, public]
    assert ids(world) == [public]
    assert ids(world, token=casual.tokens[0]) == [public]
    assert ids(world, token=other) == [public]
    assert ids(world, token=organiser) == [private, unlisted, public]
    assert ids(world, "?mine=true", token=organiser) == [private, unlisted, public]
    assert ids(world, "?mine=true", token=other) == []
    assert ids(world, token=world.key("operator")) == everything
    assert ids(world, token=world.key("arbiter")) == everything


def test_no_filter_finds_what_is_private(world: World) -> None:
    """Neither alone nor together, even for whoever knows what to ask for."""
    known = {"game": "chanic_panic", "label": "Final", "external_id": "x-1", "status": "running", "series": "cup"}
    private = world.opened(visibility="private", label="Final", external_id="x-1", series={"id": "cup", "number": 1})
    filters = [*known.items(), ("limit", "1")]
    for count in range(1, len(filters) + 1):
        for some in itertools.combinations(filters, count):
            asked = "&".join(f"{name}={value}" for name, value in some)
            assert ids(world, f"?{asked}") == []
    everything = "&".join(f"{name}={value}" for name, value in known.items())
    assert ids(world, f"?{everything}", token=world.key("operator")) == [private.id]


def test_only_keys_have_tables_of_their_own(world: World) -> None:
    """`mine` of somebody unknown, and of a seat."""
    assert code(world.get("/tables?mine=true"), 401) == "credentials_needed"
    assert code(world.get("/tables?mine=true", token=world.opened().tokens[0]), 403) == "not_allowed"


def test_filters(world: World) -> None:
    """By status, game, label, and the opener's own id."""
    running = world.opened(label="Final", external_id="x-1").id
    waiting = world.opened(DUEL, start="word", label="Heat").id
    assert ids(world, "?status=running") == [running]
    assert ids(world, "?status=open") == [waiting]
    assert ids(world, "?status=abandoned") == []
    assert ids(world, "?game=chanic_panic&label=Heat") == [waiting]
    assert ids(world, "?game=harbour") == []
    assert ids(world, "?external_id=x-1") == [running]


def test_a_row_says_what_a_lobby_shows(world: World) -> None:
    """Seats, who sits there, times in RFC 3339."""
    table = world.opened([{"kind": "token", "name": "Ada"}, {"kind": "open"}], label="Lobby")
    world.clock.at += 1_500
    table.post("/seats", {"name": "Bob"})
    (row,) = world.get("/tables").json["tables"]
    players = [seat["player"] for seat in table.get().json["seats"]]
    assert row == {
        "id": table.id,
        "game": "chanic_panic",
        "status": "running",
        "visibility": "public",
        "label": "Lobby",
        "external_id": None,
        "n": table.get().json["n"],
        "head": table.get().json["head"],
        "seats": 2,
        "taken": 2,
        "players": [
            {"seat": 0, "name": "Ada", "player": players[0], "bot": None},
            {"seat": 1, "name": "Bob", "player": players[1], "bot": None},
        ],
        "series": None,
        "outcome": None,
        "imported": False,
        "paused": False,
        "opened_at": "2027-01-15T08:00:00.000Z",
        "changed_at": "2027-01-15T08:00:01.500Z",
    }


def test_a_row_says_how_a_table_ended(world: World) -> None:
    """As its result does, whether somebody won it or it was given up."""
    played, given_up = world.opened(), world.opened(DUEL, start="word")
    played.act(0, "concede")
    given_up.post("/cancel", {"reason": "emergency"}, token=given_up.opener)
    for row in world.get("/tables").json["tables"]:
        shown = world.get(f"/tables/{row['id']}")
        assert row["outcome"] == world.get(f"/tables/{row['id']}/result").json["outcome"] == shown.json["outcome"]
    assert [row["outcome"]["ended_by"] for row in world.get("/tables").json["tables"]] == ["abandoned", "concession"]


def test_a_row_says_who_plays_as_long_as_the_name_is_kept(world: World) -> None:
    """An erased name is gone from the list too; a bot is named as one; nobody sits on a free seat."""
    table = world.opened([{"kind": "open"}, {"kind": "token", "name": "Ada"}, {"kind": "bot", "bot": "sensible"}])
    (row,) = world.get("/tables").json["tables"]
    assert [(player["seat"], player["name"], player["bot"]) for player in row["players"]] == [
        (1, "Ada", None),
        (2, "sensible", "sensible"),
    ]
    world.store.people.erase(table.get().json["seats"][1]["player"])
    (row,) = world.get("/tables").json["tables"]
    assert [(player["seat"], player["name"]) for player in row["players"]] == [(1, None), (2, "sensible")]
    world.call("DELETE", f"{table.path}/seats/1", token=table.opener)
    (row,) = world.get("/tables").json["tables"]
    assert [player["seat"] for player in row["players"]] == [2]


def test_a_series_is_found_by_its_id(world: World) -> None:
    """Shown as its opener said it, at the table and in the list; private tables of it only to whom they are known."""
    organiser = world.key("organiser")
    first = world.opened(series={"id": "cup", "number": 1})
    previous = [first.id, first.get().json["head"]]
    second = world.opened(
        series={"id": "cup", "number": 2, "previous": previous}, visibility="private", token=organiser
    )
    world.opened(series={"id": "cup 2", "number": 1})
    world.opened()
    assert ids(world, "?series=cup") == [first.id]
    assert ids(world, "?series=cup", token=organiser) == [second.id, first.id]
    assert ids(world, "?series=cu") == []
    (row, _) = world.get("/tables?series=cup", token=organiser).json["tables"]
    assert row["series"] == {"id": "cup", "number": 2, "previous": previous}
    assert second.get(token=organiser).json["series"] == row["series"]
    assert first.get().json["series"] == {"id": "cup", "number": 1, "previous": None}


def test_a_page_costs_as_many_questions_as_a_row(world: World) -> None:
    """One for the rows, one for all names: a lobby is asked for often."""

    def questions() -> int:
        asked: list[str] = []
        with world.store._database.reading() as connection:
            assert isinstance(connection, sqlite3.Connection)
            connection.set_trace_callback(asked.append)
        assert world.get("/tables").status_code == 200
        with world.store._database.reading() as connection:
            assert isinstance(connection, sqlite3.Connection)
            connection.set_trace_callback(None)
        return len(asked)

    world.opened()
    alone = questions()
    for _ in range(20):
        world.opened([{"kind": "token", "name": "Ada"}, {"kind": "bot"}, {"kind": "bot"}])
    assert questions() == alone == 2


def test_pages_hold_every_table_once(world: World) -> None:
    """From the newest to the oldest, also when one is opened meanwhile."""
    opened = [world.opened().id for _ in range(5)]
    found: list[str] = []
    cursor = ""
    while True:
        page = world.get(f"/tables?limit=2{cursor}").json
        found += [table["id"] for table in page["tables"]]
        world.opened()
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"
    assert found == opened[::-1]


def test_a_cursor_of_somebody_else_is_refused(world: World) -> None:
    """Cursors are opaque."""
    assert code(world.get("/tables?cursor=nonsense"), 422) == "invalid_cursor"


def test_the_replay_tool_reads_the_list_that_this_service_gives(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names of people, bots, free seats and results stand in its rows."""
    waiting = world.opened(seats=[{"kind": "token", "name": "Ada"}, {"kind": "open"}])
    over = world.opened(seats=[{"kind": "token", "name": "Ben"}, {"kind": "bot", "bot": "random"}])
    over.act(0, "concede")
    monkeypatch.setattr(
        "replay.listing.service.fetch", lambda url, *_, **__: world.get(url.partition("/api/v1")[2]).data
    )
    rows = {row.table: row for row in rows_of_service("http://127.0.0.1", None, Wanted())}
    assert (rows[waiting.id].players, rows[waiting.id].bots) == (("Ada", None), (None, None))
    assert (rows[over.id].players, rows[over.id].bots) == (("Ben", "random"), (None, "random"))
    outcome = rows[over.id].outcome
    assert outcome is not None
    assert outcome.winners == (1,)


def test_a_cursor_tells_of_no_table_that_one_may_not_see(world: World) -> None:
    """A private table's id is no cursor but for whoever finds it in the list."""
    private = world.opened(visibility="private").id
    assert code(world.get(f"/tables?cursor={private}"), 422) == "invalid_cursor"
    assert code(world.get(f"/tables?cursor={private}", token=world.key("organiser")), 422) == "invalid_cursor"
    assert world.get(f"/tables?cursor={private}", token=world.key("operator")).status_code == 200
    player = world.store.keys.add("player", "p", at=0, scope=Scope(player="p1")).text
    assert code(world.get(f"/players/me/tables?cursor={private}", token=player), 422) == "invalid_cursor"
