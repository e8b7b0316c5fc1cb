"""Players of files: CSV and report files, every fault with its line."""

from __future__ import annotations

import pytest

from domain.tournament.exchange.cells import guarded, unguarded
from domain.tournament.exchange.newcomers import Faulty, Newcomer, read_players
from domain.tournament.exchange.trf import report
from domain.tournament.exchange.trf_reading import Fault
from domain.tournament.log.entries import SwissSaid
from tests.tournament.test_log import play, running


def faults(text: str, form: str = "csv") -> list[tuple[int, str]]:
    found = read_players(text, "trf" if form == "trf" else "csv")
    assert isinstance(found, Faulty)
    return [(fault.line, fault.text) for fault in found.faults]


def test_players_of_a_spreadsheet() -> None:
    text = '\ufeffname,rating,points,bot\r\nAda,1900,1/2,\r\n\r\n"Lovelace, Ada",, ,sensible\r\n'
    assert read_players(text, "csv") == (
        Newcomer("Ada", 1900, None, "1/2"),
        Newcomer("Lovelace, Ada", None, "sensible", None),
    )
    assert read_players("rating,name\n,Bob\n", "csv") == (Newcomer("Bob"),)


def test_players_of_another_spreadsheet_and_of_the_services_own_sheet() -> None:
    for text in ("Name;Rating\r\nAda;1900\r\n", "NAME,rating\nAda,1900\n"):
        assert read_players(text, "csv") == (Newcomer("Ada", 1900),)
    own = "number,player,name,rating,bot,checked_in,status\n1,p_1,'=1+1,1900,,False,in\n2,p_2,''-x,,,True,in\n"
    assert read_players(own, "csv") == (Newcomer("=1+1", 1900), Newcomer("'-x"))


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("Ada", "Ada"),
        ("=1+1", "'=1+1"),
        ("'=1", "''=1"),
        ("\uff1d1+1", "'\uff1d1+1"),
        ("\uff20sum", "'\uff20sum"),
        ("-A", "'-A"),
        ("-1.5", "-1.5"),
        ("10/3", "'10/3"),
        ("-1/2", "'-1/2"),
        ("3-4", "'3-4"),
        ("'tis", "'tis"),
        ("12345e67890123456789", "'12345e67890123456789"),
        ("12345678901234567890", "'12345678901234567890"),
    ],
)
def test_a_cell_is_neither_computed_nor_a_date_and_comes_back(text: str, cell: str) -> None:
    assert guarded(text) == cell
    assert unguarded(cell) == text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", [1]),
        ("rating\n1\n", [1]),
        ("name,shoe\nAda,42\n", [1]),
        ("name,name\nAda,Bob\n", [1]),
        ("name\n", [1]),
        ("name,rating\nAda,1\n,2\nBob,x\nCy,100001\nDi,²\n", [3, 4, 5, 6]),
        ("name\nAda,2\n", [2]),
        ("name,points\nAda,2/4\nBob,-1\nCy,1/0\n", [2, 3, 4]),
        (f"name\n{'a' * 41}\nA\u202eda\n", [2, 3]),
        ('name\nAda\n"Bob\n', [3]),
        ('name\n"A"da\n', [2]),
    ],
)
def test_every_fault_of_a_spreadsheet_is_told_with_its_line(text: str, told: list[int]) -> None:
    assert [line for line, _ in faults(text)] == told


def test_players_of_a_report_file() -> None:
    organiser = running(SwissSaid(rounds=2), 4)
    play(organiser)
    for edition in ("trf16", "trf26"):
        text = report(organiser.book, edition="trf16" if edition == "trf16" else "trf26")
        found = read_players(text, "trf")
        assert found == tuple([Newcomer(f"p{number}", 2_000 - number) for number in range(1, 5)])


def test_every_fault_of_a_report_file_is_told_with_its_line() -> None:
    assert faults("012 Open\n", "trf") == [(1, "no line begins with 001: there are no players")]
    listed = running(SwissSaid(rounds=2), 2).book
    text = report(listed).replace("p2", "\u202ep").replace("1999", "x999")
    assert [line for line, _ in faults(text, "trf")] == [
        number for number, line in enumerate(text.splitlines(), 1) if "x999" in line
    ]
    steering = report(listed).replace("p2", "\u202ep")
    (line,) = [number for number, line in enumerate(steering.splitlines(), 1) if "\u202e" in line]
    assert read_players(steering, "trf") == Faulty((Fault(line, "the name has a character that cannot be seen"),))
