"""One connection: requests are read from it one after the other, each is answered before the next begins."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, cast

from api.running.bridge.answers import Fields
from api.running.bridge.body import READ_AHEAD, Long
from api.running.bridge.hub import Worker
from api.running.front.deadlines import NEVER
from api.running.front.framing import Framing
from api.running.front.front import Front
from api.running.front.heads import CUT_SHORT, HEAD_TOO_SLOW, Rejection
from api.running.front.reading import Reader

SLICE = 16 * 1024  # bytes that are parsed at a time: so many requests at most wait for one that is being answered
UNREAD = 128 * 1024  # bytes that wait here for a client that reads slowly, and as many in the kernel
UNREAD_SECONDS = 30.0  # that a client may read none of them
LINGER_SECONDS = 2.0  # that a closed connection is still read, so that its client hears the answer and not a reset
LINGER_BYTES = 1024 * 1024
CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"

logger = logging.getLogger("matchledger.front")


class Connection(asyncio.Protocol):
    """A connection, and where the answer to its present request goes."""

    due = NEVER
    slot = 0
    gone = False
    held = False  # the client has left much unread

    client = "unknown:0"  # `HOST:PORT` of whoever came

    _transport: asyncio.Transport
    _reader: Reader
    _framing: Framing  # of the present answer
    _later = b""  # what has come and is not parsed yet
    _at_end = False  # the client has closed its side
    _lingers = 0  # bytes that are still read after the end
    _unread = 0  # bytes that were unread when that was looked at last
    _read_by = 0.0  # when fewer must be

    _busy = False  # a request is being answered
    _answers = False  # its answer has begun
    _worker: Worker | None = None
    _body: Long | None = None  # its body, which may still be coming
    _room: Callable[[], object] | None = None

    def __init__(self, front: Front) -> None:
        self._front = front

    # What the loop calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's own is no subclass
        self._transport.set_write_buffer_limits(UNREAD)
        here, there = transport.get_extra_info("sockname"), transport.get_extra_info("peername")
        self.client = _name(there)
        self._reader = Reader(_name(here), self.client, self._front.bounds.body, self._wants_more)
        self.due = self._front.loop.time() + self._front.bounds.idle
        self._front.begin(self)
        if there is None:  # it has gone already
            self.abort()

    def data_received(self, data: bytes) -> None:
        """Take what has come; more of it waits while a request is being answered."""
        if self._reader.ends:
            self._discard(len(data))
        elif self._later or self._must_wait():
            self._later += data
            self._transport.pause_reading()
        else:
            self._feed(data)

    def eof_received(self) -> bool:
        """The client sends nothing more; it may still read."""
        self._at_end = True
        reader = self._reader
        if reader.long is not None:
            reader.break_off()
            return True
        if self._busy:
            if self._worker is not None:
                self._worker.leave()
            return True
        if reader.text is not None:
            reader.refuse(CUT_SHORT)
        self._front.loop.call_soon(self._go_on)
        return bool(reader.ready or self._later)

    def connection_lost(self, _: Exception | None) -> None:
        """The connection has gone."""
        self.gone = True
        self._reader.drop()
        self._front.end(self)
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.leave()

    def pause_writing(self) -> None:
        """Much is unread."""
        self.held = True
        self._look_at_unread()
        self._bound(UNREAD_SECONDS)

    def resume_writing(self) -> None:
        """The client has read on."""
        self.held = False
        if self._busy:
            self.due = NEVER
            if self._room is not None:
                self._room()
        elif self._has_more() or not self._reader.ends:
            self._rest()

    def expire(self) -> None:
        """A bound has passed."""
        reader = self._reader
        is_closed = reader.ends and not self._busy
        if self.held or is_closed:
            if self._transport.get_write_buffer_size() < self._unread:
                self._look_at_unread()
            left = self._read_by - self._front.loop.time()
            if self._unread and left > 0:
                self._bound(LINGER_SECONDS if is_closed else left)
            else:
                self.abort()
        elif self._busy:
            self.due = NEVER
        elif reader.text is not None:
            reader.be_late()
            self._go_on()
        elif reader.has_begun:
            reader.refuse(HEAD_TOO_SLOW)
            self._go_on()
        else:
            self._close()

    def stop(self) -> None:
        """Answer what has begun, and take nothing more."""
        if self._busy:
            self._framing.keeps = False
        elif not (self._has_more() or self._reader.has_begun):
            self._close()

    def abort(self) -> None:
        """Break the connection off."""
        self._transport.abort()

    # Reading.

    def _feed(self, data: bytes) -> None:
        """Parse what has come, and begin with what is ready; the rest waits where a request is answered first."""
        reader = self._reader
        if not (self._busy or reader.has_begun):
            self.due = self._front.loop.time() + self._front.bounds.idle
        while data and not reader.ends:
            piece, data = data[:SLICE], data[SLICE:]
            waited = reader.text is not None
            used = reader.parse(piece)
            if used < len(piece):
                data = piece[used:] + data
            if reader.text is not None and not waited:
                self._begin_text()
            if reader.ready and not (self._busy or self.held):
                self._begin()
            if data and self._must_wait():
                self._later = data
                self._transport.pause_reading()
                return
        if reader.long is not None and reader.long.waiting > READ_AHEAD:
            self._transport.pause_reading()

    def _begin_text(self) -> None:
        """The rest of a short body is waited for, unless an answer before it is not sent, or not read."""
        if not (self._busy or self.held or self._reader.ready):
            self._bound(self._front.bounds.body)
            self._continue()

    def _must_wait(self) -> bool:
        """Say whether what has come is not parsed before a request has been answered, or an answer read."""
        return (self._busy or self.held or bool(self._reader.ready)) and self._reader.long is None

    def _discard(self, size: int) -> None:
        self._lingers -= size
        if self._lingers < 0 and self._is_done():  # its time is short anyway, and a reset would take the answer away
            self._transport.pause_reading()

    def _wants_more(self) -> None:
        """The application waits for more of a long body, on any thread."""
        self._front.loop.call_soon_threadsafe(self._read_on)

    def _read_on(self) -> None:
        if not self._transport.is_closing():
            if not self._answers:
                self._continue()
            self._transport.resume_reading()

    def _continue(self) -> None:
        """Give whoever waits for it the word to send the body."""
        if self._reader.asks:
            self._reader.asks = False
            self._transport.write(CONTINUE)

    # Answering.

    def _begin(self) -> None:
        """Begin with the next request; it may be answered at once."""
        ready = self._reader.ready.pop(0)
        self._busy = True
        self._answers = False
        if isinstance(ready, Rejection):
            self._framing = Framing(None, keeps=False)
            self.respond(ready.status, ready.fields, ready.text)
            return
        request, body, goes_on = ready
        self.due = NEVER
        self._body = body if isinstance(body, Long) else None
        self._framing = Framing(request, keeps=goes_on and not self._front.stops)
        worker = self._front.bridge.answer(request, body, self)
        if self._busy:
            self._worker = worker

    def respond(self, status: int, fields: Fields, body: bytes) -> None:
        """Answer at once."""
        if not self._transport.is_closing():
            try:
                text = self._framing.whole(status, fields, body)
            except ValueError:
                logger.exception("an answer cannot be sent")
                self._framing = Framing(None, keeps=False)
                text = self._framing.whole(500, [], b"")
            self._transport.write(text)
        self._finish()

    def stream(self, status: int, fields: Fields, room: Callable[[], object]) -> None:
        """Begin an answer that comes in pieces."""
        self._room = room
        self._answers = True
        if self._transport.is_closing():
            return
        try:
            self._transport.write(self._framing.head(status, fields))
        except ValueError:
            logger.exception("an answer cannot be sent")
            self.abort()

    def send(self, piece: bytes) -> bool:
        """Send a piece."""
        if self._transport.is_closing():
            return False
        text = self._framing.piece(piece)
        if text:
            self._transport.write(text)
        return True

    def end(self) -> None:
        """End the stream; one that was promised longer or shorter breaks off, so that its client sees it."""
        last = self._framing.last()
        if last is None:
            self.cut()
            return
        if last and not self._transport.is_closing():
            self._transport.write(last)
        self._finish()

    def cut(self) -> None:
        """Break the stream off."""
        self._framing.keeps = False
        self.abort()
        self._finish()

    def _finish(self) -> None:
        """The answer is sent: the next one, or the end."""
        self._busy = False
        self._worker = self._room = None
        is_whole = self._body is None or self._reader.long is not self._body
        self._body = None
        if self.gone:
            return
        if not self._framing.keeps:
            if not is_whole:
                self._lingers = LINGER_BYTES
            self._close()
        elif self._has_more() or self._at_end:
            self._front.loop.call_soon(self._go_on)
        else:
            self._rest()

    def _rest(self) -> None:
        """Wait for the next request, or for the rest of one; first of all until the answers are read."""
        if self.held:
            return
        if self._reader.text is not None:
            self._begin_text()
        else:
            self.due = self._front.loop.time() + self._front.bounds.idle
        if self._has_more() or self._at_end:
            self._front.loop.call_soon(self._go_on)

    def _go_on(self) -> None:
        """Go on with what has come meanwhile."""
        if self._busy or self.gone or self.held:
            return
        if self._reader.ready:
            self._begin()
        elif self._later and not self._reader.ends:
            data, self._later = self._later, b""
            self._transport.resume_reading()
            self._feed(data)
        if self._at_end and self._is_done():
            self._close()

    def _has_more(self) -> bool:
        """Say whether something has come that is not begun with."""
        return bool(self._reader.ready or self._later)

    def _is_done(self) -> bool:
        """Say whether everything that has come is answered."""
        return not (self._busy or self._has_more())

    def _look_at_unread(self) -> None:
        """Give the client time to read on, from now."""
        self._unread = self._transport.get_write_buffer_size()
        self._read_by = self._front.loop.time() + UNREAD_SECONDS

    def _bound(self, seconds: float) -> None:
        """End what happens now in so many seconds."""
        self.due = self._front.loop.time() + seconds
        self._front.deadlines.watch(self)

    def _close(self) -> None:
        """End the connection once everything has been sent; what still comes is thrown away for a while."""
        if self._reader.ends or self._later:  # more was on its way when it was refused
            self._lingers = LINGER_BYTES
        self._reader.ends = True
        self._reader.ready.clear()
        self._later = b""
        if self._transport.is_closing():
            return
        self._look_at_unread()
        self._bound(LINGER_SECONDS)
        if self._lingers and not self._at_end:
            self._transport.write_eof()
            self._transport.resume_reading()
        else:
            self._transport.close()


def _name(address: Any) -> str:
    """Return an address of the socket as `HOST:PORT`."""
    if address is None:
        return "unknown:0"
    host, port, *_ = address
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
