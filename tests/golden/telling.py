"""What a record shows and tells: views as text and as digests, and the game as sentences with what was legal."""

from __future__ import annotations

import itertools
import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import msgspec

from domain.audit.timeline import Address, Timeline
from domain.kernel.codec import body_of_command
from domain.kernel.display.words import Words
from domain.kernel.legal import legal_actions
from domain.kernel.messages import tag_of
from domain.kernel.seats import ARBITER, Viewer, every_viewer
from domain.record.canonical import sha256
from domain.record.entries import ACTIONS
from domain.record.lines import read, split
from tests.golden.view_changes import changes

MOST_LISTED = 400  # legal actions of a seat that are counted
MOST_SHOWN = 4  # of one kind that are written out


def views(text: bytes) -> dict[str, str]:
    """Return for each viewer, entry by entry, what the view shows now and did not before."""
    timeline = Timeline(read(split(text)))
    return {str(viewer): "\n".join(_seen(timeline, viewer)) + "\n" for viewer in every_viewer(timeline.opening.seats)}


def _seen(timeline: Timeline, viewer: Viewer) -> Iterator[str]:
    before: Any = {}
    for n in range(1, len(timeline) + 1):
        after = msgspec.to_builtins(timeline.view(Address(n), viewer) or {})
        for path, old, new in changes(before, after):
            yield f"{n} {path}: {_short(old)} -> {_short(new)}"
        before = after


def _short(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def digests(text: bytes) -> str:
    """Return a line for each viewer: SHA-256 of the text of all that the views show."""
    return "".join(f"{viewer} {sha256(shown.encode()).hex()}\n" for viewer, shown in views(text).items())


def transcript(text: bytes) -> str:
    """Return the game as sentences, as each viewer learnt it; the arbiter's with what was legal before each move."""
    timeline = Timeline(read(split(text)))
    return "\n".join(_transcript(timeline)) + "\n"


def _transcript(timeline: Timeline) -> Iterator[str]:
    words = Words()
    for viewer in every_viewer(timeline.opening.seats):
        yield f"== {viewer}"
        for n in range(1, len(timeline) + 1):
            if viewer == ARBITER and isinstance(timeline.moment(n).entry, ACTIONS):
                yield from _legal(timeline, n - 1)
            for address, sentence in timeline.sentences(n, viewer, words):
                yield f"{address}  {sentence}"


def _legal(timeline: Timeline, n: int) -> Iterator[str]:
    """Yield for each awaited seat what it may do after an entry, by kind, a few of each written out."""
    moment = timeline.moment(n)
    for seat in sorted(moment.table.decisions):
        bodies: dict[str, list[str]] = defaultdict(list)
        listed = list(itertools.islice(legal_actions(timeline.title.rules, moment.state, seat), MOST_LISTED + 1))
        for command in listed[:MOST_LISTED]:
            bodies[tag_of(command)].append(_body(body_of_command(command)))
        more = f"; more than {MOST_LISTED} in all" if len(listed) > MOST_LISTED else ""
        yield f"{n}  [seat {seat} may {'; '.join(_kind(tag, each) for tag, each in bodies.items())}{more}]"


def _kind(tag: str, bodies: list[str]) -> str:
    """Return how one kind of action is listed: with its bodies, or the first ones and how many there are."""
    count = f"(and {len(bodies) - MOST_SHOWN} more)" if len(bodies) > MOST_SHOWN else ""
    return " ".join([part for part in (tag, *bodies[:MOST_SHOWN], count) if part])


def _body(body: dict[str, Any]) -> str:
    """Return a body as JSON, one without fields as nothing, and one of a single word as that word."""
    match list(body.values()):
        case []:
            return ""
        case [str(word)]:
            return word
        case _:
            return _short(body)
