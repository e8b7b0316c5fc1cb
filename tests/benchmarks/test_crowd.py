"""Commands are measured while others hold connections."""

from __future__ import annotations

import pytest

from benchmarks.crowd import TABLES, Held, measured


@pytest.mark.long
def test_commands_are_measured_in_a_crowd() -> None:
    found = measured(Held(idle=5, slow=5, waiting=5), each=2)
    for how in ("alone", "crowded"):
        assert list(found[how]) == list(TABLES)
        assert all(0 < one["p50"] <= one["p99"] for one in found[how].values())
