"""`replay branch`: play goes on from a moment, as a record of its own that verifies with its parent."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from domain.games import shipped
from domain.kernel.seats import seat_viewer
from replay.cli import main
from tests.audit import tables
from tests.audit.tables import Game
from tests.replay.records import OTHER, RECORD
from tests.standalone.damage import DAMAGES


def replay(*asked: object) -> Result:
    return CliRunner().invoke(main, [*map(str, asked)])


def branched(tmp_path: Path, parent: Path, n: int, *more: object, out: str = "branch") -> Path:
    file = tmp_path / out
    result = replay("branch", parent, "--at", n, "--seed", "07", "--out", file, *more)
    assert result.exit_code == 0, result.output
    return file


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(shipped()))
def test_bots_play_every_game_to_an_end_that_verifies(name: str, tmp_path: Path) -> None:
    made = Game(name, 2, seed=6).start().play(9)
    n = made.table.book.n
    parent = tmp_path / "parent"
    parent.write_bytes(made.abandon().done().record())
    file = branched(tmp_path, parent, n)
    verified = replay("verify", file, "--parent", parent)
    assert verified.exit_code == 0
    assert "Nothing is wrong.\n" in verified.stdout
    alone = replay("verify", file)
    assert (alone.exit_code, "one check" in alone.stdout or "1 check not possible" in alone.stdout) == (0, True)
    assert branched(tmp_path, parent, n, out="again").read_bytes() == file.read_bytes()
    assert "a branch from entry" in replay("show", file, "--at", 5).stdout
    assert "からの分岐" in replay("show", file, "--at", 5, "--lang", "ja").stdout
    assert "これは分岐です" in replay("log", file, "--to", 1, "--lang", "ja").stdout
    assert "Then, at the second table" in replay("compare", parent, file).stdout


def test_a_branch_is_told_as_one_and_shares_what_was_before(tmp_path: Path) -> None:
    file = branched(tmp_path, RECORD, 40, "--seat", "1=random")
    log = replay("log", file).stdout
    assert "This is a branch: it goes on from entry 40 of the table" in log
    assert "the bot “random”" in log
    text = replay("compare", RECORD, file).stdout
    assert "They share " in text
    assert "They share 0 facts" not in text


def test_a_parent_that_is_none_is_refused(tmp_path: Path) -> None:
    file, other = branched(tmp_path, RECORD, 40), tmp_path / "other"
    other.write_bytes(Game("fightdrome", 2).done().record())
    for asked, reason in {
        (RECORD, "--parent", OTHER): "is no branch: it has no parent",
        (file, "--parent", other): "the parent is table",
        (file, RECORD, "--parent", RECORD): "--parent is for one record",
    }.items():
        result = replay("verify", *asked)
        assert (result.exit_code, reason in result.stderr) == (2, True), result.stderr
    short = replay("verify", file, "--parent", OTHER)
    assert (short.exit_code, "the parent's record ends before entry 40" in short.stdout) == (2, True)
    edited = next(damage.change for damage in DAMAGES if damage.name == "fact_edited")  # every hash fits again
    damaged = tmp_path / "damaged"
    for text in (RECORD.read_bytes().replace(b'"seen":20', b'"seen":19'), edited(RECORD.read_bytes())):
        damaged.write_bytes(text)
        result = replay("verify", file, "--parent", damaged)
        assert (result.exit_code, "proves nothing of a branch" in result.stderr) == (2, True)
        result = replay("branch", damaged, "--at", 40)
        assert (result.exit_code, "nobody plays on from it" in result.stderr) == (2, True)


def test_what_cannot_be_played_on_is_said(tmp_path: Path) -> None:
    def refused(source: Path, at: object, *more: object) -> str:
        result = replay("branch", source, "--at", at, *more)
        assert result.exit_code == 2
        return result.stderr

    assert "not after 40.0" in refused(RECORD, "40.0")
    assert "has not begun after entry 2" in refused(RECORD, 2)
    assert "nobody is awaited" in refused(RECORD, 49)
    assert "is no bot of a seat" in refused(RECORD, 40, "--seat", "random")
    assert "7=random: the table has seats 0 to 2, played by random, sensible, me" in refused(
        RECORD, 40, "--seat", "7=random"
    )
    assert "0=clever: the table has seats 0 to 2, played by" in refused(RECORD, 40, "--seat", "0=clever")
    assert "the terminal is yours" in refused(RECORD, 40, "--seat", "0=me")
    assert "hexadecimal" in refused(RECORD, 40, "--seed", "0g")
    running, own = tmp_path / "running", tmp_path / "own"
    running.write_bytes(Game("fightdrome", 2).start().play(4).done().record())
    assert "has not ended" in refused(running, 6)
    own.write_bytes(Game("chanic_panic", 2).start().play(4).abandon().done().record(seat_viewer(0)))
    assert "hides something of entry" in refused(own, 6)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(shipped()))
def test_a_person_plays_on_by_numbers_alone(name: str, tmp_path: Path) -> None:
    made = Game(name, 2, seed=6).start().play(9)
    n = made.table.book.n
    parent, file = tmp_path / "parent", tmp_path / "branch"
    parent.write_bytes(made.abandon().done().record())
    asked = ("branch", parent, "--at", n, "--seat", "0=me", "--seat", "1=me", "--seed", "07", "--out", file)
    result = CliRunner().invoke(main, [*map(str, asked)], input="1\n" * 4 + "q\n")
    assert result.exit_code == 0, result.output
    assert "decides" in result.stdout
    assert replay("verify", file, "--parent", parent).exit_code == 0
    assert "The table is given up: it was cancelled" in replay("log", file).stdout


def test_a_person_finds_an_action_by_its_words_and_the_bots_answer(tmp_path: Path) -> None:
    """Nothing written ends the game as q does; what is no number looks for an action."""
    file = tmp_path / "branch"
    asked = ("branch", RECORD, "--at", 40, "--seat", "1=me", "--seed", "07", "--out", file, "--name", "1=Ben")
    result = CliRunner().invoke(main, [*map(str, asked)], input="end\nno such thing\n999\n1\n")
    assert result.exit_code == 0, result.output
    assert "Ben decides" in result.stdout
    assert result.stdout.count("No action is called so.") == 2
    log = replay("log", file).stdout
    assert "Seat 1 sits down.\n" in log
    assert "the bot “sensible”" in log
    assert "番号" in CliRunner().invoke(main, [*map(str, asked), "--lang", "ja"], input="q\n").stdout


def test_a_line_that_grew_too_long_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("replay.commands.branch.LINE_BYTES", 1_000)
    result = replay("branch", RECORD, "--at", 40)
    assert (result.exit_code, "more than the 1000 bytes" in result.stderr) == (2, True)


def test_a_table_at_the_end_of_all_times_is_not_played_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whose next thought would end beyond what a record can say."""
    monkeypatch.setattr(tables, "BEGIN", 2**53 - 60_000)
    made = Game("fightdrome", 2).start().play(6)
    n = made.table.book.n
    file = tmp_path / "late"
    file.write_bytes(made.abandon().done().record())
    assert replay("verify", file).exit_code == 0
    result = replay("branch", file, "--at", n, "--seed", "07")
    assert (result.exit_code, "beyond 2^53 - 1" in result.stderr) == (2, True), result.output


def test_in_imagined_worlds_results_are_counted_and_nothing_is_written(tmp_path: Path) -> None:
    """Of a copy that hides something too, which no record can branch from."""
    made = Game("fightdrome", 2).start().play(6)
    own = tmp_path / "own"
    own.write_bytes(made.abandon().done().record(seat_viewer(0)))
    asked = ("branch", own, "--at", made.table.book.n - 1, "--seed", "00000000000003")
    assert replay(*asked).exit_code == 2
    told = replay(*asked, "--worlds", 2)
    assert (told.exit_code, told.stderr) == (0, "")
    assert told.stdout == replay("futures", *asked[1:4], "--worlds", 2, "--seed", 3).stdout
    for more in (("--out", tmp_path / "x"), ("--seat", "0=me")):
        assert "in imagined worlds bots play" in replay(*asked, "--worlds", 2, *more).stderr
