"""What `make test` measures: the tests of `domain`'s own rooms, and no other."""

from __future__ import annotations

import sys

import coverage


def test_a_test_of_another_room_is_not_measured() -> None:
    """Measuring more than doubles what a test costs, and a worker of xdist once measured every test for nobody."""
    assert coverage.Coverage.current() is None
    assert "coverage" not in type(sys.gettrace()).__module__.lower()
