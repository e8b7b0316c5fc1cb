"""Who does the long pieces: this process, or some beside it, so that they take the interpreter from no command."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, TypeVar, cast

from api.callers.visibility import Sight
from api.copies import lines
from api.copies.pieces import DamageReport, Elsewhere, Hint, Length, Page, Piece, Story, Verification, done_elsewhere
from api.service import HELPERS_AT_MOST, Service
from api.wire.problems import ProblemError
from domain.audit.report import Report
from domain.ledger.errors import StoreError
from domain.ledger.parking import aside
from processes.pool import Died, Failed
from processes.standing import BusyError, Standing

R = TypeVar("R")

VERIFYING_SECONDS = 5.0  # that a piece waits for others to end
SECONDS_OF_A_PAGE = 60.0  # the same, where an answer has begun: it would be cut off
MODULES = (done_elsewhere.__module__,)  # imported once for all processes
AGAIN = {"Retry-After": "1"}


def helping() -> Standing[Elsewhere, object]:
    """Return processes that help a service; they begin when they are needed, and end with this one."""
    return Standing(done_elsewhere, most=HELPERS_AT_MOST, preload=MODULES)


def verified(here: Service, sight: Sight) -> Report:
    """Verify a viewer's copy; raises as `_done` does."""
    return _done(here, sight, Verification(*_place(sight)), VERIFYING_SECONDS)


def hint(here: Service, sight: Sight, bot: str) -> tuple[str, dict[str, Any]]:
    """Return what a bot would do in the seat that looks, as a tag and a body; raises as `_done` does."""
    return _done(here, sight, Hint(*_place(sight), bot=bot), VERIFYING_SECONDS)


def length(here: Service, sight: Sight, *, closed: bool) -> int:
    """Return how many bytes a viewer's copy has; raises as `_done` does."""
    return _done(here, sight, Length(*_place(sight), closed=closed), VERIFYING_SECONDS)


def pages(here: Service, sight: Sight, *, closed: bool) -> Iterator[bytes]:
    """Yield the bytes of a viewer's copy, some hundred lines at a time; raises as `_done` does."""
    for after in range(0, sight.n, lines.PAGE):
        page = Page(*_place(sight), closed=closed, after=after)
        yield _done(here, sight, page, SECONDS_OF_A_PAGE)


def story(here: Service, sight: Sight, language: str, names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Tell what happened in a viewer's copy: sentences with their addresses; raises as `_done` does."""
    return _done(here, sight, Story(*_place(sight), language=language, names=names), VERIFYING_SECONDS)


def damage(here: Service, sight: Sight, to: int, language: str, names: tuple[str, ...]) -> dict[str, Any]:
    """Return what going back to an entry would cost, by a viewer's copy; raises as `_done` does."""
    return _done(here, sight, DamageReport(*_place(sight), to=to, language=language, names=names), VERIFYING_SECONDS)


def _place(sight: Sight) -> tuple[str, str, int, bool]:
    return sight.table.id, str(sight.viewer), sight.n, sight.casts


def _done(here: Service, sight: Sight, piece: Piece[R], seconds: float) -> R:
    """Do a piece, where it is done here; others act meanwhile, whoever asks for it.

    Raises `StoreError`, and `ProblemError` (`unavailable`) if others take too long, or if the process dies of it.
    """
    try:
        if here.helpers is None:
            return aside(partial(_done_here, here, sight, piece, seconds))
        own = here.settings
        elsewhere = Elsewhere(own.database, own.log_level, own.log_format, piece)
        result = aside(partial(here.helpers.ask, elsewhere, seconds))
    except BusyError:
        raise ProblemError("unavailable", "Other records are being verified; ask again.", headers=AGAIN) from None
    if isinstance(result, StoreError):
        raise result
    if isinstance(result, Died):
        raise ProblemError("unavailable", "The process that read the record has died; ask again.", headers=AGAIN)
    if isinstance(result, Failed):
        raise RuntimeError(result.reason)
    return cast(R, result)


def _done_here(here: Service, sight: Sight, piece: Piece[R], seconds: float) -> R:
    if not here.verifying.acquire(timeout=seconds):
        raise BusyError
    try:
        return piece.of(here.store, sight)
    finally:
        here.verifying.release()
