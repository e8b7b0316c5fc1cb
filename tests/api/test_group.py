"""The processes of a service end together: at a signal with all they have begun, or when one of them is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import pytest

from tests.api.server import ROOT, environment

PROGRAM = """
import os, signal, sys, threading, time
from api.running import group
from api.running.group import Group

def serve(told):
    if "stubborn" in sys.argv:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    else:
        signal.signal(signal.SIGTERM, lambda *_: None)
    os.write(1, b"%d\\n" % os.getpid())
    while not told.stopping.poll(600) or "stubborn" in sys.argv:
        time.sleep(0.01)
    os.write(1, b"ended\\n")

def end_in_the_wait(waits):
    while sys._current_frames()[waits].f_code.co_name != "select":
        time.sleep(0.01)
    os.kill(os.getpid(), signal.SIGTERM)

def started():
    if "failing" in sys.argv:
        sys.stdin.read()
        raise OSError("no room")
    if "unheard" in sys.argv:
        threading.Thread(target=end_in_the_wait, args=(threading.get_ident(),)).start()
        signal.pthread_sigmask(signal.SIG_BLOCK, group.STOPPING)

group.GRACE = 0.2
if "nohup" in sys.argv:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
sys.exit(0 if Group(serve, 3).run(started) else 1)
"""
EARLY = """
import os, signal, sys, time
from api.running import group
from api.running.group import Group

group.GRACE = 600.0
Group(lambda told: time.sleep(600), 3).run(lambda: os.kill(os.getpid(), signal.SIGTERM))
"""
SECONDS = 60.0


@contextmanager
def group(*words: str) -> Iterator[tuple[subprocess.Popen[bytes], list[int]]]:
    """Run three processes that serve; give the one that watches, and the others."""
    program = [sys.executable, "-c", PROGRAM, *words]
    process = subprocess.Popen(
        program, cwd=ROOT, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    )
    try:
        assert process.stdout is not None
        yield process, [int(process.stdout.readline()) for _ in range(3)]
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # all of them: each holds the pipe that is read to its end
        process.communicate()


def are_gone(pids: Sequence[int]) -> bool:
    """Say whether none of these processes is left, within a while."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        if not any(os.path.exists(f"/proc/{pid}") for pid in pids):
            return True
        time.sleep(0.01)
    return False


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
@pytest.mark.parametrize("to_all", [False, True])
def test_a_signal_ends_all_of_them(number: signal.Signals, to_all: bool) -> None:
    """The terminal sends it to each of them."""
    with group() as (process, pids):
        (os.killpg if to_all else os.kill)(process.pid, number)
        said, _ = process.communicate(timeout=SECONDS)
        assert (process.returncode, said.count(b"ended")) == (0, 3)
        assert are_gone(pids)


def test_a_signal_that_does_not_end_the_wait_ends_all_of_them_too() -> None:
    """As one that comes just before the wait begins: here another thread gets it, and the one that waits is left be."""
    with group("unheard") as (process, pids):
        said, _ = process.communicate(timeout=SECONDS)
        assert (process.returncode, said.count(b"ended")) == (0, 3)
        assert are_gone(pids)


def test_processes_that_were_only_just_made_end_at_once() -> None:
    """A signal that comes before a process has run for the first time is forgotten by it."""
    for _ in range(5):
        subprocess.run([sys.executable, "-c", EARLY], cwd=ROOT, env=environment(), timeout=SECONDS, check=True)


def test_a_terminal_that_goes_ends_nobody_whom_nohup_has_begun() -> None:
    """They go on, until one is lost."""
    with group("nohup") as (process, pids):
        os.killpg(process.pid, signal.SIGHUP)
        os.kill(pids[1], signal.SIGKILL)
        said, _ = process.communicate(timeout=SECONDS)
        assert (process.returncode, said.count(b"ended")) == (1, 2)


def test_one_that_is_lost_ends_the_others_too() -> None:
    with group() as (process, pids):
        os.kill(pids[1], signal.SIGKILL)
        said, _ = process.communicate(timeout=SECONDS)
        assert (process.returncode, said.count(b"ended")) == (1, 2)
        assert are_gone(pids)


def test_a_start_that_fails_leaves_nobody_behind() -> None:
    with group("failing") as (process, pids):
        said, _ = process.communicate(timeout=SECONDS)
        assert (process.returncode, said.count(b"ended")) == (1, 3)
        assert are_gone(pids)


def test_one_that_does_not_end_is_killed() -> None:
    with group("stubborn") as (process, pids):
        process.terminate()
        assert process.wait(SECONDS) == 0
        assert are_gone(pids)
