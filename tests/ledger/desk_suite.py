"""What every store must do with what lies beside the chain for the arbiters' desk."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from domain.kernel.messages import Concede
from domain.kernel.refusals import RefusedError
from domain.ledger.api_keys import ROLES, Scope
from domain.ledger.desk.cases import CaseQuery, misstated_cases
from domain.ledger.desk.texts import TooLongError
from domain.ledger.errors import BadCursorError
from domain.ledger.quietly import (
    call_quietly,
    check_not_ruled,
    check_uninvolved,
    is_outside,
    look_quietly,
    release_excluded,
)
from domain.ledger.store import Store
from domain.ledger.tournaments.rows import Own
from domain.record.canonical import b64
from domain.record.cases import DAY_MS, Case
from domain.record.entries import Confirm, OfTournament, Series
from domain.record.pauses import UNCLAIMED_MS
from domain.record.texts import TEXT_AT_MOST, Note, text_hash
from domain.table.beside import NOTHING
from domain.table.book import BookError
from domain.table.pausing import pause, resume
from domain.table.play import take_action
from domain.table.seating import abandon, leave_seat
from domain.table.table import Table
from domain.table.writing import Written
from tests.ledger.desk import claim_case, decide, stop_for
from tests.ledger.tables import AT, seated, started
from tests.table.calls import appealed, called, claimed, dismissed

DISMISSED = (called(AT + 3), claimed(AT + 4), dismissed(AT + 5))
SEEN: dict[str, Any] = {"at": AT + 5, "by": "arbiter:a", "viewer": "all", "first": 1, "last": 99}


def stop(now: Table) -> Written:
    """Stop the play."""
    return pause(now, "arbiter", "dispute", at=AT + 9, by="arbiter:a")


def end(now: Table) -> Written:
    """End the game: one of two concedes."""
    return take_action(now, 1, Concede(), at=AT + 9)


def evidence_of(store: Store) -> list[Any]:
    """Return the looks that are entries of the table."""
    codec = store.table("t1").codec
    return [codec.public(sealed.public) for sealed in store.entries("t1") if sealed.kind == "evidence_viewed"]


class DeskSuite:
    """A part of the store's suite."""

    def test_a_look_while_the_game_goes_on_leaves_no_entry_until_it_stops(self, store: Store) -> None:
        now = started(store)
        row = store.listings.one("t1")
        assert look_quietly(store, "t1", **SEEN, case="c7") == now
        assert (store.table("t1"), store.listings.one("t1")) == (now, row)
        (look,) = store.desk.looks.waiting("t1")
        assert (look.at, look.last, look.case) == (AT + 5, now.book.n, "c7")
        stopped = store.perform("t1", stop)
        (entry,) = evidence_of(store)
        assert (entry.looked_at, entry.at, entry.viewer, entry.last, entry.case) == (
            AT + 5,
            AT + 9,
            "all",
            now.book.n,
            "c7",
        )
        assert stopped.table == store.table("t1")
        assert stopped.table.beside is NOTHING
        assert store.desk.looks.waiting("t1") == ()
        assert [kept.n for kept in store.desk.looks.of("t1")] == [entry.n]

    def test_a_look_at_a_table_that_stands_or_has_ended_is_no_quiet_one(self, store: Store) -> None:
        started(store)
        store.perform("t1", stop)
        assert look_quietly(store, "t1", **SEEN) is None
        store.perform("t1", lambda now: resume(now, "arbiter", at=AT + 10, by="arbiter:a"))
        assert look_quietly(store, "t1", **SEEN) is not None
        store.perform("t1", end)
        assert look_quietly(store, "t1", **SEEN) is None
        assert len(evidence_of(store)) == 1

    def test_a_look_for_a_quiet_call_waits_with_it_whatever_else_stops_the_play(self, store: Store) -> None:
        started(store)
        for action in DISMISSED[:2]:
            call_quietly(store, "t1", "c7", action)
        store.perform("t1", stop)
        assert look_quietly(store, "t1", **SEEN, case="c7") is not None
        store.perform("t1", lambda now: resume(now, "arbiter", at=AT + 10, by="arbiter:a"))
        assert evidence_of(store) == []
        store.perform("t1", end)
        assert [entry.case for entry in evidence_of(store)] == ["c7"]

    def test_a_look_while_the_end_is_being_written_enters_all_the_same(self, store: Store) -> None:
        """Whoever comes second decides again: the secrets never open before a look has entered."""
        started(store)
        look_quietly(store, "t1", **SEEN)
        calls: list[Table] = []

        def ending(now: Table) -> Written:
            calls.append(now)
            if len(calls) == 2:  # what waits has been read
                look_quietly(store, "t1", **SEEN)
            return end(now)

        ended = store.perform("t1", ending)
        assert [sealed.kind for sealed in ended.entries][-4:] == [
            "evidence_viewed",
            "evidence_viewed",
            "result_confirmed",
            "secrets_opened",
        ]
        assert len(calls) == 4

    def test_looks_outlive_an_end_that_was_not_stored(self, store: Store) -> None:
        """As after a crash: nothing of it is there, and the next end takes them in."""
        now = started(store)
        look_quietly(store, "t1", **SEEN)

        def break_off() -> None:
            with store.together():
                store.perform("t1", end)
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            break_off()
        assert store.table("t1") == now
        assert len(store.desk.looks.waiting("t1")) == 1
        with store.together():
            store.perform("t1", end)
        assert len(evidence_of(store)) == 1

    def test_many_looks_enter_in_their_order(self, store: Store) -> None:
        started(store)
        for at in range(30):
            look_quietly(store, "t1", **{**SEEN, "at": AT + 5 + at})
        store.perform("t1", lambda now: pause(now, "arbiter", "dispute", at=AT + 99, by="arbiter:a"))
        assert [entry.looked_at for entry in evidence_of(store)] == list(range(AT + 5, AT + 35))

    def test_texts_are_kept_by_their_hashes_until_they_are_erased(self, store: Store) -> None:
        """One at a time, or with everything that a player wrote; a table's hashes say nothing without the salts."""
        desk = store.desk.texts
        said: dict[str, Any] = {"by": "seat:1", "readers": "officers", "player": "p1"}
        first = desk.add("t1", "He looked.", case="c7", at=AT, **said)
        second = desk.add("t1", "He looked.", case="c7", at=AT + 1, by="arbiter:a", readers="public")
        third = desk.add("t1", "\u03a9 \U0001d11e", case="c8", at=AT + 2, **said)
        desk.add("t2", "Elsewhere.", case="c7", at=AT, by="seat:0", player="p2", readers="officers")
        assert first.hash != second.hash
        assert text_hash(third.salt, third.text) == third.hash
        assert desk.of("t1") == (first, second, third)
        assert third.note(9, "/text") == Note(n=9, part="/text", salt=b64(third.salt), text=third.text)
        assert desk.of("t1", "c7") == (first, second)
        assert (desk.erase("t1", second.hash), desk.erase("t1", second.hash)) == (True, False)
        assert store.people.erase("p1")
        assert not store.people.erase("p1")
        assert desk.of("t1") == ()
        assert len(desk.of("t2")) == 1

    def test_a_text_is_no_longer_than_a_record_takes(self, store: Store) -> None:
        desk = store.desk.texts
        desk.add("t1", "x" * TEXT_AT_MOST, case="c", at=AT, by="arbiter:a", readers="private")
        with pytest.raises(TooLongError, match="at most 4000 characters"):
            desk.add("t1", "x" * (TEXT_AT_MOST + 1), case="c", at=AT, by="arbiter:a", readers="private")

    def test_a_table_excludes_arbiters(self, store: Store) -> None:
        excluded = store.desk.excluded
        excluded.set("t1", ["arbiter:b", "arbiter:a", "arbiter:b"], at=AT)
        assert excluded.of("t1") == {"arbiter:a", "arbiter:b"}
        assert excluded.of("t2") == frozenset()
        excluded.set("t1", ["arbiter:a"], at=AT)
        assert excluded.of("t1") == {"arbiter:a"}

    def test_who_plays_at_a_table_of_the_series_claims_nothing_at_another(self, store: Store) -> None:
        """Nor who has played there; the list has none of its cases for them either."""
        cup = Series(id="cup", number=1)
        seated(store, series=cup, players=("p0", "p6"))
        store.perform("t1", lambda now: leave_seat(now, 1, at=AT + 1, by="seat:1"))
        started(store, "t2", series=cup, players=("p8", "p9"))
        call_quietly(store, "t2", "c7", called(AT + 3))
        now = store.table("t2")
        for by, outside in (("p0", False), ("p6", False), ("p8", False), ("p7", True), (None, True)):
            assert is_outside(store, now, "arbiter:a", by) is outside
            rows = store.desk.cases.find(CaseQuery(now=AT + 5, arbiter="arbiter:a", player=by)).cases
            assert bool(rows) is outside

    def test_who_has_entered_the_tournament_of_a_table_is_no_outsider(self, store: Store) -> None:
        """Also between the rounds; whoever plays another tournament is one."""
        rows = store.tournaments.rows
        for table, cup in (("t1", "cup"), ("t2", "shield")):
            started(store, table, tournament=OfTournament(id=cup, round=1, pairing=1))
            rows.put_table(Own(table, cup, 1, 1, 0, 0), None)
        call_quietly(store, "t1", "c7", called(AT + 3))
        rows.put_link("cup", "p6")
        rows.put_link("shield", "p7")
        for player, outside in (("p6", False), ("p7", True), (None, True)):
            assert is_outside(store, store.table("t1"), "arbiter:a", player) is outside
            found = store.desk.cases.find(CaseQuery(now=AT + 5, arbiter="arbiter:a", player=player)).cases
            assert bool(found) is outside

    @pytest.mark.parametrize(
        ("opened_by", "ruled_by", "officer", "why"),
        [
            ("organiser", None, "arbiter:p1", "conflict_of_interest"),
            ("operator", None, "arbiter:p1", "conflict_of_interest"),
            ("operator", None, "operator:x", None),  # there may be nobody else
            ("seat:0", "operator", "arbiter:p1", "ruled_before"),
            ("seat:0", "arbiter:p1", "operator:x", "ruled_before"),
            ("arbiter:p1", None, "operator:x", "conflict_of_interest"),
            ("player:p1", None, "operator:x", "conflict_of_interest"),
            ("opener", "arbiter:p2", "arbiter:p1", None),
        ],
    )
    def test_keys_that_name_one_player_are_one_person(
        self, store: Store, opened_by: str, ruled_by: str | None, officer: str, why: str | None
    ) -> None:
        def author(by: str) -> str:
            for role in ROLES:
                if by == role:
                    return f"{by}:{store.keys.add(role, '', at=AT, scope=Scope(player='p1')).key.id}"
            return by

        case = Case("appealed", "rule", "4", author(opened_by), AT, False, ruled_by=ruled_by and author(ruled_by))
        check_uninvolved(store, case, officer, None)  # a key that names nobody is a person of its own
        check_uninvolved(store, None, officer, "p1")
        if why is None:
            check_uninvolved(store, case, officer, "p1")
            return
        with pytest.raises(RefusedError) as refused:
            check_uninvolved(store, case, officer, "p1")
        assert refused.value.refusal.code == why

    def test_whom_a_table_excludes_claims_nothing(self, store: Store) -> None:
        """Neither beside the chain nor in it."""
        started(store)
        store.desk.excluded.set("t1", ["arbiter:a"], at=AT)
        call_quietly(store, "t1", "c7", called(AT + 3))
        with pytest.raises(RefusedError) as refused:
            claim_case(store, "t1", "c7", at=AT + 4, by="arbiter:a")
        assert refused.value.refusal.code == "conflict_of_interest"
        claim_case(store, "t1", "c7", at=AT + 4, by="arbiter:b", player="p9")
        assert [(row.state, row.quiet) for row in store.desk.cases.of("t1")] == [("claimed", True)]
        stop_for(store, "t1", "c7", "dispute", at=AT + 9, by="arbiter:b")
        decide(store, "t1", "c7", dismissed(AT + 10, by="arbiter:b"))
        assert [(row.state, row.quiet) for row in store.desk.cases.of("t1")] == [("dismissed", False)]

    def test_what_an_excluded_officer_has_claimed_is_let_go_wherever_it_lies(self, store: Store) -> None:
        started(store)
        for case, officer in (("c7", "arbiter:a"), ("c8", "arbiter:b"), ("c9", "arbiter:a")):
            call_quietly(store, "t1", case, called(AT + 3, case=case))
            claim_case(store, "t1", case, at=AT + 4, by=officer)
        stop_for(store, "t1", "c9", "dispute", at=AT + 5, by="arbiter:a")
        store.desk.excluded.set("t1", ["arbiter:a"], at=AT)
        release_excluded(store, "t1", at=AT + 6, by="operator:o")
        states = {row.case: row.state for row in store.desk.cases.of("t1")}
        assert states == {"c7": "open", "c8": "claimed", "c9": "open"}

    def test_whose_decision_is_appealed_is_a_person_with_whatever_key(self, store: Store) -> None:
        started(store)
        call_quietly(store, "t1", "c7", called(AT + 3))
        claim_case(store, "t1", "c7", at=AT + 4, by="arbiter:a", player="p9")
        stop_for(store, "t1", "c7", "dispute", at=AT + 5, by="arbiter:a")
        decide(store, "t1", "c7", dismissed(AT + 6, by="arbiter:a"))
        check_not_ruled(store, store.table("t1"), "arbiter:a", None)
        store.perform("t1", appealed(AT + 7, by="seat:0"))
        check_not_ruled(store, store.table("t1"), "arbiter:b", None)
        check_not_ruled(store, store.table("t1"), "arbiter:b", "p2")
        for by, player in (("arbiter:a", None), ("operator:o", "a")):
            with pytest.raises(RefusedError) as refused:
                check_not_ruled(store, store.table("t1"), by, player)
            assert refused.value.refusal.code == "ruled_before"

    def test_the_clock_is_due_when_a_result_that_waits_is_final(self, store: Store) -> None:
        started(store, confirm=Confirm(window_ms=60_000))
        assert store.listings.clocks_due(AT + 10**9) == ()
        store.perform("t1", end)
        assert store.listings.clocks_due(AT + 9 + 59_999) == ()
        assert store.listings.clocks_due(AT + 9 + 60_000) == ("t1",)

    def test_entries_are_found_by_their_kinds(self, store: Store) -> None:
        head = started(store).book.n
        assert store.numbers_of("t1", ["seat_taken", "table_opened"], head) == [1, 2, 3]
        assert store.numbers_of("t1", ["seat_taken"], 2) == [2]
        assert store.numbers_of("t1", ["rewound_to"], head) == []

    def test_a_quiet_call_tells_the_table_nothing_until_the_end(self, store: Store) -> None:
        """Filed, claimed and dismissed while the game goes on; then entries with its own time."""
        now, row = started(store), store.listings.one("t1")
        said = [call_quietly(store, "t1", "c7", action) for action in DISMISSED]
        assert [entry.case for entries in said for entry in entries or ()] == ["c7"] * 3
        assert (store.table("t1"), store.listings.one("t1")) == (now, row)
        look_quietly(store, "t1", **SEEN, case="c7")
        store.perform("t1", stop)
        assert (evidence_of(store), len(store.desk.calls.waiting("t1"))) == ([], 3)
        (quiet,) = store.desk.cases.of("t1")
        assert (quiet.state, quiet.quiet, quiet.filed_at, quiet.decided_by) == ("dismissed", True, AT + 3, "arbiter:a")
        ended = store.perform("t1", lambda now: abandon(now, "other", at=AT + 20, by="operator"))
        assert [sealed.kind for sealed in ended.entries] == [
            "table_abandoned",
            "case_opened",
            "case_claimed",
            "case_dismissed",
            "evidence_viewed",
            "secrets_opened",
        ]
        assert [kept.n for kept in store.desk.calls.of("t1")] == [sealed.n for sealed in ended.entries[1:4]]
        (listed,) = store.desk.cases.of("t1")
        assert (listed.state, listed.quiet, listed.due) == ("dismissed", False, AT + 20 + DAY_MS)
        assert misstated_cases((listed,), store.table("t1").book) == ()
        assert call_quietly(store, "t1", "c7", appealed(AT + 21)) is None
        assert call_quietly(store, "t1", "c8", called(AT + 21)) is None

    def test_an_officer_lets_a_quiet_call_in(self, store: Store) -> None:
        started(store)
        for case in ("c7", "c8"):
            call_quietly(store, "t1", case, called(AT + 3, case=case))
        stopped = stop_for(store, "t1", "c7", "dispute", at=AT + 9, by="arbiter:a")
        assert [sealed.kind for sealed in stopped.entries] == ["paused", "case_opened"]
        assert [said.entry.case for said in store.desk.calls.waiting("t1")] == ["c8"]
        again = stop_for(store, "t1", "c7", "dispute", at=AT + 9, by="arbiter:a")
        assert (again.entries, again.table) == ((), store.table("t1"))
        store.perform("t1", claimed(AT + 10))
        assert [(row.case, row.state, row.quiet) for row in store.desk.cases.of("t1")] == [
            ("c7", "claimed", False),
            ("c8", "open", True),
        ]

    def test_a_call_while_the_end_is_being_written_enters_all_the_same(self, store: Store) -> None:
        """Also where a call that waited is decided meanwhile."""
        started(store)
        call_quietly(store, "t1", "c7", called(AT + 3))
        calls: list[Table] = []

        def ending(now: Table) -> Written:
            calls.append(now)
            if len(calls) == 2:
                call_quietly(store, "t1", "c7", claimed(AT + 4))
            return end(now)

        ended = store.perform("t1", ending)
        assert [sealed.kind for sealed in ended.entries][-3:] == ["case_opened", "case_claimed", "secrets_opened"]

    def test_a_call_that_is_refused_leaves_nothing(self, store: Store) -> None:
        started(store)
        with pytest.raises(BookError):
            call_quietly(store, "t1", "c7", claimed(AT + 3))
        assert (store.desk.calls.of("t1"), store.desk.cases.of("t1")) == ((), ())

    def test_cases_are_listed_overdue_first_and_then_the_oldest(self, store: Store) -> None:
        started(store, "t2", by="organiser:o", series=Series(id="cup", number=1))
        started(store)
        for table, case, at in (("t2", "new", 9), ("t1", "old", 3), ("t2", "late", 5), ("t1", "mid", 6)):
            call_quietly(store, table, case, called(AT + at, case=case))
        for case in ("old", "mid", "new"):
            table = "t2" if case == "new" else "t1"
            call_quietly(store, table, case, claimed(AT + 10, "arbiter:b", case))

        def found(**query: Any) -> list[str]:
            page = store.desk.cases.find(CaseQuery(now=AT + 5 + UNCLAIMED_MS, **query))
            return [row.case for row in page.cases]

        assert found() == ["late", "old", "mid", "new"]
        assert found(overdue=True) == ["late"]
        assert (found(state="open"), found(about="clock")) == (["late"], [])
        assert (found(table="t1"), found(claimed_by="arbiter:b")) == (["old", "mid"], ["old", "mid", "new"])
        assert found(sees_all=False, sees_opener="organiser:o") == ["late", "new"]
        assert found(sees_all=False, sees_opener="organiser:o", sees_series="league") == []
        store.desk.excluded.set("t2", ["arbiter:b"], at=AT)
        assert (found(arbiter="arbiter:b"), found(arbiter="arbiter:c")) == (["old", "mid"], found())
        holder = store.table("t1").book.holders[0]
        assert holder is not None
        assert (found(player=holder.player), found(player="p_nobody")) == ([], found())
        row = store.desk.cases.named("mid")
        assert row is not None
        assert (row.table, store.desk.cases.named("none")) == ("t1", None)
        told, cursor = [], None
        for _ in range(4):
            page = store.desk.cases.find(CaseQuery(now=AT + 5 + UNCLAIMED_MS, limit=1, cursor=cursor))
            told += [row.case for row in page.cases]
            cursor = page.cursor
        assert (told, cursor) == (found(), None)
        with pytest.raises(BadCursorError):
            found(cursor="t1/none")

    def test_whoever_waits_hears_of_cases_beside_the_chain_and_in_it(self, store: Store) -> None:
        """And of nothing else: not of an action."""
        started(store)
        things: tuple[Callable[[], object], ...] = (
            lambda: call_quietly(store, "t1", "c7", called(AT + 3)),
            lambda: call_quietly(store, "t1", "c7", claimed(AT + 4)),
            lambda: stop_for(store, "t1", "c7", "dispute", at=AT + 5, by="arbiter:a"),
            lambda: decide(store, "t1", "c7", dismissed(AT + 6)),
        )
        for thing in things:
            before = store.desk.cases.signs()
            assert not store.desk.wait(before, 0)
            with ThreadPoolExecutor(1) as waits:
                heard = waits.submit(store.desk.wait, before, 60)
                thing()
                assert heard.result(60)

    def test_a_case_that_comes_to_another_state_is_due_anew(self, store: Store) -> None:
        started(store)
        call_quietly(store, "t1", "c7", called(AT + 3))
        states = []
        for action in (claimed(AT + 4), dismissed(AT + 5), appealed(AT + 6), claimed(AT + 7, "arbiter:b")):
            (row,) = store.desk.cases.of("t1")
            states.append((row.state, row.since, row.due))
            call_quietly(store, "t1", "c7", action)
        assert states == [
            ("open", AT + 3, AT + 3 + UNCLAIMED_MS),
            ("claimed", AT + 4, None),
            ("dismissed", AT + 5, AT + 5 + DAY_MS),
            ("appealed", AT + 6, AT + 6 + UNCLAIMED_MS),
        ]
