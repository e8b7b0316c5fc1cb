"""Boards of tournaments: tables that are dealt the same, so that nobody may sit at two of them."""

from __future__ import annotations

import msgspec

from domain.kernel.refusals import RefusedError
from domain.ledger.errors import UnknownTableError
from domain.ledger.store import Store
from domain.record.keys import BOARD
from domain.table.refusals import table_refusal
from domain.table.table import Table

MET_THIS_DEAL = table_refusal("met_this_deal", "Whoever sits down has had this deal at another table.", "table: seats")


def check_new_to_deal(store: Store, table: Table, player: str) -> None:
    """Raise `RefusedError` (`met_this_deal`) for a player who sits, or has sat, at another table of the same board.

    An attempt at the round that was taken back was dealt from another secret.
    """
    place = table.book.opened.tournament
    if place is None or place.board is None:
        return
    book, tables = store.tournaments.get(place.id).book, store.tournaments.rows.of_round(place.id, place.round)
    now = {id for id, own in tables.items() if book.game_of(id, place.round, own.pairing) is not None}
    if (now - {table.id}) & set(store.listings.played_in_series(table.id, player)):
        raise RefusedError(MET_THIS_DEAL)


def is_redealt(store: Store, table: str) -> bool:
    """Say whether a table of a board, if it was opened, got an order of its own by a ruling that took it back."""
    try:
        book = store.table(table).book
    except UnknownTableError:
        return False
    if book.opened.protocol != BOARD:
        return False
    return any(
        "order" in msgspec.json.decode(sealed.public)
        for n in store.numbers_of(table, ("rewound_to",), book.n)
        for sealed in store.entries(table, n - 1, n)
    )
