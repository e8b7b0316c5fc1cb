"""Many pieces of work, done one after the other or by several processes, in bounded memory.

A piece that fails is told and ends none of the others; neither does one whose process dies. Each process has one piece
at a time, so that it is known which one it died of.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from multiprocessing import get_context, resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Generic, NamedTuple, TypeAlias, TypeVar

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 1024  # pieces that may be done before an earlier one is
AGAIN = (0.01, 0.1, 0.5)  # seconds until a process is started again


class Failed(NamedTuple):
    """Why a piece of work has no result."""

    reason: str


class Died(Failed):
    """The process that had the piece is dead."""


class Ended(NamedTuple, Generic[T, R]):
    """A piece of work by its number, from 0, and what came of it."""

    number: int
    piece: T
    result: R | Failed


Results: TypeAlias = Generator[Ended[T, R]]


def cores() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def done(
    work: Callable[[T], R], pieces: Iterable[T], *, jobs: int, ahead: int = AHEAD, preload: Sequence[str] = ()
) -> Results[T, R]:
    """Yield what comes of each piece as it ends; pieces are taken as they are needed, `ahead` of an unfinished one.

    One job works in this process. For several, `work`, pieces and results must be picklable; `preload` names modules to
    import once for all processes. Closing the generator ends every process.
    """
    return _alone(work, pieces) if jobs == 1 else _together(_Crew(work, preload), pieces, jobs, ahead)


def in_order(ended: Results[T, R]) -> Results[T, R]:
    """Yield the same in the order of the pieces, each as soon as all before it have ended."""
    waiting: dict[int, Ended[T, R]] = {}
    following = 0
    with closing(ended):
        for one in ended:
            waiting[one.number] = one
            while following in waiting:
                yield waiting.pop(following)
                following += 1


def attempt(work: Callable[[T], R], piece: T) -> R | Failed:
    """Do a piece of work, or say why it cannot be done: one broken piece of a thousand is a finding, not an end."""
    try:
        return work(piece)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is that piece's
        return Failed(" ".join(f"{type(error).__name__}: {error}".split()))


def _alone(work: Callable[[T], R], pieces: Iterable[T]) -> Results[T, R]:
    for number, piece in enumerate(pieces):
        yield Ended(number, piece, attempt(work, piece))


def _together(crew: _Crew[T, R], pieces: Iterable[T], jobs: int, ahead: int) -> Results[T, R]:
    coming = enumerate(pieces)
    following = next(coming, None)
    try:
        while following is not None or crew.busy:
            while following is not None and len(crew.busy) < jobs and following[0] < crew.oldest + ahead:
                crew.begin(*following)
                following = next(coming, None)
            yield from crew.ended()
    finally:
        crew.end()


class Worker(Generic[T, R]):
    """A process that does one piece at a time."""

    def __init__(self, work: Callable[[T], R], preload: Sequence[str]) -> None:
        # A copy of this process would inherit its files, locks and connections (`fork`); a copy of a server that has
        # none is as safe as a new interpreter (`spawn`), and that server alone imports everything.
        context = get_context("spawn") if sys.platform == "win32" else get_context("forkserver")
        context.set_forkserver_preload(list(preload))
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=serve, args=(theirs, work), daemon=True)
        with theirs, interrupt_held():
            self._start()

    def _start(self) -> None:
        """Start the process; where the server dies of it, or has just died, another one is there in a moment."""
        for pause in AGAIN:
            try:
                self.process.start()
            except (EOFError, OSError):
                time.sleep(pause)
            else:
                return
        self.process.start()

    def result(self) -> R | Failed:
        """Return what came of the piece that this process was given; waits for it."""
        try:
            result: R | Failed = self.connection.recv()
        except (EOFError, OSError):
            self.process.join()
            code = self.process.exitcode or 0
            how = f"signal {-code}" if code < 0 else f"exit code {code}"
            return Died(f"the process that worked on it died ({how})")
        return result


class _Crew(Generic[T, R]):
    """The processes: those that work, by the number and the piece they have, and those that wait for one."""

    def __init__(self, work: Callable[[T], R], preload: Sequence[str]) -> None:
        self._work = work
        self._preload = preload
        self._idle: list[Worker[T, R]] = []
        self.busy: dict[Worker[T, R], tuple[int, T]] = {}

    @property
    def oldest(self) -> float:
        """The number of the first piece that has not ended; beyond all numbers if there is none."""
        return min([number for number, _ in self.busy.values()], default=float("inf"))

    def begin(self, number: int, piece: T) -> None:
        """Give a piece to an idle process, or to a new one."""
        while self._idle:
            worker = self._idle.pop()
            try:
                worker.connection.send(piece)
            except OSError:  # it died meanwhile, of no piece
                end([worker])
            else:
                self.busy[worker] = number, piece
                return
        worker = Worker(self._work, self._preload)
        self.busy[worker] = number, piece
        with suppress(OSError):  # its end is told like that of any other
            worker.connection.send(piece)

    def ended(self) -> Iterator[Ended[T, R]]:
        """Wait for some of the pieces and yield what came of them."""
        workers: dict[object, Worker[T, R]] = {worker.connection: worker for worker in self.busy}
        for connection in wait([worker.connection for worker in self.busy]):
            worker = workers[connection]
            result = worker.result()
            ended = Ended(*self.busy.pop(worker), result)
            self._idle.append(worker)
            yield ended

    def end(self) -> None:
        """End all processes, whatever they are at."""
        end([*self.busy, *self._idle])


def end(workers: Sequence[Worker[T, R]]) -> None:
    """End these processes, whatever they are at."""
    for worker in workers:
        worker.process.terminate()
    for worker in workers:
        worker.process.join()
        worker.connection.close()


def serve(connection: Connection, work: Callable[[T], R]) -> None:
    """Do what comes over a connection, until its other end is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the first process ends this one
    with connection:
        try:
            while True:
                connection.send(attempt(work, connection.recv()))
        except (EOFError, OSError):
            return


@contextmanager
def interrupt_held() -> Iterator[None]:
    """Keep the interrupt key from a process that is starting: it would end with a traceback.

    A new process inherits what is held back; here it arrives afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # starting it lets the key through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
