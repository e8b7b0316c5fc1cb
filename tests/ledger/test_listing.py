"""What a service that starts, or looks from time to time, asks the list for."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from domain.audit.opened import read_record
from domain.audit.whole import whole
from domain.ledger import listing, postgres
from domain.ledger.listed import changing
from domain.ledger.store import Store, open_store
from domain.record.cases import DAY_MS
from domain.record.entries import Clock, Series
from domain.record.pauses import UNCLAIMED_MS
from domain.table.cases import Call, Ruling, claim, close_due, open_case, rule
from domain.table.pausing import resume
from domain.table.seating import abandon
from tests.audit.tables import given_up
from tests.ledger.tables import AT, opened, seated, started


@pytest.fixture
def store() -> Iterator[Store]:
    """Give an empty store."""
    store = open_store(":memory:")
    yield store
    store.close()


def test_tables_at_which_nothing_happens_any_more_are_found_the_oldest_first(store: Store) -> None:
    """After the deal only where no clock runs and no bot is awaited: there something will happen."""
    started(store, "playing")
    started(store, "timed", clock=Clock(move_ms=1_000))
    started(store, "bots", bots=("random", "random"))
    seated(store, "seated")
    opened(store, "open")
    idle = store.listings.idle
    assert idle(open_before=AT + 2, running_before=AT + 3, most=9) == ("open", "seated", "playing")
    assert idle(open_before=AT + 1, running_before=AT + 2, most=9) == ("open",)
    assert idle(open_before=AT + 2, running_before=AT + 3, most=2) == ("open", "seated")


def test_games_that_run_are_found_in_the_order_of_their_tables(store: Store) -> None:
    started(store, "b")
    opened(store, "c")
    started(store, "a", clock=Clock(move_ms=1_000))
    store.take_in(whole(read_record(given_up().record())))
    assert store.listings.running() == ("b", "a")


def test_a_table_is_known_by_its_row_or_by_its_entries(store: Store) -> None:
    """Whoever checks a database must miss neither."""
    for table in ("c", "a", "b"):
        opened(store, table)
    with store._database.writing() as connection:
        connection.execute("DELETE FROM listing WHERE table_id = 'b'")
    assert store.listings.one("b") is None
    assert store.listings.known() == ("a", "b", "c")


def test_a_pause_that_nobody_claims_is_due_and_no_clock_is(store: Store) -> None:
    started(store, clock=Clock(move_ms=1_000), arbiter_call="stop")
    call = Call("1", "rule", stops_play=True)
    store.perform("t1", lambda now: open_case(now, "c1", call, at=AT + 10, by="seat:1"))
    due = AT + 10 + UNCLAIMED_MS
    assert store.listings.clocks_due(due - 1) == ()
    assert store.listings.clocks_due(due) == ("t1",)
    store.perform("t1", lambda now: claim(now, "c1", at=AT + 20, by="arbiter:a"))
    store.perform("t1", lambda now: rule(now, "c1", Ruling("no_infraction", ("none",)), at=AT + 30, by="arbiter:a"))
    assert store.listings.clocks_due(AT + 9 * DAY_MS) == ()  # it stops the play until its arbiter lets it go on
    store.perform("t1", lambda now: resume(now, "case:c1", at=AT + 40, by="arbiter:a"))
    store.perform("t1", lambda now: abandon(now, "void", at=AT + 50, by="operator"))
    assert store.listings.clocks_due(AT + 30 + DAY_MS - 1) == ()
    assert store.listings.clocks_due(AT + 30 + DAY_MS) == ("t1",)
    store.perform("t1", lambda now: close_due(now, at=AT + 30 + DAY_MS))
    assert store.listings.clocks_due(AT + 9 * DAY_MS) == ()


def test_tables_of_a_series_are_found_by_who_sits_there(store: Store) -> None:
    """The oldest first; a table without a series is alone."""
    cup = [started(store, table, series=Series(id="cup", number=number)) for number, table in enumerate("ab", 1)]
    started(store, "c")
    player = cup[0].book.players[0]
    assert store.listings.played_in_series("a", player) == ("a", "b")
    assert store.listings.played_in_series("a", "nobody") == ()
    assert store.listings.plays_beside("b", player)


def test_both_databases_bring_the_same_columns_to_their_state(store: Store) -> None:
    """PostgreSQL's one statement for a whole batch names them for itself."""
    names = changing(started(store)).keys() - {"table_id", "ended_at"}
    for statement, value in ((listing._UPDATE, ":{}"), (postgres.PUT, "now.{}")):
        said = dict(re.findall(r"(\w+) = ([:\w.]+)[,\s]", statement))
        assert {name: value.format(name) for name in names} == {name: said[name] for name in names}
        assert "ended_at = CASE WHEN" in statement
