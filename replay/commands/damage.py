"""`replay damage`: what going back to an entry would cost, beside the other ways out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import click
import msgspec

from domain.audit.called import Called
from domain.audit.damage import damage
from domain.audit.damage.document import members
from domain.audit.damage.report import Damage
from domain.audit.damage.telling import Said, Teller
from domain.audit.timeline import Address, Timeline
from domain.kernel.display.lines import broken
from domain.kernel.seats import Seat
from domain.record.entries import GameStarted
from programs.commands import Command
from replay.asked import shared, words_for
from replay.console import columns, ink
from replay.errors import InputError
from replay.reading.followed import address_of, followed_to_damage
from replay.rendering import Screen
from replay.times import length


@click.command("damage", cls=Command)
@shared
@click.option("--to", metavar="N", required=True, help="Go back to the table after entry N.")
@click.option(
    "--seat", "seats", type=click.IntRange(min=0), multiple=True, metavar="S", help="Tell of these seats only."
)
@click.option("--format", "form", type=click.Choice(("text", "json")), default="text", help="Text, or JSON.")
def what_it_costs(
    source: str,
    token_file: str | None,
    lang: str,
    names: dict[int, str],
    to: str,
    seats: tuple[int, ...],
    form: Literal["text", "json"],
) -> None:
    """Tell what going back to an entry would cost.

    Of each seat: the cards that it has learned since, and what it has decided; then the ways out of a wrong turn beside
    each other, the ways back with a grade and its reasons. FILE is a record, - for the standard input, or the URL of a
    table.
    """
    followed = followed_to_damage(source, token_file)
    timeline = followed.timeline
    address = address_of(timeline, to)
    if address.fact is not None:
        raise InputError(f"{address} is a fact: a table goes back to an entry, such as {address.n}")
    if not any(isinstance(moment.entry, GameStarted) for moment in timeline.moments[: address.n]):
        raise InputError(f"the game had not begun at entry {address}: nothing goes on from there")
    told = _seats(timeline, seats)
    words = words_for(timeline, lang, names)
    report = damage(timeline, address.n, words)
    called = Called(timeline, words)
    teller = Teller(timeline, words, called.card, lambda ms: length(ms, words))
    if form == "json":
        click.echo(msgspec.json.encode(_document(report, told, teller, called)))
    else:
        screen = Screen(timeline, timeline.owner, words, columns=columns(), ink=ink(), mark=followed.mark(words))
        click.echo("\n".join(_text(screen, report, told, teller)))


def _seats(timeline: Timeline, asked: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats that are told of: those asked for, or all; raises `InputError` for one that is not there."""
    seats = timeline.opening.seats
    for seat in asked:
        if seat >= seats:
            raise InputError(f"the table has seats 0 to {seats - 1}, not {seat}")
    return tuple(asked) or tuple(range(seats))


def _document(report: Damage, seats: Sequence[Seat], teller: Teller, called: Called) -> dict[str, Any]:
    found = members(report, called, teller)
    found["seats"] = [seat for seat in found["seats"] if seat["seat"] in seats]
    return found


def _text(screen: Screen, report: Damage, seats: Sequence[Seat], teller: Teller) -> Iterator[str]:
    words = screen.words
    yield from screen.heading(Address(report.to))
    for said in teller.told(report, seats):
        yield ""
        yield from _said(screen, said)
    yield ""
    yield screen.ink("strong", words.say("Ways out"))
    for said in teller.ways(report):
        yield from broken(f"  {said.heading}", screen.columns, indent=4)
        for sentence in said.sentences:
            yield from broken(f"    {sentence}", screen.columns, indent=6)


def _said(screen: Screen, said: Said) -> Iterator[str]:
    yield screen.ink("strong", said.heading)
    for sentence in said.sentences:
        yield from broken(f"  {sentence}", screen.columns, indent=4)
