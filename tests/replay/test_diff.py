"""`replay diff` tells of two moments in the words of the board."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from domain.audit.differences import Altered, Cards, Difference, Marks, Number, Order, Text
from domain.kernel.display.words import Words
from domain.kernel.seats import every_viewer
from replay.cli import main
from replay.differing import sentence
from tests.audit.tables import OTHERS_BEGUN, Played, duel
from tests.replay.records import RECORD

PLACE = ("Anna", "Hand")


def output(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["diff", *arguments])
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def not_for_people(text: str) -> list[str]:
    """Return what looks like a path of a view or the id of a card, below the heading with the table's own id."""
    return re.findall(r"[a-z]+_[a-z]+|[a-z]+/[a-z]+|[A-Z]\d+-\d|\w+#\d", text.partition("\n\n")[2])


@pytest.mark.parametrize(
    ("difference", "text"),
    [
        (Number(place=PLACE, before=1, after=2), "Anna, Hand: from 1 to 2"),
        (Number(place=PLACE, before=None, after=2), "Anna, Hand: 2 now"),
        (Number(place=PLACE, before=1, after=None), "Anna, Hand: not shown any more"),
        (Text(place=(), before="A.", after="B."), "“A.” becomes “B.”"),
        (Text(place=(), before=None, after="B."), "now “B.”"),
        (Text(place=PLACE, before="A.", after=None), "Anna, Hand: no longer “A.”"),
        (Marks(place=PLACE, gained=("turn",), lost=("calm",)), "Anna, Hand: now “turn”, no longer “calm”"),
        (Cards(place=PLACE, gained=("Ace", None), lost=()), "Anna, Hand: gains Ace, one unknown card"),
        (Cards(place=PLACE, gained=("A",), lost=(None, None)), "Anna, Hand: gains A; loses 2 unknown cards"),
        (Altered(place=PLACE, card="Tank", before="2/2", after=""), "Anna, Hand, Tank: from 2/2 to –"),
        (Order(place=PLACE), "Anna, Hand: another order"),
    ],
)
def test_a_difference_is_a_sentence(difference: Difference, text: str) -> None:
    assert sentence(difference, Words()) == text


def test_two_moments_are_compared() -> None:
    asked = (str(RECORD), "--viewer", "seat:0", "--at", "8", "--and", "40")
    text = output(*asked)
    assert "What differs" in text
    document = msgspec.json.decode(output(*asked, "--json"))
    assert (document["address"], document["and"]) == ("8", "40")
    assert f"{len(document['taken_back'])} entries were taken back" in text
    assert all(change["text"] for change in document["changes"])


@pytest.mark.parametrize(("at", "other"), [("9", "9"), ("9", "9.0"), ("9", "8"), ("9.1", "9.0")])
def test_the_later_moment_comes_after_the_earlier(at: str, other: str) -> None:
    result = CliRunner().invoke(main, ["diff", str(RECORD), "--at", at, "--and", other])
    assert result.exit_code == 2
    assert f"{other} does not come after {at}" in result.stderr


def test_facts_of_one_entry_are_compared() -> None:
    assert output(str(RECORD), "--at", "9.0", "--and", "9")
    assert output(str(RECORD), "--at", "2", "--and", "3").rstrip().endswith("Nothing that this viewer sees.")
    assert "for the first time" in output(str(RECORD), "--at", "2", "--and", "9")


@pytest.mark.long
@pytest.mark.parametrize("table", [duel, *OTHERS_BEGUN], ids=lambda table: table.__name__)
def test_no_path_or_id_of_the_program_is_told_and_copies_agree(table: object, tmp_path: Path) -> None:
    assert callable(table)
    played = table()
    assert isinstance(played, Played)
    full = tmp_path / "full.ndjson"
    full.write_bytes(played.record())
    begun, last = next(i for i, e in enumerate(played.entries, 1) if e.kind == "game_started"), len(played.entries)
    asked = ("--at", str(begun), "--and", str(last))
    for viewer in every_viewer(played.table.setup.seats):
        own = tmp_path / "own.ndjson"
        own.write_bytes(played.record(viewer))
        for form in ((), ("--json",), ("--lang", "ja")):
            text = output(str(full), *asked, *form, "--viewer", str(viewer))
            assert output(str(own), *asked, *form) == text
            assert form == ("--json",) or not not_for_people(text)
