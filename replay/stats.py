"""`replay stats`: a record in figures."""

from __future__ import annotations

from collections.abc import Iterator

import click
import msgspec

from domain.audit.figures import Figures, SeatFigures, figures
from domain.kernel.lines import broken, plain
from domain.kernel.words import Words
from replay.asked import followed, json_option, shared, words_for
from replay.rendering import in_words
from replay.source import fetch_record
from replay.terminal import columns, ink
from replay.times import length


@click.command()
@shared
@json_option
def stats(source: str, token_file: str | None, lang: str, names: dict[int, str], *, as_json: bool) -> None:
    """Count actions, commands, thinking times, draws and bytes.

    Entries that a rewind took back are not counted. FILE is a record, - for the standard input, or the URL of a table.
    """
    text = fetch_record(source, token_file)
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
    yield paint("strong", plain(f"Table {found.table}, game {found.game}, the copy of {found.viewer}"))
    back = f", {found.taken_back} taken back by {_times(found.rewinds, 'rewind')}" if found.rewinds else ""
    yield f"  {found.entries} entries, {found.actions} actions, {found.facts} facts{back}"
    yield f"  played for {length(found.played_ms)}"
    yield f"  {found.public_bytes} bytes of entries, {found.bytes_an_action} an action; {found.line_bytes} in this copy"
    for seat in found.seats:
        yield ""
        yield paint("strong", plain(words.seat(seat.seat)))
        yield from broken(f"  {_commands(seat)}", width, indent=4)
        if seat.actions:
            yield (
                f"  thought for {length(seat.thought_ms)}: mostly {length(seat.median_ms)}, "
                f"at most {length(seat.longest_ms)}"
            )
    yield ""
    yield paint("strong", "Draws")
    for draw in found.draws:
        of = f" of {draw.items}" if draw.times == 1 else f", of {draw.items} in all"
        yield plain(f"  {in_words(draw.purpose)}: {_times(draw.times, draw.kind)}{of}")
    if not found.draws:
        yield "  none"


def _commands(seat: SeatFigures) -> str:
    counts = ", ".join([f"{in_words(tag)} {times}" for tag, times in seat.commands.items()])
    return f"{_times(seat.actions, 'action')}{': ' if counts else ''}{counts}"


def _times(n: int, thing: str) -> str:
    return f"{n} {thing}{'' if n == 1 else 's'}"
