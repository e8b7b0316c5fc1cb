"""Casters: asked for by a table's ruler, admitted once every seat that they are to see with has agreed."""

from __future__ import annotations

from typing import NamedTuple

from api.callers.auth import Caller, plays_itself
from api.callers.delaying import is_delayed
from api.callers.tokens import ROTATIONS, caster_token
from api.callers.visibility import as_seen
from api.requests.once import met_beside, request_of, written_before
from api.service import Service
from api.wire.problems import ProblemError
from domain.kernel.refusals import RefusedError
from domain.kernel.seats import Seat
from domain.ledger.castings import Asked
from domain.ledger.seat_tokens import place_of_caster
from domain.table.casting import admit_caster, check_castable, dismiss_caster
from domain.table.refusals import check_going_on, table_refusal
from domain.table.seating import name_hash
from domain.table.table import Table

GOES_ON = ("open", "running")
AT_MOST = 20  # casters in the life of a table, those who never came included
RULE = "table: casters"
PLAYS_ITSELF = table_refusal(
    "ruler_plays", "Whoever plays here names no caster for the seats of others: it would see their hands.", RULE
)
HAS_BEGUN = table_refusal("casting_began", "This caster sees with your seat already: only the ruler ends it.", RULE)
NOT_ASKED = table_refusal("seat_not_asked", "This caster does not ask for your seat.", RULE)
NO_DELAY = table_refusal(
    "delay_required", "Casters come only to tables of a tournament that others see later: open it with a delay.", RULE
)
TOO_MANY = table_refusal("too_many_casters", "A table has {most} casters at most.", RULE, most=AT_MOST)


class Caster(NamedTuple):
    """A caster as it stands: what was asked, the seats that agree now (bots do), and the entry since when it casts."""

    asked: Asked
    agreed: tuple[Seat, ...]
    since: int | None


def casters_of(here: Service, table: Table) -> tuple[Caster, ...]:
    """Return the casters of a table who cast or wait for seats to agree; those who were dismissed are none.

    Of a table as somebody sees it later, they cast from the entry on that is in sight.
    """
    found = (_as_it_stands(table, asked, has_token=_has_token(here, table, asked)) for asked in _all(here, table))
    return tuple([caster for caster in found if caster is not None])


def caster_of(here: Service, table: Table, number: int) -> Caster:
    """Return one of them; raises `ProblemError` (`unknown_caster`)."""
    for caster in casters_of(here, table):
        if caster.asked.number == number:
            return caster
    raise ProblemError("unknown_caster", "This table has no caster with this number, or no longer.")


def _all(here: Service, table: Table) -> tuple[Asked, ...]:
    return here.store.castings.of(table.id)


def _has_token(here: Service, table: Table, asked: Asked) -> bool:
    access = here.store.seats.get(table.id, place_of_caster(asked.number))
    return access is not None and access.has_token


def _as_it_stands(table: Table, asked: Asked, *, has_token: bool) -> Caster | None:
    casting = table.book.casters.get(asked.number)
    if not has_token or (casting is None and table.book.status not in GOES_ON):
        return None
    if casting is not None:
        return Caster(asked, asked.seats, casting.since)
    holders = table.book.holders
    bots = [seat for seat in asked.seats if (holder := holders[seat]) is not None and holder.bot is not None]
    return Caster(asked, tuple(sorted({*asked.agreed, *bots})), None)


def ask(here: Service, table: Table, who: Caller, name: str, seats: list[Seat]) -> tuple[Caster, str]:
    """Ask for a caster, or meet the one that the same request asked for before; return its token too.

    Raises `RefusedError` (`ruler_plays`, `too_many_casters`, `delay_required`, as `check_castable` does).
    """
    asked = request_of(here, who, table.id)
    with here.store.together():
        now = here.store.table(table.id)
        number = met_beside(here, asked, now.id)
        if number is None:
            written_before(asked, now)  # raises for the key of another request
            check_castable(as_seen(here, now, who), seats)  # an end not in sight is not told
            if now.book.opened.tournament is not None and not is_delayed(now):
                raise RefusedError(NO_DELAY)
            number = _added(here, now, who, name, tuple(sorted({*seats})))
            if asked is not None:
                here.store.remembered.put(now.id, asked.key, asked.body, number)
        now = _admitted(here, now, number, who)
    return caster_of(here, as_seen(here, now, who), number), caster_token(here.settings.server_key, now.id, number, 0)


def _added(here: Service, table: Table, who: Caller, name: str, seats: tuple[Seat, ...]) -> int:
    _check_ruler(here, table, seats, who.name)
    number = len(_all(here, table)) + 1
    if number > AT_MOST:
        raise RefusedError(TOO_MANY)
    here.store.castings.add(table.id, Asked(number, here.store.people.add(name).player, seats))
    _give(here, table, number, 0)
    return number


def _check_ruler(here: Service, table: Table, seats: tuple[Seat, ...], by: str | None = None) -> None:
    """Raise `RefusedError` (`ruler_plays`) where a player there would get the token: who opened the table, or `by`."""
    if plays_itself(here.store, table.book, seats, by):
        raise RefusedError(PLAYS_ITSELF)


def _give(here: Service, table: Table, number: int, generation: int) -> str:
    token = caster_token(here.settings.server_key, table.id, number, generation)
    here.store.seats.put(table.id, place_of_caster(number), generation=generation, token=token)
    return token


def agree(here: Service, table: Table, who: Caller, number: int, seat: Seat) -> Caster:
    """Let a seat agree to a caster, who casts with the last of them.

    Raises `ProblemError` (`unknown_caster`, `name_needed`) and `RefusedError` (`seat_not_asked`, `table_over`,
    `ruler_plays`).
    """
    with here.store.together():
        now = here.store.table(table.id)
        caster = _asking(here, now, number, seat)
        if caster.since is None:
            check_going_on(now)
            _check_ruler(here, now, caster.asked.seats)
            here.store.castings.agree(now.id, number, seat)
            now = _admitted(here, now, number, who)
    return caster_of(here, now, number)


def withdraw(here: Service, table: Table, number: int, seat: Seat) -> Caster:
    """Take back what a seat agreed to; raises `RefusedError` (`casting_began`) once the caster casts."""
    with here.store.together():
        now = here.store.table(table.id)
        if _asking(here, now, number, seat).since is not None:
            raise RefusedError(HAS_BEGUN)
        here.store.castings.withdraw(now.id, number, seat)
    return caster_of(here, now, number)


def _asking(here: Service, table: Table, number: int, seat: Seat) -> Caster:
    caster = caster_of(here, table, number)
    if seat not in caster.asked.seats:
        raise RefusedError(NOT_ASKED)
    return caster


def _admitted(here: Service, table: Table, number: int, who: Caller) -> Table:
    """Admit a caster if the game goes on, every seat has agreed and it does not cast yet; return the table then."""
    if table.book.status not in GOES_ON:
        return table
    found = caster_of(here, table, number)
    if found.since is not None or found.agreed != found.asked.seats:
        return table
    return _written(here, found.asked, table, who)


def _written(here: Service, asked: Asked, table: Table, who: Caller) -> Table:
    """Write that a caster casts, or that somebody else may have its token; raises `ProblemError` (`name_needed`)."""
    person = here.store.people.get(asked.player)
    if person is None:
        raise ProblemError("name_needed", "The caster has no name any more: ask for another one.")
    hashed = name_hash(person.name, person.salt)
    return here.perform(
        table.id,
        lambda now: admit_caster(
            now, asked.number, asked.seats, player=asked.player, name_hash=hashed, at=here.clock(), by=who.name
        ),
    ).table


def renew(here: Service, table: Table, who: Caller, number: int) -> str:
    """Give a caster's token anew; of one who casts an entry says so, as of a seat's.

    Raises `ProblemError` (`unknown_caster`, `name_needed`) and `RefusedError` (`table_over`, `ruler_plays`,
    `too_many_tokens`).
    """
    asked = request_of(here, who, table.id)
    with here.store.together():
        now = here.store.table(table.id)
        generation = met_beside(here, asked, now.id)
        if generation is None:
            written_before(asked, now)
            generation = _renewed(here, now, who, number)
            if asked is not None:
                here.store.remembered.put(now.id, asked.key, asked.body, generation)
    return caster_token(here.settings.server_key, table.id, number, generation)


def _renewed(here: Service, table: Table, who: Caller, number: int) -> int:
    seen = as_seen(here, table, who)
    caster = caster_of(here, seen, number)
    check_going_on(seen)
    _check_ruler(here, table, caster.asked.seats, who.name)
    access = here.store.seats.get(table.id, place_of_caster(number))
    assert access is not None, "a caster that is there has a token"
    generation = access.generation + 1
    if generation == ROTATIONS:
        raise RefusedError(
            table_refusal("too_many_tokens", "Caster {caster} had too many tokens.", RULE, caster=number)
        )
    _give(here, table, number, generation)
    if number in table.book.casters and table.book.status in GOES_ON:
        _written(here, caster.asked, table, who)
    return generation


def dismiss(here: Service, table: Table, who: Caller, number: int) -> Table:
    """Make a caster's token worthless, also before it casts; raises `ProblemError` (`unknown_caster`)."""
    with here.store.together():
        now = here.store.table(table.id)
        caster_of(here, as_seen(here, now, who), number)
        place = place_of_caster(number)
        access = here.store.seats.get(now.id, place)
        assert access is not None, "a caster that is there has a token"
        here.store.seats.put(now.id, place, generation=access.generation)
        return here.perform(now.id, lambda now: dismiss_caster(now, number, at=here.clock(), by=who.name)).table
