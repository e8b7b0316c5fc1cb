"""The player's pages in both languages: every command, option and ability they show is one, and none is missing."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from domain.games.chanic_panic.abilities.pool import ACTIVE
from domain.games.chanic_panic.abilities.texts import SPECIAL
from domain.games.chanic_panic.abilities.use import Use
from domain.games.chanic_panic.messages import ChanicOptions
from domain.games.chanic_panic.naming import ability_name
from domain.games.chanic_panic.rules import RULES
from domain.kernel.codec import command_from
from domain.kernel.display.words import words_in
from domain.kernel.messages import Concede, tag_of

FOLDER = Path(__file__).parents[3] / "docs" / "games"
PAGES = {"en": "chanic_panic.md", "ja": "chanic_panic.ja.md"}
EACH = pytest.mark.parametrize("language", PAGES)


def text(language: str) -> str:
    return (FOLDER / PAGES[language]).read_text("utf-8")


@EACH
def test_every_command_is_shown_and_can_be_read(language: str) -> None:
    shown = [msgspec.json.decode(found) for found in re.findall(r"`(\{.*\})`", text(language))]
    commands = [command_from(RULES, example["tag"], example["body"]) for example in shown]
    assert {type(command) for command in commands} == {*RULES.command_types, Concede}
    assert {tag_of(command) for command in commands} == {example["tag"] for example in shown}


@EACH
def test_every_option_is_explained(language: str) -> None:
    explained = set(re.findall(r"^\| `(\w+)` \|", text(language), re.MULTILINE))
    assert explained == set(ChanicOptions.__struct_fields__)


@EACH
def test_every_ability_is_explained_in_the_words_of_the_game(language: str) -> None:
    words = words_in(language, "domain.games.chanic_panic")
    rows = re.findall(r"^\| ([^|`]+) \(`(\w+)`\) \| (.+) \|$", text(language), re.MULTILINE)
    assert {id: (name, told) for name, id, told in rows} == {
        id: (words.say(name), words.say(told)) for id, (name, told) in SPECIAL.items()
    }


@EACH
def test_what_an_ability_takes_is_what_it_reads(language: str) -> None:
    """Each that is used, by its name."""
    words = words_in(language, "domain.games.chanic_panic")
    takes: dict[str, set[str]] = {}
    for names, body in re.findall(r"^\| ([^|`(]+) \| ((?:`[a-z_]+`|なし|nothing).*) \|$", text(language), re.MULTILINE):
        for name in re.split(", |、", names):
            takes[name] = set(re.findall(r"`(\w+)`", body))
    assert takes == {
        ability_name(id, words): {*piece.from_hand, *piece.others}
        for id, piece in ACTIVE.items()
        if isinstance(piece, Use)
    }
    assert len(takes) == len(ACTIVE)


def test_the_two_pages_have_the_same_parts() -> None:
    """Headings and rows, one for one."""
    parts = [
        [line[:2] for line in text(language).split("\n") if line[:2] in ("# ", "##", "| ", "|-")] for language in PAGES
    ]
    assert parts[0] == parts[1]
