"""Casters of a table as its entries name them: who sees what several seats see, and when that ends. Part of check 1."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeAlias

import msgspec

from domain.kernel.seats import Seat
from domain.record.entries import CasterAdmitted, CasterDismissed, Entry, SeatLeft, SeatReplaced


class Casting(msgspec.Struct, frozen=True):
    """A caster who sees what these seats see: a pseudonymous player, and the entry since when."""

    player: str
    seats: frozenset[Seat]
    since: int


Casters: TypeAlias = Mapping[int, Casting]  # by the number of the caster


def casting_fault(entry: Entry, casters: Casters, taken: Collection[Seat]) -> str | None:
    """Return why an entry about a caster cannot come after such casters and while these seats are taken."""
    if isinstance(entry, CasterAdmitted):
        seats = list(entry.seats)
        if not seats or seats != sorted({*seats}):
            return "the seats of a caster are one at least, each named once, in their order"
        free = [seat for seat in seats if seat not in taken]
        return f"seat {free[0]} is not taken" if free else None
    if isinstance(entry, CasterDismissed) and entry.caster not in casters:
        return f"nobody casts here as caster {entry.caster}"
    return None


def casters_after(casters: Casters, entry: Entry) -> Casters:
    """Return who casts after an entry: whoever sits down on a seat anew has agreed to nothing."""
    match entry:
        case CasterAdmitted():
            return {**casters, entry.caster: _casting(entry, casters.get(entry.caster))}
        case CasterDismissed():
            return {number: casting for number, casting in casters.items() if number != entry.caster}
        case SeatReplaced() | SeatLeft():
            return {number: casting for number, casting in casters.items() if entry.seat not in casting.seats}
        case _:
            return casters


def _casting(entry: CasterAdmitted, before: Casting | None) -> Casting:
    """Return what a caster sees; one whose token was given anew has seen it since its first entry."""
    now = Casting(entry.player, frozenset(entry.seats), entry.n)
    return before if before is not None and (before.player, before.seats) == (now.player, now.seats) else now
