"""Streams in tests: read piece by piece, while things happen in place of the store's wait."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec
import pytest

from tests.api.world import API, World

SSE, NDJSON = "text/event-stream", "application/x-ndjson"


class Event(NamedTuple):
    """An event as it came: its cursor if it is an entry's, its name, its text."""

    id: str | None
    name: str
    text: bytes

    @property
    def said(self) -> Any:
        """What the text says."""
        return msgspec.json.decode(self.text)


def happen(world: World, monkeypatch: pytest.MonkeyPatch, *things: Callable[[], object]) -> list[float]:
    """Let one thing happen at each wait of a stream, then let the service stop; return how long each would be."""
    left, waited = list(things), []

    def wait(table: str, after: int, timeout: float) -> int:
        waited.append(timeout)
        if left:
            left.pop(0)()
        else:
            world.store.release()
        return world.store.head(table)

    monkeypatch.setattr(world.store, "wait", wait)
    return waited


class Stream:
    """An open stream of server-sent events."""

    def __init__(self, world: World, path: str, *, token: str | None = None, **headers: str) -> None:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if token is not None:
            sent["Authorization"] = f"Bearer {token}"
        client = world.app.test_client(use_cookies=False)
        self.answer = client.open(API + path, headers={"Accept": SSE, **sent}, buffered=False)
        assert self.answer.status_code == 200, self.answer.text
        assert self.answer.mimetype == SSE
        self._pieces = self.answer.iter_encoded()

    def __iter__(self) -> Iterator[Event]:
        for piece in self._pieces:
            yield from events_of(piece)

    def close(self) -> None:
        """Go away."""
        self.answer.close()


def events_of(text: bytes) -> Iterator[Event]:
    """Parse what came at once: events end with a blank line, heartbeats say nothing."""
    assert text.endswith(b"\n\n")
    for block in text[:-2].split(b"\n\n"):
        fields = dict(line.split(b": ", 1) for line in block.split(b"\n"))
        if fields.get(b"event") != b"heartbeat":
            id = fields.get(b"id")
            yield Event(None if id is None else id.decode(), fields.get(b"event", b"message").decode(), fields[b"data"])


def entries_of(events: list[Event]) -> list[bytes]:
    """Return the lines of the entries among events."""
    return [event.text for event in events if event.name == "message"]


def closing(events: list[Event]) -> Any:
    """Return what the last event says, which must be the one that ends the stream."""
    assert [event.name for event in events].count("closed") == 1
    assert events[-1].name == "closed"
    return events[-1].said
