"""A closed copy is what its viewer had before the end: though the secrets are open now, it tells nothing new."""

from __future__ import annotations

import itertools

import pytest

from domain import games
from domain.audit.checks import verify_bytes
from domain.audit.copies import copy_for, opens_secrets
from domain.audit.opened import read_record
from domain.kernel.cards.card_sets import card_set_digest
from domain.kernel.seats import ARBITER, Viewer
from domain.record.chain import SealedEntry
from domain.record.entries import SecretsOpened
from domain.record.lines import copy_line, data_line, header_line
from domain.table.table import Table
from tests.laws.copies import viewers
from tests.laws.tables import runs
from tests.laws.test_rebuilding import real_table

TABLES = 2  # of each game
MADE_OF_SECRETS = {6, 7, 11}  # the checks that a closed copy does not allow; the tail is missing


def copy_at(table: Table, entries: list[SealedEntry], viewer: Viewer, card_set: bytes | None) -> bytes:
    """Return what the service gives a viewer of a table with these entries."""
    lines = [header_line(table.book.opened, viewer)]
    if card_set is not None:
        lines.append(data_line(card_set_digest(card_set), card_set.decode()))
    lines += [copy_line(sealed, viewer, table.salts) for sealed in entries]
    return b"".join(line + b"\n" for line in lines)


@pytest.mark.parametrize("number", range(TABLES))
@pytest.mark.parametrize("name", games.names())
def test_a_closed_copy_is_what_the_viewer_had_before_the_end(name: str, number: int) -> None:
    """Byte for byte, of every viewer, cut from the full record and from itself; nothing in it fails."""
    run = next(itertools.islice(runs(name, 31), number, None))
    table, entries = real_table(run, games.game(name).rules)
    assert entries[-1].kind == SecretsOpened.__struct_config__.tag
    full = read_record(copy_at(table, entries, ARBITER, run.deal.card_set))
    for viewer in viewers(run.deal.seats):
        before = copy_at(table, entries[:-1], viewer, run.deal.card_set)
        closed = b"".join(line + b"\n" for line in copy_for(full, viewer, closed=True))
        assert closed == before
        again = b"".join(line + b"\n" for line in copy_for(read_record(closed), viewer, closed=True))
        assert again == before
        assert not opens_secrets(read_record(closed))
        report = verify_bytes(closed)
        assert report.failed == ()
        assert {check.number for check in report.checks if check.status == "not possible"} >= MADE_OF_SECRETS
