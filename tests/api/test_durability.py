"""Acknowledged means durable: the real service is killed at the acknowledgement, restarted, and asked again."""

from __future__ import annotations

import http.client
import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from domain.audit.checks import verify_bytes
from domain.ledger.store import open_store
from tests.api.server import Move, Server, head, lines, next_move
from tests.ledger.postgres import Postgres

pytestmark = pytest.mark.long

ROUNDS = 8  # kills: one acknowledged action in four that is lost by a kill would be missed once in ten runs
MANY_ROUNDS = 60  # in `make soak`: one in twenty, once in twenty runs
ACTED = 60  # actions before a restart
PLAYED_SECONDS = 300.0  # a whole game by several processes on a loaded machine


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "tables.db"


def tokens_of(opened: dict[str, Any]) -> list[str]:
    return [seat["token"] for seat in opened["seats"]]


def any_move(server: Server, table: str, tokens: list[str]) -> Move:
    """Return a move of whoever is awaited."""
    moves = (next_move(server, table, token, wait=0) for token in tokens)
    return next(move for move in moves if move is not None)


@pytest.mark.parametrize("rounds", [ROUNDS, pytest.param(MANY_ROUNDS, marks=pytest.mark.soak)])
def test_every_acknowledged_action_survives_a_kill_of_the_whole_group(database: Path, rounds: int) -> None:
    """In rounds: act, kill everything at the answer, start again; nothing is lost and nothing happens twice."""
    told: list[tuple[int, str]] = []  # number and hash of each acknowledged action
    table, tokens, last = "", [""], None
    for done in range(rounds + 1):
        with Server(database) as server:
            if last is None:
                opened = server.open("token", "token")
                table, tokens = opened["table"]["id"], tokens_of(opened)
            else:
                written = lines(server, table)
                for n, sealed in told:
                    assert written[n - 1]["hash"] == sealed
                before = len(written)
                repeated = last.send(server)
                assert repeated.status == 200, repeated
                assert repeated.body["first"] == told[-1][0]
                assert head(server, table) == before
            if done == rounds:
                break
            for _ in range(1 + done % 3):
                last = any_move(server, table, tokens)
                answer = last.send(server)
                assert answer.status == 200, answer
                told.append((answer.body["first"], answer.body["entries"][0]["hash"]))
            server.kill()
    assert len(told) >= rounds
    store = open_store(str(database))
    assert store.head(table) == told[-1][0]
    store.close()


def test_a_table_is_there_with_its_tokens_when_its_opening_was_acknowledged(database: Path) -> None:
    with Server(database) as server:
        opened = server.open("token", "sensible")
        server.kill()
    with Server(database) as server:
        answer = server.call("GET", f"/tables/{opened['table']['id']}/actions?wait=20", token=tokens_of(opened)[0])
        assert answer.status == 200
        assert answer.body["awaited"] is not None


def test_bots_go_on_where_they_were_after_a_kill(database: Path) -> None:
    """Killed again and again while bots play; then they finish the game, and the record holds."""
    with Server(database) as server:
        table = server.open("random", "random", "random", options={"round_limit": 30})["table"]["id"]
        server.kill()
    for _ in range(3):
        with Server(database) as server:
            server.kill()
    with Server(database) as server:
        ended = wait_for_the_end(server, table)
        record = server.call("GET", f"/tables/{table}/record").body
    assert ended["status"] == "confirmed"
    assert verify_bytes(record).failed == ()


def wait_for_the_end(server: Server, table: str) -> dict[str, Any]:
    """Return a table once its game is over."""
    end = time.monotonic() + PLAYED_SECONDS
    while True:
        now: dict[str, Any] = server.call("GET", f"/tables/{table}").body
        if now["status"] in ("confirmed", "abandoned"):
            return now
        assert time.monotonic() < end, f"the table stands at entry {now['n']}"
        server.call("GET", f"/tables/{table}/view?wait=5&after={now['n']}")


def test_two_services_play_one_table_without_losing_or_doubling_an_action(database: Path) -> None:
    """Each seat talks to another process, bots hold the rest, and both processes run bots."""
    with Server(database) as one, Server(database) as other:
        opened = one.open("token", "token", "random", options={"round_limit": 12})
        table, tokens = opened["table"]["id"], tokens_of(opened)
        told: list[tuple[int, str]] = []
        faults: list[str] = []

        def play(server: Server, token: str) -> None:
            end = time.monotonic() + PLAYED_SECONDS
            while time.monotonic() < end:
                move = next_move(server, table, token)
                if move is None:
                    if server.call("GET", f"/tables/{table}").body["status"] != "running":
                        return
                    continue
                answer = move.send(server)
                if answer.status != 200:
                    faults.append(f"{answer.status} {answer.body}")
                    return
                told.append((answer.body["first"], answer.body["entries"][0]["hash"]))
            faults.append("the game does not end")

        players = [
            threading.Thread(target=play, args=(server, token))
            for server, token in zip((one, other), tokens[:2], strict=True)
        ]
        for player in players:
            player.start()
        for player in players:
            player.join()
        assert faults == []
        written = [lines(server, table) for server in (one, other)]
        record = other.call("GET", f"/tables/{table}/record").body
    assert written[0] == written[1]
    by_hand = {
        line["entry"]["n"]: line["hash"]
        for line in written[0]
        if line["entry"].get("seat") in (0, 1) and "command" in line["entry"]
    }
    assert by_hand == dict(told)
    assert len(told) == len(dict(told)) >= 4  # nobody can be put out in the first two rounds
    assert verify_bytes(record).failed == ()


def test_the_same_request_to_two_services_at_once_acts_once(database: Path) -> None:
    with Server(database) as one, Server(database) as other:
        opened = one.open("token", "token")
        table, tokens = opened["table"]["id"], tokens_of(opened)
        for _ in range(5):
            move = any_move(one, table, tokens)
            before = head(one, table)
            with ThreadPoolExecutor(4) as senders:
                answers = list(senders.map(move.send, (one, other, one, other)))
            assert [answer.status for answer in answers] == [200] * 4
            assert {answer.body["first"] for answer in answers} == {before + 1}
            actions = [line for line in lines(one, table)[before:] if line["entry"]["kind"] == "action_taken"]
            assert len(actions) == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_the_service_ends_gracefully_and_lets_waiting_requests_go(database: Path, number: signal.Signals) -> None:
    """Also when its terminal closes (SIGHUP)."""
    with Server(database) as server:
        opened = server.open("token", "token")
        table = opened["table"]["id"]
        with server.connection() as waiting:
            waiting.request("GET", f"/api/v1/tables/{table}/view?wait=30&after={opened['table']['n'] + 100}")
            server.call("GET", f"/tables/{table}")  # answered while the other waits
            began = time.monotonic()
            server.process.send_signal(number)
            assert waiting.getresponse().status == 200
            assert time.monotonic() - began < 25, "it is not let go"
        assert server.process.wait(120) == 0
        assert not database.with_name(f"{database.name}-wal").exists(), "a copy of the file alone is whole"


@pytest.fixture(params=["one worker", "two workers", "two workers on PostgreSQL"])
def options(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """Return the options of a service besides its file."""
    if request.param == "one worker":
        return ()
    if request.param == "two workers":
        return ("--workers", "2")
    postgres: Postgres = request.getfixturevalue("postgres")
    return ("--workers", "2", "--database", postgres.service)


def test_a_restart_under_load_loses_and_doubles_nothing(database: Path, options: tuple[str, ...]) -> None:
    """Clients that hear no answer, or that the service stops, send the same request to the next one."""
    told: dict[str, list[int]] = {}
    left: list[Move] = []
    enough = threading.Event()

    def play(server: Server, table: str, tokens: list[str]) -> None:
        for _ in range(400):
            try:
                move = any_move(server, table, tokens)
            except (OSError, http.client.HTTPException, StopIteration, AssertionError):
                return
            left.append(move)
            try:
                answer = move.send(server)
            except (OSError, http.client.HTTPException):
                return
            if answer.status != 200:
                assert answer.status == 503, answer
                return
            left.remove(move)
            told.setdefault(table, []).append(answer.body["first"])
            if sum(map(len, list(told.values()))) >= ACTED:
                enough.set()

    with Server(database, *options) as server:
        opened = [server.open("token", "token", options={"round_limit": 60}) for _ in range(6)]
        followed = opened[0]["table"]["id"]
        with server.connection() as stream, ThreadPoolExecutor(len(opened)) as players:
            stream.request("GET", f"/api/v1/tables/{followed}/stream", headers={"Accept": "text/event-stream"})
            playing = [players.submit(play, server, one["table"]["id"], tokens_of(one)) for one in opened]
            assert enough.wait(PLAYED_SECONDS)
            server.process.send_signal(signal.SIGTERM)
            for one in playing:
                one.result()
            assert b"stopping" in stream.getresponse().read()
        assert server.process.wait(120) == 0
    with Server(database, *options) as server:
        for move in left:
            answer = move.send(server)
            assert answer.status == 200, answer
            told.setdefault(move.table, []).append(answer.body["first"])
        for table, firsts in told.items():
            actions = [line["entry"]["n"] for line in lines(server, table) if line["entry"]["kind"] == "action_taken"]
            assert sorted(firsts) == actions


def test_a_service_that_loses_a_worker_ends(database: Path) -> None:
    """Whoever watches over services starts it again; it must not hang at the dead one."""
    with Server(database) as server:
        children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children")
        if not children.exists():
            pytest.skip("the children of a process are listed by Linux only")
        for child in children.read_text().split():
            os.kill(int(child), signal.SIGKILL)
        assert server.process.wait(120) != 0


def test_a_worker_ends_with_its_main_process(database: Path) -> None:
    with Server(database) as server:
        server.process.kill()
        server.process.communicate(timeout=120)  # its stdout is closed by the last one that holds it, the worker
        with pytest.raises(OSError, match="refused"):
            server.call("GET", "/games")
