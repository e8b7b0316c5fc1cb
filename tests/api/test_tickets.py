"""Tickets to streams: for browsers, which send no credentials with an `EventSource`."""

from __future__ import annotations

import pytest

from domain.ledger.tickets import LASTS_MS
from tests.api.streams import Stream, closing, entries_of, happen
from tests.api.world import Opened, World, code


@pytest.fixture
def world() -> World:
    return World(longest_stream=600.0, cors_origins="https://club.example")


def ticket(table: Opened, token: str | None) -> str:
    """Ask for a ticket with credentials."""
    answer = table.post("/ticket", token=token)
    assert answer.status_code == 201, answer.text
    return str(answer.json["ticket"])


@pytest.mark.parametrize("who", ["a seat", "the opener", "a player", "an operator", "nobody"])
def test_a_ticket_reads_as_whoever_asked_for_it(world: World, monkeypatch: pytest.MonkeyPatch, who: str) -> None:
    """Once."""
    ada = world.player("Ada")
    table = world.opened([{"kind": "token", "name": "Bob"}, {"kind": "open"}])
    world.post(f"{table.path}/seats", {"seat": 1}, token=ada.token)
    tokens = {"a seat": table.tokens[0], "the opener": table.opener, "a player": ada.token, "nobody": None}
    text = ticket(table, world.key("operator") if who == "an operator" else tokens[who])
    happen(world, monkeypatch)
    events = list(Stream(world, f"{table.path}/stream?ticket={text}"))
    assert events[0].said["viewer"] == {"a seat": "seat:0", "a player": "seat:1"}.get(who, "spectator")
    assert len(entries_of(events)) == world.store.head(table.id)
    assert code(table.get(f"/stream?ticket={text}"), 401) == "bad_credentials"


def test_a_ticket_is_for_one_stream_and_half_a_minute(world: World) -> None:
    """And for no other request."""
    table, other = world.opened(), world.opened()
    text = ticket(table, table.tokens[0])
    assert code(other.get(f"/stream?ticket={text}"), 401) == "bad_credentials"
    assert code(table.get(f"/view?ticket={text}"), 422) == "invalid_query"
    assert code(table.get("/view", token=text), 401) == "bad_credentials"
    world.clock.at += LASTS_MS
    assert code(table.get(f"/stream?ticket={text}"), 401) == "bad_credentials"
    assert code(world.post("/tables/nowhere/ticket"), 404) == "unknown_table"


def test_a_ticket_is_worth_what_its_credentials_are(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Taken back before the stream, or during it."""
    table = world.opened()
    seat, key = ticket(table, table.tokens[1]), world.store.keys.add("operator", "", at=0)
    operator = ticket(table, key.text)
    table.post("/seats/1/token", {}, token=table.opener)
    assert code(table.get(f"/stream?ticket={seat}"), 401) == "bad_credentials"
    happen(world, monkeypatch, lambda: world.store.keys.revoke(key.key.id, at=world.clock.at))
    assert closing(list(Stream(world, f"{table.path}/stream?ticket={operator}"))) == {"reason": "bad_credentials"}


def test_a_page_of_another_origin_follows_a_table(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """If it is in the settings: credentials ask for the ticket, the stream comes without (Fetch, "CORS protocol")."""
    table = world.opened()
    for origin, allowed in (("https://club.example", "https://club.example"), ("https://evil.example", None)):
        headers = {"Origin": origin}
        answer = table.post("/ticket", token=table.tokens[0], headers=headers)
        assert answer.headers.get("Access-Control-Allow-Origin") == allowed
        with monkeypatch.context() as patch:
            happen(world, patch)
            stream = Stream(world, f"{table.path}/stream?ticket={answer.json['ticket']}", Origin=origin)
            assert stream.answer.headers.get("Access-Control-Allow-Origin") == allowed
            assert next(iter(stream)).said["viewer"] == "seat:0"
            stream.close()
