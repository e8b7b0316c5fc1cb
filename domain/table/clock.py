"""Time at a table, computed here and nowhere else.

All of it follows from the moment at which a decision was put: what stops the clocks for a while (a pause, an outage)
moves `Decision.at` on by as much, and deadlines, banks and thinking times follow.
"""

from __future__ import annotations

import msgspec

from domain.record.entries import Clock


class Decision(msgspec.Struct, frozen=True, gc=False):
    """What a seat is asked, the entry that asked it, and when (milliseconds since 1970, later by what no clock counts).

    `move_ms` is the time for this decision where it was adjusted; `by_hand` says that nothing prepared answers it.
    """

    kind: str
    n: int
    at: int
    move_ms: int | None = None
    by_hand: bool = False


def waited_ms(decision: Decision | None, at: int) -> int:
    """Return how long an answer has been awaited; nothing where none is."""
    return 0 if decision is None else at - decision.at


def moved_on(moment: int, since: int, until: int) -> int:
    """Return a moment as it counts after the clocks stood from one time to another."""
    return moment + max(0, until - max(moment, since))


def charged_ms(clock: Clock, thought_ms: int) -> int:
    """Return how much of the time thought about one decision counts: the delay is free."""
    return max(0, thought_ms - (clock.delay_ms or 0))


def deadline(clock: Clock, decision: Decision, bank: int | None) -> int | None:
    """Return when the time for a decision is up, if ever: its own, or that of the bank."""
    move = clock.move_ms if decision.move_ms is None else decision.move_ms
    limits = [limit for limit in (move, bank) if limit is not None]
    return decision.at + (clock.delay_ms or 0) + min(limits) if limits else None


def due(clock: Clock, decision: Decision, bank: int | None) -> int | None:
    """Return when the clock acts, if ever: after the deadline and the grace, in which thinking time counts on."""
    moment = deadline(clock, decision, bank)
    return None if moment is None else moment + (clock.grace_ms or 0)


def no_show(clock: Clock, decision: Decision, acted: int) -> int | None:
    """Return when a seat that was last seen acting at a moment becomes a no-show, if entry 1 says so."""
    return None if clock.no_show_ms is None else max(decision.at, acted) + clock.no_show_ms


def bank_after(clock: Clock, bank: int, thought_ms: int) -> int:
    """Return what is left in a bank after an answer, with the increment."""
    return max(0, bank - charged_ms(clock, thought_ms)) + (clock.increment_ms or 0)
