"""The list of tables: who finds what, filters, pages."""

from __future__ import annotations

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
    """Seats and taken seats, times in RFC 3339."""
    table = world.opened([{"kind": "token", "name": "Ada"}, {"kind": "open"}], label="Lobby")
    world.clock.at += 1_500
    table.post("/seats", {"name": "Bob"})
    (row,) = world.get("/tables").json["tables"]
    assert row == {
        "id": table.id,
        "game": "chanic_panic",
        "status": "running",
        "visibility": "public",
        "label": "Lobby",
        "external_id": None,
        "seats": 2,
        "taken": 2,
        "opened_at": "2027-01-15T08:00:00.000Z",
        "changed_at": "2027-01-15T08:00:01.500Z",
    }


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
