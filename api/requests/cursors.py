"""Cursors of lists that must not be read beyond what their first page was allowed: only this service can write one."""

from __future__ import annotations

import hmac
import re
from typing import NamedTuple

from api.service import Service
from api.wire.problems import ProblemError
from domain.record.canonical import b64, unb64
from domain.record.keys import FORMAT

MAC_BYTES = 16
_PLACES = re.compile(rb"([0-9]{1,9}) ([0-9]{1,9})")


class Cursor(NamedTuple):
    """Where a page begins, after so many rows, and where the list ends that its first page was a part of."""

    after: int
    upto: int


def text_of(service: Service, cursor: Cursor, *of: object) -> str:
    """Return a cursor as a caller gets it, good for nothing but the list of this table, caller and so on (`of`)."""
    places = b"%d %d" % cursor
    return b64(_mac(service, places, of) + places)


def cursor_of(service: Service, text: str, *of: object) -> Cursor:
    """Return the cursor that `text_of` wrote; raises `ProblemError` (`invalid_cursor`)."""
    try:
        sent = unb64(text)
    except ValueError:
        sent = b""
    mac, places = sent[:MAC_BYTES], sent[MAC_BYTES:]
    found = _PLACES.fullmatch(places)
    if found is None or not hmac.compare_digest(mac, _mac(service, places, of)):
        raise ProblemError("invalid_cursor", "Use `next` of the page before, unchanged.")
    return Cursor(int(found[1]), int(found[2]))


def _mac(service: Service, places: bytes, of: tuple[object, ...]) -> bytes:
    message = b"\0".join([f"{FORMAT}/cursor".encode(), *[str(one).encode() for one in of], places])
    return hmac.digest(service.settings.server_key, message, "sha256")[:MAC_BYTES]
