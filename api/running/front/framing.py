"""How one answer is framed: what its head says of its body, what is around its pieces, whether it is the last."""

from __future__ import annotations

from api.running.bridge.answers import Fields
from api.running.bridge.request import Request
from api.running.front.heads import head_of

BODILESS = frozenset({204, 304})  # answers that have no body (RFC 9110, 6.4.1), and no length
CLOSES = "connection: close\r\n"
KEEPS = "connection: keep-alive\r\n"  # which an old client must be told


class Framing:
    """Of the answer to a request, or to what never became one."""

    __slots__ = ("_is_bare", "_is_chunked", "_is_old", "_left", "keeps")

    def __init__(self, request: Request | None, *, keeps: bool) -> None:
        self.keeps = keeps  # the connection, after the answer
        self._is_old = request is not None and request.version != "1.1"
        self._is_bare = request is not None and request.method == "HEAD"
        self._is_chunked = False
        self._left: int | None = None  # bytes of the body that were promised and have not come

    def whole(self, status: int, fields: Fields, body: bytes) -> bytes:
        """Return an answer as a whole; raises `ValueError` as `head` does."""
        head = self.head(status, fields, len(body))
        return head if self._is_bare or status in BODILESS else head + body

    def head(self, status: int, fields: Fields, length: int | None = None) -> bytes:
        """Return the head of an answer; one whose length nobody has said comes in chunks, or ends the connection.

        Raises `ValueError` for fields that are none.
        """
        said = ""
        closes_said = False
        for name, value in fields:
            if name == "content-length":
                self._left = int(value)
            elif name == "connection" and value == "close":
                self.keeps, closes_said = False, True
        if self._left is None and status not in BODILESS:
            if length is not None:
                said = f"content-length: {length}\r\n"
            elif self._is_old:
                self.keeps = False
            else:
                self._is_chunked = True
                said = "transfer-encoding: chunked\r\n"
        if not self.keeps:
            said += "" if closes_said else CLOSES
        elif self._is_old:
            said += KEEPS
        return head_of(status, fields, said)

    def piece(self, piece: bytes) -> bytes:
        """Return what is sent for a piece of the body."""
        if self._is_bare or not piece:
            return b""
        if self._is_chunked:
            return b"%x\r\n%b\r\n" % (len(piece), piece)
        if self._left is not None:
            self._left -= len(piece)
        return piece

    def last(self) -> bytes | None:
        """Return what ends the body, nothing where less or more of it has come than was promised."""
        if self._is_bare:
            return b""
        if self._is_chunked:
            return b"0\r\n\r\n"
        return None if self._left else b""
