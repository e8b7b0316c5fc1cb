"""Results that a ruling gives, the settlement of a result while cases are open, and records that officers verify."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.messages import Concede
from domain.kernel.setup import Outcome, Place
from domain.record.canonical import b64
from domain.record.cases import DAY_MS
from domain.record.desk import (
    CaseClaimed,
    CaseClosed,
    CaseOpened,
    Finding,
    Measure,
    ResultAdjusted,
    RulingMade,
    Verified,
    VerifiedHead,
)
from domain.record.entries import Confirm, GameFinished, RewoundTo
from domain.table.pausing import pause
from domain.table.play import refusal_of
from domain.table.results import accept_result, adjust_result, confirm, confirm_due, note_verified
from domain.table.seating import abandon
from domain.table.writing import Batch
from tests.table.test_book import refusal
from tests.table.test_clock import LONG
from tests.table.test_pausing import code
from tests.table.test_rewinding import back
from tests.table.world import AT, World, refolded

ARBITER = "arbiter:a"
WINDOW = 600_000
SEAT_1 = Outcome(
    places=(Place(place=1, seats=(1,)), Place(place=2, seats=(0,))), ended_by="ruling", reason="ruling", points=(0, 9)
)
PASSED: Any = ("passed",) * 12 + ("not_possible",)


def stopped(world: World) -> World:
    """Stop the play, as an arbiter."""
    world.keep(pause(world.table, "arbiter", "dispute", at=AT, by=ARBITER))
    return world


def ruled(world: World, *measures: Measure, at: int = AT, finding: Finding = "infraction") -> World:
    """Let an arbiter claim and decide a case of an operator, which nobody contests."""
    batch = Batch(world.table, at)
    for cls, members in (
        (CaseOpened, {"moment": "4", "about": "rule", "stops_play": False, "filed_at": at}),
        (CaseClaimed, {}),
        (RulingMade, {"finding": finding, "grounds": (), "measures": measures}),
    ):
        made: Any = cls
        by = "operator" if cls is CaseOpened else ARBITER
        batch.write(made(n=batch.n, at=batch.at, by=by, case="c1", **members))
    world.keep(batch.done())
    return world


def adjust(world: World, outcome: Outcome = SEAT_1, *, at: int = AT, by: str = ARBITER) -> World:
    """Put another result there."""
    world.keep(adjust_result(world.table, outcome, "c1", at=at, by=by))
    return world


def finished(**opening: Any) -> World:
    """Play a table whose result waits to its end."""
    return World(confirm=Confirm(window_ms=WINDOW), **opening).started().play()


def test_a_ruling_ends_a_game_that_runs_and_any_pause_of_it() -> None:
    world = adjust(ruled(stopped(World(options=LONG).started()), "result"))
    assert world.kinds()[-3:] == ["result_adjusted", "result_confirmed", "secrets_opened"]
    book = world.table.book
    assert (book.status, book.pause, book.finished, book.outcome) == ("confirmed", None, None, SEAT_1)
    assert refolded(world.entries) == world.table


def test_a_ruling_puts_another_result_in_place_of_the_one_that_waits() -> None:
    """Who had accepted the other one accepts anew, and so does nobody before the case is over."""
    world = finished(appeal_ms=5_000)
    world.keep(accept_result(world.table, 0, at=AT, by="seat:0"))
    ruled(world, "result")
    assert confirm_due(world.table) == AT + WINDOW
    adjust(world)
    book = world.table.book
    assert book.finished is not None
    assert book.result is not None
    assert (book.status, book.outcome, book.result.accepted) == ("finished", SEAT_1, frozenset())
    for seat in range(2):
        world.keep(accept_result(world.table, seat, at=AT, by=f"seat:{seat}"))
    assert confirm_due(world.table) == AT + 5_000, "the ruling may be appealed"
    assert world.keep(confirm(world.table, at=AT + 4_999)).book.status == "finished"
    assert world.keep(confirm(world.table, at=AT + 5_000)).book.status == "confirmed"
    assert refolded(world.entries) == world.table


def test_nothing_is_confirmed_while_an_officer_has_to_decide() -> None:
    world = finished(appeal_ms=0)
    batch = Batch(world.table, AT)
    opened = CaseOpened(
        n=batch.n, at=AT, by="seat:0", case="c1", moment="4", about="rule", stops_play=False, filed_at=AT
    )
    batch.write(opened)
    world.keep(batch.done())
    assert confirm_due(world.table) is None
    assert world.keep(confirm(world.table, at=AT + 10 * WINDOW)).book.status == "finished"
    batch = Batch(world.table, AT + 10 * WINDOW)
    batch.write(CaseClaimed(n=batch.n, at=batch.at, by=ARBITER, case="c1"))
    ruling = RulingMade(
        n=batch.n, at=batch.at, by=ARBITER, case="c1", finding="no_infraction", grounds=(), measures=("none",)
    )
    batch.write(ruling)
    batch.write(CaseClosed(n=batch.n, at=batch.at, by="clock", case="c1"))
    world.keep(batch.done())
    assert world.keep(confirm(world.table, at=AT + 10 * WINDOW)).book.status == "confirmed"


def test_until_the_time_to_file_is_over_a_final_result_may_become_another() -> None:
    """The rules' own stays in the book beside it, and the secrets stay open."""
    world = ruled(World().started().play(), "result")
    found = world.table.book.outcome
    adjust(world, at=AT + DAY_MS)
    book = world.table.book
    assert (book.status, book.secrets_open, book.outcome, book.result) == ("confirmed", True, SEAT_1, None)
    assert book.finished is not None
    assert book.finished.outcome == found != SEAT_1
    assert refolded(world.entries) == world.table
    assert code(adjust_result, world.table, SEAT_1, "c1", at=AT + DAY_MS + 1, by=ARBITER) == "adjusted_too_late"


def test_who_accepts_by_itself_does_so_again() -> None:
    world = World(confirm=Confirm(window_ms=WINDOW), options=LONG).started()
    world.act(Concede(), seat=1)
    adjust(ruled(world, "result"))
    assert world.kinds()[-2:] == ["result_adjusted", "result_accepted"]
    assert world.last().seat == 1


def test_a_ruling_that_ends_the_game_waits_like_any_other_result() -> None:
    world = World(confirm=Confirm(window_ms=WINDOW), options=LONG).started()
    adjust(ruled(stopped(world), "result", at=AT + 3), at=AT + 3)
    assert world.table.book.status == "finished"
    assert confirm_due(world.table) == AT + 3 + DAY_MS
    back(world, 4)
    book = world.table.book
    assert (book.status, book.adjusted, book.outcome, book.pause) == ("running", None, None, None)


def given_up() -> World:
    """Return a table that was given up."""
    world = World().started()
    world.keep(abandon(world.table, "void", at=AT, by="operator"))
    return world


@pytest.mark.parametrize(
    ("world", "outcome", "by", "why"),
    [
        (lambda: World().seated(), SEAT_1, ARBITER, "nothing_to_adjust"),
        (given_up, SEAT_1, ARBITER, "nothing_to_adjust"),
        (finished, SEAT_1, ARBITER, "not_ruled_so"),
        (lambda: ruled(finished(), "words"), SEAT_1, ARBITER, "not_ruled_so"),
        (lambda: ruled(finished(), "result"), SEAT_1, "arbiter:b", "not_ruled_so"),
        (
            lambda: ruled(finished(), "result"),
            Outcome(places=(Place(place=1, seats=(2,)),), ended_by="ruling", reason="ruling"),
            ARBITER,
            "bad_result",
        ),
        (
            lambda: ruled(finished(), "result"),
            Outcome(places=(), points=(1,), ended_by="ruling", reason="ruling"),
            ARBITER,
            "bad_result",
        ),
    ],
)
def test_whose_result_is_refused(world: Any, outcome: Outcome, by: str, why: str) -> None:
    assert code(adjust_result, world().table, outcome, "c1", at=AT, by=by) == why


def test_what_nobody_writes_of_a_result() -> None:
    world = ruled(finished(), "result")
    plain = Outcome(places=SEAT_1.places, ended_by="play", reason="x")
    said: dict[str, Any] = {"by": ARBITER, "case": "c1"}
    assert refusal(world.table, ResultAdjusted, outcome=plain, **said) == "a ruling gives its result by itself"
    partly = Outcome(places=SEAT_1.places[:1], ended_by="ruling", reason="ruling")
    assert refusal(world.table, ResultAdjusted, outcome=partly, **said) == "a ruling places every seat"
    running = World(options=LONG).started()
    assert refusal(running.table, GameFinished, outcome=SEAT_1) == "no rules end a game by a ruling"


def test_a_rewind_names_the_case_of_whoever_ruled_so() -> None:
    world = ruled(stopped(World(options=LONG).started()), "rewind")
    to = world.table.book.started
    said: dict[str, Any] = {"to": to, "reason": "infraction", "case": "c1"}
    back(world, 4, case="c1", reason="infraction")
    assert (world.kinds()[-2:], world.last().cause) == (["rewound_to", "paused"], "case:c1")
    assert refusal(world.table, RewoundTo, by="arbiter:b", **said) == "arbiter:b has not ruled so on the case c1"


# Tables whose secrets never open.


def closed() -> World:
    """Return a table that has ended and keeps its secrets."""
    return World(secrets_open_at="never").started().play()


@pytest.mark.parametrize("wrong", [True, False])
def test_an_officer_says_what_was_verified(wrong: bool) -> None:
    world = closed()
    head = VerifiedHead(n=world.table.book.n, hash=b64(world.table.book.head))
    checks: Any = (*PASSED[:9], "failed", *PASSED[10:]) if wrong else PASSED
    world.keep(note_verified(world.table, checks, at=AT, by=ARBITER))
    assert world.last() == Verified(
        n=head.n + 1, at=AT, by=ARBITER, checks=checks, result="wrong" if wrong else "good", head=head
    )
    assert refolded(world.entries) == world.table


@pytest.mark.parametrize(
    ("world", "by", "why"),
    [
        (lambda: World().started().play(), ARBITER, "secrets_open_here"),
        (lambda: World(secrets_open_at="never").started(), ARBITER, "not_over_yet"),
        (closed, "arbiter:p1", "conflict_of_interest"),
        (closed, "organiser:o", "conflict_of_interest"),
    ],
)
def test_who_cannot_say_what_was_verified(world: Any, by: str, why: str) -> None:
    assert code(note_verified, world().table, PASSED, at=AT, by=by) == why


@pytest.mark.parametrize(
    ("members", "why"),
    [
        ({"result": "wrong"}, "what was found is not what the checks say"),
        ({"head": VerifiedHead(n=999, hash="A" * 43)}, "entry 999 comes later"),
    ],
)
def test_what_nobody_says_of_a_verification(members: dict[str, Any], why: str) -> None:
    head = VerifiedHead(n=1, hash="A" * 43)
    said = {"checks": PASSED, "result": "good", "head": head, "by": ARBITER, **members}
    assert refusal(closed().table, Verified, **said) == why


def test_secrets_that_open_need_no_word_of_an_officer() -> None:
    said = {"checks": PASSED, "result": "good", "head": VerifiedHead(n=1, hash="A" * 43), "by": ARBITER}
    table = World().started().play().table
    assert refusal(table, Verified, **said) == "the secrets of this table open, and everybody can verify it"


def test_nobody_acts_once_a_ruling_has_ended_the_game() -> None:
    """To the rules it would go on: whoever was awaited is told, and everybody else too."""
    world = adjust(ruled(stopped(World().started()), "result"))
    for seat in (0, 1):
        refused = refusal_of(world.table, seat, Concede())
        assert refused is not None
        assert (refused.code, refused.category, refused.rule) == ("game_over", "over", "table: status")
