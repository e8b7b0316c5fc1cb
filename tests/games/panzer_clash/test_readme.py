"""The folder's README names functions and tests that exist, every ruling, and every disclosure."""

from __future__ import annotations

import re
import typing
from pathlib import Path

import domain.games.panzer_clash
from domain.games.panzer_clash.messages import PanzerFact
from domain.kernel.messages import Fact, tag_of
from tests.games.readmes import functions_named, is_there

FOLDER = Path(domain.games.panzer_clash.__file__).parent
README = (FOLDER / "README.md").read_text(encoding="utf-8")
TESTS = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
RULINGS = range(1, 67)


def test_the_functions_named_exist() -> None:
    named = functions_named(domain.games.panzer_clash)
    assert len(named) > 60
    assert [name for name in named if not is_there(domain.games.panzer_clash, name)] == []


def test_the_tests_named_exist() -> None:
    named = set(re.findall(r"`(test_\w+)`", README))
    assert len(named) > 60
    assert {name for name in named if f"def {name}(" not in TESTS} == set()


def test_every_ruling_is_listed() -> None:
    listed: set[int] = set()
    for line in re.findall(r"^\| (R[0-9][^|]*)", README, flags=re.MULTILINE):
        for first, last in re.findall(r"R(\d+)(?: to R(\d+))?", line):
            listed.update(range(int(first), int(last or first) + 1))
    assert listed == set(RULINGS)


def test_the_disclosures_are_listed() -> None:
    declared = []
    for member in typing.get_args(PanzerFact):
        fact: type[Fact] = typing.get_origin(member) or member
        for entry in fact.discloses:
            of = f"`{entry.of}`" if entry.of else "nobody"
            when = f"`{entry.when[0]}` is `{entry.when[1]}`" if entry.when else "always"
            declared.append(f"| `{tag_of(fact)}` | `{entry.field}` | {of} | {when} | {entry.rule} |")
    section = README.partition("## Declared disclosures")[2]
    assert re.findall(r"^\| `.*$", section, flags=re.MULTILINE) == declared
    assert len(declared) == 4
