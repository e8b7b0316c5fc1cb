"""`replay step --plain`: what is said at each place, and how one gets there."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from domain.audit.timeline import Address, Timeline
from domain.kernel.display.words import words_in
from domain.kernel.seats import SPECTATOR, Viewer, seat_viewer
from domain.record.lines import read, split
from replay.reading.growing import Followed
from replay.stepped import Stepped
from terminal.plain.step import step
from terminal.stepping.standing import Standing
from tests.api.server import environment
from tests.audit.tables import unfinished

RECORD = str(Path(__file__).parents[1] / "replay" / "table.ndjson")

WORDS = words_in("en", "domain.games.chanic_panic", "replay", "terminal")


@cache
def stepped() -> Stepped:
    """Return a table of Chanic Panic that goes on, as seat 0 knows it."""
    line = Timeline(read(split(unfinished().record(seat_viewer(0)))))
    return Stepped("table.ndjson", Followed(line), WORDS)


class Typing:
    """Types these lines, and hears what is said after each of them."""

    live = False

    def __init__(self, *lines: str) -> None:
        self._lines = list(lines)
        self.answers: list[list[str]] = [[]]  # the first before any line

    def say(self, line: str) -> None:
        assert "\x1b" not in line
        self.answers[-1].append(line)

    def line(self) -> str:
        if not self._lines:
            raise EOFError
        self.answers.append([])
        return self._lines.pop(0)

    def next(self, seconds: float) -> str | None:
        return None

    def forget(self) -> None:
        """Nothing is typed ahead."""


def heard(*lines: str, at: int = 1, viewer: Viewer | None = None) -> list[list[str]]:
    """Return what is said to each of these lines, and before the first one."""
    voice = Typing(*lines)
    step(Standing(stepped(), Address(at), viewer or seat_viewer(0)), voice, WORDS)
    return voice.answers


def place(answer: list[str]) -> str:
    """Return where an answer says that one stands."""
    return answer[0].partition("entry ")[2].partition(" of")[0]


def test_it_begins_with_what_can_be_typed_and_where_one_stands() -> None:
    (said,) = heard()
    assert said[0].startswith("Enter or n goes to the next entry")
    assert said[4].startswith("audit-1 · entry 1 of ")
    assert said[5] == "A table for Chanic Panic is opened, with 2 seats."


@pytest.mark.parametrize(
    ("line", "at", "where"),
    [
        ("", 4, "5"),
        ("n", 4, "5"),
        ("p", 4, "3"),
        ("f", 3, "4.0"),
        ("b", 5, "5.1"),
        ("6", 1, "6"),
        ("4.2", 1, "4.2"),
        ("turn 2", 1, "9"),
    ],
)
def test_a_line_leads_to_a_place(line: str, at: int, where: str) -> None:
    answer = heard(line, at=at)[1]
    assert place(answer) == where
    assert len(answer) > 1, "and what happened there is said"


def test_the_ends_are_ends() -> None:
    assert heard("p")[1] == ["There is no more in this direction."]
    last, more = heard("end", "n")[1:]
    assert place(last) == str(len(stepped().timeline))
    assert more == ["There is no more in this direction."]


@pytest.mark.parametrize("line", ["999", "1.99", "seat 7", "turn 99", "25:00", "nonsense", "-1", "é"])
def test_what_is_no_place_is_said_and_nothing_moves(line: str) -> None:
    refused, stayed = heard(line, "n", at=4)[1:]
    assert refused[-1] == "? says what can be typed."
    assert place(stayed) == "5"


def test_sentences_are_searched_round_and_round() -> None:
    *found, again = [answer[:2] for answer in heard(*["/DRAWS"], *["/"] * len_of("draws"))[1:]]
    assert found[0][0] == f"1 of {len_of('draws')}."
    assert again == found[0]
    assert heard("/no such words", "/")[1:] == [["nothing found."], ["nothing found."]]
    assert heard("/")[1] == ["nothing found."]


def len_of(text: str) -> int:
    """Return how often a text is found."""
    return len(Standing(stepped(), Address(1), seat_viewer(0)).story.found(text))


def test_the_board_what_could_be_done_and_what_was_known_are_said() -> None:
    last = len(stepped().timeline)
    board, possible, known, happened = heard("v", "o", "k", "w", at=last)[1:]
    assert board[0] == "Chanic Panic, round 2."
    assert any(line.startswith("Hand: 9 of Hearts") for line in board)
    assert possible[0] == "What Seat 0 could do:"
    assert "end the turn." in possible
    assert any(line.startswith("Seat 1, Hand: 3 cards; not there: Ace of Hearts") for line in known)
    assert happened


def test_before_the_deal_there_are_seats() -> None:
    board, possible, known = heard("v", "o", "k", at=2)[1:]
    assert board[0] == "The game has not begun."
    assert possible == ["Nobody whose hand is seen was awaited here."]
    assert known == ["Nothing is hidden from this seat, or nothing is known of it."]


def test_other_eyes_see_what_the_copy_allows() -> None:
    """A copy of seat 0 shows seat 0 and a spectator, round and round."""
    first, second = heard("e", "e", at=5, viewer=SPECTATOR)[1:]
    assert "as Seat 0 saw it" in first[0]
    assert "as a spectator saw it" in second[0]
    assert heard("k", at=5, viewer=SPECTATOR)[1] == ["A spectator knows what everybody knows."]


def test_q_leaves_and_help_is_said_again() -> None:
    answers = heard("?", "q", "n")
    assert answers[1] == answers[0][:4]
    assert len(answers) == 3


@pytest.mark.long
@pytest.mark.parametrize(("options", "chosen"), [((), True), (("--plain",), False)])
def test_a_pipe_is_spoken_to_plainly(options: tuple[str, ...], chosen: bool) -> None:
    """And told that this is a mode of its own, unless it was asked for."""
    run = subprocess.run(
        [sys.executable, "-c", "from replay.cli import main; main()", "step", RECORD, *options],
        input="n\nq\n",
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert run.stdout.startswith("This is no terminal: the plain mode (--plain)") is chosen
    assert "entry 2 of 49" in run.stdout
    assert run.stderr == ""
