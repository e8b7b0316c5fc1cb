"""Opening a table: entry 1, whoever sits down at once, the deal if that fills it, and what the opener passes on."""

from __future__ import annotations

import hmac
import secrets
from typing import Any, NamedTuple

from api.callers.auth import Caller
from api.callers.tokens import give, join_code, opener_token, seat_token
from api.requests.once import as_left, written_before
from api.requests.representations import table_shape
from api.service import Service
from api.wire.problems import ProblemError, RefusedByGameError
from domain.games import UnknownGameError, game
from domain.kernel.cards.card_sets import card_set_digest
from domain.kernel.refusals import RefusedError
from domain.ledger.errors import TableExistsError, UnknownTableError
from domain.ledger.listing import Listing
from domain.ledger.seat_tokens import OPENER
from domain.record.canonical import unb64
from domain.record.chain import Request
from domain.record.entries import Clock, Confirm, Series
from domain.record.keys import FORMAT, NO_ENTROPY, NO_SECRET, SECRET_BYTES, Secrets
from domain.table import seating
from domain.table.play import start
from domain.table.seating import Opening, Sitting, name_hash, take_seat
from domain.table.table import Table
from domain.table.writing import Written

ID_BYTES = 10  # an unlisted table is found by nobody who was not told its id
FIRST_GENERATION = 1  # of a seat whose token is given at the opening
DEFAULT_BOT = "sensible"


class Asked(NamedTuple):
    """A request for a table: the checked body, who asks, and the hashes of its Idempotency-Key."""

    body: dict[str, Any]
    caller: Caller
    request: Request | None

    @property
    def opener(self) -> str:
        """What entry 1 calls the opener: tokens of other tables count for nothing here."""
        return "anybody" if self.caller.kind in ("seat", "opener") else self.caller.name


class Opened(NamedTuple):
    """The answer, and whether the table is new."""

    answer: dict[str, Any]
    table: Table
    fresh: bool


def open_or_meet(service: Service, asked: Asked) -> Opened:
    """Open a table, or meet the one that the same request opened before; raises `ProblemError` and `RefusedError`."""
    table = _table_id(service, asked)
    met = _met(service, asked, table)
    if met is not None:
        return Opened(_answer(service, asked, met), met, fresh=False)
    try:
        opened = _open(service, asked, table)
    except TableExistsError:
        return open_or_meet(service, asked)  # the same request, sent twice at once, was faster
    return Opened(_answer(service, asked, opened), opened, fresh=True)


def _table_id(service: Service, asked: Asked) -> str:
    """Return a random id, or for a request with a key the one that the key leads to."""
    if asked.request is None:
        return secrets.token_hex(ID_BYTES)
    message = f"{FORMAT}/table/".encode() + asked.request.key
    return hmac.digest(service.settings.server_key, message, "sha256")[:ID_BYTES].hex()


def _met(service: Service, asked: Asked, table: str) -> Table | None:
    """Return the table as the same request left it, if it came before."""
    if asked.request is None:
        return None
    try:
        now = service.store.table(table)
    except UnknownTableError:
        return None
    first = written_before(asked.request, now)
    assert first is not None, "entry 1 remembers the request that the id derives from"
    return as_left(service, now, first).table


def _sits(seat: dict[str, Any]) -> bool:
    """Say whether somebody sits down here at once."""
    return seat["kind"] == "bot" or (seat["kind"] == "token" and "name" in seat)


def _open(service: Service, asked: Asked, table: str) -> Table:
    body = asked.body
    try:
        title = game(body["game"])
    except UnknownGameError:
        raise ProblemError("no_such_game", "No game has this name; GET /api/v1/games lists them.") from None
    _check_known_deal(body)
    card_set = body["card_set"].encode() if "card_set" in body else None
    deal = NO_SECRET if "known_deal" in body else secrets.token_bytes(SECRET_BYTES)
    drawn = Secrets(deal, secrets.token_bytes(SECRET_BYTES))
    at = service.clock()
    with service.store.together():
        try:
            written = seating.open_table(
                title.rules,
                _opening(body, card_set),
                table=table,
                secrets=drawn,
                at=at,
                by=asked.opener,
                card_set=card_set,
                request=asked.request,
            )
        except RefusedError as error:
            raise RefusedByGameError(error.refusal, title) from None
        for number, seat in enumerate(body["seats"]):
            if _sits(seat):
                sitting = _sitting(service, title.bots, seat)
                written = joined(written, take_seat(written.table, number, sitting, at=at, by=asked.opener))
        written = dealt_if_full(written, at)
        listing = Listing(opened_by=asked.caller.owner)
        service.store.create(written, drawn, listing, card_set=card_set)
        _give_out(service, table, body["seats"])
    return written.table


def _check_known_deal(body: dict[str, Any]) -> None:
    """Raise a problem if somebody could look into somebody else's hand, because a deal is known that others play."""
    people = [seat for seat in body["seats"] if seat["kind"] != "bot"]
    if "known_deal" in body and len(people) > 1:
        raise ProblemError(
            "known_deal_alone", "A known deal is for one person among bots: all its cards can be computed."
        )


def _opening(body: dict[str, Any], card_set: bytes | None) -> Opening:
    clock, series = body.get("clock"), body.get("series")
    return Opening(
        seats=len(body["seats"]),
        options=body["options"],
        version=body.get("version"),
        data=body.get("data") or (None if card_set is None else card_set_digest(card_set)),
        clock=Clock(**clock) if clock else None,
        confirm=Confirm(**body["confirm"]) if "confirm" in body else None,
        arbiter_call=None if body["arbiter_call"] == "quiet" else body["arbiter_call"],
        file_ms=body.get("file_ms"),
        appeal_ms=body.get("appeal_ms"),
        label=body.get("label"),
        external_id=body.get("external_id"),
        series=None if series is None else Series(**series),
        start=body["start"],
        connection="shown" if body["connection"] == "shown" else None,
        visibility=body["visibility"],
        delay_entries=body.get("delay_entries"),
        delay_seconds=body.get("delay_seconds"),
        secrets_open_at=body["secrets_open_at"],
        known_deal=body.get("known_deal"),
    )


def _sitting(service: Service, bots: Any, seat: dict[str, Any]) -> Sitting:
    bot = None
    if seat["kind"] == "bot":
        bot = seat.get("bot", DEFAULT_BOT)
        if bot not in bots:
            raise ProblemError("unknown_bot", "The bots of this game are {bots}.", bots=", ".join(sorted(bots)))
    person = service.store.people.add(seat.get("name") or str(bot))
    entropy = unb64(seat["entropy"]) if "entropy" in seat else NO_ENTROPY
    return Sitting(player=person.player, name_hash=name_hash(person.name, person.salt), entropy=entropy, bot=bot)


def joined(first: Written, then: Written) -> Written:
    """Return two batches as one."""
    return Written(then.table, first.entries + then.entries)


def dealt_if_full(written: Written, at: int) -> Written:
    """Add the deal if the table is full and starts by itself then."""
    book = written.table.book
    if book.status != "open" or not book.full or book.opened.start != "full":
        return written
    return joined(written, start(written.table, at=at, by="table"))


def _give_out(service: Service, table: str, seats: list[dict[str, Any]]) -> None:
    key, places = service.settings.server_key, service.store.seats
    places.put(table, OPENER, token=opener_token(key, table))
    for number, seat in enumerate(seats):
        if seat["kind"] == "token":
            give(service, table, number, FIRST_GENERATION, coded=False)
        elif seat["kind"] == "code":
            places.put(table, number, code=join_code(key, table, number))


def _answer(service: Service, asked: Asked, table: Table) -> dict[str, Any]:
    key, id = service.settings.server_key, table.id
    return {
        "table": table_shape(service, table),
        "opener_token": opener_token(key, id),
        "seats": [
            {
                "seat": number,
                "kind": seat["kind"],
                "token": seat_token(key, id, number, FIRST_GENERATION) if seat["kind"] == "token" else None,
                "join_code": join_code(key, id, number) if seat["kind"] == "code" else None,
            }
            for number, seat in enumerate(asked.body["seats"])
        ],
    }
