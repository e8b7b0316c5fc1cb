"""What every store must do of whose entries several processes remember some: forget what others have made wrong."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing

import pytest

from domain.ledger.store import Store, open_store
from domain.table.table import Table
from tests.ledger.tables import evidence, opened

TABLES = ("t1", "t2", "t3")
STEPS = 250


class FollowingSuite:
    """Subclassed with a fixture `url` that names an empty database."""

    @pytest.fixture
    def stores(self, url: str) -> Iterator[Sequence[Store]]:
        """Give the stores of three processes, as far as the database is concerned."""
        with ExitStack() as all_of_them:
            yield [all_of_them.enter_context(closing(open_store(url))) for _ in range(3)]

    @pytest.fixture
    def read(self, stores: Sequence[Store], monkeypatch: pytest.MonkeyPatch) -> list[str]:
        """Name the tables that the first process reads again, and the tokens that it looks up."""
        store, read = stores[0], list[str]()
        caught_up, of_token = store._tables.caught_up, store.seats._of_token

        def reading(table: Table, upto: int | None = None) -> Table:
            read.append(table.id)
            return caught_up(table, upto)

        def looking(asked: tuple[str, bytes]) -> int | None:
            read.append("a token")
            return of_token(asked)

        monkeypatch.setattr(store._tables, "caught_up", reading)
        monkeypatch.setattr(store.seats, "_of_token", looking)
        return read

    def test_entries_of_others_are_read_and_nothing_else(self, stores: Sequence[Store], read: list[str]) -> None:
        """Neither other tables, nor tokens, nor what this process has stored itself."""
        store, other, _ = stores
        for table in TABLES:
            opened(store, table)
            store.table(table)
        store.seats.put("t1", 0, token="a")
        for _ in range(2):
            other.perform("t1", evidence)  # the first look learns where the entries end
            assert [store.table(table).book.n for table in TABLES][1:] == [1, 1]
            assert store.seats.seat_of_token("t1", "a") == 0
        read.clear()
        other.perform("t2", evidence)
        store.perform("t3", evidence)
        other.perform("t2", evidence)
        store.perform("t3", evidence)
        assert [store.table(table).book.n for table in TABLES] == [3, 3, 3]
        assert store.seats.seat_of_token("t1", "a") == 0
        assert read == ["t2"]

    def test_a_token_that_is_taken_back_beside_an_entry_is_good_no_more(self, stores: Sequence[Store]) -> None:
        """In one transaction, or in one look."""
        store, other, _ = stores
        opened(store)
        for token in ("a", "b", "c"):
            store.seats.put("t1", 0, token=token)
            for _ in range(2):
                store.table("t1")
                assert store.seats.seat_of_token("t1", token) == 0
            with other.together() if token == "a" else ExitStack():
                other.perform("t1", evidence)
                other.seats.put("t1", 0, token="another")
            assert store.seats.seat_of_token("t1", token) is None
            assert store.seats.seat_of_token("t1", "another") == 0

    def test_where_others_have_written_more_than_is_told_all_is_read_again(
        self, stores: Sequence[Store], read: list[str]
    ) -> None:
        store, other, _ = stores
        heads = [opened(store, table).book.n for table in TABLES]
        store._database.following.most = 2
        for entries, expected in ((1, None), (1, ["t2"]), (2, ["t2"]), (3, [*TABLES]), (1, ["t2"])):
            assert [store.table(table).book.n for table in TABLES] == heads
            read.clear()
            for _ in range(entries):
                heads[1] = other.perform("t2", evidence).table.book.n
            assert [store.table(table).book.n for table in TABLES] == heads
            assert expected in (None, read)  # the first look learns where the entries end

    @pytest.mark.parametrize("seed", range(3))
    def test_nobody_is_ever_shown_what_others_have_made_old(self, stores: Sequence[Store], seed: int) -> None:
        """Whatever is done by whom in whatever order: who asks after an answer sees what that answer said."""
        chance = random.Random(seed)
        heads = {table: opened(stores[0], table).book.n for table in TABLES}
        tokens = dict.fromkeys(TABLES, "")
        for step in range(STEPS):
            store, table = chance.choice(stores), chance.choice(TABLES)
            match chance.choice(("act", "act", "act", "look", "look", "give", "remember")):
                case "act":
                    heads[table] += 1
                    assert store.perform(table, evidence).table.book.n == heads[table]
                case "look":
                    assert store.table(table).book.n == heads[table]
                    assert store.past(table, 1).book.n == 1
                case "give":
                    tokens[table], before = f"{step}", tokens[table]
                    store.seats.put(table, 0, token=tokens[table])
                    assert chance.choice(stores).seats.seat_of_token(table, before) is None
                case "remember":
                    asked = chance.choice(stores)
                    assert asked.remembered.get(table, f"{step}".encode()) is None
                    store.remembered.put(table, f"{step}".encode(), b"body", step)
                    assert asked.remembered.get(table, f"{step}".encode()) == (b"body", step)
            for one in stores:
                assert one.seats.seat_of_token(table, tokens[table]) == (0 if tokens[table] else None)
        for one in stores:
            assert [one.table(table) for table in TABLES] == [one.folded(table) for table in TABLES]
