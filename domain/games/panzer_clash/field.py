"""Where things lie: the names of spaces, which of them touch, and whose they are.

A space is a column letter `a` to `e` (from South's left to right) and a row digit: 0 South's Industry Zone, 1 its Back
Line, 2 its Front Line, 3 to 5 the same for North. Source: section 3; rulebook "Areas in the Game".
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from domain.kernel.seats import Seat

Space: TypeAlias = Annotated[str, Meta(max_length=4)]  # a size limit only: whether there is such a space, `refuse` says

COLUMNS = "abcde"
FIELD_ROWS = (1, 2, 3, 4)
FIELD: tuple[str, ...] = tuple([f"{column}{row}" for row in FIELD_ROWS for column in COLUMNS])  # a1 b1 … e4 (R3)
PLACE = {space: place for place, space in enumerate(FIELD)}  # place in the order in which terrain is laid
INDUSTRY: tuple[tuple[str, ...], ...] = tuple([tuple([f"{column}{row}" for column in COLUMNS]) for row in (0, 5)])
COLUMN = {space: column for zone in INDUSTRY for column, space in enumerate(zone)}  # 0 to 4, of Industry spaces
OWNER: dict[str, Seat] = {space: seat for seat, zone in enumerate(INDUSTRY) for space in zone}  # of Industry spaces
BACK_LINE: tuple[frozenset[str], ...] = tuple([frozenset(f"{column}{row}" for column in COLUMNS) for row in (1, 4)])
BACK_SPACES: tuple[tuple[str, ...], ...] = tuple([tuple([f"{column}{row}" for column in COLUMNS]) for row in (1, 4)])
HALF: tuple[tuple[str, ...], ...] = (FIELD[:10], FIELD[10:])  # Back and Front Line of each seat
AHEAD = {f"{column}{zone}": f"{column}{line}" for zone, line in ((0, 1), (5, 4)) for column in COLUMNS}  # R12
ORDER = {f"{column}{row}": 5 * row + place for row in range(6) for place, column in enumerate(COLUMNS)}  # a0 … e5 (R64)


def _touching(space: str) -> tuple[str, ...]:
    column, row = COLUMNS.index(space[0]), int(space[1])
    around = ((column, row + 1), (column + 1, row), (column, row - 1), (column - 1, row))
    return tuple([f"{COLUMNS[c]}{r}" for c, r in around if 0 <= c < len(COLUMNS) and r in FIELD_ROWS])


ADJACENT: dict[str, tuple[str, ...]] = {space: _touching(space) for space in FIELD}  # field spaces that share an edge
