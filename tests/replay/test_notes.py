"""Notes on a record: written, changed, merged, shown to whoever may read them, refused on any other record."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from domain.kernel.seats import SPECTATOR, seat_viewer
from replay import times
from replay.cli import main
from replay.notes.note import notes_schema
from tests.audit.tables import OTHERS_BEGUN, Game, Played, duel, four

STORED = Path(__file__).parents[2] / "docs" / "notes.schema.json"


def run(*asked: object) -> Result:
    return CliRunner().invoke(main, list(map(str, asked)))


def note(*asked: object) -> str:
    result = run("note", *asked)
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout.strip()


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second passes with each look at the clock."""
    seconds = iter(range(1_800_000_000, 1_800_000_999))
    monkeypatch.setattr("replay.commands.note.now", lambda: next(seconds) * 1000)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "game.ndjson"
    file.write_bytes(duel().record())
    return file


def listed(game: Path, *asked: object) -> list[dict[str, object]]:
    return [json.loads(line) for line in note("list", game, "--json", *asked).splitlines()]


def test_a_note_is_added_changed_answered_and_removed(game: Path) -> None:
    first = note("add", game, "--at", "9.1", "--text", "Bold.", "--author", "Anna", "--glyph", "!?", "--tag", "tempo")
    answer = note("add", game, "--at", "9", "--text", "Why?", "--author", "Ben", "--reply-to", first)
    assert [one["id"] for one in listed(game)] == [answer, first]
    assert [one["id"] for one in listed(game, "--tag", "tempo")] == [first]
    note("edit", game, first, "--text", "Too bold.", "--glyph", "?")
    (changed,) = listed(game, "--tag", "tempo")
    assert (changed["id"], changed["text"], changed["glyph"], changed["author"]) == (first, "Too bold.", "?", "Anna")
    assert str(changed["changed"]) > str(changed["written"])
    text = note("list", game)
    assert f"{first}      9.1" in text
    assert f"↳{first}" in text
    note("remove", game, first)
    assert [one["id"] for one in listed(game)] == [answer]
    for missing in (
        ("remove", game, first),
        ("edit", game, "0" * 12),
        ("add", game, "--at", 9, "--text", "x", "--reply-to", first),
    ):
        assert "there is no note" in run("note", *missing).stderr


def test_log_and_export_show_notes_to_whoever_may_read_them(game: Path) -> None:
    note(
        "add",
        game,
        "--at",
        "9",
        "--text",
        "For Anna\nalone\x1b.",
        "--author",
        "Coach",
        "--for",
        "seat:0",
        "--glyph",
        "!",
    )
    note("add", game, "--at", "10", "--text", "For all.", "--author", "")
    for viewer, reads in (("seat:0", True), ("all", True), ("seat:1", False), ("spectator", False)):
        text = run("log", game, "--viewer", viewer).stdout
        assert "✎ For all." in text
        assert ("✎ ! Coach: For Anna alone." in text) is reads
        assert ("For Anna" in run("export", game, "--format", "text", "--viewer", viewer).stdout) is reads
        assert ("For Anna" in run("show", game, "--at", "9", "--viewer", viewer).stdout) is reads
        assert ("notes" in json.loads(run("show", game, "--at", "9", "--json", "--viewer", viewer).stdout)) is reads
        quoted = run("export", game, "--format", "markdown", "--viewer", viewer).stdout
        assert ("\n  > `9` ✎ ! Coach: For Anna alone.\n" in quoted) is reads
        document = json.loads(run("export", game, "--format", "json", "--viewer", viewer).stdout)
        notes = [one["text"] for entry in document["entries"] for one in entry.get("notes", [])]
        assert ("For Anna\nalone\x1b." in notes) is reads
        lines = [json.loads(line) for line in run("log", game, "--json", "--viewer", viewer).stdout.splitlines()]
        assert [line["n"] for line in lines if "notes" in line] == ([9, 10] if reads else [10])
        assert len(listed(game, "--viewer", viewer)) == 1 + reads
    assert run("export", game, "--format", "csv").exit_code == 0


@pytest.mark.parametrize("table", [duel, *OTHERS_BEGUN], ids=lambda table: table.__name__)
def test_notes_fit_every_copy_of_a_table(table: object, tmp_path: Path) -> None:
    assert callable(table)
    played = table()
    assert isinstance(played, Played)
    full, own, seen = (tmp_path / name for name in ("full", "own", "seen"))
    for file, copy in ((full, played.record()), (own, played.record(seat_viewer(0))), (seen, played.record(SPECTATOR))):
        file.write_bytes(copy)
        note("add", file, "--at", "6", "--text", f"From {file.name}.", "--author", "A")
    note("merge", full, f"{own}.notes.ndjson", f"{seen}.notes.ndjson")
    assert {one["text"] for one in listed(full)} == {"From full.", "From own.", "From seen."}
    text = run("log", full, "--viewer", "spectator", "--lang", "ja").stdout
    assert text.count("✎") == 3


def test_merging_takes_what_was_changed_last_and_brings_nothing_removed_back(game: Path, tmp_path: Path) -> None:
    kept, gone = (note("add", game, "--at", at, "--text", f"Note {at}.", "--author", "A") for at in (5, 6))
    other = tmp_path / "other.notes.ndjson"
    other.write_bytes(Path(f"{game}.notes.ndjson").read_bytes())
    note("remove", game, gone)
    note("edit", game, kept, "--text", "Newer.", "--notes", other)
    note("merge", game, other)
    assert [(one["id"], one["text"]) for one in listed(game)] == [(kept, "Newer.")]
    before = Path(f"{game}.notes.ndjson").read_bytes()
    note("merge", game, other)
    assert Path(f"{game}.notes.ndjson").read_bytes() == before


def test_notes_on_another_record_are_refused(game: Path, tmp_path: Path) -> None:
    note("add", game, "--at", "9", "--text", "Here.", "--author", "A")
    text = Path(f"{game}.notes.ndjson").read_bytes()
    another, course = tmp_path / "four.ndjson", tmp_path / "course.ndjson"
    another.write_bytes(four().record())
    course.write_bytes(
        Game("chanic_panic", 2, table="duel-1", label="A duel", bot="random").start().play(9).done().record()
    )
    for file, said in ((another, "notes on another record, of table duel-1"), (course, "a note on another entry 9")):
        Path(f"{file}.notes.ndjson").write_bytes(text)
        assert said in run("note", "list", file).stderr
        result = run("log", file)
        assert (result.exit_code, "✎" in result.stdout) == (0, False)
        assert said in result.stderr


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda text: b"", "line 1"),
        (lambda text: text[:-3] + b'\xff"}\n', "line 2"),
        (lambda text: b"\xff" + text, "line 1"),
        (lambda text: text.replace(b"notes/1", b"notes\xff1"), "line 1"),
        (lambda text: text.replace(b'"address":"9"', b'"address":"99999"'), "a note on entry 99999"),
        (lambda text: text.replace(b'"address":"9"', b'"address":"x"'), "line 2"),
        (lambda text: text.replace(b'"glyph":"!"', b'"glyph":"*"'), "line 2"),
        (lambda text: text.replace(b'"seat:0"', b'"seat:7"'), "line 2"),
        (lambda text: text + text.split(b"\n")[1][:-1] + b',"x":1}\n', "line 3"),
    ],
)
def test_a_damaged_file_of_notes_is_refused_by_line(game: Path, damage: object, said: str) -> None:
    assert callable(damage)
    note("add", game, "--at", "9", "--text", "Here.", "--author", "A", "--glyph", "!", "--for", "seat:0")
    file = Path(f"{game}.notes.ndjson")
    file.write_bytes(damage(file.read_bytes()))
    result = run("note", "list", game)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("add", "--at", "999", "--text", "x"), "not 999"),
        (("add", "--at", "here", "--text", "x"), "is no address"),
        (("add", "--at", "9", "--text", "x" * 4001), "no such note can be written"),
        (("add", "--at", "9", "--text", " "), "it says nothing"),
        (("add", "--at", "9", "--text", "x", "--for", "seat:5"), "is no viewer"),
        (("merge", "gone.notes.ndjson"), "gone.notes.ndjson"),
    ],
)
def test_what_cannot_be_noted_is_said(game: Path, asked: tuple[str, ...], said: str) -> None:
    name, *rest = asked
    result = run("note", name, game, *rest)
    assert result.exit_code == 2
    assert said in result.stderr
    assert not Path(f"{game}.notes.ndjson").exists()


def test_a_record_that_is_no_file_needs_a_place_for_notes(game: Path) -> None:
    assert "say with --notes where" in run("note", "list", "-").stderr
    broken = game.with_name("broken.ndjson")
    broken.write_bytes(game.read_bytes()[:-9])
    assert "cut off" in run("note", "list", broken).stderr


def test_notes_are_no_records_of_a_folder(game: Path) -> None:
    note("add", game, "--at", "9", "--text", "Here.", "--author", "A")
    assert run("verify", game.parent).exit_code == 0
    assert len(run("list", game.parent).stdout.splitlines()) == 2


def test_the_schema_is_current_and_true_of_each_line(game: Path, request: pytest.FixtureRequest) -> None:
    schema = json.dumps(notes_schema(), indent=2, ensure_ascii=False) + "\n"
    if request.config.getoption("--golden"):
        STORED.write_text(schema, encoding="utf-8")
    assert STORED.read_text(encoding="utf-8") == schema
    gone = note("add", game, "--at", "9", "--text", "Here.", "--author", "A", "--glyph", "!")
    note("add", game, "--at", "9.0", "--text", "There.", "--author", "A", "--reply-to", gone, "--for", "seat:0,seat:1")
    note("remove", game, gone)
    validator = Draft202012Validator(notes_schema())
    lines = [msgspec.json.decode(line) for line in Path(f"{game}.notes.ndjson").read_bytes().splitlines()]
    assert len(lines) == 3
    for line in lines:
        validator.validate(line)
        assert not validator.is_valid({**line, "more": 1})


def test_the_clock_is_this_machines() -> None:
    assert times.stamp(times.now()).endswith("Z")
