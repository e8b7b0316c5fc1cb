"""Keys of a terminal, one by one, none lost and none shown, however fast they come."""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager

READ = 1024  # bytes that may wait in one go: a held key, a fast hand
RESIZED = ""  # no key: the terminal has another size
_ONE_KEY = re.compile("\x1b\\[[0-9;]*[A-Za-z~]|\x1bO[A-Za-z]|.", re.DOTALL)


class Keyboard:
    """The keys of standard input, which must be a terminal. Keys come singly inside `single`, lines outside."""

    def __init__(self) -> None:
        self._source = sys.stdin.fileno()
        self._waiting: list[str] = []
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

    @contextmanager
    def lines(self) -> Iterator[None]:
        """Give whole lines for a while, edited and shown as usual."""
        mode = termios.tcgetattr(self._source)
        termios.tcsetattr(self._source, termios.TCSADRAIN, self._before)
        try:
            yield
        finally:
            termios.tcsetattr(self._source, termios.TCSADRAIN, mode)

    def key(self) -> str:
        """Wait for the next key, or return `RESIZED`; raises `EOFError` when the terminal has gone."""
        while not self._waiting:
            ready, _, _ = select.select([self._source, self._sizes], [], [])
            if self._source not in ready:
                os.read(self._sizes, READ)
                return RESIZED
            text = os.read(self._source, READ)
            if not text:
                raise EOFError
            self._waiting = _ONE_KEY.findall(text.decode(errors="ignore"))
        return self._waiting.pop(0)
