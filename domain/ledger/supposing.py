"""Supposing that no other process has written since a database was asked last, until a transaction says whether so.

To ask a server is a journey, and the transaction that ends a request makes one anyway: its first answer tells. So what
this process knows may be taken for the present as long as nothing but entries comes of it: they are refused with
`OutdatedError` where somebody else has written meanwhile. Whatever else comes of it counts only once `is_true`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar

_present: ContextVar[Supposed | None] = ContextVar("supposed", default=None)


class Supposed:
    """What the code inside supposes: that the database still has the version known last; if none is, it asks."""

    __slots__ = ("_ask", "held", "version")

    def __init__(self, known: int | None, ask: Callable[[], int | None]) -> None:
        self.version = known
        self.held = False  # what came of it is durable
        self._ask = ask

    def __enter__(self) -> Supposed:
        _present.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        _present.set(None)

    def is_true(self) -> bool:
        """Say, outside, whether it was so; asks where no transaction has."""
        return self.version is None or self.held or self.version == self._ask()


def version() -> int | None:
    """Return the version that the code which runs now supposes."""
    now = _present.get()
    return None if now is None else now.version


def hold() -> None:
    """Note that a transaction has found it true, and that what the code which runs now has written is durable."""
    now = _present.get()
    if now is not None:
        now.held = True
