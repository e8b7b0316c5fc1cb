"""`replay log`: what happened, in sentences, as a viewer learnt it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import click
import msgspec

from domain.audit.narration import Told, told
from domain.audit.timeline import Timeline
from domain.audit.written import Written, written, written_lines
from domain.kernel.display.lines import Ink, broken, plain
from domain.kernel.display.words import Words
from domain.kernel.seats import Viewer
from domain.record.entries import Entry
from domain.tournament.log.lines import is_tournament
from programs.commands import Command
from replay.asked import json_option, shared, viewer_option, words_for
from replay.console import columns, ink
from replay.errors import InputError
from replay.notes.beside import note_lines, notes_for
from replay.notes.note import Note
from replay.reading.followed import followed_live, text_of, to_damage
from replay.reading.growing import Followed
from replay.reading.sight import viewer_of
from replay.reading.source import is_url
from replay.times import clock, day, stamp
from replay.tournaments import faces as tournaments

NO_NOTES: Mapping[int, list[Note]] = MappingProxyType({})
INDENT = 24  # columns before a sentence: address, then time of day


@click.command(cls=Command)
@shared
@viewer_option
@click.option("--from", "first", type=click.IntRange(1), metavar="N", help="First entry; by default 1.")
@click.option("--to", "last", type=click.IntRange(1), metavar="N", help="Last entry; by default the last there is.")
@click.option("--follow", "live", is_flag=True, help="Go on with each new entry of the table at a URL.")
@json_option
def log(
    source: str,
    token_file: str | None,
    lang: str,
    names: dict[int, str],
    viewer: str | None,
    first: int | None,
    last: int | None,
    *,
    live: bool,
    as_json: bool,
) -> None:
    """Tell what happened, as a viewer learnt it.

    Each sentence has the address of its fact (41.3) and each entry its time (UTC). With --json: one object a line.
    A damaged record is told up to its damage. FILE is a record, - for the standard input, or the URL of a table, which
    --follow goes on with until its end. The record of a tournament is told too, which everybody reads alike.
    """
    if live and (not is_url(source) or last is not None):
        raise click.UsageError("--follow goes on with the table at a URL, and knows no last entry")
    asked = _Asked(source, lang, names, viewer, as_json)
    if not live:
        text = text_of(source, token_file)
        if is_tournament(text):
            tournaments.log(text, lang, viewer, first, last, as_json=as_json)
            return
        followed = to_damage(text)
        _tell(asked, followed, entries_between(followed.timeline, first, last))
        return
    begin = first or 1
    for followed in followed_live(source, token_file):
        end = len(followed.timeline)
        if begin <= end:
            _tell(asked, followed, range(begin, end + 1), goes_on=begin > (first or 1))
            begin = end + 1


class _Asked(NamedTuple):
    """How to tell a record."""

    source: str
    lang: str
    names: dict[int, str]
    viewer: str | None
    as_json: bool


def _tell(asked: _Asked, followed: Followed, chosen: range, *, goes_on: bool = False) -> None:
    """Tell some entries; `goes_on` where those before them were told."""
    timeline = followed.timeline
    seen_by = viewer_of(timeline, asked.viewer)
    words = words_for(timeline, asked.lang, asked.names)
    notes = notes_for(asked.source, timeline, seen_by)
    if asked.as_json:
        texts = written(timeline, seen_by)
        for n in chosen:
            entry = logged(timeline, n, seen_by, words)
            click.echo(msgspec.json.encode({**entry, **texted(texts, n), **noted(notes, n)}))
        return
    for line in lines_of(timeline, chosen, seen_by, words, columns(), ink(), notes, goes_on=goes_on):
        click.echo(line)
    if followed.damage is not None and chosen[-1] == len(timeline):
        click.echo(ink()("warning", f"{'':>8}  ({followed.mark(words)})"))


def entries_between(timeline: Timeline, first: int | None, last: int | None) -> range:
    """Return the entries asked for; raises `InputError` for none."""
    start, end = first or 1, min(last or len(timeline), len(timeline))
    if start > end:
        raise InputError(f"there are no entries from {start} to {last or end}: the record has 1 to {len(timeline)}")
    return range(start, end + 1)


def logged(timeline: Timeline, n: int, viewer: Viewer, words: Words) -> dict[str, Any]:
    """Return an entry and its sentences as JSON."""
    entry = timeline.moment(n).entry
    return {
        "n": n,
        "at": entry.at,
        "time": stamp(entry.at),
        "kind": kind_of(entry),
        "by": entry.by,
        "taken_back": n in timeline.taken_back,
        "sentences": [_sentence(item) for item in told(timeline, n, viewer, words)],
    }


def _sentence(item: Told) -> dict[str, str]:
    sentence = {"address": str(item.address), "text": item.text}
    return sentence if item.others is None else {**sentence, "others": item.others}


def noted(notes: Mapping[int, list[Note]], n: int) -> dict[str, Any]:
    """Return the notes on an entry as a member of its JSON; nothing if there are none."""
    return {"notes": notes[n]} if n in notes else {}


def texted(texts: Mapping[int, tuple[Written, ...]], n: int) -> dict[str, Any]:
    """Return what was written with an entry as a member of its JSON; nothing if its entry holds no hash of a text."""
    return {"texts": [item._asdict() for item in texts[n]]} if n in texts else {}


def lines_of(
    timeline: Timeline,
    chosen: range,
    viewer: Viewer,
    words: Words,
    width: int,
    paint: Ink,
    notes: Mapping[int, list[Note]] = NO_NOTES,
    *,
    goes_on: bool = False,
) -> Iterator[str]:
    """Yield the log as text: a line for each day, then address, time of day and sentence.

    What was written with an entry stands below it, and then the notes on it.
    A log that `goes_on` has named the day of the entry before.
    """
    dropped, texts = timeline.taken_back, written(timeline, viewer)
    today = day(timeline.moment(chosen[0] - 1).entry.at) if goes_on else ""
    for n in chosen:
        entry = timeline.moment(n).entry
        if day(entry.at) != today:
            today = day(entry.at)
            yield paint("strong", words.say("{day} (UTC)", day=today))
        for i, item in enumerate(told(timeline, n, viewer, words)):
            when = clock(entry.at) if i == 0 else ""
            mark = words.say("(taken back) ") if n in dropped else ""
            line = f"{item.address!s:>8}  {when:<12}  {mark}{plain(item.text)}"
            for piece in broken(line, width, indent=INDENT):
                yield paint("faint", piece) if mark else piece
        for text in written_lines(texts.get(n, ()), words):
            yield from broken(f"{'':>8}  {'':<12}  {plain(' '.join(text.split()))}", width, indent=INDENT)
        for address, text in note_lines(notes.get(n, []), words):
            for piece in broken(f"{address:>8}  {'':<12}  {text}", width, indent=INDENT):
                yield paint("strong", piece)


def kind_of(entry: Entry) -> str:
    """Return the stable tag of an entry's kind."""
    return str(entry.__struct_config__.tag)
