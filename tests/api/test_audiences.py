"""Readers of one table under the bridge: what is new reaches all of them while their streams sleep."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import Any

import msgspec
import pytest

from api import outlets, sharing
from api.callers.auth import credential_of
from api.requests import following, streaming
from api.requests.following import TableFollowed
from api.wire.frames import EVENTS
from domain.ledger.parking import hosted_by
from tests.api.bridge import SECONDS, Client, Running, asked, running
from tests.api.streams import NDJSON, SSE, closing, entries_of, events_of
from tests.api.world import API, Opened, World

ENDLESS = 600.0  # seconds: longer than any test


class Audience:
    """A table with two seats under a bridge, its readers, and how often anybody looked or woke."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.world = World(longest_stream=ENDLESS, streams_each=1000)
        self.table: Opened = self.world.rigged("H1 H2")
        self.bridge: Running = running(self.world.app.wsgi_app)
        self.readers: list[Reader] = []
        self.counted: Counter[str] = Counter()
        for name in ("pieces", "_look"):
            monkeypatch.setattr(TableFollowed, name, self._counting(name, getattr(TableFollowed, name)))

    def _counting(self, name: str, method: Callable[[TableFollowed], Any]) -> Callable[[TableFollowed], Any]:
        def called(followed: TableFollowed) -> Any:
            self.counted[name] += 1
            return method(followed)

        return called

    async def joined(self, many: int, *, token: str | None = None, media: str = SSE) -> list[Reader]:
        """Let readers join who have read what there is."""
        new = [Reader(self, token, media) for _ in range(many)]
        self.readers += new
        for reader in new:
            await reader.until(4)
        self.counted.clear()
        return new

    async def act(self, seat: int) -> int:
        """End a turn over HTTP; return the number of the entry."""
        text = msgspec.json.encode({"command": {"tag": "end_turn", "body": {}}})
        fields = {
            "authorization": f"Bearer {self.table.tokens[seat]}",
            "content-type": "application/json",
            "content-length": str(len(text)),
            "if-match": "*",
        }
        request = asked("POST", f"{API}{self.table.path}/actions", *fields.items())
        status, said = await self.bridge.answer(request, Client(text))
        assert status == 200, said
        return int(msgspec.json.decode(said)["n"])

    async def close(self) -> None:
        """Let all readers go."""
        for reader in self.readers:
            reader.client.leave()
            await reader.task.ended()
        self.world.store.release()


class Reader:
    """Somebody who reads the table, and what came."""

    def __init__(self, audience: Audience, token: str | None, media: str) -> None:
        fields = {"accept": media} | ({} if token is None else {"authorization": f"Bearer {token}"})
        self.client = Client()
        self.text = b""
        self._mark = b"id: %d\n" if media == SSE else b'"n":%d,'
        request = asked("GET", f"{API}{audience.table.path}/stream", *fields.items())
        self.task = audience.bridge.begin(request, self.client)

    async def until(self, n: int) -> None:
        """Read up to an entry."""
        while self._mark % n not in self.text:
            self.text += await self.client.piece()

    async def to_the_end(self) -> None:
        """Read until the stream ends by itself."""
        await self.task.ended()
        self.text += b"".join(self.client.got)

    def lines(self) -> list[bytes]:
        """Return the entries that came."""
        return entries_of(list(events_of(self.text)))


Test = Callable[[Audience], Any]


def on_a_bridge(monkeypatch: pytest.MonkeyPatch, test: Test) -> None:
    """Run a test on a loop of its own, and let this thread be itself again."""

    async def whole() -> None:
        audience = Audience(monkeypatch)
        async with asyncio.timeout(SECONDS):
            await test(audience)
            await audience.close()

    try:
        asyncio.run(whole())
    finally:
        hosted_by(None)


def read_later(table: Opened, viewer: str, **more: Any) -> list[bytes]:
    return table.get(f"/entries?viewer={viewer}", headers={"Accept": NDJSON}, **more).data.splitlines()


def test_sleeping_streams_are_told_byte_for_byte_what_is_read_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spectators, a seat, lines for a program; none of them wakes, and an audience of sixty looks once a batch."""

    async def test(audience: Audience) -> None:
        spectators = await audience.joined(60)
        (seat,) = await audience.joined(1, token=audience.table.tokens[1])
        (program,) = await audience.joined(1, media=NDJSON)
        for turn in range(3):
            n = await audience.act(turn % 2)
            for reader in audience.readers:
                await reader.until(n)
        assert audience.counted["pieces"] == 0
        assert audience.counted["_look"] <= 3 * 6  # two batches, who asks, the seat, the program, and one to spare
        lines = await asyncio.to_thread(read_later, audience.table, "spectator")
        assert len(lines) == 7
        assert all(reader.lines() == lines for reader in spectators)
        assert seat.lines() == await asyncio.to_thread(read_later, audience.table, "seat:1", seat=1)
        assert program.text.splitlines()[1:] == lines

    on_a_bridge(monkeypatch, test)


def test_credentials_taken_back_get_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though others hear of it meanwhile: whoever comes after the revocation is looked at after it."""

    async def test(audience: Audience) -> None:
        keys = audience.world.store.keys
        made = keys.add("operator", "", at=0)

        def revoke() -> None:
            keys.revoke(made.key.id, at=audience.world.clock.at)

        first, second = await audience.joined(2)
        (key,) = await audience.joined(1, token=made.text)
        n = await audience.act(0)
        await key.until(n)
        monkeypatch.setattr(sharing, "AT_ONCE", 1)
        monkeypatch.setattr(sharing, "pause", revoke)  # between the batches of a round
        n = await audience.act(1)
        for reader in (first, second):
            await reader.until(n)
        await key.to_the_end()
        assert len(key.lines()) == n - 1
        assert closing(list(events_of(key.text))) == {"reason": "bad_credentials"}

    on_a_bridge(monkeypatch, test)


def test_who_does_not_read_holds_nobody_up_and_gets_everything_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hundred of them: commands are answered, and whoever reads hears of it at once."""

    async def test(audience: Audience) -> None:
        slow = await audience.joined(100)
        for reader in slow:
            reader.client.held = True
        (spectator,) = await audience.joined(1)
        for turn in range(4):
            await spectator.until(await audience.act(turn % 2))
        assert {len(reader.lines()) for reader in slow} == {4}
        for reader in slow:
            reader.client.read()
        for reader in slow:
            await reader.until(8)
        assert {tuple(reader.lines()) for reader in audience.readers} == {tuple(spectator.lines())}

    on_a_bridge(monkeypatch, test)


def test_who_has_gone_is_missed_by_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also if it was the one who asked for all."""

    async def test(audience: Audience) -> None:
        first, *others = await audience.joined(4)
        first.client.leave()
        await first.task.ended()
        n = await audience.act(0)
        for reader in others:
            await reader.until(n)
        assert len(first.lines()) == 4

    on_a_bridge(monkeypatch, test)


@pytest.mark.parametrize("seat", [None, 0])
def test_an_end_wakes_the_stream_which_says_it(monkeypatch: pytest.MonkeyPatch, seat: int | None) -> None:
    """Once the secrets are open everybody sees all."""

    async def test(audience: Audience) -> None:
        token = None if seat is None else audience.table.tokens[seat]
        readers = await audience.joined(3, token=token)
        await asyncio.to_thread(audience.table.act, 1, "concede")
        for reader in readers:
            await reader.to_the_end()
            assert closing(list(events_of(reader.text))) == {"reason": "viewer_changed", "viewer": "all"}

    on_a_bridge(monkeypatch, test)


def test_more_than_a_page_wakes_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which sends it page by page, or cuts the reader off."""

    async def test(audience: Audience) -> None:
        readers = await audience.joined(2)
        monkeypatch.setattr(following, "PAGE", 0)
        monkeypatch.setattr(following, "BEHIND_AT_MOST", 0)
        await audience.act(0)
        for reader in readers:
            await reader.to_the_end()
            assert closing(list(events_of(reader.text))) == {"reason": "behind", "n": 5}

    on_a_bridge(monkeypatch, test)


def test_one_credential_may_be_two_audiences() -> None:
    """A player who has left a seat and comes back as a spectator is told nothing as that seat."""
    world = World(longest_stream=ENDLESS)
    here, ada = world.app.extensions["matchledger"], world.player("Ada")
    table = world.opened([{"kind": "code"}, {"kind": "open"}])
    join_code = table.answer["seats"][0]["join_code"]
    assert table.post("/seats", {"join_code": join_code}, token=ada.token).status_code == 201
    got: list[bytes] = []

    def send(piece: bytes) -> bool:
        got.append(piece)
        return True

    def followed() -> TableFollowed:
        outlet = outlets.Outlet({outlets.SEND: send})
        return TableFollowed(
            here,
            EVENTS,
            table.id,
            credential_of(ada.token),
            asked=None,
            after=world.store.head(table.id),
            outlet=outlet,
        )

    seat = followed()
    assert world.call("DELETE", f"{table.path}/seats/0", token=ada.token).status_code == 200
    spectator = followed()
    seat._n = spectator._n - 1
    spectator._n = seat._n
    seat._asleep = spectator._asleep = True
    told: dict[Hashable, Any] = {}
    assert (seat.take(told), spectator.take(told)) == (False, True)
    assert entries_of(list(events_of(b"".join(got)))) == read_later(table, "spectator")[-1:]


def test_what_is_sent_past_a_stream_breaks_its_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """The heartbeat comes so long after the last piece, whichever way that went."""
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    sent: list[bytes] = []
    waited: list[float] = []

    class Past:
        def opened(self) -> dict[str, Any]:
            return {}

        def pieces(self) -> Iterable[bytes]:
            return iter(())

        def wait(self, seconds: float) -> None:
            waited.append(seconds)
            now[0] += 10.0
            if len(waited) == 1:
                assert outlet.send(b"piece")
            now[0] += seconds - 10.0

    def send(piece: bytes) -> bool:
        sent.append(piece)
        return True

    outlet = outlets.Outlet({outlets.SEND: send})
    world = World(longest_stream=ENDLESS)
    here = world.app.extensions["matchledger"]
    told = streaming.told(here, EVENTS, Past(), outlet)  # type: ignore[arg-type]  # an iterable will do
    assert [next(told) for _ in range(2)][1] == EVENTS.heartbeat
    assert (sent, waited) == ([b"piece"], [15.0, 10.0])
