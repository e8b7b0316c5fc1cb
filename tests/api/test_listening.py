"""Connections come in at one address for several processes: each takes its share, and no more than it can hold."""

from __future__ import annotations

import asyncio
import errno
import multiprocessing
import socket
from collections.abc import Callable, Coroutine, Iterable, Iterator, MutableSequence
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest

from api.running.bridge.server import Bridge
from api.running.front import listening
from api.running.front.front import Bounds, Front
from api.running.front.listening import Door, Place, bound
from api.running.serving import Address, _served
from api.settings import Settings
from domain.ledger import parking

LONG = 60.0  # seconds that nobody waits here
HOST = "127.0.0.1"


def nothing(_: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
    """Answer every request with nothing."""
    start("204 No Content", [])
    return []


class Entrance:
    """An address, the doors at it, and clients."""

    def __init__(self, closing: ExitStack) -> None:
        self._closing = closing
        self.listener = closing.enter_context(bound(HOST, 0))
        self.held: MutableSequence[int] = []

    def door(self, *, most: int = 100, listener: Any = None) -> Front:
        """Open one more door; return what it lets in."""
        loop = asyncio.get_running_loop()
        front = Front(loop, Bridge(nothing, threads=2), Bounds(LONG, LONG))
        front.bridge.begin(loop)
        self.held.append(0)
        door = Door(front, listener or self.listener.dup(), Place(len(self.held) - 1, self.held), most)
        door.open()
        self._closing.callback(front.deadlines.stop)
        self._closing.callback(door.close)
        return front

    async def client(self) -> socket.socket:
        """Come to the address."""
        client = self._closing.enter_context(socket.socket())
        client.setblocking(False)
        await asyncio.get_running_loop().sock_connect(client, self.listener.getsockname())
        return client


def at_an_entrance(test: Callable[[Entrance], Coroutine[Any, Any, None]]) -> None:
    """Run a test."""

    async def run() -> None:
        with ExitStack() as closing:
            await test(Entrance(closing))

    try:
        asyncio.run(run())
    finally:
        parking.hosted_by(None)


async def let_in(count: int, *fronts: Front) -> None:
    """Return once so many are in, all together."""
    await until(lambda: sum(len(front.connections) for front in fronts) == count)


async def until(is_so: Callable[[], bool]) -> None:
    """Return once something is so."""
    async with asyncio.timeout(LONG):
        while not is_so():  # noqa: ASYNC110 - what happens elsewhere is waited for
            await asyncio.sleep(0.001)


def test_processes_share_connections_evenly() -> None:
    async def test(entrance: Entrance) -> None:
        fronts = [entrance.door(), entrance.door()]
        for number in range(16):
            await entrance.client()
            await let_in(number + 1, *fronts)
        assert [len(front.connections) for front in fronts] == [8, 8]
        assert list(entrance.held) == [8, 8]

    at_an_entrance(test)


def test_a_share_that_nobody_takes_is_taken_by_who_has_more() -> None:
    """The other is busy, or stands still: nobody waits for it for long."""

    async def test(entrance: Entrance) -> None:
        front = entrance.door()
        entrance.held.append(0)
        for number in range(3):
            await entrance.client()
            await let_in(number + 1, front)

    at_an_entrance(test)


def test_who_is_one_too_many_waits_until_another_leaves() -> None:
    async def test(entrance: Entrance) -> None:
        front = entrance.door(most=2)
        clients = [await entrance.client() for _ in range(3)]
        await until(lambda: len(front.connections) == 2)
        await asyncio.sleep(0.05)
        assert len(front.connections) == 2
        names = {"{}:{}".format(*client.getsockname()) for client in clients[1:]}
        clients[0].close()
        await until(lambda: {one.client for one in front.connections} == names)

    at_an_entrance(test)


def test_a_system_without_files_for_more_is_asked_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Full:
        """A listener that fails once."""

        def __init__(self, own: socket.socket) -> None:
            self._own = own
            self._fails = [OSError(errno.EMFILE, "too many"), ConnectionAbortedError()]

        def accept(self) -> Any:
            """Fail, and later not."""
            if self._fails:
                raise self._fails.pop()
            return self._own.accept()

        def __getattr__(self, name: str) -> Any:
            return getattr(self._own, name)

    async def test(entrance: Entrance) -> None:
        front = entrance.door(listener=Full(entrance.listener.dup()))
        await entrance.client()
        await until(lambda: len(front.connections) == 1)

    monkeypatch.setattr(listening, "BREATH", 0.01)
    at_an_entrance(test)
    assert caplog.text.count("no connection can be taken now") == 1


def test_a_door_that_is_closed_lets_nobody_in() -> None:
    async def test(entrance: Entrance) -> None:
        front = entrance.door()
        await entrance.client()
        await until(lambda: len(front.connections) == 1)
        entrance._closing.pop_all().close()
        await until(lambda: not front.connections)

    at_an_entrance(test)


def test_who_comes_to_a_service_that_stops_is_refused_at_once(caplog: pytest.LogCaptureFixture) -> None:
    """Although the process that watches the others has the socket as well, and one of them may hang."""

    async def test(entrance: Entrance) -> None:
        front = entrance.door()
        await entrance.client()
        await until(lambda: len(front.connections) == 1)
        address, other = entrance.listener.getsockname(), entrance.listener.dup()
        closing = entrance._closing.pop_all()
        entrance.door()  # of another process, which has not heard of it yet
        closing.close()
        await asyncio.sleep(0.01)
        with other, socket.socket() as late, pytest.raises(ConnectionRefusedError):
            late.connect(address)
        await until(lambda: not front.connections)

    at_an_entrance(test)
    assert not caplog.text


@contextmanager
def taken() -> Iterator[int]:
    """Listen somewhere."""
    with socket.create_server((HOST, 0)) as other:
        yield other.getsockname()[1]


def test_who_comes_second_to_listen_at_an_address_says_so_and_ends(caplog: pytest.LogCaptureFixture) -> None:
    """Two may be bound to it at the same time, as long as neither listens; the second has not started then."""
    with bound(HOST, 0) as one:
        port = one.getsockname()[1]
        with bound(HOST, port) as other:
            one.listen()
            heard, listens = multiprocessing.Pipe(duplex=False)
            settings = Settings(host=HOST, port=port, server_key=bytes(32))
            asyncio.run(_served(settings, Bridge(nothing, threads=1), Address(other, [0], 1, listens), 0))
    parking.hosted_by(None)
    assert f"cannot listen at {HOST}, port {port}: Address already in use" in caplog.text
    assert not heard.poll()
    for each in (heard, listens):
        each.close()


def test_an_address_that_another_has_cannot_be_had() -> None:
    with taken() as port, pytest.raises(OSError, match="in use"):
        bound(HOST, port)
