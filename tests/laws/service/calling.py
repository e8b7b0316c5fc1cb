"""Quiet calls and looks at one of two tables, of which nobody else hears until the end."""

from __future__ import annotations

from functools import partial
from typing import Any

from domain.kernel.seats import Seat
from domain.ledger.quietly import call_quietly, look_quietly
from domain.ledger.store import Store
from domain.table.beside import calls_wait
from domain.table.cases import Call, claim, dismiss, open_case
from domain.table.play import note_evidence
from domain.table.table import Table
from tests.laws.service.scenes import CASTER, Scene
from tests.laws.tables import AT

CASE = "d-7"  # that the arbiter has claimed who is the viewer
OPERATOR = "operator:law"
LOOK: dict[str, Any] = {"at": AT, "by": OPERATOR, "viewer": "all", "first": 1, "last": 2, "case": "quiet"}


def casts(scene: Scene) -> bool:
    """Say whether the viewer of several seats is a caster here; else it is an arbiter, who looks as these seats."""
    return CASTER in scene.first.table.book.casters


def arbitrates(scene: Scene) -> bool:
    """Say whether the viewer is an arbiter here."""
    return len(scene.viewer.seats) > 1 and not casts(scene)


def others_call(store: Store, table: Table, scene: Scene, *, office: str | None, caller: Seat | None) -> None:
    """Let the viewer's `office` have a case; at one table `caller` calls quietly, and is looked for and dismissed.

    Nobody looks where the viewer can stop the play, which is when looks are told. Where it stands already, for
    something else, a look for the quiet call is told nobody.
    """
    if not calls_wait(table.book) or table.book.status == "open":
        return
    if office is not None:
        _call(store, CASE, "opener", office)
    if caller is None:
        return
    _call(store, "quiet", f"seat:{caller}", OPERATOR)
    looks = (scene.viewer.seats and office is None) or table.book.pause is not None
    if looks and look_quietly(store, "law", **LOOK) is None:
        store.perform("law", partial(note_evidence, **LOOK))
    dismissed = partial(dismiss, case="quiet", code="unfounded", at=AT, by=OPERATOR)
    assert call_quietly(store, "law", "quiet", dismissed) is not None


def _call(store: Store, case: str, by: str, officer: str) -> None:
    """Call an arbiter quietly, and let an officer claim the case."""
    called = partial(open_case, case=case, call=Call("1", "other"), at=AT, by=by)
    for step in (called, partial(claim, case=case, at=AT, by=officer)):
        assert call_quietly(store, "law", case, step) is not None
