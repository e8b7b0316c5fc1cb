"""Rulings that stand against what the tables say: allowed, and told by name to whoever checks a record."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias

from domain.tournament.log.entries import Entry, OfTable, Places, ResultCorrected, ResultCounted
from domain.tournament.matches import as_it_stands, turned

Where: TypeAlias = tuple[int, int, int | None]  # round, table, and the game of a match
Said: TypeAlias = Mapping[Where, Places]

FINAL: Final = ("result_confirmed", "result_adjusted")
MOST_NAMED: Final = 10  # rulings in a line


def is_ruling(entry: ResultCounted | ResultCorrected) -> bool:
    """Say whether somebody ruled what counts; what a ruling at the table itself says is the table's word."""
    return entry.reason is not None and (entry.rests_on is None or entry.rests_on.kind not in FINAL)


def standing_rulings(entries: Iterable[Entry]) -> tuple[OfTable, ...]:
    """Return the rulings that are the last word on their tables, in the order of the tables."""
    last: dict[Where, ResultCounted | ResultCorrected] = {}
    for entry in entries:
        if isinstance(entry, ResultCounted | ResultCorrected):
            last[entry.round, entry.table, entry.game] = entry
    return tuple([last[where] for where in sorted(last, key=_place) if is_ruling(last[where])])


def _place(where: Where) -> tuple[int, int, int]:
    return where[0], where[1], where[2] or 0


def said_by_tables(entries: Iterable[Entry]) -> dict[Where, Places]:
    """Return the places that each table itself gave last, as far as they were counted."""
    counted = [entry for entry in entries if isinstance(entry, ResultCounted | ResultCorrected)]
    own = [entry for entry in counted if not is_ruling(entry) and not getattr(entry, "agreed", False)]
    return {(entry.round, entry.table, entry.game): entry.places for entry in own}


def against(rulings: Iterable[OfTable], said: Said) -> tuple[OfTable, ...]:
    """Return the rulings that give other places than the tables did."""
    compared = [(entry, _by_table(entry, said)) for entry in rulings]
    return tuple([entry for entry, places in compared if places is not None and places != entry.places])


def _by_table(entry: OfTable, said: Said) -> Places | None:
    """Return what the table of a ruling said; of a whole match, what its games come to."""
    own = said.get((entry.round, entry.table, entry.game))
    here = [(where[2], places) for where, places in said.items() if where[:2] == (entry.round, entry.table)]
    games = [turned(places, game) for game, places in here if game is not None]
    return as_it_stands(games) if own is None and entry.game is None and games else own


def told(found: Sequence[OfTable]) -> str:
    """Return how many rulings stand against their tables, and which; nothing if none does."""
    if not found:
        return ""
    named = [f"round {entry.round}, table {entry.table} (entry {entry.n})" for entry in found[:MOST_NAMED]]
    more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
    return f"rulings against what the tables say: {len(found)}: {'; '.join(named)}{more}"
