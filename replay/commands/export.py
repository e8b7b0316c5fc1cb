"""`replay export`: a record for other programs (JSON, CSV, decisions, frames) or for reading (text, Markdown)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

import click
import msgspec

from domain.audit.decided import decisions
from domain.audit.narration import told
from domain.audit.timeline import Address, Moment, Timeline
from domain.audit.written import written, written_lines
from domain.kernel.display.lines import plain
from domain.kernel.display.words import Words
from domain.kernel.marks import redact
from domain.kernel.seats import Viewer
from domain.record.entries import ActionForced, ActionTaken
from domain.tournament.exchange.cells import guarded
from programs.commands import Command
from replay.asked import shared, viewer_option, words_for
from replay.commands.log import kind_of, lines_of, logged, noted, texted
from replay.console import COLUMNS, PAPER
from replay.notes.beside import note_lines, notes_for
from replay.notes.note import Note
from replay.output import out_option, write
from replay.packing import filmed, page_of
from replay.reading.followed import timeline_of
from replay.reading.sight import viewer_of
from replay.rendering import Screen, joined
from replay.times import clock, day, stamp

ByEntry: TypeAlias = Mapping[int, list[Note]]
FORMS = ("json", "csv", "text", "markdown", "decisions", "frames", "html")
COLUMN_NAMES = ("address", "time", "at_ms", "kind", "by", "seat", "command", "used_ms", "taken_back", "text")
_SIGNS = re.compile(r"[\\`*_\[\]<>#|~&]")  # what Markdown may read as more than itself
_TICKS = re.compile("`+")


@click.command(cls=Command)
@shared
@click.option("--format", "form", type=click.Choice(FORMS), required=True, help="What to write.")
@viewer_option
@out_option
def export(
    source: str,
    token_file: str | None,
    lang: str,
    names: dict[int, str],
    form: str,
    viewer: str | None,
    out: str,
) -> None:
    """Write a record for other programs, or for reading.

    Everything as a viewer learnt it. json: one document with every entry, its facts, sentences and the view after
    it. csv: a row for each sentence. text, markdown: the whole log and the last board. decisions: a line of JSON for
    each action: what its seat saw, what it could do, what it did. frames: one document with picture, sentences and
    choices of every step, for pages that show a record. html: such a page, with all viewers that the copy allows, in
    one file that needs no network. FILE is a record, - for the standard input, or the URL of a
    table.
    """
    timeline = timeline_of(source, token_file)
    seen_by = viewer_of(timeline, viewer)
    words = words_for(timeline, lang, names, on_page=form in ("frames", "html"))
    write(out, FORMATS[form](timeline, seen_by, words, notes_for(source, timeline, seen_by)))


def as_json(timeline: Timeline, viewer: Viewer, words: Words, notes: ByEntry) -> Iterator[bytes]:
    """Yield one JSON document, entry by entry: a view of each is many times as large as its record."""
    opening = timeline.opening
    document = {
        "table": opening.table,
        "game": opening.game,
        "version": opening.version,
        "release": opening.release,
        "label": opening.label,
        "seats": opening.seats,
        "options": opening.options,
        "viewer": str(viewer),
        "copy_of": timeline.record.header.viewer,
        "entries": [0],
    }
    before, _, after = msgspec.json.format(msgspec.json.encode(document), indent=1).rpartition(b"0")
    yield before
    texts = written(timeline, viewer)
    for moment in timeline.moments:
        n = moment.entry.n
        entry = {**_entry(timeline, moment, viewer, words), **texted(texts, n), **noted(notes, n)}
        formatted = msgspec.json.format(msgspec.json.encode(entry), indent=1).replace(b"\n", b"\n  ")
        yield formatted if moment is timeline.moments[0] else b",\n  " + formatted
    yield after + b"\n"


def _entry(timeline: Timeline, moment: Moment, viewer: Viewer, words: Words) -> dict[str, Any]:
    n = moment.entry.n
    return {
        **logged(timeline, n, viewer, words),
        **_said(moment, viewer),
        "facts": [redact(fact, viewer) for fact in moment.facts],
        "view": timeline.view(Address(n), viewer),
    }


def _said(moment: Moment, viewer: Viewer) -> dict[str, Any]:
    """Return what the acting seat said; the body of a sealed command only for viewers who may know it."""
    entry = moment.entry
    if not isinstance(entry, ActionTaken | ActionForced):
        return {}
    public = moment.opened.public
    assert isinstance(public, ActionTaken | ActionForced)
    body = entry.command.body if viewer.may_know((entry.seat,)) else public.command.body
    return {"seat": entry.seat, "command": {"tag": entry.command.tag, "body": body}, "used_ms": entry.used_ms}


def as_csv(timeline: Timeline, viewer: Viewer, words: Words, _: ByEntry) -> bytes:
    """Return a table with a row for each sentence; notes are none."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(COLUMN_NAMES)
    for row in _rows(timeline, viewer, words):
        table.writerow([cell(value) for value in row])
    return text.getvalue().encode()


def _rows(timeline: Timeline, viewer: Viewer, words: Words) -> Iterator[tuple[str | int | None, ...]]:
    dropped = timeline.taken_back
    for moment in timeline.moments:
        entry = moment.entry
        seat = tag = used = None
        if isinstance(entry, ActionTaken | ActionForced):
            seat, tag, used = entry.seat, entry.command.tag, entry.used_ms
        back = "yes" if entry.n in dropped else "no"
        for item in told(timeline, entry.n, viewer, words):
            address = str(item.address)
            yield (address, stamp(entry.at), entry.at, kind_of(entry), entry.by, seat, tag, used, back, item.text)


def cell(value: str | int | float | None) -> str | int | float | None:
    """Return a value as a table may hold it: a spreadsheet would run what begins like a formula once it is plain."""
    return guarded(plain(value)) if isinstance(value, str) else value


def as_text(timeline: Timeline, viewer: Viewer, words: Words, notes: ByEntry) -> bytes:
    """Return the whole log and the last board."""
    last = Address(len(timeline))
    screen = Screen(timeline, viewer, words, columns=COLUMNS, ink=PAPER)
    log = lines_of(timeline, range(1, len(timeline) + 1), viewer, words, COLUMNS, PAPER, notes)
    return f"{joined([*log, '', *screen.heading(last), '', *screen.board(last)])}\n".encode()


def as_markdown(timeline: Timeline, viewer: Viewer, words: Words, notes: ByEntry) -> bytes:
    """Return the same as CommonMark: a heading, a list for each day, notes as quotations, the last board as code."""
    last = Address(len(timeline))
    screen = Screen(timeline, viewer, words, columns=COLUMNS, ink=PAPER)
    board = [line.rstrip() for line in screen.board(last)]
    fence = "`" * max(3, *[len(run) + 1 for line in board for run in _TICKS.findall(line)], 0)
    heading = marked(" ".join(line.strip() for line in screen.heading(last)))
    lines = [f"# {heading}", *_days(timeline, viewer, words, notes), "", fence, *board, fence]
    return "".join([line + "\n" for line in lines]).encode()


def _days(timeline: Timeline, viewer: Viewer, words: Words, notes: ByEntry) -> Iterator[str]:
    dropped, texts, today = timeline.taken_back, written(timeline, viewer), ""
    for moment in timeline.moments:
        entry = moment.entry
        if day(entry.at) != today:
            today = day(entry.at)
            yield from ("", f"## {words.say('{day} (UTC)', day=today)}", "")
        mark = words.say("(taken back) ") if entry.n in dropped else ""
        for item in told(timeline, entry.n, viewer, words):
            yield f"- `{item.address}` {clock(entry.at)} {marked(mark + item.text)}"
        for text in written_lines(texts.get(entry.n, ()), words):
            yield from ("", f"  > {marked(' '.join(text.split()))}", "")
        for address, text in note_lines(notes.get(entry.n, []), words):
            yield from ("", f"  > `{address.strip()}` {marked(text)}", "")


def marked(text: str) -> str:
    """Return a text in which nothing is a sign of Markdown."""
    return _SIGNS.sub(r"\\\g<0>", plain(text))


def as_decisions(timeline: Timeline, viewer: Viewer, _: Words, __: ByEntry) -> bytes:
    """Return a line of JSON for each decision of the seats that the viewer holds, each as its seat saw it."""
    return b"".join([msgspec.json.encode(decision) + b"\n" for decision in decisions(timeline, viewer)])


def as_frames(timeline: Timeline, viewer: Viewer, words: Words, _: ByEntry) -> Iterator[bytes]:
    """Yield the frames of one viewer as one document (docs/frames.md); notes are none."""
    yield from filmed(timeline, (viewer,), words)
    yield b"\n"


def as_html(timeline: Timeline, viewer: Viewer, words: Words, notes: ByEntry) -> bytes:
    """Return one page that steps through the record."""
    return page_of(timeline, viewer, words, notes)


FORMATS: Mapping[str, Callable[[Timeline, Viewer, Words, ByEntry], bytes | Iterator[bytes]]] = {
    "json": as_json,
    "csv": as_csv,
    "text": as_text,
    "markdown": as_markdown,
    "decisions": as_decisions,
    "frames": as_frames,
    "html": as_html,
}
