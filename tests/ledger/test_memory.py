"""A store that lives in memory only, for tests of what stands on it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.ledger.store import Store, open_store
from tests.ledger.suite import StoreSuite


class TestMemory(StoreSuite):
    """The suite in memory."""

    @pytest.fixture
    def store(self) -> Iterator[Store]:
        """Give an empty store."""
        store = open_store(":memory:")
        yield store
        store.close()
