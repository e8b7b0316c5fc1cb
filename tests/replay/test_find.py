"""`replay find`: cards, commands, facts and results over many records; what a copy hides is never found."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from domain.kernel.seats import SPECTATOR, every_viewer, seat_viewer
from domain.record.lines import read, split
from replay.cli import main
from replay.finding import index as index_module
from replay.finding.cards import Cards
from replay.finding.extracted import terms_of
from replay.finding.index import SUFFIX
from replay.finding.query import Query
from tests.audit.tables import OTHERS_BEGUN, Played, duel, four, harbour, went_back
from tests.replay.service import Asked, Reply, serving

TABLES = [duel, harbour, went_back, *OTHERS_BEGUN]


def find(*asked: object) -> Result:
    return CliRunner().invoke(main, ["find", *map(str, asked)])


def places(*asked: object) -> list[tuple[str, str]]:
    """Return table and address of each place."""
    found = find(*asked, "--json")
    assert found.stderr == "" or not found.stdout
    return [(line["table"], line["address"]) for line in map(json.loads, found.stdout.splitlines())]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    here = tmp_path / "games"
    here.mkdir()
    for table in (duel, four, harbour, went_back):
        (here / f"{table.__name__}.ndjson").write_bytes(table().record())
    return here


def test_a_card_is_found_by_its_name_in_every_language_and_by_its_id(folder: Path) -> None:
    by_name = places(folder, "--card", "7 of hearts")
    assert by_name
    assert places(folder, "--card", "ハートの7") == by_name == places(folder, "--card", "H7")
    assert {table for table, _ in by_name} == {"duel-1", "four-1"}
    second = places(folder, "--card", "h7-2")
    assert set(second) < set(by_name)


def test_everything_that_is_asked_holds_at_one_place(folder: Path) -> None:
    played = places(folder, "--fact", "utility_played", "--seat", 1, "--card", "7 of Hearts")
    assert played
    assert set(played) < set(places(folder, "--fact", "utility_played"))
    ended = find(folder / "duel.ndjson", "--command", "end_turn").stdout.splitlines()
    assert len(ended) == duel().record().count(b'"tag":"end_turn"')
    told = find(folder / "duel.ndjson", "--card", "7 of Hearts", "--lang", "ja").stdout
    assert "ハートの7" in told


def test_a_place_that_was_taken_back_is_marked(folder: Path) -> None:
    found = [find(folder / "went_back.ndjson", "--seat", seat).stdout for seat in (0, 1)]
    marked = [line for line in "".join(found).splitlines() if "(taken back)" in line]
    assert 0 < len(marked) < len("".join(found).splitlines())


def test_records_are_found_by_what_they_are(folder: Path, tmp_path: Path) -> None:
    def names(*asked: object) -> list[str]:
        lines = find(folder, *asked, "--json").stdout.splitlines()
        return [Path(json.loads(line)["place"]).stem for line in lines]

    assert names() == ["duel", "four", "harbour", "went_back"]
    assert names("--game", "harbour") == ["harbour", "went_back"]
    assert names("--label", "DUEL") == ["duel"]
    assert names("--after", "2026-01-01") == names()
    assert names("--after", "2026-01-02") == []
    won = json.loads(find(folder / "duel.ndjson", "--json").stdout)["outcome"]["places"][0]["seats"]
    assert "duel" in names("--result", f"seat:{won[0]}", "--result", f"seat:{won[0]}")
    assert "duel" not in names("--result", f"seat:{1 - won[0]}")
    assert names("--player", "sensible") == ["duel", "four"]
    text = duel().record()
    (folder / "broken.ndjson").write_bytes(text.replace(b'"used_ms":1', b'"used_ms":2', 1))
    assert names("--code", "broken_chain") == ["broken"]
    assert "7 of" not in find(folder, "--game", "harbour").stdout


def test_nothing_found_is_said_and_is_exit_code_1(folder: Path) -> None:
    result = find(folder, "--card", "8 of Swords")
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", "There are no such places here.\n")
    assert find(folder, "--label", "x").stderr == "There are no such records here.\n"
    assert find(folder, "--after", "May").exit_code == 2


def test_the_index_follows_the_folder(folder: Path) -> None:
    assert places(folder, "--card", "H7", "--game", "chanic_panic")
    index = folder.with_name(folder.name + SUFFIX)
    assert index.stat().st_mode & 0o777 == 0o600
    (folder / "four.ndjson").unlink()
    (folder / "duel.ndjson").write_bytes(duel().record(SPECTATOR))
    seen = places(folder, "--card", "H7")
    assert seen == places(folder / "duel.ndjson", "--card", "H7")
    assert "four-1" not in dict(seen)
    (folder / "another.ndjson").write_bytes(four().record())
    assert "four-1" in dict(places(folder, "--card", "H7"))
    for damage in (b"no database at all " * 100, b""):
        index.write_bytes(damage)
        assert "four-1" in dict(places(folder, "--card", "H7"))


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE files SET row = x'00ff'",
        "UPDATE places SET hits = x'00ff'",
        "DROP TABLE terms",
        "PRAGMA user_version = 7",
    ],
)
def test_a_damaged_index_is_made_anew(folder: Path, damage: str) -> None:
    before = find(folder, "--seat", "0")
    index = folder.with_name(folder.name + SUFFIX)
    with closing(sqlite3.connect(index)) as base, base:
        base.execute(damage)
    again = find(folder, "--seat", "0")
    assert (again.exit_code, again.stdout, again.stderr) == (0, before.stdout, before.stderr)
    with closing(sqlite3.connect(index)) as base:
        assert base.execute("SELECT count(*) FROM files").fetchone() > (0,)


def test_an_index_whose_pages_are_damaged_is_made_anew(folder: Path) -> None:
    before = find(folder, "--seat", "0")
    index = folder.with_name(folder.name + SUFFIX)
    size = index.stat().st_size
    index.write_bytes(index.read_bytes()[:4096] + b"x" * (size - 4096))
    again = find(folder, "--seat", "0")
    assert (again.exit_code, again.stdout, again.stderr) == (0, before.stdout, before.stderr)


def test_an_index_that_somebody_else_writes_stays(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index_module, "PATIENCE", 0.0)
    before = find(folder, "--seat", "0")
    index = folder.with_name(folder.name + SUFFIX)
    kept = index.stat().st_ino
    with closing(sqlite3.connect(index)) as base:
        base.execute("PRAGMA locking_mode = EXCLUSIVE")
        base.execute("BEGIN EXCLUSIVE")
        again = find(folder, "--seat", "0")
    assert (again.exit_code, again.stdout, index.stat().st_ino) == (0, before.stdout, kept)
    assert "cannot be written" in again.stderr


def test_without_room_for_an_index_everything_is_read_each_time(folder: Path) -> None:
    os.mkdir(folder.with_name(folder.name + SUFFIX))
    result = find(folder, "--card", "H7")
    assert result.exit_code == 0
    assert "cannot be written" in result.stderr


def test_a_file_that_cannot_be_read_is_named(folder: Path) -> None:
    (folder / "bad.ndjson.gz").write_bytes(b"\x1f\x8bnothing")
    (folder / "other.ndjson").write_bytes(b"{}\n")
    result = find(folder, "--label", "duel")
    assert "bad.ndjson.gz" in result.stderr
    assert "other" not in result.stderr
    assert len(result.stdout.splitlines()) == 2


def test_the_tables_of_a_service_are_searched() -> None:
    def service(asked: Asked) -> Reply:
        if asked.path.endswith("/record"):
            return Reply(duel().record(SPECTATOR)) if "duel-1" in asked.path else Reply(b"", 404)
        tables = [
            {"id": id, "game": "chanic_panic", "status": "confirmed", "opened_at": "2026-01-01T00:00:00Z", "seats": 2}
            for id in ("duel-1", "gone")
        ]
        return Reply(json.dumps({"tables": tables, "next": None}).encode())

    with serving(service) as (address, _):
        result = find(address, "--command", "end_turn", "--json")
        assert len(find(address).stdout.splitlines()) == 3
        assert find(f"{address}/api/v1/tables/duel-1", "--command", "end_turn").exit_code == 0
    assert {json.loads(line)["place"] for line in result.stdout.splitlines()} == {f"{address}/api/v1/tables/duel-1"}
    assert "gone" in result.stderr


def test_refused_attempts_are_found_at_a_service_by_their_code() -> None:
    def service(asked: Asked) -> Reply:
        if asked.path.startswith("/api/v1/tables/duel-1/attempts"):
            attempts = [
                {"at": "2026", "seat": seat, "tag": "play_club", "body": None, "code": code, "seen": 9}
                for seat, code in ((0, "not_your_turn"), (1, "not_your_turn"), (1, "row_full"))
            ]
            last = "cursor=" in asked.path
            page = {"table": "duel-1", "seat": None, "attempts": attempts[2 * last :], "next": None if last else "x"}
            return Reply(json.dumps(page).encode())
        if "attempts" in asked.path:
            return Reply(b"[]" if "odd" in asked.path else b"", 200 if "odd" in asked.path else 403)
        table = {"game": "chanic_panic", "status": "confirmed", "opened_at": "2026", "seats": 2}
        tables = [{**table, "id": id} for id in ("duel-1", "closed", "odd")]
        return Reply(json.dumps({"tables": tables, "next": None}).encode())

    with serving(service) as (address, _):
        text = find(address, "--code", "not_your_turn", "--seat", 1)
        lines = [json.loads(line) for line in find(address, "--code", "row_full", "--json").stdout.splitlines()]
    assert text.stdout.splitlines() == [
        f"{address}/api/v1/tables/duel-1        9  Seat 1  play_club  not_your_turn",
    ]
    assert "closed: " in text.stderr
    assert "no list of attempts" in text.stderr
    assert [(line["address"], line["seat"], line["code"]) for line in lines] == [("9", 1, "row_full")] * 2


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.__name__)
def test_what_a_copy_hides_is_never_found(table: object) -> None:
    """Each card of a copy is found where its line names it; the spectator's copy knows less than the full one."""
    assert callable(table)
    played = table()
    assert isinstance(played, Played)
    numbers = {}
    for viewer in every_viewer(played.table.setup.seats):
        lines = played.record(viewer).splitlines()
        record = read(split(played.record(viewer)))
        terms = terms_of(record.header.game, record.entries)
        by_entry = {entry.line: lines[entry.line - 1].decode() for entry in record.entries}
        first = record.entries[0].line - 1
        cards = [(text, hit) for (kind, text), hits in terms.items() if kind == "value" for hit in hits]
        assert all(json.dumps(text) in by_entry[hit.n + first] for text, hit in cards)
        numbers[str(viewer)] = len(cards)
    assert numbers["spectator"] <= numbers["seat:0"] <= numbers["all"]
    assert numbers["spectator"] < numbers["all"]


def test_a_drawn_card_is_found_by_its_owner_alone() -> None:
    def drawn(copy: bytes) -> list[str]:
        record = read(split(copy))
        terms = terms_of(record.header.game, record.entries)
        query = Query(card="7 of Hearts", fact="cards_drawn")
        return [
            hit.address for hit, _ in query.places({term: terms[term] for term in query.among("chanic_panic", terms)})
        ]

    full = drawn(duel().record())
    assert full
    assert drawn(duel().record(SPECTATOR)) == []
    own = [drawn(duel().record(seat_viewer(seat))) for seat in (0, 1)]
    assert sorted(own[0] + own[1]) == sorted(full)
    assert all(own)


def test_an_unknown_game_names_no_cards() -> None:
    cards = Cards("no_such_game")
    assert cards.are("X-1", "x")
    assert cards.may_be("anything")


@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        (0, b'"format"', b'"points":3,"format"'),
        (1, b'"kind":"table_opened"', b'"kind":{}'),
    ],
)
def test_a_damaged_record_alone_is_said_in_one_line(tmp_path: Path, line: int, old: bytes, new: bytes) -> None:
    """As in a folder, where the others are searched."""
    lines = duel().record().splitlines(keepends=True)
    assert old in lines[line]
    lines[line] = lines[line].replace(old, new, 1)
    damaged = tmp_path / "games" / "damaged.ndjson"
    damaged.parent.mkdir()
    damaged.write_bytes(b"".join(lines))
    alone = find(damaged, "--seat", "0")
    assert (alone.exit_code, alone.stdout) == (2, "")
    assert alone.stderr.startswith(f"replay: {damaged}: ")
    assert alone.stderr.count("\n") == 1
    assert alone.stderr.removeprefix("replay: ") in find(damaged.parent, "--seat", "0").stderr
