"""Casters: who sees what several seats see, because these have agreed to it, and acts for none of them."""

from __future__ import annotations

from collections.abc import Collection

from domain.kernel.refusals import RefusedError
from domain.kernel.seats import Seat
from domain.record.entries import CasterAdmitted, CasterDismissed
from domain.record.keys import BOARD
from domain.table.refusals import check_going_on, check_seat, not_taken, table_refusal
from domain.table.table import Table
from domain.table.writing import Batch, Written

CLOSED_BOARD = table_refusal("closed_board", "Others are dealt the same cards: nobody casts here.", "table: casters")
NOBODY_TO_CAST = table_refusal("no_caster_seats", "A caster needs one seat at least.", "table: casters")


def check_castable(table: Table, seats: Collection[Seat]) -> None:
    """Raise `RefusedError` unless somebody holds each of these seats.

    `table_over`, `closed_board`, `no_caster_seats`, `no_such_seat`, `seat_not_taken`.
    """
    check_going_on(table)
    if table.book.opened.protocol == BOARD:
        raise RefusedError(CLOSED_BOARD)
    if not seats:
        raise RefusedError(NOBODY_TO_CAST)
    for seat in seats:
        check_seat(table, seat)
        if table.book.holders[seat] is None:
            raise RefusedError(not_taken(seat))


def admit_caster(
    table: Table, number: int, seats: Collection[Seat], *, player: str, name_hash: str, at: int, by: str
) -> Written:
    """Let a caster see what these seats see from now on, and all that they have seen.

    The same caster may be admitted again: its token was given anew. Raises as `check_castable` does.
    """
    in_order = tuple(sorted({*seats}))
    check_castable(table, in_order)
    batch = Batch(table, at)
    batch.write(
        CasterAdmitted(n=batch.n, at=batch.at, by=by, caster=number, player=player, name_hash=name_hash, seats=in_order)
    )
    return batch.done()


def dismiss_caster(table: Table, number: int, *, at: int, by: str) -> Written:
    """Let a caster see no more than everybody; nothing is written of one who casts no more, or after the end."""
    if number not in table.book.casters or table.book.status not in ("open", "running"):
        return Written(table, ())
    batch = Batch(table, at)
    batch.write(CasterDismissed(n=batch.n, at=batch.at, by=by, caster=number))
    return batch.done()
