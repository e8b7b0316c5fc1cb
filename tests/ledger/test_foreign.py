"""Who else has written to PostgreSQL, told from its snapshots alone."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.ledger.foreign import MANY, STILL, Foreign


@pytest.mark.parametrize(
    ("snapshots", "changes"),
    [
        (["5:5:", "5:5:", "5:5:"], 0),
        (["5:5:", "6:6:"], 1),
        (["5:7:5,6", "5:7:5,6"], 0),
        (["5:7:5,6", "5:7:5"], 1),
        (["5:7:5", "5:7:5", "7:7:"], 1),
        (["5:7:5", "7:7:", "7:7:"], 1),
        (["5:7:5", "7:9:8"], 1),
        (["5:5:", "5:6:5", "6:6:"], 1),
        (["100:100:", "60:60:"], 1),
        (["5:9:5,8", "5:8:5"], 1),
        (["5:5:", f"{MANY}:{MANY}:", f"{2 * MANY + 1}:{2 * MANY + 1}:"], 2),
    ],
)
def test_a_transaction_of_others_is_counted_when_it_has_ended(snapshots: list[str], changes: int) -> None:
    """Once; and everything counts that another server says."""
    foreign = Foreign()
    first, *_, last = [foreign.count(snapshot) for snapshot in snapshots]
    assert last - first == changes


@pytest.mark.parametrize(
    "snapshots", [["5:5:", "7:7:"], ["5:5:", "5:7:5", "7:7:"], ["5:5:", "5:7:5,6", "6:7:6", "7:7:"]]
)
def test_what_was_noted_is_ours(snapshots: list[str]) -> None:
    foreign = Foreign()
    first = foreign.count(snapshots[0])
    for transaction in (5, 6):
        foreign.ours(transaction)
    assert {foreign.count(snapshot) for snapshot in snapshots[1:]} == {first}
    assert foreign.count("8:8:") == first + 1


def test_a_snapshot_that_is_older_than_the_last_one_is_counted() -> None:
    """What its look has not found may be stored by then: no number is that of both."""
    foreign = Foreign()
    foreign.count("5:7:5")
    before = foreign.count("7:7:")
    assert foreign.count("5:7:5") == before + 1
    assert foreign.count("7:7:") == before + 2


def test_a_snapshot_does_not_name_the_transaction_that_it_was_taken_in() -> None:
    """Though one that came later may have ended before it; its own end is seen once."""
    foreign = Foreign()
    foreign.count("5:5:")
    foreign.ours(5)
    before = foreign.count("7:7:", own=5)
    assert foreign.count("5:7:5") == before
    assert foreign.count("7:7:") == before


def test_a_server_that_started_anew_is_another_one() -> None:
    foreign = Foreign()
    first = foreign.count("5:5:", server="at noon")
    assert foreign.count("5:5:", server="at noon") == first
    assert foreign.count("5:5:", server="at one") == first + 1


def test_each_server_after_the_first_is_counted() -> None:
    """Also one that comes back: what was read on the one in between counts for nothing."""
    foreign = Foreign()
    counted = []
    for server in ("first", "first", "second", "second", "first"):
        foreign.count("5:5:", server=server)
        counted.append(foreign.servers)
    assert counted == [0, 0, 1, 1, 2]


def test_what_was_ours_on_another_server_is_not_ours_on_this_one() -> None:
    """After a standby has taken over without the last transactions, which it gives to others; its own one is ours."""
    foreign = Foreign()
    foreign.count("5:5:", server="first")
    foreign.ours(6)
    foreign.ours(5)
    before = foreign.count("5:6:5", own=5, server="second")
    assert foreign.count("6:6:", server="second") == before
    assert foreign.count("7:7:", server="second") == before + 1


def test_nobody_else_is_expected_once_looks_have_told_of_nobody_for_long() -> None:
    foreign = Foreign()
    told = []
    while foreign.expected() is None:
        told.append(foreign.count("5:5:"))
    assert len(told) == STILL + 1
    assert foreign.expected() == told[-1]
    foreign.doubt(5)
    assert foreign.expected() is None


def test_another_server_may_give_the_same_numbers() -> None:
    """To a transaction of others, after a standby has taken over without the last ones."""
    foreign = Foreign()
    before = foreign.count("5:5:")
    foreign.ours(5)
    foreign.forget()
    now = foreign.count("5:5:")
    assert now != before
    assert foreign.count("6:6:") == now + 1


def test_one_of_ours_whose_end_was_not_heard_of_is_anothers() -> None:
    """When it is doubted, since it may have ended before, and again when it ends after all."""
    foreign = Foreign()
    before = foreign.count("5:5:")
    foreign.ours(5)
    foreign.doubt(5)
    doubted = foreign.count("5:6:5")
    assert doubted > before
    assert foreign.count("6:6:") > doubted


def test_a_transaction_that_runs_for_long_costs_nothing() -> None:
    """One of another database keeps `xmin` back; those that have ended since then are looked at once."""
    foreign = Foreign()
    first = foreign.count("5:6:5")
    for most in range(7, 3 * MANY, MANY // 2):
        for transaction in range(most - MANY // 2, most):
            foreign.ours(transaction)
        assert foreign.count(f"5:{most}:5") == first
    assert foreign.count(f"{3 * MANY}:{3 * MANY}:") > first


class Begun(NamedTuple):
    """A transaction of the server: whose it is, and its parts."""

    number: int
    ours: bool
    parts: tuple[int, ...]


class Model:
    """A server as far as its snapshots go; the manual says what stands in them."""

    def __init__(self) -> None:
        self.foreign = Foreign()
        self.next = 100
        self.completed = 99
        self.running: list[Begun] = []
        self.others_ended = self.others_seen = False

    def begin(self, *, ours: bool, parts: int) -> None:
        """Begin a transaction with so many parts, which only others have."""
        number, *rest = range(self.next, self.next + 1 + (0 if ours else parts))
        self.next = number + 1 + len(rest)
        self.running.append(Begun(number, ours, tuple(rest)))
        self.others_seen |= not ours
        if ours:
            self.foreign.ours(number)

    def end(self, place: int) -> None:
        """End one of them, for good or not."""
        if self.running:
            ended = self.running.pop(place % len(self.running))
            self.completed = max(self.completed, ended.number, *ended.parts)
            self.others_ended |= not ended.ours

    def snapshot(self) -> str:
        """Write a snapshot as the server does: parts are not listed, nor what lies beyond the last that ended."""
        most = self.completed + 1
        least = min([each.number for each in self.running], default=most)
        listed = sorted(each.number for each in self.running if each.number < most)
        return f"{min(least, most)}:{most}:{','.join(map(str, listed))}"


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("begin"), st.booleans(), st.integers(0, 2)),
        st.tuples(st.just("end"), st.integers(0, 9)),
        st.just(("look",)),
    ),
    max_size=40,
)


@given(STEPS)
def test_no_end_of_anothers_transaction_is_missed_and_ours_alone_change_nothing(
    steps: list[tuple[object, ...]],
) -> None:
    """Whatever the order in which transactions begin, end and are looked for."""
    model = Model()
    seen = model.foreign.count(model.snapshot())
    for step in [*steps, ("look",)]:
        match step:
            case ("begin", bool(ours), int(parts)):
                model.begin(ours=ours, parts=parts)
            case ("end", int(place)):
                model.end(place)
            case _:
                now = model.foreign.count(model.snapshot())
                assert now != seen or not model.others_ended
                assert now == seen or model.others_seen
                seen, model.others_ended = now, False
