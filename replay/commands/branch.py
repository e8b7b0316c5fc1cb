"""`replay branch`: play on from a moment of a record; what comes of it is a record of its own."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Container

import click

from domain.audit.branches import NoBranchError, leaving
from domain.audit.checks import verify
from domain.audit.futures import RunningError, refuse_running
from domain.audit.timeline import Timeline
from domain.kernel.refusals import RefusedError
from domain.kernel.seats import Seat
from domain.record.canonical import NotCanonicalError
from domain.record.lines import LINE_BYTES
from domain.table.branching import Branch
from domain.table.simulation import MOST_ACTIONS
from programs.commands import Command
from replay.asked import bots_by_seat, shared, words_for
from replay.commands.futures import tell
from replay.commands.playing import Person
from replay.console import columns, ink, say
from replay.errors import InputError
from replay.output import out_option, write
from replay.reading.followed import address_of, timeline_of
from replay.reading.sight import owner_of

BOT = "sensible"  # whoever is not named
ME = "me"
SEED_BYTES = 32


def _seed(_: click.Context, __: click.Parameter, value: str | None) -> bytes:
    try:
        return secrets.token_bytes(SEED_BYTES) if value is None else bytes.fromhex(value)
    except ValueError:
        raise click.BadParameter("a seed is written in hexadecimal digits, two for each byte") from None


@click.command(cls=Command)
@shared
@click.option("--at", metavar="N", required=True, help="After which entry play goes on.")
@click.option(
    "--seat", "players", multiple=True, metavar="S=BOT", callback=bots_by_seat, help="Who plays a seat: 0=random, 0=me."
)
@click.option("--seed", metavar="HEX", callback=_seed, help="The same game again for the same seed; by default any.")
@click.option(
    "--worlds", type=click.IntRange(1, 100_000), help="Only tell how often each result comes in so many games."
)
@out_option
def branch(
    source: str,
    token_file: str | None,
    lang: str,
    names: dict[int, str],
    at: str,
    players: dict[int, str],
    seed: bytes,
    worlds: int | None,
    out: str,
) -> None:
    """Play on from a moment, as a record of its own.

    Every card lies where it lay then; what is drawn later is drawn anew. Bots play: sensible ones where --seat names no
    other; 0=me is you at this terminal. It needs a full copy of a table that has ended. Of a copy that hides something
    --worlds tells, in imagined worlds and without a record, how often each result comes, as `futures` does. FILE is a
    record, - for the standard input, or the URL of a table.
    """
    people = sorted(seat for seat, name in players.items() if name == ME)
    if worlds is not None and (people or out != "-"):
        raise InputError("in imagined worlds bots play, and no record is written")
    if people and "-" in (source, out):
        raise InputError("where you play yourself, FILE and --out are files: the terminal is yours")
    timeline = timeline_of(source, token_file)
    if worlds is not None:
        number = int.from_bytes(seed[:7])
        tell(timeline, words_for(timeline, lang, names), at, owner_of(timeline), players, worlds=worlds, seed=number)
        return
    if verify(timeline.record).failed:
        raise InputError(f"{source} does not verify: nobody plays on from it")
    made = begun(timeline, at, players, seed)
    person = Person(words_for(timeline, lang, names), _ask, click.echo, width=columns(), ink=ink())
    try:
        if not played_to_its_end(made, people, person):
            made.give_up()
    except KeyboardInterrupt:
        say("Interrupted: no record is written (q ends the game and writes it).")
        raise
    except NotCanonicalError as error:  # times at the end of all numbers
        raise InputError(f"{source}: {error}") from None
    if people:
        person.end(made, people[0])
    write(out, written(made))


def _ask(question: str) -> str | None:
    click.echo(f"{question} ", nl=False)
    return sys.stdin.readline() or None


def played_to_its_end(made: Branch, people: Container[Seat], person: Person) -> bool:
    """Let bots and people act until nobody is awaited; say whether that came within 20,000 actions.

    Bots answer first where several are awaited. A person who stops ends the game.
    """
    for _ in range(MOST_ACTIONS):
        if made.bots_turn():
            continue
        awaited = [seat for seat in made.table.decisions if seat in people]
        if not awaited:
            return True
        seat = min(awaited)
        choice = person.choose(made, seat)
        if choice is None:
            made.give_up()
        else:
            made.take(seat, choice.command, thought_ms=choice.thought_ms)
    return False


def begun(timeline: Timeline, at: str, players: dict[int, str], seed: bytes) -> Branch:
    """Return a branch at its beginning; raises `InputError` for a moment or players that cannot be."""
    address = address_of(timeline, at)
    if address.fact is not None:
        raise InputError(f"play goes on after a whole entry, not after {address}")
    known, seats = timeline.title.bots, range(timeline.opening.seats)
    strange = [f"{seat}={name}" for seat, name in players.items() if seat not in seats or name not in {ME, *known}]
    if strange:
        who = ", ".join([*sorted(known), ME])
        raise InputError(f"{strange[0]}: the table has seats 0 to {seats[-1]}, played by {who}")
    named = {seat: players.get(seat, BOT) for seat in seats}
    bots = {seat: (name, known[name]) for seat, name in named.items() if name != ME}
    try:
        refuse_running(timeline)
        return Branch(timeline.title.rules, leaving(timeline, address.n), bots, seed=seed)
    except (RunningError, NoBranchError, RefusedError) as error:
        raise InputError(str(error)) from None


def written(made: Branch) -> bytes:
    """Return the record of a branch; raises `InputError` where what had happened fills more than a line may have."""
    lines = list(made.lines())
    if max(map(len, lines)) > LINE_BYTES:
        raise InputError(f"what happened until then fills more than the {LINE_BYTES} bytes that a line may have")
    return b"".join([line + b"\n" for line in lines])
