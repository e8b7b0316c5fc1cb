"""Stepping through a record in a real terminal: keys in, screens out."""

from __future__ import annotations

import os
import pty
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from replay import keyboard
from tests.replay.pty_screen import Terminal
from tests.replay.records import RECORD

pytestmark = pytest.mark.long

LEFT, RIGHT, UP, DOWN = "\x1b[D", "\x1b[C", "\x1b[A", "\x1b[B"
HOME, END, PAGE_UP, PAGE_DOWN = "\x1b[H", "\x1b[F", "\x1b[5~", "\x1b[6~"
SEAT = ("--viewer", "seat:0", "--name", "0=Anna", "--name", "1=Ben")


def stands_at(address: str) -> Callable[[str], bool]:
    return lambda screen: f"entry {address} of 49" in screen and "q quit" in screen


def says(text: str) -> Callable[[str], bool]:
    return lambda screen: text in screen


def stepping(*options: str, columns: int = 100, rows: int = 40) -> Terminal:
    return Terminal(["step", str(RECORD), *SEAT, *options], columns=columns, rows=rows)


def test_a_screen_has_the_board_what_happened_and_what_could_be_done() -> None:
    with stepping("--at", "13") as terminal:
        screen = terminal.wait(stands_at("13"))
        assert "as Anna saw it" in screen
        assert "── Anna [turn]" in screen
        assert "Anna draws 9 of Clubs, 5 of Diamonds" in screen
        assert "(to a spectator: Anna draws 5 cards.)" in screen
        assert "What Anna could do\n  end the turn\n  play a card; card: " in screen
        assert all(len(line) <= 100 for line in screen.split("\n"))
        assert screen.count("\n") == 39
        terminal.press("q")
        assert terminal.end() == 0


def test_keys_go_forward_and_back_and_to_the_ends() -> None:
    with stepping() as terminal:
        for keys, address in [
            ("", "1"),
            (RIGHT, "2"),
            ("n", "3"),
            (" ", "4"),
            ("\x1bOC", "5"),
            (LEFT, "4"),
            ("p", "3"),
            ("\x1bOD", "2"),
            (END, "49"),
            (RIGHT, "49"),
            (HOME, "1"),
            (LEFT, "1"),
            ("\x1b[4~", "49"),
            ("\x1b[1~", "1"),
            ("x", "1"),
            (RIGHT * 7, "8"),
        ]:
            terminal.press(keys)
            terminal.wait(stands_at(address))
        terminal.press("q")
        assert terminal.end() == 0


def test_facts_are_stepped_through_one_by_one() -> None:
    with stepping("--at", "4") as terminal:
        for keys, address in [("f", "5.0"), ("f", "5.1"), ("b", "5.0"), ("b", "4"), ("ff", "5.1"), ("n", "5")]:
            terminal.press(keys)
            terminal.wait(stands_at(address))
        terminal.press("pf")
        screen = terminal.wait(stands_at("5.0"))
        assert "A game for 3 players begins" in screen
        assert "What Anna could do" not in screen


def test_g_asks_for_an_address_and_says_what_is_wrong_with_it() -> None:
    with stepping() as terminal:
        terminal.wait(stands_at("1"))
        for asked, good in [
            ("26.1", stands_at("26.1")),
            ("999", says("the record has entries 1 to 49, not 999")),
            ("nonsense", says("'nonsense' is no address")),
            ("", stands_at("26.1")),
            ("30", stands_at("30")),
        ]:
            terminal.press("g")
            terminal.wait(says("Go to entry"))
            terminal.press(f"{asked}\r")
            terminal.wait(good)


def test_keys_typed_ahead_of_the_question_are_its_answer() -> None:
    """What is typed before the prompt stands there neither gets lost nor steps through the record."""
    with stepping() as terminal:
        terminal.wait(stands_at("1"))
        terminal.press("g26.1\rnnv")
        screen = terminal.wait(stands_at("27"))
        assert "as Ben saw it" in screen


@pytest.mark.parametrize("leave", ["\x1b", "\x04"])
def test_escape_leaves_the_question(leave: str) -> None:
    with stepping("--at", "13") as terminal:
        terminal.wait(stands_at("13"))
        terminal.press("g30")
        terminal.wait(says("Go to entry: 30"))
        terminal.press(leave)
        terminal.wait(stands_at("13"))
        terminal.press("gn30\x7f1\x15\x1b[C\x1b[5~14\r")
        terminal.wait(stands_at("14"))
        terminal.press("\x1bn")
        terminal.wait(stands_at("15"))


def test_a_new_size_while_a_question_stands_draws_both() -> None:
    with stepping("--at", "13") as terminal:
        terminal.wait(stands_at("13"))
        terminal.press("g30")
        terminal.wait(says("Go to entry: 30"))
        terminal.resize(60, 20)
        terminal.wait(lambda screen: "Go to entry: 30" in screen and max(map(len, screen.split("\n"))) <= 150)
        terminal.press("\r")
        terminal.wait(says("entry 30 of 49"))


@pytest.mark.parametrize(("columns", "rows"), [(30, 6), (12, 2), (1, 1), (200, 1)])
def test_a_terminal_smaller_than_the_board_crops_it(columns: int, rows: int) -> None:
    with stepping("--at", "13", columns=columns, rows=rows) as terminal:
        screen = terminal.wait(lambda screen: len(screen.strip("\n")) > 0 or columns == 1)
        assert len(screen.split("\n")) == rows
        assert all(len(line) <= columns for line in screen.split("\n"))
        assert ("too narrow: lines are cut"[: max(columns - 2, 0)] in screen) is (columns < 40)
        terminal.press(f"{PAGE_DOWN * 3}{UP}nvg7\rq")
        assert terminal.end() == 0
        assert "Traceback" not in terminal.output


def test_keys_are_whole_wherever_reads_cut_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow line brings a key byte by byte."""
    master, slave = pty.openpty()
    monkeypatch.setattr(keyboard, "READ", 1)
    with open(slave, "rb", buffering=0) as source, open(master, "r+b", buffering=0):
        monkeypatch.setattr(sys, "stdin", source)
        keys = keyboard.Keyboard()
        with keys.single():
            os.write(master, "\x1b[C\x1b[5~é\x1bOHq\x1b".encode())
            assert [keys.key() for _ in range(6)] == ["\x1b[C", "\x1b[5~", "é", "\x1bOH", "q", "\x1b"]
            os.write(master, b"\x1b[1;9")
            assert keys.key() == "\x1b[1;9", "a key that we do not know is one key"


def test_half_a_download_is_stepped_through_to_its_damage(tmp_path: Path) -> None:
    half = tmp_path / "half.ndjson"
    half.write_bytes(RECORD.read_bytes()[:-9])
    with Terminal(["step", str(half), "--at", "48"]) as terminal:
        screen = terminal.wait(says("entry 48 of 48"))
        assert "the record is damaged from line 50 on" in screen
        terminal.press("nq")
        assert terminal.end() == 0
        assert terminal.output.count("This record does not verify: line 50, ") == 1


def test_v_looks_through_other_eyes() -> None:
    with stepping("--at", "26") as terminal:
        for seen in ("as Anna saw it", "as Ben saw it", "as Seat 2 saw it", "with everything open", "as a spectator"):
            terminal.wait(says(seen))
            terminal.press("v")
        terminal.wait(says("as Anna saw it"))


def test_another_size_of_the_terminal_is_drawn_at_once() -> None:
    with stepping("--at", "13", columns=100, rows=40) as terminal:
        wide = terminal.wait(says("quit"))
        terminal.resize(60, 14)
        terminal.wait(lambda screen: "more below" in screen and max(map(len, screen.split("\n"))) <= 60)
        terminal.resize(100, 40)
        terminal.wait(lambda screen: screen == wide)
        terminal.press("q")
        assert terminal.end() == 0


def test_a_low_screen_scrolls_and_never_shows_a_line_too_many() -> None:
    with stepping("--at", "13", columns=80, rows=14) as terminal:
        top = terminal.wait(says("more below"))
        assert top.count("\n") == 13
        assert all(len(line) <= 80 for line in top.split("\n"))
        terminal.press(DOWN)
        terminal.wait(lambda screen: screen.split("\n")[:12] == top.split("\n")[1:13])
        terminal.press(UP + PAGE_DOWN)
        paged = terminal.wait(lambda screen: screen.split("\n")[0] == top.split("\n")[12])
        terminal.press(PAGE_DOWN * 9)
        terminal.wait(lambda screen: "use the Trader" in screen and "more below" not in screen)
        assert "more below" in paged
        terminal.press(PAGE_UP * 9)
        terminal.wait(lambda screen: screen == top)
        terminal.press("n")
        assert terminal.wait(stands_at("14")).startswith("Round “One”")


@pytest.mark.parametrize("key", ["q", "\x03", "\x04"])
def test_the_terminal_is_left_as_it_was(key: str) -> None:
    with stepping() as terminal:
        terminal.wait(stands_at("1"))
        terminal.press(key)
        assert terminal.end() == (130 if key == "\x03" else 0)
        assert terminal.output.rstrip().endswith("\x1b[?25h\x1b[?1049l")
        assert "Traceback" not in terminal.output
