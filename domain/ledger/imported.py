"""Tables that came from an archive: stored whole, listed, and never changed."""

from __future__ import annotations

from domain.ledger.card_sets import CardSets
from domain.ledger.database import Database
from domain.ledger.entries import rows_of_copy
from domain.ledger.errors import ReadOnlyError, TableExistsError, TakenError
from domain.ledger.listing import Listing, Listings, insert_row
from domain.ledger.recorder import insert_rows
from domain.ledger.tables import Tables
from domain.record.chain import Whole
from domain.table.table import Table


def take_in(database: Database, tables: Tables, card_sets: CardSets, copy: Whole, card_set: bytes | None) -> Table:
    """Store a table from a copy of its record, with the card set that no release ships; durable when it returns.

    Raises `TableExistsError`, and `DamagedError` where the entries do not fit together.
    """
    try:
        with database.writing() as connection:
            if card_set is not None:
                card_sets.add(card_set)
            insert_rows(connection, rows_of_copy(copy.table, copy.entries, copy.secrets))
            table = tables.folded(copy.table)
            insert_row(connection, table, Listing(imported=True))
    except TakenError:
        raise TableExistsError(copy.table) from None
    return table


def check_writable(listings: Listings, table: Table) -> None:
    """Raise `ReadOnlyError` for a table that came from an archive; one that goes on came from nowhere."""
    if table.book.is_over and listings.is_imported(table.id):
        raise ReadOnlyError(table.id)
