"""Keys of a terminal, one by one, none lost and none shown, however fast they come."""

from __future__ import annotations

import os
import re
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager

READ = 1024  # bytes that may wait in one go: a held key, a fast hand
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
            yield
        finally:
            termios.tcsetattr(self._source, termios.TCSADRAIN, self._before)

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
        """Wait for the next key; raises `EOFError` when the terminal has gone."""
        while not self._waiting:
            text = os.read(self._source, READ)
            if not text:
                raise EOFError
            self._waiting = _ONE_KEY.findall(text.decode(errors="ignore"))
        return self._waiting.pop(0)
