"""`replay advise`: what a bot would have done at a decision, and how imagined worlds end for the best few actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
import msgspec

from domain.audit.advice import Advised, advise
from domain.audit.called import Called
from domain.audit.choices import in_words
from domain.audit.futures import RunningError
from domain.kernel.codec import body_of_command
from domain.kernel.display.lines import broken, plain
from domain.kernel.display.words import Words
from domain.kernel.messages import tag_of
from domain.kernel.seats import seat_viewer
from programs.commands import Command
from replay.asked import json_option, shared, words_for
from replay.commands.knowledge import refuse_stranger
from replay.console import columns, ink
from replay.errors import InputError
from replay.progress import Progress
from replay.reading.followed import address_of, timeline_of
from replay.rendering import Screen
from replay.tallies.groups import wilson

BOT = "sensible"


@click.command("advise", cls=Command)
@shared
@click.option("--at", metavar="N", required=True, help="After which entry the seat decides.")
@click.option("--seat", type=click.IntRange(min=0), metavar="S", required=True, help="Whose decision.")
@click.option(
    "--worlds", type=click.IntRange(1, 10_000), default=100, show_default=True, help="Worlds for each action."
)
@click.option("--seed", type=click.IntRange(0, 2**63), default=0, help="Other worlds for another number.")
@json_option
def what_to_do(
    source: str,
    token_file: str | None,
    lang: str,
    names: dict[int, str],
    at: str,
    seat: int,
    worlds: int,
    seed: int,
    *,
    as_json: bool,
) -> None:
    """Estimate which action was best at a decision.

    What the sensible bot would have done there, and how imagined worlds that agree with what the seat knew end for the
    best five actions, when such bots play them on. An estimate, for study: a table that still runs is refused. FILE is
    a record, - for the standard input, or the URL of a table.
    """
    timeline = timeline_of(source, token_file)
    refuse_stranger(timeline, seat)
    address = address_of(timeline, at)
    if address.fact is not None:
        raise InputError(f"a seat decides after a whole entry, not after {address}")
    words = words_for(timeline, lang, names)
    with Progress("imagining worlds") as progress:
        try:
            bot = timeline.title.bots[BOT]
            found = advise(timeline, address.n, seat, bot=bot, worlds=worlds, seed=seed, progress=progress)
        except RunningError as error:
            raise InputError(str(error)) from None
    if not found:
        raise InputError(f"seat {seat} has nothing to decide after entry {address.n}")
    if as_json:
        click.echo(msgspec.json.encode({"n": address.n, "seat": seat, "estimate": list(map(_document, found))}))
    else:
        screen = Screen(timeline, seat_viewer(seat), words, columns=columns(), ink=ink())
        lines = [*screen.heading(address), "", *_text(found, words, Called(timeline, words), columns())]
        click.echo("\n".join(lines))


def _document(one: Advised) -> dict[str, Any]:
    return {
        "command": {"tag": tag_of(one.command), "body": body_of_command(one.command)},
        "worlds": one.worlds,
        "won": one.won,
        "interval": wilson(one.won, one.worlds),
        "by_bot": one.by_bot,
        "played": one.played,
    }


def _text(found: list[Advised], words: Words, called: Called, width: int) -> Iterator[str]:
    yield words.say("An estimate: bots play on in worlds that agree with what the seat knew.")
    for one in found:
        interval = wilson(one.won, one.worlds)
        marks = [words.say("the bot's choice")] if one.by_bot else []
        marks += [words.say("what was played")] if one.played else []
        share = (
            words.say("no world ended")
            if interval is None
            else words.say(
                "first in {won} of {worlds} worlds ({low} to {high})",
                won=one.won,
                worlds=one.worlds,
                low=f"{interval.low:.0%}",
                high=f"{interval.high:.0%}",
            )
        )
        line = words.say("; ").join([action_in_words(one.command, words, called), share, *marks])
        yield from broken(f"  {line}", width, indent=6)


def action_in_words(command: Any, words: Words, called: Called) -> str:
    """Return an action in words: the command, then each field with cards by their names."""
    pieces = [in_words(tag_of(command), words)]
    for name, value in body_of_command(command).items():
        pieces.append(words.say("{what}: {choices}", what=in_words(name, words), choices=_value(value, words, called)))
    return plain(words.row(pieces))


def _value(value: Any, words: Words, called: Called) -> str:
    if isinstance(value, str):
        return called.card(value)
    if isinstance(value, bool):
        return words.say("yes") if value else words.say("no")
    if isinstance(value, dict):
        return words.row([f"{in_words(str(key), words)} {_value(item, words, called)}" for key, item in value.items()])
    if isinstance(value, list | tuple):
        return words.row([_value(item, words, called) for item in value]) or words.say("nothing")
    return str(value)
