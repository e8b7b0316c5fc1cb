"""Waiting for the next entry of a table: by its stream, and where there is none by asking."""

from __future__ import annotations

from typing import Any

import pytest

from api.program import watching
from api.program.client import WAIT, Offered, ProblemError, TableClient
from api.program.watching import Watching


class Stream:
    """Lines as a service sends them; an `OSError` where the connection breaks."""

    def __init__(self, *lines: bytes | OSError) -> None:
        self._lines = list(lines)
        self.closed = False

    def readline(self) -> bytes:
        line = self._lines.pop(0) if self._lines else b""
        if isinstance(line, OSError):
            raise line
        return line

    def close(self) -> None:
        self.closed = True


class Client(TableClient):
    """A client whose streams are written down, and which notes what it asks."""

    def __init__(self, *streams: Stream | Exception) -> None:
        super().__init__("http://127.0.0.1/api/v1/tables/x", None)
        self.streams = list(streams)
        self.after: list[int] = []
        self.asked: list[int] = []

    def stream(self, after: int) -> Any:
        self.after.append(after)
        found = self.streams.pop(0)
        if isinstance(found, Exception):
            raise found
        return found

    def offers(self, wait: int = 0) -> Offered:
        self.asked.append(wait)
        return Offered(0, 1, "running", None, [])


def entry(n: int) -> bytes:
    return b'{"entry":{"n":%d,"kind":"action_taken"},"hash":"x"}\n' % n


def note(event: str) -> bytes:
    return b'{"note":{"event":"%s"}}\n' % event.encode()


def test_an_entry_ends_the_wait_and_the_stream_goes_on() -> None:
    client = Client(Stream(note("opened"), entry(4), note("heartbeat"), entry(5)))
    waiting = Watching(client)
    waiting.wait(3)
    waiting.wait(4)
    assert (client.after, client.asked) == ([3], [])


def test_what_is_known_already_is_waited_for_no_more() -> None:
    """The stream told of more than was read in between."""
    client = Client(Stream(entry(4), entry(5)))
    waiting = Watching(client)
    waiting.wait(3)
    waiting.wait(3)
    assert client.after == [3]


def test_a_service_that_has_no_room_for_a_stream_now_is_asked_again() -> None:
    client = Client(ProblemError(503, {}), ProblemError(429, {}), Stream(entry(4)))
    waiting = Watching(client)
    for _ in range(3):
        waiting.wait(3)
    assert (client.after, client.asked) == ([3, 3, 3], [WAIT, WAIT])


def test_a_service_without_streams_is_asked_for_the_turn() -> None:
    """Once refused, for good."""
    client = Client(ProblemError(404, {}))
    waiting = Watching(client)
    for _ in range(2):
        waiting.wait(3)
    assert (client.after, client.asked) == ([3], [WAIT, WAIT])


@pytest.mark.parametrize("broken", [Stream(), Stream(OSError()), Stream(b'{"entry":{"n"'), OSError()])
def test_a_stream_that_breaks_is_opened_again(broken: Stream | OSError) -> None:
    """The table is asked in between: that waits for a service that is gone, and tells the player."""
    client = Client(broken, Stream(entry(4)))
    waiting = Watching(client)
    waiting.wait(3)
    assert len(client.asked) == 1
    waiting.wait(3)
    assert (client.after, len(client.asked)) == ([3, 3], 1)


def test_a_stream_that_the_service_ends_is_not_asked_for_at_once() -> None:
    pauses: list[float] = []
    ended = Stream(note("closed"))
    Watching(Client(ended), pause=pauses.append).wait(3)
    assert pauses == [watching.PAUSE]
    assert ended.closed


def test_nobody_waits_for_ever_while_nothing_comes() -> None:
    """A heartbeat is the moment to look at the table all the same."""
    moments = iter([0.0, WAIT + 1.0])
    client = Client(Stream(note("heartbeat"), note("heartbeat")))
    Watching(client, clock=lambda: next(moments)).wait(3)
    assert next(moments, None) is None
