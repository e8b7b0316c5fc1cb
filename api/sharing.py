"""What many readers of one table share: what is encoded for them, and the wait for what comes next."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeAlias, TypeVar

from domain.ledger.parking import pause, signal

AT_ONCE = 50  # readers that take what is new; then those who act have their turn
WEIGHT = 3  # to wake a reader, or to look for it alone, takes as long as so many who take what is there
KEPT_BYTES = 16 * 1024 * 1024  # of all pieces together; an entry is about 1 kB, and readers are seldom far apart

KEPT_COPIES = 128  # copies of tables that their viewers look at; one of 211 entries of Panzer Clash is 0.5 MB

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
Take: TypeAlias = Callable[[dict[Hashable, Any]], bool]


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


class Latest(Generic[K, V]):
    """Values used last, which never change: whoever makes a later one puts it in the place of the old one."""

    def __init__(self, most: int = KEPT_COPIES) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: K) -> V | None:
        """Return the value with this key, if it is here."""
        with self._lock:
            found = self._values.get(key)
            if found is not None:
                self._values.move_to_end(key)
            return found

    def put(self, key: K, value: V) -> None:
        """Keep a value; the one that was used longest ago goes."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)


class Waiter:
    """A reader who waits: how far it is, and how it takes what is new without waking, if it can."""

    def __init__(self, at: int, take: Take | None) -> None:
        self.at = at
        self.signal = signal()
        self._take = take

    def takes(self, head: int, made: dict[Hashable, Any]) -> bool:
        """Let it take what is new up to an entry at least; say whether it did."""
        if self._take is None or not self._take(made):
            return False
        self.at = head
        return True


class Room:
    """The readers of one table who wait, one of whom asks the store for all of them."""

    def __init__(self) -> None:
        self.head = 0  # the last entry that anybody here heard of
        self.led = False
        self.waiting: dict[Waiter, None] = {}  # in the order of arrival

    def behind(self) -> list[Waiter]:
        """Return who waits and has not been told of the last entry."""
        return [one for one in self.waiting if one.at < self.head]

    def appoint(self) -> None:
        """Let the next reader ask, where nobody does."""
        following = next(iter(self.waiting), None)
        if following is not None and not self.led:
            following.signal.set()


class Rooms:
    """Lets readers wait together: one wait of the store for a table, and those who act go on between its readers."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._rooms: dict[str, Room] = {}

    def wait(
        self, table: str, after: int, seconds: float, ask: Callable[[int, float], int], take: Take | None = None
    ) -> None:
        """Stand still until a table has an entry after one, `seconds` at most; raises `GoneError` and as `ask` does.

        `ask` waits by itself for an entry after one, so long at most, and returns the head. With `take` the reader
        stands still as long as that takes what is new; it is called by whoever asks, on the same thread, with what
        was made for others at the same moment.
        """
        mine, end = Waiter(after, take), time.monotonic() + seconds
        while True:
            with self._lock:
                room = self._rooms.setdefault(table, Room())
                if room.head > mine.at:
                    return
                room.head = mine.at  # there are as many: whoever saw fewer need not wait
                leads, room.led = not room.led, True
                if not leads:
                    room.waiting[mine] = None
            if leads:
                self._lead(table, room, mine, end, ask)
                return
            self._follow(table, room, mine, end)
            if time.monotonic() >= end or room.head > mine.at:  # the room may have been given up meanwhile
                return
            mine.signal.clear()

    def _lead(self, table: str, room: Room, mine: Waiter, end: float, ask: Callable[[int, float], int]) -> None:
        try:
            while True:
                head = ask(mine.at, max(0.0, end - time.monotonic()))
                if head <= mine.at:
                    return
                room.head = max(room.head, head)
                self._tell(room)
                if not mine.takes(room.head, {}):
                    return
        finally:
            with self._lock:
                room.led = False
                self._leave(table, room)

    def _tell(self, room: Room) -> None:
        """Let everybody who is behind take what is new, and wake who cannot; others act now and then."""
        while behind := self._behind(room):
            effort, made = 0, dict[Hashable, Any]()
            for one in behind:
                if effort >= AT_ONCE:
                    pause()
                    effort, made = 0, {}  # looked at anew, since others have acted
                looks = len(made)
                if one in room.waiting and not one.takes(room.head, made):
                    self._wake(room, one)
                    effort += WEIGHT
                effort += 1 + WEIGHT * (len(made) - looks)

    def _behind(self, room: Room) -> list[Waiter]:
        with self._lock:
            return room.behind()

    def _wake(self, room: Room, one: Waiter) -> None:
        with self._lock:
            room.waiting.pop(one, None)
        one.signal.set()

    def _follow(self, table: str, room: Room, mine: Waiter, end: float) -> None:
        try:
            mine.signal.wait(max(0.0, end - time.monotonic()))
        finally:
            with self._lock:
                room.waiting.pop(mine, None)
                self._leave(table, room)

    def _leave(self, table: str, room: Room) -> None:
        """Leave a room in order: somebody asks for those who stay; an empty one is given up."""
        if room.waiting:
            room.appoint()
        elif not room.led and self._rooms.get(table) is room:
            del self._rooms[table]
