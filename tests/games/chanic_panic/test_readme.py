"""The folder's README names functions and tests that exist, every ruling of the base game, and every disclosure."""

from __future__ import annotations

import re
import typing
from pathlib import Path

import domain.games.chanic_panic
from domain.games.chanic_panic.messages import ChanicFact
from domain.kernel.messages import Discloses, tag_of
from tests.games.readmes import functions_named, is_there

README = (Path(domain.games.chanic_panic.__file__).parent / "README.md").read_text(encoding="utf-8")
TESTS = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))


def test_the_functions_named_exist() -> None:
    named = functions_named(domain.games.chanic_panic)
    assert len(named) > 30
    assert [name for name in named if not is_there(domain.games.chanic_panic, name)] == []


def test_the_tests_named_exist() -> None:
    named = set(re.findall(r"`(test_\w+)`", README))
    assert len(named) > 40
    assert {name for name in named if f"def {name}(" not in TESTS} == set()


def test_all_rulings_are_listed() -> None:
    listed: set[int] = set()
    for first, last in re.findall(r"^\| .*?R(\d+)(?: to R(\d+))?", README, flags=re.MULTILINE):
        listed.update(range(int(first), int(last or first) + 1))
    for line in re.findall(r"^\| (R[^|]*)", README, flags=re.MULTILINE):
        listed.update(int(number) for number in re.findall(r"R(\d+)", line))
    assert {*range(1, 72)} <= listed


def test_the_disclosures_are_listed() -> None:
    declared = [
        f"| `{tag_of(fact)}` | `{entry.field}` | {_of(entry)} | {_when(entry)} | {entry.rule} |"
        for fact in typing.get_args(ChanicFact)
        for entry in fact.discloses
    ]
    section = README.partition("## Declared disclosures")[2]
    rows = re.findall(r"^\| `.*$", section, flags=re.MULTILINE)
    assert rows == declared


def _of(entry: Discloses) -> str:
    return f"`{entry.of}`" if entry.of else "nobody"


def _when(entry: Discloses) -> str:
    return "always" if entry.when is None else f"`{entry.when[0]}` is `{entry.when[1]}`"
