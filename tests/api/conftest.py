"""A service for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.api.world import World


@pytest.fixture
def world() -> Iterator[World]:
    """A service over an empty store in memory."""
    made = World()
    yield made
    made.store.close()
