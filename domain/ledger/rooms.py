"""Which module makes which tables of the database."""

from __future__ import annotations

from domain.ledger import (
    api_keys,
    attempts,
    card_sets,
    castings,
    following,
    heartbeats,
    hints,
    listing,
    people,
    players,
    recorder,
    rematches,
    remembered,
    seat_tokens,
    seats_seen,
    tickets,
)
from domain.ledger.desk import calls, cases, excluded, looks, texts
from domain.ledger.tournaments import letters, rows, webhooks

ROOMS = (
    recorder,
    listing,
    people,
    players,
    seat_tokens,
    api_keys,
    attempts,
    card_sets,
    rematches,
    castings,
    remembered,
    tickets,
    heartbeats,
    seats_seen,
    looks,
    calls,
    cases,
    texts,
    excluded,
    rows,
    webhooks,
    letters,
    hints,
    following,
)


def everything() -> tuple[str, ...]:
    """Return what makes every table of an empty database, the cache of snapshots aside."""
    return tuple(statement for room in ROOMS for statement in room.TABLES)
