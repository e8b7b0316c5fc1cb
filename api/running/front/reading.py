"""What comes on a connection, in whatever pieces, as requests; httptools (llhttp) parses it."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from typing import TypeAlias

from httptools import HttpParserCallbackError, HttpParserError, HttpParserUpgrade, HttpRequestParser

from api.running.bridge.body import SHORT, Body, Late, Long, Short
from api.running.bridge.request import Request
from api.running.front.heads import HEAD_TOO_LARGE, NO_HTTP, TARGET_TOO_LONG, Rejection

HEAD_BYTES = 16 * 1024  # of a request's head
HEAD_FIELDS = 100
TARGET_BYTES = 8 * 1024

ABSOLUTE = re.compile(rb"[^/?]+://[^/?#]*")  # scheme and authority

Ready: TypeAlias = tuple[Request, Body, bool] | Rejection  # the client may want to go on after it

logger = logging.getLogger("matchledger.front")


class Reader:
    """Parses requests; the parser calls what begins with `on_`.

    A request is `ready` once its head is there, and its body unless that is long.
    """

    text: list[bytes] | None = None  # of a short body that is coming
    long: Long | None = None  # a body that is coming, of a request that is ready
    asks = False  # whoever sends the body waits for a word first (RFC 9110, 10.1.1)
    ends = False  # nothing more is read as a request

    _in_head = True
    _size = 0  # bytes since a request has begun or its body was last added to
    _url = b""
    _pieces = 0  # that were parsed
    _begun_at = 0  # in which of them its head began
    _framing = ""  # the field that says how long its body is, where the parser has not heeded it
    _request: Request | None = None
    _goes_on = True  # with another one

    def __init__(self, server: str, client: str, body_seconds: float, wants_more: Callable[[], object]) -> None:
        self._server = server
        self._client = client
        self._body_seconds = body_seconds
        self._wants_more = wants_more  # called by the reader of a long body, on any thread
        self._parser = HttpRequestParser(self)
        self._fields: list[tuple[bytes, bytes]] = []
        self.ready: list[Ready] = []

    @property
    def has_begun(self) -> bool:
        """Say whether a part of a request has come."""
        return self._size > 0 or self.text is not None

    def parse(self, piece: bytes) -> int:
        """Parse a piece; return how much of it was read. What cannot be read is refused, behind what is ready."""
        self._size += len(piece)
        self._pieces += 1
        used = len(piece)
        try:
            self._parser.feed_data(piece)
        except HttpParserUpgrade as upgrade:  # to what we do not speak: the request is answered as it is
            used = upgrade.args[0]
            self._size -= len(piece) - used
            self._parse_anew()
        except HttpParserError as error:
            if isinstance(error, HttpParserCallbackError):
                logger.exception("a request could not be taken: the mistake is ours")
            self.refuse(NO_HTTP)
        if self._size > HEAD_BYTES:
            self.refuse(HEAD_TOO_LARGE)
        return used

    def refuse(self, rejection: Rejection) -> None:
        """Read nothing more, and say why; a body that is being read breaks off, and its reader says so."""
        if self.ends:
            return
        self.ends = True
        self.text = None
        if self.long is not None:
            self.break_off()
        else:
            self.ready.append(rejection)

    def be_late(self) -> None:
        """Let the application say that a short body has not come in time; nothing more is read."""
        assert self._request is not None, "a body follows a head"
        self.ends = True
        self.text = None
        self.ready.append((self._request, Late(), False))

    def break_off(self) -> None:
        """Say that the rest of a long body does not come."""
        if self.long is not None:
            self.long.break_off()
            self.long = None

    def drop(self) -> None:
        """Let go of whoever holds this in turn, so that nobody has to look for the circle."""
        self.ends = True
        self.break_off()
        self.ready.clear()
        self._wants_more = _nothing
        del self._parser

    def _parse_anew(self) -> None:
        """Go on after a request for an upgrade: the parser takes what follows it for another protocol, its body too.

        So a new one is told how long the body is.
        """
        self._parser = HttpRequestParser(self)
        if self._framing:
            try:
                self._parser.feed_data(f"POST / HTTP/1.1\r\n{self._framing}\r\n\r\n".encode("latin-1"))
            except HttpParserError:
                self.refuse(NO_HTTP)
            self._framing = ""

    def _size_of_head(self) -> int:
        return len(self._url) + sum([len(name) + len(value) + 4 for name, value in self._fields])

    def on_message_begin(self) -> None:
        """A request begins."""
        if not self._framing:
            self._url = b""
            self._fields = []
            self._begun_at = self._pieces

    def on_url(self, url: bytes) -> None:
        """Take a part of the target."""
        if not self._framing:
            self._url += url

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a field; those after a body are nobody's."""
        if self._in_head:
            self._fields.append((name, value))

    def on_headers_complete(self) -> None:
        """The head is there: the request is ready, or waits for the body."""
        self._in_head = False
        if self._framing:
            return
        if len(self._url) > TARGET_BYTES:
            self.refuse(TARGET_TOO_LONG)
        elif len(self._fields) > HEAD_FIELDS or (self._pieces > self._begun_at and self._size_of_head() > HEAD_BYTES):
            self.refuse(HEAD_TOO_LARGE)
        if self.ends:
            return
        parser = self._parser
        method, version = parser.get_method().decode("latin-1"), parser.get_http_version()
        request = Request(method, _origin_form(self._url), version, self._fields, self._server, self._client)
        self._request = request
        length = request.headers.get("content-length")
        coding = request.headers.get("transfer-encoding")
        self._goes_on = parser.should_keep_alive() and method != "CONNECT"
        if coding is not None and version != "1.1":
            self._goes_on = False  # a proxy of that version may see another end of it (RFC 9112, 6.1)
        if parser.should_upgrade() and (coding is not None or int(length or 0)):
            self._framing = f"transfer-encoding: {coding}" if length is None else f"content-length: {length}"
        self.asks = version == "1.1" and request.headers.get("expect", "").lower() == "100-continue"
        if coding is None and (length is None or int(length) <= SHORT):
            self.text = []
            return
        self.long = Long(self._body_seconds, self._wants_more)
        self.ready.append((request, self.long, self._goes_on))

    def on_body(self, piece: bytes) -> None:
        """Take a part of the body."""
        self._size = 0
        if self.text is not None:
            self.text.append(piece)
        elif self.long is not None:
            self.long.add(piece)

    def on_message_complete(self) -> None:
        """The request is there as a whole."""
        if self._framing:
            return
        self._in_head = True
        self.asks = False
        self._size = 0
        if self.text is not None:
            assert self._request is not None
            self.ready.append((self._request, Short(b"".join(self.text)), self._goes_on))
            self.text = None
        elif self.long is not None:
            self.long.end()
            self.long = None


def _nothing() -> None:
    """Do nothing."""


def _origin_form(target: bytes) -> bytes:
    """Return the target without scheme and authority, which a request to a proxy has (RFC 9112, 3.2.2)."""
    found = None if target.startswith(b"/") else ABSOLUTE.match(target)
    if found is None:
        return target
    rest = target[found.end() :]
    return rest if rest.startswith(b"/") else b"/" + rest
