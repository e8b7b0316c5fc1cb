"""`matchledger play`: from offers to a command, the calls it makes, and whole games typed in."""

from __future__ import annotations

import http.server
import json
import re
import signal
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from api.program.cli import main
from api.program.client import NoAnswerError, ProblemError, TableClient, open_table, table_address
from api.program.ending import another
from api.program.seat_session import SeatSession
from domain.kernel.display.wording import Wording
from domain.kernel.display.words import Words
from domain.record.canonical import b64
from domain.record.keys import NO_ENTROPY
from terminal.playing.session import SessionError, Sight
from tests.api.playing import run_play, typed, until
from tests.api.server import Server, environment, head, lines, program

pytestmark = pytest.mark.long

NOBODY: Any = None  # whose record is not looked at
SIGHT = Sight(1, 0, over=False, decision=None, timeline=NOBODY, picture=None, wording=Wording(Words()))

TEXTS = {"H": "Health.", "D": "Shield: your", "S": "Weapon: goes", "C": "lets you play a card of"}  # of cards, by suit


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One service for the tables of all whom it does not matter to."""
    with Server(tmp_path_factory.mktemp("played") / "x.db") as running:
        yield running


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("http://h:1/api/v1/tables/t", "http://h:1/api/v1/tables/t"),
        ("https://h/tables/t/", "https://h/api/v1/tables/t"),
        ("https://h/cards/api/v1/tables/t", "https://h/cards/api/v1/tables/t"),
    ],
)
def test_a_table_is_named_by_its_address(url: str, address: str) -> None:
    assert table_address(url) == address


@pytest.mark.parametrize(
    "url", ["t", "ftp://h/tables/t", "http://h/tables/", "http://h/tables/t/view", "http://h/tables/t?token=x", ""]
)
def test_anything_else_is_no_address(url: str) -> None:
    with pytest.raises(ValueError, match="address of a table"):
        table_address(url)
    assert CliRunner().invoke(main, ["play", url, "--seat", "x"]).exit_code == 2


@pytest.mark.parametrize("token", ["", "a b", "€", "x\ny"])
def test_anything_else_is_no_token(token: str) -> None:
    """And it stands in no message."""
    refused = CliRunner().invoke(main, ["play", "http://h/tables/t", "--seat", token])
    assert refused.exit_code == 2
    assert refused.stderr.startswith("matchledger: a seat's token is one word of visible ASCII characters.")
    assert not token or token not in refused.output.replace("a seat's token", "")


class Stub(http.server.BaseHTTPRequestHandler):
    """Answers from a list: status and text; a GET for which there is none with a redirect."""

    answers: list[tuple[int, str]]
    keys: list[str | None]

    def do_GET(self) -> None:
        self.keys.append(self.headers["Authorization"])
        if self.answers:
            self._answer()
            return
        self.send_response(302)
        self.send_header("Location", f"/elsewhere?{len(self.keys)}")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.keys.append(self.headers["Idempotency-Key"])
        self._answer()

    def _answer(self) -> None:
        status, text = self.answers.pop(0)
        if status == 0:
            self.close_connection = True
            return
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing."""


@pytest.fixture
def stub(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Stub]]:
    """A service that answers as it is told, met without pauses."""
    monkeypatch.setattr("api.program.client.PAUSE", 0.001)
    monkeypatch.setattr(Stub, "answers", [], raising=False)
    monkeypatch.setattr(Stub, "keys", [], raising=False)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Stub)
    monkeypatch.setattr(Stub, "address", f"http://127.0.0.1:{server.server_port}", raising=False)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield Stub
    server.shutdown()
    thread.join()
    server.server_close()


def act(stub: type[Stub]) -> None:
    address: str = vars(stub)["address"]
    TableClient(address, "token").act({"tag": "end_turn", "body": {}}, tag='"4"', seen=4)


def test_a_request_without_an_answer_is_sent_again_under_the_same_key(stub: type[Stub]) -> None:
    stub.answers += [(0, ""), (503, "{}"), (429, "{}"), (200, "{}")]
    act(stub)
    assert len(stub.keys) == 4
    assert len(set(stub.keys)) == 1


def test_a_service_that_was_never_there_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.program.client.PAUSE", 60.0)  # seconds: no second try
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}/api/v1/tables/t"
        refused = CliRunner().invoke(main, ["play", address, "--seat", "x"])
    assert refused.exit_code == 2
    assert refused.stderr == f"matchledger: {address} does not answer: Connection refused\n"


def test_nobody_waits_for_ever_for_a_first_answer(stub: type[Stub]) -> None:
    stub.answers += [(503, '{"detail": "busy"}')] * 5
    with pytest.raises(NoAnswerError, match="busy"):
        act(stub)


def test_a_service_that_has_answered_is_waited_for_as_long_as_it_takes(stub: type[Stub]) -> None:
    """It starts again, and a proxy before it says so; the player is told once, and once that it is back."""
    told: list[str] = []
    client = TableClient(vars(stub)["address"], "token", gone=told.append, back=lambda: told.append("back"))
    stub.answers += [(200, "{}"), *[(0, "")] * 6, *[(502, "{}")] * 6, (200, "{}"), (200, "{}")]
    for _ in range(3):
        client.act({"tag": "end_turn", "body": {}}, tag='"4"', seen=4)
    assert stub.answers == []
    assert len(told) == 2
    assert told[1] == "back"
    assert len(set(stub.keys[1:14])) == 1, "the same action, however often it is sent"


@pytest.mark.parametrize("answer", ["{}", "[]", '{"table": {}}', "<html>", "[" * 5_000, '{"awaited": 3}'])
def test_what_is_no_service_of_ours_is_said(stub: type[Stub], answer: str) -> None:
    """A proxy's page, or another service."""
    address: str = vars(stub)["address"]
    client = TableClient(address, "token")
    asked: list[Callable[[], object]] = [client.offers, client.table, lambda: open_table(address, {}, "en")]
    for ask in asked:
        stub.answers.append((200, answer))
        with pytest.raises(NoAnswerError, match="is no address of Matchledger"):
            ask()


def test_a_problem_is_passed_on(stub: type[Stub]) -> None:
    stub.answers += [(409, '{"detail": "Not now.", "code": "not_your_turn", "rule": "R1"}'), (500, "<html>")]
    with pytest.raises(ProblemError, match="Not now") as refused:
        act(stub)
    assert (refused.value.status, refused.value.code, refused.value.rule) == (409, "not_your_turn", "R1")
    with pytest.raises(ProblemError, match="status 500"):
        act(stub)


def test_a_problem_says_nothing_to_the_terminal(stub: type[Stub]) -> None:
    """Control characters of a service are not the player's."""
    stub.answers += [(409, '{"detail": "No\\u001b[2Jt now."}')]
    with pytest.raises(ProblemError) as refused:
        act(stub)
    assert str(refused.value).isprintable()


def test_a_token_is_not_carried_on_to_where_a_redirect_leads(stub: type[Stub]) -> None:
    """The standard library would send it."""
    with pytest.raises(ProblemError, match="status 302"):
        TableClient(vars(stub)["address"], "token").offers()
    assert stub.keys == ["Bearer token"]


def test_an_answer_without_end_is_not_read_to_its_end(stub: type[Stub], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.program.client.RECORD_BYTES", 10)
    stub.answers += [(200, "x" * 11)]
    with pytest.raises(NoAnswerError, match="more than a record can hold"):
        act(stub)


def test_a_game_is_played_to_its_end_by_numbers(server: Server) -> None:
    """Always the first offer, against a bot; nonsense in between is asked again."""
    opened = server.open("token", "sensible", game="fightdrome")
    table, token = opened["table"]["id"], opened["seats"][0]["token"]
    played = typed(server, table, token, "x\n" + "1\n" * 1500)
    assert played.returncode == 0, played.stderr
    assert "That is not one of the answers" in played.stdout
    assert "P0 (you)" in played.stdout
    assert "Bot 1" in played.stdout
    end = played.stdout[played.stdout.rindex("> ") if "> " in played.stdout else 0 :]
    assert "wins" in end, "the end says why, below the last board"
    assert f"replay step {server.url}/tables/{table}" in end
    assert server.call("GET", f"/tables/{table}").body["status"] == "confirmed"
    own = [line["entry"] for line in lines(server, table) if line["entry"].get("by") == "seat:0"]
    assert {entry["command"]["tag"] for entry in own} <= {"play_card", "discard_card", "rest"}


def test_another_game_against_the_same_bots_is_a_word_away(server: Server) -> None:
    """With the same options, and with the line that brings the player back to it."""
    options = {"round_limit": 12, "first_player": "seat"}
    opened = server.open("token", "sensible", options=options, label="Friday", clock={"move_ms": 3_600_000})
    table, token = opened["table"]["id"], opened["seats"][0]["token"]
    played = typed(server, table, token, "c\ny\ny\nq\n")
    assert played.returncode == 0, played.stderr
    (again,) = {*re.findall(r"play \S+/tables/(\w+) --seat (\S+)", played.stdout)}
    there = server.call("GET", f"/tables/{again[0]}", token=again[1]).body
    assert again[0] != table
    assert (there["game"], there["label"], there["status"]) == ("chanic_panic", "Friday", "running")
    assert options.items() <= there["options"].items()
    assert there["clock"]["move_ms"] == 3_600_000
    assert [seat["bot"] for seat in there["seats"]] == [None, "sensible"]
    assert there["seats"][0]["name"] == "P0"
    assert "same command" not in played.stdout, "it would open another table"
    taken = [line["entry"]["entropy"] for line in lines(server, again[0]) if line["entry"]["kind"] == "seat_taken"]
    assert [value == b64(NO_ENTROPY) for value in taken] == [False, True]


def test_a_table_with_other_people_is_not_offered_again(tmp_path: Path) -> None:
    table = {"seats": [{"seat": 0, "bot": None, "name": "Ada"}, {"seat": 1, "bot": None, "name": "Ben"}]}
    assert another(table, 0) is None


def test_a_new_game_begins_with_one_line(tmp_path: Path) -> None:
    """`--game` opens a table like the one the game demonstrates."""
    with Server(tmp_path / "x.db", "--who-opens", "anybody") as server:
        address = server.url.removesuffix("/api/v1")
        played = run_play(address, "q\n", "--game", "panzer_clash")
        assert played.returncode == 0, played.stderr
        assert "Arsenal Column" in played.stdout
        (again,) = {*re.findall(r"play \S+/tables/(\w+) --seat (\S+)", played.stdout)}
        assert server.call("GET", f"/tables/{again[0]}").body["options"]["deck_size"] == 40
        assert run_play(f"{address}/tables/x", "", "--game", "panzer_clash").returncode == 2
        assert "opened with --game" in run_play(f"{address}/tables/x", "").stderr
    with Server(tmp_path / "y.db", "--who-opens", "keys") as server:
        refused = run_play(server.url, "", "--game", "chanic_panic")
        assert refused.returncode == 2
        assert refused.stderr.count("\n") == 1
        assert "key" in refused.stderr


def test_a_question_mark_explains_what_is_on_the_board(server: Server) -> None:
    """Cards in hand, the rule in short, where to read more; no sign, for none is drawn; and the question stays."""
    opened = server.open("token", "sensible", options={"first_player": "seat"})
    table, token = opened["table"]["id"], opened["seats"][0]["token"]
    played = typed(server, table, token, "?\nv\nw\nq\n")
    _, _, told = played.stdout.partition("\n?\n")
    assert "Signs on the board:" not in told
    assert "The game in short:" in told
    assert "docs/games/chanic_panic.md" in told
    hand = server.call("GET", f"/tables/{table}/view", token=token).body["view"]["players"][0]["hand"]
    assert {kind[0] for kind in hand} <= {letter for letter in "HDSC" if TEXTS[letter] in told}
    assert not any(TEXTS[letter] in told for letter in set("HDSC") - {kind[0] for kind in hand})
    assert told.count("Chanic Panic, round 1") == 1, "v shows the board again"
    assert told.count("P0 (you) has 12 points to spend.") == 1, "w tells again what happened"
    japanese = typed(server, table, token, "h\nq\n", "--lang", "ja")
    assert "ゲームの要点" in japanese.stdout


def test_what_cannot_be_played_says_what_would_help(server: Server) -> None:
    """On the board, beside the reason: spades that come too early may go to the Trader."""
    opened = server.open("token", "sensible", options={"first_player": "seat"})
    table, token = opened["table"]["id"], opened["seats"][0]["token"]
    for _ in range(20):
        hand = server.call("GET", f"/tables/{table}/view", token=token).body["view"]["players"][0]["hand"]
        if any(kind.startswith("S") for kind in hand):
            break
        opened = server.open("token", "sensible", options={"first_player": "seat"})
        table, token = opened["table"]["id"], opened["seats"][0]["token"]
    board = " ".join(typed(server, table, token, "q\n").stdout.split())
    assert "Spades are played from round 3. Keep them, or give them to the Trader." in board


def test_a_restart_of_the_service_is_survived(tmp_path: Path) -> None:
    """Killed while the player thinks: the action is carried out once, when the service is back."""
    database = tmp_path / "x.db"
    with Server(database) as server:
        opened = server.open("token", "sensible", options={"first_player": "seat"})
        table, token = opened["table"]["id"], opened["seats"][0]["token"]
        url = f"{server.url}/tables/{table}"
        variables = environment(MATCHLEDGER_SEAT=token, PYTHONUNBUFFERED="1", COLUMNS="100")
        with subprocess.Popen(
            program("play", url), env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as playing:
            until(playing, "Number")
            server.kill()
            assert playing.stdin is not None
            playing.stdin.write(b"c\ny\n")
            playing.stdin.flush()
            until(playing, "does not answer")
            with Server(database, port=server.port) as again:
                rest = until(playing, "Another game")
                playing.stdin.write(b"n\n")
                playing.stdin.close()
                assert playing.wait(60) == 0
                conceded = [line for line in lines(again, table) if "concede" in str(line["entry"].get("command"))]
    assert rest.count("answers again") == 1
    assert len(conceded) == 1


def test_an_interrupt_leaves_the_table_in_peace(server: Server) -> None:
    """Ctrl-C while others are awaited; the exit code says so, as of any program."""
    opened = server.open("token", "token", options={"first_player": "seat", "first_seat": 1})
    table, token = opened["table"]["id"], opened["seats"][0]["token"]
    variables = environment(MATCHLEDGER_SEAT=token, PYTHONUNBUFFERED="1")
    with subprocess.Popen(
        program("play", f"{server.url}/tables/{table}"),
        env=variables,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as waiting:
        until(waiting, "Waiting for")
        waiting.send_signal(signal.SIGINT)
        assert "the same command brings you back" in until(waiting, "")
        assert waiting.wait(60) == 130


def test_a_game_is_played_in_the_players_language(server: Server) -> None:
    """What happened, the board, the choices and the service's refusals; by option, or by the environment."""
    opened = server.open("token", "token", options={"first_player": "seat", "round_limit": 10})
    table, token = opened["table"]["id"], opened["seats"][0]["token"]
    asked = typed(server, table, token, "q\n", "--lang", "ja")
    surroundings = typed(server, table, token, "q\n", LC_ALL="ja_JP.UTF-8", PYTHONUTF8="1")
    assert surroundings.stdout == asked.stdout
    for text in (
        "番号で答えてください。?で説明、bで戻る、",
        "第1ラウンド、P0（あなた）の手番です。",
        "P0（あなた）：手番、体力 0、",
        "手番を終える",
        "テーブルはあなたを待っています。",
    ):
        assert text in asked.stdout
    assert "Accept-Language" not in asked.stderr
    wrong = typed(server, table, "seat.x.0.y", "", "--lang", "ja")
    assert "このトークンまたは鍵は無効か、期限が切れています。" in wrong.stderr


def test_a_refusal_tells_what_would_help_and_the_rule(stub: type[Stub]) -> None:
    """The reason, then where it stands in the rules."""
    problem = {"detail": "The sides are opposed.", "rule": "panzer_clash 6.1"}
    stub.answers.append((422, json.dumps(problem)))
    session = SeatSession(TableClient(vars(stub)["address"], "token"), Words())
    refused = session.carry_out({"tag": "x", "body": {}}, SIGHT)
    assert refused is not None
    assert (refused.reason, refused.rule) == ("The sides are opposed.", "panzer_clash 6.1")
    stub.answers.append((500, "{}"))
    with pytest.raises(SessionError, match="status 500"):
        session.carry_out({"tag": "x", "body": {}}, SIGHT)


def test_a_player_may_leave_come_back_and_concede(server: Server) -> None:
    opened = server.open("token", "token")
    table, tokens = opened["table"]["id"], [seat["token"] for seat in opened["seats"]]
    awaited = server.call("GET", f"/tables/{table}/view").body["awaited"][0]["seat"]
    before = head(server, table)
    left = typed(server, table, tokens[awaited], "q\n")
    assert "the same command brings you back" in left.stdout
    assert head(server, table) == before
    ended = typed(server, table, tokens[awaited], "")
    assert "the same command brings you back" in ended.stdout  # the input ended
    conceded = typed(server, table, tokens[awaited], "c\nn\nc\ny\n")
    assert "The table is over." in conceded.stdout
    assert "Another game" not in conceded.stdout, "people sat on both seats"
    assert "not one of the answers" not in conceded.stdout, "to keep playing is an answer"
    assert f"P{awaited} (you)" in left.stdout
    assert "b goes back" in left.stdout
    result = server.call("GET", f"/tables/{table}/result").body
    assert result["outcome"]["ended_by"] == "concession"


def test_who_comes_early_or_plays_against_the_clock_is_told(server: Server) -> None:
    seats = [{"kind": "token", "name": "Ada"}, {"kind": "open"}]
    opened = server.call(
        "POST",
        "/tables",
        {
            "game": "chanic_panic",
            "seats": seats,
            "clock": {"move_ms": 3_600_000, "grace_ms": 5_000},
            "options": {"first_player": "seat", "first_seat": 0},
        },
    ).body
    table, token = opened["table"]["id"], opened["seats"][0]["token"]
    url = f"{server.url}/tables/{table}"
    variables = environment(MATCHLEDGER_SEAT=token, PYTHONUNBUFFERED="1")
    early = subprocess.Popen(program("play", url), env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    with early:
        assert early.stdout is not None
        told = until(early, "waiting for the other seats.\n")
        assert "The game has not begun: waiting for the other seats.\n" in told
        assert server.call("POST", f"/tables/{table}/seats", {"name": "Bob"}).status == 201
        rest = until(early, "Number") + early.communicate(b"q\n", timeout=60)[0].decode()
    deadline = server.call("GET", f"/tables/{table}/view").body["awaited"][0]["deadline"]
    assert f"You have until {deadline[:10]} {deadline[11:19]} UTC, 59:" in rest
    assert "An answer that comes 0:05 later still counts." in rest


def test_a_wrong_token_is_said(server: Server) -> None:
    table = server.open("token", "token")["table"]["id"]
    refused = typed(server, table, "seat.x.0.y", "")
    assert refused.returncode == 2
    assert "not valid" in refused.stderr
