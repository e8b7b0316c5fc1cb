"""Notices for a player of many slow games: which tables await it, told anew whenever that has changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from api.callers.auth import Caller, Credential, reader_of
from api.requests.inbox import Inbox, holds, waiting_for
from api.requests.representations import awaited_shape
from api.requests.streaming import joined
from api.service import Service
from api.wire.frames import Form
from api.wire.problems import ProblemError
from domain.table.table import Table

NOTICES = "notices"


def player_of(who: Caller) -> str:
    """Return the player who calls; raises `ProblemError` for anybody else."""
    if who.player is None:
        if who.kind == "anybody":
            raise ProblemError("credentials_needed", "Use a player's key.")
        raise ProblemError("not_allowed", "Only a player has tables to sit at.")
    return who.player


class InboxFollowed:
    """What awaits a player, as long as it differs from what the reader knows by its mark."""

    def __init__(self, here: Service, form: Form, credential: Credential | None, mark: str | None) -> None:
        self._here, self._form, self._credential, self._mark = here, form, credential, mark
        self._signs = (0, 0, 0)  # of the player's tables, when they were looked at

    def opened(self) -> Mapping[str, Any]:
        """Say that it is this stream."""
        return {"stream": NOTICES}

    def pieces(self) -> Iterator[bytes]:
        """Yield what awaits the player now, unless the reader knows it; raises `ProblemError` with its key's end."""
        player = player_of(reader_of(self._here, self._credential))
        self._signs = self._here.store.players.signs(player)
        waiting = waiting_for(self._here, player)
        if waiting.mark != self._mark:
            self._mark = waiting.mark
            yield joined(self._form, [(waiting.mark, msgspec.json.encode(notice(waiting, player)))])

    def wait(self, seconds: float) -> None:
        """Wait until something has happened at the player's tables."""
        player = player_of(reader_of(self._here, self._credential))
        self._here.store.wait_for_player(player, self._signs, seconds)


def notice(waiting: Inbox, player: str) -> dict[str, Any]:
    """Return an inbox in short: its mark, and each table that awaits the player, longest waiting first."""
    return {"mark": waiting.mark, "tables": [_awaiting(table, player) for table in waiting.tables]}


def _awaiting(table: Table, player: str) -> dict[str, Any]:
    seat = next(seat for seat in sorted(table.decisions) if holds(table, seat, player))
    return {"table": table.id, "game": table.book.opened.game, "n": table.book.n, "awaited": awaited_shape(table, seat)}
