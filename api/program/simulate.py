"""`matchledger simulate`: a whole game by bots as a record; equal arguments give equal files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

import click

from api.program.many_games import Game, file_of, play_all, record_of, seed_of, summary
from api.program.named_decks import named_deck, refusals_of
from api.program.service_options import GameOption, once
from domain.games import Title, UnknownGameError, game, names
from domain.kernel.cards.card_sets import card_set_digest
from domain.kernel.messages import Command
from domain.kernel.refusals import RefusedError
from domain.kernel.seats import Seat
from domain.record.entries import Clock
from domain.table.seating import Opening, setup_for
from processes.pool import cores
from programs.commands import Command as SpokenCommand
from programs.files import FILE
from programs.hearing import heard

MOST_GAMES = 1_000_000
FAILED = 1  # exit code: some of many games could not be played or written
MOST_SEED_BYTES = 64


class Seed(click.ParamType[bytes]):
    """1 to 64 bytes in hexadecimal digits."""

    name = "hex"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> bytes:
        """Return the bytes."""
        try:
            seed = bytes.fromhex(value)
        except ValueError:
            self.fail(f"{value!r} is no even number of hexadecimal digits", param, ctx)
        if not 1 <= len(seed) <= MOST_SEED_BYTES:
            self.fail(f"a seed has 1 to {MOST_SEED_BYTES} bytes", param, ctx)
        return seed


class Registration(click.ParamType[tuple[int, str]]):
    """`seat=deck`."""

    name = "seat=deck"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, str]:
        """Return seat and deck."""
        seat, equals, deck = value.partition("=")
        if not equals or not deck or not (seat.isascii() and seat.isdigit()):
            self.fail(f"{value!r} is no number of a seat, = and a deck", param, ctx)
        return int(seat), deck


def _games(_: click.Context, __: click.Parameter, begun: str) -> list[str]:
    return [name for name in names() if name.startswith(begun)]


@click.command(cls=SpokenCommand)
@click.argument("name", metavar="GAME", shell_complete=_games)
@click.option("--seats", type=click.IntRange(min=1), help="Number of seats; needed where a game has several.")
@click.option("--seed", type=Seed(), required=True, help="What everything derives from, in hexadecimal digits.")
@click.option(
    "--out", required=True, type=FILE, metavar="PATH", help="The record, - is stdout; with --count a folder for many."
)
@click.option("--count", type=click.IntRange(1, MOST_GAMES), help="Play so many games, each with a seed of its own.")
@click.option(
    "--jobs", type=click.IntRange(1, 1024), help="With --count: games played at a time. [default: one a processor]"
)
@click.option("--force", is_flag=True, help="With --count: replace files that are there.")
@click.option("--option", "options", type=GameOption(), multiple=True, help="An option of the game; may be repeated.")
@click.option(
    "--bot",
    "bots",
    multiple=True,
    help="Who plays; repeated for seat after seat, the last for all that remain. [default: sensible]",
)
@click.option(
    "--register",
    "registered",
    type=Registration(),
    multiple=True,
    help="The deck of a seat: the id of a ready-made one, or a deck file; for games with decks; may be repeated.",
)
@click.option("--card-set", type=click.File("rb"), help="A card set of the game that no release ships.")
@click.option(
    "--move-ms", type=click.IntRange(min=1), help="Time for each decision in milliseconds; no clock if absent."
)
def simulate(
    name: str,
    seats: int | None,
    seed: bytes,
    out: str,
    count: int | None,
    jobs: int | None,
    options: tuple[tuple[str, Any], ...],
    bots: tuple[str, ...],
    registered: tuple[tuple[int, str], ...],
    card_set: BinaryIO | None,
    move_ms: int | None,
    *,
    force: bool,
) -> None:
    """Let bots play a game and write its record.

    GAME is played to its end, the record is the full one. The clock is synthetic and both secrets derive from the seed:
    equal arguments give byte-identical files. With --count, game after game is played by several processes and written
    to GAME-1.ndjson, GAME-2.ndjson and so on in the folder; the same seed gives the same files whatever --jobs and
    --count are.
    """
    if count is not None and out == "-":
        raise click.UsageError("many games are written to a folder, not to stdout")
    try:
        title = game(name)
    except UnknownGameError as error:
        raise click.UsageError(str(error)) from None
    counts = title.rules.seat_counts
    if seats is None and len(counts) > 1:
        raise click.UsageError(f"say how many --seats: {counts[0]} to {counts[-1]}")
    seats = seats or counts[0]
    cards = None if card_set is None else card_set.read()
    opening = Opening(
        seats=seats,
        options=once(options),
        data=None if cards is None else card_set_digest(cards),
        clock=None if move_ms is None else Clock(move_ms=move_ms),
    )
    try:
        setup_for(title.rules, opening, card_set=cards)
        one = Game(
            name=name,
            opening=opening,
            bots=tuple(_players(title, bots, seats)),
            seed=seed,
            card_set=cards,
            registered=_decks(title, opening, registered, cards),
        )
        if count is None:
            _one(one, out)
            return
    except RefusedError as error:
        raise click.ClickException(f"{error.refusal.code}: {refusals_of(title, [error.refusal])}") from None
    _many(one, Path(out), count, jobs or cores(), force=force)


def _one(one: Game, out: str) -> None:
    played = record_of(one)
    replaced = " (an older file was replaced)" if out != "-" and Path(out).is_file() else ""
    try:
        with click.open_file(out, "wb") as file:
            file.write(played.text)
    except OSError as error:
        raise click.ClickException(f"{out}: {error.strerror}") from None
    click.echo(heard(f"{played.said}{replaced}"), err=True)


def _many(one: Game, folder: Path, count: int, jobs: int, *, force: bool) -> None:
    """Play many games and write them as they end; a game that fails is told and ends none of the others."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise click.ClickException(f"{folder}: {error.strerror}") from None
    there = [] if force else [number for number in range(1, count + 1) if file_of(one, folder, number).exists()]
    if there:
        more = f" and {len(there) - 1} more" if len(there) > 1 else ""
        raise click.ClickException(f"{file_of(one, folder, there[0])} is there already{more}: --force replaces files")
    ended = play_all(one, folder, count, jobs)
    failed = sorted((number, reason) for number, reason in ended if reason is not None)
    for number, reason in failed:
        click.echo(heard(f"game {number} (--seed {seed_of(one.seed, number).hex()}): {reason}"), err=True)
    click.echo(summary(folder, count, len(failed)), err=True)
    if failed:
        raise SystemExit(FAILED)


def _decks(
    title: Title, opening: Opening, registered: tuple[tuple[int, str], ...], cards: bytes | None
) -> Mapping[Seat, Command]:
    """Return what each seat with a deck says first; raises `ClickException` with every reason against a deck."""
    if not registered:
        return {}
    if title.decks is None:
        raise click.UsageError(f"nobody brings a deck to {title.rules.title}")
    setup = setup_for(title.rules, opening, card_set=cards)
    chosen: dict[Seat, Command] = {}
    for seat, deck in registered:
        if seat in chosen or seat >= opening.seats:
            raise click.UsageError(f"seat {seat} is registered twice, or is no seat of this table")
        found = named_deck(title.decks, deck, setup)
        if found.faults:
            raise click.ClickException(f"{deck}: {refusals_of(title, found.faults, setup.data)}")
        chosen[seat] = found.command
    return chosen


def _players(title: Title, bots: tuple[str, ...], seats: int) -> list[str]:
    """Return a bot for each seat."""
    named = list(bots) or ["sensible" if "sensible" in title.bots else next(iter(title.bots))]
    unknown = [name for name in named if name not in title.bots]
    if unknown:
        raise click.UsageError(f"no bot is called {unknown[0]!r}; there are {', '.join(title.bots)}")
    if len(named) > seats:
        raise click.UsageError(f"{len(named)} bots for {seats} seats")
    return named + [named[-1]] * (seats - len(named))
