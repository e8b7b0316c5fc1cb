"""`replay stats`: a record, or many, in figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click
import msgspec

from domain.audit.choices import in_words
from domain.audit.figures import Figures, SeatFigures, figures
from domain.kernel.display.lines import broken, plain
from domain.kernel.display.words import Words
from domain.tournament.log.lines import is_tournament
from programs.commands import Command
from programs.files import FILE
from replay.asked import json_option, lang_option, name_option, token_option, words_for
from replay.commands.many_stats import many
from replay.console import columns, ink
from replay.reading.followed import followed, text_of
from replay.reading.gathered import is_alone
from replay.reading.names import Names
from replay.reading.source import is_url
from replay.tallies.groups import BYS, By
from replay.times import length
from replay.tournaments import faces as tournaments


@click.command(cls=Command)
@click.argument("paths", type=FILE, metavar="PATH...", nargs=-1, required=True)
@click.option("--by", type=click.Choice(BYS), help="Of many records: what to group by; by default the game.")
@click.option("--csv", "as_csv", is_flag=True, help="Of many records: write a table for spreadsheets.")
@click.option("--picture", type=FILE, metavar="FILE", help="Of many records: draw lengths and times as SVG.")
@token_option
@lang_option
@name_option
@json_option
def stats(
    paths: tuple[str, ...],
    by: By | None,
    picture: str | None,
    token_file: str | None,
    lang: str,
    names: dict[int, str],
    *,
    as_csv: bool,
    as_json: bool,
) -> None:
    """Count actions, times, draws; of many records, wins.

    Of one record: actions, commands, thinking times, draws and bytes. Of several, of a folder or a service: how often
    each seat (or deck, or player) won, with the interval of 95 %, lengths and thinking times. What a rewind took back
    is not counted. PATH is a record, - for the standard input, the URL of a table or of a service, a folder or a
    zip archive; or the record of a tournament.
    """
    if by or as_csv or picture or not _is_one(paths):
        many(paths, token_file, by or "game", lang, as_json=as_json, as_csv=as_csv, picture_at=picture)
    else:
        _one(paths[0], token_file, lang, Names(names, paths[0], token_file), as_json=as_json)


def _is_one(paths: Sequence[str]) -> bool:
    """Say whether a single record is meant."""
    return is_alone(paths) and (not is_url(paths[0]) or "/tables/" in paths[0])


def _one(source: str, token_file: str | None, lang: str, names: Names, *, as_json: bool) -> None:
    text = text_of(source, token_file)
    if is_tournament(text):
        tournaments.stats(text, lang, as_json=as_json)
        return
    timeline = followed(text)
    words = words_for(timeline, lang, names)
    lines = text.split(b"\n")
    found = figures(timeline, [len(lines[copied.line - 1]) + 1 for copied in timeline.record.entries])
    if as_json:
        click.echo(msgspec.json.encode(found))
    else:
        for line in _text(found, words, columns()):
            click.echo(line)


def _text(found: Figures, words: Words, width: int) -> Iterator[str]:
    paint = ink()
    about = words.say(
        "Table {table}, game {game}, the copy of {viewer}", table=found.table, game=found.game, viewer=found.viewer
    )
    yield paint("strong", plain(about))
    counts = words.say(
        "{entries} entries, {actions} actions, {facts} facts",
        entries=found.entries,
        actions=found.actions,
        facts=found.facts,
    )
    back = words.count(
        "{entries} taken back by 1 rewind",
        "{entries} taken back by {n} rewinds",
        found.rewinds,
        entries=found.taken_back,
    )
    yield f"  {words.row([counts, back]) if found.rewinds else counts}"
    yield f"  {words.say('played for {time}', time=length(found.played_ms, words))}"
    weight = words.say(
        "{public} bytes of entries, {each} an action; {copy} in this copy",
        public=found.public_bytes,
        each=found.bytes_an_action,
        copy=found.line_bytes,
    )
    yield f"  {weight}"
    for seat in found.seats:
        yield ""
        yield paint("strong", plain(words.seat(seat.seat)))
        yield from broken(f"  {_commands(seat, words)}", width, indent=4)
        if seat.actions:
            thought = words.say(
                "thought for {time}: mostly {median}, at most {longest}",
                time=length(seat.thought_ms, words),
                median=length(seat.median_ms, words),
                longest=length(seat.longest_ms, words),
            )
            yield f"  {thought}"
    yield ""
    yield paint("strong", words.say("Draws"))
    for draw in found.draws:
        drawn = words.count(
            "{purpose}: 1 {kind} of {items}",
            "{purpose}: {n} {kind}s, of {items} in all",
            draw.times,
            purpose=in_words(draw.purpose, words),
            kind=words.term(draw.kind),
            items=draw.items,
        )
        yield plain(f"  {drawn}")
    if not found.draws:
        yield f"  {words.say('none')}"


def _commands(seat: SeatFigures, words: Words) -> str:
    counts = words.row([f"{in_words(tag, words)} {times}" for tag, times in seat.commands.items()])
    actions = words.count("1 action", "{n} actions", seat.actions)
    return words.say("{what}: {choices}", what=actions, choices=counts) if counts else actions
