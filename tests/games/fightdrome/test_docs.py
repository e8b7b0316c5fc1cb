"""The player documentation: every command and option it shows is one, none is missing, and its tables are the rules."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from domain.games.fightdrome.cards import CardPrint, reply
from domain.games.fightdrome.cards.card_file import SHIPPED
from domain.games.fightdrome.messages import FightdromeOptions
from domain.games.fightdrome.rules import RULES
from domain.kernel.codec import command_from
from domain.kernel.messages import Concede, tag_of

PAGE = (Path(__file__).parents[3] / "docs" / "games" / "fightdrome.md").read_text("utf-8")

PLAIN = {"Punch", "Kick", "Grapple"}


def test_every_command_is_shown_and_can_be_read() -> None:
    shown = [msgspec.json.decode(text) for text in re.findall(r"`(\{.*\})`", PAGE)]
    commands = [command_from(RULES, example["tag"], example["body"]) for example in shown]
    assert {type(command) for command in commands} == {*RULES.command_types, Concede}
    assert {tag_of(command) for command in commands} == {example["tag"] for example in shown}


def test_every_option_is_explained_with_its_default() -> None:
    rows = re.findall(r"^\| `(\w+)` \| [^|]+ \| `?([^|`]+?)`? \|", PAGE, re.MULTILINE)
    defaults = msgspec.to_builtins(FightdromeOptions())
    assert dict(rows) == {
        name: str(value).lower() if isinstance(value, bool) else str(value) for name, value in defaults.items()
    }


def test_the_requests_shown_are_json() -> None:
    bodies = [msgspec.json.decode(text) for text in re.findall(r"-d '(.*)'", PAGE)]
    assert bodies[0]["game"] == RULES.name
    command = bodies[1]["command"]
    assert command_from(RULES, command["tag"], command["body"]) is not None
    msgspec.convert(bodies[0]["options"], FightdromeOptions)


def test_the_table_of_answers_says_what_the_rules_say() -> None:
    """Section 7.1, by the strongest card of each name."""
    rows = dict(re.findall(r"^\| ([A-Z][\w ]+?) \| ([^|]+?) \| (?:at least as high|any) \|", PAGE, re.M))
    strongest = {printed.name: printed for printed in SHIPPED.prints}
    assert set(rows) == set(strongest)
    for name, text in rows.items():
        met = {attack.name for attack in strongest.values() if attack.attack and reply(strongest[name], attack) is None}
        assert met == _attacks(text, strongest)


def _attacks(text: str, strongest: dict[str, CardPrint]) -> set[str]:
    attacks = {name for name, printed in strongest.items() if printed.attack}
    if text == "any attack at all":
        return attacks
    named = PLAIN & set(re.findall(r"\w+", text))
    return named | {f"Neurochem {name}" for name in named if "Neurochem forms" in text}
