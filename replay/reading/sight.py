"""Through whose eyes a record is shown: the viewer asked for, as far as the copy knows."""

from __future__ import annotations

from domain.audit.timeline import Timeline
from domain.kernel.seats import Viewer, parse_viewer
from replay.console import say
from replay.errors import InputError


def viewer_of(timeline: Timeline, asked: str | None) -> Viewer:
    """Return whose eyes to look through: the copy's own viewer, or as much of the one asked for as the copy knows."""
    owner = owner_of(timeline)
    if asked is None:
        return owner
    viewer = parse(asked, timeline.opening.seats)
    if owner.covers(viewer):
        return viewer
    known = owner if viewer.everything else Viewer(viewer.seats & owner.seats)
    say(f"This copy was made for {owner}: shown as {known} saw it, not as {viewer}.")
    return known


def owner_of(timeline: Timeline) -> Viewer:
    """Return the viewer this copy was made for; raises `InputError` for a header that names none."""
    try:
        return timeline.owner
    except ValueError as error:
        raise InputError(f"line 1: {error}") from None


def parse(asked: str, seats: int) -> Viewer:
    """Parse a viewer; raises `InputError`."""
    try:
        return parse_viewer(asked, seats)
    except ValueError as error:
        raise InputError(str(error)) from None
