"""Commands are measured beside readers who read and readers who do not."""

from __future__ import annotations

import pytest

from benchmarks.slow_readers import WAYS, Size, beside, measured
from benchmarks.wire import Sent


@pytest.mark.long
def test_commands_are_measured_beside_readers() -> None:
    found = measured(readers=4, runs=1, size=Size(tables=2, each=3, ahead=800))
    assert list(found["commands"]) == [*WAYS]
    assert all(0 < one.p50.median <= one.p99.median for one in found["commands"].values())
    assert [*found["rate_beside_alone"]] == ["reading", "slow"]


def test_rates_are_compared_within_a_turn() -> None:
    alone = [Sent(1.0, ()), Sent(2.0, ()), Sent(3.0, ())]
    crowded = [Sent(2.0, ()), Sent(2.0, ()), Sent(4.0, ())]
    assert beside(crowded, alone) == {"median": 0.75, "least": 0.5, "most": 1.0}
