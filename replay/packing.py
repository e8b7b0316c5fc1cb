"""A record as one page: all its frames, notes and what shows them, in a file that works from disk."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import resources

import msgspec

from domain.audit.copies import copy_for
from domain.audit.frames.reel import film
from domain.audit.timeline import Timeline, TimelineError
from domain.kernel.display.words import Words
from domain.kernel.seats import Viewer, every_viewer
from domain.record.canonical import b64
from drawing.costumes import costume_marks, page_files
from replay.notes.note import Note
from replay.notes.written import written_notes
from replay.progress import Progress
from web.assets import all_files
from web.catalogues import catalogue
from web.packing import packed
from web.pages import Texts, sprite
from web.review import PACKED, review_page
from web.verifier import PATH, checks_of


def page_of(timeline: Timeline, viewer: Viewer, words: Words, notes: Mapping[int, Sequence[Note]]) -> bytes:
    """Return the review of a record for everybody whose eyes a viewer may look through.

    What was written about cases stands among the notes. The record is that viewer's copy, which the page checks.
    """
    title = timeline.title
    verifier = (resources.files("replay.standalone") / "verify.mjs").read_bytes()
    assets = all_files({**page_files({title.rules.name: title.costume}), PATH: checks_of(verifier)})
    opening = timeline.opening
    heading = f"{title.rules.title} · {opening.label or opening.table}"
    marks = costume_marks(title.rules.name, title.costume)
    page = review_page(
        heading,
        words.say("Step through a game, as each seat saw it."),
        Texts(skip=words.say("Skip to the page"), without_script=words.say("This page needs JavaScript.")),
        catalogue(words.language),
        sprite(assets.text("signs.svg")),
        {title.rules.name: marks},
        {"notes": [*written_notes(timeline, viewer, words), *[note for found in notes.values() for note in found]]},
        module=PACKED,
    )
    viewers = [one for one in every_viewer(opening.seats) if viewer.covers(one)]
    pieces = filmed(timeline, tuple(dict.fromkeys([viewer, *viewers])), words)
    hashes = [b64(moment.opened.copied.hash) for moment in timeline.moments]
    large = {"film": msgspec.Raw(b"".join(pieces)), "hashes": hashes, **recorded(timeline, viewer)}
    return packed(page._replace(marks=marks), assets, large)


def recorded(timeline: Timeline, viewer: Viewer) -> dict[str, str]:
    """Return the record as a viewer's copy; nothing where this one does not hold all that the viewer may see.

    For a narrower viewer than its own it is closed: from open secrets all that was cut out would follow.
    """
    record = timeline.record
    closed = str(viewer) != record.header.viewer
    try:
        return {"record": "".join([f"{line.decode()}\n" for line in copy_for(record, viewer, closed=closed)])}
    except TimelineError:
        return {}


def filmed(timeline: Timeline, viewers: Sequence[Viewer], words: Words) -> Iterator[bytes]:
    """Yield the frames of a record as one document; ten seats and hundreds of entries take their time."""
    with Progress("drawing the boards") as progress:
        yield from film(timeline, viewers, words, progress)
