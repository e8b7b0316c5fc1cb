"""`matchledger simulate`: a whole game by bots as a record; equal arguments give equal files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, BinaryIO

import click

from api.deck_files import named_deck
from api.options import GameOption, once
from domain.games import Title, UnknownGameError, game
from domain.kernel.messages import Command
from domain.kernel.refusals import RefusedError
from domain.kernel.seats import Seat
from domain.record.entries import Clock
from domain.table.seating import Opening, data_digest, setup_for
from domain.table.simulation import simulate as play_out

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


@click.command()
@click.argument("name", metavar="GAME")
@click.option("--seats", type=click.IntRange(min=1), required=True, help="Number of seats.")
@click.option("--seed", type=Seed(), required=True, help="What everything derives from, in hexadecimal digits.")
@click.option("--out", type=click.File("wb", lazy=True, atomic=False), required=True, help="The record; - is stdout.")
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
    seats: int,
    seed: bytes,
    out: BinaryIO,
    options: tuple[tuple[str, Any], ...],
    bots: tuple[str, ...],
    registered: tuple[tuple[int, str], ...],
    card_set: BinaryIO | None,
    move_ms: int | None,
) -> None:
    """Let bots play a game and write its record.

    GAME is played to its end, the record is the full one. The clock is synthetic and both secrets derive from the seed:
    equal arguments give byte-identical files.
    """
    try:
        title = game(name)
    except UnknownGameError as error:
        raise click.UsageError(str(error)) from None
    cards = None if card_set is None else card_set.read()
    opening = Opening(
        seats=seats,
        options=once(options),
        data=None if cards is None else data_digest(cards),
        clock=None if move_ms is None else Clock(move_ms=move_ms),
    )
    try:
        played = play_out(
            title.rules,
            opening,
            title.bots,
            _players(title, bots, seats),
            seed=seed,
            card_set=cards,
            registered=_decks(title, opening, registered, cards),
        )
    except RefusedError as error:
        raise click.ClickException(str(error)) from None
    for line in played.lines():
        out.write(line + b"\n")
    click.echo(f"{played.table.id}: {len(played.entries)} entries, {_ending(played.table.book.finished)}", err=True)


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
            raise click.ClickException(f"{deck}: {' '.join(fault.message for fault in found.faults)}")
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


def _ending(finished: Any) -> str:
    if finished is None:
        return "abandoned"
    winners = ", ".join(str(seat) for seat in finished.outcome.winners)
    return f"ended by {finished.outcome.ended_by}, won by seat {winners}"
