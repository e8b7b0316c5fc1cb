"""What the table itself refuses, whatever game is played at it."""

from __future__ import annotations

import math

from domain.kernel.refusals import Refusal, RefusedError
from domain.kernel.seats import Seat
from domain.table.table import Table


def table_refusal(code: str, text: str, rule: str, **values: str | int) -> Refusal:
    """Return a refusal of the table itself, not of a game."""
    return Refusal(code, "turn", text, rule, values)


NOT_OPEN = table_refusal("table_not_open", "The game has started or the table has ended.", "table: status")
OVER = table_refusal("table_over", "The table has ended already.", "table: status")
ENDED = Refusal("game_over", "over", "A ruling has ended the game.", "table: status")
OUT_OF_PLACE = table_refusal(
    "out_of_place", "This cannot come at the table as it stands; look at it again.", "table: order of entries"
)
NO_SHOW = "table: no-shows"
NO_SHOW_NOT_STATED = table_refusal("no_show_not_stated", "This table was opened without a time for no-shows.", NO_SHOW)
TOO_MANY_ASIDES = table_refusal(
    "too_many_preferences", "Too many preferences in a row: wait until somebody acts.", "table: preferences"
)
PAUSES = "table: pauses"
PAUSED = table_refusal("table_paused", "The play is stopped; it goes on from where it is.", PAUSES)
NOT_RUNNING = table_refusal("table_not_running", "The game has not started, or it has ended.", "table: status")
SEATS_FREE = table_refusal("seats_free", "Not every seat is taken yet.", "table: seats")


def check_open(table: Table) -> None:
    """Raise `RefusedError` (`table_not_open`) unless the game is still to start."""
    if table.book.status != "open":
        raise RefusedError(NOT_OPEN)


def check_going_on(table: Table) -> None:
    """Raise `RefusedError` (`table_over`) for a table that has ended."""
    if table.book.status not in ("open", "running"):
        raise RefusedError(OVER)


def check_running(table: Table) -> None:
    """Raise `RefusedError` (`table_not_running`) unless the game runs, stopped or not."""
    if table.book.status != "running":
        raise RefusedError(NOT_RUNNING)


def check_seat(table: Table, seat: Seat) -> None:
    """Raise `RefusedError` (`no_such_seat`) for a seat that the table does not have."""
    if not 0 <= seat < table.setup.seats:
        raise RefusedError(table_refusal("no_such_seat", "The table has no seat {seat}.", "table: seats", seat=seat))


def check_free(table: Table, seat: Seat) -> None:
    """Raise `RefusedError` (`seat_taken`) for a seat that somebody holds."""
    if table.book.holders[seat] is not None:
        raise RefusedError(table_refusal("seat_taken", "Seat {seat} is taken.", "table: seats", seat=seat))


def check_sits_once(table: Table, player: str) -> None:
    """Raise `RefusedError` (`sits_already`) for a player who holds another seat of the table."""
    if any(holder is not None and holder.player == player for holder in table.book.holders):
        raise RefusedError(table_refusal("sits_already", "This player sits at this table already.", "table: seats"))


def check_no_show(table: Table, seat: Seat, at: int) -> None:
    """Raise `RefusedError` unless a seat is awaited and has done nothing for as long as entry 1 says.

    `no_such_seat`, `table_paused`, `no_show_not_stated`, `not_awaited`, `no_show_not_yet`.
    """
    check_seat(table, seat)
    if table.book.pause is not None:
        raise RefusedError(PAUSED)
    clock = table.book.opened.clock
    if clock is None or clock.no_show_ms is None:
        raise RefusedError(NO_SHOW_NOT_STATED)
    if seat not in table.decisions:
        raise RefusedError(table_refusal("not_awaited", "Seat {seat} is not awaited.", NO_SHOW, seat=seat))
    assert table.live is not None
    moment = table.live.no_show(seat, clock)
    assert moment is not None, "entry 1 says when"
    if at < moment:
        text = "Seat {seat} is a no-show in {seconds} seconds at the earliest."
        seconds = math.ceil((moment - at) / 1000)
        raise RefusedError(table_refusal("no_show_not_yet", text, NO_SHOW, seat=seat, seconds=seconds))


def no_show_yet(seat: Seat) -> Refusal:
    """Return why nobody concedes for a seat, without when, and without saying whether it is awaited."""
    return table_refusal("no_show_not_yet", "Seat {seat} is no no-show yet.", NO_SHOW, seat=seat)


def not_taken(seat: Seat) -> Refusal:
    """Return why nobody can be replaced or leave there."""
    return table_refusal("seat_not_taken", "Nobody holds seat {seat}.", "table: seats", seat=seat)
