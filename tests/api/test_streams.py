"""Following a table as it is played: as one viewer, byte for byte what that viewer reads later."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from api.requests import following, streaming
from api.service import UNKNOWN_WAITING_AT_MOST, WAITING_AT_MOST
from domain.ledger.errors import UnavailableError
from tests.api.server import Server
from tests.api.streams import NDJSON, Event, Stream, closing, entries_of, happen
from tests.api.world import Opened, World, code

ENDLESS = 600.0  # seconds: longer than any test


@pytest.fixture
def world() -> World:
    return World(longest_stream=ENDLESS)


def duel(world: World) -> Opened:
    return world.rigged("H1 H2")


def read_later(table: Opened, viewer: str, **more: Any) -> list[bytes]:
    """Return a viewer's lines as NDJSON gives them."""
    answer = table.get(f"/entries?viewer={viewer}", headers={"Accept": NDJSON}, **more)
    return answer.data.splitlines()


def reading(world: World, table: Opened, *, seat: int | None = None, query: str = "", **headers: str) -> list[Event]:
    """Read a stream to its end."""
    token = None if seat is None else table.tokens[seat]
    return list(Stream(world, f"{table.path}/stream{query}", token=token, **headers))


@pytest.mark.parametrize(("seat", "viewer"), [(None, "spectator"), (0, "seat:0"), (1, "seat:1")])
def test_what_arrives_live_is_what_the_viewer_reads_later(
    world: World, monkeypatch: pytest.MonkeyPatch, seat: int | None, viewer: str
) -> None:
    """Byte for byte, with the entry's number as the cursor."""
    table = duel(world)
    happen(world, monkeypatch, lambda: table.act(0, "end_turn"), lambda: table.act(1, "end_turn"))
    events = reading(world, table, seat=seat)
    assert events[0] == Event(None, "opened", events[0].text)
    assert events[0].said == {"table": table.id, "viewer": viewer, "n": 4}
    lines = read_later(table, viewer, **({} if seat is None else {"seat": seat}))
    assert entries_of(events) == lines
    assert [event.id for event in events if event.name == "message"] == [str(n) for n in range(1, 7)]
    assert closing(events) == {"reason": "stopping"}


def test_a_stream_begins_after_an_entry(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """`after`, or the header with which a browser resumes; the header goes before."""
    table = duel(world)
    happen(world, monkeypatch)
    lines = read_later(table, "spectator")
    assert entries_of(reading(world, table, query="?after=3")) == lines[3:]
    assert entries_of(reading(world, table, query="?after=1", Last_Event_ID="2")) == lines[2:]


@pytest.mark.parametrize("cursor", ["5", "99", "-1", "x", "9" * 30, "²"])
def test_an_unknown_cursor_is_said(world: World, cursor: str) -> None:
    """And where the table stands: the reader begins anew, or finds that it followed another table."""
    table = duel(world)
    events = reading(world, table, Last_Event_ID=cursor)
    assert [event.name for event in events] == ["opened", "closed"]
    assert closing(events) == {"reason": "unknown_cursor", "n": 4}


def test_a_cursor_past_the_end_of_what_a_database_has_lost_is_unknown(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a standby has taken over without the last entries: the reader would wait in silence for other ones."""
    table = duel(world)
    happen(world, monkeypatch, lambda: table.act(0, "end_turn"), lambda: lose(world, table.id, 4))
    events = reading(world, table)
    assert len(entries_of(events)) == 5
    assert closing(events) == {"reason": "unknown_cursor", "n": 4}


def lose(world: World, table: str, after: int) -> None:
    """Let the database lose the entries of a table after one, past the trigger that guards them."""
    with world.store._database.writing() as connection:
        connection.execute("DROP TRIGGER entries_remain")
        connection.execute(
            "DELETE FROM stored_events WHERE originator_id = ? AND originator_version > ?", (table, after)
        )
    world.store._hot.doubt(table)


def test_a_stream_never_changes_its_viewer(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once the secrets open, one's own viewer is `all`: the stream says so and ends, and all of it was the seat's."""
    table = duel(world)
    happen(world, monkeypatch, lambda: table.act(0, "concede"))
    events = reading(world, table, seat=1)
    assert entries_of(events) == read_later(table, "seat:1", seat=1)
    assert closing(events) == {"reason": "viewer_changed", "viewer": "all"}
    assert entries_of(reading(world, table, seat=1)) == read_later(table, "all")


def test_a_stream_of_a_named_viewer_ends_with_the_table(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """No entry comes after the secrets."""
    table = duel(world)
    happen(world, monkeypatch, lambda: table.act(0, "concede"))
    events = reading(world, table, seat=1, query="?viewer=spectator")
    assert entries_of(events) == read_later(table, "spectator")
    assert closing(events) == closing(reading(world, table)) == {"reason": "ended"}


@pytest.mark.parametrize("role", ["operator", "arbiter", "organiser", None])
@pytest.mark.parametrize("viewer", ["all", "seat:1"])
def test_nobody_follows_more_than_its_own(world: World, role: str | None, viewer: str) -> None:
    """Looking is an entry, and the entry would be news."""
    table = duel(world)
    token = None if role is None else world.key(role)
    assert code(table.get(f"/stream?viewer={viewer}", token=token), 403) == "not_live"
    assert world.store.head(table.id) == 4


def test_a_seat_follows_as_itself_only(world: World) -> None:
    table = duel(world)
    assert code(table.get("/stream?viewer=seat:0", seat=1), 403) == "not_live"
    assert code(table.get("/stream?viewer=seat:7", seat=1), 422) == "invalid_viewer"
    assert code(world.get("/tables/nowhere/stream"), 404) == "unknown_table"
    assert code(table.get("/stream", headers={"Accept": "text/html"}), 406) == "not_acceptable"


def test_lines_are_a_file_of_the_record(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Events are notes, which no reader of a record minds."""
    table = duel(world)
    happen(world, monkeypatch, lambda: table.act(0, "end_turn"))
    monkeypatch.setattr(streaming, "HEARTBEAT", 0.0)
    lines = table.get("/stream", headers={"Accept": NDJSON}).data.splitlines()
    assert lines[0] == b'{"note":{"event":"opened","n":4,"table":"%b","viewer":"spectator"}}' % table.id.encode()
    assert lines[-1] == b'{"note":{"event":"closed","reason":"stopping"}}'
    assert b'{"note":{"event":"heartbeat"}}' in lines
    assert [line for line in lines if b'{"note"' not in line] == read_later(table, "spectator")


def test_silence_is_broken(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """By an event, as no page hears a comment; it has no cursor, and nobody waits longer than until then."""
    table = duel(world)
    waited = happen(world, monkeypatch, lambda: None)
    pieces = b"".join(Stream(world, f"{table.path}/stream").answer.iter_encoded())
    assert b"heartbeat" not in pieces
    assert all(0 < seconds <= streaming.HEARTBEAT for seconds in waited)
    monkeypatch.setattr(streaming, "HEARTBEAT", 0.0)
    world = World(longest_stream=ENDLESS)
    table = duel(world)
    happen(world, monkeypatch, lambda: None)
    assert b"\n\nevent: heartbeat\ndata: {}\n\n" in b"".join(
        Stream(world, f"{table.path}/stream").answer.iter_encoded()
    )


def test_a_stream_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the time in the settings, with what is there."""
    world = World(longest_stream=0.0)
    table = duel(world)
    events = reading(world, table)
    assert entries_of(events) == read_later(table, "spectator")
    assert closing(events) == {"reason": "time"}


Ends = Callable[[World, Opened, str], object]
ENDS: dict[str, Ends] = {
    "revoked": lambda world, table, id: world.store.keys.revoke(id, at=world.clock.at),
    "rotated": lambda world, table, id: world.store.keys.rotate(id),
    "expired": lambda world, table, id: setattr(world.clock, "at", world.clock.at + 1_000),
}


@pytest.mark.parametrize("how", ENDS)
def test_a_stream_ends_with_its_key(world: World, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    """Nothing that was written afterwards arrives."""
    table = duel(world)
    made = world.store.keys.add("operator", "", at=0, expires=world.clock.at + 1_000)
    happen(world, monkeypatch, lambda: (ENDS[how](world, table, made.key.id), table.act(0, "end_turn")))
    events = list(Stream(world, f"{table.path}/stream", token=made.text))
    assert len(entries_of(events)) == 4
    assert closing(events) == {"reason": "bad_credentials"}


def test_a_stream_ends_with_its_seats_token(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Given anew: the entry that says so is not for the old one."""
    table = world.opened()
    happen(world, monkeypatch, lambda: table.post("/seats/1/token", {}, token=table.opener))
    events = reading(world, table, seat=1)
    assert closing(events) == {"reason": "bad_credentials"}
    assert len(entries_of(events)) == world.store.head(table.id) - 1


def test_a_stream_ends_when_its_player_leaves(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was the seat's; the player is a spectator now, or knows of no such table any more."""
    ada = world.player("Ada")
    for visibility, said in (
        ("public", {"reason": "viewer_changed", "viewer": "spectator"}),
        ("private", {"reason": "unknown_table"}),
    ):
        table = world.opened([{"kind": "code"}, {"kind": "open"}], visibility=visibility)
        code_ = table.answer["seats"][0]["join_code"]
        answer = table.post("/seats", {"join_code": code_}, token=ada.token)
        assert answer.status_code == 201, answer.text
        with monkeypatch.context() as patch:
            happen(world, patch, partial(world.call, "DELETE", f"{table.path}/seats/0", token=ada.token))
            events = list(Stream(world, f"{table.path}/stream", token=ada.token))
        assert events[0].said["viewer"] == "seat:0"
        assert closing(events) == said


def test_who_falls_behind_is_cut_off_and_resumes(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes late gets everything, piece by piece; whoever was there and took nothing is told to come back."""
    table = duel(world)
    monkeypatch.setattr(following, "PAGE", 2)
    monkeypatch.setattr(following, "BEHIND_AT_MOST", 3)

    def much() -> None:
        for turn in range(4):
            table.act(turn % 2, "end_turn")

    happen(world, monkeypatch, much)
    events = reading(world, table)
    assert closing(events) == {"reason": "behind", "n": 8}
    lines = read_later(table, "spectator")
    assert entries_of(events) == lines[:4]
    world.serve_again()
    assert entries_of(reading(world, table, Last_Event_ID="4")) == lines[4:]


def test_readers_of_one_kind_share_what_is_encoded(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once for each audience, however many read."""
    table = duel(world)
    asked = []
    honest = world.store.entries

    def entries(table: str, after: int = 0, upto: int | None = None) -> object:
        asked.append((after, upto))
        return honest(table, after, upto)

    monkeypatch.setattr(world.store, "entries", entries)
    happen(world, monkeypatch, lambda: table.act(0, "end_turn"), *[lambda: None] * 4)
    streams = [iter(Stream(world, f"{table.path}/stream?after=3")) for _ in range(5)]
    for stream in streams:
        assert [next(stream).name for _ in range(2)] == ["opened", "message"]
    assert [next(stream).id for stream in streams] == ["5"] * 5
    assert asked == [(3, 4), (4, 5)]


def test_a_stream_holds_a_place_until_its_reader_goes() -> None:
    """Of the caller's own, and of all; one that nobody has begun to read, too."""
    world = World(streams_each=1, longest_stream=ENDLESS)
    table = duel(world)
    first = Stream(world, f"{table.path}/stream", token=table.tokens[0])
    assert code(table.get("/stream", seat=0), 429) == "too_many_requests"
    Stream(world, f"{table.path}/stream", token=table.tokens[1]).close()
    first.close()
    again = Stream(world, f"{table.path}/stream", token=table.tokens[0])
    again.close()
    places = world.app.extensions["matchledger"].waiting
    assert places._free == {True: WAITING_AT_MOST, False: UNKNOWN_WAITING_AT_MOST}
    assert world.app.extensions["matchledger"].metrics.text().count(b"matchledger_streams 0.0") == 1


def test_there_are_so_many_places(world: World) -> None:
    """Strangers cannot take all of them."""
    table = duel(world)
    places = world.app.extensions["matchledger"].waiting
    places._free[False] = 0
    assert code(table.get("/stream"), 429) == "too_many_requests"
    Stream(world, f"{table.path}/stream", token=table.tokens[0]).close()


def test_a_failing_database_ends_a_stream(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """With an event; the log has the rest."""
    table = duel(world)

    def fail() -> None:
        def table(_: str) -> None:
            raise UnavailableError("gone")

        monkeypatch.setattr(world.store, "table", table)

    happen(world, monkeypatch, fail)
    assert closing(reading(world, table)) == {"reason": "unavailable"}
    assert "a stream failed" in caplog.text


@pytest.mark.long
def test_a_reader_who_is_gone_leaves_its_place(tmp_path: Path) -> None:
    """Under the server as it runs: the next entry that cannot be sent frees it; until then it counts."""
    with Server(tmp_path / "x.db", "--streams-each", "1") as server:
        opened = server.open("token", "token")
        path, tokens = f"/tables/{opened['table']['id']}", [seat["token"] for seat in opened["seats"]]
        with server.connection() as reader:
            reader.request("GET", f"/api/v1{path}/stream", headers={"Authorization": f"Bearer {tokens[0]}"})
            answer = reader.getresponse()
            assert answer.readline() == b"event: opened\n"
            assert server.call("GET", f"{path}/stream", token=tokens[0]).status == 429
        again = 429
        for turn in range(50):
            body = {"command": {"tag": "end_turn", "body": {}}}
            act = server.call("POST", f"{path}/actions", body, token=tokens[turn % 2], headers={"If-Match": "*"})
            assert act.status in (200, 409), act
            assert server.call("HEAD", f"{path}/stream", token=tokens[1]).status == 200
            again = server.call("HEAD", f"{path}/stream", token=tokens[0]).status
            if again == 200:
                break
        assert again == 200
