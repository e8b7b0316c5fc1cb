"""The folder's README names functions and tests that exist, every ruling and clarification, and every disclosure."""

from __future__ import annotations

import re
import typing
from pathlib import Path

import domain.games.panic_clan_inviter
from domain.games.panic_clan_inviter.messages import PanicFact
from domain.kernel.messages import tag_of
from tests.games.readmes import functions_named, is_there

FOLDER = Path(domain.games.panic_clan_inviter.__file__).parent
README = (FOLDER / "README.md").read_text(encoding="utf-8")
TESTS = "\n".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))


def test_the_functions_named_exist() -> None:
    named = functions_named(domain.games.panic_clan_inviter)
    assert len(named) > 40
    assert [name for name in named if not is_there(domain.games.panic_clan_inviter, name)] == []


def test_the_tests_named_exist() -> None:
    named = set(re.findall(r"`(test_\w+)`", README))
    assert len(named) > 50
    assert {name for name in named if f"def {name}(" not in TESTS} == set()


def test_every_ruling_is_listed() -> None:
    listed: set[int] = set()
    section = README.partition("## Rulings")[2].partition("## The card set")[0]
    for row in re.findall(r"^\| (R[^|]*)", section, flags=re.MULTILINE):
        for first, last in re.findall(r"R(\d+)(?: to R(\d+))?", row):
            listed.update(range(int(first), int(last or first) + 1))
    assert listed == set(range(1, 45))


def test_every_worked_example_has_a_test() -> None:
    numbers = {int(number) for number in re.findall(r"def test_e(\d+)_", TESTS)}
    assert numbers == set(range(1, 40))


def test_every_clarification_of_the_rulebook_is_listed() -> None:
    """The table 10.1 of the specification has 19 rows."""
    section = README.partition("## The rulebook's clarifications")[2].partition("## Rulings")[0]
    rows = re.findall(r"^\| (?!Clarification).*`test_.*$", section, flags=re.MULTILINE)
    assert len(rows) == 19


def test_the_disclosures_are_listed() -> None:
    declared = [
        f"| `{tag_of(fact)}` | `{entry.field}` | {f'`{entry.of}`' if entry.of else 'anybody'} "
        f"| `{entry.when[0]}` is `{entry.when[1]}` | {entry.rule} |"
        for fact in typing.get_args(PanicFact)
        for entry in (typing.get_origin(fact) or fact).discloses
        if entry.when is not None
    ]
    section = README.partition("## Declared disclosures")[2]
    assert re.findall(r"^\| `.*$", section, flags=re.MULTILINE) == declared
