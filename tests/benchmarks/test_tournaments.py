"""The benchmark of tournaments pairs every round, computes standings and opens all tables."""

from __future__ import annotations

from benchmarks.tournaments import opened, paired
from domain.tournament.log.entries import PodsSaid, SwissSaid


def test_rounds_are_paired_and_standings_computed() -> None:
    for method, players in ((SwissSaid(rounds=3), 6), (PodsSaid(rounds=3, seats=4), 9)):
        found = paired(method, players)
        assert len(found["pairing_s"]) == found["rounds"] == 3
        assert found["pairing_at_most_s"] == max(found["pairing_s"])


def test_all_tables_are_opened() -> None:
    assert opened(2)["tables"] == 2
