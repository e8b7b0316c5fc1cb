"""Whether whoever opened a table is the only person there, and harms nobody by what it does with it."""

from __future__ import annotations

from api.callers.auth import Caller
from api.callers.tokens import joins
from api.service import Service
from domain.kernel.seats import Seat
from domain.table.table import Table


def others_sit(here: Service, table: Table, who: Caller) -> bool:
    """Say whether a person sits at a table beside whoever opened it.

    Who the opener is nobody knows, unless it is a player; the seat whose token was given to them is taken for theirs,
    as they see its hand.
    """
    own = who.seat_at(table)
    held = enumerate(table.book.holders)
    people = [seat for seat, holder in held if holder is not None and holder.bot is None and seat != own]
    if own is not None:
        return bool(people)
    return len(people) > 1 or any(joins(here, table, seat) != "token" for seat in people)


def against_bots(table: Table, seat: Seat) -> bool:
    """Say whether bots alone sit beside a seat."""
    others = [holder for place, holder in enumerate(table.book.holders) if place != seat]
    return all(holder is not None and holder.bot is not None for holder in others)


def gives_hints(table: Table, who: Caller) -> bool:
    """Say whether a caller may ask what the bot would do: with a seat's token, against bots alone, without a clock."""
    seat = who.seat_at(table)
    return who.kind == "seat" and seat is not None and table.book.opened.clock is None and against_bots(table, seat)
