"""The player documentation: every command, option and card it shows is one, and none is missing, in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from domain.games.panic_clan_inviter.cards.card_file import SHIPPED
from domain.games.panic_clan_inviter.messages import PanicOptions
from domain.games.panic_clan_inviter.rules import RULES
from domain.games.panic_clan_inviter.vocabulary import NumberCard
from domain.kernel.codec import command_from
from domain.kernel.messages import Concede, tag_of

FOLDER = Path(__file__).parents[3] / "docs" / "games"
PAGES = {"english": "panic_clan_inviter.md", "japanese": "panic_clan_inviter.ja.md"}


def text(language: str) -> str:
    return (FOLDER / PAGES[language]).read_text("utf-8")


@pytest.mark.parametrize("language", PAGES)
def test_every_command_is_shown_and_can_be_read(language: str) -> None:
    shown = [msgspec.json.decode(found) for found in re.findall(r'`(\{"tag".*\})`', text(language))]
    commands = [command_from(RULES, example["tag"], example["body"]) for example in shown]
    assert {type(command) for command in commands} == {*RULES.command_types, Concede}
    assert {tag_of(command) for command in commands} == {example["tag"] for example in shown}


@pytest.mark.parametrize("language", PAGES)
def test_every_option_is_explained(language: str) -> None:
    explained = set(re.findall(r"^\| `(\w+)` \|", text(language), re.MULTILINE))
    assert explained == set(PanicOptions.__struct_fields__)


@pytest.mark.parametrize("language", PAGES)
def test_every_card_that_does_something_is_named(language: str) -> None:
    """Rules, magic, and number cards with a text; by the name of the language."""
    page = text(language)
    for card in SHIPPED.definitions:
        if not isinstance(card, NumberCard) or card.effects or card.static:
            assert getattr(card, language) in page, card.kind


def test_the_two_pages_have_the_same_parts() -> None:
    """Headings and rows, one for one."""
    parts = [
        [line[:2] for line in text(language).split("\n") if line[:2] in ("# ", "##", "| ", "|-")] for language in PAGES
    ]
    assert parts[0] == parts[1]
