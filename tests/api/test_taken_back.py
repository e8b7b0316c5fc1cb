"""Credentials that are taken back, given anew or at their end: whatever waits with them ends, and lands nowhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from api.resources.plainly import Plain
from api.service import EXTENSION, Service
from domain.ledger.api_keys import NewKey, Scope
from domain.ledger.store import Store, open_store
from tests.api.comparing import asked
from tests.api.streams import NDJSON, SSE
from tests.api.test_plainly_on_postgres import Acting
from tests.api.tournaments.cup import SWISS
from tests.api.world import World, code

HOUR = 3600.0  # seconds: no wait and no stream ends by itself
SECONDS = 60.0  # for other threads: a loaded machine is slow


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(str(tmp_path / "tables.db"))) as store:
        yield store


@pytest.fixture
def other(tmp_path: Path, store: Store) -> Iterator[Store]:
    """Give another process's store: keys are taken back by a command."""
    with closing(open_store(str(tmp_path / "tables.db"))) as other:
        yield other


class Waiting:
    """One request of each kind that waits, or is a stream, by the path, the form and the key that it comes with."""

    def __init__(self, world: World) -> None:
        self.world = world
        add, at = world.store.keys.add, world.clock.at
        player, arbiter = (world.store.people.add(name).player for name in ("Ada", "Anna"))
        self.keys = {
            "organiser": add("organiser", "", at=at, expires=at + 1_000),
            "player": add("player", "", at=at, expires=at + 1_000, scope=Scope(player=player)),
            "arbiter": add("arbiter", "", at=at, expires=at + 1_000, scope=Scope(player=arbiter)),
        }
        organiser = self.keys["organiser"].text
        table = world.opened(token=organiser, visibility="private").id
        n = world.store.head(table)
        cup = world.post("/tournaments", SWISS, token=organiser).json["id"]
        of_cup = world.store.tournaments.head(cup)
        plain = "application/json"
        self.requests = [
            ("organiser", f"/tables/{table}/entries?after={n}&wait=30", plain),
            ("organiser", f"/tables/{table}/view?after={n}&wait=30", plain),
            ("organiser", f"/tables/{table}/result?wait=30", plain),
            ("organiser", f"/tables/{table}/stream?after={n}", SSE),
            ("organiser", f"/tables/{table}/stream?after={n}", NDJSON),
            ("organiser", "/feed/stream?latest=true", SSE),
            ("organiser", "/feed/stream?latest=true", NDJSON),
            ("organiser", f"/tournaments/{cup}/feed?after={of_cup}&wait=30", plain),
            ("organiser", f"/tournaments/{cup}/stream?after={of_cup}", SSE),
            ("organiser", f"/tournaments/{cup}/stream?after={of_cup}", NDJSON),
            ("player", "/feed?wait=30", plain),
            ("player", "/players/me/tables?wait=30", plain),
            ("player", "/players/me/stream", SSE),
            ("arbiter", "/cases/stream", SSE),
        ]
        self.answers: dict[int, Any] = {}
        self.threads = [Thread(target=self._ask, args=(number,), daemon=True) for number in range(len(self.requests))]

    def _ask(self, number: int) -> None:
        role, path, form = self.requests[number]
        self.answers[number] = self.world.get(path, token=self.keys[role].text, headers={"Accept": form})

    def begin(self) -> None:
        """Return once all of them wait."""
        here: Service = self.world.app.extensions[EXTENSION]
        for thread in self.threads:
            thread.start()
        waiters, rooms = here.store._waiting._waiters, here.rooms._rooms
        while True:
            alone, together = [*waiters.values()], [room.waiting for room in [*rooms.values()]]
            if sum(map(len, [*alone, *together])) == len(self.requests):
                return
            self.threads[0].join(0.001)
            assert not self.answers, "nothing has happened yet"

    def end(self) -> None:
        """Return once all of them have ended."""
        for thread, request in zip(self.threads, self.requests, strict=True):
            thread.join(SECONDS)
            assert not thread.is_alive(), request


def revoke(waiting: Waiting, other: Store, made: NewKey) -> None:
    assert other.keys.revoke(made.key.id, at=waiting.world.clock.at)


def rotate(waiting: Waiting, other: Store, made: NewKey) -> None:
    assert other.keys.rotate(made.key.id)


def expire(waiting: Waiting, other: Store, made: NewKey) -> None:
    assert made.key.expires is not None
    waiting.world.clock.at = made.key.expires


@pytest.mark.long
@pytest.mark.parametrize("take_back", [revoke, rotate, expire])
def test_whatever_waits_ends_with_its_credentials(
    store: Store,
    other: Store,
    monkeypatch: pytest.MonkeyPatch,
    take_back: Callable[[Waiting, Store, NewKey], None],
) -> None:
    """Long before its time, also where another process has taken them back and nothing else happens."""
    monkeypatch.setattr("api.requests.waiting._bounded", lambda *_: HOUR)
    waiting = Waiting(World(store, longest_stream=HOUR, waits_each=20, streams_each=20))
    waiting.begin()
    for made in waiting.keys.values():
        take_back(waiting, other, made)
    waiting.end()
    for number, (_, path, form) in enumerate(waiting.requests):
        answer = waiting.answers[number]
        if form in (SSE, NDJSON):
            assert b'"reason":"bad_credentials"' in answer.data.splitlines()[-1 if form == NDJSON else -2], path
        else:
            assert code(answer, 401) == "bad_credentials", path


@pytest.mark.parametrize("short", [True, False])
def test_an_action_that_waits_for_others_does_not_land_once_its_token_was_given_anew(
    store: Store, monkeypatch: pytest.MonkeyPatch, *, short: bool
) -> None:
    """It came in with a good token, and another request had the table first."""
    acting = Acting(store)
    sent = acting.good("a")
    seat = next(seat for seat, token in enumerate(acting.table.tokens) if sent.fields["authorization"].endswith(token))
    perform, heads = store.perform, list[int]()

    def late(*asked: Any, **more: Any) -> Any:
        with monkeypatch.context() as patch:
            patch.setattr(store, "perform", perform)
            renewed = acting.table.post(f"/seats/{seat}/token", {}, token=acting.table.opener)
            assert renewed.status_code == 200
        heads.append(store.head(acting.table.id))
        return perform(*asked, **more)

    monkeypatch.setattr(store, "perform", late)
    told = acting.ask(sent) if short else {}
    monkeypatch.setattr(store, "perform", perform)
    if not short:
        monkeypatch.setattr(store, "perform", late)
    assert not isinstance(told, Plain)
    assert asked(acting.world, sent, told).status == 401
    assert store.head(acting.table.id) == heads[-1]


def test_nor_does_one_with_a_key_that_was_revoked(store: Store, other: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a table is cancelled by somebody who has lost the right meanwhile."""
    world = World(store)
    made = store.keys.add("organiser", "", at=world.clock.at)
    table = world.opened(token=made.text)
    perform = store.perform

    def late(*asked: Any, **more: Any) -> Any:
        other.keys.revoke(made.key.id, at=world.clock.at)
        return perform(*asked, **more)

    monkeypatch.setattr(store, "perform", late)
    answer = table.post("/cancel", {"reason": "emergency"}, token=made.text)
    assert code(answer, 401) == "bad_credentials"
    assert store.table(table.id).book.outcome is None
