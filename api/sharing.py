"""What many readers of one table share: what is encoded for them, and the wait for what comes next."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import partial

from domain.ledger.parking import Signal, pause, signal

WOKEN_AT_ONCE = 16  # readers; then those who act have their turn
KEPT_BYTES = 16 * 1024 * 1024  # of all pieces together; an entry is about 1 kB, and readers are seldom far apart


class Shared:
    """The pieces used last. Two readers may make one at the same time: nobody waits for another here."""

    def __init__(self, most: int = KEPT_BYTES) -> None:
        self._most = most
        self._bytes = 0
        self._pieces: OrderedDict[Hashable, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """Return the piece with this key, made if it is not here."""
        with self._lock:
            found = self._pieces.get(key)
            if found is not None:
                self._pieces.move_to_end(key)
                return found
        made = make()
        with self._lock:
            if key not in self._pieces:
                self._pieces[key] = made
                self._bytes += len(made)
            while self._bytes > self._most:
                self._bytes -= len(self._pieces.popitem(last=False)[1])
        return made


class Room:
    """The readers of one table who wait, one of whom asks the store for all of them."""

    def __init__(self) -> None:
        self.head = 0  # the last entry that anybody here heard of
        self.led = False
        self.waiting: dict[Signal, None] = {}  # in the order of arrival

    def appoint(self) -> None:
        """Let the next reader ask, where nobody does."""
        following = next(iter(self.waiting), None)
        if following is not None and not self.led:
            following.set()


class Rooms:
    """Lets readers wait together: one wait of the store for a table, and those who act go on between its readers."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._rooms: dict[str, Room] = {}

    def wait(self, table: str, after: int, seconds: float, ask: Callable[[float], int]) -> None:
        """Stand still until a table has an entry after one, `seconds` at most; raises `GoneError` and as `ask` does.

        `ask` waits so long by itself and returns the head.
        """
        left, end = seconds, time.monotonic() + seconds
        while True:
            with self._lock:
                room = self._rooms.setdefault(table, Room())
                if room.head > after:
                    return
                room.head = after  # there are as many: whoever saw fewer need not wait
                leads, room.led = not room.led, True
                mine = signal()
                if not leads:
                    room.waiting[mine] = None
            if leads:
                self._lead(table, room, after, partial(ask, left))
                return
            self._follow(table, room, mine, after, left)
            left = end - time.monotonic()
            if left <= 0 or room.head > after:  # the room may have been given up meanwhile
                return

    def _lead(self, table: str, room: Room, after: int, ask: Callable[[], int]) -> None:
        head = 0
        try:
            head = ask()
        finally:
            with self._lock:
                room.led, room.head = False, max(room.head, head)
                others = tuple(room.waiting) if room.head > after else ()
                self._leave(table, room, news=bool(others))
        for number, other in enumerate(others, 1):
            other.set()
            if number % WOKEN_AT_ONCE == 0:
                pause()

    def _follow(self, table: str, room: Room, mine: Signal, after: int, seconds: float) -> None:
        try:
            mine.wait(seconds)
        finally:
            with self._lock:
                del room.waiting[mine]
                self._leave(table, room, news=room.head > after)

    def _leave(self, table: str, room: Room, *, news: bool) -> None:
        """Leave a room in order: somebody asks for those who stay, unless all are woken; an empty one is given up."""
        if room.waiting:
            if not news:
                room.appoint()
        elif not room.led and self._rooms.get(table) is room:
            del self._rooms[table]
