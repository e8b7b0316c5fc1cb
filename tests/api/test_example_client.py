"""`docs/example_client.py` is polite: after an empty answer and a 503 it waits before it asks again."""

from __future__ import annotations

import importlib.util
import io
import json
import random
import urllib.error
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

FILE = Path(__file__).parents[2] / "docs" / "example_client.py"
TABLE = "http://127.0.0.1/tables/t"
HASH = "0" * 43


class Answer(io.BytesIO):
    """What a service answers."""

    status = 200


def said(shape: Any) -> Answer:
    """Return an answer of JSON."""
    return Answer(json.dumps(shape).encode())


def busy(seconds: str) -> urllib.error.HTTPError:
    """Return the answer of a service that is busy for so long."""
    headers = Message()
    headers["Retry-After"] = seconds
    return urllib.error.HTTPError(TABLE, 503, "busy", headers, said({"detail": "busy"}))


class Service:
    """Answers in turn; the time passes only while the client sleeps."""

    def __init__(self, client: ModuleType, monkeypatch: pytest.MonkeyPatch, *answers: Answer | Exception) -> None:
        self.slept: list[float] = []
        self.asked: list[str] = []
        self._answers: Iterator[Answer | Exception] = iter(answers)
        monkeypatch.setattr(client, "opener", self)
        monkeypatch.setattr(client, "time", self)

    def open(self, request: Any, timeout: float) -> Answer:
        """Answer a request."""
        self.asked.append(request.full_url)
        answer = next(self._answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def sleep(self, seconds: float) -> None:
        """Note how long the client sleeps."""
        self.slept.append(seconds)

    def monotonic(self) -> float:
        """Return the time."""
        return sum(self.slept)


@pytest.fixture
def client() -> ModuleType:
    spec = importlib.util.spec_from_file_location("example_client", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_busy_service_is_asked_again_when_it_said(client: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    service = Service(client, monkeypatch, busy("7"), said({"n": 1}))
    assert client.call(TABLE, "token") == (200, {"n": 1})
    assert sum(service.slept) >= 7
    assert len(service.asked) == 2


def test_a_service_that_stays_busy_is_left_alone(client: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    service = Service(client, monkeypatch, *[busy("1") for _ in range(client.TRIES)])
    with pytest.raises(SystemExit, match="stays busy"):
        client.call(TABLE, "token")
    assert sum(service.slept) >= client.TRIES


def test_after_an_empty_answer_it_waits(client: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer at once without a question comes where too many wait."""
    nothing = {"status": "running", "n": 1, "head": HASH, "awaited": None}
    over = {"status": "confirmed", "n": 1, "head": HASH}
    line = Answer(json.dumps({"entry": {}, "hash": HASH}).encode())
    service = Service(client, monkeypatch, said(nothing), said(nothing), said(over), line, said({"reason": "play"}))
    assert client.play(TABLE, "token", random.Random(1)) == {"reason": "play"}
    assert service.slept == [client.PAUSE, client.PAUSE]


def test_it_leaves_with_a_record_of_another_game(client: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    over = {"status": "confirmed", "n": 1, "head": HASH}
    Service(client, monkeypatch, said(over), Answer(json.dumps({"entry": {}, "hash": "1" * 43}).encode()))
    with pytest.raises(SystemExit, match="not the record of the game"):
        client.play(TABLE, "token", random.Random(1))
