"""Connections of the server: what comes in whatever pieces, in what order it is answered, and how each ends."""

from __future__ import annotations

import asyncio
import gc
import re
import threading
import weakref
from collections.abc import Callable, Coroutine, Iterable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from werkzeug.exceptions import ClientDisconnected, RequestTimeout

from api.running.bridge.answers import Application
from api.running.bridge.body import READ_AHEAD
from api.running.bridge.server import Bridge
from api.running.front import connection, deadlines
from api.running.front.front import Bounds, Front
from domain.ledger import parking
from tests.api.transport import Transport

Start = Callable[..., Any]
Environ = dict[str, Any]
LONG = 60.0  # seconds that nobody waits here
GET = b"GET /%b HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n"
CHUNKED = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"


def told(environ: Environ, start: Start) -> Iterable[bytes]:
    """Answer with method, path, query and body; a path `/wait/…` once somebody lets it go on."""
    if environ["PATH_INFO"].startswith("/wait"):
        mine = parking.signal()
        WAITING.append(mine)
        mine.wait(LONG)
    try:
        text = environ["wsgi.input"].read()
    except (ClientDisconnected, RequestTimeout) as error:
        start(f"{error.code} No", [("Content-Length", "0")])
        return []
    said = b"%s %s %s %s" % (
        environ["REQUEST_METHOD"].encode(),
        environ["PATH_INFO"].encode("latin-1"),
        environ["QUERY_STRING"].encode(),
        text,
    )
    start("200 OK", [("Content-Length", str(len(said)))])
    return [said]


WAITING: list[parking.Signal] = []


def refusing(_: Environ, start: Start) -> Iterable[bytes]:
    """Answer without a look at the body."""
    start("403 No", [("Content-Length", "2")])
    return [b"no"]


def streaming(environ: Environ, start: Start) -> Iterator[bytes]:
    """Answer in two pieces, the second once it is let go on; a path `/known` says the length before."""
    start("200 OK", [("Content-Length", "100000")] if environ["PATH_INFO"] == "/known" else [])
    yield b"one"
    mine = parking.signal()
    WAITING.append(mine)
    mine.wait(LONG)
    yield b"two"


PATIENT = Bounds(LONG, LONG)
Test = Callable[[Callable[[], Transport]], Coroutine[Any, Any, None]]


def on_a_loop(application: Application, test: Test, *, bounds: Bounds = PATIENT) -> None:
    """Run a test with connections to an application."""

    async def run() -> None:
        loop = asyncio.get_running_loop()
        bridge = Bridge(application, threads=2)
        bridge.begin(loop)
        front = Front(loop, bridge, bounds)
        try:
            await test(lambda: Transport(front))
        finally:
            front.deadlines.stop()

    WAITING.clear()
    try:
        asyncio.run(run())
    finally:
        parking.hosted_by(None)


async def until(is_so: Callable[[], bool]) -> None:
    """Return once something is so."""
    async with asyncio.timeout(LONG):
        while not is_so():  # noqa: ASYNC110 - time itself is what passes
            await asyncio.sleep(0.01)


async def turns(count: int = 5) -> None:
    """Let the loop turn."""
    for _ in range(count):
        await asyncio.sleep(0)


REQUESTS = (
    GET % b"a"
    + POST % 5
    + b"12345"
    + CHUNKED
    + b"3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nTrailer: t\r\n\r\n"
    + GET % b"b%C3%A4?q=1"
)
ANSWERS = [(200, b"GET /a  "), (200, b"POST /  12345"), (200, b"POST /  abcde"), (200, "GET /bä q=1 ".encode())]


@pytest.mark.parametrize("size", [1, 2, 3, 7, 64, len(REQUESTS)])
def test_requests_are_answered_in_their_order_however_they_come(size: int) -> None:
    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        for place in range(0, len(REQUESTS), size):
            client.send(REQUESTS[place : place + size])
            await turns(1)
        await turns(30)
        assert [client.taken() for _ in ANSWERS] == ANSWERS
        assert client.written == b""
        assert not client.closed

    on_a_loop(told, test)


PARTS = (
    GET % b"a",
    GET % b"b%C3%A4?q=1",
    b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\n",
    b"\r\nGET / HTTP/1.1\r\nConnection: keep-alive\r\n\r\n",
    POST % 5 + b"12345",
    POST % 0,
    CHUNKED + b"3\r\nabc\r\n0\r\n\r\n",
    POST % 66_000 + b"x" * 66_000,
    b"GET /up HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n",
    b"POST /up HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: h2c\r\nContent-Length: 3\r\n\r\nabc",
    b"POST / HTTP/1.1\r\nExpect: 100-continue\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n",
)
LAST = (
    b"",
    b"no request",
    b"GET / HTTP/1.0\r\n\r\n",
    b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n" + GET % b"never",
    POST % 5 + b"12",
    CHUNKED + b"zz",
    b"GET /" + b"a" * 9_000 + b" HTTP/1.1\r\n\r\n",
)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(0, len(PARTS) - 1), max_size=5),
    st.integers(0, len(LAST) - 1),
    st.lists(st.integers(0, 999_999), max_size=6),
)
def test_it_does_not_matter_where_what_comes_is_cut(parts: list[int], last: int, places: list[int]) -> None:
    """Nor whether its client reads all the time.

    The answers are the same, but for the word that a body is wanted, which whoever has sent it needs no more.
    """
    text = b"".join([PARTS[part] for part in parts]) + LAST[last]
    cuts = sorted([place % (len(text) + 1) for place in places])
    found: list[tuple[bytes, bool]] = []

    async def test(connect: Callable[[], Transport]) -> None:
        for ends in ([len(text)], [*cuts, len(text)]):
            client, begins = connect(), 0
            for end in ends:
                client.send(text[begins:end])
                await turns(1)
                begins = end
                if end % 2 and end < len(text) and not client.closed:
                    client.connection.pause_writing()
                    await turns(end % 7)
                    if end % 3:
                        client.connection.resume_writing()
            client.connection.resume_writing()
            await turns(60)
            client.finish()
            await turns(20)
            said = client.written.replace(connection.CONTINUE, b"")
            found.append((re.sub(rb"date: [^\r]*\r\n", b"", said), client.closed))

    on_a_loop(told, test)
    one, other = found
    assert one == other
    assert one[1]


def test_what_comes_while_a_request_is_answered_waits() -> None:
    """And is not read from the connection meanwhile, beyond what has come by then."""

    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.send(GET % b"wait" + GET % b"a")
        client.send(GET % b"b")
        await turns()
        assert (client.written, client.paused) == (b"", True)
        WAITING[0].set()
        await turns(20)
        assert [client.taken() for _ in range(3)] == [(200, b"GET /%s  " % path) for path in (b"wait", b"a", b"b")]
        assert not client.paused

    on_a_loop(told, test)


def test_many_requests_in_one_piece_are_not_all_parsed_before_the_first_is_answered() -> None:
    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.send((GET % b"wait") * 4000)
        await turns()
        assert len(client.connection._reader.ready) <= connection.SLICE // len(GET % b"wait")
        client.leave()
        await turns()

    on_a_loop(told, test)


@pytest.mark.parametrize(
    ("text", "status", "code"),
    [
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400, b"bad_request"),
        (b"GET / HTTP/9.9\r\n\r\n", 400, b"bad_request"),
        (b"GET / HTTP/1.1\r\nA b: c\r\n\r\n", 400, b"bad_request"),
        (b"GET / HTTP/1.1\r\nA: b\r\n c\r\nContent-Length: x\r\n\r\n", 400, b"bad_request"),
        (POST % 5 + b"", 400, b"bad_request"),
        (b"POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n12345", 400, b"bad_request"),
        (b"POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400, b"bad_request"),
        (b"GET /" + b"a" * 9_000 + b" HTTP/1.1\r\n\r\n", 414, b"target_too_long"),
        (b"GET /" + b"a" * 99_000, 431, b"head_too_large"),
        (b"GET / HTTP/1.1\r\n" + b"A: b\r\n" * 101 + b"\r\n", 431, b"head_too_large"),
        (b"GET / HTTP/1.1\r\nA: " + b"b" * 17_000 + b"\r\n\r\n", 431, b"head_too_large"),
        (b"\r\n" * 20_000, 431, b"head_too_large"),
    ],
)
@pytest.mark.parametrize("size", [1000, 1_000_000])
def test_what_cannot_be_read_is_refused_with_a_problem_document(
    text: bytes, status: int, code: bytes, size: int
) -> None:
    """Behind the answers to what came before it; then the connection ends."""

    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        whole = GET % b"a" + text
        for place in range(0, len(whole), size):
            client.send(whole[place : place + size])
            await turns(2)
        client.finish()
        await turns()
        assert client.taken() == (200, b"GET /a  ")
        head = client.written
        found = client.taken()
        assert found is not None
        assert (found[0], b'"code":"%s"' % code in found[1]) == (status, True)
        assert b"connection: close\r\n" in head
        assert b"content-type: application/problem+json\r\n" in head
        assert b"x-content-type-options: nosniff\r\n" in head, "it is protected as all answers are"
        assert client.written == b""
        assert client.closed

    on_a_loop(told, test)


def test_the_rest_of_what_was_refused_is_thrown_away_until_the_client_has_gone_or_time_is_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To close at once would send a reset, which takes the answer from a client that is still sending.

    One that sends more than is thrown away is read no more, and has the same time.
    """

    async def test(connect: Callable[[], Transport]) -> None:
        one, other, third = connect(), connect(), connect()
        for client in (one, other, third):
            client.send(b"no request\r\n\r\n")
            await turns()
            assert client.taken() is not None
            assert (client.ended, client.closed) == (True, False)
            client.send(b"more")
            assert client.written == b""
        one.finish()
        assert one.closed
        other.send(bytes(connection.LINGER_BYTES))
        assert (other.paused, other.closed) == (True, False)
        await until(lambda: other.closed and third.closed)

    monkeypatch.setattr(connection, "LINGER_SECONDS", 0.01)
    monkeypatch.setattr(deadlines, "LOOK", 0.01)
    on_a_loop(told, test)


@pytest.mark.parametrize(
    ("version", "said", "keeps"),
    [
        (b"1.1", b"", True),
        (b"1.1", b"Connection: close\r\n", False),
        (b"1.1", b"Connection: x, Close\r\n", False),
        (b"1.0", b"", False),
        (b"1.0", b"Connection: Keep-Alive\r\n", True),
        (b"1.0", b"Connection: Keep-Alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n", False),
        (b"1.1", b"Connection: close\r\nConnection: keep-alive\r\n", False),
    ],
)
def test_a_connection_is_kept_as_the_client_asks(version: bytes, said: bytes, keeps: bool) -> None:
    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.send(b"GET / HTTP/" + version + b"\r\nHost: x\r\n" + said + b"\r\n")
        await turns()
        assert (b"connection: close\r\n" in client.written) is not keeps
        assert (b"connection: keep-alive\r\n" in client.written) is (keeps and version == b"1.0")
        assert client.closed is not keeps

    on_a_loop(told, test)


def test_a_head_is_answered_with_a_head() -> None:
    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.send(b"HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
        await turns()
        assert b"content-length: 8\r\n" in client.written
        assert client.written.endswith(b"\r\n\r\n")
        client.written = b""
        assert await client.answer(GET % b"a") == (200, b"GET /a  ")

    on_a_loop(told, test)


@pytest.mark.parametrize("status", ["204 No Content", "304 Not Modified"])
def test_an_answer_without_a_body_says_no_length(status: str) -> None:
    def bare(_: Environ, start: Start) -> Iterable[bytes]:
        start(status, [])
        return []

    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.send(GET % b"")
        await turns()
        assert b"content-length" not in client.written
        assert b"transfer-encoding" not in client.written
        assert not client.closed

    on_a_loop(bare, test)


def test_a_field_with_two_lines_is_no_answer(caplog: pytest.LogCaptureFixture) -> None:
    """Whoever put it there: it would be taken for a field, or an answer, of its own."""

    def splitting(_: Environ, start: Start) -> Iterable[bytes]:
        start("200 OK", [("X-A", "b\r\nX-C: d")])
        return [b"text"]

    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.send(GET % b"")
        await turns()
        assert client.written.startswith(b"HTTP/1.1 500 ")
        assert b"X-C" not in client.written
        assert client.closed

    on_a_loop(splitting, test)
    assert "more than one line" in caplog.text


def test_a_client_that_waits_for_a_word_gets_it_once_its_body_is_wanted() -> None:
    """A short body always is; a long one once the application reads it, and not if it is refused."""
    short = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n"
    long = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 70000\r\nExpect: 100-Continue\r\n\r\n"

    async def wanted(connect: Callable[[], Transport]) -> None:
        for head, size in ((short, 3), (long, 70_000)):
            client = connect()
            client.send(head)
            await turns()
            assert client.written == connection.CONTINUE
            client.written = b""
            assert await client.answer(b"x" * size) == (200, b"POST /  " + b"x" * size)

    async def unwanted(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.send(long)
        await turns()
        assert client.written.startswith(b"HTTP/1.1 403 ")
        assert b"connection: close\r\n" in client.written
        assert (client.ended, client.closed) == (True, False)

    on_a_loop(told, wanted)
    on_a_loop(refusing, unwanted)


@pytest.mark.parametrize("size", [3, 70_000])
@pytest.mark.parametrize("before", [1, 2])
def test_the_word_comes_after_the_answers_to_what_was_asked_before(size: int, before: int) -> None:
    """And comes: its client may wait for it without end."""
    asking = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\nExpect: 100-continue\r\n\r\n" % size

    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.send(GET % b"wait" + (GET % b"a") * (before - 1) + asking)
        await turns()
        assert client.written == b""
        WAITING[0].set()
        await client.until(connection.CONTINUE)
        assert client.taken() == (200, b"GET /wait  ")
        for _ in range(before - 1):
            assert client.taken() == (200, b"GET /a  ")
        assert client.written == connection.CONTINUE
        client.written = b""
        assert await client.answer(b"x" * size) == (200, b"POST /  " + b"x" * size)

    on_a_loop(told, test)


def test_a_long_body_is_read_no_faster_than_the_application_reads() -> None:
    reading, read = threading.Event(), threading.Event()

    def slow(environ: Environ, start: Start) -> Iterable[bytes]:
        def aside() -> int:
            reading.wait(LONG)
            return len(environ["wsgi.input"].read())

        size = parking.aside(aside)
        read.set()
        said = str(size).encode()
        start("200 OK", [("Content-Length", str(len(said)))])
        return [said]

    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.send(POST % 1_000_000)
        sent = 0
        while not client.paused:
            client.send(b"x" * 10_000)
            sent += 10_000
            await turns(1)
        assert sent <= READ_AHEAD + 20_000
        reading.set()
        while sent < 1_000_000:
            if not client.paused:
                client.send(b"x" * 10_000)
                sent += 10_000
            await asyncio.sleep(0)
        await client.until(b"1000000")
        assert client.taken() == (200, b"1000000")
        assert not client.closed

    on_a_loop(slow, test)


@pytest.mark.parametrize("head", [CHUNKED + b"5\r\nabc", POST % 70_000 + b"abc"])
def test_a_long_body_that_breaks_off_is_not_taken_for_a_shorter_one(head: bytes) -> None:
    async def test(connect: Callable[[], Transport]) -> None:
        for ending in (Transport.finish, Transport.leave):
            client = connect()
            client.send(head)
            await turns()
            ending(client)
            await turns()
            assert client.closed
            if ending is Transport.finish:
                assert client.written.startswith(b"HTTP/1.1 400 ")

    on_a_loop(told, test)


def test_chunks_that_are_none_end_the_body() -> None:
    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.send(CHUNKED + b"zz\r\n")
        await turns()
        assert client.written.startswith(b"HTTP/1.1 400 ")
        assert b"connection: close\r\n" in client.written

    on_a_loop(told, test)


@pytest.mark.parametrize("flood", [b"0\r\nA: " + b"b" * 20_000, b"1;" + b"x" * 20_000, b"0\r\n" + b"A: b\r\n" * 9_000])
def test_what_comes_with_a_body_and_is_none_has_a_bound(flood: bytes) -> None:
    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.send(CHUNKED + b"3\r\nabc\r\n")
        client.send(flood)
        await turns()
        assert client.written.startswith(b"HTTP/1.1 400 ")

    on_a_loop(told, test)


def test_an_upgrade_to_what_we_do_not_speak_is_a_request_like_others() -> None:
    """Clients offer it with their first request and go on in HTTP/1.1 (RFC 9110, 7.8)."""
    fields = b"Host: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n"

    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.send(b"GET /up HTTP/1.1\r\n" + fields + b"\r\n" + GET % b"a")
        client.send(b"POST /up HTTP/1.1\r\n" + fields + b"Content-Length: 3\r\n\r\nabc" + GET % b"b")
        await turns(20)
        found = [client.taken() for _ in range(4)]
        assert found == [(200, b"GET /up  "), (200, b"GET /a  "), (200, b"POST /up  abc"), (200, b"GET /b  ")]

    on_a_loop(told, test)


def test_an_upgrade_with_an_empty_body_is_answered_before_the_next_request() -> None:
    """Else what was asked next would be taken for the rest of it."""
    fields = b"Host: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 0\r\n"

    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.send(b"POST /up HTTP/1.1\r\n" + fields + b"\r\n")
        await turns()
        assert client.taken() == (200, b"POST /up  ")
        assert await client.answer(GET % b"a") == (200, b"GET /a  ")

    on_a_loop(told, test)


def test_a_tunnel_is_not_opened() -> None:
    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.send(b"CONNECT host:80 HTTP/1.1\r\nHost: host:80\r\n\r\n")
        await turns()
        assert b"connection: close\r\n" in client.written
        assert client.closed

    on_a_loop(refusing, test)


@pytest.mark.parametrize(
    ("target", "path"),
    [
        (b"http://x/a?b", b"/a b"),
        (b"http://x", b"/ "),
        (b"http://x?a=/b", b"/ a=/b"),
        (b"*", b"* "),
        (b"/a://b", b"/a://b "),
    ],
)
def test_a_target_may_name_the_host_too(target: bytes, path: bytes) -> None:
    async def test(connect: Callable[[], Transport]) -> None:
        method = b"OPTIONS " if target == b"*" else b"GET "
        answer = await connect().answer(method + target + b" HTTP/1.1\r\nHost: x\r\n\r\n")
        assert answer == (200, method + path + b" ")

    on_a_loop(told, test)


@pytest.mark.parametrize("path", [b"", b"known"])
def test_a_stream_goes_out_piece_by_piece(path: bytes) -> None:
    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.send(GET % path)
        first = await client.until(b"one")
        assert (b"transfer-encoding: chunked\r\n" in first) is not bool(path)
        assert first.endswith(b"\r\n\r\none" if path else b"\r\n\r\n3\r\none\r\n")
        client.written = b""
        WAITING[0].set()
        await turns(20)
        if path:  # what was promised has not come
            assert (client.written, client.aborted) == (b"two", True)
        else:
            assert (client.written, client.closed) == (b"3\r\ntwo\r\n0\r\n\r\n", False)

    on_a_loop(streaming, test)


def test_a_stream_to_an_old_client_ends_with_the_connection() -> None:
    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.send(b"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
        first = await client.until(b"one")
        assert b"transfer-encoding" not in first
        assert b"connection: close\r\n" in first
        WAITING[0].set()
        await turns(20)
        assert client.written.endswith(b"\r\n\r\nonetwo")
        assert client.closed

    on_a_loop(streaming, test)


def test_a_stream_stands_still_while_its_client_reads_nothing_and_ends_if_it_goes_on_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[int] = []

    def flood(_: Environ, start: Start) -> Iterator[bytes]:
        start("200 OK", [])
        for number in range(1000):
            made.append(number)
            yield b"x" * 1000

    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.send(GET % b"")
        client.connection.pause_writing()
        await turns(20)
        before = len(made)
        assert before < 200
        client.connection.resume_writing()
        await turns(2)
        client.connection.pause_writing()
        await turns(20)
        assert before < len(made) < 1000
        await until(lambda: client.aborted)

    monkeypatch.setattr(connection, "UNREAD_SECONDS", 0.01)
    monkeypatch.setattr(deadlines, "LOOK", 0.01)
    on_a_loop(flood, test)
    assert len(made) < 1000


def test_a_connection_that_is_closed_ends_soon_after_its_last_answer_was_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it was unread at first, and where the client does not close its own side."""

    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.unread = 1
        client.send(b"no request\r\n\r\n")
        await asyncio.sleep(0.1)
        assert (client.ended, client.closed) == (True, False)
        client.unread = 0
        async with asyncio.timeout(connection.UNREAD_SECONDS / 2):
            await until(lambda: client.closed)

    monkeypatch.setattr(connection, "LINGER_SECONDS", 0.01)
    monkeypatch.setattr(deadlines, "LOOK", 0.01)
    on_a_loop(told, test)


def test_a_client_that_reads_slowly_is_not_one_that_reads_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor where it takes longer for what is unread than it may read nothing."""

    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.unread = 100
        client.send(GET % b"wait")
        client.connection.pause_writing()
        for _ in range(10):
            client.unread -= 1
            await asyncio.sleep(0.1)
        assert not client.aborted
        await until(lambda: client.aborted)

    monkeypatch.setattr(connection, "UNREAD_SECONDS", 0.5)
    monkeypatch.setattr(deadlines, "LOOK", 0.01)
    on_a_loop(told, test)


def test_who_does_not_read_answers_gets_no_further_ones() -> None:
    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.send(GET % b"a")
        client.connection.pause_writing()
        client.send(GET % b"b")
        await turns()
        assert client.taken() == (200, b"GET /a  ")
        assert client.written == b""
        client.connection.resume_writing()
        await turns()
        assert client.taken() == (200, b"GET /b  ")

    on_a_loop(told, test)


def test_who_does_not_read_answers_is_cut_off_whatever_it_has_sent_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its requests come in one piece, and are so long that each is parsed by itself."""

    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.full = True
        client.send(POST % 20_000 + bytes(20_000) + (POST % 60_000 + bytes(60_000)) * 2)
        await turns()
        assert client.written.count(b"HTTP/1.1 200 ") == 1
        await until(lambda: client.aborted)

    monkeypatch.setattr(connection, "UNREAD_SECONDS", 0.01)
    monkeypatch.setattr(deadlines, "LOOK", 0.01)
    on_a_loop(told, test)


def test_what_cannot_be_read_is_refused_also_once_an_answer_before_it_was_read() -> None:
    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.send(GET % b"wait" + b"no request\r\n\r\n")
        await turns()
        client.connection.pause_writing()
        WAITING[0].set()
        await turns(20)
        assert client.taken() == (200, b"GET /wait  ")
        assert client.written == b""
        client.connection.resume_writing()
        await turns(20)
        assert client.written.startswith(b"HTTP/1.1 400 ")

    on_a_loop(told, test)


def test_a_client_that_leaves_ends_its_wait() -> None:
    """Also one that only sends no more, which may still read why."""

    async def test(connect: Callable[[], Transport]) -> None:
        for ending in (Transport.finish, Transport.leave):
            client = connect()
            client.send(GET % b"wait")
            await turns()
            ending(client)
            await turns()
            assert client.closed
            assert client.written.startswith(b"HTTP/1.1 400 ") is (ending is Transport.finish)

    on_a_loop(told, test)


def test_what_cannot_be_read_before_the_client_s_end_costs_no_answer() -> None:
    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.send((GET % b"a") * 2 + b"no request\r\n\r\n")
        client.finish()
        await turns(20)
        assert [client.taken() for _ in range(2)] == [(200, b"GET /a  ")] * 2
        assert client.written.startswith(b"HTTP/1.1 400 ")
        assert client.closed

    on_a_loop(told, test)


def test_nothing_is_left_of_a_connection_that_has_gone() -> None:
    """Nothing that only the collector of cycles would find, which looks seldom here."""

    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.send(GET % b"a" + POST % 70_000 + b"12")
        await turns()
        client.leave()
        await turns()
        left = weakref.ref(client.connection), weakref.ref(client.connection._reader)
        del client.connection, client  # as a transport lets go of its protocol
        assert [one() for one in left] == [None, None]

    gc.disable()
    try:
        on_a_loop(refusing, test)
    finally:
        gc.enable()


def test_requests_before_the_client_s_end_are_all_answered() -> None:
    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.send((GET % b"a") * 3)
        client.finish()
        await turns(20)
        assert [client.taken() for _ in range(3)] == [(200, b"GET /a  ")] * 3
        assert client.closed

    on_a_loop(told, test)


@pytest.mark.parametrize("part", [b"", b"GET / HTT", POST % 5 + b"12", POST % 70_000 + b"12", CHUNKED])
def test_what_does_not_come_in_time_ends_the_connection(part: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """In silence if nothing was asked for."""

    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.send(part)
        await until(lambda: client.closed or client.ended)
        assert client.written[:13] == (b"HTTP/1.1 408 " if part else b"")
        assert (b"connection: close\r\n" in client.written) is bool(part)

    monkeypatch.setattr(deadlines, "LOOK", 0.01)
    on_a_loop(told, test, bounds=Bounds(0.05, 0.05))


def test_who_waits_for_an_answer_is_not_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(connect: Callable[[], Transport]) -> None:
        client = connect()
        client.send(GET % b"wait")
        await asyncio.sleep(0.2)
        assert (client.written, client.closed) == (b"", False)
        WAITING[0].set()
        await client.until(b"GET /wait")

    monkeypatch.setattr(deadlines, "LOOK", 0.01)
    on_a_loop(told, test, bounds=Bounds(0.05, 0.05))


def test_a_stop_lets_what_has_begun_end_and_closes_the_rest() -> None:
    async def test(connect: Callable[[], Transport]) -> None:
        idle, waiting, half, body = (connect() for _ in range(4))
        waiting.send(GET % b"wait")
        half.send(b"GET / HT")
        body.send(POST % 5 + b"12")
        await turns()
        stopping = asyncio.ensure_future(idle.connection._front.stop())
        await turns()
        assert [one.closed for one in (idle, waiting, half, body)] == [True, False, False, False]
        WAITING[0].set()
        half.send(b"TP/1.1\r\n\r\n")
        body.send(b"345")
        await turns()
        for one in (waiting, half, body):
            assert b"connection: close\r\n" in one.written
            assert one.written.startswith(b"HTTP/1.1 200 ")
            assert one.closed
        async with asyncio.timeout(LONG):
            await stopping

    on_a_loop(told, test)
