"""Casters at a table: who may be cast, and what is written."""

from __future__ import annotations

import pytest

from domain.kernel.refusals import RefusedError
from domain.record.casters import Casting
from domain.record.entries import OfTournament
from domain.table.casting import admit_caster, check_castable, dismiss_caster
from domain.table.table import Table
from tests.table.world import AT, World


def admitted(table: Table, *seats: int, player: str = "c") -> Table:
    return admit_caster(table, 1, seats, player=player, name_hash="h", at=AT, by="opener").table


def test_only_taken_seats_of_a_table_that_goes_on_are_cast() -> None:
    waiting, ended = World().table, World(options={"rounds": 1}).started().play().table
    for table, seats, expected in (
        (waiting, (0,), "seat_not_taken"),
        (waiting, (9,), "no_such_seat"),
        (waiting, (), "no_caster_seats"),
        (ended, (0,), "table_over"),
    ):
        with pytest.raises(RefusedError) as caught:
            check_castable(table, seats)
        assert caught.value.refusal.code == expected


def test_nobody_casts_where_others_are_dealt_the_same() -> None:
    with pytest.raises(RefusedError) as caught:
        check_castable(World(tournament=OfTournament(id="cup", round=1, pairing=1, board=1)).started().table, (0,))
    assert caught.value.refusal.code == "closed_board"


def test_a_caster_sees_since_its_first_entry() -> None:
    """Its token given anew writes an entry and changes nothing; other seats or another person begin anew."""
    table = admitted(World().started().table, 1, 0)
    n = table.book.n
    casting = Casting("c", frozenset({0, 1}), n)
    assert table.book.casters == {1: casting}
    assert admitted(table, 0, 1).book.casters == {1: casting}
    assert admitted(table, 0).book.casters == {1: Casting("c", frozenset({0}), n + 1)}
    assert admitted(table, 0, 1, player="d").book.casters == {1: Casting("d", frozenset({0, 1}), n + 1)}


def test_whoever_casts_is_dismissed_once() -> None:
    table = admitted(World().started().table, 0)
    gone = dismiss_caster(table, 1, at=AT, by="opener")
    assert (gone.table.book.casters, len(gone.entries)) == ({}, 1)
    assert dismiss_caster(gone.table, 1, at=AT, by="opener").entries == ()
