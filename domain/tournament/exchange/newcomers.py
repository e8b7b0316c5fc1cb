"""Players of a file that an organiser has: CSV with a heading, or the players of a Tournament Report File.

Nothing of a file with faults is to be taken over: every fault is told with its line.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from domain.kernel.display.lines import seen, steers
from domain.tournament.exchange.cells import unguarded
from domain.tournament.exchange.columns import NAME
from domain.tournament.exchange.trf_reading import Fault, Report
from domain.tournament.exchange.trf_reading import read as read_trf
from domain.tournament.exchange.trf_wishes import Asked, Wishes, read_wishes
from domain.tournament.points import exact

Form: TypeAlias = Literal["csv", "trf"]
COLUMNS = ("name", "rating", "bot", "points")
OF_SHEETS = ("number", "player", "checked_in", "status")  # what the service's own sheet says besides; left aside here
LONGEST_NAME = 40
BEST = 100_000  # the highest rating
BYTE_ORDER_MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"


class Newcomer(NamedTuple):
    """A player of a file; `points` are what a late one comes in with.

    `byes` are rounds to sit out; `apart` says whom not to meet, by the place in the file, from 0, in which rounds.
    """

    name: str
    rating: int | None = None
    bot: str | None = None
    points: str | None = None
    byes: tuple[tuple[int, Asked], ...] = ()
    apart: tuple[tuple[int, int, int], ...] = ()


class Faulty(NamedTuple):
    """All that is wrong with a file."""

    faults: tuple[Fault, ...]


def read_players(text: str, form: Form) -> tuple[Newcomer, ...] | Faulty:
    """Return the players of a file, or all its faults.

    Of a report file: names, ratings, byes to come and who must not meet, in the order of the numbers; not what was
    played.
    """
    return _of_csv(text.removeprefix(BYTE_ORDER_MARK)) if form == "csv" else _of_trf(text.removeprefix(BYTE_ORDER_MARK))


def _of_csv(text: str) -> tuple[Newcomer, ...] | Faulty:
    """Read a file of commas or, as spreadsheets of some countries write it, of semicolons."""
    lines = text.splitlines(keepends=True)
    semicolons = bool(lines) and ";" in lines[0] and "," not in lines[0]
    reader = csv.reader(lines, strict=True, delimiter=";" if semicolons else ",")
    faults: list[Fault] = []
    found: list[Newcomer] = []
    try:
        heading = [cell.strip().lower() for cell in next(reader, [])]
        if "name" not in heading or not set(heading) <= {*COLUMNS, *OF_SHEETS} or len(set(heading)) < len(heading):
            return Faulty((Fault(1, "the heading is name, and rating, bot and points if they are there"),))
        for row in reader:
            if any(row):
                found += _of_row(reader.line_num, heading, [unguarded(cell.strip()) for cell in row], faults)
    except csv.Error as error:
        faults.append(Fault(max(reader.line_num, 1), str(error)))
    return _whole(found, faults)


def _of_row(line: int, heading: Sequence[str], row: Sequence[str], faults: list[Fault]) -> list[Newcomer]:
    if len(row) > len(heading):
        faults.append(Fault(line, f"there are {len(row)} cells, and the heading has {len(heading)}"))
        return []
    cells = {column: cell for column, cell in zip(heading, row, strict=False) if cell}
    name, rating, points = cells.get("name", ""), cells.get("rating"), cells.get("points")
    wrong = _name_fault(name)
    if wrong is not None:
        faults.append(Fault(line, wrong))
    if rating is not None and not (rating.isascii() and rating.isdecimal() and int(rating) <= BEST):
        faults.append(Fault(line, f"the rating {rating!r} is no number up to {BEST}"))
        rating = None
    if points is not None and not _are_points(points):
        faults.append(Fault(line, f"the points {points!r} are not written as 5 or 1/2"))
    return [Newcomer(name, None if rating is None else int(rating), cells.get("bot"), points)]


def _are_points(text: str) -> bool:
    try:
        return exact(text) >= 0
    except ValueError:
        return False


def _name_fault(name: str) -> str | None:
    if not any(map(seen, name)):
        return "there is no name"
    if len(name) > LONGEST_NAME:
        return f"the name has more than {LONGEST_NAME} characters"
    return "the name has a character that cannot be seen" if any(map(steers, name)) else None


def _of_trf(text: str) -> tuple[Newcomer, ...] | Faulty:
    report = read_trf(text)
    if not isinstance(report, Report):
        return Faulty(report)
    players = [(at, line) for at, line in enumerate(text.splitlines(), 1) if line.startswith("001 ")]
    named = [(at, _name_fault(NAME.of(line))) for at, line in players]
    faults = [Fault(line, wrong) for line, wrong in named if wrong is not None]
    places = {player.number: place for place, player in enumerate(report.players)}
    wishes = read_wishes(text, places)
    if not isinstance(wishes, Wishes):
        return Faulty(tuple(sorted([*faults, *wishes])))
    asked: dict[int, list[tuple[int, Asked]]] = defaultdict(list)
    apart: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for bye in wishes.byes:
        asked[bye.player].append((bye.round, bye.kind))
    for said in wishes.apart:
        one, other = said.players
        apart[one].append((places[other], said.first, said.last))
    found = [
        Newcomer(one.name, one.rating, byes=tuple(asked[one.number]), apart=tuple(apart[one.number]))
        for one in report.players
    ]
    return _whole(found, faults)


def _whole(found: Sequence[Newcomer], faults: Sequence[Fault]) -> tuple[Newcomer, ...] | Faulty:
    if not found and not faults:
        return Faulty((Fault(1, "there are no players"),))
    return Faulty(tuple(faults)) if faults else tuple(found)
