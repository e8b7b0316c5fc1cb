"""How code waits, so that thousands may wait without a thread for each.

Code of the ledger and of requests waits for others by three words, and knows nothing else of who runs it:

- `signal()`: somebody else, on any thread, will `set` it; `wait` stands still until then.
- `Turn`: a lock whose holder may wait while it holds it.
- `aside(call)`: do something long, or something that blocks otherwise, where it keeps nobody from acting.

On an ordinary thread these block the thread. A `Host` may run many requests on one thread, as the bridge of the server
does with greenlets: there whoever waits is parked, and the thread goes on with others. Never wait inside a
transaction: it belongs to the thread.

A wait that is bounded in time ends with `GoneError` when its request has nobody left to answer to; one without a bound
does not, for something is being done that must not be broken off half-way.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Hashable
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class GoneError(BaseException):
    """Nobody is left to answer to; no error of the service, so that nothing but `finally` meets it on its way up."""


class Signal(Protocol):
    """Stands still for whoever made it until somebody sets it; the four words of `threading.Event`."""

    def set(self) -> None:
        """Let the waiter go on; from any thread."""

    def clear(self) -> None:
        """Wait again from now on."""

    def is_set(self) -> bool:
        """Say whether it was set."""

    def wait(self, timeout: float | None = None) -> bool:
        """Stand still until it is set, for `timeout` seconds at most; say whether it was.

        Raises `GoneError`, with a timeout only.
        """


class Host(Protocol):
    """Runs many requests on one thread, and parks those that wait."""

    def signal(self) -> Signal:
        """Return a signal for the request that runs now."""

    def pause(self) -> None:
        """Let everybody else who can go on do so first."""

    def aside(self, call: Callable[[], T]) -> T:
        """Call this on another thread, with the request's context, and park until it has returned."""

    kept: dict[Hashable, Any]  # what `keep` has kept in this turn

    def keep(self, what: Hashable, call: Callable[[], T]) -> T:
        """Call this and keep what it gives for everybody who is here by now; it is gone before anybody comes later."""


class _Here(threading.local):
    host: Host | None = None


_here = _Here()


def hosted_by(host: Host | None) -> None:
    """Let this host run the requests of this thread."""
    _here.host = host


def is_hosted() -> bool:
    """Say whether a host runs many requests on this thread."""
    return _here.host is not None


def signal() -> Signal:
    """Return a signal that its maker can wait for."""
    host = _here.host
    return threading.Event() if host is None else host.signal()


def pause() -> None:
    """Let everybody else who can go on do so first; threads do so by themselves."""
    host = _here.host
    if host is not None:
        host.pause()


def aside(call: Callable[[], T]) -> T:
    """Call this where it keeps nobody else from acting; return or raise what it does."""
    host = _here.host
    return call() if host is None else host.aside(call)


def once_a_turn(what: Hashable, call: Callable[[], T]) -> T:
    """Return what this call gave to another request that was here before it was called, else call it."""
    host = _here.host
    if host is None:
        return call()
    kept: T = host.kept[what] if what in host.kept else host.keep(what, call)
    return kept


class Turn:
    """A lock in the order of arrival, whose holder may wait meanwhile; for requests of hosts and threads alike."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held = False
        self._queue: deque[Signal] = deque()

    def __enter__(self) -> None:
        with self._lock:
            if not self._held:
                self._held = True
                return
            mine = signal()
            self._queue.append(mine)
        try:
            mine.wait()  # whoever leaves hands it over
        except BaseException:  # such as the interrupt key: the others must not wait for ever
            self._withdraw(mine)
            raise

    def __exit__(self, *_: object) -> None:
        with self._lock:
            if not self._queue:
                self._held = False
                return
            following = self._queue.popleft()
        following.set()

    def _withdraw(self, mine: Signal) -> None:
        with self._lock:
            waiting = mine in self._queue
            if waiting:
                self._queue.remove(mine)
        if not waiting:
            self.__exit__()
