"""Waiting for one's turn, for something newer or for the end, bounded in time and in number."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Literal

from api.callers.auth import Caller, caller, identify
from api.callers.limiting import address
from api.callers.tournaments import seen_tournament
from api.callers.visibility import as_seen, known_table, seconds_until_more
from api.requests.inbox import waiting_for
from api.service import Service
from api.wire.problems import ProblemError
from domain.kernel.seats import Seat
from domain.ledger.feeds import Owner
from domain.table.table import Table

ENOUGH_SECONDS = 5  # until somebody who waits for too much comes back
NO_PLACE = {  # answered at once, a client that asks again and again would only spin
    "enough": "You wait for enough already: end a request, or come back in {seconds} seconds.",
    "full": "Too many wait already: come back in {seconds} seconds.",
}
CREDENTIALS_LOOK = 1.0  # seconds: so late at most whoever waits or follows hears that its credentials do not count
NEIGHBOURS = 2  # callers without credentials that share an address


def newer(service: Service, table: str, caller: Caller, after: int, seconds: int) -> None:
    """Wait until the table has an entry later than `after`.

    Raises `ProblemError` (`unknown_table`) at once for a table that the caller may not know of.
    """
    found = known_table(service, table, caller)
    if seconds:
        _until(service, found, seconds, lambda now: now.book.n > after, caller)


def turn_of(service: Service, table: Table, seat: Seat, seconds: int) -> None:
    """Wait until the seat is awaited, the table has ended, or its play is stopped or goes on."""
    stopped = table.book.pause is not None

    def holds(now: Table) -> bool:
        return seat in now.decisions or now.book.outcome is not None or (now.book.pause is not None) is not stopped

    _until(service, table, seconds, holds, None)


def ended(service: Service, table: str, caller: Caller, seconds: int) -> None:
    """Wait until the table has ended; raises like `newer`."""
    found = known_table(service, table, caller)
    _until(service, found, seconds, lambda now: now.book.outcome is not None, caller)


def _until(service: Service, table: Table, seconds: int, holds: Callable[[Table], bool], reader: Caller | None) -> None:
    """Wait through whatever happens at a table, and what time shows of it to a reader, until something holds there."""
    left = _bounded(service, seconds)
    end = time.monotonic() + left
    while not holds(table if reader is None else as_seen(service, table, reader)):
        more = None if reader is None else seconds_until_more(service, table, reader)
        passes = left if more is None else min(left, more)
        if left <= 0 or not (_wait(service, table.id, table.book.n, passes) or passes < left):
            return
        left = end - time.monotonic()
        table = service.store.table(table.id)


def inbox(service: Service, player: str, mark: str | None, seconds: int) -> None:
    """Wait until something awaits a player, and something else than `mark` says, if given."""
    end = time.monotonic() + _bounded(service, seconds)
    while True:
        before = service.store.players.signs(player)
        waiting = waiting_for(service, player)
        left = end - time.monotonic()
        if left <= 0 or (waiting.mark != mark if mark is not None else waiting.tables):
            return
        if not _in_turn(service, partial(service.store.wait_for_player, player, before), left):
            return


def no_place(service: Service, why: Literal["enough", "full"]) -> ProblemError:
    """Count a caller who waits for, or follows, too much at once, or among too many, and return what it is told."""
    service.metrics.limited("waits")
    return ProblemError(
        "too_many_requests",
        NO_PLACE[why],
        headers={"Retry-After": str(ENOUGH_SECONDS)},
        seconds=ENOUGH_SECONDS,
    )


def feed(service: Service, owner: Owner, after: int, seconds: int) -> None:
    """Wait until a table of an owner has an entry after a place in the order of all."""
    if not service.store.feeds.has_between(owner, after, service.store.feeds.last()):
        _in_turn(service, partial(service.store.wait_for_feed, owner, after), _bounded(service, seconds))


def tournament(service: Service, tournament: str, who: Caller, after: int, seconds: int) -> None:
    """Wait until a caller sees an entry of a tournament later than `after`; what is hidden from them ends no wait."""

    def came(seconds: float) -> bool:
        end = time.monotonic() + seconds
        while True:
            present = service.store.tournaments.head(tournament)  # before the look: what comes after it ends the wait
            if seen_tournament(service, tournament, who).n > after:
                return True
            left = end - time.monotonic()
            if left <= 0 or service.store.tournaments.wait(tournament, present, left) <= present:
                return False

    _in_turn(service, came, _bounded(service, seconds))


def _share(service: Service, who: Caller) -> int:
    """Return how many requests of a caller may wait: people behind one address are several."""
    each = service.settings.waits_each
    return each if who.kind != "anybody" else each * NEIGHBOURS


def _bounded(service: Service, seconds: int) -> float:
    return min(float(seconds), service.settings.longest_wait)


def _wait(service: Service, table: str, after: int, seconds: float) -> bool:
    """Wait for an entry later than `after`; say whether there is one. Raises as `_in_turn` does."""
    return _in_turn(service, lambda left: service.store.wait(table, after, left) > after, seconds)


def _in_turn(service: Service, wait: Callable[[float], bool], seconds: float) -> bool:
    """Wait in a place of the caller's, for so long at most; say whether something came.

    Raises `ProblemError` where too many wait already (`too_many_requests`), and soon after the credentials were taken
    back or have expired (`bad_credentials`): the answer would still be theirs.
    """
    who = caller()
    known = who.kind != "anybody"
    with service.waiting.place(who.identity if known else address(), each=_share(service, who), known=known) as place:
        if place != "taken":
            raise no_place(service, place)
        service.metrics.waits(1)
        try:
            return _in_parts(service, wait, seconds, CREDENTIALS_LOOK if known else seconds)
        finally:
            service.metrics.waits(-1)


def _in_parts(service: Service, wait: Callable[[float], bool], seconds: float, each: float) -> bool:
    """Wait, and look after each part of the time whether the caller's credentials still count."""
    left = seconds
    while True:
        part = min(left, each)
        came = wait(part)
        identify()
        left -= part
        if came or left <= 0 or service.store.stopping:
            return came
