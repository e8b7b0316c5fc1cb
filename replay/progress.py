"""A progress bar for work that takes long: on stderr, in a terminal, and only after two seconds."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from types import TracebackType

from programs.hearing import heard

PATIENCE = 2.0  # seconds until a bar appears
EVERY = 0.1  # seconds between two pictures of it
WIDTH = 30  # columns of the bar itself


class Progress:
    """Called with the work done and the work in all; used as a context, whose end wipes the bar away."""

    def __init__(self, label: str, *, now: Callable[[], float] = time.monotonic) -> None:
        self._label = heard(label)
        self._now = now
        self._next = now() + PATIENCE
        self._drawn = False

    def __enter__(self) -> Progress:
        return self

    def __call__(self, done: int, in_all: int) -> None:
        """Show how far the work is."""
        if self._now() < self._next or not sys.stderr.isatty():
            return
        self._next = self._now() + EVERY
        self._drawn = True
        share = min(done / in_all, 1.0) if in_all else 1.0
        full = round(share * WIDTH)
        sys.stderr.write(f"\r\x1b[K{self._label} [{'#' * full}{'-' * (WIDTH - full)}] {share:4.0%}")
        sys.stderr.flush()

    def clear(self) -> None:
        """Wipe the bar away before something else is written; it comes back with the next picture."""
        if self._drawn:
            self._drawn = False
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.clear()
