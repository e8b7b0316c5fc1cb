"""The marks in each game's messages say what the specification says of who may see what."""

from __future__ import annotations

import pytest

from domain import games
from domain.kernel.marks import plan
from domain.kernel.messages import tag_of
from domain.table.live import fact_classes
from tests.games import brought
from tests.laws.told import card_fields

GAMES = [name for name in games.names() if brought(name, "audiences")]


def test_every_shipped_game_brings_its_table() -> None:
    assert set(games.shipped()) <= set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_the_marks_agree_with_the_table_copied_by_hand(name: str) -> None:
    """A mark that names one seat more, or that is gone, is found here: the laws find it by the table, too."""
    rules, table = games.game(name).rules, brought(name, "audiences")
    assert table is not None
    hidden = {f"{tag_of(cls)}.{field.name}": field.audience for cls in fact_classes(rules) for field in plan(cls)}
    cards = {f"{tag_of(cls)}.{field}" for cls in fact_classes(rules) for field in card_fields(cls, rules.card_types)}
    assert hidden == table.HIDDEN
    assert cards - set(hidden) == table.OPEN
    assert {tag_of(cls): cls.hides for cls in rules.command_types if not cls.public or cls.hides} == table.SEALED
