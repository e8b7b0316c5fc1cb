"""A process is weighed with tables that stand open."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.open_tables import measured


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="Linux alone tells it")
def test_open_tables_are_counted_and_weighed() -> None:
    found = measured(5, each=2)
    assert 0 < found["before"]["megabytes"] < 10_000
    assert 0 < found["after"]["megabytes"] < 10_000
    assert found["opened_a_second"] > 0
