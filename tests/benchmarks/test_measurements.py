"""Every measurement of the benchmarks does real work that can be checked, and says what it did."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from benchmarks.__main__ import main
from benchmarks.cold import cold
from benchmarks.measure import MEASUREMENTS, QUICK, measure
from benchmarks.memory import memory, reachable, size
from benchmarks.played import Played, longest, play
from benchmarks.playouts import playout
from benchmarks.rebuild import rebuilt
from benchmarks.rows import Row, rows
from benchmarks.storage import stored
from benchmarks.verification import NotVerifiedError, verified
from domain.games import names
from domain.kernel.legal import sample
from domain.record.keys import Secrets
from replay.interpreter import interpreter

pytestmark = pytest.mark.long

OTHER_PROGRAMS = ("http", "verify_folder", "instructions")  # what they measure is tested in rooms of their own
IN_MEMORY = tuple([name for name in MEASUREMENTS if not name.startswith(OTHER_PROGRAMS)])


def _name(row: Row) -> str:
    return row.name


def _params() -> Iterator[Any]:
    """Yield all rows; `make soak` has those that do with other options what an earlier one of their game does."""
    seen: set[str] = set()
    for row in rows():
        yield pytest.param(row, marks=[pytest.mark.soak] if row.game in seen else [])
        seen.add(row.game)


@pytest.fixture(scope="module", params=list(_params()), ids=_name)
def row(request: pytest.FixtureRequest) -> Row:
    row: Row = request.param
    return row


@pytest.fixture(scope="module")
def played(row: Row) -> Played:
    return play(row, 1, entries=40)


def test_every_game_has_rows_and_they_are_chosen_by_a_part_of_their_name() -> None:
    assert {row.game for row in rows()} == set(names())
    assert rows("no game is called like this") == ()
    for row in rows():
        assert row in rows(row.label)


def test_a_row_is_measured_in_every_way(row: Row) -> None:
    found = measure(row, IN_MEMORY, QUICK, runs=2)
    assert tuple(found) == IN_MEMORY
    for name, figure in found.items():
        if name not in ("bytes", "memory"):
            assert len(figure.runs) == 2
            assert 0 < figure.minimum <= figure.median
            assert figure.ratio > 0


def test_only_what_is_asked_for_is_measured(row: Row) -> None:
    assert set(measure(row, ["sample"], QUICK, runs=1)) == {"sample"}
    assert set(measure(row, ["seek", "bytes"], QUICK, runs=1)) == {"seek", "bytes"}


def test_playouts_start_a_new_game_when_one_ends(row: Row) -> None:
    assert playout(row, sample, 8000) > 0


def test_stored_bytes_rebuild_the_table_they_came_from(played: Played) -> None:
    table = rebuilt(played.table.rules, played.blobs())
    assert table.live == played.table.live
    assert table.book == played.table.book


def test_a_played_record_verifies_and_a_changed_one_is_noticed(played: Played) -> None:
    record = played.record()
    verified(record)
    assert played.entries[-1].n == len(played.entries) == record.count(b"\n") - 1
    with pytest.raises(NotVerifiedError):
        verified(record.replace(b'"used_ms":1000', b'"used_ms":1001', 1))


def test_tables_of_a_seed_are_the_same_and_of_another_are_not(row: Row, played: Played) -> None:
    again = play(row, 1, entries=40)
    assert isinstance(again.secrets, Secrets)
    assert again.blobs() == played.blobs()
    assert play(row, 2, entries=40).blobs() != played.blobs()


def test_the_longest_of_several_tables_is_taken_when_none_is_long_enough(row: Row) -> None:
    assert len(longest(row, entries=12).entries) >= 12
    never = longest(row, entries=100_000, tables=2)
    assert len(never.entries) == max(len(play(row, seed, entries=100_000).entries) for seed in (1, 2))


def test_bytes_are_those_of_the_blobs(played: Played) -> None:
    weighed = stored(played)
    sizes = [
        len(public) + len(private)
        for (public, private), entry in zip(played.blobs(), played.entries, strict=True)
        if entry.kind == "action_taken"
    ]
    assert weighed.all.actions == played.actions == len(sizes)
    assert weighed.all.most == max(sizes)
    assert weighed.all.public + weighed.all.private == pytest.approx(sum(sizes) / len(sizes), abs=0.1)
    assert weighed.early.actions == weighed.late.actions == len(sizes) // 4


def test_a_cold_table_is_read_from_a_snapshot_where_there_is_one(row: Row) -> None:
    long = longest(row, entries=160, tables=2)
    entries = len(long.entries)
    over = cold(long, runs=1).over
    assert over["entries"] == min(entries, 150)
    assert over["after_snapshot"] == (min(entries, 150) - 100 if entries >= 100 else entries)
    assert (over["snapshot_bytes"] != 0) is (entries >= 100)


def test_what_is_shared_is_weighed_once(played: Played) -> None:
    weighed = memory(played)
    assert weighed.entries == len(played.entries)
    assert 0 < weighed.states < weighed.state
    assert weighed.states < weighed.timeline
    assert weighed.state < weighed.without_requests < weighed.hot_table
    one: list[object] = ["a card"]
    both = size([one, [one]], {})
    assert both == size([one], {}) + sys.getsizeof([one]) == size([one, one, [one]], {})
    assert size([one], reachable([one])) == 0


def test_the_command_prints_one_document() -> None:
    row = rows()[0]
    result = CliRunner().invoke(main, ["--quick", "--runs", "1", "--row", row.name, "--only", "seek"])
    assert result.exit_code == 0, result.output
    document = msgspec.json.decode(result.stdout)
    assert set(document["rows"]) == {row.name}
    assert document["rows"][row.name]["seek"]["over"]["seeks"] == QUICK.seeks
    assert document["million_hashes_a_second"] > 0
    assert document["python"] == msgspec.to_builtins(interpreter())


def test_the_command_lists_rows_and_refuses_names_that_fit_none() -> None:
    listed = CliRunner().invoke(main, ["--list"])
    assert listed.stdout.splitlines() == [row.name for row in rows()]
    assert CliRunner().invoke(main, ["--row", "no such row"]).exit_code == 2


def test_what_lies_in_a_struct_without_the_collectors_ledger_is_weighed() -> None:
    """`gc.get_referents` names nothing of such a struct."""
    inside = b"x" * 1000
    assert id(inside) in reachable([Untracked(inside)])


class Untracked(msgspec.Struct, gc=False):
    """Holds something."""

    inside: bytes
