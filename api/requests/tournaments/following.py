"""Following a tournament: the lines of its record as they are written, as far as the reader may see them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from api.callers.auth import Credential, reader_of
from api.callers.tournaments import SeenTournament, seen_tournament
from api.requests.following import PAGE
from api.requests.streaming import ClosedError, joined
from api.service import Service
from api.wire.frames import Form
from domain.ledger.tournaments.streams import stream_of
from domain.tournament.log.lines import entry_line


class TournamentFollowed:
    """The entries of a tournament after one."""

    def __init__(
        self, here: Service, form: Form, tournament: str, credential: Credential | None, after: int | None
    ) -> None:
        self._here, self._form, self._tournament, self._credential = here, form, tournament, credential
        seen = self._look()
        self._n = seen.n if after is None else after
        self._cursor_known = after is not None and after <= seen.n
        self._head, self._present = seen.n, self._now()

    def _look(self) -> SeenTournament:
        return seen_tournament(self._here, self._tournament, reader_of(self._here, self._credential))

    def _now(self) -> int:
        return self._here.store.tournaments.head(self._tournament)

    def opened(self) -> Mapping[str, Any]:
        """Say which tournament this is, and up to which entry there is something to see now."""
        return {"tournament": self._tournament, "n": self._head}

    def pieces(self) -> Iterator[bytes]:
        """Yield the lines that are new to the reader."""
        if not self._cursor_known:
            raise ClosedError("unknown_cursor", n=self._head)
        self._present = self._now()
        seen = self._look()
        if self._n > seen.n and self._present < self._n:  # a standby has taken over that lacks what the reader has
            raise ClosedError("unknown_cursor", n=seen.n)
        while self._n < seen.n:
            after, self._n = self._n, min(seen.n, self._n + PAGE)
            entries = self._here.store.tournaments.entries(self._tournament, after, self._n)
            yield joined(self._form, [(str(entry.n), entry_line(entry.public, entry.hash)) for entry in entries])
        if seen.known.book.secret is not None:
            raise ClosedError("ended")

    def wait(self, seconds: float) -> None:
        """Wait for an entry."""
        self._here.store.tournaments.wait(self._tournament, self._present, seconds)


def stream_name(tournament: str) -> str:
    """Return what tickets call the stream of a tournament; no table has this id."""
    return stream_of(tournament)
