"""The player documentation: every command and card it shows is one, and none is missing."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from domain.games.panzer_clash.cards.card_file import SHIPPED
from domain.games.panzer_clash.deck_rules import faults
from domain.games.panzer_clash.decks import read
from domain.games.panzer_clash.messages import PanzerOptions
from domain.games.panzer_clash.rules import RULES
from domain.kernel.codec import command_from
from domain.kernel.messages import Concede, tag_of

PAGE = (Path(__file__).parents[3] / "docs" / "games" / "panzer_clash.md").read_text("utf-8")
COST = ("", "I", "II", "III")


def test_every_command_is_shown_and_can_be_read() -> None:
    shown = [msgspec.json.decode(text) for text in re.findall(r"`(\{.*\})`", PAGE)]
    commands = [command_from(RULES, example["tag"], example["body"]) for example in shown]
    assert {type(command) for command in commands} == {*RULES.command_types, Concede}
    assert {tag_of(command) for command in commands} == {example["tag"] for example in shown}


def test_every_option_is_explained() -> None:
    explained = set(re.findall(r"^\| `(\w+)` \| [^|]* \| [^|]* \| [^|]+ \|$", PAGE, re.MULTILINE))
    assert explained == set(PanzerOptions.__struct_fields__)


def test_every_card_stands_there_as_the_pool_has_it() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ")]
    for kind in SHIPPED.cards.values():
        card = kind.definition
        wanted = {
            "factory": None,
            "unit": f"| {COST[card.cost]} | {card.attack}/{card.defense} | {card.movement} | {card.text} |",
            "event": f"| {card.subtype} | {COST[card.cost]} | {card.text} |",
            "modifier": f"| {COST[card.cost]} | {card.text} |",
            "terrain": f"| {card.copies} | {card.text} |",
        }[card.card_type]
        if wanted is not None:
            assert any(row.startswith(f"| {card.name} |") and row.endswith(wanted) for row in rows), card.id


def test_every_ready_made_deck_is_named() -> None:
    for deck in SHIPPED.decks.values():
        row = re.search(rf"^\| `{deck.id.replace('_40', '_60')}` \| (.+) \| (\w+) \|$", PAGE, re.MULTILINE)
        assert row is not None
        assert row.groups() == (deck.name, deck.side.capitalize())


def test_the_deck_file_shown_is_a_ready_made_deck() -> None:
    (text,) = re.findall(r"```deck\n(.*?)```", PAGE, re.DOTALL)
    deck, ready = read(text.encode()), SHIPPED.decks["deck_german_40"]
    assert (deck.name, deck.side, deck.cards) == (ready.name, ready.side, ready.cards)
    assert not list(faults(SHIPPED, deck.cards, deck.side, 40))
