"""A request that takes long, made in a thread so that the player can do something meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

LOOK = 0.05  # seconds between looks at what is typed
GRACE = 1.0  # seconds after which others keep a player waiting; bots answer sooner

T = TypeVar("T")


def begun(request: Callable[[], T]) -> Future[T]:
    """Begin a request; the thread keeps no program from ending."""
    answer: Future[T] = Future()

    def run() -> None:
        try:
            answer.set_result(request())
        except Exception as error:  # noqa: BLE001
            answer.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return answer
