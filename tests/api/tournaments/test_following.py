"""The feed of a tournament, its stream, and tickets to it."""

from __future__ import annotations

import gzip
from threading import Thread
from typing import Any
from unittest.mock import patch

import msgspec

from domain.ledger.tournaments.streams import stream_of
from domain.tournament.log.book import Book
from tests.api.tournaments.cup import Cup
from tests.api.world import World, code

NDJSON, SSE = "application/x-ndjson", "text/event-stream"


def started(world: World, **said: Any) -> Cup:
    cup = Cup(world, **said)
    cup.register("Ada", "Bob")
    cup.do("/start")
    return cup


def lines(text: str) -> list[Any]:
    return [msgspec.json.decode(line) for line in text.splitlines()]


def test_the_feed_the_stream_and_the_record_are_the_same_lines(world: World) -> None:
    cup = started(world)
    record = lines(cup.get("/record").text)
    assert [line["entry"]["n"] for line in record] == [1, 2, 3, 4]
    assert cup.get("/feed").json["entries"] == record
    assert lines(cup.get("/feed", headers={"Accept": NDJSON}).text) == record
    told = lines(cup.get("/stream", headers={"Accept": NDJSON}).text)
    assert told[0] == {"note": {"event": "opened", "n": 4, "tournament": cup.id}}
    assert told[1:-1] == record
    assert told[-1] == {"note": {"event": "closed", "reason": "time"}}
    page = cup.get("/feed?after=1&limit=2").json
    assert (page["n"], page["last"], page["entries"]) == (3, 4, record[1:3])
    assert cup.get("/feed?after=9").json["entries"] == []


def test_a_stream_resumes_after_the_event_that_came_last(world: World) -> None:
    cup = started(world)
    events = cup.get("/stream", headers={"Accept": SSE, "Last-Event-ID": "3"}).text
    assert [line for line in events.splitlines() if line.startswith("id: ")] == ["id: 4"]
    for unknown in ("5", "x"):
        closed = cup.get("/stream", headers={"Accept": NDJSON, "Last-Event-ID": unknown}).text
        assert lines(closed)[-1]["note"]["reason"] == "unknown_cursor"
    cup.do("/cancel", {"reason": "Rain."})
    assert lines(cup.get("/stream?after=4", headers={"Accept": NDJSON}).text)[-1]["note"]["reason"] == "ended"


def test_a_stream_ends_where_the_database_has_lost_what_it_told() -> None:
    """It would wait in silence for other entries of these numbers."""
    world = World(longest_stream=600.0)
    cup = started(world)

    def lose(tournament: str, after: int, timeout: float) -> int:
        with world.store._database.writing() as connection:
            connection.execute("DROP TRIGGER entries_remain")
            connection.execute(
                "DELETE FROM stored_events WHERE originator_id = ? AND originator_version > 3", (stream_of(tournament),)
            )
        return 3

    with patch.object(world.store.tournaments, "wait", lose):
        told = lines(cup.get("/stream", headers={"Accept": NDJSON}).text)
    assert [line["entry"]["n"] for line in told if "entry" in line] == [1, 2, 3, 4]
    assert told[-1] == {"note": {"event": "closed", "n": 3, "reason": "unknown_cursor"}}


def test_standings_are_computed_once_for_everybody(world: World) -> None:
    """And anew after the next entry."""
    cup, computed, honest = started(world), [], Book.standings

    def counted(book: Book, lots: Any = None) -> Any:
        computed.append(book.n)
        return honest(book, lots)

    with patch.object(Book, "standings", counted):
        for token in (cup.token, None, None):
            assert len(cup.get("/standings", token=token).json["rows"]) == 2
        assert computed == [4]
        cup.do(f"/players/{cup.get('/players').json['players'][0]['player']}/withdraw")
        cup.get("/standings")
    assert computed == [4, 5]


def test_a_stream_ends_before_a_pairing_that_is_not_published(world: World) -> None:
    cup = started(world)
    cup.do("/rounds", {"round": 1, "publish": False})
    assert len(lines(cup.get("/stream", headers={"Accept": NDJSON}).text)) == 7
    assert len(lines(cup.get("/stream", headers={"Accept": NDJSON}, token=None).text)) == 6
    assert [line["entry"]["n"] for line in lines(cup.get("/record", token=None).text)] == [1, 2, 3, 4]
    cup.do("/rounds", {"round": 1})
    assert cup.get("/feed", token=None).json["last"] == 6


def test_a_ticket_stands_for_its_credentials_once(world: World) -> None:
    cup = started(world, visibility="private")
    ticket = cup.do("/ticket")["ticket"]
    asked = {"headers": {"Accept": NDJSON}, "token": None}
    assert code(cup.get("/stream", token=None), 404) == "unknown_tournament"
    assert len(lines(cup.get(f"/stream?ticket={ticket}", **asked).text)) == 6
    assert code(cup.get(f"/stream?ticket={ticket}", **asked), 401) == "bad_credentials"


def test_who_waits_is_answered_by_the_next_entry(world: World) -> None:
    cup = Cup(world)
    heard: list[Any] = []
    waiting = Thread(target=lambda: heard.append(cup.get("/feed?after=1&wait=30").json))
    waiting.start()
    cup.register("Ada")
    waiting.join()
    assert heard[0]["n"] == 2
    assert cup.get("/feed?after=1&wait=30").json["n"] == 2
    assert code(world.get(f"{cup.path}/feed?wait=31"), 422) == "invalid_query"


def test_long_lists_are_compressed_for_whoever_reads_that(world: World) -> None:
    cup = Cup(world)
    cup.register(*[f"Player {number}" for number in range(40)])
    cup.do("/start")
    cup.do("/rounds", {"round": 1})
    for path in ("/players", "/rounds", "/rounds/1", "/standings"):
        plain, packed = cup.get(path), cup.get(path, headers={"Accept-Encoding": "gzip"})
        assert "Content-Encoding" not in plain.headers
        assert packed.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.data) == plain.data
        assert len(packed.data) < len(plain.data) / 3
