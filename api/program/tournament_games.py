"""The tables of a simulated tournament, played by bots on the real game, and where their records go."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from domain.games import Title
from domain.record.canonical import b64
from domain.record.chain import SealedEntry
from domain.table.seating import Opening
from domain.table.simulation import Simulation, game_seed, simulate
from domain.tournament.log.entries import Counted, Players
from domain.tournament.log.simulation import Ended, Play

ENDINGS: Final = ("result_confirmed", "result_adjusted", "table_abandoned")


def played_by_bots(title: Title, seed: bytes, folder: Path | None) -> Play:
    """Return the play of every table by sensible bots; with a folder each table's full record is written there."""

    def play(table: Players, number: int) -> Ended:
        opening = Opening(seats=len(table), options=dict(title.rules.first_seat_begins))  # the pairing decides who does
        played = simulate(title.rules, opening, title.bots, ["sensible"] * len(table), seed=game_seed(seed, number))
        if folder is not None:
            text = b"".join([line + b"\n" for line in played.lines()])
            (folder / f"{played.table.id}.ndjson").write_bytes(text)
        return Ended(places_of(played, len(table)), _counted(played))

    return play


def places_of(played: Simulation, seats: int) -> tuple[int, ...]:
    """Return the place of each seat; everybody ties at a table that was abandoned."""
    finished = played.table.book.finished
    places = [1] * seats
    for group in () if finished is None else finished.outcome.places:
        for seat in group.seats:
            places[seat] = group.place
    return tuple(places)


def _counted(played: Simulation) -> Counted | None:
    """Return the entry that the result rests on: the last that says how the table ended."""
    entry: SealedEntry | None = next((each for each in reversed(played.entries) if each.kind in ENDINGS), None)
    if entry is None:
        return None
    kind: Any = entry.kind
    return Counted(table=played.table.id, n=entry.n, hash=b64(entry.hash), kind=kind)
