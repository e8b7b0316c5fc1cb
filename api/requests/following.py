"""Following one table: its lines as one viewer reads them later, byte for byte, and never as another viewer's."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple

from api.callers.auth import Credential, reader_of
from api.callers.visibility import Sight, known_table, live_sight, seconds_until_more
from api.outlets import Outlet
from api.requests.streaming import ClosedError, joined
from api.service import Service
from api.wire.frames import Form
from api.wire.problems import ProblemError
from api.wire.responses import lines_of
from domain.ledger.errors import StoreError

PAGE = 100  # entries in a piece; a reader of many pieces keeps one of them in memory
BEHIND_AT_MOST = 500  # entries that a reader who was there may miss until it is cut off


class Look(NamedTuple):
    """What a reader sees of a table now."""

    sight: Sight
    present: int  # the last entry of all, in sight or not
    more: float | None  # seconds until time alone shows more, nothing if only another entry will


class News(NamedTuple):
    """What an audience is told next: readers of one viewer at the same place, with the same credentials.

    `piece` is empty where nothing has come into sight.
    """

    piece: bytes
    upto: int
    present: int


class TableFollowed:
    """The entries of a table after one, for one viewer; `asked` names it, else it is the caller's own at the start.

    While the stream waits, whoever wakes for all readers of the table lets each `take` what is new by its `outlet`.
    """

    def __init__(
        self,
        here: Service,
        form: Form,
        table: str,
        credential: Credential | None,
        *,
        asked: str | None,
        after: int | None,
        outlet: Outlet | None = None,
    ) -> None:
        self._here, self._form, self._table, self._credential, self._asked = here, form, table, credential, asked
        self._outlet = outlet or Outlet()
        sight, self._present, self._more = self._look()
        self._viewer, self._head = sight.viewer, sight.n
        self._n = self._head if after is None else after
        self._cursor_known = after is not None and after <= self._head
        self._live = self._asleep = False

    def _look(self) -> Look:
        """Look as every other request of this caller does; raises `ProblemError` as `live_sight` does."""
        reader = reader_of(self._here, self._credential)
        found = known_table(self._here, self._table, reader)
        more = seconds_until_more(self._here, found, reader)
        return Look(live_sight(self._here, found, reader, self._asked), found.book.n, more)

    def opened(self) -> Mapping[str, Any]:
        """Say which table this is, who looks, and up to which entry there is something to see now."""
        return {"table": self._table, "viewer": str(self._viewer), "n": self._head}

    def pieces(self) -> Iterator[bytes]:
        """Yield the lines that are new to the reader."""
        if not self._cursor_known:
            raise ClosedError("unknown_cursor", n=self._head)
        sight, self._present, self._more = self._look()
        if not sight.viewer.covers(self._viewer):
            raise ClosedError("viewer_changed", viewer=str(sight.viewer))
        if self._n > sight.n:  # a standby has taken over that lacks what the reader has
            raise ClosedError("unknown_cursor", n=sight.n)
        if self._live and sight.n - self._n > BEHIND_AT_MOST:
            raise ClosedError("behind", n=sight.n)
        while self._n < sight.n:
            after, self._n = self._n, min(sight.n, self._n + PAGE)
            yield self._piece(sight, after, self._n)
        self._live, self._head = True, sight.n
        if sight.viewer != self._viewer:
            raise ClosedError("viewer_changed", viewer=str(sight.viewer))
        if sight.table.book.secrets_open:
            raise ClosedError("ended")

    def _piece(self, sight: Sight, after: int, upto: int) -> bytes:
        """Return lines of the stream's viewer, made once for everybody who looks as it and is at the same place."""

        def made() -> bytes:
            entries = self._here.store.entries(self._table, after, upto)
            lines = lines_of(sight.table, self._viewer, entries)
            return joined(self._form, ((str(entry.n), line) for entry, line in zip(entries, lines, strict=True)))

        key = (self._table, sight.table.book.head, self._viewer, self._form.media, after, upto)
        return self._here.shared.get(key, made)

    def wait(self, seconds: float) -> None:
        """Wait for an entry, or until time shows more of those that there are."""
        left = seconds if self._more is None else min(seconds, self._more)
        take = self.take if self._outlet.leads_past else None
        self._asleep = True
        try:
            self._here.rooms.wait(self._table, self._present, left, partial(self._here.store.wait, self._table), take)
        finally:
            self._asleep = False

    def take(self, told: dict[Hashable, Any]) -> bool:
        """Send what is new while the stream sleeps, looked at once for its audience; says no where it must wake."""
        audience = (self._credential, self._asked, self._viewer, self._form.media, self._n)
        if audience not in told:
            told[audience] = self._news()
        news: News | None = told[audience]
        if news is None or not self._asleep or self._n != audience[-1]:  # a look may have waited for the store
            return False
        if news.piece and not self._outlet.send(news.piece):
            return False
        self._n, self._head, self._present = news.upto, news.upto, news.present
        return True

    def _news(self) -> News | None:
        """Look for an audience; nothing where there is more to say than a page of entries, or something else."""
        try:
            sight, present, more = self._look()
            ends = sight.viewer != self._viewer or sight.table.book.secrets_open
            if ends or more is not None or not self._n <= sight.n <= self._n + PAGE:
                return None
            upto = sight.n
            piece = self._piece(sight, self._n, upto) if upto > self._n else b""
        except (ProblemError, StoreError):  # each stream meets it itself, and says so
            return None
        return News(piece, upto, present)
