"""Playing again: the next table of a series, opened once everybody who sat at the last one wants it."""

from __future__ import annotations

import hmac
from contextlib import suppress
from typing import NamedTuple

from msgspec import structs

from api.callers.tokens import give
from api.callers.visibility import is_of_board
from api.requests.opening import FIRST_GENERATION, ID_BYTES, dealt_if_full, joined
from api.service import Service
from api.wire.problems import ProblemError
from domain.games import game
from domain.kernel.refusals import RefusedError
from domain.kernel.seats import Seat
from domain.ledger.errors import TableExistsError, UnknownTableError
from domain.ledger.listing import Listing
from domain.ledger.rematches import Consent
from domain.record.canonical import b64
from domain.record.entries import Commitments, Series
from domain.record.keys import FORMAT, NO_ENTROPY, Secrets, commitment
from domain.table.book import Holder
from domain.table.refusals import table_refusal
from domain.table.seating import Opening, Sitting, name_hash, open_table, take_seat
from domain.table.table import Table

OPEN_FOR_MS = 10 * 60 * 1000  # from the first consent to the last
NOT_ENDED = table_refusal("rematch_not_yet", "Nobody plays again before the game has ended.", "table: rematch")
OTHERS_PLAY = table_refusal(
    "rematch_not_yet",
    "Others are dealt the same cards: nobody plays again before all of them have ended.",
    "table: rematch",
)
GIVEN_UP = table_refusal("no_rematch", "A table that was given up has no rematch.", "table: rematch")


class Rematch(NamedTuple):
    """How far a rematch has come: the consents that hold, until when they do, and the next table once it is there."""

    consents: tuple[Consent, ...]
    until: int | None
    next: Table | None


def seat_after(table: Table, seat: Seat) -> Seat:
    """Return where somebody sits in a rematch: everybody moves one seat, so that another one begins."""
    return (seat - 1) % table.setup.seats


def check_rematch(table: Table) -> None:
    """Raise `RefusedError` (`rematch_not_yet`, `no_rematch`) unless the table was played to its end.

    Nor while others may still play the same deal: entry 1 of the rematch would tell everybody that it has ended.
    """
    if table.book.status == "abandoned":
        raise RefusedError(GIVEN_UP)
    if table.book.outcome is None:
        raise RefusedError(NOT_ENDED)
    if is_of_board(table) and not table.book.secrets_open:
        raise RefusedError(OTHERS_PLAY)


def rematch_of(service: Service, table: Table) -> Rematch:
    """Return how far the rematch of a table has come."""
    try:
        return Rematch((), None, service.store.table(_next_id(service, table)))
    except UnknownTableError:
        ended = _ended_at(table)
        consents = tuple([each for each in service.store.rematches.of(table.id) if each.at >= ended])
    until = min((consent.at for consent in consents), default=0) + OPEN_FOR_MS
    if not consents or service.clock() >= until:
        return Rematch((), None, None)
    return Rematch(consents, until, None)


def _ended_at(table: Table) -> int:
    """Return when the game ended, the last time if it went back: of that end nobody knew before."""
    ended = table.book.finished or table.book.adjusted
    assert ended is not None, "the game has ended, by its rules or by a ruling"
    return ended.at


def consent(service: Service, table: Table, consent: Consent) -> Rematch:
    """Note that a seat wants to play again, and open the next table if all do; bots always want to.

    Raises as `check_rematch` does, and `ProblemError` (`name_needed`) for somebody whose name was erased.
    """
    with suppress(TableExistsError), service.store.together():  # of two who ask at the same moment one is faster
        table = service.store.table(table.id)
        check_rematch(table)  # a ruling may have taken it back meanwhile
        consent = structs.replace(consent, at=max(consent.at, table.book.at))
        before = rematch_of(service, table)
        if before.next is not None:
            return before
        if not before.consents:
            service.store.rematches.clear(table.id)  # those that came too long ago, or before the game went back
        if consent.entropy != NO_ENTROPY or all(each.seat != consent.seat for each in before.consents):
            service.store.rematches.put(table.id, consent)
        given = {each.seat: each for each in service.store.rematches.of(table.id)}
        holders = enumerate(table.book.holders)
        if all(seat in given for seat, holder in holders if holder is not None and holder.bot is None):
            _open_next(service, table, given)
    return rematch_of(service, table)


def _next_id(service: Service, table: Table) -> str:
    """Return the id of the rematch: a table has one, whoever asks for it, and nobody else can tell it."""
    message = f"{FORMAT}/rematch/{table.id}".encode()
    return hmac.digest(service.settings.server_key, message, "sha256")[:ID_BYTES].hex()


def commitments(service: Service, table: Table) -> Commitments:
    """Return what the rematch of a table is committed to, whether or not anybody wants it yet."""
    drawn = _next_secrets(service, table)
    return Commitments(deal=commitment("deal", drawn.deal), salt=commitment("salt", drawn.salt))


def _next_secrets(service: Service, table: Table) -> Secrets:
    """Return the secrets of the rematch.

    They follow from the server's key, so that they are fixed, and can be committed to, before anybody gives randomness.
    """
    key = service.settings.server_key
    deal, salt = (
        hmac.digest(key, f"{FORMAT}/rematch/{kind}/{table.id}".encode(), "sha256") for kind in ("deal", "salt")
    )
    return Secrets(deal, salt)


def _open_next(service: Service, table: Table, given: dict[Seat, Consent]) -> None:
    """Open the next table with the same game, options and people, each one seat on, and deal."""
    opened, at, store = table.book.opened, service.clock(), service.store
    rules, next_id = game(opened.game).rules, _next_id(service, table)
    known = opened.data is None or opened.data in rules.data_sets
    card_set = None if known or opened.data is None else store.card_sets.get(opened.data)
    drawn = _next_secrets(service, table)
    written = open_table(rules, _opening(table), table=next_id, secrets=drawn, at=at, by=opened.by, card_set=card_set)
    for seat, holder in enumerate(table.book.holders):
        assert holder is not None, "a game that has ended had somebody on every seat"
        sitting = _sitting(service, holder, given.get(seat))
        written = joined(written, take_seat(written.table, seat_after(table, seat), sitting, at=at, by="table"))
    row = store.listings.one(table.id)
    listing = Listing(opened_by=None if row is None else row.opened_by)
    store.create(dealt_if_full(written, at), drawn, listing, card_set=card_set)
    for seat, each in given.items():
        holder = table.book.holders[seat]
        if each.by_key and holder is not None:
            store.players.put(holder.player, next_id)
        else:
            give(service, next_id, seat_after(table, seat), FIRST_GENERATION, coded=False)


def _opening(table: Table) -> Opening:
    opened = table.book.opened
    before = opened.series
    return Opening(
        seats=opened.seats,
        options=opened.options,
        version=opened.version,
        data=opened.data,
        clock=opened.clock,
        label=opened.label,
        series=Series(
            id=table.id if before is None else before.id,
            number=2 if before is None else before.number + 1,
            previous=(table.id, b64(table.book.head)),
        ),
        visibility=opened.visibility,
        delay_entries=opened.delay_entries,
        delay_seconds=opened.delay_seconds,
        connection=opened.connection,
        confirm=opened.confirm,
        arbiter_call=opened.arbiter_call,
        file_ms=opened.file_ms,
        appeal_ms=opened.appeal_ms,
        secrets_open_at="confirmed" if opened.secrets_open_at == "event_end" else opened.secrets_open_at,
    )


def _sitting(service: Service, holder: Holder, given: Consent | None) -> Sitting:
    """Return who sits down again: the same player under the same name."""
    person = service.store.people.get(holder.player)
    if person is None:
        if holder.bot is None:
            raise ProblemError("name_needed", "Somebody here has no name any more: open another table.")
        person = service.store.people.add(holder.bot, player=holder.player)
    return Sitting(
        player=holder.player,
        name_hash=name_hash(person.name, person.salt),
        entropy=NO_ENTROPY if given is None else given.entropy,
        bot=holder.bot,
        public_key=holder.public_key,
    )
