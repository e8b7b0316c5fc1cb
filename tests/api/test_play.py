"""`matchledger play`: from offers to a command, the calls it makes, and whole games typed in."""

from __future__ import annotations

import http.server
import json
import re
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from api.program.asking import BackError, choose
from api.program.cli import main
from api.program.client import NoAnswerError, ProblemError, TableClient, table_address
from api.program.ending import another
from api.program.own_decks import OwnDecks
from api.program.paper import say
from api.program.play import Play
from api.program.wording import Wording
from domain.games import game
from domain.kernel.display.board import CardPicture
from domain.kernel.display.hints import NOTHING, Hints
from domain.kernel.display.words import Words, words_in
from domain.kernel.offers import Arrangement, Flag, Free, Offer, OneOf, Range, Subset
from domain.record.canonical import b64
from domain.record.keys import NO_ENTROPY
from domain.table.seating import Opening, setup_for
from tests.api.playing import run_play, typed, until
from tests.api.server import Server, environment, head, lines, program

pytestmark = pytest.mark.long


WAIT = Offer("wait")


def answered(offers: list[Offer], *answers: str) -> tuple[dict[str, Any], list[str]]:
    """Return what is chosen by these answers, and what was printed."""
    left = list(answers)
    printed: list[str] = []
    chosen = choose(offers, lambda prompt: left.pop(0), printed.append, Wording(Words()))
    assert left == []
    return chosen, printed


def test_one_of_the_offers_is_chosen_by_its_number() -> None:
    offers = [Offer("end_turn"), Offer("attack", {"target": OneOf((1,))}), Offer("wait", hint="Nothing happens.")]
    chosen, printed = answered(offers, "1")
    assert chosen == {"tag": "end_turn", "body": {}}
    assert printed == ["   1  End turn", "   2  Attack: Seat 1", "   3  Wait (Nothing happens.)"]
    assert answered(offers, "2")[0] == {"tag": "attack", "body": {"target": 1}}


@pytest.mark.parametrize(
    ("domain", "answers", "value"),
    [
        (OneOf(("H1", "H2")), ["2"], "H2"),
        (OneOf(("H1", None)), ["2"], None),
        (Subset(("a", "b", "c"), 1, 3), ["3 1"], ("a", "c")),
        (Subset(("a", "b"), 0, 2), [""], ()),
        (Subset(("a", "b"), 1, 9), ["0", "1 1", "1 2 3", "", "x", "1, 2"], ("a", "b")),
        (Arrangement(("a", "b", "c"), 2, 2), ["3 1"], ("c", "a")),
        (Range(2, 5), ["1", "6", "-3", "²", "5"], 5),
        (Flag(), ["maybe", "Y"], True),
        (Flag(), ["no"], False),
    ],
)
def test_each_field_is_asked_for_until_the_answer_fits(domain: Any, answers: list[str], value: Any) -> None:
    chosen, printed = answered([Offer("do", {"some/field": domain}), WAIT], "1", *answers)
    assert chosen["body"] == ({} if value is None else {"some": {"field": value}})
    assert printed.count("That is not one of the answers; b goes back.") == len(answers) - 1


def test_offers_of_one_command_differ_in_what_there_is_to_choose() -> None:
    """Two attacks on two seats, or with and without Hearts; a hint does not hide it."""
    weapons = Subset(("S1-1", "S2-1"), 1, 2)
    offers = [
        Offer("attack", {"target": OneOf((1,)), "attack_cards": weapons, "times": Range(1, 3)}, "power: the sum"),
        Offer("attack", {"target": OneOf((2,)), "attack_cards": weapons, "fast": Flag(), "note": OneOf((None,))}),
        Offer("play", {"card": OneOf(tuple("abcdefghi"))}),
    ]
    _, printed = answered(offers, "2", "1", "y")
    assert printed[:3] == [
        "   1  Attack (power: the sum): target Seat 1; attack cards S1-1, S2-1; times 1–3",
        "   2  Attack: target Seat 2; attack cards S1-1, S2-1",
        "   3  Play: a, b, c, d, e, f …",
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


TEXTS = {"H": "Health.", "D": "Shield: your", "S": "Weapon: goes", "C": "lets you play a card of"}  # of cards, by suit
LYING = {  # as they lie on the board, by id
    "D1": CardPicture("A♦", "Ace of Diamonds", "D1"),
    "H7": CardPicture("7♥", "7 of Hearts", "H7"),
    "u7": CardPicture("▲u7 Panzer IV", "Panzer IV (7): attack 4", "u7"),
}


def asked(offers: list[Offer], *answers: str, hints: Hints = NOTHING) -> tuple[dict[str, Any], list[str]]:
    """Return what is chosen with these cards on the board, and what was printed and asked."""
    left, printed = list(answers), []

    def ask(prompt: str) -> str:
        printed.append(prompt)
        return left.pop(0)

    chosen = choose(offers, ask, printed.append, Wording(Words(["Ada", "Ben"]), LYING, hints))
    return chosen, printed


def test_choices_are_words_in_the_order_of_the_board() -> None:
    """Not ids in the order of the rules; a card that shows its id on the board keeps it beside its name."""
    chosen, printed = asked([Offer("play", {"card": OneOf(("u7", "H7", "D1"))}), WAIT], "1", "2")
    assert chosen["body"] == {"card": "H7"}
    assert printed == [
        "   1  Play: Ace of Diamonds, 7 of Hearts, ▲u7 Panzer IV",
        "   2  Wait",
        "Number, ? for help:",
        "Card:",
        "   1  Ace of Diamonds",
        "   2  7 of Hearts",
        "   3  u7  Panzer IV (7): attack 4",
        "Number, ? for help:",
    ]


def test_several_cards_are_sent_in_the_order_of_the_offer() -> None:
    """A subset keeps the order of its list, whatever order the board has; an arrangement that of the answer."""
    values = ("u7", "H7", "D1")
    assert asked([Offer("trade", {"cards": Subset(values, 2, 2)})], "1", "1 3")[0]["body"] == {"cards": ("u7", "D1")}
    order = asked([Offer("sort", {"cards": Arrangement(values, 2, 2)})], "1", "3 1")[0]["body"]
    assert order == {"cards": ("u7", "D1")}


def test_seats_are_called_by_their_players() -> None:
    _, printed = asked([Offer("attack", {"target": OneOf((0, 1))}), WAIT], "1", "2")
    assert printed[0] == "   1  Attack: Ada, Ben"


def test_a_card_that_is_chosen_by_its_place_is_named() -> None:
    """Not taken for a seat of that number; its badges tell the place."""
    market = {"slot/1": CardPicture("9♣", "9 of Clubs", "slot/1", badges=("slot 1, 5 points",))}
    printed: list[str] = []
    chosen = choose(
        [Offer("buy", {"slot": OneOf((1, 2))}), WAIT],
        lambda _: "1",
        printed.append,
        Wording(Words(["Ada", "Ben"]), market),
    )
    assert chosen["body"] == {"slot": 1}
    assert printed[0] == "   1  Buy: 9 of Clubs, Seat 2"
    assert printed[3] == "   1  9 of Clubs (slot 1, 5 points)"


def test_words_of_a_game_are_named_and_told() -> None:
    """By its glossary, with the text where there is room; what else no card bears by the game's own name for it."""
    hints = Hints(
        (),
        {},
        {},
        glossary={"seer": ("Seer", "You see the top card.")},
        called=lambda value, words: "Hearts" if value == "H" else None,
    )
    keep = Offer("keep", {"ability": OneOf(("seer", "grave_robber")), "suit": OneOf(("H", "S"))})
    _, printed = asked([keep, WAIT], "1", "1", "1", hints=hints)
    assert printed[0] == "   1  Keep: ability Seer, grave robber; suit Hearts, S"
    assert printed[4:6] == ["   1  Seer: You see the top card.", "   2  grave robber"]
    assert printed[8:10] == ["   1  Hearts", "   2  S"]


def test_a_yes_and_a_no_are_words_unless_the_hint_says_them() -> None:
    offers = [
        Offer("hope", {"play": OneOf((False,))}, "keep it"),
        Offer("hope", {"play": OneOf((True,)), "card": OneOf(("H7",))}, "play it"),
        Offer("hope", {"play": OneOf((True, False))}),
    ]
    _, printed = asked(offers, "3", "2")
    assert printed[:3] == ["   1  Hope (keep it)", "   2  Hope (play it): 7 of Hearts", "   3  Hope: yes, no"]


def test_what_ends_something_stands_last_and_is_asked_about() -> None:
    """As long as anything else is left to do; a no goes back."""
    hints = Hints((), {}, {}, last=("panic", "end_turn"), asks=("end_turn",))
    offers = [Offer("end_turn"), Offer("panic"), Offer("play", {"card": OneOf(("H7",))})]
    chosen, printed = asked(offers, "3", "y", hints=hints)
    assert chosen["tag"] == "end_turn"
    assert printed[:3] == ["   1  Play: 7 of Hearts", "   2  Panic", "   3  End turn"]
    assert printed[4:] == ["You can still do this: play.", "End turn all the same? y or n:"]
    with pytest.raises(BackError):
        asked(offers, "3", "n", hints=hints)
    assert asked(offers[:2], "2", hints=hints)[0]["tag"] == "end_turn", "nothing is left to do"


def test_the_choices_are_shown_again_after_a_key_and_after_a_wrong_answer() -> None:
    """What a key prints may be longer than the screen."""
    left: list[str | None] = [None, "7", "2"]
    printed: list[str] = []
    offers = [Offer("rest"), Offer("wait")]
    assert choose(offers, lambda prompt: left.pop(0), printed.append, Wording(Words()))["tag"] == "wait"
    shown = ["   1  Rest", "   2  Wait"]
    assert printed == [*shown, *shown, *shown, "That is not one of the answers; b goes back."]


def own_decks() -> OwnDecks:
    """Return what may be brought to a table of Panzer Clash for 40 cards."""
    title = game("panzer_clash")
    assert title.decks is not None
    setup = setup_for(title.rules, Opening(seats=2, options={"deck_size": 40}))
    return OwnDecks(title.decks, title, setup, Words())


def test_what_has_no_list_is_written_as_json() -> None:
    chosen, printed = answered([Offer("do", {"some/field": Free({})})], "1", "{", "[1]")
    assert chosen["body"] == {"some": {"field": [1]}}
    assert [line.partition(":")[0] for line in printed[1:]] == ["That is no JSON"]


OWN_DECK = Offer("choose_deck", {"side": OneOf(("axis", "allies")), "cards": Free({"type": "object"})})


def brought(*answers: str) -> tuple[dict[str, Any], list[str]]:
    """Return the deck that is brought with these answers, and what was printed."""
    left = list(answers)
    printed: list[str] = []
    chosen = choose([OWN_DECK], lambda prompt: left.pop(0), printed.append, Wording(Words(), own_decks=own_decks()))
    assert left == []
    return chosen, printed


def test_a_deck_is_brought_as_a_file(tmp_path: Path) -> None:
    """The file says the side too; the prompt says what it takes."""
    exported = CliRunner().invoke(main, ["decks", "export", "deck_soviet_40", "--option", "deck_size=40"])
    (tmp_path / "deck.txt").write_text(exported.stdout)
    chosen, printed = brought("1", f"@{tmp_path / 'deck.txt'}")
    assert chosen["body"]["side"] == "allies"
    assert sum(chosen["body"]["cards"].values()) == 40
    assert printed[1].startswith("@FILE takes a deck file")
    example = printed[1].partition("such as ")[2].removesuffix(".")
    assert brought("1", example, "2")[0]["body"] == {"side": "allies", "cards": json.loads(example)}


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("@nothing.txt", "nothing.txt is no file to read"),
        ("@short.txt", "The deck has 3"),
        ("@broken.txt", "broken.txt"),
        ("{", "That is no JSON"),
        ("[1]", "no object in braces"),
    ],
)
def test_what_is_no_deck_is_said(answer: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    exported = CliRunner().invoke(main, ["decks", "export", "deck_soviet_40", "--option", "deck_size=40"]).stdout
    Path("short.txt").write_text(exported.rstrip().rpartition("\n")[0] + "\n")
    Path("broken.txt").write_text("no deck at all\n")
    _, printed = brought("1", answer, "{}", "1")
    assert [line for line in printed if reason in line] != []


def test_b_goes_back() -> None:
    with pytest.raises(BackError):
        answered([Offer("do", {"card": OneOf(("a", "b"))}), WAIT], "1", "b")


def test_one_question_is_asked_once() -> None:
    """Not for the only command first, and then for its only field."""
    chosen, printed = answered([Offer("play_card", {"card_id": OneOf(("a", "b")), "from": OneOf(("hand",))})], "2")
    assert chosen == {"tag": "play_card", "body": {"card_id": "b", "from": "hand"}}
    assert printed == ["Play card:", "   1  a", "   2  b"]
    assert answered([Offer("lay", {"cards": Subset(("a", "b", "c"), 2, 2)})], "3 1")[0]["body"] == {"cards": ("a", "c")}
    assert len(answered([Offer("rest")], "1")[1]) == 1, "a command without a choice is chosen"


def test_commands_and_fields_have_the_names_of_the_players() -> None:
    """In English too, where the name in the code is another one."""
    words = words_in("en", game("panzer_clash").package, "api")
    printed: list[str] = []
    offers = [Offer("move_unit", {"unit_id": OneOf(("u1",)), "path": OneOf((["a1"], ["b1"]))}), Offer("end_main")]
    with pytest.raises(BackError):
        choose(
            [*offers, Offer("attack_unit", {"unit_id": OneOf(("u1", "u2"))})],
            lambda _: "b",
            printed.append,
            Wording(words),
        )
    assert printed == [
        "   1  Move a unit: unit u1; way a1, b1",
        "   2  End the Main phase",
        "   3  Attack a unit: u1, u2",
    ]
    assert choose(
        [Offer("choose_deck", {"side": OneOf(("axis", "allies"))})], lambda _: "1", printed.append, Wording(words)
    )
    assert printed[3:] == ["Choose a deck:", "   1  axis", "   2  allies"]


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


def test_a_game_is_played_to_its_end_by_numbers(tmp_path: Path) -> None:
    """Always the first offer, against a bot; nonsense in between is asked again."""
    with Server(tmp_path / "x.db") as server:
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


def test_another_game_against_the_same_bots_is_a_word_away(tmp_path: Path) -> None:
    """With the same options, and with the line that brings the player back to it."""
    with Server(tmp_path / "x.db") as server:
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


def test_a_question_mark_explains_what_is_on_the_board(tmp_path: Path) -> None:
    """Signs that are drawn, cards in hand, the rule in short, where to read more; and the question stays."""
    with Server(tmp_path / "x.db") as server:
        opened = server.open("token", "sensible", options={"first_player": "seat"})
        table, token = opened["table"]["id"], opened["seats"][0]["token"]
        played = typed(server, table, token, "?\nv\nw\nq\n")
        _, _, told = played.stdout.partition("Signs on the board:")
        assert "[ ] empty place" in told
        assert "The game in short:" in told
        assert "docs/games/chanic_panic.md" in told
        hand = server.call("GET", f"/tables/{table}/view", token=token).body["view"]["players"][0]["hand"]
        assert {kind[0] for kind in hand} <= {letter for letter in "HDSC" if TEXTS[letter] in told}
        assert not any(TEXTS[letter] in told for letter in set("HDSC") - {kind[0] for kind in hand})
        assert told.count("Chanic Panic, round 1") == 1, "v shows the board again"
        assert told.count("P0 (you) has 12 points to spend.") == 1, "w tells again what happened"
        japanese = typed(server, table, token, "h\nq\n", "--lang", "ja")
        assert "盤面の記号" in japanese.stdout


def test_what_cannot_be_played_says_what_would_help(tmp_path: Path) -> None:
    """On the board, beside the reason: spades that come too early may go to the Trader."""
    with Server(tmp_path / "x.db") as server:
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


def test_an_interrupt_leaves_the_table_in_peace(tmp_path: Path) -> None:
    """Ctrl-C while others are awaited."""
    with Server(tmp_path / "x.db") as server:
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
            assert waiting.wait(60) == 0


def test_a_game_is_played_in_the_players_language(tmp_path: Path) -> None:
    """What happened, the board, the choices and the service's refusals; by option, or by the environment."""
    with Server(tmp_path / "x.db") as server:
        opened = server.open("token", "token", options={"first_player": "seat", "round_limit": 10})
        table, token = opened["table"]["id"], opened["seats"][0]["token"]
        asked = typed(server, table, token, "q\n", "--lang", "ja")
        surroundings = typed(server, table, token, "q\n", LC_ALL="ja_JP.UTF-8", PYTHONUTF8="1")
        assert surroundings.stdout == asked.stdout
        for text in (
            "番号で答えてください。?で説明、bで戻る、",
            "第1ラウンド、P0（あなた）の手番です。",
            "── P0（あなた） [手番] ",
            "手番を終える",
            "テーブルはあなたを待っています。",
        ):
            assert text in asked.stdout
        assert "Accept-Language" not in asked.stderr
        wrong = typed(server, table, "seat.x.0.y", "", "--lang", "ja")
        assert "このトークンまたは鍵は無効か、期限が切れています。" in wrong.stderr


def test_the_number_of_a_choice_stays_beside_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Japanese has no spaces to break a line at."""
    monkeypatch.setenv("COLUMNS", "20")
    say("   1  カードを出す：ハートの4、ハートの6")
    assert capsys.readouterr().out.splitlines() == ["   1  カードを出す：", "      ハートの4、", "      ハートの6"]
    say("one two three four five six")
    assert capsys.readouterr().out.splitlines() == ["one two three four", "      five six"]


def test_a_refusal_is_broken_between_words(
    stub: type[Stub], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As everything else; where it stands in the rules is on lines of its own."""
    monkeypatch.setenv("COLUMNS", "40")
    problem = {"detail": "The other seat has chosen this side, and the sides are opposed.", "rule": "panzer_clash 6.1"}
    stub.answers.append((422, json.dumps(problem)))
    Play(TableClient(vars(stub)["address"], "token"), Words())._carry_out({"tag": "x", "body": {}}, tag=None, seen=1)
    assert capsys.readouterr().err.splitlines() == [
        "The other seat has chosen this side, and",
        "      the sides are opposed.",
        "(panzer_clash 6.1)",
    ]


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
        assert "The table is over." in conceded.stdout
        assert "Another game" not in conceded.stdout, "people sat on both seats"
        assert "not one of the answers" not in conceded.stdout, "to keep playing is an answer"
        assert f"P{awaited} (you)" in left.stdout
        assert "b goes back" in left.stdout
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
            told = until(early, "waiting for the other seats.\n")
            assert "The game has not begun: waiting for the other seats.\n" in told
            assert server.call("POST", f"/tables/{table}/seats", {"name": "Bob"}).status == 201
            rest = until(early, "Number") + early.communicate(b"q\n", timeout=60)[0].decode()
        deadline = server.call("GET", f"/tables/{table}/view").body["awaited"][0]["deadline"]
        assert f"You have until {deadline[:10]} {deadline[11:19]} UTC." in rest


def test_a_wrong_token_is_said(tmp_path: Path) -> None:
    with Server(tmp_path / "x.db") as server:
        table = server.open("token", "token")["table"]["id"]
        refused = typed(server, table, "seat.x.0.y", "")
        assert refused.returncode == 2
        assert "not valid" in refused.stderr
