"""Players, pairings, standings and results as CSV that a spreadsheet opens well (RFC 4180, with a byte order mark).

Points are exact, as text that no spreadsheet takes for a date, and beside it `shown`, the decimal to compute with. What
a result rests on is a head, `96:` and the hash: a hash may begin with a minus.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any, TypeAlias

from api.requests.tournaments.shapes import entrant_shapes, round_shape, standings_shape
from api.service import Service
from domain.ledger.tournaments.streams import Known
from domain.tournament.exchange.cells import guarded
from domain.tournament.points import exact, rounded

CSV = "text/csv"
NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"  # without it Excel takes UTF-8 for the code page of the machine

Row: TypeAlias = Iterable[object]


def sheet(here: Service, known: Known, what: str) -> bytes:
    """Return one of the sheets."""
    out = io.StringIO()
    out.write(MARK)
    writer = csv.writer(out)
    for row in SHEETS[what](here, known):
        writer.writerow([_cell(value) for value in row])
    return out.getvalue().encode()


def _cell(value: object) -> str:
    if value is None:
        return ""
    return guarded(value) if isinstance(value, str) else str(value)


def _figure(text: str) -> object:
    """Return what is shown as a number where it is one: a minus before it begins no formula."""
    return Decimal(text) if NUMBER.fullmatch(text) else text


def _players(here: Service, known: Known) -> Iterator[Row]:
    columns = ("number", "player", "name", "rating", "bot", "checked_in", "status")
    yield columns
    for shape in entrant_shapes(here, known):
        yield [shape[column] for column in columns]


def _pairings(here: Service, known: Known) -> Iterator[Row]:
    yield "round", "pairing", "table", "seat", "player", "name", "bye"
    for shape in _rounds(here, known):
        for table in shape["tables"]:
            for one in table["players"]:
                yield shape["round"], table["pairing"], table["table"], one["seat"], one["player"], one["name"], None
        for bye in shape["byes"]:
            yield shape["round"], None, None, None, bye["player"], bye["name"], bye["kind"]


def _results(here: Service, known: Known) -> Iterator[Row]:
    yield "round", "pairing", "table", "seat", "player", "name", "place", "points", "shown", "head", "kind"
    for shape in _rounds(here, known):
        for table in shape["tables"]:
            rests_on = table["rests_on"] or {}
            for one in table["players"]:
                if one["place"] is not None:
                    points = one["points"]
                    yield (
                        *(shape["round"], table["pairing"], table["table"], one["seat"], one["player"], one["name"]),
                        *(one["place"], points, None if points is None else _figure(rounded(exact(points)))),
                        *(f"{rests_on['n']}:{rests_on['hash']}" if rests_on else None, rests_on.get("kind")),
                    )


def _standings(here: Service, known: Known) -> Iterator[Row]:
    yield "place", "player", "name", "score", "shown", *known.book.opened.tie_breaks
    for row in standings_shape(here, known.book, None, explain=False)["rows"]:
        yield (
            *(row["place"], row["player"], row["name"], row["score"], _figure(row["shown"])),
            *(_figure(value["shown"]) for value in row["values"]),
        )


def _rounds(here: Service, known: Known) -> Iterator[Mapping[str, Any]]:
    for number in range(1, len(known.book.rounds) + 1):
        yield round_shape(here, known, number)


SHEETS: Mapping[str, Callable[[Service, Known], Iterator[Row]]] = {
    "players": _players,
    "pairings": _pairings,
    "results": _results,
    "standings": _standings,
}
