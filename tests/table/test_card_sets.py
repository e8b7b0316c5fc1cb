"""A card set that no release ships travels with the record and is checked against its digest."""

from __future__ import annotations

from domain.audit.checks import verify_bytes
from domain.kernel.cards.card_sets import card_set_digest
from domain.kernel.chance import QuickChance
from domain.kernel.legal import sample
from domain.kernel.seats import ARBITER
from domain.record.chain import SealedEntry
from domain.record.lines import copy_line, data_line, header_line
from domain.table.play import start, take_action
from domain.table.seating import Opening, open_table, take_seat
from domain.table.table import Table
from domain.table.writing import Written
from tests.harbour.cards.card_file import COLUMNS
from tests.harbour.rules import RULES
from tests.table.world import AT, SECRETS, sitting

TEXT = f"{COLUMNS}\nrope\t2\t9\npepper\t7\t8\n"
DIGEST = card_set_digest(TEXT.encode())


def played() -> tuple[Table, list[SealedEntry]]:
    """Play a whole game with another card set."""
    entries: list[SealedEntry] = []

    def kept(written: Written) -> Table:
        entries.extend(written.entries)
        return written.table

    opening = Opening(seats=2, data=DIGEST, options={"rounds": 2})
    table = kept(open_table(RULES, opening, table="t1", secrets=SECRETS, at=AT, by="a", card_set=TEXT.encode()))
    for seat in (0, 1):
        table = kept(take_seat(table, seat, sitting(seat), at=AT, by="a"))
    table, chance = kept(start(table, at=AT, by="a")), QuickChance(3)
    while table.live is not None and table.book.status == "running":
        seat = min(table.decisions)
        table = kept(take_action(table, seat, sample(RULES, table.live.state, seat, chance), at=AT))
    return table, entries


def record(*data: bytes) -> bytes:
    """Return the record with these lines after its header."""
    table, entries = played()
    lines = [header_line(table.book.opened, ARBITER), *data]
    lines += [copy_line(sealed, ARBITER, table.salts) for sealed in entries]
    return b"".join([line + b"\n" for line in lines])


def test_the_record_carries_the_card_set_and_is_decided_again_with_it() -> None:
    text = record(data_line(DIGEST, TEXT))
    assert b"pepper" in text
    report = verify_bytes(text)
    assert report.failed == ()
    assert next(check.status for check in report.checks if check.number == 8) == "passed"


def test_without_the_card_set_nothing_can_be_decided() -> None:
    report = verify_bytes(record())
    assert report.failed == ()
    assert next(check.status for check in report.checks if check.number == 8) == "not possible"


def test_another_card_set_under_the_same_name_is_found() -> None:
    report = verify_bytes(record(data_line(DIGEST, TEXT.replace("7", "6"))))
    assert [check.number for check in report.failed] != []
