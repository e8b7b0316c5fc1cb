"""Two services on copies of one database, with the same time: one has Flask alone, the other the short way before it.

Whatever is asked of both must be answered byte for byte alike; what was never asked is not proved, so those who compare
say at the end which statuses and codes they have met.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias
from unittest.mock import patch

import msgspec

from api.limits import Limits
from api.resources.plainly import Plain, Plainly
from api.service import EXTENSION
from api.settings import COOKIE
from api.wire.problems import KINDS, REFUSED
from domain.games import game
from domain.kernel.chance import QuickChance
from domain.kernel.codec import body_of_command
from domain.kernel.legal import sample
from domain.kernel.messages import tag_of
from domain.ledger.errors import ConflictError, DamagedError, ReadOnlyError, UnavailableError
from domain.ledger.store import Store
from domain.table.play import refusal_of
from tests.api.world import API, Clock, World

ACTIONS = 24  # at each game's table
EVERY = 6  # actions between those that are also tried in every unusual way
LIMITED: Mapping[str, Any] = {"limit_caller": "2/minute", "limit_address": "1/minute"}
DAY = 24 * 60 * 60 * 1000  # milliseconds
STEP = 7  # milliseconds from one request to the next

# How an answer came about: by the short way, by Flask after the short way let its caller in or turned it away, by Flask
# alone.
How: TypeAlias = Literal["short", "after it", "flask"]
AFTER_IT = frozenset({200, 403, 404, 409, 412, 422, 428, 429, 500, 503})  # statuses that the short way comes as far as
ELSEWHERE = frozenset({"bad_request"})  # a body that breaks off never comes as far as the short way


class Sent(NamedTuple):
    """A request to act."""

    path: str
    text: bytes
    fields: Mapping[str, str]
    method: str = "POST"

    def but(
        self, text: bytes | None = None, path: str | None = None, method: str | None = None, **fields: str | None
    ) -> Sent:
        """Return it with other header fields (`None` for none), another body, path or method."""
        named = {name.replace("_", "-"): value for name, value in fields.items()}
        merged = {**self.fields, **named}
        kept = {name: value for name, value in merged.items() if value is not None}
        return Sent(path or self.path, self.text if text is None else text, kept, method or self.method)


class Told(NamedTuple):
    """An answer, its header fields by small name; the name of a request aside, which differs each time."""

    status: int
    fields: Mapping[str, str]
    text: bytes

    @property
    def code(self) -> str:
        """What kind of problem it is, if it is one."""
        is_problem = self.fields["content-type"].startswith("application/problem")
        return str(msgspec.json.decode(self.text)["code"]) if is_problem else ""


class Fault(NamedTuple):
    """A function of both stores that fails, and how."""

    function: str
    error: Exception


class Case(NamedTuple):
    """A request that is no plain action, the status and the code that answer it, and what fails meanwhile."""

    status: int
    code: str
    sent: Sent
    fault: Fault | None = None


class DifferentError(AssertionError):
    """The two ways have answered differently."""


class Pair:
    """The two services, over two stores that hold the same."""

    def __init__(
        self,
        flask: Store,
        short: Store,
        settings: Mapping[str, Any] = {},
        *,
        later: bool = False,
        before: Callable[[], object] = lambda: None,
    ) -> None:
        """Begin `later` where another pair has been; what `before` does comes before the short way is asked."""
        self._before = before
        self.clock = Clock()
        self.clock.at += DAY if later else 0  # time never goes back at a table
        self.flask, self.short = (self._world(store, settings) for store in (flask, short))
        self.plainly = Plainly(self.short.app.extensions[EXTENSION])
        self.seen: set[tuple[int, How]] = set()
        self.codes: set[tuple[int, str]] = set()

    @property
    def worlds(self) -> tuple[World, World]:
        """Both of them."""
        return self.flask, self.short

    def _world(self, store: Store, settings: Mapping[str, Any]) -> World:
        world = World(store, **settings)
        world.clock = self.clock
        here = world.app.extensions[EXTENSION]
        limits = Limits(world.settings, lambda: self.clock.at / 1000)
        world.app.extensions[EXTENSION] = replace(here, clock=self.clock, limits=limits)
        return world

    def ask(self, sent: Sent, fault: Fault | None = None) -> Told:
        """Send a request to both at the same time; raises `DifferentError` unless their answers are the same."""
        self.clock.at += STEP
        with failing(self.flask, fault):
            expected = asked(self.flask, sent, {})
        self._before()
        with failing(self.short, fault):
            told, how = self._asked_shortly(sent)
        if told != expected:
            raise DifferentError(f"{sent}\nFlask alone: {expected}\nthe short way, {how}: {told}")
        self.seen.add((told.status, how))
        self.codes.add((told.status, told.code))
        return told

    def _asked_shortly(self, sent: Sent) -> tuple[Told, How]:
        path, _, query = sent.path.partition("?")
        plain = self.plainly(sent.method, path, query, sent.fields, sent.text)
        if isinstance(plain, Plain):
            fields = dict(plain.fields)
            assert fields.pop("x-request-id")
            return Told(200, {**fields, "content-length": str(len(plain.text))}, plain.text), "short"
        return asked(self.short, sent, plain), "after it" if plain else "flask"

    def try_case(self, case: Case) -> Told:
        """Send the request of a case to both; the answer is the one that is expected of it."""
        told = self.ask(case.sent, case.fault)
        assert (told.status, told.code) == (case.status, case.code), (case, told)
        return told


def failing(world: World, fault: Fault | None) -> AbstractContextManager[object]:
    """Let a function of the store fail while the block runs."""
    return nullcontext() if fault is None else patch.object(world.store, fault.function, side_effect=fault.error)


def asked(world: World, sent: Sent, told: Mapping[str, Any]) -> Told:
    """Send a request to the application."""
    path, _, query = sent.path.partition("?")
    answer = world.app.test_client(use_cookies=False).open(
        path,
        method=sent.method,
        data=sent.text,
        headers=dict(sent.fields),
        query_string=query,
        environ_overrides=dict(told),
    )
    fields = {name.lower(): value for name, value in answer.headers}
    assert fields.pop("x-request-id")
    return Told(answer.status_code, fields, answer.data)


class Seated(NamedTuple):
    """A table that two stores have: its id, what its seats act with, and an operator's key."""

    table: str
    tokens: Sequence[str]
    key: str


def seated(world: World, name: str) -> Seated:
    """Open a table of a game; a player with a key of its own sits at seat 0, tokens hold the others."""
    plan = game(name).demonstrations[0]
    seats = [{"kind": "open"}, *[{"kind": "token", "name": f"P{seat}"} for seat in range(1, len(plan.bots))]]
    said = world.post("/tables", {"game": name, "seats": seats, "options": plan.options}).json
    table, player = said["table"]["id"], world.player("Ada")
    assert world.post(f"/tables/{table}/seats", {}, token=player.token).status_code == 201
    return Seated(table, [player.token, *[seat["token"] for seat in said["seats"][1:]]], world.key("operator"))


def next_action(both: Pair, at: Seated, number: int) -> Sent | None:
    """Return a good action of an awaited seat, if there is one."""
    now = both.flask.store.table(at.table)
    if not now.decisions or now.live is None:
        return None
    seat = min(now.decisions)
    command = sample(now.rules, now.live.state, seat, QuickChance(number))
    said = {"command": {"tag": tag_of(command), "body": body_of_command(command)}, "seen": now.book.n}
    fields = {
        "authorization": f"Bearer {at.tokens[seat]}",
        "content-type": "application/json",
        "if-match": f'"{now.decisions[seat].n}"',
        "idempotency-key": f"key-{number}",
    }
    return Sent(f"{API}/tables/{at.table}/actions", msgspec.json.encode(said), fields)


def refused(both: Pair, at: Seated, sent: Sent, number: int) -> Iterator[Case]:
    """Yield the action as other seats would send it, where the rules refuse it to them."""
    now = both.flask.store.table(at.table)
    assert now.live is not None
    command = sample(now.rules, now.live.state, min(now.decisions), QuickChance(number))
    for seat, token in enumerate(at.tokens):
        refusal = refusal_of(now, seat, command)
        if refusal is not None:
            theirs = sent.but(authorization=f"Bearer {token}", if_match="*", idempotency_key=None)
            yield Case(REFUSED[refusal.category], refusal.code, theirs)


def unusual(sent: Sent, at: Seated) -> Iterator[Case]:
    """Yield the request in every way that is no plain action."""
    said = msgspec.json.decode(sent.text)
    token = sent.fields["authorization"]
    cookie = sent.but(authorization=None, cookie=f"{COOKIE}={token.removeprefix('Bearer ')}")
    long = ", ".join(f'"{number}"' for number in range(900_000, 900_099))  # too long to be kept
    yield Case(200, "", sent.but(msgspec.json.encode({**said, "dry_run": True})))
    yield Case(200, "", sent.but(b"", method="GET"))
    yield Case(400, "malformed_json", sent.but(b"{"))
    yield Case(400, "bad_header", sent.but(idempotency_key="a b"))
    yield Case(401, "bad_credentials", sent.but(authorization=token[:-2] + "xx"))
    yield Case(401, "credentials_needed", sent.but(authorization=None))
    yield Case(401, "bad_credentials", sent.but(authorization="Basic abc"))
    yield Case(403, "no_seat", sent.but(authorization=f"Bearer {at.key}"))
    yield Case(403, "other_seat", sent.but(matchledger_seat="99"))
    yield Case(403, "wrong_origin", cookie.but(origin="https://elsewhere.example"))
    yield Case(404, "unknown_table", sent.but(path=sent.path.replace("/actions", "x/actions")))
    yield Case(404, "unknown_table", sent.but(path=sent.path.replace("/tables/", "/tables/-")))
    yield Case(404, "not_found", sent.but(path=f"{sent.path}/"))
    yield Case(405, "method_not_allowed", sent.but(method="PUT"))
    yield Case(412, "stale_decision", sent.but(if_match='"1"'))
    yield Case(412, "stale_decision", sent.but(if_match="nonsense"))
    yield Case(412, "stale_decision", sent.but(if_match=long))
    yield Case(413, "too_large", sent.but(b" " * 70_000))
    yield Case(415, "unsupported_media_type", sent.but(content_type="text/plain"))
    yield Case(422, "invalid_command", sent.but(sent.text.replace(b'"tag":"', b'"tag":"x')))
    yield Case(422, "invalid_body", sent.but(msgspec.json.encode({**said, "seen": 2**50})))
    yield Case(422, "invalid_body", sent.but(msgspec.json.encode({**said, "more": 1})))
    yield Case(422, "invalid_query", sent.but(path=f"{sent.path}?wait=1"))
    yield Case(428, "precondition_needed", sent.but(if_match=None))


def faulty(sent: Sent, at: Seated) -> Iterator[Case]:
    """Yield the request while a store fails in each of its ways, before and while it is done."""
    errors = (
        ("write_conflict", ConflictError(at.table, 8)),
        ("imported_table", ReadOnlyError(at.table)),
        ("damaged_table", DamagedError(at.table, 2, "its hash is another")),
        ("internal_error", LookupError("nobody thought of this")),
        ("unavailable", UnavailableError("the disk is full")),
    )
    for function in ("table", "perform"):
        for code, error in errors:
            yield Case(KINDS[code].status, code, sent, Fault(function, error))


def compare(both: Pair, at: Seated, *, actions: int = ACTIONS) -> None:
    """Play at a table by both ways; every few actions each is also sent in every unusual way."""
    for number in range(actions):
        sent = next_action(both, at, number)
        if sent is None:
            break
        for case in refused(both, at, sent, number):
            both.try_case(case)
        if number % EVERY == 1:
            for case in (*unusual(sent, at), *faulty(sent, at)):
                both.try_case(case)
        if number % EVERY == 2:  # any decision, any spelling
            sent = sent.but(if_match="*", authorization=sent.fields["authorization"].replace("Bearer ", "bearer  "))
        both.try_case(Case(200, "", sent))
        both.try_case(Case(200, "", sent))  # the first answer again
        both.try_case(Case(422, "idempotency_key_reused", sent.but(sent.text + b" ")))
    assert left(both.flask, at.table) == left(both.short, at.table)


def compare_limits(both: Pair, at: Seated) -> None:
    """Use up what a caller may ask, two requests, and what an address may, one."""
    sent = any_request(at)
    for _ in range(2):
        assert both.ask(sent).status != 429
    both.try_case(Case(429, "too_many_requests", sent))
    both.try_case(Case(401, "credentials_needed", sent.but(authorization=None)))
    both.try_case(Case(429, "too_many_requests", sent.but(authorization=None)))


def compare_stop(both: Pair, at: Seated) -> Told:
    """Stop both services, and go on after; whoever would begin something meanwhile is sent away."""
    for world in both.worlds:
        world.store.release()
    told = both.try_case(Case(503, "unavailable", any_request(at)))
    for world in both.worlds:
        world.serve_again()
    return told


def any_request(at: Seated) -> Sent:
    """Return a request of a seat's own, whether the game goes on or not."""
    fields = {"authorization": f"Bearer {at.tokens[0]}", "content-type": "application/json"}
    return Sent(f"{API}/tables/{at.table}/actions", b'{"command":{"tag":"concede"},"seen":9007199254740991}', fields)


def left(world: World, table: str) -> tuple[Any, ...]:
    """Return what requests have left in a store: the table's entries, and what was tried at it."""
    return tuple(world.store.entries(table)), world.store.attempts.of(table)


@cache
def documented() -> frozenset[tuple[int, str]]:
    """Return the statuses and codes that the document promises of the route; the rules' own codes are `refusal`."""
    shape = World().get("/openapi.json").json["paths"][f"{API}/tables/{{table}}/actions"]["post"]
    return frozenset(
        (int(status), code if code in KINDS else "refusal")
        for status, reply in shape["responses"].items()
        if int(status) >= 400
        for code in reply["description"].split("; ")
        if code not in ELSEWHERE
    )


def check_all_were_met(both: Sequence[Pair]) -> None:
    """Fail unless every status and code of the document, and each way to an answer, was compared."""
    seen = {one for pair in both for one in pair.seen}
    codes = {(status, code if not code or code in KINDS else "refusal") for pair in both for status, code in pair.codes}
    unmet = documented() - {(403, "refusal")} - codes  # no rule refuses an action for who asks: `no_seat` comes before
    assert not unmet, f"never compared: {sorted(unmet)}"
    assert {(200, "short"), (200, "after it"), (200, "flask")} <= seen
    not_passed_on = AFTER_IT - {status for status, how in seen if how == "after it"}
    assert not not_passed_on, f"never passed on by the short way: {sorted(not_passed_on)}"
