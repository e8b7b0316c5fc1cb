"""Who else has written to PostgreSQL, told from its snapshots alone."""

from __future__ import annotations

import pytest

from domain.ledger.foreign import MANY, Foreign


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


def test_another_server_may_give_the_same_numbers() -> None:
    """To a transaction of others, after a standby has taken over without the last ones."""
    foreign = Foreign()
    before = foreign.count("5:5:")
    foreign.ours(5)
    foreign.forget()
    now = foreign.count("5:5:")
    assert now != before
    assert foreign.count("6:6:") == now + 1
