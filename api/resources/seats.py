"""Seats: sitting down, leaving before the start, giving a lost token anew."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from flask import Blueprint, Response

from api.callers.auth import Caller, caller
from api.callers.limiting import check_guesses, note_guess
from api.callers.tokens import ROTATIONS, give, join_code, joins, plain_code, seat_token
from api.callers.visibility import known_table, sees_later
from api.requests.once import Repeated, met_beside, once, request_of, written_before
from api.requests.opening import dealt_if_full
from api.requests.representations import table_shape
from api.requests.tournaments.boards import check_new_to_deal
from api.requests.tournaments.decks import with_decks
from api.requests.tournaments.tokens import check_gives_token, player_of_seat
from api.resources.tables import RULING, ruled_table
from api.service import Service, service
from api.wire.operations import Reply, body, operation
from api.wire.problems import ProblemError
from api.wire.responses import json_answer
from api.wire.schemas.answers import JoinedAnswer, TableAnswer, TokenAnswer
from api.wire.schemas.bodies import JoinBody, NoBody
from api.wire.who import ITS_RULERS, WHO_MAY_KNOW, Who
from domain.kernel.refusals import RefusedError
from domain.kernel.seats import Seat
from domain.ledger.people import Person
from domain.ledger.players import TABLES_AT_MOST
from domain.record.canonical import unb64
from domain.record.chain import Request
from domain.record.keys import NO_ENTROPY
from domain.table.refusals import OVER, check_free, table_refusal
from domain.table.seating import Sitting, leave_seat, name_hash, renew_holder, take_seat
from domain.table.table import Table
from domain.table.writing import Written

seats = Blueprint("seats", __name__)


class Way(NamedTuple):
    """How somebody takes a seat: the seat that a token or a code names, or any open one."""

    seat: Seat | None
    kind: str


@seats.post("/tables/<table>/seats")
@operation(
    "takeSeat",
    "seats",
    "Take a seat",
    callers=(*WHO_MAY_KNOW, Who("anybody", "with a join code of this table")),
    body=JoinBody,
    replies={201: Reply("The seat, and the token that acts for it", JoinedAnswer)},
    problems=(*RULING, "no_seat", "wrong_join_code", "name_needed"),
    keyed=True,
    example={"name": "Bob"},
)
def take(table: str) -> Response:
    """With a seat's token that seat; with a join code the seat it belongs to; else an open seat. A table that starts
    when full is dealt with the last seat. A player's key needs no name and gets no token: it acts by itself. Without
    credentials an Idempotency-Key has 16 characters at least."""
    here, who = service(), caller()
    asked = body()
    way, found = _way(here, table, who, asked)
    if who.player is not None:
        _check_tables(here, who.player, found)

    def action(now: Table, request: Request | None) -> Written:
        seat = _seat_for(here, now, way, asked.get("seat"))
        if sees_later(now, who) and seat < now.setup.seats:
            check_free(now, seat)  # said of a game that has begun or ended as of one that waits
        at = here.clock()
        sitting = _sitting(here, now, who, asked)
        check_new_to_deal(here.store, now, sitting.player)
        sat = take_seat(now, seat, sitting, at=at, by=f"seat:{seat}", request=request)
        return with_decks(here.store, dealt_if_full(sat, at), at)

    with here.store.together():
        done = once(here, who, found, action)
        taken = _taken(done)
        if isinstance(done, Written) and who.player is not None:
            here.store.players.put(who.player, found.id)
        elif isinstance(done, Written) and way.kind != "token":
            give(here, found.id, taken.seat, taken.n * ROTATIONS, coded=way.kind == "code")
    if isinstance(done, Written):
        here.bots.wake(found.id)
    return _joined(here, who, done.table, taken)


def _check_tables(here: Service, player: str, table: Table) -> None:
    """Raise `RefusedError` (`too_many_tables`) for a player whose inbox could not look at one more."""
    going_on = here.store.players.going_on(player, TABLES_AT_MOST)
    if len(going_on) >= TABLES_AT_MOST and table.id not in going_on:
        text = "This player sits at {most} tables that have not ended."
        raise RefusedError(table_refusal("too_many_tables", text, "table: seats", most=TABLES_AT_MOST))


def _person(here: Service, table: Table, who: Caller, name: str | None) -> Person:
    """Return who sits down: a player by its key, at a tournament's table the one whose token it is, else somebody new.

    Raises `ProblemError` (`name_needed`).
    """
    player = who.player
    if who.kind == "seat" and who.seat is not None:
        player = player_of_seat(here, table, who.seat)
    known = None if player is None else here.store.people.get(player)
    if known is not None:
        return known
    if name is None:
        raise ProblemError("name_needed", "Say the `name` of whoever sits down.")
    return here.store.people.add(name, player=who.player)


def _sitting(here: Service, table: Table, who: Caller, asked: dict[str, Any]) -> Sitting:
    """Remember the name of whoever sits down."""
    person = _person(here, table, who, asked.get("name"))
    return Sitting(
        player=person.player,
        name_hash=name_hash(person.name, person.salt),
        entropy=unb64(asked["entropy"]) if "entropy" in asked else NO_ENTROPY,
        public_key=asked.get("public_key"),
    )


def _way(here: Service, table: str, who: Caller, asked: dict[str, Any]) -> tuple[Way, Table]:
    """Return how the caller may sit down, and where; raises `ProblemError`."""
    if "join_code" in asked:
        check_guesses(who)
        try:
            found = known_table(here, table, None)
        except ProblemError:
            note_guess(who)  # as at a table that the caller may not know of
            raise
        seat = here.store.seats.seat_of_code(found.id, plain_code(asked["join_code"]))
        if seat is None:
            note_guess(who)
            known_table(here, table, who)
            raise ProblemError("wrong_join_code", "This code belongs to no seat of this table.")
        if asked.get("seat", seat) != seat:
            raise ProblemError("wrong_join_code", "This code belongs to another seat.")
        _check_sits_nowhere_else(found, who, seat)
        return Way(seat, "code"), found
    found = known_table(here, table, who)
    own = who.seat_at(found)
    if own is None or who.player is not None:
        return Way(None, "open"), found
    if asked.get("seat", own) != own:
        raise ProblemError("no_seat", "This token belongs to another seat.")
    return Way(own, joins(here, found, own)), found


def _check_sits_nowhere_else(table: Table, who: Caller, seat: Seat) -> None:
    """Raise `ProblemError` (`other_seat`) for another seat's token: the browser that holds it would lose it for the new
    one, and nobody could act for the old seat any more."""
    own = who.seat_at(table)
    if who.player is None and own is not None and own != seat:
        raise ProblemError("other_seat", "Whoever asks sits at another seat of this table.", more={"seat": own})


def _seat_for(here: Service, now: Table, way: Way, wished: Seat | None) -> Seat:
    """Return the seat to take; raises `RefusedError` if none is open and `ProblemError` for one that is not open."""
    if way.seat is not None:
        return way.seat
    if wished is None:
        for seat, holder in enumerate(now.book.holders):
            if holder is None and joins(here, now, seat) == "open":
                return seat
        raise RefusedError(table_refusal("no_open_seat", "No open seat is free at this table.", "table: seats"))
    if wished < now.setup.seats and joins(here, now, wished) != "open":
        raise ProblemError("no_seat", "This seat is taken with its token or its join code.")
    return wished


class _Taken(msgspec.Struct):
    n: int
    seat: int
    player: str


_taken_of = msgspec.json.Decoder(_Taken)


def _taken(done: Written | Repeated) -> _Taken:
    return _taken_of.decode(done.entries[0].public)


def _joined(here: Service, who: Caller, then: Table, taken: _Taken) -> Response:
    """Answer for the seat that was taken; `then` is the table as that left it."""
    token = None if who.player is not None else _token_of(here, then, taken)
    return json_answer(
        {"seat": taken.seat, "player": taken.player, "token": token, "table": table_shape(here, then)}, 201
    )


def _token_of(here: Service, then: Table, taken: _Taken) -> str:
    """Return the token of a seat that was taken."""
    generation = taken.n * ROTATIONS
    if joins(here, then, taken.seat) == "token":
        access = here.store.seats.get(then.id, taken.seat)
        generation = 0 if access is None else access.generation
    return seat_token(here.settings.server_key, then.id, taken.seat, generation)


@seats.delete("/tables/<table>/seats/<seat:seat>")
@operation(
    "leaveSeat",
    "seats",
    "Leave a seat",
    callers=(
        Who("seat", "of this table, for its own seat"),
        Who("player", "that sits at this table, for its own seat"),
        *ITS_RULERS,
    ),
    replies={200: Reply("The table without them", TableAnswer)},
    problems=(
        "unknown_table",
        "unknown_seat_number",
        "credentials_needed",
        "no_seat",
        "write_conflict",
        "refusal",
    ),
)
def leave(table: str, seat: int) -> Response:
    """Before the start, with the seat's own token or by whoever rules over the table; the next takes it likewise. The
    token of a seat whose holder is sent away no longer acts: its ruler has it given anew for the next one."""
    here, who = service(), caller()
    found = known_table(here, table, who)
    if seat >= found.setup.seats:
        raise ProblemError("unknown_seat_number", "This table has the seats 0 to {last}.", last=found.setup.seats - 1)
    if who.seat_at(found) != seat and not who.rules_over(found):
        if who.kind == "anybody":
            raise ProblemError("credentials_needed", "Use the seat's token.")
        raise ProblemError("no_seat", "This is not your seat.")
    with here.store.together():
        kind = joins(here, found, seat)
        holder = here.store.table(found.id).book.holders[seat]
        written = here.perform(found.id, lambda now: leave_seat(now, seat, at=here.clock(), by=who.name))
        if holder is not None:
            here.store.players.remove(holder.player, found.id)
        here.store.castings.withdraw_all(found.id, seat)
        access = here.store.seats.get(found.id, seat)
        if access is not None and kind in ("open", "code"):
            _forget(here, found.id, seat, access.generation, coded=kind == "code")
        elif kind == "token" and who.seat_at(found) != seat:
            _renewed(here, written.table, seat)  # whoever was sent away sees nothing of the next one's hand
    return json_answer(table_shape(here, written.table))


def _forget(here: Service, table: str, seat: Seat, generation: int, *, coded: bool) -> None:
    """Make a seat's token worthless; the join code stays."""
    code = join_code(here.settings.server_key, table, seat) if coded else None
    here.store.seats.put(table, seat, generation=generation, code=code)


@seats.post("/tables/<table>/seats/<seat:seat>/token")
@operation(
    "renewToken",
    "seats",
    "Give a seat's token anew",
    callers=ITS_RULERS,
    body=NoBody,
    replies={200: Reply("The new token", TokenAnswer)},
    problems=(*RULING, "unknown_seat_number"),
    keyed=True,
)
def renew(table: str, seat: int) -> Response:
    """For a token that was lost or seen by others: the one before no longer acts. Who has the new one may be somebody
    else, so the record says so: `seat_replaced`, by whom, with the same player. Not once the table has ended."""
    here, who = service(), caller()
    found = ruled_table(here, table, who)
    if seat >= found.setup.seats:
        raise ProblemError("unknown_seat_number", "This table has the seats 0 to {last}.", last=found.setup.seats - 1)
    check_gives_token(here, found, who)
    body()
    asked = request_of(here, who, found.id)
    with here.store.together():
        generation = met_beside(here, asked, found.id)
        if generation is None:
            now = here.store.table(found.id)
            written_before(asked, now)  # raises for the key of another request
            generation = _renewed(here, now, seat)
            if now.book.holders[seat] is not None:
                here.perform(now.id, lambda now: renew_holder(now, seat, at=here.clock(), by=who.name, request=asked))
            if asked is not None:
                here.store.remembered.put(found.id, asked.key, asked.body, generation)
    return json_answer({"seat": seat, "token": seat_token(here.settings.server_key, found.id, seat, generation)})


def _renewed(here: Service, now: Table, seat: Seat) -> int:
    """Give a seat's token anew; return its generation. Raises `RefusedError`.

    After the end nobody acts: a token would only show what secrets that stay closed still hide, and sit down at the
    rematch for another.
    """
    if now.book.status not in ("open", "running"):
        raise RefusedError(OVER)
    kind = joins(here, now, seat)
    access = here.store.seats.get(now.id, seat)
    if access is None or not access.has_token or kind == "bot":
        raise RefusedError(
            table_refusal("seat_without_token", "Nobody holds a token for seat {seat}.", "table: seats", seat=seat)
        )
    generation = access.generation + 1
    if generation % ROTATIONS == 0:
        raise RefusedError(
            table_refusal("too_many_tokens", "Seat {seat} had too many tokens.", "table: seats", seat=seat)
        )
    give(here, now.id, seat, generation, coded=kind == "code")
    here.store.castings.withdraw_all(now.id, seat)
    return generation
