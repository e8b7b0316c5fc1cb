"""Waiting for one's turn or for something newer. The store decides when; nobody sleeps here."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

import pytest

from api.service import UNKNOWN_WAITING_AT_MOST, WAITING_AT_MOST
from tests.api.world import DUEL, Opened, World, code
from tests.ledger.tables import evidence


class Store:
    """Stands in for the store's `wait`: notes what was asked and lets something happen meanwhile."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch, *happens: Callable[[], object]) -> None:
        self.asked: list[tuple[int, float]] = []
        self._happens = list(happens)
        self._store = world.store
        monkeypatch.setattr(world.store, "wait", self.wait)

    def wait(self, table: str, after: int, timeout: float) -> int:
        """Let the next thing happen; return the head."""
        self.asked.append((after, timeout))
        if self._happens:
            self._happens.pop(0)()
        return self._store.head(table)


@pytest.fixture(autouse=True)
def in_one_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let waits last as long as they are asked to: `test_taken_back` looks at what happens on the way."""
    monkeypatch.setattr("api.requests.waiting.CREDENTIALS_LOOK", 3600.0)


def duel(world: World) -> Opened:
    return world.rigged("H1 H2")


def test_a_view_waits_for_something_newer(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """And shows it."""
    table = duel(world)
    head = world.store.head(table.id)
    store = Store(world, monkeypatch, lambda: table.act(0, "end_turn"))
    answer = table.get(f"/view?after={head}&wait=20").json
    assert (answer["n"], store.asked) == (head + 1, [(head, 20.0)])


@pytest.mark.parametrize("path", ["/view", "/entries"])
def test_nobody_waits_for_what_is_there(world: World, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    """Something newer than `after` is answered at once; so is a request that does not ask to wait."""
    table = duel(world)
    head = world.store.head(table.id)
    store = Store(world, monkeypatch)
    table.get(f"{path}?after={head - 1}&wait=20")
    table.get(f"{path}?after={head}")
    table.get("/actions", seat=1)
    table.get("/actions?wait=20", seat=0)
    assert store.asked == []


def test_entries_wait_for_the_next_one(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """And are empty when none comes."""
    table = duel(world)
    head = world.store.head(table.id)
    Store(world, monkeypatch, lambda: None, lambda: table.act(0, "end_turn"))
    empty = table.get(f"/entries?after={head}&wait=1").json
    assert (empty["entries"], empty["n"], empty["last"]) == ([], head, head)
    (line,) = table.get(f"/entries?after={head}&wait=1").json["entries"]
    assert line["entry"]["command"]["tag"] == "end_turn"


def test_a_seat_waits_for_its_turn(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through entries that are not its turn."""
    table = duel(world)
    store = Store(
        world,
        monkeypatch,
        lambda: world.store.perform(table.id, evidence),
        lambda: table.act(0, "end_turn"),
    )
    answer = table.get("/actions?wait=20", seat=1)
    assert answer.json["awaited"]["seat"] == 1
    assert len(store.asked) == 2
    assert all(0 < timeout <= 20 for _, timeout in store.asked)


def test_a_seat_waits_for_the_start(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """An open table may start meanwhile."""
    table = world.opened(DUEL, start="word")
    Store(world, monkeypatch, lambda: table.post("/start", token=table.opener))
    assert table.get("/actions?wait=20", seat=0).json["awaited"]["seat"] == 0


@pytest.mark.parametrize("caller", ["the seat itself", "operator"])
def test_the_turn_of_a_seat_that_is_named_is_waited_for(
    world: World, monkeypatch: pytest.MonkeyPatch, caller: str
) -> None:
    table = duel(world)
    token = table.tokens[1] if caller == "the seat itself" else world.key("operator")
    store = Store(world, monkeypatch, lambda: table.act(0, "end_turn"))
    answer = table.get(
        "/actions?wait=20&viewer=seat:1&case=x" if caller == "operator" else "/actions?wait=20&viewer=seat:1",
        token=token,
    )
    assert answer.json["awaited"] is not None
    assert len(store.asked) == 1


def test_nobody_waits_for_a_seat_that_is_not_theirs(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The refusal comes at once."""
    table = duel(world)
    store = Store(world, monkeypatch)
    assert code(table.get("/actions?wait=20&viewer=seat:1", seat=0), 403) == "not_allowed"
    assert store.asked == []


def test_waiting_ends_with_the_game(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a turn that never comes."""
    table = duel(world)
    store = Store(world, monkeypatch, lambda: table.act(0, "concede"))
    assert table.get("/actions?wait=20", seat=1).json["status"] == "confirmed"
    table.get("/actions?wait=20", seat=1)
    assert len(store.asked) == 1


def test_a_result_is_waited_for(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through entries that are not the end; whoever comes later waits no longer."""
    table = duel(world)
    store = Store(world, monkeypatch, lambda: table.act(0, "end_turn"), lambda: table.act(1, "concede"))
    assert table.get("/result?wait=20").json["outcome"]["places"][0]["seats"] == [0]
    assert len(store.asked) == 2
    assert all(0 < timeout <= 20 for _, timeout in store.asked)
    assert table.get("/result?wait=20").status_code == 200
    assert len(store.asked) == 2


def test_waiting_for_a_result_ends_with_a_table_that_is_given_up(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has a result too."""
    table = world.opened(DUEL, start="word")
    Store(world, monkeypatch, lambda: table.post("/cancel", {"reason": "emergency"}, token=table.opener))
    assert table.get("/result?wait=20").json["outcome"]["reason"] == "emergency"


def test_whoever_waits_hears_that_a_game_was_cancelled(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a turn, an entry or a result that no longer comes."""
    key = world.key("operator")
    for path in ("/actions?wait=20", "/view?after={n}&wait=20", "/entries?after={n}&wait=20", "/result?wait=20"):
        table = world.opened()

        def cancel(table: Opened = table) -> None:
            assert table.post("/cancel", {"reason": "emergency"}, token=key).status_code == 200

        with monkeypatch.context() as patch:
            store = Store(world, patch, cancel)
            answer = table.get(path.format(n=world.store.head(table.id)), seat=1).json
        assert len(store.asked) == 1
        assert answer.get("status", "abandoned") == "abandoned"


def test_a_result_that_does_not_come_is_none(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """404 when the time is up, or at once where nobody wants to wait."""
    table = duel(world)
    store = Store(world, monkeypatch)
    assert code(table.get("/result"), 404) == "no_result"
    assert store.asked == []
    assert code(table.get("/result?wait=5"), 404) == "no_result"
    assert len(store.asked) == 1
    assert code(table.get("/result?wait=31"), 422) == "invalid_query"


def test_waiting_ends_with_the_time(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer says that it is not this seat's turn."""
    table = duel(world)
    store = Store(world, monkeypatch)
    assert table.get("/actions?wait=20", seat=1).json["awaited"] is None
    assert len(store.asked) == 1


def test_waiting_is_bounded(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the API, and by the settings of the service."""
    assert code(duel(world).get("/view?wait=31"), 422) == "invalid_query"
    brief = World(world.store, longest_wait=2.0)
    table = brief.rigged("H1")
    head = world.store.head(table.id)
    store = Store(brief, monkeypatch)
    table.get(f"/view?after={head}&wait=30")
    assert store.asked == [(head, 2.0)]


def test_where_too_many_wait_already_nobody_else_does(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """429 tells a client when to come back: an answer at once would let it spin."""
    table = duel(world)
    head = world.store.head(table.id)
    store = Store(world, monkeypatch)
    service = world.app.extensions["matchledger"]
    with ExitStack() as others:
        for number in range(WAITING_AT_MOST):
            others.enter_context(service.waiting.place(str(number), each=1, known=True))
        for answer in (table.get(f"/view?after={head}&wait=20"), table.get("/actions?wait=20", seat=1)):
            assert (code(answer, 429), answer.headers["Retry-After"]) == ("too_many_requests", "5")
        assert table.get(f"/view?after={head}").status_code == 200
        assert store.asked == []
    table.get(f"/view?after={head}&wait=20")
    table.get(f"/view?after={head}&wait=20")  # the place was given back
    assert len(store.asked) == 2


def test_callers_whom_nobody_knows_leave_places_for_those_who_play(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many addresses they come from."""
    table = duel(world)
    store = Store(world, monkeypatch)
    service = world.app.extensions["matchledger"]
    with ExitStack() as others:
        for number in range(UNKNOWN_WAITING_AT_MOST):
            others.enter_context(service.waiting.place(str(number), each=1, known=False))
        assert code(table.get(f"/view?after={world.store.head(table.id)}&wait=20"), 429) == "too_many_requests"
        assert store.asked == []
        table.get("/actions?wait=20", seat=1)
        assert len(store.asked) == 1


@pytest.mark.parametrize(("seat", "share"), [(1, 2), (None, 4)])
def test_nobody_waits_for_very_much_at_once(monkeypatch: pytest.MonkeyPatch, seat: int | None, share: int) -> None:
    """429 tells a client that spins when to come back; an address is shared by several people."""
    world = World(waits_each=2)
    table = duel(world)
    after = world.store.head(table.id)
    answers: list[int] = []

    def ask() -> None:
        answer = table.get(f"/view?after={after}&wait=20", seat=seat)
        answers.append(answer.status_code)
        if answer.status_code == 429:
            assert (code(answer, 429), answer.headers["Retry-After"]) == ("too_many_requests", "5")

    Store(world, monkeypatch, *[ask] * share)
    ask()
    assert answers == [429, *[200] * share]


@pytest.mark.parametrize(
    "path", ["/view?after={n}&wait=20", "/entries?after={n}&wait=20", "/actions?wait=20", "/result?wait=20"]
)
def test_a_token_taken_back_meanwhile_sees_nothing(world: World, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    """Whoever holds the seat now has another token; the one before waited for nothing."""
    table = world.opened()

    def renew() -> None:
        assert table.post("/seats/1/token", token=table.opener).status_code == 200

    path = path.format(n=world.store.head(table.id))
    store = Store(world, monkeypatch, renew)
    assert code(table.get(path, seat=1), 401) == "bad_credentials"
    assert len(store.asked) == 1


def test_an_unknown_table_is_not_waited_for(world: World) -> None:
    """404 at once."""
    for path in ("view", "actions", "entries", "result"):
        assert code(world.get(f"/tables/nothing/{path}?wait=20"), 404) == "unknown_table"
