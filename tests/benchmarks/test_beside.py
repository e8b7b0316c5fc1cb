"""Commands are measured while somebody verifies and downloads a table."""

from __future__ import annotations

import pytest

from benchmarks.beside import ALONE, LONG, measured


@pytest.mark.long
def test_commands_are_measured_beside_what_takes_long() -> None:
    found = measured(runs=1, tables=2, each=3, actions=5)
    assert list(found["commands"]) == [ALONE, *LONG]
    assert all(0 < one.p50.median <= one.p99.median for one in found["commands"].values())
    assert all(asked.answers > 0 < asked.bytes for (asked,) in found["asked"].values())
