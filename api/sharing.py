"""What many readers get alike, made once: a stream with 2,000 readers encodes each entry once for each kind of them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

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
