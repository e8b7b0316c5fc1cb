"""Letters of webhooks are delivered while they are counted."""

from __future__ import annotations

import pytest

from benchmarks.letters import letters


@pytest.mark.long
def test_every_letter_is_delivered() -> None:
    found = letters(runs=1, each=3, webhooks=2)
    assert (found.unit, found.over) == ("letters/s", {"letters": 6, "webhooks": 2})
    assert found.median > 0
