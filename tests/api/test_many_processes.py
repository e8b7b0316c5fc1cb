"""Several processes on one store behave as one service, and nothing is lost or done twice when one of them dies."""

from __future__ import annotations

import http.client
import threading
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import msgspec
import pytest

from domain.audit.checks import verify_bytes
from domain.ledger.store import open_store
from tests.api.server import Answer, Move, Server, lines, next_move
from tests.api.world import World
from tests.ledger.postgres import Postgres

PLAYED_SECONDS = 300.0  # a whole game by several processes on a loaded machine
MOVE_MS = 3_000  # patience of the clock with a seat that nobody plays
TURNS = 12  # by turns of two processes
ACTS_BEFORE_THE_KILL = 2
GONE = (OSError, http.client.HTTPException)  # what a caller hears of a process that was killed
SERVER_KEY = "5e" * 32
OLD = (409, 412)  # the clock was faster


@pytest.fixture(params=["file", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Name an empty database of each kind."""
    if request.param == "file":
        return str(tmp_path / "tables.db")
    postgres: Postgres = request.getfixturevalue("postgres")
    return postgres.service


# Quick: two processes, as far as the store is concerned, and every request goes to the other one.


def test_whoever_acted_here_reads_it_there_and_is_awaited_there(url: str) -> None:
    """Reads are never older than the caller's own last write; nobody hears 412 for a tag that another process gave."""
    with closing(open_store(url)) as one, closing(open_store(url)) as other:
        worlds = [World(one), World(other)]
        table = worlds[0].opened()
        path, n = f"/tables/{table.id}", 4
        for turn in range(TURNS):
            here, there = worlds[turn % 2], worlds[1 - turn % 2]
            seen = here.get(f"{path}/view").json
            assert seen["n"] == n
            seat = seen["awaited"][0]["seat"]
            offered = there.get(f"{path}/actions?expand=true", token=table.tokens[seat])
            assert offered.headers["ETag"] == seen["awaited"][0]["tag"]
            said = {"command": offered.json["actions"][0], "seen": seen["n"]}
            tag = {"If-Match": offered.headers["ETag"]}
            acted = here.post(f"{path}/actions", said, token=table.tokens[seat], headers=tag)
            assert acted.status_code == 200, acted.text
            n = acted.json["n"]
            assert there.get(path).json["n"] == n
        assert n >= 4 + TURNS
        assert len({world.get(f"{path}/entries").data for world in worlds}) == 1


def test_a_decision_that_another_process_answered_is_stale_here_at_once(url: str) -> None:
    """A true 412: the tail is read before it is said; and with it comes the tag that is good now."""
    with closing(open_store(url)) as one, closing(open_store(url)) as other:
        here, there = World(one), World(other)
        table = here.opened()
        path = f"/tables/{table.id}/actions"
        old = there.get(path, token=table.tokens[0]).headers["ETag"]
        said = {"command": {"tag": "end_turn"}}
        assert here.post(path, said, token=table.tokens[0], headers={"If-Match": old}).status_code == 200
        assert here.post(path, said, token=table.tokens[1], headers={"If-Match": "*"}).status_code == 200
        answer = there.post(path, said, token=table.tokens[0], headers={"If-Match": old})
        assert (answer.status_code, answer.json["code"]) == (412, "stale_decision")
        again = there.post(path, said, token=table.tokens[0], headers={"If-Match": answer.headers["ETag"]})
        assert again.status_code == 200


# Long: three processes as they run in earnest; one of them is killed in mid-game.


class Told(NamedTuple):
    """An action that was acknowledged: number and hash of its entry, and whose it was."""

    n: int
    hash: str
    seat: int


class Caller:
    """Somebody who goes on with another process when one is gone, and then sends what it sent again."""

    def __init__(self, servers: Sequence[Server]) -> None:
        self._servers = list(servers)

    def ask(self, request: Callable[[Server], Any]) -> Any:
        """Send a request until a process answers it."""
        while True:
            try:
                return request(self._servers[0])
            except GONE:
                self._servers.append(self._servers.pop(0))
                assert any(server.process.poll() is None for server in self._servers)


class Game:
    """A table with two people, a bot, and a seat that only the clock moves; what its players were told."""

    def __init__(self, servers: Sequence[Server]) -> None:
        self.servers = servers
        kinds = ("token", "token", "random", "token")
        opened = servers[0].open(
            *kinds, options={"round_limit": 12, "first_player": "seat"}, clock={"move_ms": MOVE_MS}
        )
        self.table: str = opened["table"]["id"]
        self.tokens = [seat["token"] for seat in opened["seats"]]
        self.told: list[Told] = []
        self.faults: list[str] = []
        self.well_begun = threading.Event()
        self.end = time.monotonic() + PLAYED_SECONDS

    def play(self, seat: int, caller: Caller) -> None:
        """Act for a seat until the game is over; each action is sent until it is answered."""
        while time.monotonic() < self.end:
            move: Move | None = caller.ask(lambda server: next_move(server, self.table, self.tokens[seat], wait=5))
            if move is None:
                now = caller.ask(lambda server: server.call("GET", f"/tables/{self.table}"))
                if now.body["status"] != "running":
                    return
                continue
            answer: Answer = caller.ask(move.send)
            if answer.status == 200:
                self.told.append(Told(answer.body["first"], answer.body["entries"][0]["hash"], seat))
            elif answer.status not in OLD:
                self.faults.append(f"{answer.status} {answer.body}")
                return
            if len(self.told) >= ACTS_BEFORE_THE_KILL:
                self.well_begun.set()
        self.faults.append("the game does not end")


class Spectator(ABC):
    """Somebody without a seat who reads the table's stream to its end; where it breaks off, with another process."""

    media: ClassVar[str]

    def __init__(self, game: Game, caller: Caller) -> None:
        self._game = game
        self._caller = caller
        self.heard: list[Any] = []

    def follow(self) -> None:
        """Read on until the table has ended."""
        while time.monotonic() < self._game.end:
            try:
                closed = self._caller.ask(self._stream)
            except AssertionError as error:
                self._game.faults.append(str(error))
                return
            if closed in ("ended", "viewer_changed"):
                return
        self._game.faults.append("the stream does not end")

    def _stream(self, server: Server) -> str:
        after = self.heard[-1]["entry"]["n"] if self.heard else 0
        with server.connection() as connection:
            path = f"/api/v1/tables/{self._game.table}/stream"
            connection.request("GET", path, headers={"Accept": self.media, "Last-Event-ID": str(after)})
            reason = self._read(connection.getresponse())
        if reason is None:
            raise ConnectionResetError("the stream broke off")
        return reason

    @abstractmethod
    def _read(self, lines: Iterable[bytes]) -> str | None:
        """Note the entries of a stream; return why it was closed."""


class ByLines(Spectator):
    """Reads NDJSON."""

    media = "application/x-ndjson"

    def _read(self, lines: Iterable[bytes]) -> str | None:
        for text in lines:
            line = msgspec.json.decode(text)
            if "entry" in line:
                self.heard.append(line)
            elif line["note"]["event"] == "closed":
                return str(line["note"]["reason"])
        return None


class ByEvents(Spectator):
    """Reads server-sent events."""

    media = "text/event-stream"

    def _read(self, lines: Iterable[bytes]) -> str | None:
        name = b""
        for line in lines:
            field, _, said = line.rstrip(b"\n").partition(b": ")
            if field in (b"event", b"id"):
                name = said if field == b"event" else b""
            elif field == b"data" and not name:
                self.heard.append(msgspec.json.decode(said))
            elif field == b"data" and name == b"closed":
                return str(msgspec.json.decode(said)["reason"])
        return None


@pytest.fixture
def servers(url: str, tmp_path: Path) -> Iterator[list[Server]]:
    """Start three processes on one store."""
    with ExitStack() as stack:
        file = tmp_path / "tables.db"
        options = ("--database", url)
        yield [stack.enter_context(Server(file, *options, MATCHLEDGER_SERVER_KEY=SERVER_KEY)) for _ in range(3)]


@pytest.mark.long
def test_three_processes_play_on_when_one_is_killed_in_mid_game(servers: list[Server]) -> None:
    """Four seats (people, a bot, the clock) and three streams: nothing acknowledged is lost, nothing is done twice."""
    game = Game(servers)
    doomed, second, third = servers
    spectators = [form(game, Caller([doomed, second, third])) for form in (ByLines, ByEvents, ByEvents)]
    threads = [
        threading.Thread(target=game.play, args=(0, Caller([doomed, third, second]))),
        threading.Thread(target=game.play, args=(1, Caller([second, third]))),
        *[threading.Thread(target=spectator.follow) for spectator in spectators],
    ]
    for thread in threads:
        thread.start()
    assert game.well_begun.wait(PLAYED_SECONDS)
    doomed.kill()
    before = len(game.told)
    for thread in threads:
        thread.join()
    assert game.faults == []
    assert len(game.told) > before, "it was in mid-game"
    written = lines(second, game.table)
    assert written == lines(third, game.table)
    assert verify_bytes(third.call("GET", f"/tables/{game.table}/record").body).failed == ()
    by_n = {line["entry"]["n"]: line for line in written}
    for told in game.told:
        assert by_n[told.n]["hash"] == told.hash
    acted = [(line["entry"]["n"], line["entry"]["seat"]) for line in written if line["entry"]["kind"] == "action_taken"]
    assert sorted((told.n, told.seat) for told in game.told) == [pair for pair in acted if pair[1] in (0, 1)]
    seats = Counter(seat for _, seat in acted)
    assert (seats[2] > 0, seats[3]) == (True, 0)
    forced = [line["entry"] for line in written if line["entry"]["kind"] == "action_forced"]
    assert any(entry["seat"] == 3 for entry in forced)
    for spectator in spectators:
        assert [line["entry"]["n"] for line in spectator.heard] == list(range(1, len(spectator.heard) + 1))
        assert [line["hash"] for line in spectator.heard] == [line["hash"] for line in written[: len(spectator.heard)]]
        assert "game_finished" in {line["entry"]["kind"] for line in spectator.heard}
