"""Games by bots, one or many at a time: each in a process of several, each with a seed of its own."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from contextlib import closing
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple, TypeAlias

import click

from domain.games import game
from domain.kernel.messages import Command
from domain.kernel.seats import Seat
from domain.record.entries import GameFinished
from domain.table.seating import Opening
from domain.table.simulation import game_seed, simulate

AHEAD = 2  # games put to each process at a time: none waits for another, and few records wait in memory


class Game(NamedTuple):
    """What a game by bots is played from."""

    name: str
    opening: Opening
    bots: tuple[str, ...]
    seed: bytes
    card_set: bytes | None
    registered: Mapping[Seat, Command]


class PlayedGame(NamedTuple):
    """A full record, and what there is to say of it."""

    text: bytes
    said: str


def record_of(one: Game) -> PlayedGame:
    """Play a game to its end; raises `RefusedError`."""
    title = game(one.name)
    played = simulate(
        title.rules,
        one.opening,
        title.bots,
        one.bots,
        seed=one.seed,
        card_set=one.card_set,
        registered=one.registered,
    )
    text = b"".join([line + b"\n" for line in played.lines()])
    return PlayedGame(text, f"{played.table.id}: {len(played.entries)} entries, {_ending(played.table.book.finished)}")


def _ending(finished: GameFinished | None) -> str:
    if finished is None:
        return "abandoned"
    winners = ", ".join(str(seat) for seat in finished.outcome.winners)
    return f"ended by {finished.outcome.ended_by}, won by seat {winners}"


def seed_of(seed: bytes, number: int) -> bytes:
    """Return the seed of one of many games: alone it gives the same file."""
    return game_seed(seed, number)


def file_of(one: Game, folder: Path, number: int) -> Path:
    """Return where one of many games is written; the name does not depend on how many there are."""
    return folder / f"{one.name}-{number}.ndjson"


def cores() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def play_all(one: Game, folder: Path, count: int, jobs: int) -> Iterator[tuple[int, str | None]]:
    """Play games 1 to `count`, write each as it ends, and yield its number and why it failed, or nothing."""
    games = {number: one._replace(seed=seed_of(one.seed, number)) for number in range(1, count + 1)}
    with (
        closing(_alone(games) if jobs == 1 else _together(games, min(jobs, count))) as ended,
        click.progressbar(ended, length=count, label="playing", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar,
    ):
        for number, result in bar:
            yield number, _written(file_of(one, folder, number), result)


def _written(path: Path, result: PlayedGame | str) -> str | None:
    """Write a game that was played; return why not, if so."""
    if isinstance(result, str):
        return result
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(result.text)
            os.chmod(name, 0o666 & ~_umask())
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        return f"{path}: {error.strerror}"
    return None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


Ended: TypeAlias = Generator[tuple[int, PlayedGame | str]]  # the number of a game, and what came of it or why nothing


def _alone(games: Mapping[int, Game]) -> Ended:
    for number, one in games.items():
        yield number, attempt(one)


def _together(games: Mapping[int, Game], jobs: int) -> Ended:
    """Play by several processes; a game whose process died is told like any other failure."""
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_quiet)
    running: dict[Future[PlayedGame | str], int] = {}
    following = iter(games.items())
    try:
        while True:
            for number, one in islice(following, AHEAD * jobs - len(running)):
                try:
                    running[pool.submit(attempt, one)] = number
                except BrokenExecutor as broken:
                    yield number, str(broken)
            if not running:
                return
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                error = future.exception()
                yield running.pop(future), future.result() if error is None else str(error)
    finally:
        pool.shutdown(cancel_futures=True)


def _quiet() -> None:
    """The interrupt key ends a process of several at once and without a word: the first process says what there is."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def attempt(one: Game) -> PlayedGame | str:
    """Play a game, or say why it could not be played: one broken game of a thousand is a finding, not an end."""
    try:
        return record_of(one)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is that game's
        return " ".join(f"{type(error).__name__}: {error}".split())


def summary(folder: Path, count: int, failed: int) -> str:
    """Say what came of many games."""
    games = "1 game" if count == failed + 1 else f"{count - failed} games"
    return f"{folder}: {games} written{f', {failed} failed' if failed else ''}"
