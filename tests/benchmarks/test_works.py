"""The four works do what they say, time and again, and their instructions are counted where that is possible."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks import instructions
from benchmarks.instructions import NOTHING, NotCountedError, counted
from benchmarks.measure import QUICK, measure
from benchmarks.rows import rows
from benchmarks.works import WORKS, Size, asked, typical, works
from domain.games import names

SMALL = Size(entries=12, actions=4)
ROW = rows()[0]

VALGRIND = """#!/bin/sh
# Stands for valgrind: a copy that does nothing has 1,000 instructions, one that works 1,000 more for each of its units.
for word; do case $word in --log-file=*) logs=${word#--log-file=};; esac; done
logs=${logs%/%p}
at=1000
for work in nothing sample rebuild verify write; do
    echo "==$at== I   refs:      $([ $work = nothing ] && echo 1,000 || echo 9,000)" > "$logs/$at"
    echo $work $at 4
    at=$((at + 1))
done
"""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Return what makes a script pass for valgrind."""

    def write(text: str) -> None:
        (tmp_path / "valgrind").write_text(text)
        (tmp_path / "valgrind").chmod(0o755)
        monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")

    return write


def test_every_game_has_one_typical_row() -> None:
    assert {row.game for row in typical()} == set(names())
    assert len(typical()) == len(names())
    assert all(row in rows() for row in typical())


def test_each_work_is_done_again_and_again() -> None:
    found = works(ROW, SMALL)
    assert tuple(found) == WORKS
    assert [work() for work in found.values()] == [work() for work in found.values()]
    assert found["sample"]() == found["write"]() == SMALL.actions
    assert found["rebuild"]() == SMALL.entries


def test_a_program_is_told_what_to_do() -> None:
    assert asked(["program", ROW.name, "12", "4"]) == (ROW, SMALL)


def test_instructions_are_what_a_work_takes_beyond_doing_nothing(program: Callable[[str], None]) -> None:
    program(VALGRIND)
    assert counted(ROW.name, SMALL) == dict.fromkeys(WORKS, 2_000)
    assert measure(ROW, ["instructions"], QUICK, runs=1) == {"instructions": dict.fromkeys(WORKS, 2_000)}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("#!/bin/sh\necho no such tool >&2; exit 1", "no such tool"),
        (VALGRIND.replace("I   refs", "Nothing"), "valgrind says no count"),
    ],
)
def test_instructions_that_cannot_be_counted_are_said(text: str, reason: str, program: Callable[[str], None]) -> None:
    program(text)
    with pytest.raises(NotCountedError, match=reason):
        counted(ROW.name, SMALL)


def test_a_machine_without_valgrind_measures_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    found = measure(ROW, ["instructions", "sample"], QUICK, runs=1)
    assert found["instructions"] == {"not available": "valgrind is not installed"}
    assert found["sample"].ratio > 0


@pytest.mark.long
def test_each_work_is_left_to_a_copy_of_the_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    copies: list[int] = []

    def waited(process: int, options: int) -> tuple[int, int]:
        copies.append(process)
        return done(process, options)

    done = os.waitpid
    monkeypatch.setattr(os, "waitpid", waited)
    monkeypatch.setattr("sys.argv", ["program", ROW.name, "12", "4"])
    instructions.main()
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [(name, int(process)) for name, process, _ in lines] == list(zip((NOTHING, *WORKS), copies, strict=True))
    assert [int(units) for *_, units in lines][:3] == [1, SMALL.actions, SMALL.entries]


@pytest.mark.long
def test_no_work_is_done_between_the_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be counted with the next copy."""
    happened: list[str] = []

    def work() -> int:
        happened.append("work")
        return 1

    def copied() -> int:
        happened.append("copy")
        return 7

    monkeypatch.setattr(instructions, "works", lambda *_: dict.fromkeys(WORKS, work))
    monkeypatch.setattr(os, "fork", copied)
    monkeypatch.setattr(os, "waitpid", lambda *_: (7, 0))
    monkeypatch.setattr("sys.argv", ["program", ROW.name, "12", "4"])
    instructions.main()
    assert happened == [*["work"] * len(WORKS), *["copy"] * (len(WORKS) + 1)]
