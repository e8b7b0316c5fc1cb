"""Tickets: a browser cannot send credentials with an `EventSource`, least of all from a page of another origin.

A ticket stands for the credentials that it was asked for with, once, for one stream, for half a minute. What the stream
may show is decided by those credentials as they are then: a ticket of a revoked key is worth nothing.
"""

from __future__ import annotations

from api.callers.auth import Credential
from api.callers.tokens import Token
from api.service import Service
from api.wire.problems import ProblemError
from domain.ledger.tickets import LASTS_MS, Bearer

__all__ = ["LASTS_MS", "redeemed", "ticket"]


def ticket(service: Service, stream: str, credential: Credential | None) -> str:
    """Return the text of a new ticket to a stream."""
    return service.store.tickets.add(stream, _bearer(credential), at=service.clock())


def redeemed(service: Service, stream: str, text: str) -> Credential | None:
    """Return what a ticket stands for, and use it up; raises `ProblemError` (`bad_credentials`)."""
    bearer = service.store.tickets.take(stream, text, at=service.clock())
    if bearer is None:
        raise ProblemError("bad_credentials", "This ticket is not valid, or no longer: ask for another one.")
    if bearer.hash is None:
        return None
    if bearer.key is not None:
        return Credential(bearer.key, bearer.hash)
    assert bearer.table is not None, "it was a token's"
    assert bearer.seat is not None
    return Credential(Token(bearer.table, bearer.seat), bearer.hash)


def _bearer(credential: Credential | None) -> Bearer:
    if credential is None:
        return Bearer()
    of, hash = credential
    return Bearer(of.table, of.seat, None, hash) if isinstance(of, Token) else Bearer(None, None, of, hash)
