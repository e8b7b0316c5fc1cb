"""Where the laws found each planted leak: `python -m tests.laws.finds [GAME …]` looks for all and writes `finds.json`.

The runs of a normal run come in a fixed order; most of the time of finding a leak goes into those before the one that
shows it. `make test` looks into that one first. Where it shows nothing, all runs are looked at as without this file, so
an old file costs time and hides nothing.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

import msgspec

from domain import games
from tests.laws.clean import PAIRS, SEED, clean
from tests.laws.counts import Counts
from tests.laws.plants import found, found_again, planted

FILE = Path(__file__).with_name("finds.json")
Finds: TypeAlias = dict[str, dict[str, tuple[int, bool]]]  # by game and plant: a run, by its number, and its kind

_finds = msgspec.json.Decoder(Finds)


def quoted(value: object) -> str:
    """Return a value as JSON on one line."""
    return json.dumps(value, ensure_ascii=False)


@cache
def found_in() -> Finds:
    """Return the runs in which leaks were found."""
    return _finds.decode(FILE.read_bytes())


def searched(name: str) -> dict[str, tuple[int, bool]]:
    """Look for all plants of a game; return the runs that show them by themselves."""
    finds = {}
    for plant in planted(name, clean(name)):
        counts = Counts()
        if plant.deal:
            continue  # has few runs, and they are its own
        if found(plant, name, SEED, PAIRS, counts) and found_again(plant, name, SEED, counts.run):
            finds[plant.name] = counts.run
        print(f"{name}: {plant.name}: {finds.get(plant.name, 'no single run')}", flush=True)
    return finds


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


def _lines(of_game: dict[str, tuple[int, bool]]) -> str:
    return ",\n".join([f"  {quoted(plant)}: {quoted(of_game[plant])}" for plant in sorted(of_game)])


if __name__ == "__main__":
    main(sys.argv[1:])
