"""Figures put runs and calibrations together as they say."""

from __future__ import annotations

import pytest

from benchmarks.figures import figure, measured, million_hashes_a_second, percentile, rate


def test_a_rate_is_compared_by_what_is_done_for_each_million_hashes() -> None:
    found = figure("actions/s", [300.0, 100.0, 200.0], [2.0, 2.0, 2.0], {"actions": 5})
    assert (found.median, found.minimum, found.ratio) == (200.0, 100.0, 100.0)
    assert found.runs == (300.0, 100.0, 200.0)
    assert found.best == 300.0
    assert figure("ms", [3.0, 2.0], [1.0, 1.0]).best == 2.0
    assert found.over == {"actions": 5}


def test_a_time_is_compared_by_the_thousand_hashes_made_meanwhile() -> None:
    assert figure("ms", [2.0], [4.0]).ratio == 8000.0
    assert figure("µs", [2.0], [4.0]).ratio == pytest.approx(figure("ms", [0.002], [4.0]).ratio)


def test_figures_have_four_digits() -> None:
    assert figure("ms", [1.23456], [1.0]).median == 1.235


def test_every_run_is_kept_in_its_order_beside_its_own_calibration() -> None:
    values = iter([9.0, 3.0, 1.0, 2.0])  # the first warms up
    found = measured("actions/s", lambda: next(values), runs=3, over={"a": 1})
    assert found.runs == (3.0, 1.0, 2.0)
    assert (found.median, found.minimum) == (2.0, 1.0)
    assert million_hashes_a_second(100) > 0


def test_a_rate_counts_what_was_done() -> None:
    done: list[int] = []
    assert rate(10, lambda: done.extend((1, 2))) > 0
    assert done == [1, 2]


def test_a_percentile_is_one_of_the_values() -> None:
    values = [5.0, 1.0, 3.0]
    assert percentile(values, 0.0) == 1.0
    assert percentile(values, 0.5) == 3.0
    assert percentile(values, 0.99) == 5.0
