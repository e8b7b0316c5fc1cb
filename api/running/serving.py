"""The service as a process: granian in front, the application, its bots and its clock in each worker."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

from flask import Flask
from granian.constants import HTTPModes, Interfaces
from granian.log import LogLevels
from granian.server.mp import MPServer

from api.app import create_app
from api.running.bots import BotRunner
from api.running.clocks import ClockRunner
from api.service import now_ms
from api.settings import Settings
from domain.ledger.store import Store, open_store

GRACE = 15  # seconds that a worker has to end what it is doing; a request that waits is let go at once
IDLE_THREAD = 600  # seconds; granian's most: a thread that ends takes its place in line with it
ORPHAN_LOOK = 1.0  # seconds between looks whether the main process is still there


def fits(record: logging.LogRecord) -> bool:
    """Leave out granian's warning of many threads: most of ours only wait for somebody's turn."""
    return "Python threads" not in record.getMessage()


LOGGING = {  # messages go to stderr: stdout belongs to what a command prints
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}},
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "stream": "ext://sys.stderr",
            "formatter": "line",
            "filters": [fits],
        }
    },
}


def logging_config(level: str) -> dict[str, Any]:
    """Return the configuration of all loggers for a level."""
    top = {"handlers": ["stderr"], "level": level.upper()}
    ours = ("_granian", "granian.access")
    return {**LOGGING, "root": top, "loggers": {name: {**top, "propagate": False} for name in ours}}


def application(settings: Settings, stopping: Connection) -> Flask:
    """Return the application of one worker with its bots and its clock running."""
    store = open_store(settings.database)
    bots = BotRunner(store, now_ms)
    clock = ClockRunner(store, now_ms)
    app = create_app(settings, store, clock=now_ms, bots=bots)
    bots.start()
    clock.start()
    leaving = partial(_leave, store, stopping, os.getppid())
    threading.Thread(target=leaving, name="leaving", daemon=True).start()
    return app


def _leave(store: Store, stopping: Connection, parent: int) -> None:
    """Let waiting requests go when the service stops; stop when the main process is gone.

    What comes through `stopping` is never read, so that every worker sees it.
    """
    while not stopping.poll(ORPHAN_LOOK):
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGTERM)
            break
    store.release()


class Server(MPServer):
    """Granian that tells its workers when it stops, and stops when its terminal closes."""

    stopping: Connection  # no shared event: to set one waits for its waiters, for ever if one of them was killed

    def signal_handler_reload(self, *_: Any) -> None:
        """SIGHUP: the terminal has gone; granian would start its workers anew and go on unseen."""
        interrupt: Callable[[], None] = super().signal_handler_interrupt
        interrupt()

    def shutdown(self, exit_code: int = 0) -> None:
        """Stop the workers gracefully."""
        self.stopping.send_bytes(b"stop")
        stop: Callable[[int], None] = super().shutdown
        stop(exit_code)


def run(settings: Settings, *, started: Callable[[], None]) -> None:
    """Serve until a signal comes; `started` is called once the address is bound."""
    server = Server(
        "matchledger",
        address=settings.host,
        port=settings.port,
        interface=Interfaces.WSGI,
        workers=settings.workers,
        blocking_threads=settings.threads,
        blocking_threads_idle_timeout=IDLE_THREAD,
        http=HTTPModes.http1,
        websockets=False,
        log_level=LogLevels(settings.log_level),
        log_dictconfig=logging_config(settings.log_level),
        log_access=settings.log_level == "debug",
        workers_kill_timeout=GRACE,
    )
    heard, server.stopping = multiprocessing.Pipe(duplex=False)
    server.on_startup(started)
    server.serve(target_loader=partial(application, settings, heard), wrap_loader=False)
