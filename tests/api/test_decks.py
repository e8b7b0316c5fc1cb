"""Decks of the players' own: by `matchledger decks`, by `simulate --register`, and over HTTP."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner, Result

from api.program.cli import main
from domain.audit.checks import verify_bytes
from domain.audit.timeline import Timeline
from domain.games import game, names
from domain.games.panzer_clash.cards.card_file import SHIPPED, SHIPPED_TEXT
from domain.games.panzer_clash.collection import DECKS
from domain.kernel.cards.card_sets import card_set_digest
from domain.record.lines import read, split
from tests.api.world import World, code

GAME = "panzer_clash"
CHECK = f"/games/{GAME}/decks"
LEGAL = b"deck Iron\nside axis\n36 factory\n4 ger_tiger\n"
ILLEGAL = b"deck Odd\nside axis\n5 ger_tiger\n0 ger_panther\n1 sov_t34\n1 ter_road\n1 ger_maus\n"
REASONS = ["unknown_card", "not_a_supply_card", "bad_copies", "too_many_copies", "wrong_deck_size", "mixed_sides"]
SHORT = "--option=deck_size=40"
REGISTER = ("simulate", GAME, "--seats", "2", "--seed", "00", "--out", "-", "--register")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, env={"LANG": "C"})


def file(folder: Path, text: bytes, name: str = "mine.deck") -> str:
    path = folder / name
    path.write_bytes(text)
    return str(path)


def test_only_games_with_decks_have_them() -> None:
    assert [name for name in names() if game(name).decks is not None] == [GAME]


def test_a_legal_deck_is_said_to_be(tmp_path: Path) -> None:
    """W1; exit code 0."""
    mine = file(tmp_path, LEGAL)
    for arguments in ((mine, SHORT), ("deck_german_60",), (mine, SHORT, "--game", GAME)):
        result = run("decks", "check", *arguments)
        assert (result.exit_code, result.stdout) == (0, f"{arguments[0]}: legal\n"), result.output


def test_every_reason_is_printed_with_its_rule(tmp_path: Path) -> None:
    """Issue: `decks check FILE` says every reason why a deck is refused; exit code 1."""
    result = run("decks", "check", file(tmp_path, ILLEGAL))
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert [line.partition(":")[0] for line in lines] == REASONS
    assert all("6.1" in line for line in lines)
    assert "Tiger I" in lines[3]
    assert "60" in lines[4]
    spoken = run("decks", "check", file(tmp_path, ILLEGAL), "--lang", "ja").stdout.splitlines()
    assert [line.partition(":")[0] for line in spoken] == REASONS
    assert spoken != lines


def test_a_deck_is_exported_changed_and_imported(tmp_path: Path) -> None:
    """The list names what such a table takes; a file goes through `export` unchanged."""
    ids = run("decks", "list", SHORT).stdout.split()
    assert ids == [id for id, deck in DECKS.ready(SHIPPED).items() if sum(deck.cards.values()) == 40]
    for id in ids:
        text = run("decks", "export", id).stdout_bytes
        assert run("decks", "export", file(tmp_path, b"# shared\n\n" + text)).stdout_bytes == text
        said = msgspec.json.decode(run("decks", "import", id, SHORT).stdout)
        assert said["tag"] == "choose_deck"
        assert said["body"]["cards"] == DECKS.ready(SHIPPED)[id].cards


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["decks", "check", "none.deck"], "none.deck is no file to read"),
        (["decks", "check", "bad.deck"], "bad.deck:1: '5 aces!' is no name"),
        (["decks", "import", "odd.deck"], "ger_maus"),
        (["decks", "check", "odd.deck", "--game", "whist"], "no game is called 'whist'"),
        (["decks", "check", "odd.deck", "--game", "chanic_panic"], "nobody brings a deck to Chanic Panic"),
        (["decks", "check", "odd.deck", "--option", "deck_size=39"], "40 to 100"),
        (["decks", "check", "odd.deck", *["--option", "deck_size=40"] * 2], "given twice"),
        (["decks", "check", "odd.deck", "--card-set", "bad.deck"], "These options do not fit the game"),
        ([*REGISTER, "x"], "no number of a seat"),
        ([*REGISTER, "2=odd.deck"], "no seat of this"),
        ([*REGISTER, "0=odd.deck"], "60"),
        (
            [
                *REGISTER[:-1],
                "--option",
                "opposing_sides=true",
                *["--register", "0=deck_german_60", "--register", "1=deck_japanese_60"],
            ],
            "side_taken",
        ),
        (["simulate", "chanic_panic", *REGISTER[2:], "0=odd.deck"], "nobody brings"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], reason: str
) -> None:
    """Exit code 2."""
    monkeypatch.chdir(tmp_path)
    file(tmp_path, ILLEGAL, "odd.deck")
    file(tmp_path, b"5 aces!\n", "bad.deck")
    result = run(*arguments)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    assert reason in result.stderr
    assert result.stderr.count("\n") == 1


def test_several_games_with_decks_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without `--game` nothing is guessed."""
    monkeypatch.setattr("api.program.decks.names", lambda: (GAME, GAME))
    result = run("decks", "list")
    assert result.exit_code == 2
    assert f"say for which --game: {GAME}, {GAME}" in result.stderr


def simulated(folder: Path, *arguments: str) -> bytes:
    out = folder / "game.ndjson"
    result = run("simulate", GAME, "--seats", "2", "--seed", "5e", "--bot", "random", "--out", str(out), *arguments)
    assert result.exit_code == 0, result.output
    return out.read_bytes()


def test_a_registered_deck_is_played(tmp_path: Path) -> None:
    """Issue: `simulate … --register SEAT=DECK`, a ready-made id or a file; the same arguments, the same bytes."""
    mine = file(tmp_path, LEGAL)
    arguments = (SHORT, "--register", f"0={mine}", "--register", "1=deck_soviet_40")
    text = simulated(tmp_path, *arguments)
    timeline = Timeline(read(split(text)))
    players = timeline.moment(len(timeline)).state.players
    assert players[0].deck == {"factory": 36, "ger_tiger": 4}
    assert players[1].deck == DECKS.ready(SHIPPED)["deck_soviet_40"].cards
    assert verify_bytes(text).failed == ()
    assert simulated(tmp_path, *arguments) == text
    other = simulated(tmp_path, SHORT)
    head, also = (msgspec.json.decode(record.splitlines()[1])["entry"]["table"] for record in (text, other))
    assert head != also, "other arguments, another table"


def test_the_decks_of_a_game_are_listed(world: World) -> None:
    """Each as a file that the check takes."""
    listed = world.get(f"/games/{GAME}/decks").json["decks"]
    assert [deck["id"] for deck in listed] == list(SHIPPED.decks)
    for deck in listed:
        size = SHIPPED.decks[deck["id"]].size
        answer = world.post(CHECK, {"text": deck["text"], "options": {"deck_size": size}}).json
        assert answer["legal"]
        assert (answer["name"], answer["text"]) == (deck["name"], deck["text"])


def test_a_deck_is_checked_and_its_command_accepted(world: World) -> None:
    """Issue: an API resource; the command is sent as it came."""
    seats: Any = [{"kind": "token", "name": "Ada"}, {"kind": "token", "name": "Bob"}]
    answer = world.post(CHECK, {"text": LEGAL.decode(), "options": {"deck_size": 40}}).json
    assert (answer["legal"], answer["faults"]) == (True, [])
    opened = world.post("/tables", {"game": GAME, "seats": seats, "options": {"deck_size": 40}}).json
    done = world.post(
        f"/tables/{opened['table']['id']}/actions",
        {"command": answer["command"]},
        token=opened["seats"][0]["token"],
        headers={"If-Match": "*"},
    )
    assert done.status_code == 200, done.text


def test_every_reason_is_answered_with_its_code(world: World) -> None:
    """Those of the rules, with their sentence and rule, in the caller's language."""
    body = {"text": ILLEGAL.decode()}
    answer = world.post(CHECK, body).json
    assert (answer["legal"], answer["command"]) == (False, None)
    assert [fault["code"] for fault in answer["faults"]] == REASONS
    assert all("6.1" in fault["rule"] and fault["category"] == "rule" for fault in answer["faults"])
    spoken = world.post(CHECK, body, headers={"Accept-Language": "ja"}).json["faults"]
    assert [fault["code"] for fault in spoken] == REASONS
    assert spoken[4]["detail"] != answer["faults"][4]["detail"]


def test_what_is_no_deck_for_no_table_is_refused(world: World) -> None:
    """With the code of what is wrong."""
    deck = LEGAL.decode()
    assert code(world.post("/games/whist/decks", {"text": deck}), 404) == "unknown_game"
    assert code(world.get("/games/whist/decks"), 404) == "unknown_game"
    assert code(world.post("/games/chanic_panic/decks", {"text": deck}), 404) == "no_decks"
    assert code(world.post(CHECK, {"text": "5 aces!"}), 422) == "invalid_deck"
    assert code(world.post(CHECK, {"text": deck, "options": {"deck_size": 39}}), 422) == "invalid_option"
    assert code(world.post(CHECK, {"text": deck, "data": "A" * 43}), 422) == "invalid_option"
    assert code(world.post(CHECK, {}), 422) == "invalid_body"


def test_a_deck_is_checked_by_a_card_set_of_the_service(world: World) -> None:
    """A table with an operator's own cards takes other decks."""
    text = SHIPPED_TEXT.replace(b"ger_tiger", b"ger_tigers")
    seats = [{"kind": "token"}, {"kind": "token"}]
    opened = world.post(
        "/tables", {"game": GAME, "seats": seats, "card_set": text.decode()}, token=world.key("operator")
    )
    assert opened.status_code == 201, opened.text
    digest = card_set_digest(text)
    body = {"text": LEGAL.decode(), "options": {"deck_size": 40}}
    assert world.post(CHECK, body).json["legal"]
    faults = world.post(CHECK, {**body, "data": digest}).json["faults"]
    assert [fault["code"] for fault in faults] == ["unknown_card"]
    assert world.post(CHECK, {**body, "text": LEGAL.decode().replace("tiger", "tigers"), "data": digest}).json["legal"]
