"""Who may see what: by the table that a game brings, copied by hand from its specification, not by the marks on trial.

`tests/games/<game>/audiences.py` has `HIDDEN`, the fields of facts that not everybody sees and which fields hold the
seats that do; `OPEN`, the fields of cards that everybody sees; `SEALED`, the commands that their seat alone knows, or
which of their fields seal them where they are given. A game that brings none is taken at its word.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from domain.kernel.game import Rules
from domain.kernel.marks import audience, plan
from domain.kernel.messages import tag_of
from domain.kernel.seats import Viewer
from tests.games import brought

NOBODY: tuple[str, ...] = ()
ALWAYS: tuple[str, ...] = ()  # a command without fields that are given sometimes only


@cache
def hidden_of(game: str) -> Mapping[str, tuple[str, ...]] | None:
    """Return who sees each hidden field of a game's facts, by `tag.field`, if the game brings it."""
    table = brought(game, "audiences")
    return None if table is None else table.HIDDEN


def hidden_from(rules: Rules, viewer: Viewer, fact: Any, name: str) -> bool:
    """Say whether a viewer may not know what stands in a fact's field, whatever its mark says."""
    table = hidden_of(rules.name)
    seen_by = None if table is None else table.get(f"{tag_of(fact)}.{name}")
    if seen_by is None:
        marked = next((field.audience for field in plan(type(fact)) if field.name == name), None)
        seen_by = marked if table is None or marked is None else NOBODY
    return seen_by is not None and not viewer.may_know(audience(fact, seen_by))
