"""What every store must do with tables that came from an archive."""

from __future__ import annotations

import pytest

from domain.audit.opened import read_record
from domain.audit.whole import whole
from domain.kernel.seats import ARBITER, SPECTATOR
from domain.ledger.errors import DamagedError, ReadOnlyError
from domain.ledger.listed import misstated
from domain.ledger.store import Store, TableExistsError, TableQuery, UnknownTableError
from tests.audit.tables import CARD_SET, given_up, harbour, went_back
from tests.ledger.tables import evidence, started


class ImportedSuite:
    """A part of the store's suite."""

    def test_a_full_copy_becomes_the_table_that_it_was(self, store: Store) -> None:
        """With its card set, its secrets, and a row in the list that agrees with the entries."""
        played = harbour()
        taken = store.take_in(whole(read_record(played.record(ARBITER))), card_set=CARD_SET.encode())
        again, row = store.table(taken.id), store.listings.one(taken.id)
        assert row is not None
        assert (row.imported, row.opened_by, misstated(row, taken)) == (True, None, ())
        assert again.secrets == played.table.secrets
        assert again.book.head == taken.book.head == played.table.book.head
        assert again.live is not None
        assert played.table.live is not None
        view = again.rules.view
        assert view(again.live.state, ARBITER) == view(played.table.live.state, ARBITER)
        assert [sealed.public for sealed in store.entries(taken.id)] == [sealed.public for sealed in played.entries]

    def test_a_spectators_copy_hides_what_it_hid(self, store: Store) -> None:
        """Also where the table went back, and at every entry."""
        for played in (went_back(), given_up()):
            taken = store.take_in(whole(read_record(played.record(SPECTATOR))))
            assert (taken.secrets, taken.book.head) == (None, played.table.book.head)
            shown = [store.table_at(taken.id, n).book.n for n in range(1, taken.book.n + 1)]
            assert shown == list(range(1, taken.book.n + 1))
            assert not any(sealed.secrets for sealed in store.entries(taken.id))
        assert [row.imported for row in store.find(TableQuery()).tables] == [True, True]

    def test_nobody_changes_it_and_nobody_takes_it_in_twice(self, store: Store) -> None:
        copy = whole(read_record(given_up().record(ARBITER)))
        store.take_in(copy)
        with pytest.raises(ReadOnlyError, match="'given-up' came from an archive"):
            store.perform("given-up", evidence)
        for _ in range(2):
            with pytest.raises(TableExistsError):
                store.take_in(copy)
        assert store.head("given-up") == len(copy.entries)
        own = started(store, "own")
        assert not store.listings.is_imported("own")
        assert not store.listings.is_imported("nobody's")
        assert store.perform("own", evidence).table.book.n == own.book.n + 1

    def test_entries_that_do_not_fit_leave_nothing_behind(self, store: Store) -> None:
        copy = whole(read_record(given_up().record(ARBITER)))
        with pytest.raises(DamagedError, match="entry 2 of 'given-up'"):
            store.take_in(copy._replace(entries=(copy.entries[0], *copy.entries[2:])))
        with pytest.raises(UnknownTableError):
            store.head("given-up")
        assert store.listings.one("given-up") is None
