"""With a snapshot and without one a table is the same, of every game, wherever the snapshot lies.

The tables have clocks that run out, prepared answers, card sets of their own, requests, evidence and rewinds.
"""

from __future__ import annotations

import itertools
import re
from functools import partial
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from domain import games
from domain.kernel.cards.card_sets import card_set_digest
from domain.kernel.chance import QuickChance
from domain.kernel.game import Rules
from domain.kernel.legal import sample
from domain.ledger import snapshots
from domain.ledger.listing import Listing
from domain.ledger.store import Store, open_store
from domain.ledger.table_bytes import frozen, thawed
from domain.record.canonical import sha256
from domain.record.chain import Request
from domain.record.entries import Clock
from domain.table.book import Requests
from domain.table.play import force_action, start, take_action
from domain.table.seating import Opening, Sitting, open_table, take_seat
from domain.table.table import Table
from domain.table.writing import Written
from tests.laws.tables import Run, runs
from tests.ledger.tables import AT, SECRETS, evidence, rewind

pytestmark = pytest.mark.long

TABLES = 4  # of each game: the deals of its laws in turn
LENGTH = 230  # entries; then a table stands still
PLACES = (1, 2, 99, 100, 101, 200)  # of snapshots
BESIDE, EVERY = 4, 8  # entries after a snapshot that are looked at, and every so many-th further on: each look folds
NO_REQUESTS = Requests()


class Played(NamedTuple):
    """A table in a store of its own: as it was written, and after each entry that is looked at, folded from entries."""

    store: Store
    written: list[Table]
    folded: dict[int, Table]
    told: dict[int, tuple[Any, ...]]

    @property
    def length(self) -> int:
        """How many entries the table has."""
        return self.written[-1].book.n

    def looks(self, place: int) -> list[int]:
        """Return the entries that are looked at with a snapshot at `place`: it, those beside it, others, the last."""
        numbers = range(place, self.length + 1)
        return [n for n in numbers if n <= place + BESIDE or n % EVERY == 0 or n == self.length]


def played(run: Run) -> Played:
    """Play a table through a store, with everything that may happen to it."""
    rules: Rules = games.game(run.game).rules
    quick = QuickChance(run.seed)
    card_set = run.deal.card_set
    opening = Opening(
        seats=run.deal.seats,
        options=run.deal.options,
        version=run.version,
        clock=Clock(move_ms=20_000, bank_ms=300_000, increment_ms=500),
        data=None if card_set is None else card_set_digest(card_set),
    )
    store = open_store(":memory:")
    first = open_table(rules, opening, table="t1", secrets=SECRETS, at=AT, by="organiser", card_set=card_set)
    written = [store.create(first, SECRETS, Listing(), card_set=card_set)]
    for seat in range(run.deal.seats):
        sitting = Sitting(player=f"p{seat}", name_hash="h", entropy=bytes([seat]) * 32)
        sit = partial(take_seat, seat=seat, sitting=sitting, at=AT, by="organiser")
        written.append(store.perform("t1", sit).table)
    written.append(store.perform("t1", lambda now: start(now, at=AT + 100, by="table")).table)
    while written[-1].book.status == "running" and written[-1].book.n < LENGTH:
        written.append(store.perform("t1", lambda now: happening(store, now, quick)).table)
    made = Played(store, written, {}, {})
    for n in sorted({n for place in PLACES for n in made.looks(place)}):
        made.folded[n] = store.folded("t1", n)
        made.told[n] = told(made.folded[n])
    return made


def happening(store: Store, now: Table, quick: QuickChance) -> Written:
    """Write a time-out, a rewind or a look at hidden values now and then, and else a command with its request."""
    live, started, n = now.live, now.book.started, now.book.n
    assert live is not None
    assert started is not None
    what = quick.pick(60)
    seat = quick.choice(sorted(now.decisions))
    if what == 0:
        return rewind(store, now, started + quick.pick(n - started))
    if what == 1:
        return evidence(now)
    if what < 5:
        at = live.deadline(seat, now.book.opened.clock)
        assert at is not None
        return force_action(now, seat, at=max(at, now.book.at))
    command = sample(now.rules, live.state, seat, quick)
    asked = Request(sha256(f"key {n}".encode())[:16], sha256(f"body {n}".encode())[:16])
    return take_action(now, seat, command, at=now.book.at + quick.pick(3000), seen=n, request=asked)


def told(table: Table) -> tuple[Any, ...]:
    """Return everything in a table with the types of all values; card sets are parsed anew, each at its own address."""
    plain = repr((table.setup, table.live, table.secrets, replace(table.book, requests=NO_REQUESTS)))
    return re.sub(" at 0x[0-9a-f]+", "", plain), dict(table.book.requests)


@pytest.fixture(scope="module", params=[(name, number) for name in games.names() for number in range(TABLES)], ids=str)
def table(request: pytest.FixtureRequest) -> Played:
    name, number = request.param
    return played(next(itertools.islice(runs(name, 21), number, None)))


def test_a_frozen_table_is_thawed_as_it_was(table: Played) -> None:
    """After an entry, folded from entries or as its writer has it."""
    entry_1 = table.folded[1]
    for now in (*table.folded.values(), *[now for now in table.written if now.book.n in table.folded]):
        back = thawed(frozen(now), entry_1)
        assert told(back) == table.told[now.book.n]
        if back.live is not None and back.setup.data is not None:
            state = back.live.state
            assert any(getattr(state, name) is back.setup.data for name in state.__struct_fields__)


@pytest.mark.parametrize("place", PLACES)
def test_every_suffix_of_a_table_gives_the_same_table(
    table: Played, place: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a snapshot at this entry, as the store goes on from it."""
    if place > table.length:
        return
    monkeypatch.setattr(snapshots, "EVERY", 1)
    store = table.store
    forget(store)
    store.snapshots.note(table.folded[place], after=place - 1)
    store.snapshots.write()
    for n in table.looks(place):
        assert told(store.table_at("t1", n)) == table.told[n]
    (kept,) = store.snapshots.of("t1")
    assert kept.n == place


def forget(store: Store) -> None:
    """Throw all snapshots away, those that are due too."""
    store.snapshots.close()
    with store._database.writing() as connection:
        connection.execute("DROP TABLE IF EXISTS snapshots")
