"""Each game's README numbers its house rulings from H1, and each has a test of its number in the game's folder."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from domain import games

TESTS = Path(__file__).parent
HOUSES = [
    (name, readme)
    for name in games.names()
    if (readme := Path(games.__file__).parent / name / "README.md").exists() and "House rulings" in readme.read_text()
]


@pytest.mark.parametrize(("name", "readme"), HOUSES, ids=[name for name, _ in HOUSES])
def test_every_house_ruling_has_a_test_of_its_number(name: str, readme: Path) -> None:
    rows = re.findall(r"^\| H(\d+) .* \| (`test_[^|]*) \|$", readme.read_text("utf-8"), flags=re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, len(rows) + 1))
    assert rows
    tests = "\n".join([path.read_text("utf-8") for path in (TESTS / name).glob("test_*.py")])
    for number, named in rows:
        (test,) = re.findall(rf"`(test_h{number}_\w+)`", named)
        assert f"def {test}(" in tests
