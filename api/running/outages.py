"""Outages: the time for which no process served the store is given back to the clocks of every table.

Whoever was to sit down at a tournament's table has as much longer, too.
"""

from __future__ import annotations

import logging
from functools import partial

from domain.ledger.errors import UnavailableError
from domain.ledger.store import Store, StoreError
from domain.table.pausing import note_outage

logger = logging.getLogger(__name__)


def note_outages(store: Store, since: int, until: int) -> int:
    """Write the outage at every table at which a clock runs; return at how many.

    Nobody may act for a seat before that: the clocks wait for it. A damaged table keeps no other one waiting, nor does
    one whose game this release does not know, or has a fault.
    Raises `UnavailableError`.
    """
    noted = 0
    for table in store.listings.running():
        try:
            if not _may_have_clock(store, table):
                continue
            noted += len(store.perform(table, partial(note_outage, since=since, until=until)).entries)
        except UnavailableError:  # nor is any other table written
            raise
        except StoreError as error:
            logger.warning("table %s: the outage could not be noted: %s", table, error)
        except Exception:
            logger.exception("table %s: the outage could not be noted", table)
    return noted


def wait_longer_for_absent(store: Store, at: int, process: str) -> None:
    """Let a process beat at last, and wait as much longer for whoever has not come as nobody could.

    Both in one transaction: of two processes that find the same silence one gives the time back, and once.
    """
    with store.together():
        silent = store.heartbeats.silent_since(at)
        if silent is not None:
            store.tournaments.rows.stood(silent, at)
        store.heartbeats.beat(process, at)


def _may_have_clock(store: Store, table: str) -> bool:
    """Say whether entry 1 may name a clock, before a table is folded for it: most of those that lie long have none."""
    (opened,) = store.entries(table, 0, 1)
    return b'"clock":{' in opened.public
