"""`replay stats` of many records: wins with their intervals, lengths, times, tables and a picture."""

from __future__ import annotations

import csv
import json
import math
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from domain.audit.figures import figures
from domain.audit.timeline import Timeline
from domain.games import game
from domain.kernel.seats import SPECTATOR, seat_viewer
from domain.record.lines import read, split
from replay.cli import main
from replay.listing.rows import Place
from replay.listing.rows import Result as Outcome
from replay.tallies.groups import tallies, wilson
from replay.tallies.picture import binned
from replay.tallies.played import Game, Side, played
from tests.audit.tables import OTHERS, Played, duel, four, harbour, went_back
from tests.replay.service import Asked, Reply, serving


def stats(*asked: object) -> Result:
    return CliRunner().invoke(main, ["stats", *map(str, asked)])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for table in (duel, four, harbour, went_back):
        (tmp_path / f"{table.__name__}.ndjson").write_bytes(table().record())
    return tmp_path


@pytest.mark.parametrize(
    ("won", "of", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (1, 1, 0.2065, 1.0)],
)
def test_the_interval_is_wilsons(won: int, of: int, low: float, high: float) -> None:
    """Values of the published formula, as tables of the score interval have them."""
    found = wilson(won, of)
    assert found is not None
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)
    assert found.rate == won / of


def test_nothing_has_no_interval() -> None:
    assert wilson(0, 0) is None


def test_a_shared_first_place_is_a_win_that_was_shared() -> None:
    def side(seat: int, player: str) -> Side:
        return Side(seat=seat, player=player, deck=None, actions=3, thought_ms=None)

    def one(winners: tuple[int, ...] | None, option: str) -> Game:
        result = None if winners is None else Outcome(places=(Place(1, winners),))
        sides = (side(0, "bold"), side(1, "shy"))
        return Game(game="g", options={"a": option, "b": "1"}, sides=sides, result=result, actions=6, played_ms=None)

    games = [one((0,), "1"), one((0, 1), "1"), one(None, "2")]
    bold, shy = tallies(games, "player")
    assert (bold.group, bold.games, bold.decided, bold.won, bold.tied) == ("bold", 3, 2, 2, 1)
    assert (shy.won, shy.tied, shy.thought_ms) == (1, 1, None)
    by_options = tallies(games, "options")
    assert [(one.group, one.seat) for one in by_options] == [("a=1", 0), ("a=1", 1), ("a=2", 0), ("a=2", 1)]
    assert by_options[2].interval is None


@pytest.mark.parametrize("table", [duel, harbour, went_back, *OTHERS], ids=lambda table: table.__name__)
def test_a_record_tells_the_same_whichever_copy_is_read(table: object) -> None:
    """The lines give what following the record by its rules gives; of what a copy hides, only a deck is left out."""
    assert callable(table)
    made = table()
    assert isinstance(made, Played)
    full = read(split(made.record()))
    told = played(full)
    exact = figures(Timeline(full), [])
    assert (told.actions, [side.actions for side in told.sides]) == (
        exact.actions,
        [seat.actions for seat in exact.seats],
    )
    assert [side.thought_ms or 0 for side in told.sides] == [seat.median_ms for seat in exact.seats]
    for viewer in (SPECTATOR, seat_viewer(0)):
        copy = played(read(split(made.record(viewer))))
        assert (copy.result, copy.actions, copy.played_ms, copy.options) == (
            told.result,
            told.actions,
            told.played_ms,
            told.options,
        )
        for mine, whole in zip(copy.sides, told.sides, strict=True):
            assert mine.deck in (None, whole.deck)
            assert (mine.player, mine.thought_ms) == (whole.player, whole.thought_ms)
    if game(told.game).decks is not None:
        assert all(side.deck for side in told.sides)


def test_many_records_are_counted(folder: Path) -> None:
    lines = [json.loads(line) for line in stats(folder, "--json").stdout.splitlines()]
    assert [(line["game"], line["seat"], line["games"]) for line in lines] == [
        ("chanic_panic", 0, 2), ("chanic_panic", 1, 2), ("chanic_panic", 2, 1), ("chanic_panic", 3, 1),
        ("harbour", 0, 2), ("harbour", 1, 2), ("harbour", 2, 1),
    ]  # fmt: skip
    assert sum(line["won"] for line in lines if line["game"] == "chanic_panic") >= 2
    text = stats(folder).stdout
    assert len(text.splitlines()) == len(lines) + 1
    assert "対戦数" in stats(folder, "--lang", "ja", "--by", "deck").stdout


def test_a_table_for_spreadsheets_has_the_same_figures(folder: Path) -> None:
    rows = list(csv.DictReader(stats(folder, "--csv", "--by", "player").stdout.splitlines()))
    lines = [json.loads(line) for line in stats(folder, "--json", "--by", "player").stdout.splitlines()]
    for row, line in zip(rows, lines, strict=True):
        assert (row["group"], int(row["won"])) == (line["group"], line["won"])
        assert math.isclose(float(row["low"]), line["interval"]["low"], abs_tol=1e-4)


def test_the_picture_shows_each_game(folder: Path) -> None:
    out = folder / "times.svg"
    result = stats(folder, "--picture", out, "--lang", "ja")
    assert result.exit_code == 0
    root = ElementTree.parse(out).getroot()
    texts = ["".join(element.itertext()) for element in root.iter()]
    assert any("Chanic Panic · 記録2件" in text for text in texts)
    bars = [element for element in root.iter() if element.get("class") == "bar"]
    assert len(bars) >= 4
    assert all(next(iter(bar)).text for bar in bars)
    assert stats(folder, "--picture", "-").stdout.startswith("<svg")


def test_bars_hold_every_value_once() -> None:
    assert binned([]) == []
    assert binned([7.0]) == [(7, 8, 1)]
    bars = binned([0.3, 0.4, 12.0, 47.0, 47.0])
    assert sum(count for _, _, count in bars) == 5
    assert len(bars) <= 12
    assert bars[0][:2] == (0, 5)


def test_what_cannot_be_read_is_named_and_the_rest_counted(folder: Path) -> None:
    (folder / "cut.ndjson.gz").write_bytes(b"\x1f\x8bno")
    (folder / "other.ndjson").write_bytes(b"{}")
    result = stats(folder, folder / "gone.ndjson", "--json")
    assert "cut.ndjson.gz" in result.stderr
    assert "gone.ndjson" in result.stderr
    assert len(result.stdout.splitlines()) == 7
    empty = folder / "empty"
    empty.mkdir()
    assert stats(empty).stderr == "There are no records here.\n"


def test_a_service_knows_the_names_of_people() -> None:
    table = {"id": "duel-1", "game": "chanic_panic", "status": "confirmed", "opened_at": "2026", "seats": 2}
    people = [{"seat": 0, "name": "Anna"}, {"seat": 1, "name": None, "bot": "sensible"}]

    def service(asked: Asked) -> Reply:
        if asked.path.endswith("/record"):
            return Reply(duel().record(SPECTATOR)) if "duel-1" in asked.path else Reply(b"", 404)
        tables = [{**table, "players": people}, {**table, "id": "gone"}]
        return Reply(json.dumps({"tables": tables, "next": None}).encode())

    with serving(service) as (address, _):
        result = stats(address, "--by", "player", "--json")
        alone = stats(f"{address}/api/v1/tables/duel-1", "--by", "player")
    assert [json.loads(line)["group"] for line in result.stdout.splitlines()] == ["Anna", "sensible"]
    assert "gone" in result.stderr
    assert "sensible" in alone.stdout


def test_a_table_counts_once_however_many_copies_there_are(tmp_path: Path) -> None:
    """By the copy that tells most of it."""
    for name, copy in (("a", SPECTATOR), ("b", None), ("c", seat_viewer(0))):
        table = duel()
        (tmp_path / f"{name}.ndjson").write_bytes(table.record() if copy is None else table.record(copy))
    alone = stats(tmp_path / "b.ndjson", tmp_path / "b.ndjson", "--json")
    assert stats(tmp_path, "--json").stdout == alone.stdout
    assert json.loads(alone.stdout.splitlines()[0])["games"] == 1
