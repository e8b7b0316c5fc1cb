"""The four figures that everything else rests on, as pieces of work that can be repeated, timed and counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from benchmarks import playouts, rebuild, verification, writing
from benchmarks.played import longest
from benchmarks.rows import Row, rows

WORKS = ("sample", "rebuild", "verify", "write")


class Size(NamedTuple):
    """How much work is done at once."""

    entries: int
    actions: int


def asked(arguments: Sequence[str]) -> tuple[Row, Size]:
    """Return the row and the size that a program is started with."""
    _, name, entries, actions = arguments
    (row,) = [row for row in rows() if row.name == name]
    return row, Size(int(entries), int(actions))


def typical() -> tuple[Row, ...]:
    """Return one row of each game: the second one, or the only one."""
    by_game: dict[str, list[Row]] = {}
    for row in rows():
        by_game.setdefault(row.game, []).append(row)
    return tuple([found[min(1, len(found) - 1)] for found in by_game.values()])


def works(row: Row, size: Size) -> Mapping[str, Callable[[], int]]:
    """Return each work by its name; doing it once returns how many units were done: actions or entries."""
    entries, actions = size
    played = longest(row, entries=entries)
    rules, blobs, text = played.table.rules, played.blobs(entries), played.record()
    known = writing.steps(row, 1, actions)
    choose = vars(playouts)["sample"]  # from wherever the revision keeps it

    def sampled() -> int:
        playouts.playout(row, choose, actions)
        return actions

    def rebuilt() -> int:
        rebuild.rebuilt(rules, blobs)
        return len(blobs)

    def verified() -> int:
        verification.verified(text)
        return played.actions

    def written() -> int:
        for step in known:
            writing.taken(step)
        return len(known)

    return dict(zip(WORKS, (sampled, rebuilt, verified, written), strict=True))
