"""Outages: the time for which no process served the store is given back to the clocks of every table."""

from __future__ import annotations

import logging
from functools import partial

from domain.ledger.store import Store, StoreError
from domain.table.pausing import note_outage

logger = logging.getLogger(__name__)


def note_outages(store: Store, since: int, until: int) -> int:
    """Write the outage at every table at which a clock runs; return at how many.

    Nobody may act for a seat before that: the clocks start after it. A damaged table keeps no other one waiting.
    """
    noted = 0
    for table in store.listings.running():
        try:
            if not _may_have_clock(store, table):
                continue
            noted += len(store.perform(table, partial(note_outage, since=since, until=until)).entries)
        except StoreError as error:
            logger.warning("table %s: the outage could not be noted: %s", table, error)
    return noted


def _may_have_clock(store: Store, table: str) -> bool:
    """Say whether entry 1 may name a clock, before a table is folded for it: most of those that lie long have none."""
    (opened,) = store.entries(table, 0, 1)
    return b'"clock":{' in opened.public
