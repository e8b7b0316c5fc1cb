"""Where the catalogues lie: that of the shipped games in `docs`, that of the tests' own game beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from domain import games
from tests.catalogue.describe import catalogue

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "docs" / "catalogue.json"
OWN = ROOT / "tests" / "harbour" / "catalogue.json"
PLACES = (SHIPPED, OWN)


def names(place: Path) -> tuple[str, ...]:
    """Return the games of a catalogue."""
    return ("harbour",) if place == OWN else tuple([name for name in games.names() if name != "harbour"])


def current(place: Path) -> dict[str, Any]:
    """Return the catalogue as the program is now."""
    made: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(catalogue(names(place))))
    return made


def kept(place: Path) -> dict[str, Any]:
    """Return the catalogue as it was kept; an empty one before the first."""
    found: dict[str, Any] = msgspec.json.decode(place.read_bytes()) if place.exists() else {}
    return found


def write(place: Path) -> None:
    """Write a catalogue."""
    place.write_bytes(msgspec.json.format(msgspec.json.encode(current(place), order="sorted"), indent=1) + b"\n")
