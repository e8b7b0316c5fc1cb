"""The short way on PostgreSQL, where it supposes that nobody else has written.

Both ways answer byte for byte alike, and what another process did is never passed over.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import msgspec
import pytest

from api.callers.auth import caller_of
from api.callers.limiting import ADMITTED, Admitted
from api.resources.plainly import Plain, Plainly
from api.service import EXTENSION
from domain.games import shipped
from domain.ledger.errors import UnavailableError
from domain.ledger.store import Store, open_store
from tests.api.comparing import (
    LIMITED,
    Pair,
    Sent,
    asked,
    check_all_were_met,
    compare,
    compare_limits,
    compare_stop,
    seated,
)
from tests.api.world import API, Opened, World
from tests.ledger.postgres import Postgres
from tests.ledger.test_supposing import another_writes, stand_still

ACTIONS = 8  # at each game's table; every kind of request is sent twice by then


class Acting:
    """A table over HTTP whose next action is asked for by the short way alone."""

    def __init__(self, store: Store, table: Opened | None = None, **settings: Any) -> None:
        self.world = World(store, **settings)
        self.table = table or self.world.opened()
        self.plainly = Plainly(self.world.app.extensions[EXTENSION])
        self.path = f"/tables/{self.table.id}"

    def good(self, key: str) -> Sent:
        """Return what the awaited seat may do."""
        (awaited,) = self.world.get(f"{self.path}/view").json["awaited"]
        token = self.table.tokens[awaited["seat"]]
        offered = self.world.get(f"{self.path}/actions?expand=true", token=token)
        fields = {
            "authorization": f"Bearer {token}",
            "content-type": "application/json",
            "if-match": offered.headers["ETag"],
            "idempotency-key": key,
        }
        return Sent(f"{API}{self.path}/actions", msgspec.json.encode({"command": offered.json["actions"][0]}), fields)

    def ask(self, sent: Sent) -> Plain | dict[str, Any]:
        """Ask the short way."""
        return self.plainly("POST", sent.path, "", sent.fields, sent.text)

    def flask(self, sent: Sent, told: Plain | dict[str, Any]) -> int:
        """Let Flask answer what the short way has passed on; return the status."""
        assert not isinstance(told, Plain)
        return asked(self.world, sent, told).status


def test_both_ways_answer_alike(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every status and code in each game, Flask alone on one database and the short way on its twin.

    They stand on one server, whose transactions have common numbers: each looks like another's to the other database.
    """
    monkeypatch.setattr("domain.ledger.foreign.STILL", 1)  # looks, of 32: supposed at once, as where nobody writes
    with closing(open_store(postgres.service)) as store:
        world = World(store)
        tables = {name: seated(world, name) for name in shipped()}
    with postgres.twin() as twin, closing(open_store(postgres.service)) as one, closing(open_store(twin)) as other:

        def stand() -> None:
            other._database.version()
            other._database.version()
            assert other._database.known_version() is not None

        for at in tables.values():
            both, limited = Pair(one, other, before=stand), Pair(one, other, LIMITED, later=True, before=stand)
            compare(both, at, actions=ACTIONS)
            compare_limits(limited, at)
            compare_stop(limited, at)
            check_all_were_met((both, limited))


@pytest.fixture
def acting(postgres: Postgres) -> Iterator[Acting]:
    with closing(open_store(postgres.service)) as store:
        yield Acting(store)


def test_a_good_action_is_answered_without_asking(acting: Acting, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = acting.good("a")
    stand_still(acting.world.store)
    monkeypatch.setattr(acting.world.store._database, "_looked", pytest.fail)
    assert isinstance(acting.ask(sent), Plain)


def test_a_good_action_is_done_once_whatever_others_have_written(postgres: Postgres, acting: Acting) -> None:
    """The short way stores nothing of it then; Flask does, and a repeat hears the same."""
    sent = acting.good("a")
    stand_still(acting.world.store)
    with another_writes(postgres):
        pass
    n = acting.world.store.head(acting.table.id)
    told = acting.ask(sent)
    assert acting.world.store.head(acting.table.id) == n
    assert acting.flask(sent, told) == 200
    after = acting.world.store.head(acting.table.id)
    assert after > n
    stand_still(acting.world.store)
    again = acting.ask(sent)
    assert isinstance(again, Plain)
    assert msgspec.json.decode(again.text)["n"] == after
    stand_still(acting.world.store)
    with another_writes(postgres):
        pass
    assert acting.flask(sent, acting.ask(sent)) == 200
    assert acting.world.store.head(acting.table.id) == after


def test_a_token_that_another_process_took_back_is_good_no_more(postgres: Postgres, acting: Acting) -> None:
    sent = acting.good("a")
    stand_still(acting.world.store)
    with another_writes(postgres) as other:
        for seat in range(2):
            other.seats.put(acting.table.id, seat, generation=7, token="another")
    told = acting.ask(sent)
    assert told == {}
    assert acting.flask(sent, told) == 401


def test_whoever_is_let_in_is_looked_at_again(postgres: Postgres, acting: Acting) -> None:
    """Counted once, also where the action is refused by what is known."""
    stale = acting.good("a").but(if_match='"1"')
    stand_still(acting.world.store)
    with another_writes(postgres):
        pass
    told = acting.ask(stale)
    assert isinstance(told, dict)
    assert isinstance(told[ADMITTED], Admitted)
    assert acting.flask(stale, told) == 412


def test_whoever_cannot_be_looked_at_again_hears_why(
    postgres: Postgres, acting: Acting, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database may be gone by then; nothing is stored and nobody counted twice."""
    sent = acting.good("a")
    stand_still(acting.world.store)
    with another_writes(postgres):
        pass
    looked = iter([caller_of])

    def caller(*known: Any) -> Any:
        for look in looked:
            return look(*known)
        raise UnavailableError("gone")

    monkeypatch.setattr("api.resources.plainly.caller_of", caller)
    told = acting.ask(sent)
    assert isinstance(told, dict)
    assert isinstance(told[ADMITTED], Admitted)
    assert acting.flask(sent, told) == 503


def test_what_another_process_has_done_is_not_told_as_what_was_before(postgres: Postgres, acting: Acting) -> None:
    """The decision that it made is one that may be answered here at once."""
    stand_still(acting.world.store)
    with another_writes(postgres) as other:
        there = Acting(other, acting.table)
        assert isinstance(there.ask(there.good("a")), Plain)
        sent = there.good("b")
    assert acting.flask(sent, acting.ask(sent)) == 200
