"""The folder's README names functions and tests that exist, every ruling, and every disclosure."""

from __future__ import annotations

import re
import typing
from pathlib import Path

import domain.games.fightdrome
from domain.games.fightdrome.messages import FightdromeFact
from domain.kernel.messages import Discloses, tag_of
from tests.games.readmes import functions_named, is_there

README = (Path(domain.games.fightdrome.__file__).parent / "README.md").read_text(encoding="utf-8")
TESTS = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))


def test_the_functions_named_exist() -> None:
    named = functions_named(domain.games.fightdrome)
    assert len(named) > 30
    assert [name for name in named if not is_there(domain.games.fightdrome, name)] == []


def test_the_tests_named_exist() -> None:
    named = set(re.findall(r"`(test_\w+)`", README))
    assert len(named) > 40
    assert {name for name in named if f"def {name}(" not in TESTS} == set()


def test_every_worked_example_is_a_test() -> None:
    assert set(re.findall(r"def test_w(\d+)_", TESTS)) == {str(number) for number in range(1, 28)}


def test_every_ruling_is_listed() -> None:
    listed: set[int] = set()
    for line in re.findall(r"^\| (R\d[^|]*)", README, flags=re.MULTILINE):
        numbers = [int(number) for number in re.findall(r"R(\d+)", line)]
        listed.update(range(numbers[0], numbers[-1] + 1))
    assert listed == set(range(1, 49))


def test_the_disclosures_are_listed() -> None:
    declared = [
        f"| `{tag_of(fact)}` | `{entry.field}` | {_whom(entry)} | {_when(entry)} | {entry.rule} |"
        for fact in typing.get_args(FightdromeFact)
        for entry in fact.discloses
    ]
    section = README.partition("## Declared disclosures")[2]
    assert re.findall(r"^\| `.*$", section, flags=re.MULTILINE) == declared


def _whom(entry: Discloses) -> str:
    return f"`{entry.of}`" if entry.of else "both"


def _when(entry: Discloses) -> str:
    return "always" if entry.when is None else f"`{entry.when[0]}` is `{entry.when[1]}`"
