"""What every store must do, whatever it keeps its entries in."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NoReturn, cast

import pytest

from domain.games import game
from domain.kernel.cards.card_sets import card_set_digest
from domain.kernel.messages import Concede
from domain.kernel.refusals import RefusedError
from domain.kernel.setup import Outcome
from domain.ledger.api_keys import USE_STEP_MS, Role, Scope
from domain.ledger.attempts import A_MINUTE, A_SEAT, BODY_AT_MOST, MINUTE_MS, Attempt
from domain.ledger.castings import Asked
from domain.ledger.database import Database
from domain.ledger.errors import BadCursorError, TakenError, UnavailableError
from domain.ledger.feeds import Owner
from domain.ledger.heartbeats import KEPT_MS, SILENT_MS
from domain.ledger.listed import Listed, Seated, as_of
from domain.ledger.listing import LARGEST_PAGE
from domain.ledger.rematches import Consent
from domain.ledger.seat_tokens import OPENER, SeatAccess, caster_at, place_of_caster
from domain.ledger.seats_seen import Seen
from domain.ledger.store import Listing, Store, StoreError, TableExistsError, TableQuery, UnknownTableError
from domain.ledger.tickets import LASTS_MS, Bearer
from domain.record.canonical import b64
from domain.record.chain import Request
from domain.record.entries import Clock, Series
from domain.table.play import force_action, start, take_action
from domain.table.seating import Opening, Sitting, abandon, leave_seat, open_table, take_seat
from domain.table.table import Table
from domain.table.writing import Written
from tests.ledger.desk_suite import DeskSuite
from tests.ledger.imported_suite import ImportedSuite
from tests.ledger.tables import AT, SECRETS, evidence, move, opened, rewind, seated, started
from tests.ledger.tournament_suite import TournamentSuite
from tests.ledger.webhook_suite import WebhookSuite


def _full(*_: Any) -> NoReturn:
    raise UnavailableError("the disk is full")


class StoreSuite(DeskSuite, ImportedSuite, TournamentSuite, WebhookSuite):
    """Subclassed with a fixture `store` that gives an empty store."""

    def test_a_table_is_what_was_written(self, store: Store) -> None:
        written = started(store)
        for _ in range(20):
            written = store.perform("t1", move).table
        assert store.table("t1") == written
        assert store.table_at("t1", written.book.n) == written
        assert [sealed.n for sealed in store.entries("t1")] == list(range(1, written.book.n + 1))
        assert store.entries("t1")[-1].hash == written.book.head
        assert store.head("t1") == written.book.n

    def test_entries_are_read_from_one_number_to_another(self, store: Store) -> None:
        started(store)
        assert [sealed.n for sealed in store.entries("t1", 1, 3)] == [2, 3]
        assert [sealed.n for sealed in store.entries("t1", after=3)] == [4]
        assert store.entries("t1", after=4) == []

    def test_a_request_is_found_again_with_all_that_it_wrote(self, store: Store) -> None:
        asked = Request(b"k" * 16, b"b" * 16)
        seated(store)
        store.perform("t1", lambda now: start(now, at=AT + 2, by="table", request=asked))
        ended = store.perform(
            "t1", lambda now: abandon(now, "emergency", at=AT + 3, by="x", request=asked._replace(key=b"K"))
        )
        store.perform("t1", evidence)
        for first, last in ((4, 4), (5, 6)):
            assert store.batch("t1", first) == store.entries("t1", first - 1, last)
        assert [sealed.kind for sealed in ended.entries] == ["table_abandoned", "secrets_opened"]

    def test_an_earlier_state_can_be_folded(self, store: Store) -> None:
        assert started(store).book.status == "running"
        assert store.table_at("t1", 1).book.status == "open"

    def test_nobody_knows_a_table_that_was_not_opened(self, store: Store) -> None:
        for look in (store.table, store.entries, store.head, lambda table: store.wait(table, 0, 0.0)):
            with pytest.raises(UnknownTableError):
                look("t9")
        with pytest.raises(UnknownTableError):
            store.perform("t9", move)
        assert store.listings.one("t9") is None

    def test_a_text_that_no_database_keeps_is_found_nowhere(self, store: Store) -> None:
        """PostgreSQL keeps no NUL; whoever asks for one is answered as for any other text that is not there."""
        opened(store)
        with pytest.raises(UnknownTableError):
            store.table("t1\0")
        assert store.listings.one("\0") is None
        assert store.find(TableQuery(label="\0")).tables == ()

    def test_an_id_is_given_once(self, store: Store) -> None:
        opened(store)
        with pytest.raises(TableExistsError):
            opened(store)
        assert store.listings.count() == 1

    def test_a_refusal_stores_nothing(self, store: Store) -> None:
        started(store)
        store.perform("t1", stop)
        head, row = store.head("t1"), store.listings.one("t1")
        with pytest.raises(RefusedError):
            store.perform("t1", stop)
        assert store.head("t1") == head
        assert store.listings.one("t1") == row

    def test_an_action_may_write_nothing(self, store: Store) -> None:
        now = opened(store)
        assert store.perform("t1", lambda now: Written(now, ())) == Written(now, ())
        assert store.head("t1") == 1

    def test_the_list_says_what_the_entries_say(self, store: Store) -> None:
        seated(store, label="final", external_id="m7", by="organiser:o1", visibility="unlisted")
        row = store.listings.one("t1")
        assert row is not None
        assert (row.status, row.free, row.head, row.ended_at) == ("open", 0, 3, None)
        assert (row.label, row.external_id, row.opened_by, row.visibility) == (
            "final",
            "m7",
            "organiser:o1",
            "unlisted",
        )
        assert (row.opened_at, row.changed_at) == (AT, AT + 1)
        store.perform("t1", stop)
        row = store.listings.one("t1")
        assert row is not None
        assert (row.status, row.ended_at) == ("abandoned", AT + 5)

    def test_the_list_says_who_sits_and_how_it_ended(self, store: Store) -> None:
        """The players as long as they sit, the outcome as long as it stands."""
        previous = ("t0", b64(bytes(32)))
        opened(store, series=Series(id="cup", number=2, previous=previous))
        sitting = Sitting(player="p1", name_hash="h", bot="random")
        store.perform("t1", lambda now: take_seat(now, 1, sitting, at=AT, by="x"))

        def row(table: str = "t1") -> Listed:
            found = store.listings.one(table)
            assert found is not None
            return found

        assert (row().players, row().outcome) == ((Seated(1, "p1", "random"),), None)
        assert row().series == Series(id="cup", number=2, previous=previous)
        store.perform("t1", lambda now: leave_seat(now, 1, at=AT, by="x"))
        assert row().players == ()
        store.perform("t1", stop)
        given_up = Outcome(places=(), ended_by="abandoned", reason="no_show")
        assert (row().outcome, store.table("t1").book.outcome) == (given_up, given_up)
        playing = started(store, "t2")
        store.perform("t2", lambda now: take_action(now, 0, Concede(), at=AT + 3))
        assert row("t2").series is None
        assert row("t2").players == (Seated(0, "p0"), Seated(1, "p1"))
        assert row("t2").outcome == store.table("t2").book.outcome
        ended = row("t2").outcome
        assert ended is not None
        assert (ended.ended_by, ended.winners) == ("concession", (1,))
        assert playing.book.outcome is None

    def test_the_list_is_asked_by_what_it_shows(self, store: Store) -> None:
        opened(store, "a", label="x")
        opened(store, "b", external_id="e", visibility="private", by="k1")
        opened(store, "c", name="harbour", visibility="unlisted", by="k2")
        started(store, "d")
        opened(store, "e", series=Series(id="cup", number=1))
        opened(store, "f", series=Series(id="cup", number=2), visibility="private")

        def ids(query: TableQuery) -> str:
            return "".join(row.table for row in store.find(query).tables)

        assert ids(TableQuery()) == "fedcba"
        assert ids(TableQuery(status="running")) == "d"
        assert ids(TableQuery(game="harbour")) == "c"
        assert ids(TableQuery(label="x")) == "a"
        assert ids(TableQuery(external_id="e")) == "b"
        assert ids(TableQuery(series="cup")) == "fe"
        assert ids(TableQuery(series="cup", visibility="public")) == "e"
        assert ids(TableQuery(series="cu")) == ""
        assert ids(TableQuery(opened_by="k2")) == "c"
        assert ids(TableQuery(visibility="public")) == "eda"
        assert ids(TableQuery(sees_all=False)) == "eda"
        assert ids(TableQuery(sees_all=False, sees_opener="k1")) == "edba"
        assert ids(TableQuery(sees_all=False, sees_opener="k1", status="open")) == "eba"
        assert ids(TableQuery(sees_all=False, sees_opener="k1", sees_series="cup")) == "eda"
        store.players.put("p_x", "f")
        assert ids(TableQuery(sees_all=False, sees_player="p_x")) == "feda"
        assert ids(TableQuery(player="p_x")) == "f"

    def test_the_list_comes_in_pages(self, store: Store) -> None:
        for number in range(5):
            opened(store, f"t{number}")
        first = store.find(TableQuery(limit=2))
        second = store.find(TableQuery(limit=2, cursor=first.cursor))
        third = store.find(TableQuery(limit=2, cursor=second.cursor))
        pages = [[row.table for row in page.tables] for page in (first, second, third)]
        assert pages == [["t4", "t3"], ["t2", "t1"], ["t0"]]
        assert third.cursor is None
        assert len(store.find(TableQuery(limit=LARGEST_PAGE + 1)).tables) == 5
        assert len(store.find(TableQuery(limit=0)).tables) == 1

    @pytest.mark.parametrize("cursor", ["", "?", "eA", "w6k", "t" * 500, b64(b"9" * 30), b64(b"1_0"), b64(b"-1")])
    def test_a_cursor_comes_from_a_page(self, store: Store, cursor: str) -> None:
        with pytest.raises(BadCursorError):
            store.find(TableQuery(cursor=cursor))

    def test_awaited_bots_are_found(self, store: Store) -> None:
        seated(store, bots=("random", "random"))
        assert store.listings.bots_due() == ()
        started(store, "t2", bots=("random", "random"))
        started(store, "t3")
        assert store.listings.bots_due() == ("t2",)
        store.perform("t2", stop)
        assert store.listings.bots_due() == ()

    def test_clocks_that_ran_out_are_found(self, store: Store) -> None:
        started(store, clock=Clock(move_ms=1_000))
        started(store, "t2", clock=Clock(increment_ms=1))
        due = AT + 2 + 1_000
        assert store.listings.clocks_due(due - 1) == ()
        assert store.listings.clocks_due(due) == ("t1",)
        seat = min(store.table("t1").decisions)
        store.perform("t1", lambda now: force_action(now, seat, at=due))
        assert store.listings.clocks_due(due) == ()

    def test_heartbeats_say_since_when_no_process_has_lived(self, store: Store) -> None:
        """Only where none does; whoever starts asks before its own first beat."""
        beats = store.heartbeats
        assert (beats.silent_since(AT), beats.living(AT)) == (None, 0)
        beats.beat("a", AT)
        beats.beat("b", AT + 2_000)
        beats.beat("a", AT + 1_000)
        assert beats.silent_since(AT + 1_000 + SILENT_MS) is None
        assert [beats.living(AT + ms) for ms in (1_500, 6_500, 7_000)] == [2, 1, 0]
        assert beats.silent_since(AT + 2_000 + SILENT_MS) == AT + 2_000

    def test_after_a_silence_of_all_nobody_acts_before_somebody_has_beaten(self, store: Store) -> None:
        """Where nobody ever did nobody is waited for."""
        beats = store.heartbeats
        beats.check(AT)
        beats.beat("a", AT)
        beats.check(AT + SILENT_MS - 1)
        with pytest.raises(UnavailableError, match="the time that it has cost is given back first"):
            beats.check(AT + SILENT_MS)
        beats.beat("a", AT + SILENT_MS)
        beats.check(AT + SILENT_MS)

    def test_the_list_is_held_against_the_entries_in_what_it_keeps_for_the_service_too(self, store: Store) -> None:
        """Unless somebody has written meanwhile: then only in what was read."""
        table = started(store)
        row = store.listings.one("t1")
        assert row is not None
        assert store.listings.misstated(row, table) == ()
        with store._database.writing() as connection:
            connection.execute("UPDATE listing SET sat = '[]', clock_due = 7 WHERE table_id = 't1'")
        assert store.listings.misstated(row, table) == ("clock_due", "sat")
        store.perform("t1", evidence)
        assert store.listings.misstated(row, table) == ()

    def test_processes_that_ended_long_ago_are_forgotten(self, store: Store) -> None:
        """Never the last one: since when nobody lives is known after any time."""
        beats = store.heartbeats
        for name, at in (("a", AT), ("b", AT + 1), ("c", AT + KEPT_MS)):
            beats.beat(name, at)
            beats.forget(AT + KEPT_MS + 1)
        assert beats.living(AT) == 2  # all whose last beat is later than some seconds before
        beats.forget(AT + 9 * KEPT_MS)
        assert beats.silent_since(AT + 9 * KEPT_MS) == AT + KEPT_MS

    def test_the_latest_moment_of_a_seat_is_kept_whoever_tells_it(self, store: Store) -> None:
        """And forgotten once it is of no use."""
        seen = store.seats_seen
        seen.put([Seen("t1", 0, 20), Seen("t1", 1, 10), Seen("t2", 0, 5)], forget=0)
        seen.put([Seen("t1", 0, 15), Seen("t1", 1, 30)], forget=10)
        assert (seen.of("t1"), seen.of("t2"), seen.of("t3")) == ({0: 20, 1: 30}, {}, {})

    def test_a_rewind_folds_the_table_anew(self, store: Store) -> None:
        started(store)
        store.perform("t1", move)
        last = store.perform("t1", move).table
        before = store.table_at("t1", 5)
        now = store.perform("t1", lambda now: rewind(store, now, 5)).table
        assert now.book.rewinds == 1
        assert now.book.n == last.book.n + 1
        assert now.live is not None
        assert before.live is not None
        assert now.live.state == before.live.state
        assert store.table("t1") == now
        assert store.perform("t1", move).table.book.n == now.book.n + 1

    def test_several_writes_become_durable_together(self, store: Store) -> None:
        with store.together():
            person = store.people.add("Ann")
            opened(store)
            store.perform("t1", evidence)
            assert store.table("t1").book.n == 2
            assert store.people.get(person.player) == person
        assert store.table("t1").book.n == 2

    def test_or_none_of_them(self, store: Store) -> None:
        heard: list[int] = []
        store.listen(lambda table: heard.append(table.book.n))
        opened(store, "t0")

        def fail() -> None:
            with store.together():
                store.perform("t0", evidence)
                opened(store)
                assert store.table("t0").book.n == 2
                store.people.add("Ann", player="p1")
                raise RuntimeError("the power fails")

        with pytest.raises(RuntimeError):
            fail()
        assert store.people.get("p1") is None
        assert store.table("t0").book.n == 1
        assert store.listings.count() == 1
        with pytest.raises(UnknownTableError):
            store.table("t1")
        assert heard == [1]

    def test_listeners_hear_of_durable_writes(self, store: Store) -> None:
        heard: list[tuple[str, int]] = []
        store.listen(lambda table: heard.append((table.id, table.book.n)))
        opened(store)
        store.perform("t1", evidence)
        assert heard == [("t1", 1), ("t1", 2)]

    def test_waiting_ends_at_once_when_there_is_something_newer(self, store: Store) -> None:
        started(store)
        assert store.wait("t1", 3, 60.0) == 4

    def test_waiting_ends_when_the_time_is_up(self, store: Store) -> None:
        opened(store)
        assert store.wait("t1", 1, 0.05) == 1

    def test_waiting_ends_with_the_next_entry(self, store: Store) -> None:
        opened(store)
        opened(store, "t2")
        seen: list[int] = []
        waiters = [threading.Thread(target=lambda: seen.append(store.wait("t1", 1, 600.0))) for _ in range(2)]
        for waiter in waiters:
            waiter.start()
        store.perform("t2", evidence)
        store.perform("t1", evidence)
        for waiter in waiters:
            waiter.join(60)
        assert seen == [2, 2]

    def test_nobody_waits_for_a_service_that_stops(self, store: Store) -> None:
        opened(store)
        seen: list[int] = []
        waiter = threading.Thread(target=lambda: seen.append(store.wait("t1", 1, 600.0)))
        waiter.start()
        assert not store.stopping
        store.release()
        assert store.stopping
        waiter.join(60)
        assert seen == [1]
        assert store.wait("t1", 1, 600.0) == 1

    def test_threads_take_turns_at_a_table(self, store: Store) -> None:
        """Every entry is there once, and the chain holds."""
        opened(store)

        def write(by: str) -> None:
            for _ in range(20):
                store.perform("t1", lambda now: evidence(now, by))

        threads = [threading.Thread(target=write, args=(f"arbiter:{name}",)) for name in "abcd"]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert store.head("t1") == 81
        assert store.table_at("t1", 81) == store.table("t1")

    def test_names_are_kept_until_they_are_erased(self, store: Store) -> None:
        ann = store.people.add("Ann")
        bob = store.people.add("Bob", player="p1")
        assert store.people.add("Rob", player="p1") == bob
        assert ann.salt != bob.salt
        assert store.people.names([ann.player, "p1", "p2"]) == {ann.player: "Ann", "p1": "Bob"}
        assert store.people.erase("p1")
        assert not store.people.erase("p1")
        assert store.people.get("p1") is None

    def test_a_caster_has_a_place_beside_all_seats_and_the_opener(self, store: Store) -> None:
        for number in (1, 2):
            store.seats.put("t1", place_of_caster(number), token=f"caster {number}")
        store.seats.put("t1", OPENER, token="open")
        store.seats.put("t1", 0, token="zero")
        places = [store.seats.seat_of_token("t1", token) for token in ("zero", "open", "caster 1", "caster 2")]
        assert places[:2] == [0, OPENER]
        assert [caster_at(place) for place in places[2:] if place is not None] == [1, 2]

    def test_tokens_and_codes_open_their_seats_only(self, store: Store) -> None:
        store.seats.put("t1", OPENER, token="open")
        store.seats.put("t1", 0, token="zero")
        store.seats.put("t1", 1, code="CODE")
        assert store.seats.seat_of_token("t1", "open") == OPENER
        assert store.seats.seat_of_token("t1", "zero") == 0
        assert store.seats.seat_of_token("t1", "CODE") is None
        assert store.seats.seat_of_token("t2", "zero") is None
        assert store.seats.seat_of_code("t1", "CODE") == 1
        assert store.seats.get("t1", 1) == SeatAccess(0, has_token=False, has_code=True)
        assert store.seats.get("t1", 2) is None

    def test_a_new_generation_ends_the_token_before(self, store: Store) -> None:
        store.seats.put("t1", 0, token="old", code="CODE")
        store.seats.put("t1", 0, generation=1, token="new")
        assert store.seats.seat_of_token("t1", "old") is None
        assert store.seats.seat_of_token("t1", "new") == 0
        assert store.seats.get("t1", 0) == SeatAccess(1, has_token=True, has_code=False)

    def test_keys_are_checked_by_their_text_until_revoked(self, store: Store) -> None:
        made = store.keys.add("organiser", "spring cup", at=AT)
        assert store.keys.check(made.text, at=AT) == made.key
        for wrong in (made.text + "x", "mlk_nobody_x", "seat.t1.0.x", "xyz_a_b"):
            assert store.keys.check(wrong, at=AT) is None
        assert store.keys.revoke(made.key.id, at=AT + 1)
        assert not store.keys.revoke(made.key.id, at=AT + 2)
        assert store.keys.check(made.text, at=AT) is None
        (listed,) = store.keys.list()
        assert (listed.role, listed.label, listed.created, listed.revoked) == ("organiser", "spring cup", AT, AT + 1)

    def test_a_key_may_have_an_end(self, store: Store) -> None:
        made = store.keys.add("operator", "for a day", at=AT, expires=AT + 10)
        assert store.keys.check(made.text, at=AT + 9) == made.key
        assert store.keys.check(made.text, at=AT + 10) is None

    def test_a_rotated_key_is_the_same_one_with_another_text(self, store: Store) -> None:
        """What it opened stays its own; a revoked key does not come back."""
        made = store.keys.add("organiser", "x", at=AT)
        text = store.keys.rotate(made.key.id)
        assert text is not None
        assert store.keys.check(made.text, at=AT) is None
        found = store.keys.check(text, at=AT)
        assert found is not None
        assert (found.id, found.role, found.label, found.created) == (made.key.id, "organiser", "x", AT)
        assert store.keys.rotate("nobody") is None
        store.keys.revoke(made.key.id, at=AT)
        assert store.keys.rotate(made.key.id) is None
        assert store.keys.check(text, at=AT) is None

    def test_when_a_key_was_used_is_known_to_ten_minutes(self, store: Store) -> None:
        made = store.keys.add("operator", "", at=AT)
        seen = []
        for at in (AT, AT + USE_STEP_MS - 1, AT + USE_STEP_MS, AT + 1):
            assert store.keys.check(made.text, at=at) is not None
            seen.append(store.keys.list()[0].last_used)
        assert store.keys.check(made.text + "x", at=AT + 9 * USE_STEP_MS) is None
        assert seen == [AT, AT, AT + USE_STEP_MS, AT + USE_STEP_MS]

    def test_a_key_works_where_its_use_cannot_be_written_down(self, store: Store) -> None:
        made = store.keys.add("operator", "", at=AT)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Database, "writing", _full)
            assert store.keys.check(made.text, at=AT) == made.key

    def test_a_key_has_a_role_and_a_scope_that_fits(self, store: Store) -> None:
        organiser = store.keys.add("organiser", "", at=AT).key.id
        player = store.keys.add("player", "", at=AT, scope=Scope(player="p_1")).key
        assert store.keys.add("organiser", "", at=AT, scope=Scope(player="p_1")).key.player == "p_1"
        for scope in (Scope(organiser=organiser), Scope(organiser=organiser, series="cup", player="p_1")):
            made = store.keys.add("arbiter", "", at=AT, scope=scope)
            assert store.keys.check(made.text, at=AT) == made.key
            assert (made.key.organiser, made.key.series, made.key.player) == (
                scope.organiser,
                scope.series,
                scope.player,
            )
        for role, scope, reason in (
            ("king", Scope(), "operator, organiser, arbiter, player"),
            ("operator", Scope(organiser=organiser), "only an arbiter's"),
            ("player", Scope(player="p_1", series="cup"), "only an arbiter's"),
            ("arbiter", Scope(series="cup"), "say whose"),
            ("arbiter", Scope(organiser="nobody"), "has the id nobody"),
            ("arbiter", Scope(organiser=player.id), "has the id"),
            ("player", Scope(), "says whose"),
        ):
            with pytest.raises(StoreError, match=reason):
                store.keys.add(cast(Role, role), "", at=AT, scope=scope)

    def test_a_player_has_its_tables(self, store: Store) -> None:
        """Those that have not ended first for its inbox; their signs change with whatever happens there."""
        for table in ("t1", "t2", "t3"):
            seated(store, table)
        for table in ("t1", "t2", "t1"):
            store.players.put("p_x", table)
        assert store.players.going_on("p_x", 9) == ("t1", "t2")
        assert store.players.going_on("p_x", 1) == ("t1",)
        assert store.players.going_on("p_y", 9) == ()
        found = store.find(TableQuery(player="p_x"))
        assert [row.table for row in found.tables] == ["t2", "t1"]
        seen = {store.players.signs("p_x")}
        store.perform("t3", lambda now: start(now, at=AT + 2, by="table"))
        assert store.players.signs("p_x") in seen
        store.perform("t2", lambda now: abandon(now, "emergency", at=AT + 3, by="x"))
        assert store.players.going_on("p_x", 9) == ("t1",)
        assert store.players.signs("p_x") not in seen
        seen.add(store.players.signs("p_x"))
        store.players.remove("p_x", "t1")
        store.players.remove("p_x", "t1")
        assert store.players.signs("p_x") not in seen

    def test_a_player_is_woken_by_its_tables(self, store: Store) -> None:
        seated(store)
        holder = store.table("t1").book.holders[0]
        assert holder is not None
        store.players.put(holder.player, "t1")
        before = store.players.signs(holder.player)
        assert not store.wait_for_player(holder.player, before, 0.0)
        with ThreadPoolExecutor(1) as pool:
            woken = pool.submit(store.wait_for_player, holder.player, before, 60.0)
            store.perform("t1", lambda now: start(now, at=AT + 2, by="table"))
            assert woken.result()

    def test_a_ticket_is_taken_once_in_time_at_its_stream(self, store: Store) -> None:
        bearers = (Bearer(), Bearer(key="k", hash=b"h"), Bearer("t1", 0, hash=b"h"))
        for bearer in bearers:
            text = store.tickets.add("t1", bearer, at=AT)
            assert store.tickets.take("t2", text, at=AT) is None
            assert store.tickets.take("t1", text + "x", at=AT) is None
            assert store.tickets.take("t1", text, at=AT + LASTS_MS - 1) == bearer
            assert store.tickets.take("t1", text, at=AT) is None
        late = store.tickets.add("t1", Bearer(), at=AT)
        assert store.tickets.take("t1", late, at=AT + LASTS_MS) is None
        store.tickets.add("t1", Bearer(), at=AT + LASTS_MS)
        assert store.tickets.take("t1", late, at=AT) is None  # it was thrown away

    def test_a_feed_has_the_entries_of_an_owners_tables_in_their_order(self, store: Store) -> None:
        for table, opener in (("t1", "k1"), ("t2", "k2"), ("t3", "k1")):
            opened(store, table, by=opener)
        store.players.put("p1", "t2")
        store.perform("t1", evidence)
        mine = store.feeds.after(Owner("k1", None), 0, 9)
        assert [(placed.table, placed.entry and placed.entry.n) for placed in mine] == [("t1", 1), ("t3", 1), ("t1", 2)]
        assert [placed.entry for placed in mine] == [
            *store.entries("t1", 0, 1),
            *store.entries("t3"),
            *store.entries("t1", 1),
        ]
        assert store.feeds.after(Owner("k1", None), mine[0].place, 1) == mine[1:2]
        assert {placed.table for placed in store.feeds.after(Owner("k1", "p1"), 0, 9)} == {"t1", "t2", "t3"}
        assert store.feeds.after(Owner(None, "p2"), 0, 9) == []
        assert store.feeds.last_of(Owner("k1", None)) == store.feeds.last() == mine[-1].place
        assert store.feeds.last_of(Owner(None, None)) == 0

    def test_a_delayed_table_is_in_the_feed_of_who_sits_there_only(self, store: Store) -> None:
        opened(store, "t1", by="k1", delay_entries=3)
        store.players.put("p1", "t1")
        assert store.feeds.after(Owner("k1", None), 0, 9) == []
        assert [placed.table for placed in store.feeds.after(Owner(None, "p1"), 0, 9)] == ["t1"]

    def test_a_past_table_goes_on_and_back(self, store: Store) -> None:
        """However far from the one that was asked for last; also over a rewind."""
        started(store)
        for _ in range(2):
            store.perform("t1", move)
        store.perform("t1", lambda now: rewind(store, now, 5))
        for upto in (4, 4, 6, 7, 3, 1):
            assert store.past("t1", upto) == store.table_at("t1", upto)

    def test_the_list_finds_delayed_tables_in_any_status(self, store: Store) -> None:
        """Unless the present is asked for, or whoever asks sits there."""
        started(store, "t1", delay_seconds=60)
        started(store, "t2")
        store.players.put("p9", "t1")
        asked = TableQuery(status="open", present=False)
        assert [row.table for row in store.find(asked).tables] == ["t1"]
        assert store.find(TableQuery(status="open")).tables == ()
        assert store.find(TableQuery(status="open", present=False, sees_player="p9")).tables == ()
        (row,) = store.find(asked).tables
        assert row.delayed
        then = as_of(row, store.table_at("t1", 2))
        assert (then.status, then.head, then.free, len(then.players)) == ("open", 2, 1, 1)
        assert as_of(then, store.table("t1")) == row

    def test_a_feed_is_waited_for(self, store: Store) -> None:
        """What happens at other tables is no news."""
        for table, opener in (("t1", "k1"), ("t2", "k2")):
            opened(store, table, by=opener)
        place = store.feeds.last()
        store.perform("t2", evidence)
        assert not store.wait_for_feed(Owner("k1", None), place, 0)
        with ThreadPoolExecutor(1) as pool:
            waiting = pool.submit(store.wait_for_feed, Owner("k1", None), place, 60)
            store.perform("t1", evidence)
            assert waiting.result()

    def test_casters_are_kept_with_the_seats_that_agreed(self, store: Store) -> None:
        first, second = Asked(1, "p_cass", (0, 2)), Asked(2, "p_cato", (1,))
        for table, asked in (("t1", second), ("t1", first), ("t2", first)):
            store.castings.add(table, asked)
        for seat in (2, 0, 2):
            store.castings.agree("t1", 1, seat)
        store.castings.agree("t1", 2, 1)
        assert store.castings.of("t1") == (Asked(1, "p_cass", (0, 2), (0, 2)), Asked(2, "p_cato", (1,), (1,)))
        store.castings.withdraw("t1", 1, 2)
        store.castings.withdraw_all("t1", 1)
        assert store.castings.of("t1") == (Asked(1, "p_cass", (0, 2), (0,)), second)
        assert (store.castings.of("t2"), store.castings.of("t3")) == ((first,), ())

    def test_consents_to_a_rematch_are_kept_by_seat(self, store: Store) -> None:
        """The first of a seat stays with its last randomness, until all of a table are forgotten."""
        one, two = Consent(1, AT, True, b"e" * 32), Consent(0, AT + 1, False, bytes(32))
        for table, consent in (("t1", one), ("t1", two), ("t1", Consent(1, AT + 9, False, b"f" * 32)), ("t2", one)):
            store.rematches.put(table, consent)
        assert store.rematches.of("t1") == (two, Consent(1, AT, True, b"f" * 32))
        store.rematches.clear("t1")
        assert (store.rematches.of("t1"), store.rematches.of("t2")) == ((), (one,))

    def test_hints_are_noted_by_entry_and_seat(self, store: Store) -> None:
        """Asked again at the same entry, it is the same mark."""
        for table, seat, n in (("t1", 1, 9), ("t1", 0, 5), ("t1", 1, 5), ("t1", 0, 5), ("t2", 0, 5)):
            store.hints.put(table, seat, n)
        assert list(store.hints.of("t1").items()) == [(5, (0, 1)), (9, (1,))]
        assert (store.hints.of("t2"), store.hints.of("t3")) == ({5: (0,)}, {})

    def test_refused_attempts_are_kept_beside_the_chain(self, store: Store) -> None:
        opened(store)
        attempt = Attempt(at=AT, by="seat:0", tag="attack", code="not_your_turn", seen=1, body="{}")
        assert store.attempts.note("t1", attempt)
        assert store.attempts.of("t1") == (attempt,)
        assert store.attempts.of("t2") == ()
        assert store.head("t1") == 1

    def test_only_so_many_attempts_a_minute_are_kept(self, store: Store) -> None:
        def attempt(at: int) -> bool:
            return store.attempts.note("t1", Attempt(at=at, by="seat:0", tag="attack", code="x", seen=1))

        assert all(attempt(AT) for _ in range(A_MINUTE))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Database, "writing", None)  # who is refused for long takes no turn at writing
            assert not attempt(AT + MINUTE_MS - 1)
        assert attempt(AT + MINUTE_MS)
        assert len(store.attempts.of("t1")) == A_MINUTE + 1

    def test_only_so_many_attempts_of_a_seat_are_kept(self, store: Store) -> None:
        def attempt(seat: int, minute: int) -> bool:
            at = AT + minute * MINUTE_MS
            return store.attempts.note("t1", Attempt(at=at, by=f"seat:{seat}", tag="a", code="x", seen=1))

        with store.together():
            kept = [attempt(0, minute) for minute in range(A_SEAT + 1)]
        assert kept.count(True) == A_SEAT
        assert not kept[-1]
        assert attempt(1, A_SEAT)

    def test_what_is_kept_of_a_seat_tells_nothing_of_the_others(self, store: Store) -> None:
        """Neither its number nor its place: the others' limits and attempts are their own."""
        made = [Attempt(at=AT + n, by=f"seat:{n % 2}", tag="a", code="x", seen=1) for n in range(2 * A_MINUTE)]
        assert all(store.attempts.note("t1", attempt) for attempt in made)
        assert store.attempts.of("t1") == tuple(made)
        assert store.attempts.of("t1", "seat:1") == tuple(made[1::2])
        assert store.attempts.of("t1", "seat:1", after=2, most=3) == tuple(made[5:11:2])
        assert (store.attempts.count("t1"), store.attempts.count("t1", "seat:0")) == (2 * A_MINUTE, A_MINUTE)
        assert (store.attempts.count("t2"), store.attempts.count("t1", "seat:2")) == (0, 0)

    def test_attempts_of_enormous_length_are_kept_without_their_body(self, store: Store) -> None:
        for number, length in enumerate((BODY_AT_MOST, BODY_AT_MOST + 1)):
            store.attempts.note("t1", Attempt(at=AT, by="seat:0", tag="a", code="x", seen=number, body="b" * length))
        assert [attempt.body for attempt in store.attempts.of("t1")] == ["b" * BODY_AT_MOST, None]

    def test_a_request_is_remembered_with_its_answer(self, store: Store) -> None:
        store.remembered.put("t1", b"key", b"body", 7)
        assert store.remembered.get("t1", b"key") == (b"body", 7)
        assert store.remembered.get("t1", b"other") is None
        assert store.remembered.get("t2", b"key") is None
        with pytest.raises(TakenError):
            store.remembered.put("t1", b"key", b"other", 8)
        assert store.remembered.get("t1", b"key") == (b"body", 7)

    def test_a_request_is_remembered_as_soon_and_as_long_as_its_transaction_says_so(self, store: Store) -> None:
        """Also at a table that was asked before and had none."""
        assert store.remembered.get("t1", b"key") is None

        def put_in_vain() -> None:
            with store.together():
                store.remembered.put("t1", b"key", b"body", 7)
                assert store.remembered.get("t1", b"key") == (b"body", 7)
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            put_in_vain()
        assert store.remembered.get("t1", b"key") is None
        with store.together():
            assert store.remembered.get("t1", b"key") is None
            store.remembered.put("t1", b"key", b"body", 8)
        assert store.remembered.get("t1", b"key") == (b"body", 8)

    def test_a_table_may_bring_its_own_card_set(self, store: Store) -> None:
        text = (Path(__file__).parent.parent / "harbour" / "cards" / "cards.tsv").read_bytes() + b"rum\t1\t1\n"
        digest = card_set_digest(text)
        opening = Opening(seats=2, data=digest)
        rules = game("harbour").rules
        written = open_table(rules, opening, table="t1", secrets=SECRETS, at=AT, by="operator:o", card_set=text)
        store.create(written, SECRETS, Listing(), card_set=text)
        assert store.card_sets.get(digest) == text
        assert store.table_at("t1", 1).setup.data.worth["rum"] == 1

    def test_a_card_set_is_kept_under_its_digest(self, store: Store) -> None:
        digest = store.card_sets.add(b"cards")
        assert store.card_sets.add(b"cards") == digest
        assert store.card_sets.get(digest) == b"cards"
        assert store.card_sets.get("x") is None

    def test_a_store_closes_twice(self, store: Store) -> None:
        store.close()
        store.close()


def stop(now: Table) -> Written:
    """Give a table up."""
    return abandon(now, "no_show", at=AT + 5, by="operator:o")
