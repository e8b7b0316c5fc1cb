"""The page of the desk: one shell for everybody, with every code in words and the rules that may be cited."""

from __future__ import annotations

import re
from importlib import resources
from typing import get_args

import pytest

from api.pages.desk import GROUND_AT_MOST, rules_of
from domain.games import shipped
from domain.record.cases import CaseState
from domain.record.desk import About, DismissalCode, Finding, Measure, PenaltyKind
from domain.record.entries import ClockReason, RewindReason
from domain.record.texts import Readers
from tests.api.world import World
from web.pages import POLICY

TABLES = {
    "STATES": CaseState,
    "ABOUT": About,
    "FINDINGS": Finding,
    "PENALTIES": PenaltyKind,
    "REWIND_REASONS": RewindReason,
    "CLOCK_REASONS": ClockReason,
    "DISMISSALS": DismissalCode,
    "MEASURES": Measure,
    "READERS": Readers,
}


def test_the_page_is_the_same_whoever_asks(world: World) -> None:
    """It asks for what it shows; no key and no case stands in it."""
    client = world.app.test_client()
    plain, known = (
        client.get("/desk"),
        client.get("/desk", headers={"Cookie": f"matchledger_desk={world.key('arbiter')}"}),
    )
    assert plain.status_code == 200
    assert plain.data == known.data
    assert plain.headers["Content-Security-Policy"] == POLICY


@pytest.mark.parametrize("table", TABLES)
def test_every_code_is_in_words(table: str) -> None:
    text = (resources.files("web") / "static/desk/labels.js").read_text("utf-8")
    (found,) = re.findall(rf"export const {table} = \{{(.*?)\}};", text, re.S)
    assert set(re.findall(r"^  (\w+): message\(", found, re.M)) == {*get_args(TABLES[table])}


@pytest.mark.parametrize("game", sorted(shipped()))
def test_every_game_has_rules_to_cite(game: str) -> None:
    """Each fits into an entry, is there once, and comes with a sentence in the reader's language."""
    rules, japanese = rules_of(game, "en"), rules_of(game, "ja")
    names = [rule["rule"] for rule in rules]
    assert len({*names}) == len(names) > 5
    assert all(0 < len(name) <= GROUND_AT_MOST for name in names)
    assert not any("{" in rule["say"] for rule in rules)
    assert [rule["rule"] for rule in japanese] == names
    assert all(one["say"] != other["say"] for one, other in zip(rules, japanese, strict=True))
