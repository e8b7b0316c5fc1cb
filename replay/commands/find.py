"""`replay find`: records, and places in them, by what happened there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from itertools import chain
from typing import Any

import click
import msgspec

from domain.kernel.display.lines import plain
from domain.kernel.display.words import words_in
from programs.commands import Command
from programs.files import FILE
from replay.asked import json_option, lang_option, token_option
from replay.console import columns, is_shown, say
from replay.finding.cards import cards_of
from replay.finding.places import Found, found_in
from replay.finding.query import Query
from replay.listing.rows import Wanted
from replay.listing.table import table
from replay.paths import games

NOTHING_FOUND = 1  # the exit code, as grep has it


def _day(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    try:
        return None if value is None else date.fromisoformat(value).isoformat()
    except ValueError:
        raise click.BadParameter("a day is written like 2026-01-31") from None


@click.command(cls=Command)
@click.argument("paths", type=FILE, metavar="PATH...", nargs=-1, required=True)
@click.option("--card", metavar="X", help="Only where this card is named: its name as the board has it, or its id.")
@click.option("--command", "tag", metavar="TAG", help="Only where this command was given, such as end_turn.")
@click.option("--fact", metavar="TAG", help="Only facts with this tag, such as cards_drawn.")
@click.option("--seat", type=click.IntRange(min=0), metavar="S", help="Only what this seat did or what befell it.")
@click.option(
    "--code", metavar="C", help="Records that fail at sight with this code; at a service, attempts refused with it."
)
@click.option("--game", shell_complete=games, metavar="G", help="Only this game.")
@click.option("--player", metavar="TEXT", help="Only where a player or a bot is called so, or in part.")
@click.option("--label", metavar="TEXT", help="Only labels with this text.")
@click.option("--after", callback=_day, metavar="DATE", help="Only tables opened on this day (UTC) or later.")
@click.option(
    "--result",
    metavar="R",
    help="Only this result: seat:0 for its winner, tie, none, or how it ended (play, concession, time, limit).",
)
@token_option
@lang_option
@json_option
@click.pass_context
def find(
    context: click.Context,
    paths: tuple[str, ...],
    card: str | None,
    tag: str | None,
    fact: str | None,
    seat: int | None,
    code: str | None,
    game: str | None,
    player: str | None,
    label: str | None,
    after: str | None,
    result: str | None,
    token_file: str | None,
    lang: str,
    *,
    as_json: bool,
) -> None:
    """Search records for cards, commands, facts and results.

    With --card, --command, --fact or --seat every place is told at which all of them hold, else every record that fits.
    PATH is a record, a folder, a zip archive, - for the standard input, or the URL of a service or of a table. Beside a
    folder an index is kept. The exit code is 1 if nothing is found.
    """
    wanted = Wanted(game=game, player=player, label=label, code=code, after=after, result=result)
    query = Query(card=card, command=tag, fact=fact, seat=seat)
    found = chain.from_iterable(found_in(path, wanted, query, token_file) for path in paths)
    lines = _documents(found) if as_json else _told(found, lang)
    count = 0
    for count, line in enumerate(lines, 1):  # noqa: B007
        click.echo(line)
    if not count:
        say("There are no such places here." if query.inside else "There are no such records here.")
        context.exit(NOTHING_FOUND)


def _told(found: Iterator[Found], lang: str) -> Iterator[str]:
    """Yield a line for each place, and a table of the records that were found as wholes."""
    whole = []
    for one in found:
        if one.places:
            yield from _places(iter([one]), lang)
        else:
            whole.append(one)
    yield from _rows(whole)


def _rows(found: Sequence[Found]) -> Iterator[str]:
    if found:
        yield from table([one.row for one in found], columns() if is_shown() else None)


def _places(found: Iterator[Found], lang: str) -> Iterator[str]:
    """Yield a line for each place: where, who, command, fact, card."""
    for row, places in found:
        cards = cards_of(row.game)
        words = words_in(lang, *cards.packages, "replay")
        for hit, (kind, text) in places:
            seat = "" if hit.seat is None else plain(words.seat(hit.seat))
            card = (cards.called(text, words) or text) if kind == "value" else text if kind == "code" else ""
            pieces = [hit.command, "" if hit.tag is None else hit.tag, card]
            back = words.say("(taken back) ") if hit.back else ""
            yield plain(f"{row.place}  {hit.address:>7}  {seat}  {back}{'  '.join(filter(None, pieces))}")


def _documents(found: Iterator[Found]) -> Iterator[bytes]:
    for one in found:
        if not one.places:
            yield msgspec.json.encode(one.row)
        for hit, (kind, text) in one.places:
            document: dict[str, Any] = {
                "place": one.row.place,
                "table": one.row.table,
                "game": one.row.game,
                "address": hit.address,
                "seat": hit.seat,
                "command": hit.command or None,
                "fact": hit.tag,
                "card": text if kind == "value" else None,
                "code": text if kind == "code" else None,
                "taken_back": hit.back,
            }
            yield msgspec.json.encode(document)
