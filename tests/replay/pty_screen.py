"""A terminal to run a program in: keys go in, what its last screen shows comes out."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence

PATIENCE = 60.0  # seconds until a screen that does not come is a failure; the processors are shared
QUIET = 0.2  # seconds without output after which a picture is whole
PROGRAM = """\
import fcntl, termios
from {module} import main
fcntl.ioctl(0, termios.TIOCSCTTY, 0)  # the terminal is the program's own: the interrupt key reaches it
main()
"""
_CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_CLEAR = "\x1b[H\x1b[2J"


class Terminal:
    """A program in a terminal of a given size."""

    def __init__(
        self,
        arguments: Sequence[str],
        *,
        columns: int = 100,
        rows: int = 40,
        env: Mapping[str, str] | None = None,
        module: str = "replay.cli",
    ) -> None:
        self._master, slave = pty.openpty()
        self.resize(columns, rows)
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
        self._process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM.format(module=module), *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**kept, "TERM": "xterm", **(env or {})},
            start_new_session=True,
        )
        os.close(slave)
        self.output = ""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._master)

    @property
    def screen(self) -> str:
        """The last picture, without colours."""
        return _CODES.sub("", self.output.rpartition(_CLEAR)[2]).replace("\r\n", "\n")

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size; the program in it is told."""
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def press(self, keys: str) -> None:
        """Press keys, all at once."""
        os.write(self._master, keys.encode())

    def wait(self, good: Callable[[str], bool]) -> str:
        """Wait for a whole picture, one after which nothing more comes; raises `AssertionError` with the last one."""
        end = time.monotonic() + PATIENCE
        while not good(self.screen) or self._more():
            assert time.monotonic() < end, self.screen
            assert self._read(), self.screen
        return self.screen

    def end(self) -> int:
        """Wait for the program's end and return its exit code."""
        end = time.monotonic() + PATIENCE
        while self._read():
            assert time.monotonic() < end, self.screen
        return self._process.wait(PATIENCE)

    def _more(self) -> bool:
        """Say whether the rest of a picture is still on its way: it comes in pieces where the machine is busy."""
        return bool(select.select([self._master], [], [], QUIET)[0])

    def _read(self) -> bool:
        ready, _, _ = select.select([self._master], [], [], 0.5)
        if not ready:
            return True
        try:
            piece = os.read(self._master, 65_536)
        except OSError:  # the other side has gone
            return False
        self.output += piece.decode(errors="replace")
        return bool(piece)
