"""`replay stats` of many records: groups, win rates with their intervals, lengths and thinking times."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

import click
import msgspec
from wcwidth import width as columns_of

from domain.audit.opened import readable_record
from domain.games import UnknownGameError, game
from domain.kernel.display.lines import pad, plain
from domain.kernel.display.words import Words, words_in
from replay.commands.export import cell
from replay.console import ink, say
from replay.errors import NOT_JSON
from replay.listing.rows import Wanted
from replay.listing.service import rows_of_service
from replay.output import write
from replay.progress import Progress
from replay.reading.followed import begins_as_record, text_of
from replay.reading.gathered import gathered
from replay.reading.packed import ERRORS, why
from replay.reading.source import is_url, text_at
from replay.tallies.groups import By, Tally, tallies
from replay.tallies.picture import picture
from replay.tallies.played import Game, each_once, played
from replay.times import length

COLUMNS = (
    "game", "group", "seat", "games", "decided", "won", "tied", "rate", "low", "high", "actions", "played_ms",
    "thought_ms",
)  # fmt: skip


def many(
    paths: Sequence[str],
    token_file: str | None,
    by: By,
    lang: str,
    *,
    as_json: bool,
    as_csv: bool,
    picture_at: str | None,
) -> None:
    """Tell the figures of many records; names those that cannot be read on stderr."""
    games = each_once(_games(paths, token_file))
    words = words_in(lang, "replay")
    found = tallies(games, by)
    if picture_at is not None:
        write(picture_at, picture(games, words, _titles(games)).encode())
    if as_json:
        for tally in found:
            click.echo(msgspec.json.encode(tally))
    elif as_csv:
        click.echo(_csv(found), nl=False)
    elif found and picture_at != "-":
        for line in _table(found, by, words):
            click.echo(line)
    if not found:
        say("There are no records here.")


def _games(paths: Sequence[str], token_file: str | None) -> Iterator[Game]:
    for path in paths:
        yield from _of_service(path, token_file) if is_url(path) else _of_files(path)


def _of_files(path: str) -> Iterator[Game]:
    places = list(gathered([path]))
    with Progress("reading the records") as progress:
        for done, place in enumerate(places, 1):
            progress(done, len(places))
            try:
                text = text_at(place)
                if begins_as_record(text):
                    yield played(readable_record(text).record)
            except (*ERRORS, *NOT_JSON) as error:
                say(plain(f"{place}: {why(error)}"))


def _of_service(url: str, token_file: str | None) -> Iterator[Game]:
    if "/tables/" in url:
        yield played(readable_record(text_of(url, token_file)).record)
        return
    for row in rows_of_service(url, token_file, Wanted()):
        names = {seat: name for seat, name in enumerate(row.players) if name}
        try:
            yield played(readable_record(text_of(row.place, token_file)).record, names)
        except (click.ClickException, ValueError) as error:
            say(f"{row.place}: {error}")


def _titles(games: Sequence[Game]) -> dict[str, str]:
    titles = {}
    for name in {one.game for one in games}:
        try:
            titles[name] = game(name).rules.title
        except UnknownGameError:
            titles[name] = name
    return titles


def _csv(found: Sequence[Tally]) -> str:
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMNS)
    for one in found:
        bounds = (
            ("", "", "")
            if one.interval is None
            else [f"{share:.4f}" for share in msgspec.structs.astuple(one.interval)]
        )
        row = (one.game, one.group, one.seat, one.games, one.decided, one.won, one.tied, *bounds, one.actions)
        table.writerow([cell(value) for value in (*row, one.played_ms, one.thought_ms)])
    return text.getvalue()


def _table(found: Sequence[Tally], by: By, words: Words) -> Iterator[str]:
    heads = [words.say("game"), _what(by, words), words.say("seat"), words.say("games"), words.say("won"),
             words.say("95 % between"), words.say("actions"), words.say("time"), words.say("a thought")]  # fmt: skip
    rows = [heads, *([*map(plain, _cells(one, words))] for one in found)]
    columns = [column for column in zip(*rows, strict=True) if {*column[1:]} - {""}]
    widths = [max(map(columns_of, column)) for column in columns]
    paint = ink()
    for i, line in enumerate(zip(*columns, strict=True)):
        text = "  ".join([pad(text, wide) for text, wide in zip(line, widths, strict=True)]).rstrip()
        yield paint("strong" if i == 0 else None, text)


def _what(by: By, words: Words) -> str:
    match by:
        case "game":
            return ""
        case "options":
            return words.say("options")
        case "deck":
            return words.say("deck")
        case "player":
            return words.say("player")


def _cells(one: Tally, words: Words) -> list[str]:
    won = bounds = ""
    if one.interval is not None:
        tied = "" if not one.tied else words.say(" ({n} shared)", n=one.tied)
        won = f"{one.won}/{one.decided}{tied}"
        bounds = f"{one.interval.low:.0%}–{one.interval.high:.0%}"
    times = ["" if ms is None else length(round(ms), words) for ms in (one.played_ms, one.thought_ms)]
    seat = "" if one.seat is None else str(one.seat)
    return [one.game, one.group, seat, str(one.games), won, bounds, f"{one.actions:g}", *times]
