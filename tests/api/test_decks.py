"""Deck files over HTTP and on the command line: lists, checks, exports, registered decks."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli import main
from domain.audit.checks import verify_bytes
from domain.games import game
from domain.games.panzer_clash.loader import SHIPPED_TEXT
from tests.api.world import World, code

LEGAL = "deck Steel Wall\nside axis\n36 factory\n4 ger_tiger\n"
ODD = "deck Odd\nside axis\n56 factory\n5 ger_tiger\n"
PATH = "/games/panzer_clash/decks"


def run(*arguments: str) -> Result:
    """Run the program in this process."""
    return CliRunner().invoke(main, arguments)


def test_ready_made_decks_are_listed_as_deck_files(world: World) -> None:
    """Export: each text is a legal deck file of its size."""
    listed = world.get(PATH).json["decks"]
    assert len(listed) == 8
    for deck in listed:
        body = {"text": deck["text"], "options": {"deck_size": int(deck["id"][-2:])}}
        answer = world.post(PATH, body).json
        assert (answer["legal"], answer["name"]) == (True, deck["name"])


def test_every_reason_is_told(world: World) -> None:
    """Issue: an API resource says every reason why a deck is refused."""
    answer = world.post(PATH, {"text": ODD}).json
    assert answer["legal"] is False
    assert [fault["code"] for fault in answer["faults"]] == ["too_many_copies", "wrong_deck_size"]
    assert answer["faults"][0]["detail"] == "Tiger I may be in a deck 4 times, not 5."
    assert answer["command"]["tag"] == "choose_deck"


@pytest.mark.parametrize(
    ("path", "body", "status", "wanted"),
    [
        ("/games/chanic_panic/decks", {"text": LEGAL}, 404, "no_decks"),
        ("/games/whist/decks", {"text": LEGAL}, 404, "unknown_game"),
        (PATH, {"text": "four tigers"}, 422, "invalid_deck"),
        (PATH, {"text": LEGAL, "options": {"deck_size": 7}}, 422, "invalid_option"),
        (PATH, {"text": LEGAL, "options": {"deck": 7}}, 422, "invalid_body"),
        (PATH, {"text": LEGAL, "data": "A" * 43}, 422, "invalid_body"),
        (PATH, {}, 422, "invalid_body"),
    ],
)
def test_what_cannot_be_checked(world: World, path: str, body: dict[str, object], status: int, wanted: str) -> None:
    """Each with its code."""
    assert code(world.post(path, body), status) == wanted
    if status == 404:
        assert code(world.get(path), status) == wanted


def test_a_deck_file_is_checked_on_the_command_line(tmp_path: Path) -> None:
    """`matchledger decks check FILE`: every reason, and exit 1 if there is one."""
    path = tmp_path / "wall.deck"
    path.write_text(LEGAL, encoding="utf-8")
    good = run("decks", "check", str(path), "--size", "40")
    assert (good.exit_code, good.output) == (0, "Steel Wall: a legal deck\n")
    path.write_text(ODD, encoding="utf-8")
    bad = run("decks", "check", str(path), "--game", "panzer_clash")
    assert bad.exit_code == 1
    assert [line.partition(":")[0] for line in bad.output.splitlines()] == ["too_many_copies", "wrong_deck_size"]
    cards = tmp_path / "cards.tsv"
    cards.write_bytes(SHIPPED_TEXT)
    assert run("decks", "check", str(path), "--card-set", str(cards)).exit_code == 1
    cards.write_bytes(b"no cards")
    for arguments, reason in (
        (("check", str(path), "--size", "7"), "A deck has 40 to 100 cards"),
        (("check", str(path), "--game", "chanic_panic"), "nobody brings a deck to Chanic Panic"),
        (("check", str(path), "--game", "whist"), "whist"),
        (("check", str(tmp_path / "none.deck")), "No such file"),
        (("check", str(path), "--card-set", str(cards)), "the first line is `pool`"),
        (("export", "deck_french_60"), "no ready-made deck is called"),
    ):
        refused = run("decks", *arguments)
        assert refused.exit_code != 0
        assert reason in refused.output


def test_a_ready_made_deck_is_exported(tmp_path: Path) -> None:
    """The list, and one of it as a file that is legal."""
    assert "deck_german_60  Steel Spearhead" in run("decks", "export").output
    path = tmp_path / "german.deck"
    assert run("decks", "export", "deck_german_60", "--out", str(path)).exit_code == 0
    assert run("decks", "check", str(path)).exit_code == 0


def test_registered_decks_are_played(tmp_path: Path) -> None:
    """`simulate --register SEAT=DECK`: a file or the id of a ready-made deck; equal arguments, equal bytes."""
    deck, out = tmp_path / "wall.deck", tmp_path / "game.ndjson"
    deck.write_text(LEGAL, encoding="utf-8")
    common = ("simulate", "panzer_clash", "--seats", "2", "--seed", "05", "--option", "deck_size=40", "--bot", "random")
    done = run(*common, "--out", str(out), "--register", f"0={deck}", "--register", "1=deck_soviet_40")
    assert done.exit_code == 0, done.output
    text = out.read_bytes()
    assert verify_bytes(text).failed == ()
    assert b'"ger_tiger":4' in text
    assert run(*common, "--out", str(tmp_path / "other"), "--register", "1=deck_soviet_40").exit_code == 0
    assert (tmp_path / "other").read_bytes() != text


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("panzer_clash", "--register", "0"), "is no seat and deck"),
        (("panzer_clash", "--register", "2=deck_german_60"), "the seats are 0 to 1"),
        (("panzer_clash", "--register", "0=deck_german_60", "--register", "0=deck_german_60"), "two decks"),
        (("panzer_clash", "--register", "0=deck_german_40"), "wrong_deck_size"),
        (("panzer_clash", "--register", "0=nowhere.deck"), "No such file"),
        (("chanic_panic", "--register", "0=deck_german_60"), "nobody brings a deck"),
    ],
)
def test_wrong_registrations(arguments: tuple[str, ...], reason: str) -> None:
    """Each with its reason."""
    refused = run("simulate", *arguments, "--seats", "2", "--seed", "05", "--out", "-")
    assert refused.exit_code != 0
    assert reason in refused.output


def test_games_without_deck_building_have_no_decks() -> None:
    """The contract of `kernel.decks` is for those that have it."""
    assert game("chanic_panic").decks is None
    assert game("panzer_clash").decks is not None
