"""`replay knowledge`: what a seat knew of the places that it could not see."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click
import msgspec

from domain.audit.called import Called
from domain.audit.knowing import in_words
from domain.audit.knowledge import Knowledge, knowledge
from domain.audit.timeline import Address, Timeline
from domain.kernel.display.lines import broken
from domain.kernel.seats import Seat, seat_viewer
from programs.commands import Command
from replay.asked import json_option, shared, words_for
from replay.console import columns, ink
from replay.errors import InputError
from replay.reading.followed import address_of, followed_to_damage
from replay.reading.sight import owner_of
from replay.rendering import Screen


@click.command("knowledge", cls=Command)
@shared
@click.option("--seat", type=click.IntRange(min=0), metavar="S", required=True, help="Whose knowledge.")
@click.option("--at", metavar="N[.F]", help="After entry N, or after its fact F; by default after the last entry.")
@json_option
def what_is_known(
    source: str,
    token_file: str | None,
    lang: str,
    names: dict[int, str],
    seat: int,
    at: str | None,
    *,
    as_json: bool,
) -> None:
    """Tell what a seat knew of what it could not see.

    Of each hidden place: how many cards, which for certain and since when, which cannot be there, by counting; then
    what each fact told the seat. FILE is a record, - for the standard input, or the URL of a table.
    """
    followed = followed_to_damage(source, token_file)
    timeline = followed.timeline
    refuse_stranger(timeline, seat)
    address = address_of(timeline, at)
    words = words_for(timeline, lang, names, "terminal")
    found = knowledge(timeline, seat, address, words)
    if found is None:
        raise InputError(f"{timeline.title.rules.title} does not say where its cards lie")
    called = Called(timeline, words)
    if as_json:
        click.echo(msgspec.json.encode({"address": str(address), "seat": seat, **_document(found, called)}))
    else:
        screen = Screen(timeline, seat_viewer(seat), words, columns=columns(), ink=ink(), mark=followed.mark(words))
        click.echo("\n".join(_text(screen, address, found, called)))


def refuse_stranger(timeline: Timeline, seat: Seat) -> None:
    """Raise `InputError` for a seat that is not there, or whose sight this copy does not hold."""
    seats, owner = timeline.opening.seats, owner_of(timeline)
    if seat >= seats:
        raise InputError(f"the table has seats 0 to {seats - 1}, not {seat}")
    if not owner.covers(seat_viewer(seat)):
        raise InputError(f"this copy was made for {owner}: it does not hold what seat {seat} saw")


def _document(found: Knowledge, called: Called) -> dict[str, Any]:
    return {
        "places": [
            {
                "place": known.place.label,
                "seat": known.place.seat,
                "cards": known.size,
                "certain": _named(known.certain, called),
                "ruled_out": list(map(called.card, known.ruled_out)),
                "bounds": None
                if known.bounds is None
                else {called.card(card): list(bounds) for card, bounds in known.bounds.items()},
            }
            for known in found.places
        ],
        "seen": [
            {
                "card": called.card(item.card),
                "place": item.label,
                "seat": item.seat,
                "since": str(item.since),
                "until": None if item.until is None else str(item.until),
            }
            for item in found.seen
        ],
        "learnt": [
            {
                "address": str(item.address),
                "place": item.label,
                "seat": item.seat,
                "there": list(map(called.card, item.there)),
                "ruled_out": list(map(called.card, item.ruled_out)),
            }
            for item in found.learnt
        ],
    }


def _named(cards: Mapping[str, int], called: Called) -> dict[str, int]:
    return {called.card(card): many for card, many in cards.items()}


def _text(screen: Screen, address: Address, found: Knowledge, called: Called) -> Iterator[str]:
    yield from screen.heading(address)
    known = in_words(found, called, screen.words)
    for what in known.places:
        yield ""
        yield screen.ink("strong", what.title)
        for line in what.said:
            yield from broken(f"  {line}", screen.columns, indent=4)
    if known.learnt:
        yield ""
        yield screen.ink("strong", screen.words.say("What each fact told"))
    for told_at, line in known.learnt:
        yield from broken(f"{told_at!s:>7}  {line}", screen.columns, indent=9)
