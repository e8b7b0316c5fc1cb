"""Games by bots, one or many at a time: each in a process of several, each with a seed of its own."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import click

from domain.games import game
from domain.kernel.messages import Command
from domain.kernel.seats import Seat
from domain.record.entries import GameFinished
from domain.table.seating import Opening
from domain.table.simulation import game_seed, simulate
from processes.pool import Failed, done
from programs.hearing import heard


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


def play_all(one: Game, folder: Path, count: int, jobs: int) -> Iterator[tuple[int, str | None]]:
    """Play games 1 to `count`, write each as it ends, and yield its number and why it failed, or nothing."""
    games = (one._replace(seed=seed_of(one.seed, number)) for number in range(1, count + 1))
    with (
        closing(done(record_of, games, jobs=min(jobs, count), preload=(__name__,))) as ended,
        click.progressbar(
            ended, length=count, label=heard("playing"), file=sys.stderr, hidden=not sys.stderr.isatty()
        ) as bar,
    ):
        for played in bar:
            number = played.number + 1
            yield number, _written(file_of(one, folder, number), played.result)


def _written(path: Path, result: PlayedGame | Failed) -> str | None:
    """Write a game that was played; return why not, if so."""
    if isinstance(result, Failed):
        return result.reason
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


def summary(folder: Path, count: int, failed: int) -> str:
    """Say what came of many games."""
    games = "1 game" if count == failed + 1 else f"{count - failed} games"
    return f"{folder}: {games} written{f', {failed} failed' if failed else ''}"
