"""The short way and Flask's: every kind of request is answered byte for byte alike, whatever the game and the status.

Two services stand on copies of the same database, with the same time. One has Flask alone, the other asks the short
way first and passes on what that leaves.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from api.resources.plainly import Plain, Plainly
from api.service import EXTENSION
from domain.games import game, names
from domain.kernel.chance import QuickChance
from domain.kernel.codec import body_of_command
from domain.kernel.legal import sample
from domain.kernel.messages import tag_of
from domain.ledger.errors import UnavailableError
from domain.ledger.store import open_store
from tests.api.test_watching import figures
from tests.api.world import API, World

pytestmark = pytest.mark.long

ACTIONS = 24  # at each game's table
EVERY = 6  # actions between those that are also tried in every unusual way


class Sent(NamedTuple):
    """A request to act."""

    path: str
    text: bytes
    fields: Mapping[str, str]

    def but(self, text: bytes | None = None, path: str | None = None, **fields: str | None) -> Sent:
        """Return it with other header fields (`None` for none), another body or path."""
        named = {name.replace("_", "-"): value for name, value in fields.items()}
        merged = {**self.fields, **named}
        kept = {name: value for name, value in merged.items() if value is not None}
        return Sent(path or self.path, self.text if text is None else text, kept)


class Told(NamedTuple):
    """An answer, its header fields by small name; the name of a request aside, which differs each time."""

    status: int
    fields: Mapping[str, str]
    text: bytes


class Pair:
    """The two services."""

    def __init__(self, flask: World, short: World) -> None:
        self.flask = flask
        self.short = short
        self.plainly = Plainly(short.app.extensions[EXTENSION])
        self.seen: set[tuple[int, bool]] = set()  # statuses, and whether the short way answered

    def ask(self, sent: Sent) -> Told:
        """Send a request to both; their answers must be the same."""
        for world in (self.flask, self.short):
            world.clock.at += 7
        expected = asked(self.flask, sent, {})
        path, _, query = sent.path.partition("?")
        plain = self.plainly("POST", path, query, sent.fields, sent.text)
        if isinstance(plain, Plain):
            fields = dict(plain.fields)
            assert fields.pop("x-request-id")
            told = Told(200, {**fields, "content-length": str(len(plain.text))}, plain.text)
        else:
            told = asked(self.short, sent, plain)
        assert told == expected
        self.seen.add((told.status, isinstance(plain, Plain)))
        return told


def asked(world: World, sent: Sent, told: Mapping[str, Any]) -> Told:
    """Send a request to the application."""
    path, _, query = sent.path.partition("?")
    answer = world.app.test_client().post(
        path, data=sent.text, headers=dict(sent.fields), query_string=query, environ_overrides=dict(told)
    )
    fields = {name.lower(): value for name, value in answer.headers}
    assert fields.pop("x-request-id")
    return Told(answer.status_code, fields, answer.data)


@contextmanager
def pair(folder: Path, **settings: Any) -> Iterator[Pair]:
    """Put two services on copies of a database."""
    paths = [folder / f"{name}.db" for name in ("flask", "short")]
    for path in paths:
        shutil.copy(folder / "opened.db", path)
    stores = [open_store(str(path)) for path in paths]
    try:
        yield Pair(*[World(store, **settings) for store in stores])
    finally:
        for store in stores:
            store.close()


def opened(folder: Path, name: str) -> tuple[str, list[str], str]:
    """Open a table of a game; return its id, the tokens of its seats, and an operator's key."""
    store = open_store(str(folder / "opened.db"))
    world = World(store)
    plan = game(name).demonstrations[0]
    seats = [{"kind": "token", "name": f"P{seat}"} for seat in range(len(plan.bots))]
    said = world.post("/tables", {"game": name, "seats": seats, "options": plan.options}).json
    key = world.key("operator")
    store.close()
    return said["table"]["id"], [seat["token"] for seat in said["seats"]], key


def next_action(both: Pair, table: str, tokens: list[str], number: int) -> Sent | None:
    """Return a good action of an awaited seat."""
    now = both.flask.store.table(table)
    if not now.decisions or now.live is None:
        return None
    seat = min(now.decisions)
    command = sample(now.rules, now.live.state, seat, QuickChance(number))
    said = {"command": {"tag": tag_of(command), "body": body_of_command(command)}, "seen": now.book.n}
    fields = {
        "authorization": f"Bearer {tokens[seat]}",
        "content-type": "application/json",
        "if-match": f'"{now.decisions[seat].n}"',
        "idempotency-key": f"key-{number}",
    }
    return Sent(f"{API}/tables/{table}/actions", msgspec.json.encode(said), fields)


def unusual(sent: Sent, tokens: list[str], key: str) -> Iterator[tuple[int, Sent]]:
    """Yield the request in every way that is no plain action, with the status that answers it."""
    said = msgspec.json.decode(sent.text)
    token = sent.fields["authorization"]
    other = next((f"Bearer {one}" for one in tokens if f"Bearer {one}" != token), token)
    yield 200, sent.but(msgspec.json.encode({**said, "dry_run": True}))
    yield 400, sent.but(b"{")
    yield 400, sent.but(idempotency_key="a b")
    yield 401, sent.but(authorization=token[:-2] + "xx")
    yield 401, sent.but(authorization=None)
    yield 401, sent.but(authorization="Basic abc")
    yield 403, sent.but(authorization=f"Bearer {key}")
    yield 403, sent.but(matchledger_seat="99")
    yield 404, sent.but(path=sent.path.replace("/actions", "x/actions"))
    yield 404, sent.but(path=sent.path.replace("/tables/", "/tables/-"))
    yield 409, sent.but(authorization=other)
    yield 412, sent.but(if_match='"1"')
    yield 412, sent.but(if_match="nonsense")
    yield 412, sent.but(if_match=", ".join(f'"{number}"' for number in range(900_000, 900_099)))  # too long to be kept
    yield 413, sent.but(b" " * 70_000)
    yield 415, sent.but(content_type="text/plain")
    yield 422, sent.but(sent.text.replace(b'"tag":"', b'"tag":"x'))
    yield 422, sent.but(msgspec.json.encode({**said, "seen": 2**50}))
    yield 422, sent.but(msgspec.json.encode({**said, "more": 1}))
    yield 422, sent.but(path=f"{sent.path}?wait=1")
    yield 428, sent.but(if_match=None)


@pytest.mark.parametrize("name", names())
def test_both_ways_answer_alike(tmp_path: Path, name: str) -> None:
    table, tokens, key = opened(tmp_path, name)
    with pair(tmp_path) as both:
        for number in range(ACTIONS):
            sent = next_action(both, table, tokens, number)
            if sent is None:
                break
            if number % EVERY == 1:
                for status, other in unusual(sent, tokens, key):
                    assert both.ask(other).status == status or status == 409, other
            if number % EVERY == 2:  # any decision, any spelling
                sent = sent.but(if_match="*", authorization=sent.fields["authorization"].replace("Bearer ", "bearer  "))
            assert both.ask(sent).status == 200
            assert both.ask(sent).status == 200, "the first answer again"
            assert both.ask(sent.but(sent.text + b" ")).status == 422, "the key of another request"
        assert (200, True) in both.seen
        assert {status for status, _ in both.seen} >= {200, 400, 401, 403, 404, 412, 413, 415, 422, 428}
        assert both.flask.store.table(table).book.head == both.short.store.table(table).book.head
        tries = [world.store.attempts.count(table, None) for world in (both.flask, both.short)]
        assert tries[0] == tries[1]


def counted(world: World) -> dict[tuple[str, ...], float]:
    """Return every count of a service, times aside."""
    return {name: value for name, value in figures(world).items() if name[0].endswith("_total")}


def test_what_is_counted_is_counted_once(tmp_path: Path) -> None:
    """Whether the short way answers, passes on or is over the limit; the figures say so too."""
    table, tokens, _ = opened(tmp_path, "chanic_panic")
    with pair(tmp_path, limit_caller="6/minute", limit_address="9/minute") as both:
        sent = next_action(both, table, tokens, 0)
        assert sent is not None
        stale = sent.but(if_match='"1"', idempotency_key=None)
        statuses = [both.ask(one).status for one in (stale, sent, stale, sent, stale, sent, sent, sent)]
        assert statuses == [412, 200, 412, 200, 412, 200, 429, 429]
        told = [counted(world) for world in (both.flask, both.short)]
        assert told[0] == told[1]
        assert told[0]["matchledger_limited_total", "caller"] == 2


def test_a_store_that_fails_is_told_alike(tmp_path: Path) -> None:
    table, tokens, _ = opened(tmp_path, "chanic_panic")

    def failing(*_: Any, **__: Any) -> Any:
        raise UnavailableError("the disk is full")

    with pair(tmp_path) as both:
        sent = next_action(both, table, tokens, 0)
        assert sent is not None
        for world in (both.flask, both.short):
            setattr(world.store, "perform", failing)  # noqa: B010 - a method of this store only
        assert both.ask(sent).status == 503


def test_a_service_that_stops_begins_nothing_new(tmp_path: Path) -> None:
    """Whoever reads is still answered."""
    table, tokens, _ = opened(tmp_path, "chanic_panic")
    with pair(tmp_path) as both:
        sent = next_action(both, table, tokens, 0)
        assert sent is not None
        for world in (both.flask, both.short):
            world.store.release()
        told = both.ask(sent)
        assert (told.status, told.fields["retry-after"]) == (503, "1")
        assert both.flask.get(f"/tables/{table}").status_code == 200


@pytest.mark.parametrize(
    "settings",
    [{"public_url": "https://games.example"}, {"cors_origins": "https://a.example"}, {"limit_caller": "none"}],
)
def test_settings_hold_on_both_ways(tmp_path: Path, settings: dict[str, str]) -> None:
    table, tokens, _ = opened(tmp_path, "chanic_panic")
    with pair(tmp_path, **settings) as both:
        for number in range(3):
            sent = next_action(both, table, tokens, number)
            assert sent is not None
            assert both.ask(sent.but(origin="https://a.example")).status == 200
        assert both.seen == {(200, "cors_origins" not in settings)}


def test_a_log_of_every_request_has_every_request(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """At the level `debug` nothing takes the short way: Flask's writes the lines."""
    table, tokens, _ = opened(tmp_path, "chanic_panic")
    caplog.set_level(logging.DEBUG, logger="matchledger.requests")
    with pair(tmp_path) as both:
        sent = next_action(both, table, tokens, 0)
        assert sent is not None
        both.ask(sent)
        assert both.seen == {(200, False)}
