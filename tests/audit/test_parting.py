"""Where two tables part: their facts side by side."""

from __future__ import annotations

from domain.audit.parting import Parting, lived, parting
from domain.audit.timeline import Address, Timeline
from domain.kernel.seats import ARBITER, SPECTATOR
from domain.record.lines import read, split
from tests.audit.tables import Game, Played, unfinished, went_back


def line(played: Played) -> Timeline:
    return Timeline(read(split(played.record())))


def test_a_table_goes_the_same_way_as_itself() -> None:
    whole = line(unfinished())
    assert parting(whole, whole, ARBITER) == Parting(len(lived(whole, ARBITER)), None, None)


def test_a_table_that_ends_early_has_nothing_more() -> None:
    some, more = (line(Game("chanic_panic", 2, table="t").start().play(count).done()) for count in (3, 5))
    found = parting(some, more, SPECTATOR)
    assert (found.shared, found.first) == (len(lived(some, SPECTATOR)), None)
    assert found.second is not None
    assert found.second == Address(len(some) + 1, 0)
    assert parting(more, some, SPECTATOR) == Parting(found.shared, found.second, None)


def test_what_was_taken_back_is_left_out() -> None:
    table = line(went_back())
    assert table.taken_back
    assert not {address.n for address, _ in lived(table, ARBITER)} & table.taken_back
