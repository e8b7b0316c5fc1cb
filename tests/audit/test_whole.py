"""A copy taken apart for a store is what the service had stored; other copies are refused."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.audit.opened import read_record
from domain.audit.timeline import TimelineError
from domain.audit.whole import whole
from domain.kernel.seats import ARBITER, SPECTATOR, seat_viewer
from domain.record.canonical import canonical
from domain.record.chain import SealedEntry
from tests.audit.forging import Forgery
from tests.audit.tables import OTHERS, SECRETS, Played, duel, four, given_up, harbour, unfinished, went_back


def stored(entry: SealedEntry) -> tuple[object, ...]:
    """Return what is stored of an entry, values as JSON has them, seats in no order."""
    hidden = [(pointer, canonical(value), frozenset(seats)) for pointer, value, seats in entry.secrets]
    return entry.n, entry.kind, entry.public, entry.hash, hidden


@pytest.mark.parametrize("table", [duel, four, harbour, went_back, given_up, *OTHERS])
def test_a_full_copy_gives_what_the_service_had_stored(table: Callable[[], Played]) -> None:
    """Values, audiences and both secrets; which request wrote an entry is in no record."""
    played = table()
    taken = whole(read_record(played.record(ARBITER)))
    assert taken.secrets == SECRETS
    assert list(map(stored, taken.entries)) == list(map(stored, played.entries))


@pytest.mark.parametrize("table", [duel, four, harbour, went_back, unfinished, *OTHERS])
def test_a_spectators_copy_gives_what_everybody_may_see(table: Callable[[], Played]) -> None:
    played = table()
    taken = whole(read_record(played.record(SPECTATOR)))
    assert taken.secrets is None
    assert taken.entries == tuple(entry._replace(request=None, secrets=()) for entry in played.entries)


def test_copies_that_are_neither_are_refused() -> None:
    with pytest.raises(TimelineError, match="the copy was made for seat:1"):
        whole(read_record(duel().record(seat_viewer(1))))
    with pytest.raises(TimelineError, match="a full one, and its secrets are closed"):
        whole(read_record(unfinished().record(ARBITER)))
    forged = Forgery(duel())
    del next(line for line in forged.lines if "opened" in line)["opened"]
    with pytest.raises(TimelineError, match=r"line \d+: the copy does not open all that the entry hides"):
        whole(read_record(forged.text()))
    forged = Forgery(duel())
    forged.header["game"] = "whist"
    with pytest.raises(TimelineError, match="no game called 'whist'"):
        whole(read_record(forged.text()))
