"""`replay log --follow`: a table told as it is played, whatever breaks on the way."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from domain.audit import timeline
from domain.audit.integrity import Integrity
from domain.record import lines
from replay.reading import streamed
from tests.audit.tables import duel
from tests.replay.service import Asked, Reply, serving
from tests.replay.test_source import TABLE, ask

KNOWN = 6  # lines of the record when it is read first, the header among them
Streams = Callable[[int, list[bytes]], bytes]


def note(event: str, **said: object) -> bytes:
    return json.dumps({"note": {"event": event, **said}}).encode() + b"\n"


@contextmanager
def playing(stream: Streams) -> Iterator[tuple[str, list[Asked]]]:
    """Serve a record of which only the first entries were there at first; `stream` gets how often it was asked."""
    written = duel().record().splitlines(keepends=True)
    times = iter(range(99))

    def answer(asked: Asked) -> Reply:
        if asked.path.startswith(f"{TABLE}/record"):
            return Reply(b"".join(written[:KNOWN]))
        if asked.path.startswith(f"{TABLE}/stream"):
            after = int(asked.path.rpartition("=")[2])
            return Reply(stream(next(times), written[after + 1 :]))
        return Reply(b"", 404)

    with serving(answer) as (address, came):
        yield address + TABLE, came


def streams_asked(came: list[Asked]) -> list[str]:
    return [asked.path.partition("/stream")[2] for asked in came if "/stream" in asked.path]


def whole(*more: str) -> str:
    """Return what the log of the whole record says."""
    with serving(lambda asked: Reply(duel().record(), 200 if "/record" in asked.path else 404)) as (address, _):
        return ask("log", address + TABLE, *more).stdout


def to_its_end(times: int, left: list[bytes]) -> bytes:
    return b"".join([*left, note("closed", reason="ended")])


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streamed, "PAUSE", 0.0)


def test_a_table_is_told_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told in the end is what the record's log says; notes are passed over."""

    def stream(times: int, left: list[bytes]) -> bytes:
        return b"".join([note("opened"), left[0], note("heartbeat"), *left[1:], note("closed", reason="ended")])

    with playing(stream) as (address, came):
        result = ask("log", address, "--follow", "--json")
    assert (result.exit_code, result.stdout) == (0, whole("--json"))
    assert streams_asked(came) == [f"?after={KNOWN - 1}"]


def test_a_log_that_goes_on_reads_as_one() -> None:
    """A day is named once."""
    with playing(to_its_end) as (address, _):
        assert ask("log", address, "--follow").stdout == whole()


def test_every_entry_is_followed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many come after it: read, looked at and folded into the table."""
    counts: Counter[str] = Counter()

    def counted(place: Any, name: str) -> None:
        honest = getattr(place, name)

        def called(*given: Any, **more: Any) -> Any:
            counts[name] += 1
            return honest(*given, **more)

        monkeypatch.setattr(place, name, called)

    counted(lines, "_read_by")
    counted(Integrity, "look")
    counted(timeline, "open_entry")
    with playing(to_its_end) as (address, _):
        assert ask("log", address, "--follow").exit_code == 0
    entries = len(duel().entries)
    assert counts == {"_read_by": entries, "look": entries, "open_entry": entries}


def test_what_is_wrong_is_told_once() -> None:
    """And what comes after it is told all the same."""

    def stream(times: int, left: list[bytes]) -> bytes:
        return to_its_end(times, [left[0].replace(b'"hash":"', b'"hash":"A', 1).replace(b'"}', b'A"}'), *left[1:]])

    with playing(stream) as (address, _):
        result = ask("log", address, "--follow", "--json")
    assert result.stderr.count("does not verify") == 1


@pytest.mark.parametrize(
    "spoil",
    [
        lambda line: b'{"x_y":1,' + line[1:],
        lambda line: b"[]\n",
        lambda line: b'{"entry":7}\n',
        lambda line: b"<html>\n",
        lambda line: b"\xff\n",
    ],
)
def test_a_damaged_line_ends_it(spoil: Callable[[bytes], bytes]) -> None:
    """Nothing that comes later is asked for."""

    def stream(times: int, left: list[bytes]) -> bytes:
        return b"".join([spoil(left[0]), *left[1:]])

    with playing(stream) as (address, came):
        result = ask("log", address, "--follow", "--json")
    assert (len(streams_asked(came)), len(result.stdout.splitlines())) == (1, KNOWN - 1)
    assert "line 7, format and canonical bytes (bad_line)" in result.stderr


def test_a_stream_that_breaks_is_resumed() -> None:
    """After the last entry that came whole; as the viewer that the address names."""

    def stream(times: int, left: list[bytes]) -> bytes:
        match times:
            case 0:
                return left[0] + left[1][:20]
            case 1:
                return left[0] + note("closed", reason="time")
            case _:
                return b"".join([*left, note("closed", reason="viewer_changed", viewer="all")])

    with playing(stream) as (address, came):
        result = ask("log", f"{address}?viewer=spectator", "--follow", "--json")
    assert (result.exit_code, result.stdout) == (0, whole("--json"))
    assert streams_asked(came) == [f"?viewer=spectator&after={KNOWN - 1 + number}" for number in range(3)]


def test_credentials_that_end_are_said() -> None:
    """What was told before stays."""
    with playing(lambda times, left: left[0] + note("closed", reason="bad_credentials")) as (address, _):
        result = ask("log", address, "--follow", "--json")
    assert result.exit_code == 2
    assert "the service ended the stream: bad_credentials" in result.stderr
    assert len({json.loads(line)["n"] for line in result.stdout.splitlines()}) == KNOWN


@pytest.mark.parametrize("arguments", [("game.ndjson",), ("http://127.0.0.1:1/tables/x", "--to", "3")])
def test_only_a_table_that_goes_on_is_followed(arguments: tuple[str, ...]) -> None:
    result = ask("log", *arguments, "--follow")
    assert result.exit_code == 2
    assert "--follow goes on with the table at a URL" in result.stderr
