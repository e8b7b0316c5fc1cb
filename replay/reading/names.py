"""What the players of a table are called: said by the caller, or known to the service that a URL names."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from domain.kernel.display.lines import plain
from domain.kernel.seats import Seat
from replay.errors import NOT_JSON, InputError
from replay.reading.source import fetch, is_url

VIEWERS = ("all", "spectator")


class _Place(msgspec.Struct, frozen=True):
    seat: int
    name: str | None = None
    bot: str | None = None


class _Table(msgspec.Struct, frozen=True):
    seats: tuple[_Place, ...] = ()


class Names(dict[Seat, str]):
    """Names that the caller said, and those of the service that the source leads to once they are asked for."""

    def __init__(self, said: Mapping[Seat, str], source: str, token_file: str | None) -> None:
        super().__init__(said)
        self._source = source
        self._token_file = token_file

    def learnt(self) -> Names:
        """Add what the service knows; what the caller said stays."""
        for seat, name in _names_at(self._source, self._token_file).items():
            self.setdefault(seat, name)
        self._source = ""  # asked once
        return self

    def viewer(self, asked: str) -> str:
        """Return the viewer that a player's name stands for, anything else as it was said; raises `InputError`."""
        if asked in VIEWERS or asked.startswith("seat:"):
            return asked
        seats = [seat for seat, name in self.learnt().items() if name == asked]
        if len(seats) > 1:
            raise InputError(f"{len(seats)} seats are called {asked!r}: use seat:{seats[0]} or another seat's number")
        return f"seat:{seats[0]}" if seats else asked


def _names_at(source: str, token_file: str | None) -> dict[Seat, str]:
    """Return the names of the people at the table of a URL; none for a file, or where the service tells none."""
    if not is_url(source):
        return {}
    address = source.partition("?")[0].rstrip("/").removesuffix("/record")
    try:
        table = msgspec.json.decode(fetch(address, token_file, accept="application/json"), type=_Table)
    except (InputError, *NOT_JSON):
        return {}  # the record says what is wrong, and shows the seats by their numbers
    return {place.seat: plain(place.name) for place in table.seats if place.name and place.bot is None}
