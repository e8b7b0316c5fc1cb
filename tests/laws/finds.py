"""Where the laws found each planted leak: `python -m tests.laws.finds [GAME …]` looks for all and writes `finds.json`.

The runs of a normal run come in a fixed order; most of the time of finding a leak goes into those before the one that
shows it, and into the entries before the one that does. `make test` looks there first. Where that shows nothing, all
runs are looked at as without this file, so an old file costs time and hides nothing.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TypeAlias

import msgspec

from domain import games
from tests.laws.checks import Find
from tests.laws.clean import PAIRS, SEED, clean
from tests.laws.counts import Counts
from tests.laws.plants import Plant, found, found_again, planted

FILE = Path(__file__).with_name("finds.json")
Finds: TypeAlias = dict[str, dict[str, Find]]  # by game and plant
BEFORE = (1, 4, 16, 64)  # entries before the one that showed a leak from which on it may show again: a few, then more
LATER = (1, 4, 9, 19, 49)  # entries after it from which on it may show again, in steps that are sooner looked at
SLOW = 0.15  # seconds of a look after which such steps are tried

_finds = msgspec.json.Decoder(Finds)


def quoted(value: object) -> str:
    """Return a value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False)


@cache
def found_in() -> Finds:
    """Return the runs in which leaks were found."""
    return _finds.decode(FILE.read_bytes())


def searched(name: str) -> dict[str, Find]:
    """Look for all plants of a game, first where they were found before; return what shows them by itself."""
    before, finds = found_in().get(name, {}), dict[str, Find]()
    for plant in planted(name, clean(name)):
        if (find := shown_by(plant, name, before.get(plant.name))) is not None:
            finds[plant.name] = find
        print(f"{name}: {plant.name}: {find}", flush=True)
    return finds


def shown_by(plant: Plant, name: str, before: Find | None) -> Find | None:
    """Return the run that shows a leak, and from which entry on it is enough to look there."""
    counts = Counts()
    if before is None or not found_again(plant, name, SEED, before._replace(after=0), counts):
        counts = Counts()
        if not found(plant, name, SEED, PAIRS, counts):
            return None
    tried = [Find(*counts.run, after=max(0, counts.at - some)) for some in (*BEFORE, counts.at)]
    shown = next((find for find in tried if seconds(plant, name, find) is not None), None)
    return shown and quickest(plant, name, [shown, *[shown._replace(after=counts.at + some) for some in LATER]])


def quickest(plant: Plant, name: str, finds: Sequence[Find]) -> Find:
    """Return that of some places which shows a leak in the least time: the first, which does, unless it is slow."""
    best, least = finds[0], seconds(plant, name, finds[0]) or 0.0
    for find in finds[1:] if least > SLOW else ():
        taken = seconds(plant, name, find)
        if taken is not None and taken < least / 2:
            best, least = find, taken
    return best


def seconds(plant: Plant, name: str, find: Find) -> float | None:
    """Return how long it takes to see a leak at a place, or None if it does not show there, or the rules fall over."""
    begin = time.process_time()
    with suppress(Exception):
        return time.process_time() - begin if found_again(plant, name, SEED, find) else None
    return None


def main(names: Sequence[str]) -> None:
    """Look for the plants of these games, or of all, and keep where they were found."""
    for package in ("tests.harbour", "tests.undercut"):
        games.add(package)
    finds = found_in() if FILE.exists() else {}
    for name in names or games.names():
        finds[name] = searched(name)
    FILE.write_text(written(finds), "utf-8")


def written(finds: Finds) -> str:
    """Return the file's text: a line for each plant."""
    return "{\n" + ",\n".join([f" {quoted(name)}: {{\n{_lines(finds[name])}\n }}" for name in sorted(finds)]) + "\n}\n"


def _lines(of_game: dict[str, Find]) -> str:
    return ",\n".join([f"  {quoted(plant)}: {quoted(of_game[plant])}" for plant in sorted(of_game)])


if __name__ == "__main__":
    main(sys.argv[1:])
