"""The bridge between the server and the application: greenlets that wait, bodies, streams, clients that leave."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import pytest
from werkzeug.exceptions import ClientDisconnected, RequestTimeout

from api import outlets
from api.running.bridge import answers, body
from api.running.bridge.hub import Hub
from api.running.bridge.request import Request
from domain.ledger import committing, parking
from domain.ledger.database import Connection
from domain.ledger.errors import UnavailableError
from domain.ledger.store import open_store
from tests.api.bridge import Client, asked, running
from tests.ledger.tables import evidence, opened

Start = Callable[..., Any]
Environ = dict[str, Any]
LONG = 60.0  # seconds that nobody waits here
HERE: ContextVar[str] = ContextVar("HERE")


def on_a_loop(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a test on a loop of its own, and let this thread be itself again."""
    try:
        asyncio.run(test())
    finally:
        parking.hosted_by(None)


def told(environ: Environ, start: Start) -> Iterable[bytes]:
    """Answer with what the request says."""
    start("200 OK", [("Content-Type", "text/plain"), ("X-Told", environ.get("HTTP_X_A", ""))])
    return [f"{environ['REQUEST_METHOD']} {environ['PATH_INFO']} {environ['REMOTE_ADDR']}".encode("latin-1")]


def reading(environ: Environ, start: Start) -> Iterable[bytes]:
    """Answer with the length of the body, or with the status of what reading it raises."""
    try:
        text = environ["wsgi.input"].read()
    except (ClientDisconnected, RequestTimeout) as error:
        start(f"{error.code} Late", [("Content-Length", "0")])
        return []
    start("200 OK", [("Content-Length", str(len(str(len(text)))))])
    return [str(len(text)).encode()]


def refusing(_: Environ, start: Start) -> Iterable[bytes]:
    """Answer without a look at the body."""
    start("403 No", [("Content-Length", "2")])
    return [b"no"]


def test_a_request_becomes_one_of_wsgi() -> None:
    async def test() -> None:
        bridge, client = running(told), Client()
        request = asked("GET", "/ä", ("x-a", "1"), ("x-a", "2"), ("x_a", "3"), query="q=1")
        assert await bridge.answer(request, client) == (200, "GET /ä 10.0.0.7".encode())
        assert client.fields == {"content-type": "text/plain", "x-told": "1,2"}

    on_a_loop(test)


def test_cookies_are_joined_as_cookies_are() -> None:
    def cookies(environ: Environ, start: Start) -> Iterable[bytes]:
        start("200 OK", [])
        return [environ["HTTP_COOKIE"].encode()]

    async def test() -> None:
        request = asked("GET", "/", ("cookie", "a=1"), ("cookie", "b=2"))
        assert await running(cookies).answer(request) == (200, b"a=1; b=2")

    on_a_loop(test)


def test_a_field_whose_value_cannot_be_read_is_there_all_the_same() -> None:
    """A bad credential is not none. The shortcut answers no such request."""

    def fields(environ: Environ, start: Start) -> Iterable[bytes]:
        start("200 OK", [])
        return [f"{environ['HTTP_AUTHORIZATION']} {environ['HTTP_X_A']}".encode()]

    async def test() -> None:
        bridge = running(fields, shortcut=lambda *_: ([], b"short"))
        request = asked("GET", "/", ("authorization", "Bearer é"), ("x-a", "1"))
        assert await bridge.answer(request) == (200, "ÿ 1".encode())
        assert await bridge.answer(asked("GET", "/", ("x-a", "1"))) == (200, b"short")

    on_a_loop(test)


def test_a_request_that_waits_keeps_nobody_else_from_being_answered() -> None:
    """Nor does it take a thread."""
    signals: list[parking.Signal] = []

    def waiting(environ: Environ, start: Start) -> Iterable[bytes]:
        if environ["PATH_INFO"] == "/wait":
            signals.append(parking.signal())
            assert signals[-1].wait(LONG)
        start("200 OK", [("Content-Length", "4")])
        return [b"done"]

    def set_all() -> None:
        for one in signals:
            one.set()

    async def test() -> None:
        bridge = running(waiting)
        threads = threading.active_count()
        clients = [Client() for _ in range(100)]
        tasks = [bridge.begin(asked("GET", "/wait"), client) for client in clients]
        assert await bridge.answer(asked("GET", "/")) == (200, b"done")
        assert len(signals) == 100
        assert threading.active_count() <= threads
        threading.Thread(target=set_all).start()  # whoever acts may be a thread
        for task in tasks:
            await task.ended()
        assert {client.status for client in clients} == {200}

    on_a_loop(test)


def test_a_wait_ends_when_its_time_is_up() -> None:
    def waiting(_: Environ, start: Start) -> Iterable[bytes]:
        start("200 OK", [])
        mine = parking.signal()
        mine.clear()
        return [str((mine.is_set(), mine.wait(0.001), mine.wait(0))).encode()]

    on_a_loop(lambda: _equal(waiting, b"(False, False, False)"))


async def _equal(application: Any, expected: bytes) -> None:
    assert await running(application).answer(asked("GET", "/")) == (200, expected)


def test_what_takes_long_is_done_on_a_thread_within_the_request() -> None:
    def long(_: Environ, start: Start) -> Iterable[bytes]:
        HERE.set("this request")
        mine = threading.get_ident()
        found, other = parking.aside(lambda: (HERE.get(), threading.get_ident()))
        start("200 OK", [])
        return [f"{found} {other != mine}".encode()]

    on_a_loop(lambda: _equal(long, b"this request True"))


def test_a_turn_goes_from_request_to_thread_and_back() -> None:
    turn, inside = parking.Turn(), threading.Event()

    def hold() -> None:
        with turn:
            inside.set()

    async def test() -> None:
        came: list[str] = []

        def taking(environ: Environ, start: Start) -> Iterable[bytes]:
            with turn:
                came.append(environ["PATH_INFO"])
                if environ["PATH_INFO"] == "/1":
                    thread.start()
                    while not turn._queue:
                        parking.pause()
                    parking.pause()
            start("200 OK", [("Content-Length", "0")])
            return []

        thread = threading.Thread(target=hold)
        bridge = running(taking)
        tasks = [bridge.begin(asked("GET", path), Client()) for path in ("/1", "/2")]
        for task in tasks:
            await task.ended()
        thread.join(LONG)
        assert came == ["/1", "/2"]
        assert inside.is_set()

    on_a_loop(test)


class Appending:
    """A store whose transactions are counted, and an application that appends to its tables."""

    def __init__(self, *, writing: float, ending: float) -> None:
        self.store = open_store(":memory:")
        self.begun: list[int] = []
        self._transaction = self.store._database._transaction
        for name in "abcdef":
            opened(self.store, name)
        self.store._database._transaction = self.counted  # type: ignore[method-assign]
        self.store._committer._writing.seconds = writing
        self.store._committer._ending.seconds = ending

    def counted(self) -> Any:
        """Count the thread that opens a transaction."""
        self.begun.append(threading.get_ident())
        return self._transaction()

    def __call__(self, environ: Environ, start: Start) -> Iterable[bytes]:
        """Append, and say the number of the entry, or that the store has failed."""
        try:
            said = str(self.store.perform(environ["PATH_INFO"][1:], evidence).table.book.n)
        except UnavailableError:
            said = "failed"
        start("200 OK", [])
        return [said.encode()]

    async def all(self) -> list[bytes]:
        """Append to every table at once; return what is answered."""
        bridge, clients = running(self), {f"/{name}": Client() for name in "abcdef"}
        tasks = [bridge.begin(asked("POST", path), client) for path, client in clients.items()]
        for task in tasks:
            await task.ended()
        return [b"".join(client.got) for client in clients.values()]


def test_what_is_asked_once_a_turn_is_asked_again_for_whoever_comes_later() -> None:
    """Requests that were there when it was asked share the answer; whoever is woken afterwards hears a newer one."""
    asked: list[int] = []
    later: list[int] = []

    def ask() -> int:
        asked.append(len(asked))
        return len(asked)

    async def test() -> None:
        loop, done = asyncio.get_running_loop(), asyncio.Event()
        with ThreadPoolExecutor(1) as threads:
            hub = Hub(loop, threads)
            parking.hosted_by(hub)

            def asking() -> None:
                later.append(parking.once_a_turn("x", ask))

            def asking_twice() -> None:
                asking()
                parking.aside(asking)  # on a thread of its own nobody shares
                parking.pause()
                asking()
                done.set()

            for job in (asking, asking, asking_twice):
                loop.call_soon(hub.run, job)
            await done.wait()

    on_a_loop(test)
    assert later == [1, 1, 1, 2, 3]


def test_whoever_writes_on_the_loop_waits_for_the_thread_that_waits_for_the_disk() -> None:
    """And for no request of the same loop, which could not go on while the loop waits: a refused attempt, a seat."""
    appending, trying, done = Appending(writing=0.0, ending=60.0), threading.Event(), list[str]()
    database = appending.store._database
    transaction = database._transaction

    @contextmanager
    def slow() -> Iterator[Connection]:
        with transaction() as connection:
            yield connection
            trying.wait(LONG)

    def append() -> None:
        assert appending.store.perform("a", evidence).table.book.n == 2
        done.append("appended")
        both.set()

    def write() -> None:
        while not database.is_writing:
            parking.pause()
        trying.set()
        appending.store.people.add("Ann")
        done.append("written")

    both = asyncio.Event()

    async def test() -> None:
        loop = asyncio.get_running_loop()
        with ThreadPoolExecutor(1) as threads:
            hub = Hub(loop, threads)
            parking.hosted_by(hub)
            database._transaction = slow  # type: ignore[method-assign]
            for job in (append, write):
                loop.call_soon(hub.run, job)
            await both.wait()

    on_a_loop(test)
    assert done == ["written", "appended"]  # the appender is woken in a later turn of the loop


@pytest.mark.parametrize(("writing", "ending"), [(0.0, 0.0), (60.0, 0.0), (0.0, 60.0)])
def test_appends_of_one_turn_of_the_loop_share_a_transaction(writing: float, ending: float) -> None:
    """On the loop's own thread, or all of it or its end on another one where that takes long."""
    appending = Appending(writing=writing, ending=ending)

    async def test() -> None:
        assert await appending.all() == [b"2"] * 6

    on_a_loop(test)
    assert [ident == threading.get_ident() for ident in appending.begun] == [writing == 0.0]
    appending.store.close()


@pytest.mark.parametrize(("writing", "ending"), [(0.0, 0.0), (60.0, 0.0), (0.0, 60.0)])
def test_appends_that_fail_are_all_answered_so(writing: float, ending: float, monkeypatch: pytest.MonkeyPatch) -> None:
    appending = Appending(writing=writing, ending=ending)

    def failing(*_: object) -> None:
        raise UnavailableError("the disk is full")

    async def test() -> None:
        assert await appending.all() == [b"failed"] * 6

    monkeypatch.setattr(committing, "write", failing)
    on_a_loop(test)
    appending.store.close()


def test_a_stream_goes_out_when_it_waits() -> None:
    more = threading.Event()
    signals: list[parking.Signal] = []

    def stream(_: Environ, start: Start) -> Iterator[bytes]:
        start("200 OK", [("Content-Type", "text/event-stream")])
        yield b"one "
        yield b"two "
        signals.append(parking.signal())
        signals[0].wait(LONG)
        yield b"three"

    async def test() -> None:
        client = Client()
        task = running(stream).begin(asked("GET", "/"), client)
        assert await client.piece() == b"one two "
        assert client.streamed
        assert not task.done()
        signals[0].set()
        await task.ended()
        assert await client.piece() == b"three"

    on_a_loop(test)
    assert not more.is_set()


def test_a_client_that_leaves_ends_the_wait_of_its_stream() -> None:
    ends: list[str] = []

    def stream(_: Environ, start: Start) -> Iterator[bytes]:
        start("200 OK", [])
        try:
            yield b"one"
            parking.signal().wait(LONG)
        except BaseException as error:
            ends.append(type(error).__name__)
            raise

    async def test() -> None:
        client = Client()
        task = running(stream).begin(asked("GET", "/"), client)
        await client.piece()
        client.leave()
        await task.ended()

    on_a_loop(test)
    assert ends == ["GoneError"]


def test_a_client_that_leaves_ends_a_wait_before_its_answer() -> None:
    ends: list[str] = []

    def waiting(_: Environ, start: Start) -> Iterable[bytes]:
        for _again in range(2):  # whoever goes on regardless does not wait again
            try:
                parking.signal().wait(LONG)
            except parking.GoneError:
                ends.append("gone")
        start("200 OK", [])
        return []

    async def test() -> None:
        client = Client()
        task = running(waiting).begin(asked("GET", "/"), client)
        await asyncio.sleep(0)
        client.leave()
        await task.ended()

    on_a_loop(test)
    assert ends == ["gone", "gone"]


def test_a_client_that_leaves_hears_that_the_fault_is_not_ours() -> None:
    """One that has closed its own side alone counts as gone, and can read."""

    def waiting(_: Environ, start: Start) -> Iterable[bytes]:
        parking.signal().wait(LONG)
        raise AssertionError

    async def test() -> None:
        client = Client()
        task = running(waiting).begin(asked("GET", "/"), client)
        await asyncio.sleep(0)
        client.leave()
        await task.ended()
        assert (client.status, client.fields["connection"], client.got) == (400, "close", [b""])

    on_a_loop(test)


def test_who_leaves_does_not_break_off_what_is_being_done() -> None:
    """An append without a bound goes on to its end."""
    done: list[bool] = []
    signals: list[parking.Signal] = []

    def acting(_: Environ, start: Start) -> Iterable[bytes]:
        with pytest.raises(parking.GoneError):
            parking.signal().wait(LONG)
        signals.append(parking.signal())
        done.append(signals[0].wait())
        start("200 OK", [])
        return []

    async def test() -> None:
        client = Client()
        task = running(acting).begin(asked("POST", "/"), client)
        await asyncio.sleep(0)
        client.leave()
        for _ in range(10):
            await asyncio.sleep(0)
        assert not task.done()
        signals[0].set()
        await task.ended()

    on_a_loop(test)
    assert done == [True]


def test_a_stream_stands_still_while_its_client_does_not_read() -> None:
    made: list[int] = []

    def flood(_: Environ, start: Start) -> Iterator[bytes]:
        start("200 OK", [])
        for number in range(100):
            made.append(number)
            yield b"x" * answers.AHEAD

    async def test() -> None:
        client = Client()
        client.held = True
        task = running(flood).begin(asked("GET", "/"), client)
        for _ in range(50):
            await asyncio.sleep(0)
        assert len(made) <= 2
        client.read()
        await task.ended()
        assert len(b"".join(client.got)) == 100 * answers.AHEAD

    on_a_loop(test)


def test_a_stream_that_is_held_up_makes_one_piece_and_no_more() -> None:
    """However small it is: else each entry of a table would wake the streams of all who read nothing."""
    made: list[int] = []

    def stream(_: Environ, start: Start) -> Iterator[bytes]:
        start("200 OK", [])
        yield b"x" * answers.AHEAD
        for number in range(100):
            made.append(number)
            yield b"y"

    class Slow(Client):
        def send(self, piece: bytes) -> bool:
            self.held = len(self.got) == 0
            return super().send(piece)

    async def test() -> None:
        client = Slow()
        task = running(stream).begin(asked("GET", "/"), client)
        for _ in range(50):
            await asyncio.sleep(0)
        assert made == [0]
        client.read()
        await task.ended()
        assert b"".join(client.got) == b"x" * answers.AHEAD + b"y" * 100

    on_a_loop(test)


def test_others_send_past_a_stream_that_waits() -> None:
    """Unless something is before it: what the stream itself says, or what its client has not read."""
    early: list[bool] = []
    sends: list[outlets.Send] = []
    signals: list[parking.Signal] = []

    def stream(environ: Environ, start: Start) -> Iterator[bytes]:
        sends.append(environ[outlets.SEND])
        start("200 OK", [])
        early.append(sends[0](b"early"))
        yield b"one"
        early.append(sends[0](b"early"))
        signals.append(parking.signal())
        signals[0].wait(LONG)
        yield b"end"

    async def test() -> None:
        client = Client()
        task = running(stream).begin(asked("GET", "/"), client)
        assert await client.piece() == b"one"
        assert sends[0](b"two")
        client.held = True
        assert not sends[0](b"too much")
        assert await client.piece() == b"two"
        client.read()
        signals[0].set()
        await task.ended()
        assert not sends[0](b"late")
        assert await client.piece() == b"end"

    on_a_loop(test)
    assert early == [False, False]


def test_nothing_is_sent_past_a_stream_to_a_client_that_has_gone() -> None:
    """Its stream hears of it as of any end."""
    sends: list[outlets.Send] = []

    def stream(environ: Environ, start: Start) -> Iterator[bytes]:
        sends.append(environ[outlets.SEND])
        start("200 OK", [])
        yield b"one"
        parking.signal().wait(LONG)

    async def test() -> None:
        client = Client()
        task = running(stream).begin(asked("GET", "/"), client)
        await client.piece()
        client.leave()
        assert not sends[0](b"two")
        await task.ended()
        assert client.got == []

    on_a_loop(test)


def test_a_long_answer_lets_others_act_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(environ: Environ, start: Start) -> Iterator[bytes]:
        start("200 OK", [])
        yield from [environ["PATH_INFO"].encode()] * 3

    async def test() -> None:
        bridge, clients = running(slow), (Client(), Client())
        tasks = [bridge.begin(asked("GET", path), client) for path, client in zip("ab", clients, strict=True)]
        assert [await client.piece() for client in clients] == [b"a", b"b"]
        for task in tasks:
            await task.ended()

    monkeypatch.setattr(answers, "SLICE", -1.0)
    on_a_loop(test)


def test_a_fault_of_the_application_is_an_answer(caplog: pytest.LogCaptureFixture) -> None:
    def broken(environ: Environ, start: Start) -> Iterator[bytes]:
        if environ["PATH_INFO"] == "/late":
            start("200 OK", [])
            yield b"half"
            parking.pause()
        raise ValueError("a slip")

    async def test() -> None:
        bridge, client = running(broken), Client()
        assert await bridge.answer(asked("GET", "/")) == (500, b"")
        assert await bridge.answer(asked("GET", "/late"), client) == (200, b"half")
        assert client.cut_off, "nobody takes a half for the whole"

    on_a_loop(test)
    assert caplog.text.count("ValueError: a slip") == 2


def test_bodies_are_read() -> None:
    async def test() -> None:
        bridge = running(reading)
        many = body.SHORT + 1
        assert await bridge.answer(asked("POST", "/"), Client(b"unsent")) == (200, b"0")
        assert await bridge.answer(asked("POST", "/", ("content-length", "0")), Client()) == (200, b"0")
        assert await bridge.answer(asked("POST", "/", ("content-length", "6")), Client(b"abc", b"def")) == (200, b"6")
        pieces = Client(b"abc", b"x" * (many - 3))
        assert await bridge.answer(asked("POST", "/", ("content-length", str(many))), pieces) == (200, b"65537")
        assert await bridge.answer(asked("POST", "/", ("transfer-encoding", "chunked")), Client(b"ab", b"c")) == (
            200,
            b"3",
        )

    on_a_loop(test)


@pytest.mark.parametrize("length", [("transfer-encoding", "chunked"), ("content-length", str(body.SHORT + 1))])
def test_a_long_body_that_breaks_off_is_not_taken_for_a_shorter_one(length: tuple[str, str]) -> None:
    async def test() -> None:
        bridge = running(reading)
        assert await bridge.answer(asked("POST", "/", length), Client(b"abc")) == (200, b"3")
        client = Client(b"abc", broken=True)
        assert await bridge.answer(asked("POST", "/", length), client) == (400, b"")
        assert client.fields["connection"] == "close"

    on_a_loop(test)


def test_a_body_that_does_not_come_is_too_late() -> None:
    """The connection ends with the answer, or the rest would be read as another request."""

    class Slow(Client):
        def body(self, request: Request, seconds: float) -> body.Body:
            return body.Late()

    async def test() -> None:
        bridge = running(reading, body_seconds=0.01)
        for length, client in (("9", Slow()), (str(body.SHORT + 1), Client(b"abc", stuck=True))):
            assert await bridge.answer(asked("POST", "/", ("content-length", length)), client) == (408, b"")
            assert client.fields["connection"] == "close"

    on_a_loop(test)


def test_a_long_body_that_nobody_reads_ends_the_connection() -> None:
    async def test() -> None:
        bridge = running(refusing)
        for length, said in (("3", None), (str(body.SHORT + 1), "close")):
            client = Client(b"abc")
            assert await bridge.answer(asked("POST", "/", ("content-length", length)), client) == (403, b"no")
            assert client.fields.get("connection") == said

    on_a_loop(test)


def test_a_long_body_may_be_read_aside() -> None:
    def aside(environ: Environ, start: Start) -> Iterable[bytes]:
        return parking.aside(lambda: list(reading(environ, start)))

    async def test() -> None:
        client = Client(b"x" * body.SHORT, b"yz")
        request = asked("POST", "/", ("content-length", str(body.SHORT + 2)))
        assert await running(aside).answer(request, client) == (200, b"65538")

    on_a_loop(test)
