"""Who is connected, at tables opened to show it: in memory of each process, told to the others every few seconds."""

from __future__ import annotations

from domain.kernel.seats import Seat
from domain.ledger.seats_seen import Seen
from domain.ledger.store import Store

SPARE_MS = 10_000  # between two waits of the longest kind a client may need so long to ask again


class Connections:
    """When seats last asked for anything of their table. A seat is connected for as long as a wait may take after."""

    def __init__(self) -> None:
        self._seen: dict[tuple[str, Seat], int] = {}
        self._told: dict[tuple[str, Seat], int] = {}

    def note(self, table: str, seat: Seat, at: int) -> None:
        """Note that a seat asks for something."""
        self._seen[table, seat] = at

    def connected(self, store: Store, table: str, since: int) -> frozenset[Seat]:
        """Return the seats of a table that asked for something since a moment, here or in another process."""
        told = {seat: at for seat, at in store.seats_seen.of(table).items() if at >= since}
        ours = {seat for (of, seat), at in list(self._seen.items()) if of == table and at >= since}
        return frozenset(ours | told.keys())

    def tell(self, store: Store, since: int) -> int:
        """Tell the other processes what they do not know yet, and forget what was before a moment; return how many."""
        news = [Seen(*of, at) for of, at in list(self._seen.items()) if self._told.get(of) != at and at >= since]
        if news:
            store.seats_seen.put(news, forget=since)
        self._told = {of: at for of, at in self._told.items() if at >= since}
        self._told.update({(seen.table, seen.seat): seen.at for seen in news})
        for of, at in list(self._seen.items()):
            if at < since:
                self._seen.pop(of, None)
        return len(news)


def since(longest_wait: float, at: int) -> int:
    """Return the moment since which a seat must have asked for something to be connected now."""
    return at - int(longest_wait * 1000) - SPARE_MS
