"""Who is calling: nobody known, a seat, a table's opener, a caster there, or a key with its role and scope."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

import msgspec
from flask import g, request

from api.callers import tokens
from api.callers.sessions import ended, meant, session_token, table_session
from api.service import Service, service
from api.wire.problems import ProblemError
from domain.kernel.seats import SPECTATOR, Seat, Viewer, seat_viewer
from domain.ledger.api_keys import EVERYTHING, Scope, key_id
from domain.ledger.errors import UnknownTableError
from domain.ledger.quietly import person_of
from domain.ledger.seat_tokens import OPENER, caster_at, hashed
from domain.ledger.store import Store
from domain.table.book import Book
from domain.table.table import Table

CASTS_ON_MS = 24 * 60 * 60 * 1000  # a caster may still show the end, and what led to it

CallerKind: TypeAlias = Literal["anybody", "seat", "opener", "caster", "player", "operator", "organiser", "arbiter"]


class Caller(msgspec.Struct, frozen=True):
    """Somebody with credentials for a table's seat, for having opened or for casting a table, or of a role; or none."""

    kind: CallerKind
    table: str | None = None
    seat: Seat | None = None
    key: str | None = None  # id of an API key
    scope: Scope = EVERYTHING  # of that key
    caster: int | None = None  # number at the table

    @property
    def name(self) -> str:
        """What entries and request hashes call the caller; players, arbiters too, keep their name with another key."""
        match self.kind:
            case "seat":
                return f"seat:{self.seat}"
            case "caster":
                return f"caster:{self.caster}"
            case "anybody" | "opener":
                return self.kind
            case "player":
                return f"player:{self.scope.player}"
            case "arbiter":
                return f"arbiter:{self.scope.player or self.key}"
            case "operator" | "organiser":
                return f"{self.kind}:{self.key}"

    @property
    def player(self) -> str | None:
        """Whose key this is, if it is a player's."""
        return self.scope.player if self.kind == "player" else None

    @property
    def owner(self) -> str | None:
        """What the list of tables calls the caller as an opener: a player, or the key of a role."""
        return self.player or self.key

    @property
    def identity(self) -> str:
        """Who is counted as one caller; the names of seats and openers are those of one table."""
        return self.name if self.table is None else f"{self.name} {self.table}"

    def seat_at(self, table: Table) -> Seat | None:
        """Return the seat that the caller holds at a table."""
        if self.kind == "player":
            return _seat_of(table, self.player)
        return self.seat if self.kind == "seat" and self.table == table.id else None

    def viewer_at(self, table: Table) -> Viewer:
        """Return as whom the caller looks at a table while its secrets are closed: its seat, or those that it casts."""
        if self.caster is not None and self.table == table.id:
            casting = table.book.casters.get(self.caster)
            return SPECTATOR if casting is None else Viewer(casting.seats)
        seat = self.seat_at(table)
        return SPECTATOR if seat is None else seat_viewer(seat)

    def rules_over(self, table: Table) -> bool:
        """Say whether the caller may start or cancel a table and give its tokens anew."""
        match self.kind:
            case "operator":
                return True
            case "opener":
                return self.table == table.id
            case "organiser" | "player":
                return table.book.opened.by == self.name
            case "anybody" | "seat" | "caster" | "arbiter":
                return False

    def oversees(self, table: Table) -> bool:
        """Say whether the caller may know of a table because of its office."""
        if self.kind != "arbiter":
            return self.kind == "operator"
        opened, scope = table.book.opened, self.scope
        if scope.organiser is None:
            return True
        if opened.by not in (f"organiser:{scope.organiser}", f"operator:{scope.organiser}"):
            return False
        return scope.series is None or (opened.series is not None and opened.series.id == scope.series)

    def sees_evidence(self, table: Table) -> bool:
        """Say whether the caller may look at hidden values, which leaves an entry.

        An arbiter who plays or has played at the table itself may not.
        """
        return self.oversees(table) and self.scope.player not in table.book.sat


def _seat_of(table: Table, player: str | None) -> Seat | None:
    """Return the seat that a player holds at a table."""
    if player is None:
        return None
    held = enumerate(table.book.holders)
    return next((seat for seat, holder in held if holder is not None and holder.player == player), None)


ANYBODY = Caller("anybody")
KEPT = 4096  # headers used last that are read once
HEADER_AT_MOST = tokens.TOKEN_AT_MOST + 8  # characters of those: a scheme, a space and a credential


class Credential(NamedTuple):
    """A token or a key as the store knows it: what it says it is for, or its id, and the hash of its text."""

    of: tokens.Token | str
    hash: bytes


def credential_of(text: str) -> Credential | None:
    """Return the credential with this text, worth something or not; nothing for a text that is none."""
    of = tokens.parse(text) or key_id(text)
    return None if of is None else Credential(of, hashed(text))


def presented(header: str) -> Credential | None:
    """Return what `credential_of` says of an Authorization header; raises `ProblemError` as `bearer` does.

    The same header says the same each time; whether it is worth anything is asked each time. What is kept lies in
    memory only, beside the key that tokens are made from, and is found by a hash that differs with each start.
    """
    return _presented(header) if len(header) <= HEADER_AT_MOST else credential_of(bearer(header))


@lru_cache(KEPT)
def _presented(header: str) -> Credential | None:
    return credential_of(bearer(header))


def caller_of(service: Service, credential: Credential) -> Caller | None:
    """Return who comes with a credential, as long as it is worth something: it may be taken back at any time."""
    of, hash = credential
    if isinstance(of, tokens.Token):
        if not tokens.is_valid(service, of, hash):
            return None
        if of.seat >= 0:
            return Caller("seat", of.table, of.seat)
        return Caller("opener", of.table) if of.seat == OPENER else _caster(service, of.table, caster_at(of.seat))
    key = service.store.keys.check_hash(of, hash, at=service.clock())
    if key is None:
        return None
    scope = Scope(organiser=key.organiser, series=key.series, player=key.player)
    return Caller(key.role, key=key.id, scope=scope)


def reader_of(here: Service, credential: Credential | None) -> Caller:
    """Return who comes with a credential, or with none; raises `ProblemError` once it was taken back or has expired."""
    found = ANYBODY if credential is None else caller_of(here, credential)
    if found is None:
        raise _not_valid()
    return found


def _not_valid(headers: Mapping[str, str] | None = None) -> ProblemError:
    return ProblemError("bad_credentials", "This token or key is not valid, or no longer.", headers=headers)


def _caster(service: Service, table: str, number: int) -> Caller | None:
    """Return a caster, as long as it casts: from its entry until it is dismissed, or a day after the table's end."""
    try:
        book = service.store.table(table).book
    except UnknownTableError:
        return None
    casting = book.casters.get(number)
    if casting is None or plays_itself(service.store, book, casting.seats):
        return None
    over = book.outcome is not None and service.clock() >= book.at + CASTS_ON_MS
    return None if over else Caller("caster", table, caster=number)


def plays_itself(store: Store, book: Book, seats: Collection[Seat], by: str | None = None) -> bool:
    """Say whether whoever opened a table, or `by`, sits there and would see the hands of others as one of its casters.

    As a player, or with the key of an office that says which player it is.
    """
    rulers = {person_of(store, name) for name in (book.opened.by, by) if name is not None}
    own = [seat for seat, holder in enumerate(book.holders) if holder is not None and holder.player in rulers]
    return bool(own) and not {*seats} <= {*own}


def caller() -> Caller:
    """Return who makes this request."""
    found: Caller = g.caller
    return found


def identify() -> None:
    """Read the credentials of this request; raises `ProblemError` for such as are not valid."""
    g.credential, g.caller = _identified(service())


def credential() -> Credential | None:
    """Return what this request came with, for answers that outlive it."""
    found: Credential | None = g.credential
    return found


def credentials(service: Service) -> str | None:
    """Return the token or key that this request comes with, in its header or else in its cookie.

    Raises `ProblemError` (`bad_credentials`, `wrong_origin`).
    """
    header = request.headers.get("Authorization")
    return session_token(service.settings) if header is None else bearer(header)


def bearer(header: str) -> str:
    """Return the token or key that stands in an Authorization header; raises `ProblemError` (`bad_credentials`)."""
    scheme, _, text = header.partition(" ")
    text = text.strip()
    if scheme.lower() != "bearer" or not text or len(text) > tokens.TOKEN_AT_MOST or not text.isascii():
        raise ProblemError("bad_credentials", "Send `Authorization: Bearer` with a token of a table or a key.")
    return text


def _identified(service: Service) -> tuple[Credential | None, Caller]:
    text = credentials(service)
    if text is None:
        return None, ANYBODY
    credential = credential_of(text)
    found = None if credential is None else caller_of(service, credential)
    if found is not None:
        return credential, found
    raise _not_valid(_forgotten(service))


def _forgotten(service: Service) -> dict[str, str]:
    """Return what takes a cookie away whose token is worth nothing: the next request comes without credentials."""
    table, own = (request.view_args or {}).get("table"), meant()
    if "Authorization" in request.headers or (table is None and own is None):
        return {}
    return {"Set-Cookie": ended(service.settings, table_session(str(table)) if own is None else own)}
