"""A table as a page steps through it: pictures, sentences and choices of every entry (docs/frames.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flask import Blueprint, Response

from api.callers.auth import caller
from api.callers.visibility import Sight, look, own_viewer
from api.copies.helpers import VERIFYING_SECONDS
from api.copies.lines import record_lines
from api.requests.naming import seat_labels
from api.requests.representations import seats_of
from api.resources.records import LOOKING
from api.service import Service, service
from api.wire import problems
from api.wire.operations import JSON, Reply, operation, query
from api.wire.problems import ProblemError
from api.wire.responses import encoded, seen_answer
from api.wire.schemas.queries import LARGEST, VerificationQuery
from api.wire.schemas.records import FramesAnswer, FramesChunkAnswer
from api.wire.who import WHO_MAY_KNOW
from domain.audit.frames.heading import eyes_of, header_of
from domain.audit.frames.reel import Reel
from domain.audit.frames.shapes import CHUNK
from domain.audit.opened import types_of
from domain.audit.timeline import Timeline
from domain.games import game
from domain.kernel.display.words import Words, words_in
from domain.kernel.seats import Viewer
from domain.record.lines import read
from domain.table.table import Table

ETAG = {"ETag": "of the bytes, once the table has ended"}

frames = Blueprint("frames", __name__)


@frames.get("/tables/<table>/frames")
@operation(
    "readFrames",
    "record",
    "Begin a review",
    callers=WHO_MAY_KNOW,
    query=VerificationQuery,
    replies={200: Reply("The header of frames/1", FramesAnswer, headers=ETAG)},
    problems=LOOKING,
    long=True,
)
def read_frames(table: str) -> Response:
    """What is known before the first chunk: whose frames these are, in which language (`Accept-Language`), where in the
    table something happened. Nothing in it is hidden from anybody, so that it leaves no entry."""
    here, asked = service(), query()
    sight = look(here, table, caller(), asked.get("viewer"), first=LARGEST)  # no entry is shown yet
    viewers = (sight.viewer,)
    eyes = eyes_of(sight.table.setup.seats, own_viewer(sight.table, caller()), sight.viewer)

    def header(reel: Reel) -> bytes:
        timeline = reel.timeline
        if len(timeline) > sight.n:
            entries = timeline.record.entries[: sight.n]
            timeline = Timeline(timeline.record._replace(entries=entries), before=timeline)
        return encoded(header_of(timeline, viewers, reel.words, eyes))

    return _answer(here, sight, header)


@frames.get("/tables/<table>/frames/<chunk:chunk>")
@operation(
    "readFramesChunk",
    "record",
    "Go on with a review",
    callers=WHO_MAY_KNOW,
    query=VerificationQuery,
    replies={200: Reply("A chunk of frames/1: up to 64 entries", FramesChunkAnswer, headers=ETAG)},
    problems=(*LOOKING, "unknown_chunk", "unavailable"),
    long=True,
)
def read_frames_chunk(table: str, chunk: int) -> Response:
    """Entries 64 × `chunk` + 1 to 64 × (`chunk` + 1), as far as they are there: how each left the table, and the
    viewer's frames of it. The pool goes on where the chunk before ended. A chunk of a table that has ended never
    changes: its `ETag` is strong, and `If-None-Match` gets 304."""
    here, asked = service(), query()
    upto = CHUNK * (chunk + 1)
    sight = look(here, table, caller(), asked.get("viewer"), most=upto, case=asked.get("case"))

    def text(reel: Reel) -> bytes:
        if reel.filmed >= min(upto, sight.n):
            return reel.chunk(chunk, sight.n)
        with _among_few(here):
            return reel.chunk(chunk, sight.n)

    if CHUNK * chunk >= sight.n:
        raise ProblemError("unknown_chunk", "This table has no entries there, or not yet.")
    return _answer(here, sight, text)


def _answer(here: Service, sight: Sight, made: Callable[[Reel], bytes]) -> Response:
    """Return what a reel of the sight says; of a table that has ended with what lets a browser keep it."""
    words = _words(here, sight.table)
    with _reel(here, sight, words) as reel:
        text = made(reel)
    return seen_answer(text, JSON, words.language, over=sight.table.book.is_over)


def _words(here: Service, table: Table, asked: str | None = None) -> Words:
    """Return the words of this answer, by default in its language, with the names of the seats as boards have them."""
    words = words_in(asked or problems.language(), game(table.rules.name).package, "api")
    return words.calling(seat_labels(seats_of(here, table), None, words))


@contextmanager
def _reel(here: Service, sight: Sight, words: Words) -> Iterator[Reel]:
    """Give a reel of a table to this request alone, made of nothing but the viewer's own copy."""
    table, viewer, _ = sight
    named = tuple([words.seat(seat) for seat in range(table.setup.seats)])

    def follow(before: Timeline | None) -> Timeline:
        with _among_few(here):
            record = read(record_lines(here.store, sight), types_of)
            return Timeline(record, before=before, hints=here.store.hints.of(table.id))

    with here.reels.slot((table.id, viewer, words.language, named)) as slot:
        yield slot.up_to(sight.n, follow, lambda timeline: _new(timeline, viewer, words))


@contextmanager
def followed(here: Service, sight: Sight, asked: str | None = None) -> Iterator[tuple[Timeline, Words]]:
    """Give the timeline of a table as this sight shows it to this request alone, and the words of its reader.

    `asked` is a language, if not that of the answer.
    """
    words = _words(here, sight.table, asked)
    with _reel(here, sight, words) as reel:
        yield reel.timeline, words


def _new(timeline: Timeline, viewer: Viewer, words: Words) -> Reel:
    return Reel(timeline, (viewer,), words)


@contextmanager
def _among_few(here: Service) -> Iterator[None]:
    """Work while only a few others do: filming keeps the interpreter busy, and commands come first.

    Raises `ProblemError` (`unavailable`).
    """
    if not here.verifying.acquire(timeout=VERIFYING_SECONDS):
        raise ProblemError("unavailable", "Other records are being read; ask again.", headers={"Retry-After": "1"})
    try:
        yield
    finally:
        here.verifying.release()
