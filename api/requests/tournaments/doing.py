"""What a request does with a tournament: once, however often it is sent."""

from __future__ import annotations

from typing import NamedTuple

from api.callers.auth import Caller
from api.callers.tournaments import as_known_to
from api.requests.once import met_before, request_of
from api.service import Service
from domain.ledger.tournaments.streams import Action, Known, stream_of
from domain.record.chain import Request, SealedEntry
from domain.tournament.log.book import Book, after
from domain.tournament.log.lines import entry_of
from domain.tournament.players import PlayerId


class Done(NamedTuple):
    """A tournament after a request, and the entries that it wrote, now or when it came first."""

    known: Known
    entries: tuple[SealedEntry, ...]

    def seen_by(self, who: Caller, player: PlayerId) -> Book:
        """Return what the caller sees of the tournament and what this request wrote of a player, and nothing else.

        Whoever came in while a board is played sits at none of its tables: what became of them is no secret.
        """
        book = as_known_to(who, self.known).book
        if player not in book.players:
            return self.known.book
        for sealed in self.entries:
            if sealed.n > book.n:
                book = after(book, entry_of(sealed.public))
        return book


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
