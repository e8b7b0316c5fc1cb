"""The feed of a key: whose tables, how an entry stands in it, and cursors that tell nobody how much others play."""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from api.callers.auth import Caller, Credential, reader_of
from api.callers.visibility import may_know_of, readable
from api.requests.following import BEHIND_AT_MOST, PAGE
from api.requests.streaming import ClosedError, joined
from api.service import Service
from api.wire.frames import EVENTS, Form
from api.wire.problems import ProblemError
from domain.ledger.feeds import Owner, Placed
from domain.record.canonical import b64, unb64
from domain.record.keys import FORMAT
from domain.record.lines import entry_line

FEED = "feed"  # what tickets call this stream; no table has this id
MAC_BYTES = 16
PLACE_BYTES = 8


def owner_of(here: Service, who: Caller) -> Owner:
    """Return whose feed a caller reads; raises `ProblemError` for callers who have none.

    What happens at tables that are closed to the caller by now is not in it, and does not come later.
    """
    if who.kind not in ("player", "organiser"):
        if who.kind == "anybody":
            raise ProblemError("credentials_needed", "Only a player's or an organiser's key has a feed.")
        raise ProblemError("not_allowed", "Only a player's or an organiser's key has a feed.")
    return Owner(who.owner, who.player, _closed(here, who))


def _closed(here: Service, who: Caller) -> tuple[str, ...]:
    """Return the tables of which an organiser may not know who plays the same deal, or will."""
    if who.kind == "player" or who.scope.player is None:
        return ()
    found = here.store.tournaments.rows.private_beside(who.scope.player)
    return tuple([table for table in found if not _may_know_of(here, table, who)])


def _may_know_of(here: Service, table: str, who: Caller) -> bool:
    found = readable(here, table)
    return found is not None and may_know_of(here, found, who)


def item(placed: Placed) -> dict[str, Any] | None:
    """Return an entry of the feed: its table, and the line as a spectator reads it, bytes untouched.

    Nothing for a damaged one; its number is missing then at its table, which tells what it is when asked.
    """
    entry = placed.entry
    if entry is None:
        return None
    line = entry_line(entry.public, entry.hash, {})  # to a spectator nothing sealed is opened
    return {"table": placed.table, "n": entry.n, "line": msgspec.Raw(line)}


def text_of_place(here: Service, who: Caller, place: int) -> str:
    """Return the cursor of a place for one caller.

    Places count the entries of all tables, so they are hidden under a mask that their own authentication code makes
    (a synthetic initialisation vector, as in RFC 5297): the same place has the same cursor, and no two tell a distance.
    """
    plain = place.to_bytes(PLACE_BYTES, "big")
    mac = _mac(here, b"place", who.name.encode(), plain)
    return b64(mac + _masked(here, mac, plain))


def place_of(here: Service, who: Caller, text: str) -> int:
    """Return the place that `text_of_place` hid; raises `ProblemError` (`invalid_cursor`)."""
    try:
        sent = unb64(text)
    except ValueError:
        sent = b""
    mac, masked = sent[:MAC_BYTES], sent[MAC_BYTES:]
    if len(masked) == PLACE_BYTES:
        plain = _masked(here, mac, masked)
        if hmac.compare_digest(mac, _mac(here, b"place", who.name.encode(), plain)):
            return int.from_bytes(plain, "big")
    raise ProblemError("invalid_cursor", "Use `next` of the page before, unchanged.")


def check_place(here: Service, place: int) -> None:
    """Raise `ProblemError` (`invalid_cursor`) for a place of entries that were lost: others will have it."""
    if place > here.store.feeds.last():
        raise ProblemError(
            "invalid_cursor", "What was there is lost: the database is an older one. Begin with `latest`."
        )


def _masked(here: Service, mac: bytes, text: bytes) -> bytes:
    mask = _mac(here, b"mask", mac)[:PLACE_BYTES]
    return bytes([one ^ other for one, other in zip(text, mask, strict=True)])


def _mac(here: Service, *parts: bytes) -> bytes:
    message = b"\0".join([f"{FORMAT}/feed".encode(), *parts])
    return hmac.digest(here.settings.server_key, message, "sha256")[:MAC_BYTES]


class FeedFollowed:
    """The entries of all tables of a key after a place."""

    def __init__(self, here: Service, form: Form, credential: Credential | None, place: int) -> None:
        self._here, self._form, self._credential, self._place = here, form, credential, place
        self._seen = place  # up to here all entries of the store were looked at
        self._live = False

    def opened(self) -> Mapping[str, Any]:
        """Say that it is the feed."""
        return {"stream": FEED}

    def pieces(self) -> Iterator[bytes]:
        """Yield the entries that are new to the reader."""
        most, told, last = PAGE, 0, self._here.store.feeds.last()
        if self._place > last:  # an older database, or a standby that lacks what the reader has
            raise ClosedError("unknown_cursor")
        while True:
            who = reader_of(self._here, self._credential)
            found = self._here.store.feeds.after(owner_of(self._here, who), self._seen, most)
            if found:
                told += len(found)
                if self._live and told > BEHIND_AT_MOST:
                    raise ClosedError("behind")
                self._place = self._seen = found[-1].place
                said = [(placed, shape) for placed in found if (shape := item(placed)) is not None]
                if said:
                    yield joined(self._form, [self._said(who, placed.place, shape) for placed, shape in said])
            if len(found) < most:
                break
        self._live, self._seen = True, max(self._seen, last)

    def _said(self, who: Caller, place: int, shape: dict[str, Any]) -> tuple[str, bytes]:
        cursor = text_of_place(self._here, who, place)
        return cursor, msgspec.json.encode(shape if self._form is EVENTS else {**shape, "cursor": cursor})

    def wait(self, seconds: float) -> None:
        """Wait for an entry of the key's tables."""
        owner = owner_of(self._here, reader_of(self._here, self._credential))
        self._here.store.wait_for_feed(owner, self._seen, seconds)
