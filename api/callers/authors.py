"""Who has said something about a case: a person, not the seat, which somebody else may hold by now."""

from __future__ import annotations

from api.callers.auth import Caller
from api.service import Service
from domain.kernel.seats import Seat
from domain.ledger.desk.texts import Text
from domain.ledger.picking import picked
from domain.record.cases import Case
from domain.record.entries import SeatReplaced, SeatTaken
from domain.table.table import Table

SEATED = ("seat_taken", "seat_replaced")


def author_at(table: Table, caller: Caller) -> str:
    """Return what entries about cases call a caller: its seat, if it holds one; tokens of other tables say nothing."""
    seat = caller.seat_at(table)
    if seat is not None:
        return f"seat:{seat}"
    return "anybody" if caller.table not in (None, table.id) else caller.name


def player_at(table: Table, caller: Caller) -> str | None:
    """Return who a caller is as a player: who holds the seat at the table, or whose key it is."""
    seat = caller.seat_at(table)
    holder = None if seat is None else table.book.holders[seat]
    return caller.scope.player if holder is None else holder.player


def has_written(text: Text, by: str, player: str | None) -> bool:
    """Say whether somebody has written a text, whom entries call `by` and who is this player, if anybody."""
    return text.by == by if text.player is None else text.player == player


def has_called(service: Service, table: Table, case: Case, by: str, player: str | None) -> bool:
    """Say whether somebody, as in `has_written`, has called the arbiter: whoever held the seat when the call was filed.

    Of a seat that changed hands in the same millisecond it is a call of the one after; words stay their author's.
    """
    office, _, seat = case.opened_by.partition(":")
    if office != "seat":
        return case.opened_by == by
    return player is not None and holder_then(service, table, int(seat), case.filed_at) == player


def holder_then(service: Service, table: Table, seat: Seat, at: int) -> str | None:
    """Return who held a seat at some time since the deal."""
    found = None
    for sealed in picked(service.store, table.id, service.store.numbers_of(table.id, SEATED, table.book.n)).values():
        entry = table.codec.public(sealed.public)
        assert isinstance(entry, (SeatTaken, SeatReplaced)), "these kinds were asked for"
        if entry.seat == seat and entry.at <= at:
            found = entry.player
    return found
