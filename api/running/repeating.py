"""Something that a process does again and again beside the requests, on a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Repeating:
    """Does something every so many seconds until it is stopped; a pause comes first, unless it begins `at_once`."""

    def __init__(self, name: str, seconds: float, do: Callable[[], object], *, at_once: bool = False) -> None:
        self._seconds = seconds
        self._at_once = at_once
        self._do = do
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Finish what is being done, and end; nothing happens where it never began."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        if self._at_once:
            self._do()
        while not self._stopped.wait(self._seconds):
            self._do()
