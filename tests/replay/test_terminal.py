"""Colour only where the terminal has it; a progress bar only where somebody waits."""

from __future__ import annotations

import io
import subprocess
import sys

import pytest

from replay.progress import EVERY, PATIENCE, Progress
from tests.replay.pty_screen import Terminal
from tests.replay.records import RECORD

pytestmark = pytest.mark.long

COLOUR = "\x1b[1"


@pytest.mark.parametrize("command", [("show", "--at", "26"), ("verify",), ("diff", "--at", "15"), ("stats",), ("log",)])
def test_a_terminal_shows_colours_and_the_same_words_without_them(command: tuple[str, ...]) -> None:
    name, *options = command
    with Terminal([name, str(RECORD), *options]) as terminal:
        assert terminal.end() == 0
        assert COLOUR in terminal.output
        coloured = terminal.screen
    for env in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        with Terminal([name, str(RECORD), *options], env=env) as terminal:
            assert terminal.end() == 0
            assert "\x1b" not in terminal.output
            assert terminal.screen == coloured


def test_an_empty_no_color_is_none() -> None:
    with Terminal(["verify", str(RECORD)], env={"NO_COLOR": ""}) as terminal:
        assert terminal.end() == 0
        assert COLOUR in terminal.output


def test_a_pipe_gets_no_colours() -> None:
    command = [sys.executable, "-m", "replay.cli", "show", str(RECORD)]
    assert b"\x1b" not in subprocess.run(command, capture_output=True, check=True, timeout=60).stdout


def test_a_board_is_as_wide_as_the_terminal() -> None:
    with Terminal(["show", str(RECORD), "--at", "26"], columns=120) as terminal:
        assert terminal.end() == 0
        assert max(len(line) for line in terminal.screen.split("\n")) == 120


class Screen(io.StringIO):
    """A standard error that is a terminal, or is none."""

    def __init__(self, *, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


class Watch:
    """A clock that goes only when it is told to."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


@pytest.mark.parametrize("terminal", [True, False])
def test_a_bar_appears_after_two_seconds_in_a_terminal_and_goes_away(
    terminal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen, watch = Screen(terminal=terminal), Watch()
    monkeypatch.setattr(sys, "stderr", screen)
    with Progress("verifying", now=watch) as progress:
        progress(1, 4)
        watch.time = PATIENCE - 0.01
        progress(1, 4)
        assert screen.getvalue() == ""
        watch.time = PATIENCE
        progress(2, 4)
        drawn = screen.getvalue()
        watch.time += EVERY / 2
        progress(3, 4)
        assert screen.getvalue() == drawn, "not more often than the eye can follow"
        watch.time += EVERY
        progress(4, 4)
    if terminal:
        assert drawn == "\r\x1b[Kverifying [###############---------------]  50%"
        assert screen.getvalue().endswith("] 100%\r\x1b[K")
    else:
        assert screen.getvalue() == ""


def test_work_that_was_quick_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen(terminal=True)
    monkeypatch.setattr(sys, "stderr", screen)
    with Progress("reading", now=Watch()) as progress:
        progress(1, 1)
    assert screen.getvalue() == ""


def test_a_bar_makes_way_for_what_is_written_and_comes_back(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, watch = Screen(terminal=True), Watch()
    monkeypatch.setattr(sys, "stderr", screen)
    with Progress("verifying", now=watch) as progress:
        progress.clear()
        assert screen.getvalue() == "", "there is no bar yet"
        watch.time = PATIENCE
        progress(1, 2)
        progress.clear()
        assert screen.getvalue().endswith("] " + " 50%\r\x1b[K")
        watch.time += EVERY
        progress(2, 2)
    assert screen.getvalue().count("#]") == 1


def test_work_of_unknown_size_counts_as_done(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, watch = Screen(terminal=True), Watch()
    monkeypatch.setattr(sys, "stderr", screen)
    with Progress("reading", now=watch) as progress:
        watch.time = PATIENCE
        progress(0, 0)
    assert "100%" in screen.getvalue()
