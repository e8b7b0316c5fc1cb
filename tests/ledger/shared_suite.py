"""What every store must do that several processes share and that outlives them."""

from __future__ import annotations

import subprocess
import threading
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, closing
from typing import Any

import pytest

from domain.ledger import committing
from domain.ledger.database import Connection
from domain.ledger.entries import rows_of
from domain.ledger.errors import DamagedError, TakenError, UnavailableError
from domain.ledger.hot import HotTables
from domain.ledger.news import News
from domain.ledger.recorder import Recorder, insert_rows
from domain.ledger.store import TRIES, ConflictError, Store, UnknownTableError, open_store
from domain.record.entries import Clock
from domain.table.play import NotDueError, force_action
from domain.table.table import Table
from domain.table.writing import Written
from tests.ledger.processes import run, three
from tests.ledger.suite import StoreSuite
from tests.ledger.tables import evidence, move, opened, rewind, started


class SharedSuite(StoreSuite):
    """Subclassed with a fixture `url` that names an empty database, and with a way to let it run full."""

    @pytest.fixture
    def store(self, url: str) -> Iterator[Store]:
        """Give an empty store."""
        store = open_store(url)
        yield store
        store.close()

    @pytest.fixture
    def other(self, url: str, store: Store) -> Iterator[Store]:
        """Give another process's store, as far as the database is concerned."""
        other = open_store(url)
        yield other
        other.close()

    @abstractmethod
    def full(self, url: str, store: Store) -> AbstractContextManager[None]:
        """Leave room for a few entries at most; the last append breaks off in its middle."""

    @abstractmethod
    def lose(self, url: str, after: int) -> None:
        """Let the database lose the entries of table t1 after one, as a standby has that takes over without them."""

    def test_a_database_that_lies_behind_memory_is_believed(self, url: str, store: Store) -> None:
        """What this process remembers of a table is forgotten where the database has lost it."""
        started(store)
        for _ in range(4):
            store.perform("t1", move)
        assert (store.table("t1").book.n, store.past("t1", 7).book.n) == (8, 7)
        self.lose(url, 6)
        assert store.table("t1") == store.folded("t1") == store.past("t1", 7)
        assert store.table("t1").book.n == 6
        assert store.perform("t1", evidence).table == store.folded("t1") == store.table("t1")
        assert store.past("t1", 7) == store.folded("t1", 7)
        self.lose(url, 0)
        for _ in range(2):
            with pytest.raises(UnknownTableError):
                store.table("t1")

    def test_nor_is_what_others_have_written_in_the_place_of_lost_entries_mixed_with_them(
        self, url: str, store: Store
    ) -> None:
        """The numbers go on as if nothing had been lost; the hashes tell."""
        started(store)
        for _ in range(3):
            store.perform("t1", move)
        before = store.table("t1")
        assert store.past("t1", 6).book.n == 6
        self.lose(url, 5)
        with closing(open_store(url)) as other:
            for _ in range(4):
                other.perform("t1", evidence)
        now = store.table("t1")
        assert now == store.folded("t1")
        assert now.book.n == 9 > before.book.n
        assert store.past("t1", 6) == store.folded("t1", 6)
        assert store.perform("t1", evidence).table == store.folded("t1")

    def test_a_full_store_keeps_nothing_of_an_append_and_recovers(self, url: str, store: Store, other: Store) -> None:
        """Nor does it acknowledge anything; once there is room again it goes on by itself."""
        acknowledged = [started(store)]

        def write_on() -> None:
            acknowledged.extend(store.perform("t1", three).table for _ in range(50))

        with self.full(url, store):
            with pytest.raises(UnavailableError, match=r"the database does not answer: .*full"):
                write_on()
            row = store.listings.one("t1")
            assert row is not None
            last = acknowledged[-1]
            assert (store.table("t1"), store.head("t1"), row.head) == (last, last.book.n, last.book.n)
        assert other.table("t1") == last
        assert store.perform("t1", three).table.book.n == last.book.n + 3
        assert other.head("t1") == last.book.n + 3

    def test_appends_that_wait_become_durable_together(
        self, store: Store, other: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """In one transaction; the one who was too late decides again, and hurts nobody."""
        tables = [opened(store, f"t{number}").id for number in range(8)]
        begun: list[int] = []
        transaction = store._database._transaction

        def counted() -> AbstractContextManager[Connection]:
            begun.append(1)
            return transaction()

        monkeypatch.setattr(store._database, "_transaction", counted)
        writers = [threading.Thread(target=store.perform, args=(table, three)) for table in tables]
        with store.together():
            store.perform("t3", evidence)
            for writer in writers:
                writer.start()
            all_wait(store, writers)
        for writer in writers:
            writer.join()
        assert [other.head(table) for table in tables] == [4, 4, 4, 5, 4, 4, 4, 4]
        # Ours above; all eight, of which one is too late; the other seven; and the one who decided again.
        assert len(begun) == 4

    def test_who_comes_while_others_are_written_leads_next(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        for table in ("t1", "t2"):
            opened(store, table)
        late = threading.Thread(target=store.perform, args=("t2", evidence))
        write = committing.write

        def slow(*batch: Any) -> None:
            if late.ident is None:
                late.start()
                all_wait(store, [late])
            write(*batch)

        monkeypatch.setattr(committing, "write", slow)
        store.perform("t1", evidence)
        late.join()
        assert (store.head("t1"), store.head("t2")) == (2, 2)

    def test_an_interrupted_leader_leaves_nobody_waiting(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        """Those it led hear that nothing was stored; the next one is served as ever."""
        tables = [opened(store, f"t{number}").id for number in range(3)]
        heard: list[str] = []

        def tell(table: str) -> None:
            try:
                store.perform(table, evidence)
            except (UnavailableError, KeyboardInterrupt) as error:
                heard.append(type(error).__name__)

        def interrupted(*_: object) -> None:
            raise KeyboardInterrupt

        writers = [threading.Thread(target=tell, args=(table,)) for table in tables]
        with monkeypatch.context() as patch:
            with store.together():
                for writer in writers:
                    writer.start()
                all_wait(store, writers)
                patch.setattr(committing, "write", interrupted)
            for writer in writers:
                writer.join()
        assert sorted(heard) == ["KeyboardInterrupt", "UnavailableError", "UnavailableError"]
        assert [store.perform(table, evidence).table.book.n for table in tables] == [2, 2, 2]

    def test_a_transaction_that_cannot_be_opened_is_told(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        opened(store)

        def locked() -> AbstractContextManager[Connection]:
            raise UnavailableError("locked for too long")

        with monkeypatch.context() as patch:
            patch.setattr(store._database, "_transaction", locked)
            with pytest.raises(UnavailableError, match="locked for too long"):
                store.perform("t1", evidence)
        assert store.perform("t1", evidence).table.book.n == 2

    def test_a_gap_is_named_and_never_passed_over(self, store: Store, other: Store) -> None:
        """The store takes every number that is free; whoever reads refuses what does not follow."""
        started(store)
        after = evidence(evidence(store.table("t1")).table)
        with other._database.writing() as connection:
            insert_rows(connection, rows_of("t1", after.entries))
        for look in (store.table, other.folded):
            with pytest.raises(DamagedError, match="entry 5 of 't1' is damaged: the next entry stored is 6"):
                look("t1")

    def test_a_part_that_fails_leaves_the_rest_of_a_transaction(self, store: Store) -> None:
        """A number that is taken spoils its own batch, all of it, and nothing that was written before or after."""
        opened(store)
        batch = three(store.table("t1"))
        heard: list[tuple[str, int]] = []
        store.listen(lambda table: heard.append((table.id, table.book.n)))
        with store.together():
            store.people.add("Ann", player="p1")
            with store._database.writing() as connection:
                insert_rows(connection, rows_of("t1", batch.entries[2:]))
            with pytest.raises(TakenError):
                store._append(batch, store._database.servers, may_enter=False)
            opened(store, "t2")
        assert [sealed.n for sealed in store.entries("t1")] == [1, 4]
        assert (store.people.names(["p1"]), store.head("t2")) == ({"p1": "Ann"}, 1)
        assert heard == [("t2", 1)]

    def test_the_order_of_all_entries_is_seen_without_holes(self, url: str, store: Store) -> None:
        """Whoever follows it misses nothing: an entry becomes visible only after all before it."""
        stores = [open_store(url) for _ in range(3)]
        tables = [opened(store, f"t{number}").id for number in range(3)]

        def write(own: Store, table: str) -> None:
            for _ in range(25):
                own.perform(table, three)

        writers = [threading.Thread(target=write, args=pair) for pair in zip(stores, tables, strict=True)]
        for writer in writers:
            writer.start()
        feed, seen = Recorder(store._database), list[tuple[str, int]]()
        last = 0
        while len(seen) < 3 + 3 * 25 * 3:
            done = not any(writer.is_alive() for writer in writers)
            news = feed.select_notifications(last, 1000, inclusive_of_start=False)
            seen += [(str(note.originator_id), note.originator_version) for note in news]
            last = news[-1].id if news else last
            assert news or not done
        for writer in writers:
            writer.join()
        for own in stores:
            own.close()
        for table in tables:
            assert [n for of, n in seen if of == table] == list(range(1, 77))

    def test_everything_is_there_after_a_restart(self, url: str, store: Store) -> None:
        before = started(store)
        store.close()
        again = open_store(url)
        assert again.table("t1") == before
        again.close()

    def test_a_hot_table_is_caught_up_with_what_others_wrote(self, store: Store, other: Store) -> None:
        started(store)
        assert other.table("t1") == store.table("t1")
        written = store.perform("t1", move).table
        assert other.table("t1") == written
        assert other.perform("t1", move).table.book.n == written.book.n + 1
        assert store.table("t1") == other.table("t1")

    def test_a_request_that_another_process_remembers_is_known(self, store: Store, other: Store) -> None:
        assert store.remembered.get("t1", b"key") is None
        other.remembered.put("t1", b"key", b"body", 7)
        assert store.remembered.get("t1", b"key") == (b"body", 7)

    def test_whether_requests_are_remembered_is_asked_once(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        """Of a table that has none, while nobody changes that."""
        store.remembered.get("t1", b"key")
        with monkeypatch.context() as blind:
            blind.setattr(store._database, "reading", None)
            assert store.remembered.get("t1", b"other") is None
        store.remembered.put("t1", b"other", b"body", 7)
        assert store.remembered.get("t1", b"other") == (b"body", 7)

    def test_a_rewind_by_others_folds_a_hot_table_anew(self, store: Store, other: Store) -> None:
        started(store)
        store.perform("t1", move)
        other.table("t1")
        now = store.perform("t1", lambda now: rewind(store, now, 4)).table
        assert other.table("t1") == now

    def test_who_loses_the_race_decides_again_on_the_fresh_tail(self, store: Store, other: Store) -> None:
        started(store)
        calls: list[int] = []

        def slow(now: Table) -> Written:
            calls.append(now.book.n)
            if len(calls) == 1:
                other.perform("t1", evidence)
            return evidence(now)

        assert store.perform("t1", slow).table.book.n == 6
        assert calls == [4, 5]

    @pytest.mark.parametrize("clock_first", [True, False])
    def test_of_a_late_move_and_the_clock_exactly_one_wins(
        self, store: Store, other: Store, *, clock_first: bool
    ) -> None:
        """Both were decided on the same table; whoever is stored first is right, and the other one hears so."""
        table = started(store, clock=Clock(move_ms=1_000))
        (seat,) = table.decisions
        due = table.book.at + 1_000
        calls: list[int] = []

        def forced(now: Table) -> Written:
            return force_action(now, seat, at=due)

        def late(now: Table) -> Written:
            if now.decisions[seat] != table.decisions[seat]:  # what the service answers with 412
                raise LookupError("another decision")
            return move(now)

        first, second = (forced, late) if clock_first else (late, forced)

        def overtaken(now: Table) -> Written:
            written = second(now)
            if not calls:
                calls.append(now.book.n)
                other.perform("t1", first)
            return written

        with pytest.raises((LookupError, NotDueError)):
            store.perform("t1", overtaken)
        (won,) = store.entries("t1", after=4)
        assert won.kind == ("action_forced" if clock_first else "action_taken")

    def test_who_loses_seven_times_decides_while_nobody_else_can_write(self, store: Store, other: Store) -> None:
        """A fast process must not shut a slow one out."""
        opened(store)
        calls: list[int] = []
        faster = threading.Thread(target=other.perform, args=("t1", evidence))

        def slow(now: Table) -> Written:
            calls.append(now.book.n)
            if len(calls) < TRIES:
                other.perform("t1", evidence)
            else:
                faster.start()
                faster.join(0.05)
            return evidence(now)

        assert store.perform("t1", slow).table.book.n == 9
        assert calls == list(range(1, 9))
        faster.join()
        assert store.head("t1") == 10

    def test_who_loses_eight_times_hears_of_it(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        """Only where a store does not let writers take turns."""
        opened(store)
        calls: list[int] = []

        def taken(*_: object, **__: object) -> None:
            calls.append(1)
            raise TakenError

        monkeypatch.setattr(store, "_append", taken)
        with pytest.raises(ConflictError):
            store.perform("t1", evidence)
        assert len(calls) == TRIES
        assert store.head("t1") == 1

    def test_waiting_notices_what_another_process_wrote(self, store: Store, other: Store) -> None:
        opened(store)
        seen: list[int] = []
        waiter = threading.Thread(target=lambda: seen.append(store.wait("t1", 1, 600.0)))
        waiter.start()
        other.perform("t1", evidence)
        waiter.join(60)
        assert seen == [2]

    def test_news_tells_what_others_wrote_and_who_sits_there(self, store: Store, other: Store) -> None:
        """Not what this process wrote itself: whoever waits for that has been woken."""
        players = {holder.player for holder in started(store).book.holders if holder is not None}
        opened(store, "t2")
        news = (News(store._database, store._hot), News(store._database, HotTables()))
        for one in news:
            one.begin()
        assert [one.names() for one in news] == [set(), set()]
        store.perform("t2", evidence)
        assert [one.names() for one in news] == [set(), {"t2"}], "the second knows no table"
        other.perform("t1", evidence)
        other.perform("t2", evidence)
        store.table("t2")
        assert [one.names() for one in news] == [{"t1", *players}, {"t1", "t2", *players}]
        assert [one.names() for one in news] == [set(), set()]

    @pytest.mark.long
    def test_two_processes_write_to_one_table_without_losing_an_entry(self, url: str, store: Store) -> None:
        opened(store)
        writers = [run("write", url, f"arbiter:{name}", "40") for name in "ab"]
        ends = [writer.wait(60) for writer in writers]
        for writer in writers:
            assert writer.stdout is not None
            writer.stdout.close()
        assert ends == [0, 0]
        assert store.head("t1") == 81
        by = [entry.public for entry in store.entries("t1", after=1)]
        assert [sum(name in public for public in by) for name in (b"arbiter:a", b"arbiter:b")] == [40, 40]
        assert store.table("t1") == store.table_at("t1", 81)

    @pytest.mark.long
    def test_what_was_acknowledged_survives_a_kill(self, url: str, store: Store) -> None:
        """Killed at an acknowledgement, ten times; each batch of three is there as a whole or not at all."""
        opened(store)
        store.close()
        for count in range(1, 11):
            last = acknowledged(run("write_batches", url), count)
            again = open_store(url)
            head = again.head("t1")
            row = again.listings.one("t1")
            assert head >= last
            assert (head - 1) % 3 == 0
            assert row is not None
            assert row.head == head
            assert again.table("t1").book.n == head
            again.close()

    def test_a_kill_inside_a_transaction_leaves_nothing_of_it(self, url: str, store: Store) -> None:
        opened(store)
        dying = run("die", url)
        assert dying.wait(60) < 0
        assert dying.stdout is not None
        dying.stdout.close()
        assert store.head("t1") == 1
        assert store.people.get("p1") is None
        with pytest.raises(UnknownTableError):
            store.table("t2")
        store.perform("t1", evidence)
        assert store.head("t1") == 2

    def test_a_closed_store_does_not_answer(self, store: Store) -> None:
        """What a request meets that comes while the service stops."""
        opened(store)
        store.close()
        with pytest.raises(UnavailableError, match="closed"):
            store.perform("t1", evidence)


def all_wait(store: Store, writers: Sequence[threading.Thread]) -> None:
    """Return once every writer waits for its turn to append."""
    while len(store._committer._waiting) < len(writers):
        writers[0].join(0.001)


def acknowledged(writer: subprocess.Popen[str], count: int) -> int:
    """Read so many acknowledgements, kill the process at once, and return the last number it had acknowledged."""
    assert writer.stdout is not None
    last = 0
    for _ in range(count):
        last = int(writer.stdout.readline())
    writer.kill()
    rest = writer.stdout.read().split()
    writer.wait()
    writer.stdout.close()
    return max([last, *(int(line) for line in rest)])
