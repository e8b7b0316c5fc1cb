"""The service as a process: granian in front, the application, its bots and its clock in each worker."""

from __future__ import annotations

import gc
import logging
import multiprocessing
import os
import resource
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.mp import MPServer

from api.app import create_app
from api.copies.helpers import helping
from api.logs import formatter
from api.metrics import shared
from api.resources.plainly import Plainly
from api.running.bots import BotRunner
from api.running.bridge.server import Bridge
from api.running.clocks import ClockRunner
from api.running.connections import ConnectionsRunner
from api.running.heartbeats import Heartbeat
from api.running.idle import IdleRunner
from api.running.tournaments import TournamentRunner
from api.running.webhooks.post import Post
from api.service import EXTENSION, now_ms
from api.settings import LogFormat, Settings
from domain.ledger.store import Store, open_store

GRACE = 15  # seconds that a worker has to end what it is doing; a request that waits is let go at once
OWN_FILES = 128  # files that a worker may need beside its connections: the database's, pipes, the log
MOST_CONNECTIONS = 100_000  # of a worker; each takes some 20 kB
SWITCH_SECONDS = 0.001  # that something long may compute aside before the loop has its turn; Python's own is 5 ms
YOUNG = 10_000  # objects made until cycles are looked for; Python's own 700 are less than 16 commands make
REACHED_LOOK = 0.02  # seconds between looks whether the first worker listens
ORPHAN_LOOK = 1.0  # seconds between looks whether the main process is still there


SUPPRESSED = "Python threads"


def fits(record: logging.LogRecord) -> bool:
    """Leave out granian's warning of many threads: most of ours only wait for somebody's turn."""
    return SUPPRESSED not in record.getMessage()


LOGGING = {  # messages go to stderr: stdout belongs to what a command prints
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "stream": "ext://sys.stderr",
            "formatter": "line",
            "filters": [fits],
        }
    },
}


def logging_config(level: str, form: LogFormat = "text") -> dict[str, Any]:
    """Return the configuration of all loggers for a level."""
    top = {"handlers": ["stderr"], "level": level.upper()}
    ours = ("_granian", "granian.access")
    line = {"()": partial(formatter, form, messages=level == "debug")}
    return {
        **LOGGING,
        "formatters": {"line": line},
        "root": top,
        "loggers": {name: {**top, "propagate": False} for name in ours},
    }


def application(settings: Settings, stopping: Connection) -> Bridge:
    """Return what granian calls in one worker, with its bots and its clock running."""
    store = open_store(settings.database)
    bots = BotRunner(store, now_ms)
    clock = ClockRunner(store, now_ms)
    app = create_app(settings, store, clock=now_ms, bots=bots, helpers=helping())
    Heartbeat(store, now_ms, app.extensions[EXTENSION].limits.share).start()  # before anybody acts for a seat
    bots.start()
    clock.start()
    ConnectionsRunner(app.extensions[EXTENSION].connections, store, settings, now_ms).start()
    IdleRunner(store, settings, now_ms).start()
    TournamentRunner(store, settings.server_key, bots, now_ms).start()
    post = Post(store, settings, now_ms)
    post.start()
    sys.setswitchinterval(SWITCH_SECONDS)
    leaving = partial(_leave, store, post, stopping, os.getppid())
    threading.Thread(target=leaving, name="leaving", daemon=True).start()
    shortcut = Plainly(app.extensions[EXTENSION])
    _spare_collector()
    return Bridge(app.wsgi_app, threads=settings.threads, body_seconds=settings.body_seconds, shortcut=shortcut)


def _spare_collector() -> None:
    """Let the collector of cycles pass over what lives as long as the process, and look less often at the rest."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG)


def connections() -> int:
    """Let this process and its workers have as many files as they may, and return how many connections that allows."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    return max(1, min(most - OWN_FILES, MOST_CONNECTIONS))


def _leave(store: Store, post: Post, stopping: Connection, parent: int) -> None:
    """Let waiting requests go and end the post when the service stops; stop when the main process is gone.

    What comes through `stopping` is never read, so that every worker sees it.
    """
    while not stopping.poll(ORPHAN_LOOK):
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGTERM)
            break
    store.release()
    post.stop()


class Server(MPServer):
    """Granian that tells its workers when it stops, and stops when its terminal closes."""

    stopping: Connection  # no shared event: to set one waits for its waiters, for ever if one of them was killed

    def signal_handler_interrupt(self, *args: Any) -> None:
        """SIGTERM and SIGINT; a worker that was forked has this handler too until it has its own, once it is made.

        Until then it serves nobody, and ends at once; where both were sent to all, the main process passes SIGINT on.
        """
        if os.getpid() == self.pid:
            interrupt: Callable[..., None] = super().signal_handler_interrupt
            interrupt(*args)
        elif args[:1] == (signal.SIGTERM,):
            os._exit(0)

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
    """Serve until a signal comes; `started` is called, in a thread of its own, once the address can be reached."""
    server = Server(
        "matchledger",
        address=settings.host,
        port=settings.port,
        interface=Interfaces.RSGI,
        workers=settings.workers,
        backpressure=connections(),
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=settings.idle_seconds * 1000),
        websockets=False,
        log_level=LogLevels(settings.log_level),
        log_dictconfig=logging_config(settings.log_level, settings.log_format),
        log_access=False,  # `watching` says more, and what it says is clean
        workers_kill_timeout=GRACE,
    )
    heard, server.stopping = multiprocessing.Pipe(duplex=False)
    telling = partial(_tell_when_reached, settings.host, settings.port, started)
    server.on_startup(threading.Thread(target=telling, name="telling", daemon=True).start)
    if settings.metrics_port is not None:
        server.on_startup(partial(_tell_figures, settings.host, settings.metrics_port))
    loader: Any = partial(
        application, settings, heard
    )  # an object with `__rsgi__`: granian's types know functions only
    server.serve(target_loader=loader, wrap_loader=False)


def _tell_when_reached(host: str, port: int, started: Callable[[], None]) -> None:
    """Call `started` once somebody listens, which a worker does a while after granian has bound the address."""
    while not _is_reached(host, port):
        time.sleep(REACHED_LOOK)
    started()


def _is_reached(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=1).close()
    except OSError:
        return False
    return True


def _tell_figures(host: str, port: int) -> None:
    """Serve the figures of all workers at a port of their own, from a thread of the main process."""
    from prometheus_client import start_http_server

    start_http_server(port, addr=host, registry=shared())
