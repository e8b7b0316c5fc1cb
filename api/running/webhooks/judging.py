"""What becomes of a letter and its webhook after an attempt: when the next one is, and when there is none."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from api.running.webhooks.sending import Told
from domain.ledger.tournaments.letters import Letter
from domain.ledger.tournaments.webhooks import Webhook

SECOND, MINUTE, HOUR, DAY = 1_000, 60_000, 3_600_000, 86_400_000
STEPS = (  # until the next attempt; the last one again and again
    *(5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE),
    *(HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR),
)
GIVE_UP_MS = 3 * DAY  # after which a letter that is not delivered is dead
GONE = 410  # by the specification the receiver wants no more letters
LATER = frozenset({408, 425, 429})  # not the letter is refused, but this moment


class Judged(NamedTuple):
    """A letter and its webhook after an attempt; `stop` if nobody is there for the next letter."""

    letter: Letter
    webhook: Webhook
    stop: bool = False


def pause(failures: int) -> int:
    """Return how many milliseconds to wait after so many failures in a row."""
    return STEPS[min(failures, len(STEPS)) - 1]


def judged(letter: Letter, webhook: Webhook, told: Told, at: int) -> Judged:
    """Return what an attempt leads to.

    Whoever answers that it will not have this letter gets the others, and this one again later. Where nobody answers,
    or with 5xx, all letters wait. A letter that is three days old then is dead.
    """
    tried = replace(letter, attempts=letter.attempts + 1, tried=at, status=told.status, fault=told.fault)
    status = told.status or 0
    if 200 <= status < 300:
        return Judged(replace(tried, state="delivered"), replace(webhook, failures=0))
    if status == GONE:
        return Judged(tried, replace(webhook, status="gone"), stop=True)
    tried = _later(tried, at)
    if 300 <= status < 500 and status not in LATER:
        return Judged(tried, replace(webhook, failures=0))
    failures = webhook.failures + 1
    return Judged(tried, replace(webhook, failures=failures, due=at + pause(failures)), stop=True)


def _later(tried: Letter, at: int) -> Letter:
    if at - tried.created >= GIVE_UP_MS:
        return replace(tried, state="dead")
    return replace(tried, due=at + pause(tried.attempts))
