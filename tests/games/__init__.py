from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from domain import games


def brought(game: str, part: str) -> ModuleType | None:
    """Return what a game brings for a test of all games, if it does: `tests/games/<game>/<part>.py`.

    A game whose rules lie in the tests has it beside them. None of these modules has to be there, nor their folder.
    """
    package = games.game(game).package
    folder = package if package.startswith("tests.") else f"tests.games.{game}"
    module = f"{folder}.{part}"
    return import_module(module) if find_spec(folder) and find_spec(module) else None
