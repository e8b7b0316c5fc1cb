"""What processes remember of a shared database, in a file and in PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.ledger.following import Following, Stored
from domain.ledger.foreign import MANY, WRITERS, Foreign
from tests.ledger.following_suite import FollowingSuite
from tests.ledger.postgres import Postgres


class TestFollowingInAFile(FollowingSuite):
    """The suite in a file."""

    @pytest.fixture
    def url(self, tmp_path: Path) -> str:
        """Name a new file."""
        return str(tmp_path / "tables.db")


class TestFollowingInPostgres(FollowingSuite):
    """The suite in PostgreSQL."""

    @pytest.fixture
    def url(self, postgres: Postgres) -> str:
        """Name the database as the service does."""
        return postgres.service


def test_what_a_look_tells_of_leaves_the_version_as_it_is() -> None:
    """Unless something else makes an answer wrong, or entries are missing that were there."""
    following, told = Following(), list[str]()
    following.tell = told.append
    following.see(0, [Stored(1, "t1")], last=1)
    assert (following.version, following.place, told) == (1, 1, [])
    following.see(0, [Stored(2, "t1"), Stored(3, "t2")], last=3)
    assert (following.version, following.place, told) == (1, 3, ["t1", "t2"])
    following.see(1, [Stored(4, "t1")], last=4)
    assert (following.version, following.place) == (2, 4)
    following.see(1, [], last=3)
    assert (following.version, following.place) == (3, 3)
    following.lose()
    assert (following.version, following.place) == (4, None)
    assert told == ["t1", "t2"]


def test_a_look_without_anybody_who_listens_is_one_all_the_same() -> None:
    following = Following()
    for place in (1, 2):
        following.see(0, [Stored(place, "t1")], last=place)
    assert following.version == 1


def test_rows_are_ours_until_a_look_has_told_of_them() -> None:
    """Their transactions are named by 32 bits; one whose end is in doubt is another's."""
    foreign = Foreign()
    first = 7 * WRITERS + 5
    for transaction in (first, first + 1, first + 2):
        foreign.ours(transaction)
    assert [foreign.wrote(writer) for writer in (4, 5, 6, 7, 8)] == [False, True, True, True, False]
    foreign.followed(f"{first}:{first + 3}:{first + 1}")
    assert [foreign.wrote(writer) for writer in (5, 6, 7)] == [False, True, False]
    foreign.doubt(first + 1)
    assert not foreign.wrote(6)


def test_only_so_many_of_ours_are_known() -> None:
    """Nobody looks while nobody else writes; then the older ones are read as others'."""
    foreign = Foreign()
    for transaction in range(MANY + 1):
        foreign.ours(transaction)
    assert [foreign.wrote(writer) for writer in (0, MANY - 1, MANY)] == [False, False, True]
