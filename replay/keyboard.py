"""Keys of a terminal, one by one, none lost and none shown, however fast they come."""

from __future__ import annotations

import codecs
import os
import re
import select
import signal
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager

from replay.keys import RESIZED

READ = 1024  # bytes that may wait in one go: a held key, a fast hand
ESCAPE_PAUSE = 0.05  # seconds; the rest of a key that begins with Escape comes sooner, even over a slow line
_ONE_KEY = re.compile("\x1b\\[[0-?]*[ -/]*[@-~]|\x1bO[A-Za-z]|.", re.DOTALL)
_UNFINISHED = re.compile("\x1b(\\[[0-?]*[ -/]*|O)?")  # more may follow, as reads cut keys anywhere


class Keyboard:
    """The keys of standard input, which must be a terminal. Keys come inside `single`."""

    def __init__(self) -> None:
        self._source = sys.stdin.fileno()
        self._typed = ""  # and not yet asked for
        self._characters = codecs.getincrementaldecoder("utf-8")("ignore")
        self._before = termios.tcgetattr(self._source)

    @contextmanager
    def single(self) -> Iterator[None]:
        """Give keys at once and without an echo; the interrupt key still interrupts."""
        mode = termios.tcgetattr(self._source)
        mode[3] &= ~(termios.ICANON | termios.ECHO)
        termios.tcsetattr(self._source, termios.TCSADRAIN, mode)
        try:
            with self._told_of_sizes():
                yield
        finally:
            termios.tcsetattr(self._source, termios.TCSADRAIN, self._before)

    @contextmanager
    def _told_of_sizes(self) -> Iterator[None]:
        """Let a new size of the terminal end the wait for a key; a pipe tells of it, so that no key gets lost."""
        self._sizes, told = os.pipe()
        os.set_blocking(told, False)
        before = signal.signal(signal.SIGWINCH, lambda *_: None)
        old = signal.set_wakeup_fd(told, warn_on_full_buffer=False)
        try:
            yield
        finally:
            signal.set_wakeup_fd(old)
            signal.signal(signal.SIGWINCH, before)
            os.close(told)
            os.close(self._sizes)

    def key(self) -> str:
        """Wait for the next key, or return `RESIZED`; raises `EOFError` when the terminal has gone."""
        while not self._typed or _UNFINISHED.fullmatch(self._typed):
            pause = ESCAPE_PAUSE if self._typed else None
            ready, _, _ = select.select([self._source, self._sizes], [], [], pause)
            if self._source in ready:
                self._read()
            elif ready:
                os.read(self._sizes, READ)
                return RESIZED
            else:  # nothing follows: it was the Escape key, or a key that we do not know
                return self._take(len(self._typed))
        found = _ONE_KEY.match(self._typed)
        assert found is not None, "the pattern takes any character"
        return self._take(found.end())

    def _read(self) -> None:
        try:
            text = os.read(self._source, READ)
        except OSError:  # what some systems say of a terminal that has gone
            text = b""
        if not text:
            raise EOFError
        self._typed += self._characters.decode(text)

    def _take(self, length: int) -> str:
        key, self._typed = self._typed[:length], self._typed[length:]
        return key
