"""What a person reads on the command line who speaks Japanese: no English sentence in help, errors and messages."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from api.program.cli import main as matchledger
from replay.cli import main as replay

RECORD = str(Path(__file__).parents[1] / "replay" / "table.ndjson")
QUOTED = re.compile(r"`[^`]*`|'[^']*'|https?://\S+|--\S+|[\w./~-]*[./_]\S*|\b(pip|matchledger|replay)( \w+)+")
ENGLISH = re.compile(r"[A-Za-z]{2,}(?: [a-z]{2,}){2,}")  # three words in a row, beside commands and names of files
JAPANESE = re.compile(r"[ぁ-んァ-ヶ一-龠]")


def run(program: click.Group, *arguments: str, locale: str = "ja_JP.UTF-8") -> Result:
    """Run a program as somebody who speaks a language would, with no setting of the machine's."""
    clean: dict[str, str | None] = {name: None for name in os.environ if name.startswith(("MATCHLEDGER_", "LC_"))}
    return CliRunner().invoke(program, arguments, env={**clean, "LANG": locale, "COLUMNS": "80"})


def english_in(text: str) -> list[str]:
    """Return what is left of English sentences where commands, quotes and addresses are left out."""
    return ENGLISH.findall(QUOTED.sub("…", text))


def calls(group: click.Group, *before: str) -> Iterator[tuple[str, ...]]:
    """Yield how each command of a program is called."""
    yield before
    for name, command in group.commands.items():
        yield from calls(command, *before, name) if isinstance(command, click.Group) else [(*before, name)]


@pytest.mark.parametrize("program", [replay, matchledger], ids=["replay", "matchledger"])
def test_every_page_of_help_is_japanese(program: click.Group) -> None:
    for call in calls(program):
        page = run(program, *call, "--help")
        assert page.exit_code == 0
        assert page.output.startswith(f"使い方： {' '.join([program.name or '', *call])}")
        assert english_in(page.output) == [], call
        assert not re.search(r"Options|Commands|\[default|required\]|env var", page.output)


def test_a_page_of_help_is_no_wider_than_its_terminal() -> None:
    """A character of Japanese takes two columns."""
    from wcwidth import width

    for program in (replay, matchledger):
        for call in calls(program):
            page = run(program, *call, "--help").output
            assert [line for line in page.splitlines() if width(line) > 80 and JAPANESE.search(line)] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("--nope",),
        ("shoW",),
        ("show",),
        ("show", "nope.ndjson"),
        ("show", RECORD, "--at", "999"),
        ("show", RECORD, "--at", "end"),
        ("show", RECORD, "--viewer", "seat:9"),
        ("show", RECORD, "--name", "Anna"),
        ("show", RECORD, "--lang", "!"),
        ("show", __file__),
        ("show", "http://127.0.0.1:1/"),
        ("show", "http://[/"),
        ("show", RECORD, "extra"),
        ("log", RECORD, "--from", "90"),
        ("log", RECORD, "--from", "x"),
        ("log", RECORD, "--from", "0"),
        ("diff", RECORD, "--at", "9", "--and", "3"),
        ("find", RECORD, "--after", "yesterday"),
        ("find", RECORD, "--card", "nothing"),
        ("stats", RECORD, "--by", "weather"),
        ("knowledge", RECORD, "--seat", "9"),
        ("advise", RECORD, "--at", "3", "--seat", "0"),
        ("futures", RECORD, "--at", "1"),
        ("branch", RECORD, "--at", "3", "--seat", "0=nobody"),
        ("branch", RECORD, "--at", "3", "--seed", "xyz"),
        ("branch", RECORD, "--at", "3", "--seat", "0=me"),
        ("picture", RECORD, "--out", "x.gif"),
        ("picture", RECORD, "--size", "huge"),
        ("picture", RECORD, "--at", "1"),
        ("export", RECORD),
        ("export", RECORD, "--format", "json", "--out", "/nowhere/at/all"),
        ("redact", RECORD),
        ("verify", RECORD, "--head", "x"),
        ("verify", RECORD, "--parent", RECORD),
        ("note", "remove", RECORD, "0123456789ab"),
        ("note", "add", RECORD, "--at", "3", "--text", " "),
        ("completion", "tcsh"),
    ],
)
def test_what_is_wrong_is_said_in_japanese_by_replay(arguments: tuple[str, ...]) -> None:
    refused = run(replay, *arguments)
    assert refused.exit_code != 0
    assert refused.stderr.count("\n") == 1, refused.stderr
    assert JAPANESE.search(refused.stderr)
    assert english_in(refused.stderr) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("--nope",),
        ("serv",),
        ("serve", "--port", "99999"),
        ("serve", "--database", ":memory:"),
        ("serve", "--limit-caller", "many"),
        ("keys", "add", "king"),
        ("keys", "list", "--database", "none.db"),
        ("database", "check", "--database", "none.db"),
        ("database", "check", "--database", "mysql://host/name"),
        ("database", "copy", "one.db", "one.db"),
        ("archive", "import", "."),
        ("people", "erase", "p_x", "--database", "none.db"),
        ("simulate", "chess", "--seats", "2", "--seed", "00", "--out", "x"),
        ("simulate", "chanic_panic", "--seats", "2", "--seed", "0", "--out", "x"),
        ("simulate", "chanic_panic", "--seats", "2", "--seed", "00", "--bot", "nobody", "--out", "x"),
        ("simulate", "chanic_panic", "--seats", "2", "--seed", "00", "--option", "lives", "--out", "x"),
        ("simulate", "chanic_panic", "--seats", "99", "--seed", "00", "--out", "x"),
        ("decks", "check", "none.deck"),
        ("decks", "list", "--game", "chanic_panic"),
        ("play", "nowhere"),
        ("play", "http://127.0.0.1:1/api/v1/tables/t"),
        ("play", "http://127.0.0.1:1", "--game", "chess"),
    ],
)
def test_what_is_wrong_is_said_in_japanese_by_matchledger(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = run(matchledger, *arguments)
    assert refused.exit_code == 2, refused.output
    assert refused.stderr.count("\n") == 1, refused.stderr
    assert JAPANESE.search(refused.stderr)
    assert english_in(refused.stderr) == []


def test_what_was_done_is_said_in_japanese(tmp_path: Path) -> None:
    game, base = str(tmp_path / "game.ndjson"), str(tmp_path / "base.db")
    made = run(matchledger, "simulate", "chanic_panic", "--seats", "2", "--seed", "00", "--out", game)
    assert re.fullmatch(r"sim-\w+：記録\d+件、終わり方 play、勝者は席\d\n", made.stderr)
    assert run(matchledger, "database", "upgrade", "--database", base).stderr.startswith(f"{base}：形式")
    checked = run(matchledger, "database", "check", "--database", base)
    assert checked.stderr == f"{base}：0テーブルを確認、誤りなし\n"
    key = run(matchledger, "keys", "add", "organiser", "--label", "x", "--database", base)
    assert key.stderr.endswith("。このキーは二度と表示されません\n")
    assert "使用中" in run(matchledger, "keys", "list", "--database", base).stdout
    listed = run(replay, "list", str(tmp_path)).stdout
    assert listed.split()[:4] == ["開設", "ゲーム", "席", "プレイヤー"]
    assert "の勝ち" in listed


def test_the_language_of_a_command_comes_before_that_of_the_environment() -> None:
    assert run(replay, "show", "--lang", "ja", "--help", locale="C").output.startswith("使い方")
    assert run(replay, "show", "--lang", "en", "--help").output.startswith("Usage")
    assert "ありません" in run(replay, "show", "--lang", "ja", RECORD, "--at", "999", locale="C").stderr
    assert "not 999" in run(replay, "show", "--lang", "en", RECORD, "--at", "999").stderr
    assert run(matchledger, "play", "--lang", "ja", "--help", locale="C").output.startswith("使い方")


def test_a_language_that_nobody_speaks_here_is_english() -> None:
    assert run(replay, "--help", locale="xx_XX.UTF-8").output == run(replay, "--help", locale="C").output
    assert run(replay, "--nope", locale="fr_FR.UTF-8").stderr.startswith("replay: No such option")
