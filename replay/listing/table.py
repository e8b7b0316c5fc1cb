"""Rows of a list set under headings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from wcwidth import width as columns_of

from domain.kernel.display.lines import pad, plain
from programs.hearing import heard
from programs.language import language
from replay.console import ink
from replay.listing.rows import Row
from replay.times import length

UNKNOWN = "–"
SPARED = ("copy of", "entries", "opened", "status", "seats", "time")  # in this order, where there is no room


def table(rows: Sequence[Row], room: int | None) -> Iterator[str]:
    """Set rows under headings, each column as wide as it must be; where a row is found comes last and is never cut.

    A column in which no row has anything is left out, and so are the least important where `room` (columns of a
    terminal) is too small for all.
    """
    to = language()
    told = [_cells(row, to) for row in rows]
    columns = [(heading, *[cells[heading] for cells in told]) for heading in told[0]]
    columns = _fitting([column for column in columns if {*column[1:]} - {UNKNOWN, ""}], room)
    columns = [(heard(heading, to), *told) for heading, *told in columns]
    widths = [_width(column) for column in columns]
    paint = ink()
    for i, line in enumerate(zip(*columns, strict=True)):
        text = "  ".join([pad(cell, room) for cell, room in zip(line, widths, strict=True)]).rstrip()
        wrong = i > 0 and rows[i - 1].wrong is not None
        yield paint("strong" if i == 0 else "warning" if wrong else None, text)


def _fitting(columns: list[tuple[str, ...]], room: int | None) -> list[tuple[str, ...]]:
    kept = columns
    for heading in SPARED:
        if room is None or sum(_width(column) + 2 for column in kept) - 2 <= room:
            break
        kept = [column for column in kept if column[0] != heading]
    return kept


def _width(column: Sequence[str]) -> int:
    return max(map(columns_of, column))


def _cells(row: Row, to: str) -> Mapping[str, str]:
    """Return what the list shows of a row, by heading."""
    cells = {
        "opened": row.opened[:10],
        "game": row.game,
        "seats": UNKNOWN if row.seats is None else str(row.seats),
        "players": _players(row),
        "result": _result(row, to),
        "time": UNKNOWN if row.played_ms is None else length(row.played_ms // 1000 * 1000).replace(".000", ""),
        "status": heard(row.status, to),
        "entries": UNKNOWN if row.entries is None else str(row.entries),
        "copy of": row.viewer or UNKNOWN,
        "label": row.label or "",
        "wrong": _wrong(row, to),
        "where": row.place,
    }
    return {heading: plain(cell) for heading, cell in cells.items()}


def _players(row: Row) -> str:
    """Return who plays, seat by seat; the same bot several times in a row is counted."""
    if not row.named:
        return UNKNOWN
    held = [row.players[i] if i < len(row.players) else None for i in range(len(row.players) or len(row.bots))]
    held = [name or (row.bots[i] if i < len(row.bots) else None) for i, name in enumerate(held)]
    runs = [(name or UNKNOWN, len(list(same))) for name, same in groupby(held)]
    return ", ".join(name if times == 1 else f"{name} ×{times}" for name, times in runs)


def _result(row: Row, to: str) -> str:
    """Return who won, by name where it is known, and how it ended where it was not by play."""
    if row.outcome is None or not row.outcome.winners:
        return UNKNOWN
    names = [_called(row, seat, to) for seat in row.outcome.winners]
    how = row.outcome.ended_by
    won = f"{names[0]} won" if len(names) == 1 else f"{', '.join(names)} tie"
    return heard(won if how in (None, "play") else f"{won} ({how})", to)


def _called(row: Row, seat: int, to: str) -> str:
    name = row.players[seat] if 0 <= seat < len(row.players) else None
    return name or heard(f"seat {seat}", to)


def _wrong(row: Row, to: str) -> str:
    if row.wrong is None:
        return ""
    return row.wrong.code if row.wrong.line is None else heard(f"{row.wrong.code}, line {row.wrong.line}", to)
