"""A copy cut down here is, byte for byte, the copy that the service gives."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from domain.audit.copies import copy_for, opens_secrets
from domain.audit.hidden import open_sealed
from domain.audit.opened import open_entry, read_record
from domain.audit.timeline import TimelineError
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, every_viewer, seat_viewer
from domain.record.lines import Record, read, split
from tests.audit.forging import Forgery
from tests.audit.tables import (
    OTHERS,
    Played,
    duel,
    four,
    given_up,
    harbour,
    unfinished,
    went_back,
    worded,
    worded_so_far,
)

TABLES = (duel, four, harbour, went_back, given_up, worded, worded_so_far, unfinished, *OTHERS)


def cut(record: Record, viewer: Viewer) -> bytes:
    return b"".join(line + b"\n" for line in copy_for(record, viewer))


def parsed(played: Played, viewer: Viewer = ARBITER) -> Record:
    return read(split(played.record(viewer)))


@pytest.mark.parametrize("table", TABLES)
def test_every_viewer_gets_the_copy_that_the_service_gives(table: Callable[[], Played]) -> None:
    played = table()
    seats = played.table.setup.seats
    several = Viewer(frozenset(range(seats - 1)))
    for viewer in (*every_viewer(seats), several):
        assert cut(parsed(played), viewer) == played.record(viewer)


@pytest.mark.parametrize("table", TABLES)
def test_a_spectators_copy_comes_from_any_copy(table: Callable[[], Played]) -> None:
    played = table()
    for viewer in every_viewer(played.table.setup.seats):
        assert cut(parsed(played, viewer), SPECTATOR) == played.record(SPECTATOR)


def test_what_a_copy_does_not_hold_cannot_be_made_of_it() -> None:
    with pytest.raises(TimelineError, match=r"line \d+: this copy does not open /facts/.*, which seat:1 may see"):
        cut(parsed(duel(), seat_viewer(0)), seat_viewer(1))


def test_what_the_viewer_may_not_see_is_left_out_even_if_the_copy_opens_it_wrongly() -> None:
    forged = Forgery(duel(), seat_viewer(0))
    line = next(line for line in forged.lines if "opened" in line)
    line["opened"]["/nowhere"] = ["H1", "AAAAAAAAAAAAAAAAAAAAAA"]
    assert cut(read(split(forged.text())), SPECTATOR) == duel().record(SPECTATOR)


def test_a_game_that_is_not_installed_is_said() -> None:
    forged = Forgery(duel())
    forged.header["game"] = "whist"
    with pytest.raises(TimelineError, match="no game called 'whist'"):
        cut(read(split(forged.text())), SPECTATOR)


def test_an_entry_that_cannot_be_read_is_said_with_its_line() -> None:
    forged = Forgery(duel())
    forged.entry(5)["kind"] = "surprise"
    with pytest.raises(TimelineError, match="line 6: "):
        cut(read(split(forged.text())), SPECTATOR)


@pytest.mark.no_cover
@pytest.mark.parametrize("table", TABLES)
def test_a_closed_copy_ends_before_the_entry_that_opens_the_secrets(table: Callable[[], Played]) -> None:
    """Whoever has a copy with the secrets computes every hand; a closed copy is what the viewer had before."""
    played = table()
    before = [entry for entry in played.entries if entry.kind != "secrets_opened"]
    ended = played._replace(entries=tuple(before))
    for viewer in every_viewer(played.table.setup.seats):
        for source in (played, ended):
            closed = b"".join(line + b"\n" for line in copy_for(parsed(source), viewer, closed=True))
            assert closed == ended.record(viewer)
            assert not opens_secrets(read(split(closed)))
    assert opens_secrets(parsed(played)) is played.table.book.secrets_open
    assert not opens_secrets(parsed(ended))


def test_an_entry_without_a_kind_opens_no_secrets() -> None:
    forged = Forgery(duel())
    forged.entry(5)["kind"] = ["secrets_opened"]
    del forged.lines[-1]
    assert not opens_secrets(read(split(forged.text())))


@pytest.mark.parametrize("table", [duel, harbour, went_back, *OTHERS])
def test_a_copy_that_is_verified_and_one_that_is_shown_open_the_same(table: Callable[[], Played]) -> None:
    """The strict walk that a verification makes and the lenient one of a timeline give the same entries."""
    played = table()
    rules = played.table.rules
    for viewer in every_viewer(played.table.setup.seats):
        for copied in read_record(played.record(viewer)).entries:
            shown = open_entry(rules, copied)
            assert open_sealed(rules, shown.public, copied.opened) == (shown.full, None)
