"""`matchledger play` while others are awaited: keys are answered, and nothing typed too early is played."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from api.program.client import TableClient
from terminal.plain.typed import Typed
from tests.api.playing import typed, until
from tests.api.server import Server, environment, lines, program
from tests.replay.pty_screen import Terminal

pytestmark = [pytest.mark.long, pytest.mark.skipif(sys.platform == "win32", reason="no keys are watched there")]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One service for all these tables."""
    with Server(tmp_path_factory.mktemp("waiting") / "x.db") as running:
        yield running


class Table:
    """Ada at seat 0 and Ben at seat 1, who has the first turn."""

    def __init__(self, server: Server) -> None:
        opened = server.open("token", "token", options={"first_player": "seat", "first_seat": 1})
        self.server = server
        self.id = opened["table"]["id"]
        self.tokens = [seat["token"] for seat in opened["seats"]]

    @property
    def url(self) -> str:
        return f"{self.server.url}/tables/{self.id}"

    def commands(self, seat: int) -> list[str]:
        """Return the tags of what a seat has done."""
        entries = [line["entry"] for line in lines(self.server, self.id)]
        return [
            entry["command"]["tag"] for entry in entries if entry.get("by") == f"seat:{seat}" and "command" in entry
        ]

    def end_turn(self, seat: int) -> None:
        client = TableClient(self.url, self.tokens[seat])
        offered = client.offers()
        client.act({"tag": "end_turn", "body": {}}, tag=offered.tag, seen=offered.n)

    def terminal(self, seat: int, *options: str) -> Terminal:
        """Sit down in a terminal of the usual size."""
        variables = {"MATCHLEDGER_SEAT": self.tokens[seat], "PYTHONPATH": environment()["PYTHONPATH"]}
        return Terminal(["play", self.url, *options], columns=80, rows=24, env=variables, module="api.program.cli")


@pytest.mark.parametrize("text", ["q\n", "", "q"])
def test_who_waits_may_leave(server: Server, text: str) -> None:
    """By the key, and by the end of the input: `echo q | matchledger play …` is not kept for ever."""
    table = Table(server)
    left = typed(server, table.id, table.tokens[0], text)
    assert left.returncode == 0
    assert "Waiting for P1." in left.stdout
    assert "While you wait: ? explains" in left.stdout
    assert left.stdout.endswith("the same command brings you back.\n")


def test_who_waits_may_look_around_and_concede(server: Server) -> None:
    table = Table(server)
    played = typed(server, table.id, table.tokens[0], "?\nv\nw\nc\nn\nc\ny\n")
    assert played.returncode == 0
    _, _, told = played.stdout.partition("While you wait")
    assert told.count("The game in short:") == 1
    assert told.count("Chanic Panic, round 1") == 2, "v, and the end"
    assert told.count("P1 has 12 points to spend.") >= 1
    assert told.count("Give up the game?") == 2
    assert "The table is over." in told
    assert table.commands(0) == ["concede"]


def test_the_answers_of_a_script_wait_for_its_turn(server: Server) -> None:
    """Those are meant for it: nothing of a pipe is thrown away."""
    table = Table(server)
    with subprocess.Popen(
        program("play", table.url),
        env=environment(MATCHLEDGER_SEAT=table.tokens[0], PYTHONUNBUFFERED="1", COLUMNS="100"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as waiting:
        assert waiting.stdin is not None
        waiting.stdin.write(b"nonsense\nq\n")
        waiting.stdin.flush()
        until(waiting, "While you wait")
        table.end_turn(1)
        rest = until(waiting, "")
    assert rest.index("P0 (you)") < rest.index("nonsense") < rest.index("not one of the answers")
    assert table.commands(0) == []


def test_keys_in_a_terminal_are_answered_while_others_are_awaited(server: Server) -> None:
    table = Table(server)
    with table.terminal(0, "--plain") as terminal:
        terminal.wait(lambda screen: "While you wait" in screen)
        for keys, answer in (
            ("?\n", "The game in short:"),
            ("4\n", "It is not your turn."),
            ("c\n", "Give up the game?"),
        ):
            terminal.press(keys)
            terminal.wait(partial(contains, answer))
        terminal.press("n\nq\n")
        assert terminal.end() == 0
    assert "brings you back" in terminal.output
    assert table.commands(0) == []


def test_what_is_typed_before_the_question_answers_nothing(server: Server) -> None:
    """Keys that nobody saw conceded a game: the c below was meant for nothing, the return for the new question."""
    table = Table(server)
    with table.terminal(0, "--plain") as terminal:
        terminal.wait(lambda screen: "While you wait" in screen)
        terminal.press("c")
        table.end_turn(1)
        terminal.wait(lambda screen: "Number, ? for help:" in screen)
        terminal.press("\n")
        screen = terminal.wait(lambda screen: "not one of the answers" in screen)
        assert "Give up the game?" not in screen
        terminal.press("q\n")
        assert terminal.end() == 0
    assert table.commands(0) == []


def test_the_end_of_a_terminal_is_left_too(server: Server) -> None:
    """Ctrl-D."""
    with Table(server).terminal(0, "--plain") as terminal:
        terminal.wait(lambda screen: "While you wait" in screen)
        terminal.press("\x04")
        assert terminal.end() == 0


def test_a_terminal_has_a_screen_that_leaves_as_it_came(server: Server) -> None:
    """The table is drawn, `q` leaves it, and what brings the player back is printed below."""
    table = Table(server)
    with table.terminal(1) as terminal:
        terminal.wait(partial(contains, "Number, ? for help:"))
        terminal.press("q")
        assert terminal.end() == 0
    assert "the same command brings you back" in terminal.output
    assert table.commands(1) == []


def test_what_is_typed_on_the_screen_while_others_are_awaited_plays_nothing(server: Server) -> None:
    """What the other does appears as it is written, and then the question."""
    table = Table(server)
    with table.terminal(0) as terminal:
        terminal.wait(partial(contains, "Waiting for P1"))
        terminal.press("3\r")
        table.end_turn(1)
        terminal.wait(lambda screen: "P0 (you) has 12 points to spend." in screen and "Number, ? for help:" in screen)
        terminal.press("q")
        assert terminal.end() == 0
    assert table.commands(0) == []


def contains(text: str, screen: str) -> bool:
    return text in screen


class Ends:
    """The two ends of a pipe or a terminal."""

    def __init__(self, ends: tuple[int, int]) -> None:
        self.source, self.keys = ends


@pytest.fixture(params=["pipe", "terminal"])
def ends(request: Any) -> Iterator[Ends]:
    """A pipe, or a terminal, and its other end."""
    others = set(threading.enumerate())
    own = Ends(os.pipe() if request.param == "pipe" else os.openpty()[::-1])
    yield own
    os.close(own.keys)
    for reader in set(threading.enumerate()) - others:
        reader.join()  # or it would read what gets the number of this end next
    os.close(own.source)


def test_lines_are_taken_one_by_one(ends: Ends) -> None:
    typing = Typed(ends.source)
    assert typing.next(0) is None
    os.write(ends.keys, b"one\ntwo\nthr")
    assert typing.next(1) == "one"
    assert [typing.line(), typing.line()] == ["one", "two"]
    assert typing.next(0) is None
    os.write(ends.keys, b"ee\n\n")
    assert [typing.next(1), typing.line(), typing.line()] == ["three", "three", ""]


def test_only_what_a_person_types_is_thrown_away(ends: Ends) -> None:
    typing = Typed(ends.source)
    os.write(ends.keys, b"one\ntwo\n")
    assert typing.next(1) == "one"
    while typing._lines.empty():
        pass  # until the thread that reads has come to the second
    typing.forget()
    assert typing.next(0) == (None if typing.live else "one")


def test_the_end_of_a_pipe_is_an_end_for_ever() -> None:
    source, keys = os.pipe()
    os.write(keys, b"one\n\ntwo")
    os.close(keys)
    typing = Typed(source)
    assert [typing.line(), typing.line(), typing.line()] == ["one", "", "two"]
    for _ in range(2):
        with pytest.raises(EOFError):
            typing.next(10.0)  # the thread that reads may not have come to it
        with pytest.raises(EOFError):
            typing.line()
    os.close(source)


def test_without_an_input_it_is_at_its_end(tmp_path: Path) -> None:
    """`matchledger play … <&-`."""
    source, keys = os.pipe()
    os.close(keys)
    os.close(source)
    with pytest.raises(EOFError):
        Typed(source).line()
