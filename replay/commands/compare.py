"""`replay compare`: where two tables with the same deal part, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import click
import msgspec

from domain.audit.differences import Difference, differences
from domain.audit.narration import Told, told
from domain.audit.parting import Parting, parting
from domain.audit.timeline import Address, Timeline
from domain.kernel.display.lines import broken, plain
from domain.kernel.display.words import Words
from domain.kernel.seats import Viewer
from domain.kernel.setup import Outcome
from domain.record.desk import ResultAdjusted
from domain.record.entries import GameFinished
from programs.commands import Command
from programs.files import FILE
from replay.asked import json_option, shared, viewer_option, words_for
from replay.console import columns, ink, say
from replay.differing import sentence
from replay.errors import InputError
from replay.reading.followed import timeline_of
from replay.reading.sight import owner_of, viewer_of
from replay.rendering import Screen, sentence_lines


class Pair(NamedTuple):
    """Two tables seen by one viewer, and where they part."""

    tables: tuple[Timeline, Timeline]
    viewer: Viewer
    parting: Parting

    @property
    def leaving(self) -> tuple[Address | None, Address | None]:
        """Return the first fact that each table has alone."""
        return self.parting.first, self.parting.second


@click.command(cls=Command)
@shared
@click.argument("other", type=FILE, metavar="FILE")
@viewer_option
@json_option
def compare(
    source: str,
    token_file: str | None,
    lang: str,
    names: dict[int, str],
    other: str,
    viewer: str | None,
    *,
    as_json: bool,
) -> None:
    """Tell where two tables part, and what came of it.

    Two tables with the same deal, or a table and its branch: what they share, what each did first that the other did
    not, how they ended, and what differs on their last boards. What a rewind took back is left out. FILE is a record, -
    for the standard input, or the URL of a table.
    """
    first, second = timeline_of(source, token_file), timeline_of(other, token_file)
    pair = paired(first, second, viewer)
    words = words_for(first, lang, names)
    if as_json:
        click.echo(msgspec.json.encode(_document(pair, words)))
    else:
        for line in _text(pair, words, columns()):
            click.echo(line)


def paired(first: Timeline, second: Timeline, asked: str | None) -> Pair:
    """Return two tables as the viewer asked for saw both; raises `InputError` for tables that nothing connects."""
    one, other = first.opening, second.opening
    if (one.game, one.seats) != (other.game, other.seats):
        raise InputError(
            f"{one.game} with {one.seats} seats and {other.game} with {other.seats} are not to be compared"
        )
    options = [timeline.moment(1).table.setup.options for timeline in (first, second)]  # whether said or by default
    if options[0] != options[1] or (one.version, one.data) != (other.version, other.data):
        say("The two tables were played under different rules, options or cards.")
    viewers = viewer_of(first, asked), viewer_of(second, asked)
    viewer = viewers[0] if viewers[1].covers(viewers[0]) else viewers[1]
    if not (owner_of(first).covers(viewer) and owner_of(second).covers(viewer)):
        viewer = Viewer(viewers[0].seats & viewers[1].seats)
    return Pair((first, second), viewer, parting(first, second, viewer))


def _leaves(pair: Pair, words: Words) -> tuple[list[Told], list[Told]]:
    """Return what each table tells of the entry in which it parts, from the first fact that differs on."""
    one, other = (
        []
        if address is None
        else [
            item
            for item in told(timeline, address.n, pair.viewer, words)
            if item.address.fact is None or item.address >= address
        ]
        for timeline, address in zip(pair.tables, pair.leaving, strict=True)
    )
    return one, other


def _last(pair: Pair, words: Words) -> tuple[Difference, ...]:
    first, second = (timeline.picture(Address(len(timeline)), pair.viewer, words) for timeline in pair.tables)
    return differences(first, second)


def _outcome(timeline: Timeline) -> tuple[int, Outcome] | None:
    """Return how a table ended, and in which entry; of several results the last that stands."""
    for moment in reversed(timeline.moments):
        if isinstance(moment.entry, (GameFinished, ResultAdjusted)) and moment.entry.n not in timeline.taken_back:
            return moment.entry.n, moment.entry.outcome
    return None


def _document(pair: Pair, words: Words) -> dict[str, Any]:
    outcomes = [_outcome(timeline) for timeline in pair.tables]
    return {
        "viewer": str(pair.viewer),
        "tables": [timeline.opening.table for timeline in pair.tables],
        "shared_facts": pair.parting.shared,
        "parting": [None if address is None else str(address) for address in pair.leaving],
        "happened": [
            [{"address": str(item.address), "text": item.text} for item in items] for items in _leaves(pair, words)
        ],
        "outcomes": [None if found is None else found[1] for found in outcomes],
        "changes": [{**msgspec.to_builtins(one), "text": sentence(one, words)} for one in _last(pair, words)],
    }


def _text(pair: Pair, words: Words, width: int) -> Iterator[str]:
    paint = ink()
    for timeline in pair.tables:
        yield from Screen(timeline, pair.viewer, words, columns=width, ink=paint).heading(Address(len(timeline)))
    yield ""
    if pair.leaving == (None, None):
        yield words.say("The two tables went the same way.")
    else:
        yield words.count("They share one fact.", "They share {n} facts.", pair.parting.shared)
        headings = (words.say("Then, at the first table"), words.say("Then, at the second table"))
        for heading, items in zip(headings, _leaves(pair, words), strict=True):
            yield paint("strong", heading)
            for item in items:
                yield from sentence_lines(str(item.address), item.text, width)
            if not items:
                yield f"  {words.say('nothing more happened')}"
    yield ""
    yield paint("strong", words.say("What came of it"))
    for timeline in pair.tables:
        yield from _result(timeline, pair.viewer, words, width)
    yield ""
    yield paint("strong", words.say("What differs on the last boards"))
    found = _last(pair, words)
    for one in found:
        yield from broken(f"  {sentence(one, words)}", width, indent=6)
    if not found:
        yield f"  {words.say('Nothing that this viewer sees.')}"


def _result(timeline: Timeline, viewer: Viewer, words: Words, width: int) -> Iterator[str]:
    ended = _outcome(timeline)
    if ended is None:
        yield f"  {words.say('The game has no result.')}"
    else:
        for item in told(timeline, ended[0], viewer, words):
            yield from sentence_lines(str(item.address), plain(item.text), width)
