"""What officers do with a case, wherever it lies, as the service does it: for tests that need it done."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from domain.ledger.quietly import call_quietly, check_outside
from domain.ledger.store import Store
from domain.record.entries import PauseReason
from domain.table.calling import let_in
from domain.table.cases import claim
from domain.table.table import Table
from domain.table.writing import Written


def stop_for(store: Store, table: str, case: str, reason: PauseReason, *, at: int, by: str) -> Written:
    """Stop the play as an arbiter, unless it is stopped, and let a quiet call into the chain."""
    return store.perform(table, partial(let_in, reason=reason, at=at, by=by), admit=case)


def claim_case(store: Store, table: str, case: str, *, at: int, by: str, player: str | None = None) -> None:
    """Let an officer claim a case."""
    check_outside(store, store.table(table), by, player)
    decide(store, table, case, partial(claim, case=case, at=at, by=by, player=player))


def decide(store: Store, table: str, case: str, action: Callable[[Table], Written]) -> None:
    """Run an action on a case where it lies: beside the chain, or in it."""
    if call_quietly(store, table, case, action) is None:
        store.perform(table, action)
