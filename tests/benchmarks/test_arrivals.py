"""Entries are followed on their way to another process."""

from __future__ import annotations

import pytest

from benchmarks.arrivals import measured, told


@pytest.mark.long
def test_entries_of_one_process_are_met_at_another() -> None:
    found = measured(None, commands=3)
    assert list(found) == ["same", "other"]
    assert all(late["p50"] <= late["p99"] <= late["most"] for late in found.values())


def test_lateness_is_told_in_milliseconds() -> None:
    """Less than nothing stays so: an entry may come before the answer."""
    assert told([0.020, -0.001, 0.004]) == {"p50": 4.0, "p99": 20.0, "most": 20.0}
    assert told([-0.001])["most"] == -1.0
