"""Processes that stand ready: each thread hears of its own piece, and a death costs nobody else anything."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import closing
from multiprocessing import active_children, forkserver
from pathlib import Path

import pytest

from processes.pool import Died, Failed
from processes.standing import BusyError, Standing

SECONDS = 60.0  # for processes to begin: a loaded machine is slow


def work(piece: str) -> tuple[str, int]:
    """Return the piece and who did it; a path is a file to be made before the process dies, once it is there not."""
    if piece == "wrong":
        raise ValueError("wrong")
    if piece == "deadly":
        os.kill(os.getpid(), signal.SIGKILL)
    if piece.startswith("/"):
        path = Path(piece)
        if not path.exists():
            path.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    return piece, os.getpid()


@pytest.fixture
def standing() -> Iterator[Standing[str, tuple[str, int]]]:
    """Two processes, ended afterwards."""
    with closing(Standing(work, most=2)) as found:
        yield found
    assert active_children() == []


def asked(standing: Standing[str, tuple[str, int]], piece: str) -> tuple[str, int]:
    """Return what came of a piece that can be done."""
    result = standing.ask(piece, SECONDS)
    assert not isinstance(result, Failed)
    return result


def test_threads_hear_of_their_own_pieces_from_two_processes(standing: Standing[str, tuple[str, int]]) -> None:
    pieces = [str(number) for number in range(12)]
    found: dict[str, tuple[str, int]] = {}
    threads = [
        threading.Thread(target=lambda piece=piece: found.update({piece: asked(standing, piece)})) for piece in pieces
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {piece: result[0] for piece, result in found.items()} == {piece: piece for piece in pieces}
    others = {result[1] for result in found.values()}
    assert os.getpid() not in others
    assert 1 <= len(others) <= 2


def test_a_piece_that_fails_is_told_and_its_process_goes_on(standing: Standing[str, tuple[str, int]]) -> None:
    _, before = asked(standing, "a")
    assert standing.ask("wrong", SECONDS) == Failed("ValueError: wrong")
    assert asked(standing, "b") == ("b", before)


def test_a_process_that_died_meanwhile_is_passed_over(standing: Standing[str, tuple[str, int]]) -> None:
    _, before = asked(standing, "a")
    os.kill(before, signal.SIGKILL)
    for child in active_children():
        child.join()
    assert asked(standing, "b")[1] != before


def test_another_process_is_begun_where_the_one_that_begins_them_dies_of_it(
    standing: Standing[str, tuple[str, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python has a process that all others come from; killed while it is asked for one, it is begun anew."""
    asked(standing, "a")
    standing.close()
    server: int = forkserver._forkserver._forkserver_pid  # type: ignore[attr-defined]
    os.kill(server, signal.SIGSTOP)  # it takes the question, and answers nothing
    told = forkserver.read_signed

    def die(answer: int) -> int:
        monkeypatch.undo()
        os.kill(server, signal.SIGKILL)
        number: int = told(answer)
        return number

    monkeypatch.setattr(forkserver, "read_signed", die)
    assert asked(standing, "b")[0] == "b"
    assert forkserver._forkserver._forkserver_pid != server  # type: ignore[attr-defined]


def test_a_piece_whose_process_dies_is_asked_for_once_more(
    standing: Standing[str, tuple[str, int]], tmp_path: Path
) -> None:
    piece = str(tmp_path / "died")
    assert asked(standing, piece)[0] == piece
    result = standing.ask("deadly", SECONDS)
    assert isinstance(result, Died)
    assert "signal 9" in result.reason
    assert asked(standing, "a")[0] == "a"


def test_who_waits_too_long_hears_that_all_are_busy(standing: Standing[str, tuple[str, int]]) -> None:
    assert standing._places.acquire(blocking=False)
    assert standing._places.acquire(blocking=False)
    with pytest.raises(BusyError):
        standing.ask("a", 0.0)
    standing._places.release()
    assert asked(standing, "a")[0] == "a"
    standing._places.release()
