"""The service as a process: the server in front, the application, its bots and its clock in each worker."""

from __future__ import annotations

import asyncio
import gc
import logging
import logging.config
import multiprocessing
import os
import resource
import signal
import socket
import sys
import threading
from collections.abc import Callable, MutableSequence
from functools import partial
from multiprocessing.connection import Connection
from typing import NamedTuple

from api.app import create_app
from api.copies.helpers import helping
from api.logs import logging_config
from api.metrics import shared
from api.resources.plainly import Plainly
from api.running.bots import BotRunner
from api.running.bridge.server import Bridge
from api.running.clocks import ClockRunner
from api.running.connections import ConnectionsRunner
from api.running.front.front import Bounds, Front
from api.running.front.listening import Door, Place, bound
from api.running.group import Group, Serving
from api.running.heartbeats import Heartbeat
from api.running.idle import IdleRunner
from api.running.tournaments import TournamentRunner
from api.running.webhooks.post import Post
from api.service import EXTENSION, now_ms
from api.settings import Settings
from domain.ledger.store import Store, open_store

OWN_FILES = 128  # files that a worker may need beside its connections: the database's, pipes, the log
MOST_CONNECTIONS = 100_000  # of a worker; each takes some 4 kB
SWITCH_SECONDS = 0.001  # that something long may compute aside before the loop has its turn; Python's own is 5 ms
YOUNG = 10_000  # objects made until cycles are looked for; Python's own 700 are less than 16 commands make
ORPHAN_LOOK = 1.0  # seconds between looks whether the main process is still there


logger = logging.getLogger("matchledger.service")


def application(settings: Settings, told: Serving) -> Bridge:
    """Return what answers in one worker, with its bots and its clock running."""
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
    leaving = partial(_leave, store, post, told)
    threading.Thread(target=leaving, name="leaving", daemon=True).start()
    shortcut = Plainly(app.extensions[EXTENSION])
    _spare_collector()
    return Bridge(app.wsgi_app, threads=settings.threads, shortcut=shortcut)


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


def new_event_loop() -> asyncio.AbstractEventLoop:
    """Return the loop of a worker: uvloop's where it is there."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def _leave(store: Store, post: Post, told: Serving) -> None:
    """Let waiting requests go and end the post when the service stops; stop when the main process is gone."""
    while not told.stopping.poll(ORPHAN_LOOK):
        if os.getppid() != told.parent:
            os.kill(os.getpid(), signal.SIGTERM)
            break
    store.release()
    post.stop()


class Address(NamedTuple):
    """Where all processes listen, and what they share about it."""

    listener: socket.socket
    held: MutableSequence[int]  # connections of each
    most: int  # that each may hold
    listens: Connection  # is told by each that listens


def run(settings: Settings, *, started: Callable[[], None]) -> bool:
    """Serve until a signal comes; say whether no process was lost.

    `started` is called, in a thread of its own, once the address can be reached. Raises `OSError` for an address that
    cannot be had.
    """
    logging.config.dictConfig(logging_config(settings.log_level, settings.log_format))
    listener = bound(settings.host, settings.port)
    held = multiprocessing.RawArray("i", settings.workers)
    heard, listens = multiprocessing.Pipe(duplex=False)  # no shared event: to set one waits for whoever waits for it
    at = Address(listener, held, connections(), listens)
    group = Group(partial(_serve, settings, at), settings.workers)
    with listener:
        return group.run(partial(_tell, settings, heard, started))


def _serve(settings: Settings, at: Address, told: Serving) -> None:
    """Be one of the processes: serve until SIGTERM, or until the main process has gone."""
    bridge = application(settings, told)
    loop = new_event_loop()
    asyncio.set_event_loop(loop)
    loop.run_until_complete(_served(settings, bridge, at, told.number))


async def _served(settings: Settings, bridge: Bridge, at: Address, number: int) -> None:
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for each in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(each, stop.set)
    bridge.begin(loop)
    front = Front(loop, bridge, Bounds(settings.idle_seconds, settings.body_seconds))
    door = Door(front, at.listener, Place(number, at.held), at.most)
    try:
        door.open()
    except OSError as error:  # another service was bound to the address as well, and listens already
        logger.error("cannot listen at %s, port %d: %s", settings.host, settings.port, error.strerror)
        return
    at.listens.send_bytes(b"listens")
    logger.info("listening at %s, port %d", settings.host, settings.port)
    await stop.wait()
    door.close()
    await front.stop()


def _tell(settings: Settings, heard: Connection, started: Callable[[], None]) -> None:
    """Tell of the start, and serve figures; once all processes are made, which take no threads with them."""
    telling = partial(_tell_once, heard, started)
    threading.Thread(target=telling, name="telling", daemon=True).start()
    if settings.metrics_port is not None:
        _tell_figures(settings.host, settings.metrics_port)


def _tell_once(heard: Connection, started: Callable[[], None]) -> None:
    """Call `started` once the first worker listens, which is a while after the address was bound."""
    try:
        heard.recv_bytes()
    except EOFError:  # all have ended before one of them listened
        return
    started()


def _tell_figures(host: str, port: int) -> None:
    """Serve the figures of all workers at a port of their own, from a thread of the main process."""
    from prometheus_client import start_http_server

    start_http_server(port, addr=host, registry=shared())
