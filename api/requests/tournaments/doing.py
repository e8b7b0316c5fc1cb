"""What a request does with a tournament: once, however often it is sent."""

from __future__ import annotations

from typing import NamedTuple

from api.callers.auth import Caller
from api.requests.once import met_before, request_of
from api.service import Service
from domain.ledger.tournaments.streams import Action, Known, stream_of
from domain.record.chain import Request, SealedEntry


class Done(NamedTuple):
    """A tournament after a request, and the entries that it wrote, now or when it came first."""

    known: Known
    entries: tuple[SealedEntry, ...]


def request_at(here: Service, who: Caller, tournament: str) -> Request | None:
    """Return the hashes of this request's Idempotency-Key; raises `ProblemError` (`bad_header`)."""
    return request_of(here, who, stream_of(tournament))


def before(here: Service, known: Known, request: Request | None) -> Done | None:
    """Return what the same request did when it came before; raises `ProblemError` for a key of another one."""
    met = None if request is None else met_before(request, known.requests.get(request.key))
    return None if met is None else Done(known, tuple(here.store.tournaments.batch(known.id, met)))


def do(here: Service, who: Caller, known: Known, action: Action) -> Done:
    """Do what this request asks of a tournament, unless it did so before.

    Raises what the action raises, and `ProblemError` (`bad_header`, `idempotency_key_reused`).
    """
    request = request_at(here, who, known.id)
    done = before(here, known, request)
    if done is not None:
        return done
    performed = here.store.tournaments.perform(known.id, action, request)
    if performed.met is None:
        return Done(performed.known, performed.entries)
    return before(here, performed.known, request) or Done(performed.known, ())
