"""The last entry of a record, which stands for all of it."""

from __future__ import annotations

from domain.audit.heads import Head
from domain.audit.timeline import Timeline
from domain.record.canonical import b64


def head_of(timeline: Timeline, n: int | None = None) -> str:
    """Return an entry of a record, the last one by default, as heads are written."""
    number = len(timeline) if n is None else n
    return str(Head(number, b64(timeline.moment(number).opened.copied.hash)))
