"""Streams: an answer that goes on as long as something may happen, for each reader at its own pace.

A stream is an iterator of bytes that waits where nothing is new, so any WSGI server sends it. What it has not sent yet
lies in the store and nowhere else: a reader who takes nothing keeps no memory and holds nobody up. Whoever falls too
far behind is cut off with an event, and resumes with the cursor of what came last. A source may send past the stream
while that waits (`api.outlets`); the stream wakes for everything else: its end, its heartbeat, a reader who is slow.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from typing import Any, Protocol

from flask import Response

from api.callers.auth import Caller
from api.callers.limiting import address
from api.outlets import Outlet
from api.requests.waiting import CREDENTIALS_LOOK, NEIGHBOURS, no_place
from api.service import Service
from api.wire.frames import Form
from api.wire.problems import ProblemError
from domain.ledger.errors import DamagedError, StoreError

HEARTBEAT = 15.0  # seconds of silence; proxies close what is silent for 60
HEADERS = {"X-Accel-Buffering": "no"}  # nginx would keep a stream back until it is long enough

logger = logging.getLogger("matchledger.streams")


class ClosedError(Exception):
    """A stream ends; `said` tells the reader why (`reason`) and what else helps."""

    def __init__(self, reason: str, **said: Any) -> None:
        super().__init__(reason)
        self.said: Mapping[str, Any] = {"reason": reason, **said}


class Source(Protocol):
    """What a stream tells, and how far its reader is."""

    def opened(self) -> Mapping[str, Any]:
        """Return what the reader is told first."""

    def pieces(self) -> Iterator[bytes]:
        """Yield what is new; raises `ClosedError` where the stream ends, `ProblemError` if its caller may not go on."""

    def wait(self, seconds: float) -> None:
        """Wait until something may be new."""


def streamed(here: Service, form: Form, source: Source, who: Caller, outlet: Outlet | None = None) -> Response:
    """Answer with a stream of a caller, which holds a place until it ends; raises `ProblemError` if there is none.

    `outlet` is the one that the source sends by past the stream, if it does.
    """
    with ExitStack() as held:
        _take_place(here, who, held)
        here.metrics.streams(1)
        held.callback(here.metrics.streams, -1)
        each = HEARTBEAT if who.kind == "anybody" else CREDENTIALS_LOOK
        answer = Response(told(here, form, source, outlet or Outlet(), each), mimetype=form.media, headers=HEADERS)
        answer.call_on_close(held.pop_all().close)
        return answer


def _take_place(here: Service, who: Caller, held: ExitStack) -> None:
    each = here.settings.streams_each
    known = who.kind != "anybody"
    name = f"stream {who.identity if known else address()}"
    place = held.enter_context(here.waiting.place(name, each=each if known else each * NEIGHBOURS, known=known))
    if place != "taken":
        raise no_place(here, place)


def told(here: Service, form: Form, source: Source, outlet: Outlet, each: float = HEARTBEAT) -> Iterator[bytes]:
    """Yield a stream from its first event to its last; its source looks anew, at its caller too, every `each` s."""
    yield form.event("opened", source.opened())
    try:
        yield from _going_on(here, form, source, outlet, each)
    except ClosedError as closed:
        yield form.event("closed", closed.said)
    except ProblemError as error:
        yield form.event("closed", {"reason": error.code})
    except StoreError as error:
        logger.error("a stream failed", exc_info=error)
        reason = "damaged_table" if isinstance(error, DamagedError) else "unavailable"
        yield form.event("closed", {"reason": reason})


def _going_on(here: Service, form: Form, source: Source, outlet: Outlet, each: float) -> Iterator[bytes]:
    outlet.note()
    end = outlet.spoke + here.settings.longest_stream
    while True:
        for piece in source.pieces():
            yield piece
            outlet.note()
        now = time.monotonic()
        if here.store.stopping:
            raise ClosedError("stopping")
        if now >= end:
            raise ClosedError("time")
        silent = outlet.spoke + HEARTBEAT - now
        if silent <= 0:
            yield form.heartbeat
            outlet.note()
            silent = HEARTBEAT
        source.wait(min(end - now, silent, each))


def joined(form: Form, items: Iterable[tuple[str, bytes]]) -> bytes:
    """Return lines, each with its cursor, as one piece of a stream."""
    return b"".join([form.item(cursor, line) for cursor, line in items])
