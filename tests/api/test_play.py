"""`matchledger play`: from offers to a command, the calls it makes, and whole games typed in."""

from __future__ import annotations

import http.server
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from api.choosing import BackError, choose
from api.cli import main
from api.client import NoAnswerError, ProblemError, TableClient, table_address
from domain.kernel.offers import Flag, Free, Offer, OneOf, Range, Sequence, Subset
from domain.kernel.words import Words
from tests.api.server import Server, environment, head, lines, program


def answered(offers: list[Offer], *answers: str) -> tuple[dict[str, Any], list[str]]:
    """Return what is chosen by these answers, and what was printed."""
    left = list(answers)
    printed: list[str] = []
    chosen = choose(offers, lambda prompt: left.pop(0), printed.append, Words())
    assert left == []
    return chosen, printed


def test_one_of_the_offers_is_chosen_by_its_number() -> None:
    offers = [Offer("end_turn"), Offer("attack", {"target": OneOf((1,))}), Offer("wait", hint="Nothing happens.")]
    chosen, printed = answered(offers, "1")
    assert chosen == {"tag": "end_turn", "body": {}}
    assert printed == ["   1  End turn", "   2  Attack: target 1", "   3  Wait (Nothing happens.)"]
    assert answered(offers, "2")[0] == {"tag": "attack", "body": {"target": 1}}


@pytest.mark.parametrize(
    ("domain", "answers", "value"),
    [
        (OneOf(("H1", "H2")), ["2"], "H2"),
        (OneOf(("H1", None)), ["2"], None),
        (Subset(("a", "b", "c"), 1, 3), ["3 1"], ("a", "c")),
        (Subset(("a", "b"), 0, 2), [""], ()),
        (Subset(("a", "b"), 1, 9), ["0", "1 1", "1 2 3", "", "x", "1, 2"], ("a", "b")),
        (Sequence(("a", "b", "c"), 2, 2), ["3 1"], ("c", "a")),
        (Range(2, 5), ["1", "6", "-3", "²", "5"], 5),
        (Flag(), ["maybe", "Y"], True),
        (Flag(), ["no"], False),
        (Free({}), ["{", '{"a": 1}'], {"a": 1}),
    ],
)
def test_each_field_is_asked_for_until_the_answer_fits(domain: Any, answers: list[str], value: Any) -> None:
    chosen, printed = answered([Offer("do", {"some/field": domain})], "1", *answers)
    assert chosen["body"] == ({} if value is None else {"some": {"field": value}})
    assert printed.count("That is not one of the answers; b goes back.") == len(answers) - 1


def test_offers_of_one_command_differ_in_what_there_is_to_choose() -> None:
    """Two attacks on two seats, or with and without Hearts; a hint does not hide it."""
    weapons = Subset(("S1-1", "S2-1"), 1, 2)
    offers = [
        Offer("attack", {"target": OneOf((1,)), "attack_cards": weapons, "times": Range(1, 3)}, "power: the sum"),
        Offer("attack", {"target": OneOf((2,)), "attack_cards": weapons, "fast": Flag(), "note": OneOf((None,))}),
        Offer("play", {"card": OneOf(tuple(range(9)))}),
    ]
    _, printed = answered(offers, "2", "1", "y")
    assert printed[:3] == [
        "   1  Attack (power: the sum): target 1; attack cards S1-1, S2-1; times 1–3",
        "   2  Attack: target 2; attack cards S1-1, S2-1",
        "   3  Play: card 0, 1, 2, 3, 4, 5, 6, 7 …",
    ]


def test_paths_are_read_as_words_and_fields_in_a_list_by_their_names() -> None:
    """A way over spaces is not JSON, and a target is not "targets 0 unit"."""
    offers = [
        Offer("move_unit", {"unit_id": OneOf(("u7",)), "path": OneOf((["c1"], ["c1", "c2"]))}),
        Offer("play_event", {"card": OneOf(("ambush",)), "targets/0/unit": OneOf(("u1", "u2"))}),
    ]
    chosen, printed = answered(offers, "1", "2")
    assert chosen == {"tag": "move_unit", "body": {"unit_id": "u7", "path": ["c1", "c2"]}}
    assert printed == [
        "   1  Move unit: unit id u7; path c1, c1 c2",
        "   2  Play event: card ambush; unit u1, u2",
        "Path:",
        "   1  c1",
        "   2  c1 c2",
    ]
    chosen, printed = answered(offers, "2", "1")
    assert chosen["body"] == {"card": "ambush", "targets": [{"unit": "u1"}]}
    assert printed[2] == "Unit:"


def test_what_must_be_taken_as_a_whole_is_not_asked_for() -> None:
    chosen, printed = answered([Offer("attack", {"diamonds": Subset(("D1", "D2"), 2, 2)})], "1")
    assert chosen["body"] == {"diamonds": ("D1", "D2")}
    assert len(printed) == 1


def test_cards_to_choose_from_bear_their_names() -> None:
    names = {"H7": "7 of Hearts"}
    left = ["1", "1"]
    printed: list[str] = []
    offers = [Offer("play", {"card": OneOf(("H7", "D1"))})]
    choose(offers, lambda prompt: left.pop(0), printed.append, Words(), names)
    assert printed[1:] == ["Card:", "   1  H7  7 of Hearts", "   2  D1"]
    left, printed[:] = ["1", "1 2"], []
    choose(
        [Offer("trade", {"cards": Subset(("H7", "D1", "S1"), 2, 2)})], lambda _: left.pop(0), printed.append, Words()
    )
    assert printed[1] == "Cards, 2 of them:"


def test_b_goes_back() -> None:
    with pytest.raises(BackError):
        answered([Offer("do", {"card": OneOf(("a", "b"))})], "1", "b")


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
    """Answers from a list: status and text."""

    answers: list[tuple[int, str]]
    keys: list[str | None]

    def do_GET(self) -> None:
        self.keys.append(self.headers["Authorization"])
        self.send_response(302)
        self.send_header("Location", f"/elsewhere?{len(self.keys)}")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.keys.append(self.headers["Idempotency-Key"])
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
    monkeypatch.setattr("api.client.PAUSE", 0.001)
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
    stub.answers += [(0, ""), (503, "{}"), (200, "{}")]
    act(stub)
    assert len(stub.keys) == 3
    assert len(set(stub.keys)) == 1


def test_a_service_that_was_never_there_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.client.PAUSE", 60.0)  # seconds: no second try
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}/api/v1/tables/t"
        refused = CliRunner().invoke(main, ["play", address, "--seat", "x"])
    assert refused.exit_code == 2
    assert refused.stderr == f"matchledger: {address} does not answer: Connection refused\n"


def test_nobody_waits_for_ever_for_an_answer(stub: type[Stub]) -> None:
    stub.answers += [(503, '{"detail": "busy"}')] * 5
    with pytest.raises(NoAnswerError, match="busy"):
        act(stub)


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
    monkeypatch.setattr("api.client.RECORD_BYTES", 10)
    stub.answers += [(200, "x" * 11)]
    with pytest.raises(NoAnswerError, match="more than a record can hold"):
        act(stub)


def typed(
    server: Server, table: str, token: str, text: str, *options: str, **variables: str
) -> subprocess.CompletedProcess[str]:
    """Play by typing this."""
    return subprocess.run(
        program("play", f"{server.url}/tables/{table}", *options),
        input=text,
        env=environment(**{"MATCHLEDGER_SEAT": token, "COLUMNS": "100", **variables}),
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_a_game_is_played_to_its_end_by_numbers(tmp_path: Path) -> None:
    """Always the first offer, against a bot; nonsense in between is asked again."""
    with Server(tmp_path / "x.db") as server:
        opened = server.open("token", "sensible", options={"round_limit": 10})
        table, token = opened["table"]["id"], opened["seats"][0]["token"]
        played = typed(server, table, token, "x\n" + "1\n" * 200)
        assert played.returncode == 0, played.stderr
        assert "That is not one of the answers" in played.stdout
        assert "Chanic Panic, round 1" in played.stdout
        assert played.stdout.rstrip().endswith("The table is over.")
        assert server.call("GET", f"/tables/{table}").body["status"] == "confirmed"
        own = [line["entry"] for line in lines(server, table) if line["entry"].get("by") == "seat:0"]
        assert {entry["command"]["tag"] for entry in own} == {"end_turn"}


def test_a_game_is_played_in_the_players_language(tmp_path: Path) -> None:
    """What happened, the board, the choices and the service's refusals; by option, or by the environment."""
    with Server(tmp_path / "x.db") as server:
        opened = server.open("token", "token", options={"first_player": "seat", "round_limit": 10})
        table, token = opened["table"]["id"], opened["seats"][0]["token"]
        asked = typed(server, table, token, "q\n", "--lang", "ja")
        surroundings = typed(server, table, token, "q\n", LC_ALL="ja_JP.UTF-8", PYTHONUTF8="1")
        assert surroundings.stdout == asked.stdout
        for text in (
            "番号で答えてください。bで戻る、cで投了、qで中断します",
            "第1ラウンド、席0の手番です。",
            "── 席0（あなた） [手番] ",
            "手番を終える",
            "テーブルはあなたを待っています。",
        ):
            assert text in asked.stdout
        assert "Accept-Language" not in asked.stderr
        wrong = typed(server, table, "seat.x.0.y", "", "--lang", "ja")
        assert "このトークンまたは鍵は無効か、期限が切れています。" in wrong.stderr


def test_a_player_may_leave_come_back_and_concede(tmp_path: Path) -> None:
    with Server(tmp_path / "x.db") as server:
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
        assert conceded.stdout.rstrip().endswith("The table is over.")
        assert "not one of the answers" not in conceded.stdout, "to keep playing is an answer"
        assert f"Seat {awaited} (you)" in left.stdout
        assert "b goes back, c concedes, q leaves" in left.stdout
        result = server.call("GET", f"/tables/{table}/result").body
        assert result["outcome"]["ended_by"] == "concession"


def test_who_comes_early_or_plays_against_the_clock_is_told(tmp_path: Path) -> None:
    with Server(tmp_path / "x.db") as server:
        seats = [{"kind": "token", "name": "Ada"}, {"kind": "open"}]
        opened = server.call(
            "POST",
            "/tables",
            {
                "game": "chanic_panic",
                "seats": seats,
                "clock": {"move_ms": 3_600_000},
                "options": {"first_player": "seat", "first_seat": 0},
            },
        ).body
        table, token = opened["table"]["id"], opened["seats"][0]["token"]
        url = f"{server.url}/tables/{table}"
        variables = environment(MATCHLEDGER_SEAT=token, PYTHONUNBUFFERED="1")
        early = subprocess.Popen(program("play", url), env=variables, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        with early:
            assert early.stdout is not None
            told = [early.stdout.readline().decode() for _ in range(4)]
            assert told[-1] == "The game has not begun: waiting for the other seats.\n"
            assert server.call("POST", f"/tables/{table}/seats", {"name": "Bob"}).status == 201
            rest = early.communicate(b"q\n", timeout=60)[0].decode()
        deadline = server.call("GET", f"/tables/{table}/view").body["awaited"][0]["deadline"]
        assert f"You have until {deadline[:10]} {deadline[11:19]} UTC." in rest


def test_a_wrong_token_is_said(tmp_path: Path) -> None:
    with Server(tmp_path / "x.db") as server:
        table = server.open("token", "token")["table"]["id"]
        refused = typed(server, table, "seat.x.0.y", "")
        assert refused.returncode == 2
        assert "not valid" in refused.stderr
