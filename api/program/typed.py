"""What a player types: lines at a question, and lines while others are awaited."""

from __future__ import annotations

import os
import select
import sys
import time

if sys.platform != "win32":
    import termios

CHUNK = 65_536  # bytes of one read
WATCHED = sys.platform != "win32"  # there only sockets can be waited for


class Typed:
    """The lines of a file descriptor, which a person types in a terminal or a script sends through a pipe.

    They are read here and nowhere else, so that nothing waits unseen in the buffer of a library.
    """

    def __init__(self, source: int = 0) -> None:
        self._source = source
        self._read = b""  # and not yet taken
        self._ended = False

    @property
    def live(self) -> bool:
        """Whether a person sees the questions and answers them, not a script that knows them beforehand."""
        return os.isatty(self._source)

    def line(self) -> str:
        """Wait for a line and take it; raises `EOFError` at the end."""
        while b"\n" not in self._read and not self._ended:
            self._take()
        if not self._read:
            raise EOFError
        text, _, self._read = self._read.partition(b"\n")
        return text.decode(errors="replace").strip()

    def next(self, seconds: float) -> str | None:
        """Return the line that `line` would take, without taking it, once one is there; raises `EOFError` at the end.

        After so many seconds, or where nothing can be watched, it is `None`.
        """
        if not WATCHED:
            time.sleep(seconds)
            return None
        if b"\n" not in self._read and not self._ended and select.select([self._source], [], [], seconds)[0]:
            self._take()
        if b"\n" not in self._read and not self._ended:
            return None
        if not self._read:
            raise EOFError
        return self._read.partition(b"\n")[0].decode(errors="replace").strip()

    def forget(self) -> None:
        """Throw away what a person typed before there was a question; a script's lines stay."""
        if not self.live:
            return
        self._read = b""
        if sys.platform != "win32":
            termios.tcflush(self._source, termios.TCIFLUSH)

    def _take(self) -> None:
        try:
            chunk = os.read(self._source, CHUNK)
        except OSError:  # closed, or a terminal that went away
            chunk = b""
        self._read += chunk
        self._ended = not chunk
