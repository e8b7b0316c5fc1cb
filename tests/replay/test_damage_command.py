"""`replay damage` in words and as JSON; what it counts is tested in `tests/audit/test_damage_report.py`."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from replay.cli import main
from tests.replay.records import RECORD


def told(*asked: object) -> Result:
    return CliRunner().invoke(main, ["damage", str(RECORD), *map(str, asked)])


def test_only_the_seats_that_are_asked_for_are_told_of() -> None:
    shown = told("--to", 40, "--seat", 1, "--name", "1=Ben", "--lang", "en").stdout
    assert "\nBen\n" in shown
    assert "\nSeat 0\n" not in shown
    assert [seat["seat"] for seat in json.loads(told("--to", 40, "--format", "json").stdout)["seats"]] == [0, 1, 2]
    only = json.loads(told("--to", 40, "--seat", 2, "--seat", 0, "--format", "json").stdout)
    assert [seat["seat"] for seat in only["seats"]] == [0, 2]


def test_json_has_each_way_with_its_reasons_in_sentences() -> None:
    document = json.loads(told("--to", 46, "--format", "json", "--lang", "en").stdout)
    assert (document["to"], document["last"], document["taken_back"]) == (46, 49, [47])
    ways = {way["code"]: way for way in document["ways"]}
    assert list(ways) == ["leave", "keep", "reshuffle", "adjust", "void"]
    assert ways["keep"]["reasons"][-1] == {
        "code": "coming",
        "grade": "serious",
        "count": 1,
        "seat": 1,
        "place": None,
        "text": "Seat 1 knows one card that would lie face down again. [serious]",
    }
    assert document["seats"][1]["learned"][0]["card"] == "6 of Spades"


def test_it_speaks_japanese() -> None:
    shown = told("--to", 46, "--lang", "ja").stdout
    assert "並び順を保って戻る：修復不能" in shown
    assert "再び伏せられる札のうち1枚を席1が知っています。［重い］" in shown


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        (("--to", "4"), "the game had not begun at entry 4: nothing goes on from there"),
        (("--to", "50"), "the record has entries 1 to 49, not 50"),
        (("--to", "41.0"), "41.0 is a fact: a table goes back to an entry, such as 41"),
        (("--to", "x"), "is no address"),
        (("--to", "40", "--seat", "3"), "the table has seats 0 to 2, not 3"),
        ((), "Missing option '--to'"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(asked: tuple[str, ...], reason: str) -> None:
    refused = told(*asked)
    assert refused.exit_code == 2
    assert reason in refused.stderr
    assert len(refused.stderr.splitlines()) == 1
