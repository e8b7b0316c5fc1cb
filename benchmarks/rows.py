"""The kinds of tables that are measured: every game's own list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from domain.games import game, names
from domain.kernel.game import Rules
from domain.kernel.setup import Setup
from domain.table.table import setup_of


class Row(NamedTuple):
    """A kind of table of one game."""

    game: str
    label: str
    seats: int
    options: Mapping[str, Any]

    @property
    def name(self) -> str:
        """What the row is called in the document and on the command line."""
        return f"{self.game}: {self.label}"

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        rules: Rules = game(self.game).rules
        return rules

    @property
    def setup(self) -> Setup:
        """The table before its first fact, under the newest rules."""
        rules = self.rules
        data = None if rules.default_data is None else rules.data_sets[rules.default_data]
        return setup_of(rules, seats=self.seats, options=self.options, version=max(rules.editions), data=data)


def rows(wanted: str = "") -> tuple[Row, ...]:
    """Return the row of this name, or else the rows of all games whose name contains `wanted`."""
    every = [Row(name, *row) for name in names() for row in game(name).bench]
    named = [row for row in every if row.name == wanted]
    return tuple(named or [row for row in every if wanted in row.name])
