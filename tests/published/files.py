"""Where the catalogues lie: that of the shipped games in `docs`, that of the tests' own game beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from domain import games
from tests.published.describe import catalogue

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "docs" / "catalogue.json"
OWN = ROOT / "tests" / "harbour" / "catalogue.json"
PLACES = (SHIPPED, OWN)
DEEPEST = 4  # levels that are set out in lines: games, game, facts, tag


def names(place: Path) -> tuple[str, ...]:
    """Return the games of a catalogue."""
    return ("harbour",) if place == OWN else published()


def published() -> tuple[str, ...]:
    """Return the games that stand in the catalogue or have golden records: from then on they are kept for ever."""
    golden = {name for name in games.shipped() if any((ROOT / "tests" / "games" / name).glob("golden/*.toml"))}
    return tuple(sorted(golden | set(kept(SHIPPED).get("games", ()))))


def current(place: Path) -> dict[str, Any]:
    """Return the catalogue as the program is now."""
    made: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(catalogue(names(place))))
    return made


def kept(place: Path) -> dict[str, Any]:
    """Return the catalogue as it was kept; an empty one before the first."""
    found: dict[str, Any] = msgspec.json.decode(place.read_bytes()) if place.exists() else {}
    return found


def write(place: Path) -> None:
    """Write a catalogue, one message a line."""
    place.write_text(_lines(current(place), "") + "\n", encoding="utf-8")


def _lines(value: Any, indent: str) -> str:
    if not isinstance(value, dict) or "fields" in value or len(indent) == DEEPEST:
        return msgspec.json.encode(value, order="sorted").decode()
    inner = ",\n".join([f'{indent} "{name}": {_lines(value[name], indent + " ")}' for name in sorted(value)])
    return f"{{\n{inner}\n{indent}}}"
