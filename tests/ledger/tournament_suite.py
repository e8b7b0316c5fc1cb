"""What every store must do with tournaments."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from domain.kernel.refusals import RefusedError
from domain.ledger.database import Connection
from domain.ledger.entries import rows_of
from domain.ledger.errors import BadCursorError, ConflictError, DamagedError, TakenError, UnknownTournamentError
from domain.ledger.feeds import Owner
from domain.ledger.store import Store
from domain.ledger.tournaments import streams
from domain.ledger.tournaments.rows import Own, Query
from domain.ledger.tournaments.streams import TRIES, Known, stream_of
from domain.record.canonical import b64, decode
from domain.record.chain import Request, SealedEntry, link
from domain.record.entries import Visibility
from domain.record.keys import NO_ENTROPY
from domain.table.play import start
from domain.table.seating import abandon
from domain.tournament.decks import ChosenDeck
from domain.tournament.log.check import check
from domain.tournament.log.draws import genesis
from domain.tournament.log.entries import PlayerRegistered, ResultCounted, SwissSaid, TablesSaid
from domain.tournament.log.lines import entry_line
from domain.tournament.log.organiser import Organiser
from domain.tournament.log.simulation import TWO_SEATS_SAID
from tests.ledger.tables import AT, SECRETS, opened, seated

ASKED = Request(b"k" * 16, b"b" * 16)


def a_tournament(id: str, **more: Any) -> Organiser:
    said: dict[str, Any] = {"method": SwissSaid(rounds=1), "scoring": TWO_SEATS_SAID, "tie_breaks": (), **more}
    return Organiser.open(id, secret=SECRETS.deal, at=AT, game="fightdrome", version=1, **said)


def created(store: Store, id: str = "cup", **more: Any) -> Known:
    return store.tournaments.create(a_tournament(id, **more), SECRETS, "key", None)


def register(organiser: Organiser, bot: str | None = None) -> None:
    for number in range(3):
        organiser.tell(PlayerRegistered, AT, player=f"p{number}", entropy=b64(NO_ENTROPY), bot=bot)


def first_round(organiser: Organiser) -> None:
    organiser.start(AT)
    organiser.pair(AT)
    organiser.start_round(AT)


def tamper(store: Store, statement: str, *values: object) -> None:
    """Put an entry there as nobody would."""
    with store._database.writing() as connection:
        _insert(connection, statement, values)


def _alone(id: str, public: bytes) -> tuple[str, bytes]:
    """Return kind and stored bytes of a first entry without secrets."""
    sealed = SealedEntry(1, str(decode(public)["kind"]), public, link(genesis(id), public), ())
    return sealed.kind, rows_of(id, [sealed])[0][-1]


def _insert(connection: Connection, statement: str, values: tuple[object, ...]) -> None:
    connection.execute(statement, values)


class TournamentSuite:
    """Mixed into the suite of every store."""

    def test_a_tournament_is_what_was_written(self, store: Store) -> None:
        """Also for another store, which reads it from its entries; the record is what the checker checks."""
        created(store)
        store.tournaments.perform("cup", register)
        performed = store.tournaments.perform("cup", first_round)
        known = performed.known
        assert [entry.kind for entry in performed.entries] == ["tournament_started", "round_paired", "round_started"]
        assert store.tournaments.get("cup") == known == Store(store._database).tournaments.get("cup")
        assert store.tournaments.at("cup", 4).status == "registration"
        assert store.tournaments.head("cup") == known.book.n == 7
        store.tournaments.perform("cup", lambda organiser: organiser.cancel(AT, "rain"))
        assert store.tournaments.get("cup").status == "cancelled"
        lines = [entry_line(entry.public, entry.hash) for entry in store.tournaments.entries("cup")]
        assert {each.status for each in check(lines)} == {"passed"}
        assert "cup" not in store.listings.known()
        assert store.listings.known() == ()

    def test_its_status_follows_from_the_entries(self, store: Store) -> None:
        created(store)
        store.tournaments.perform("cup", register)
        assert store.tournaments.get("cup").status == "registration"
        store.tournaments.perform("cup", first_round)
        assert store.tournaments.get("cup").status == "running"

        def end(organiser: Organiser) -> None:
            organiser.tell(ResultCounted, AT, round=1, table=1, places=(1, 2))
            organiser.end(AT)

        assert store.tournaments.perform("cup", end).known.status == "ended"
        (row,) = store.tournaments.rows.find(Query(sees_all=True)).tournaments
        assert (row.status, row.players, row.rounds, row.head, row.opened_by) == ("ended", 3, 1, 11, "key")

    def test_a_sealed_deck_is_kept_beside_its_entry(self, store: Store) -> None:
        """Where it was written as where its entries are read; the stored entry itself holds the seal alone."""
        created(store, decks="registered")
        deck = ChosenDeck(tag="choose_deck", body={"side": "axis", "cards": {"factory": 40}})
        store.tournaments.perform("cup", register)

        def bring(organiser: Organiser) -> None:
            organiser.register_deck("p1", deck, AT)

        assert (
            store.tournaments.perform("cup", bring).known.decks
            == {5: deck}
            == Store(store._database).tournaments.get("cup").decks
        )
        (entry,) = store.tournaments.batch("cup", 5)
        assert b"factory" not in entry.public

    def test_what_is_refused_is_not_stored(self, store: Store) -> None:
        created(store)
        with pytest.raises(RefusedError):
            store.tournaments.perform("cup", first_round)
        assert store.tournaments.perform("cup", lambda organiser: None).entries == ()
        assert store.tournaments.head("cup") == 1
        for ask in (store.tournaments.get, store.tournaments.head):
            with pytest.raises(UnknownTournamentError):
                ask("bowl")
        with pytest.raises(TakenError):
            created(store)

    def test_a_request_for_a_tournament_is_found_again(self, store: Store) -> None:
        created(store)
        store.tournaments.perform("cup", register, ASKED)
        store.tournaments.perform("cup", first_round, ASKED._replace(key=b"K" * 16))
        for tournaments in (store.tournaments, Store(store._database).tournaments):
            assert tournaments.get("cup").requests == {b"k" * 16: (b"b" * 16, 2), b"K" * 16: (b"b" * 16, 5)}
        again = store.tournaments.perform("cup", register, ASKED)
        assert (again.entries, again.met, again.known.book.n) == ((), (b"b" * 16, 2), 7)
        assert [entry.n for entry in store.tournaments.batch("cup", 2)] == [2, 3, 4]
        assert [entry.n for entry in store.tournaments.batch("cup", 5)] == [5, 6, 7]

    def test_whoever_was_slower_decides_again(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        created(store)
        other = Store(store._database).tournaments
        seen: list[int] = []

        def action(organiser: Organiser) -> None:
            seen.append(organiser.book.n)
            if len(seen) == 1:
                other.perform("cup", register)
            organiser.tell(PlayerRegistered, AT, player="late", entropy=b64(NO_ENTROPY))

        assert store.tournaments.perform("cup", action).known.book.n == 5
        assert seen == [1, 4]

        def beaten(organiser: Organiser) -> None:
            number = organiser.book.n
            other.perform("cup", lambda them: them.tell(PlayerRegistered, AT, player=f"x{number}", entropy=ENTROPY))
            organiser.tell(PlayerRegistered, AT, player="never", entropy=ENTROPY)

        with pytest.raises(ConflictError):
            store.tournaments.perform("cup", beaten)
        assert store.tournaments.head("cup") == 5 + TRIES

    def test_in_a_transaction_all_of_it_is_stored_or_nothing(self, store: Store) -> None:
        created(store)

        def fail() -> None:
            with store.together():
                store.tournaments.perform("cup", register)
                store.people.add("Ann", player="p0")
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            fail()
        assert (store.tournaments.head("cup"), store.people.get("p0")) == (1, None)
        with store.together():
            store.tournaments.perform("cup", register)
            store.tournaments.perform("cup", first_round)
        assert store.tournaments.get("cup").book.n == 7

    def test_who_waits_for_a_tournament_is_woken(self, store: Store) -> None:
        created(store)
        heard: list[int] = []
        waiting = threading.Thread(target=lambda: heard.append(store.tournaments.wait("cup", 1, 60)))
        waiting.start()
        store.tournaments.perform("cup", register)
        waiting.join()
        assert heard == [4]

    def test_damage_to_a_tournament_is_named(self, store: Store) -> None:
        created(store)
        insert = "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?)"
        (first,) = store.tournaments._read("cup", 0, 1)
        state = first.public + b"\0" + first.private
        tamper(store, insert, stream_of("cup"), 3, first.kind, state)
        tamper(store, insert, stream_of("bowl"), 1, first.kind, state)
        tamper(store, insert, stream_of("pot"), 1, *_alone("pot", b'{"kind":"player_withdrawn","n":1,"player":"p"}'))
        tamper(store, insert, stream_of("jug"), 1, *_alone("jug", first.public[33:].replace(b"cup", b"jug")))
        with pytest.raises(DamagedError, match="it says that it is entry 1"):
            store.tournaments.get("cup")
        with pytest.raises(DamagedError, match="does not follow"):
            store.tournaments.get("bowl")
        with pytest.raises(DamagedError, match="missing required field"):
            store.tournaments.get("pot")
        with pytest.raises(DamagedError, match="begins with its opening"):
            store.tournaments.get("jug")

    def test_few_tournaments_are_kept_in_memory(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(streams, "KEPT", 2)
        for id in ("a", "b", "c"):
            created(store, id)
        assert list(store.tournaments._kept) == ["b", "c"]
        assert store.tournaments.get("a").id == "a"

    def test_the_list_shows_what_somebody_may_see(self, store: Store) -> None:
        listed: tuple[tuple[str, Visibility], ...] = (
            ("a", "public"),
            ("b", "private"),
            ("c", "unlisted"),
            ("d", "public"),
        )
        for id, visibility in listed:
            created(store, id, tables=TablesSaid(visibility=visibility), label=id.upper())
        rows = store.tournaments.rows
        rows.put_link("b", "p1")

        def ids(**query: Any) -> str:
            return "".join(row.tournament_id for row in rows.find(Query(**query)).tournaments)

        assert ids() == "da"
        assert ids(sees_all=True) == ids(sees_opener="key") == "dcba"
        assert ids(sees_player="p1") == "dba"
        assert ids(sees_all=True, game="other") == ids(sees_all=True, status="ended") == ""
        page = rows.find(Query(sees_all=True, limit=3))
        assert rows.find(Query(sees_all=True, limit=3, cursor=page.cursor)).cursor is None
        assert ids(sees_all=True, cursor=page.cursor) == "a"
        assert rows.all() == ("a", "b", "c", "d")
        for cursor in ("x", "²", "9" * 17):
            with pytest.raises(BadCursorError):
                rows.find(Query(cursor=cursor))

    def test_a_round_that_began_is_due_until_it_is_done(self, store: Store) -> None:
        created(store)
        rows = store.tournaments.rows
        store.tournaments.perform("cup", register)
        assert rows.due() == ()
        store.tournaments.perform("cup", first_round)
        rows.done("cup", 6)
        assert rows.due() == ("cup",)
        rows.done("cup", 7)
        assert rows.due() == ()

    def test_tables_are_looked_at_once_for_each_entry_that_may_count(self, store: Store) -> None:
        created(store)
        store.tournaments.perform("cup", register)
        store.tournaments.perform("cup", first_round)
        rows = store.tournaments.rows
        table = seated(store)
        opened(store, "t2")
        rows.put_table(Own("t1", "cup", 1, 1, 0, 0), None)
        rows.put_table(Own("t2", "cup", 1, 2, 0, 0), AT + 5)
        assert rows.settled(9) == ()
        assert [own.table for own in rows.absent(AT + 5, 9)] == ["t2"]
        assert rows.absent(AT + 4, 9) == ()
        rows.wait_no_more("t2")
        assert rows.absent(AT + 5, 9) == ()
        store.perform("t1", lambda now: start(now, at=AT + 2, by="table"))
        store.perform("t1", lambda now: abandon(now, "void", at=AT + 3, by="x"))
        assert rows.settled(9) == ()
        assert [(own.pairing, own.status) for own in rows.of_round("cup", 1).values()] == [
            (1, "abandoned"),
            (2, "open"),
        ]
        with store._database.writing() as connection:
            connection.execute("UPDATE listing SET status = 'confirmed' WHERE table_id = 't1'")
        (own,) = rows.settled(9)
        assert (own.round, own.pairing, own.counted, own.head) == (1, 1, 0, store.head(table.id))
        rows.looked("t1", own.head, own.head)
        assert rows.settled(9) == ()

    def test_private_tables_of_whoever_has_entered_are_named(self, store: Store) -> None:
        """So that a feed can leave out those that an organiser who plays must not know of."""
        rows = store.tournaments.rows
        for table, visibility in (("t1", "private"), ("t2", "public")):
            opened(store, table, visibility=visibility, by="k1")
            rows.put_table(Own(table, "cup", 1, 1, 0, 0), None)
        opened(store, "t3", visibility="private", by="k1")
        assert rows.private_beside("p1") == ()
        rows.put_link("cup", "p1")
        assert rows.private_beside("p1") == ("t1",)
        closed = Owner("k1", "p1", rows.private_beside("p1"))
        assert {placed.table for placed in store.feeds.after(closed, 0, 9)} == {"t2", "t3"}

    def test_absence_counts_later_after_a_pause_and_tables_of_a_sandbox_wait_for_the_clock(self, store: Store) -> None:
        created(store, sandbox=True)
        store.tournaments.perform("cup", lambda organiser: register(organiser, "sensible"))
        store.tournaments.perform("cup", first_round)
        rows = store.tournaments.rows
        opened(store, "t1")
        rows.put_table(Own("t1", "cup", 1, 1, 0, 0), AT + 5)
        rows.wait_longer("cup", 10)
        assert rows.absent(AT + 14, 9) == ()
        assert [own.table for own in rows.absent(AT + 15, 9)] == ["t1"]
        rows.stood(AT + 15, AT + 90)  # who was late already stays so
        assert [own.table for own in rows.absent(AT + 15, 9)] == ["t1"]
        rows.stood(AT + 1, AT + 11)
        assert rows.absent(AT + 24, 9) == ()
        assert [own.table for own in rows.absent(AT + 25, 9)] == ["t1"]
        assert rows.with_open_cases("cup") == ()
        assert rows.waiting_in_sandboxes(9) == ()
        with store._database.writing() as connection:
            connection.execute(
                "UPDATE listing SET status = 'finished', clock_due = ? WHERE table_id = 't1'", (AT + 60,)
            )
        assert rows.waiting_in_sandboxes(9) == (("t1", AT + 60),)

    def test_a_personal_link_is_used_once(self, store: Store) -> None:
        rows = store.tournaments.rows
        rows.put_link("cup", "p1")
        rows.put_link("cup", "p1", "again")
        assert rows.link("cup", "p1") == (0, None)
        assert rows.link("cup", "p2") is None
        assert rows.claim("cup", "p1", 0, "key")
        assert not rows.claim("cup", "p1", 0, "other")
        assert rows.link("cup", "p1") == (0, "key")
        rows.renew("cup", "p1")
        assert not rows.claim("cup", "p1", 0, "other")
        assert rows.link("cup", "p1") == (1, None)


ENTROPY = b64(NO_ENTROPY)
