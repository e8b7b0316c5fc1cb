"""Pieces of work end alike, one after the other and by several processes; what fails or dies costs its own piece."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from contextlib import closing
from multiprocessing import Pipe, active_children

import pytest

from processes.pool import Failed, attempt, cores, done, in_order, serve

JOBS = (1, 3)


def square(n: int) -> int:
    """Return the square, fail for a negative number, and die of a large one."""
    if n < 0:
        raise ValueError(f"no  {n}\nhere")
    if n > 1_000:
        os.kill(os.getpid(), signal.SIGKILL)
    if n == 1_000:
        raise SystemExit(7)
    return n * n


def who(_: int) -> int:
    return os.getpid()


@pytest.mark.parametrize("jobs", JOBS)
def test_every_piece_ends_once_and_in_order(jobs: int) -> None:
    ended = list(in_order(done(square, range(40), jobs=jobs)))
    assert [(one.number, one.piece, one.result) for one in ended] == [(n, n, n * n) for n in range(40)]
    assert list(done(square, [], jobs=jobs)) == []


@pytest.mark.parametrize("jobs", JOBS)
def test_a_piece_that_fails_is_told_and_ends_no_other(jobs: int) -> None:
    results = [one.result for one in in_order(done(square, [1, -2, 3], jobs=jobs))]
    assert results == [1, Failed("ValueError: no -2 here"), 9]


@pytest.mark.long
def test_a_piece_whose_process_dies_is_told_and_ends_no_other() -> None:
    pieces = [1, 2_000, 2, 1_000, 3, 3_000, 4]
    results = [one.result for one in in_order(done(square, pieces, jobs=2))]
    killed = Failed("the process that worked on it died (signal 9)")
    left = Failed("the process that worked on it died (exit code 7)")
    assert results == [1, killed, 4, left, 9, killed, 16]


def test_a_process_that_dies_while_it_waits_costs_nothing() -> None:
    """One piece at a time here: when the first has ended, its process has nothing to do."""
    with closing(done(square, [2, 3], jobs=2, ahead=1)) as ended:
        assert next(ended).result == 4
        (process,) = active_children()
        process.kill()
        process.join()
        assert next(ended).result == 9


def test_one_job_works_in_this_process_and_several_in_others() -> None:
    assert {one.result for one in done(who, range(3), jobs=1)} == {os.getpid()}
    others = {one.result for one in done(who, range(20), jobs=2)}
    assert os.getpid() not in others
    assert 1 <= len(others) <= 2


@pytest.mark.parametrize("jobs", JOBS)
def test_pieces_are_taken_as_they_are_needed(jobs: int) -> None:
    """No more than `ahead` of what the caller has seen, and one that lies ready: a million pieces wait nowhere."""
    taken = 0

    def piece() -> int:
        nonlocal taken
        taken += 1
        return taken

    pieces = iter(piece, 1_000_000)
    with closing(in_order(done(square, pieces, jobs=jobs, ahead=4))) as ended:
        for seen, _ in zip(range(1, 30), ended, strict=False):
            assert taken <= seen + 4 + 1


def test_no_process_stays_when_the_caller_has_seen_enough() -> None:
    with closing(in_order(done(who, range(1_000), jobs=2))) as ended:
        next(ended)
        assert len(active_children()) == 2
    assert active_children() == []


def test_a_process_serves_until_the_other_end_is_closed() -> None:
    ours, theirs = Pipe()
    before = signal.getsignal(signal.SIGINT)
    answers: list[int | Failed] = []

    def ask() -> None:
        with ours:
            ours.send(3)
            answers.append(ours.recv())

    asking = threading.Thread(target=ask)
    asking.start()
    serve(theirs, square)
    asking.join()
    assert answers == [9]
    assert theirs.closed
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN, "the first process ends the others"
    signal.signal(signal.SIGINT, before)


STARTING = """
import signal
from multiprocessing import resource_tracker
from processes.pool import interrupt_held
with interrupt_held():
    resource_tracker.ensure_running()  # as starting the first process does
    print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))
print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))
"""


def test_a_process_that_is_starting_hears_no_interrupt_key() -> None:
    """Else it would end with a traceback of its own, in the middle of its imports."""
    told = subprocess.run([sys.executable, "-c", STARTING], capture_output=True, text=True, check=True).stdout
    assert told.split() == ["True", "False"]


def test_an_attempt_says_why_it_failed_in_one_line() -> None:
    assert attempt(square, 3) == 9
    assert attempt(square, -1) == Failed("ValueError: no -1 here")


def test_there_is_a_core_to_work_on() -> None:
    assert cores() >= 1
