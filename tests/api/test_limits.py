"""How much one caller may ask for, and what the answers tell of it."""

from __future__ import annotations

from typing import Any

import pytest
from limits.errors import StorageError

from api.callers.proxies import Forwarded
from api.limits import Limits, SharedWindows, Windows
from api.running.heartbeats import Heartbeat
from api.settings import Settings
from domain.ledger.heartbeats import SILENT_MS
from tests.api.world import DUEL, KEY, Answer, World, code

CODED: list[dict[str, Any]] = [{"kind": "code"}, {"kind": "open"}]


class Time:
    """Seconds since 1970 that pass when they are told to."""

    def __init__(self) -> None:
        self.now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


def call(world: World, address: str, *, forwarded: str | None = None, token: str | None = None) -> Answer:
    """List the games from an address."""
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    client = world.app.test_client(use_cookies=False)
    return Answer(client.get("/api/v1/games", headers=headers, environ_base={"REMOTE_ADDR": address}))


def test_whoever_asks_too_often_is_told_when_to_come_back() -> None:
    """In the standard header fields; another address is another caller."""
    world = World(limit_address="3/hour")
    left = [call(world, "192.0.2.1").headers["RateLimit"].partition(";t=")[0] for _ in range(3)]
    assert left == [f'"address";r={n}' for n in (2, 1, 0)]
    answer = call(world, "192.0.2.1")
    assert code(answer, 429) == "too_many_requests"
    assert answer.headers["RateLimit-Policy"] == '"address";q=3;w=3600'
    assert 3500 < int(answer.headers["Retry-After"]) <= 3600
    assert call(world, "192.0.2.2").status_code == 200


def test_credentials_have_a_budget_of_their_own() -> None:
    """Wherever they come from; the budget of the address is not theirs, and operators have none."""
    world = World(limit_address="3/hour", limit_caller="2/hour", limit_opening="none")
    one, two = world.key("organiser"), world.key("organiser")
    assert [call(world, f"192.0.2.{n}", token=one).status_code for n in range(3)] == [200, 200, 429]
    assert call(world, "192.0.2.1", token=two).headers["RateLimit"].startswith('"caller";r=1')
    operator = world.key("operator")
    assert {call(world, "192.0.2.1", token=operator).status_code for _ in range(5)} == {200}
    assert call(world, "192.0.2.1").status_code == 200


def test_credentials_that_are_not_valid_count_for_their_address() -> None:
    world = World(limit_address="2/hour")
    statuses = [call(world, "192.0.2.1", token=f"mlk_x_{n}").status_code for n in range(3)]
    assert statuses == [401, 401, 429]


@pytest.mark.parametrize("path", ["/tables?limit=many", "/games?x", "/tables?limit=1&limit=2", "/nothing"])
def test_what_is_asked_wrongly_counts_as_well(path: str) -> None:
    world = World(limit_address="1/hour")
    client = world.app.test_client(use_cookies=False)
    first, second = (Answer(client.get(f"/api/v1{path}")) for _ in range(2))
    assert first.status_code in (404, 422)
    assert first.headers["RateLimit"].startswith('"address";r=0;')
    assert code(second, 429) == "too_many_requests"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8::1", "2001:db8::ffff", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("[2001:db8::1]", "2001:db8::2", True),
        ("unix", "unix", True),
    ],
)
def test_a_customer_is_one_caller(one: str, other: str, same: bool) -> None:
    """Of IPv6 the first 64 bits."""
    world = World(limit_address="1/hour")
    assert [call(world, address).status_code for address in (one, other)] == [200, 429 if same else 200]


@pytest.mark.parametrize(("proxies", "same"), [(0, True), (1, False)])
def test_only_trusted_proxies_say_where_a_request_comes_from(proxies: int, same: bool) -> None:
    """What a caller writes into the header before them counts for nothing."""
    world = World(limit_address="1/hour", trusted_proxies=proxies)
    assert call(world, "192.0.2.1", forwarded="6.6.6.6, 198.51.100.1").status_code == 200
    assert call(world, "192.0.2.1", forwarded="7.7.7.7, 198.51.100.1").status_code == 429
    assert call(world, "192.0.2.1", forwarded="198.51.100.2").status_code == (429 if same else 200)


@pytest.mark.parametrize(
    "entry",
    ["198.51.100.1", "198.51.100.1:4711", '", 198.51.100.1', '6.6.6.6, "x, 198.51.100.1', '"a\\", , 198.51.100.1'],
)
def test_no_caller_hides_what_the_proxy_wrote(entry: str) -> None:
    """By a quote of its own, say, which would swallow the rest of the list; nor has each connection its own budget."""
    world = World(limit_address="1/hour", trusted_proxies=1)
    assert call(world, "192.0.2.1", forwarded="198.51.100.1").status_code == 200
    assert call(world, "192.0.2.1", forwarded=entry).status_code == 429


@pytest.mark.parametrize("entry", ["", "unknown", "6.6.6.6, _hidden", "\xff", "6.6.6.6,"])
def test_an_address_that_cannot_be_read_counts_for_the_proxy(entry: str) -> None:
    world = World(limit_address="1/hour", trusted_proxies=1)
    assert call(world, "192.0.2.1").status_code == 200
    assert call(world, "192.0.2.1", forwarded=entry).status_code == 429


@pytest.mark.parametrize(("entry", "other"), [("[2001:db8::1]:443", "2001:db8::2"), ("fe80::1%eth0", "fe80::2")])
def test_addresses_of_ipv6_are_read_in_each_of_their_forms(entry: str, other: str) -> None:
    world = World(limit_address="1/hour", trusted_proxies=2)
    assert call(world, "192.0.2.1", forwarded=f"{entry}, 192.0.2.7").status_code == 200
    assert call(world, "192.0.2.1", forwarded=f"6.6.6.6, {other}, 192.0.2.8").status_code == 429


@pytest.mark.parametrize(
    ("said", "proxies", "scheme"),
    [
        ("https", 1, "https"),
        ("http, HTTPS", 1, "https"),
        ("https, http", 2, "https"),
        ("gopher", 1, "http"),
        ("", 1, "http"),
    ],
)
def test_trusted_proxies_say_by_which_scheme(said: str, proxies: int, scheme: str) -> None:
    """Only the two that a browser speaks to us."""
    heard: list[str] = []

    def app(environ: Any, _: Any) -> list[bytes]:
        heard.append(environ["wsgi.url_scheme"])
        return []

    Forwarded(app, proxies)({"wsgi.url_scheme": "http", "HTTP_X_FORWARDED_PROTO": said}, lambda *_: lambda _: None)
    assert heard == [scheme]


def test_only_so_many_tables_are_opened() -> None:
    """By an address, with whatever token, or by a player; organisers and operators open as many as they need."""
    world = World(limit_opening="2/hour")
    body = {"game": "chanic_panic", "seats": DUEL}
    opened = world.opened()
    for expected, token in ((201, opener := opened.opener), (429, opener), (429, None)):
        assert world.post("/tables", body, token=token).status_code == expected
    player = world.player("Ada").token
    assert [world.post("/tables", body, token=player).status_code for _ in range(3)] == [201, 201, 429]
    for role in ("organiser", "operator"):
        key = world.key(role)
        assert {world.post("/tables", body, token=key).status_code for _ in range(3)} == {201}


def test_join_codes_are_not_guessed() -> None:
    """Once too many were wrong even the right one waits; codes that fit cost nothing."""
    world = World(limit_guesses="2/hour")
    table = world.opened(CODED)
    right = table.answer["seats"][0]["join_code"]
    for _ in range(2):
        assert code(table.post("/seats", {"name": "Eve", "join_code": "0000000000"}), 403) == "wrong_join_code"
    assert code(table.post("/seats", {"name": "Eve", "join_code": right}), 429) == "too_many_requests"
    assert table.post("/seats", {"name": "Eve"}).status_code == 201
    assert table.post("/seats", {"join_code": right}, token=world.player("Ada").token).status_code == 201


@pytest.mark.parametrize("there", [False, True])
def test_guesses_at_a_private_table_and_at_none_cost_alike(there: bool) -> None:
    """Else it would be known by the answers which one is there."""
    world = World(limit_guesses="2/hour")
    table = world.opened(CODED, visibility="private").id if there else "0" * 20
    body = {"name": "Eve", "join_code": "0000000000"}
    answers = [world.post(f"/tables/{table}/seats", body).status_code for _ in range(3)]
    assert answers == [404, 404, 429]


def settings(**more: Any) -> Settings:
    return Settings(server_key=KEY, **more)


def test_a_window_ends() -> None:
    """It begins with the first request in it."""
    time = Time()
    limits = Limits(settings(limit_address="2/minute"), time)
    taken = []
    for passed in (0, 59, 0, 1, 0, 0):
        time.now += passed
        left = limits.take("address", "a")
        assert left is not None
        taken.append((left.left, left.reset, left.over))
    assert taken == [(1, 60, False), (0, 1, False), (0, 1, True), (1, 60, False), (0, 60, False), (0, 60, True)]


def test_processes_share_a_budget() -> None:
    """Each has its part, at least one request; a store that counts for all makes it whole."""
    for workers, store, quota in ((1, None, 7), (3, None, 2), (9, None, 1), (3, "memory://", 7)):
        left = Limits(settings(limit_address="7/minute", workers=workers, limit_store=store)).take("address", "a")
        assert left is not None
        assert left.quota == quota


def test_processes_of_several_services_share_a_budget() -> None:
    """All that serve the store now, as their heartbeats tell; those that have ended leave their part to the others."""
    world = World()
    limits = [Limits(settings(limit_address="12/minute")) for _ in range(3)]
    beating = [Heartbeat(world.store, world.clock, one.share) for one in limits]

    def quotas() -> list[int]:
        told = [one.take("address", "a") for one in limits]
        return [left.quota for left in told if left is not None]

    for _ in range(2):
        for each in beating:
            each.beat()
    assert quotas() == [4, 4, 4]
    world.clock.at += SILENT_MS
    for _ in range(2):
        for each in beating[:2]:
            each.beat()
    assert quotas() == [6, 6, 4]
    shared = Limits(settings(limit_address="12/minute", limit_store="memory://"))
    shared.share(3)
    left = shared.take("address", "a")
    assert left is not None
    assert left.quota == 12


def test_a_store_that_does_not_answer_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Better uncounted than unanswered."""
    limits = Limits(settings(limit_store="memory://", limit_address="1/minute"))
    assert isinstance(limits._counting, SharedWindows)

    def fails(*_: Any, **__: Any) -> int:
        raise StorageError(OSError("no route"))

    for name in ("incr", "get"):
        monkeypatch.setattr(limits._counting._storage, name, fails)
    assert limits.take("address", "a") is None
    assert limits.used_up("address", "a") is None


def test_made_up_callers_fill_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest windows go first."""
    monkeypatch.setattr("api.limits.KEYS_AT_MOST", 3)
    time = Time()
    windows = Windows(time)
    ends = [windows.counted(key, 60, 1) for key in "abcd"]
    assert [windows.counted(key, 60, 0) for key in "abcd"] == [(0, time.now), *ends[1:]]


def test_there_are_limits_unless_told_otherwise() -> None:
    limits = Limits(settings())
    for budget, quota in (("address", 1200), ("caller", 6000), ("opening", 120), ("guesses", 30)):
        left = limits.take(budget, "a")  # type: ignore[arg-type]
        assert left is not None
        assert left.quota == quota
