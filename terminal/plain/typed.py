"""What is typed: lines at a question, and lines while nothing is asked."""

from __future__ import annotations

import os
import queue
import sys
import threading
from contextlib import suppress

if sys.platform == "win32":
    import msvcrt
else:
    import termios

CHUNK = 65_536  # bytes of one read
BREATH = 1.0  # seconds between looks whether Ctrl-C was pressed: Windows interrupts no wait for a thread


class Typed:
    """The lines of a file descriptor, which a person types in a terminal or a script sends through a pipe.

    A thread reads them, on every system, so that the program may do something else meanwhile; they are read here and
    nowhere else, so that nothing waits unseen in the buffer of a library. The reading begins with the first question.
    """

    def __init__(self, source: int = 0) -> None:
        self._source = source
        self._lines: queue.Queue[str | None] = queue.Queue()  # `None` is the end
        self._first: str | None = None  # taken from the queue, and not yet by anybody
        self._ended = False
        self._reader: threading.Thread | None = None

    @property
    def live(self) -> bool:
        """Whether a person sees the questions and answers them, not a script that knows them beforehand."""
        try:
            return os.isatty(self._source)
        except OSError:
            return False

    def line(self) -> str:
        """Wait for a line and take it; raises `EOFError` at the end."""
        while (text := self._peek(BREATH)) is None:
            pass
        self._first = None
        return text

    def next(self, seconds: float) -> str | None:
        """Return the line that `line` would take, without taking it, once one is there; raises `EOFError` at the end.

        After so many seconds it is `None`.
        """
        return self._peek(seconds)

    def forget(self) -> None:
        """Throw away what a person typed before there was a question; a script's lines stay.

        Where no terminal can be told to do so (Windows), a line that was begun and not finished stays.
        """
        if not self.live:
            return
        self._first = None
        with suppress(queue.Empty):
            while not self._ended:
                self._ended = self._lines.get_nowait() is None
        if sys.platform == "win32":
            while msvcrt.kbhit():
                msvcrt.getwch()
        else:
            termios.tcflush(self._source, termios.TCIFLUSH)

    def _peek(self, seconds: float) -> str | None:
        """Return the next line without taking it, `None` if none comes in time; raises `EOFError` at the end."""
        if self._reader is None:
            self._reader = threading.Thread(target=self._read, name="typed", daemon=True)
            self._reader.start()
        if self._first is None and not self._ended:
            try:
                self._first = self._lines.get(timeout=seconds)
            except queue.Empty:
                return None
            self._ended = self._first is None
        if self._ended:
            raise EOFError
        return self._first

    def _read(self) -> None:
        """Put every line into the queue, at last the end."""
        rest = b""
        while chunk := self._chunk():
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self._lines.put(_text(line))
        if rest:
            self._lines.put(_text(rest))
        self._lines.put(None)

    def _chunk(self) -> bytes:
        try:
            return os.read(self._source, CHUNK)
        except OSError:  # closed, or a terminal that went away
            return b""


def _text(line: bytes) -> str:
    return line.decode(errors="replace").strip()
