"""The player documentation: every command it shows is one, and none is missing."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from domain.games.chanic_panic.abilities.pool import ACTIVE
from domain.games.chanic_panic.abilities.texts import SPECIAL
from domain.games.chanic_panic.abilities.use import Use
from domain.games.chanic_panic.messages import ChanicOptions
from domain.games.chanic_panic.rules import RULES
from domain.kernel.codec import command_from
from domain.kernel.messages import Concede, tag_of

PAGE = Path(__file__).parents[3] / "docs" / "games" / "chanic_panic.md"


def test_every_command_is_shown_and_can_be_read() -> None:
    shown = [msgspec.json.decode(text) for text in re.findall(r"`(\{.*\})`", PAGE.read_text("utf-8"))]
    commands = [command_from(RULES, example["tag"], example["body"]) for example in shown]
    assert {type(command) for command in commands} == {*RULES.command_types, Concede}
    assert {tag_of(command) for command in commands} == {example["tag"] for example in shown}


def test_every_option_is_explained() -> None:
    explained = set(re.findall(r"^\| `(\w+)` \|", PAGE.read_text("utf-8"), re.MULTILINE))
    assert explained == set(ChanicOptions.__struct_fields__)


def test_every_ability_is_explained_in_the_words_of_the_game() -> None:
    rows = re.findall(r"^\| ([^|`]+) \(`(\w+)`\) \| (.+) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert {id: (name, text) for name, id, text in rows} == SPECIAL


def test_what_an_ability_takes_is_what_it_reads() -> None:
    """Each that is used, by its name."""
    told = PAGE.read_text("utf-8").partition("| Ability | Body |")[2].partition("Options of a table:")[0]
    takes = {
        name: set(re.findall(r"`(\w+)`", body))
        for names, body in re.findall(r"^\| ([A-Z][^|]+) \| (.+) \|$", told, re.MULTILINE)
        for name in names.split(", ")
    }
    reads = {
        SPECIAL[id][0]: {*piece.from_hand, *piece.others} for id, piece in ACTIVE.items() if isinstance(piece, Use)
    }
    assert takes == reads
    assert len(reads) == len(ACTIVE)
