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
        ("1.5", "1.5"),
        ("-1.5", "'-1.5"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("\u200b=1", "'\u200b=1"),
        ("\ufeff\u2060+A", "'\ufeff\u2060+A"),
        ("\u200bAda", "\u200bAda"),
        ("\u200b", "\u200b"),
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


LISTED = tuple(report(running(SwissSaid(rounds=3), 4).book).splitlines())


def with_lines(*lines: str) -> str:
    return "\r\n".join([*LISTED, *lines])


def test_byes_and_forbidden_pairs_of_a_report_file_are_taken_over() -> None:
    """240 (a bye by request), 260 (of some rounds) and XXP (for good); of three who must not meet, each two."""
    found = read_players(with_lines("240 H 002    1    3", "240 Z 001 4", "260 001 002 1 2 4", "XXP 2 3", ""), "trf")
    assert not isinstance(found, Faulty)
    assert [one.byes for one in found] == [((2, "half"),), (), ((2, "half"),), ((1, "zero"),)]
    assert [one.apart for one in found] == [((1, 1, 2), (3, 1, 2)), ((3, 1, 2), (2, 1, 999)), (), ()]


def test_what_a_report_file_asks_for_twice_is_taken_over_once() -> None:
    found = read_players(with_lines("240 H 002 1", "240 H 002 1 3", "260 001 002 1 2", "260 001 002 4 2 1", ""), "trf")
    assert not isinstance(found, Faulty)
    assert [one.byes for one in found] == [((2, "half"),), (), ((2, "half"),), ()]
    assert [one.apart for one in found] == [((1, 1, 2), (3, 1, 2)), ((3, 1, 2),), (), ()]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("250 0.5 0.0 001 002    1    2", "250 is not taken over"),
        ("XXA    1  1.0  1.0", "XXA is not taken over"),
        ("299          -0.5  001    1", "299 is not taken over"),
        ("013 Blues", "013 is not taken over"),
        ("240 H 002 9", "240: somebody there is no player"),
        ("240 H 002 x", "240: somebody there is no player"),
        ("240 U 002 1", "240: a bye is F, H or Z"),
        ("240 H 000 1", "240: a bye is F, H or Z"),
        ("240 H 2 1", "240: a bye is F, H or Z"),
        ("240 H 002", "240: a bye is F, H or Z"),
        ("240", "240: a bye is F, H or Z"),
        ("260 003 001 1 2", "260: who must not meet"),
        ("260 001 003 1", "260: who must not meet"),
        ("260 001", "260: who must not meet"),
        ("XXP 1 1", "XXP: who must not meet"),
        ("XXP 1", "XXP: who must not meet"),
    ],
)
def test_what_is_not_taken_over_of_a_report_file_is_told_with_its_line(line: str, said: str) -> None:
    ((at, why),) = faults(with_lines(line), "trf")
    assert (at, why[: len(said)]) == (len(LISTED) + 1, said)
