"""Tables to store: opened, seated and played through the real rules."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import partial
from typing import Any

from domain.games import game
from domain.kernel.chance import QuickChance
from domain.kernel.legal import sample
from domain.ledger.store import Listing, Store
from domain.record.entries import NewOrder
from domain.record.keys import Secrets
from domain.table.play import note_evidence, start, take_action
from domain.table.rewinding import go_back
from domain.table.seating import Opening, Sitting, open_table, take_seat
from domain.table.table import Table
from domain.table.writing import Written

SECRETS = Secrets(b"d" * 32, b"s" * 32)
AT = 1_700_000_000_000  # ms


def opened(store: Store, table: str = "t1", *, name: str = "chanic_panic", by: str | None = None, **more: Any) -> Table:
    """Store a new table for two."""
    opening = Opening(**{"seats": 2, **more})
    written = open_table(game(name).rules, opening, table=table, secrets=SECRETS, at=AT, by="anybody")
    return store.create(written, SECRETS, Listing(opened_by=by))


def seated(
    store: Store,
    table: str = "t1",
    *,
    bots: tuple[str | None, ...] = (None, None),
    players: tuple[str, ...] = ("p0", "p1"),
    **more: Any,
) -> Table:
    """Store a table at which everybody sits."""
    opened(store, table, **more)
    for seat, (player, bot) in enumerate(zip(players, bots, strict=True)):
        sitting = Sitting(player=player, name_hash="h", entropy=bytes([seat]) * 32, bot=bot)
        store.perform(table, partial(take_seat, seat=seat, sitting=sitting, at=AT + 1, by="x"))
    return store.table(table)


def started(store: Store, table: str = "t1", **more: Any) -> Table:
    """Store a table that plays."""
    seated(store, table, **more)
    return store.perform(table, lambda now: start(now, at=AT + 2, by="table")).table


def move(now: Table) -> Written:
    """Do something legal for the awaited seat."""
    assert now.live is not None
    seat = min(now.decisions)
    command = sample(now.rules, now.live.state, seat, QuickChance(now.book.n))
    return take_action(now, seat, command, at=now.book.at + 100)


def evidence(now: Table, by: str = "arbiter:a") -> Written:
    """Write an entry that may come at any time."""
    return note_evidence(now, viewer="all", first=1, last=now.book.n, at=now.book.at + 1, by=by)


def rewind(store: Store, now: Table, to: int, order: NewOrder | None = None) -> Written:
    """Go back to an earlier entry, as an arbiter will."""
    lives = {to: store.table_at(now.id, to).live}
    return go_back(now, to, lives, at=now.book.at, by="arbiter:a", reason="mistake", order=order)


def change(path: str, n: int, edit: Callable[[bytes], bytes]) -> None:
    """Change the stored bytes of entry n of table t1 behind the store's back."""
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TRIGGER IF EXISTS entries_stay")
        (state,) = connection.execute(_STATE, (n,)).fetchone()
        connection.execute(_CHANGE, (edit(state), n))
    connection.close()


_STATE = "SELECT state FROM stored_events WHERE originator_id = 't1' AND originator_version = ?"
_CHANGE = "UPDATE stored_events SET state = ? WHERE originator_id = 't1' AND originator_version = ?"
