"""Tournament Report Files: what is written is read back, columns are FIDE's, faults are told by their lines."""

from __future__ import annotations

from fractions import Fraction

import pytest

from domain.tournament.exchange.columns import LONGEST, Column, Edition
from domain.tournament.exchange.trf import NotInThisFormatError, report
from domain.tournament.exchange.trf_reading import MOST_BYTES, Report, read
from domain.tournament.log.entries import (
    ByeRequested,
    KnockOutSaid,
    Method,
    PairForbidden,
    PenaltyGiven,
    PlayerDisqualified,
    PlayerEnteredLate,
    PlayerRegistered,
    PlayerWithdrawn,
    PodsSaid,
    RoundRobinSaid,
    ScoringSaid,
    SwissSaid,
)
from domain.tournament.log.organiser import Organiser
from domain.tournament.log.simulation import Plan, drawn_places, simulate
from domain.tournament.points import scores
from tests.tournament.test_log import NO_ENTROPY, opened, play, running

SEED = bytes(range(8))


def lines_of(text: str, tag: str) -> list[str]:
    """Return the lines that begin with a tag."""
    return [line for line in text.split("\r\n") if line.startswith(tag + " ")]


def well_read(text: str) -> Report:
    """Return what a file says that has no faults."""
    found = read(text)
    assert isinstance(found, Report), found
    return found


@pytest.mark.parametrize("edition", ["trf16", "trf26"])
@pytest.mark.parametrize("method", [SwissSaid(rounds=7), RoundRobinSaid(cycles=2), KnockOutSaid(losses=2)])
def test_what_is_written_is_read_back(method: Method, edition: Edition) -> None:
    """Withdrawals, late entries, forfeits and byes included; the scores agree where no points stand beside results."""
    plan = Plan(method, 13, SEED, "chanic_panic", 1, True)
    book = simulate(plan, drawn_places(SEED)).book
    found = well_read(report(book, edition=edition))
    number = {player.id: str(player.number) for player in book.numbered}
    for mine, theirs in zip(book.history.rounds, found.history.rounds, strict=True):
        tables = {(tuple(number[one] for one in table.players), table.places) for table in mine.tables}
        assert {(table.players, table.places) for table in theirs.tables} == tables
        byes = {(number[bye.player], bye.kind) for bye in mine.byes}
        assert {(bye.player, bye.kind) for bye in theirs.byes if bye.kind != "zero"} <= byes
    total = scores(book.history, book.scoring, adjusted=book.adjusted if edition == "trf26" else None)
    assert {str(player.number): player.score for player in found.players} == {
        number[one]: points for one, points in total.items()
    }


def test_columns_are_those_of_the_handbook() -> None:
    """TRF26: number 5-8, name 15-47, rating 49-52, points 81-84, rank 86-89, rounds from 92 on, ten columns each."""
    organiser = running(SwissSaid(rounds=3), 4)
    play(organiser)
    text = report(organiser.book, names={"p1": "Lovelace, Ada\n" + "x" * 40})
    first = lines_of(text, "001")[0]
    assert first[:8] == "001    1"
    assert Column(15, 47).of(first) == "Lovelace, Ada " + "x" * 19
    assert (first[48:52], first[80:84], first[85:89]) == ("1999", " 1.0", "   1")
    assert first[91:99] in ("   3 w 1", "   3 b 1")
    assert len(first) == 99
    assert text.startswith("012 open-2026\r\n042 1970/01/01\r\n")
    assert "142 3\r\n" in text
    assert "192 FIDE_DUTCH\r\n" in text
    assert "162" not in text


def test_trf26_says_what_pairing_needs() -> None:
    """Byes to come (240), forbidden pairs (260), points beside the results (299), with their columns."""
    organiser = running(SwissSaid(rounds=4), 6)
    play(organiser)
    organiser.tell(ByeRequested, 6_000, player="p5", round=3, bye="half")
    organiser.tell(ByeRequested, 6_000, player="p6", round=3, bye="half")
    organiser.tell(ByeRequested, 6_000, player="p6", round=2, bye="zero")
    organiser.tell(PairForbidden, 6_000, players=("p1", "p2"), first=2, last=3)
    organiser.tell(PenaltyGiven, 6_000, player="p1", points="1/2", reason="late")
    text = report(organiser.book)
    assert lines_of(text, "240") == ["240 Z 002    6", "240 H 003    5    6"]
    assert lines_of(text, "260") == ["260 002 003    1    2"]
    assert lines_of(text, "299") == ["299          -0.5  001    1"]
    old = report(organiser.book, edition="trf16")
    assert lines_of(old, "240") == lines_of(old, "260") == lines_of(old, "299") == []
    assert "### not said: two may not meet in the rounds 2 to 3" in old
    assert "### neither said nor counted: -1/2 points of 1 beside the results" in old
    assert "XXR 4\r\nXXC white1\r\n" in old or "XXR 4\r\nXXC black1\r\n" in old


def test_trf16_forbids_pairs_for_good() -> None:
    organiser = running(SwissSaid(rounds=4), 6)
    organiser.tell(PairForbidden, 6_000, players=("p1", "p2"), first=1, last=4)
    assert lines_of(report(organiser.book, edition="trf16"), "XXP") == ["XXP 1 2"]


def test_who_is_disqualified_is_last_and_who_is_not_there_has_a_zero_bye() -> None:
    organiser = running(SwissSaid(rounds=4), 5)
    organiser.tell(PlayerWithdrawn, 3_000, player="p5")
    play(organiser)
    organiser.tell(PlayerDisqualified, 6_000, player="p1", reason="unkind")
    organiser.tell(PlayerEnteredLate, 6_000, player="late", points="0")
    lines = lines_of(report(organiser.book), "001")
    assert lines[0][85:89] == "   6"
    assert [line[91:99] for line in lines[4:]] == ["0000 - Z"] * 2
    assert lines_of(report(organiser.book), "299") == []


def test_other_points_than_fides_are_said() -> None:
    """162 from column 6, each result with its points in four columns."""
    scoring = ScoringSaid(by_place=("3", "0"), tie="draw_points", draw_points="3/2", pairing_bye="2")
    organiser = opened(SwissSaid(rounds=3), scoring=scoring)
    organiser = _started(organiser)
    text = report(organiser.book)
    assert lines_of(text, "162") == ["162  W 3.0    D 1.5    L 0.0    A 0.0    P 2.0"]


def _started(organiser: Organiser) -> Organiser:
    for number in range(4):
        organiser.tell(PlayerRegistered, 2_000, player=f"p{number}", entropy=NO_ENTROPY)
    organiser.start(3_000)
    return organiser


@pytest.mark.parametrize(
    ("scoring", "reason"),
    [
        (ScoringSaid(by_place=("3", "0"), tie="draw_points", draw_points="1"), "half-point bye"),
        (ScoringSaid(by_place=("1", "0"), forfeit_loss="-1"), "loss by forfeit"),
        (ScoringSaid(by_place=("1/3", "0")), "do not fit"),
        (ScoringSaid(by_place=("100", "0")), "do not fit"),
    ],
)
def test_points_that_have_no_place_are_refused(scoring: ScoringSaid, reason: str) -> None:
    organiser = _started(opened(SwissSaid(rounds=3), scoring=scoring))
    with pytest.raises(NotInThisFormatError, match=reason):
        report(organiser.book)


def test_pods_and_what_has_not_started_have_no_file() -> None:
    with pytest.raises(NotInThisFormatError, match="two players"):
        report(running(PodsSaid(rounds=3, seats=4), 8).book)
    with pytest.raises(NotInThisFormatError, match="have started"):
        report(opened(SwissSaid(rounds=3)).book)


def test_tie_breaks_without_a_code_stand_in_a_comment() -> None:
    organiser = _started(opened(SwissSaid(rounds=3), tie_breaks=("buchholz_cut_1", "opponents_win_share", "wins")))
    text = report(organiser.book)
    assert lines_of(text, "202") == ["202 BH/C1,WON"]
    assert lines_of(text, "212") == ["212 PTS,BH/C1,WON"]
    assert "### tie-breaks without a code of FIDE: opponents_win_share\r\n" in text


def player(number: object, rounds: str = "", *, name: str = "Ada", rating: str = "", score: str = "") -> str:
    """Return a player's line."""
    line = f"001 {number:>4}      {name:<33} {rating:>4}{'':28}{score:>4}".ljust(LONGEST)
    return (line + rounds).rstrip()


@pytest.mark.parametrize(
    ("lines", "faults"),
    [
        (["012 empty"], [(1, "no players")]),
        ([player("x")], [(1, "'x' in columns 5 to 8")]),
        ([player(0)], [(1, "'0' in columns 5 to 8")]),
        ([player(1, name="")], [(1, "no name")]),
        ([player(1, rating="high")], [(1, "rating 'high'")]),
        ([player(1, score="1,5")], [(1, "points '1,5'")]),
        ([player(1, score="1.55")], [(1, "points '1.55'")]),
        ([player(1, score="1.")], [(1, "points '1.'")]),
        ([player(1), "", player(1)], [(3, "1 stands in line 1 already")]),
        ([player(1, "     x w 1")], [(1, "round 1: the opponent 'x'")]),
        ([player(1, "     2   1"), player(2)], [(1, "round 1: the colour ''")]),
        ([player(1, "     2 w ?"), player(2)], [(1, "round 1: there is no result '?'")]),
        ([player(1, "  0000 - 1")], [(1, "round 1: the result '1' needs an opponent")]),
        ([player(1, "     2 w 1"), player(2)], [(1, "round 1: 2 does not say to have met 1")]),
        ([player(1, "     3 w 1")], [(1, "round 1: 3 does not say to have met 1")]),
        ([player(1, "     1 w 1")], [(1, "round 1: 1 does not say to have met 1")]),
        (
            [player(1, "     2 w 1"), player(2, "     1 w 0")],
            [(1, "1 and 2 had the same colour"), (2, "2 and 1 had the same colour")],
        ),
        ([player(1, "     2 w 1"), player(2, "     1 b 1")], [(1, "'1' and '1' of line 2 disagree")]),
        ([player(1, "  0000 - Z" * 100)], [(1, "more than 99 rounds")]),
    ],
)
def test_faults_are_told_line_by_line(lines: list[str], faults: list[tuple[int, str]]) -> None:
    found = read("\n".join(lines))
    assert not isinstance(found, Report)
    assert [fault.line for fault in found] == [line for line, _ in faults]
    assert all(said in fault.text for fault, (_, said) in zip(found, faults, strict=True)), found


def test_all_faults_are_told_at_once() -> None:
    found = read("\n".join([player("x"), player(2, rating="y", score="z"), player(3)]))
    assert not isinstance(found, Report)
    assert [fault.line for fault in found] == [1, 2, 2]


def test_a_file_that_is_too_large_is_not_read() -> None:
    found = read("#" * (MOST_BYTES + 1))
    assert isinstance(found, tuple)
    assert len(found) == 1


def test_codes_of_other_programs_are_read() -> None:
    """Games of no move, small letters, forfeits against nobody, blanks."""
    text = "\r\n".join(
        [
            "012 Open",
            player(1, "     2 w w     3 b d  0000 - +", rating="2100", score=" 2.5"),
            player(2, "     1 b l            0000 - -", score="-0.5"),
            player(3, "  0000 - h     1 w d", rating="0"),
        ]
    )
    found = well_read(text)
    assert found.name == "Open"
    assert [(one.rating, one.score) for one in found.players] == [
        (2100, Fraction(5, 2)),
        (None, Fraction(-1, 2)),
        (None, None),
    ]
    tables = [[(table.players, table.places) for table in played.tables] for played in found.history.rounds]
    assert tables == [[(("1", "2"), (1, 2))], [(("3", "1"), (1, 1))], []]
    byes = [{bye.player: bye.kind for bye in played.byes} for played in found.history.rounds]
    assert byes == [{"3": "half"}, {"2": "zero"}, {"1": "full", "2": "zero", "3": "zero"}]


def ranks(organiser: Organiser) -> dict[str, int]:
    """Return the places of a file by player."""
    text = report(organiser.book)
    return {line[14:47].strip(): int(line[85:89]) for line in lines_of(text, "001")}


def test_places_are_those_of_the_record() -> None:
    """Lots of frozen standings included; who is disqualified stands behind everybody else, each at an own place."""
    organiser = running(SwissSaid(rounds=1), 8)
    play(organiser)
    shared = ranks(organiser)
    assert sorted(shared.values())[:2] == [1, 1]
    for player in ("p2", "p7"):
        organiser.tell(PlayerDisqualified, 6_000, player=player, reason="so be it")
    assert (ranks(organiser)["p2"], ranks(organiser)["p7"]) == (7, 8)
    organiser.freeze(7_000)
    frozen = {row.player: row.place for row in organiser.book.rows}
    assert sorted(frozen.values()) == [1, 2, 3, 4, 5, 6]
    assert ranks(organiser) == frozen | {"p2": 7, "p7": 8}
    organiser.tell(PenaltyGiven, 8_000, player="p1", points="1", reason="late")
    assert ranks(organiser) != frozen | {"p2": 7, "p7": 8}
    organiser.end(9_000)
    assert ranks(organiser) == {row.player: row.place for row in organiser.book.rows} | {"p2": 7, "p7": 8}
