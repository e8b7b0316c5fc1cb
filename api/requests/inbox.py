"""What waits for a player: the tables that await it, wherever it sits."""

from __future__ import annotations

from typing import NamedTuple

from api.callers.visibility import readable
from api.service import Service
from domain.ledger.players import TABLES_AT_MOST
from domain.record.canonical import b64, sha256
from domain.table.table import Table

MARK_BYTES = 16


class Inbox(NamedTuple):
    """The tables that await a player, longest waiting first, and a mark that tells this inbox from others."""

    tables: tuple[Table, ...]
    mark: str


def waiting_for(service: Service, player: str) -> Inbox:
    """Return what waits for a player now, at every table that can be read."""
    found = []
    for table in service.store.players.going_on(player, TABLES_AT_MOST):
        now = readable(service, table)
        if now is None:
            continue
        decisions = [decision for seat, decision in now.decisions.items() if holds(now, seat, player)]
        if decisions:
            found.append((decisions[0].at, now.id, decisions[0].n, now))
    found.sort(key=lambda row: row[:2])
    text = "".join(sorted([f"{table} {n}\n" for _, table, n, _ in found]))
    return Inbox(tuple([row[-1] for row in found]), b64(sha256(text.encode())[:MARK_BYTES]))


def holds(table: Table, seat: int, player: str) -> bool:
    """Say whether a player holds a seat."""
    holder = table.book.holders[seat]
    return holder is not None and holder.player == player
