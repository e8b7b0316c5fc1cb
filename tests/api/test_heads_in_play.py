"""What `play` says when the service shows another record than before."""

from __future__ import annotations

import pytest

from api.program.client import Offered, TableClient
from api.program.seat_session import SeatSession
from domain.kernel.display.words import words_in
from domain.kernel.seats import seat_viewer
from tests.audit.forging import Forgery
from tests.audit.tables import unfinished

LATER = 1_000  # a number that no record here reaches: there is something new


class Service(TableClient):
    """A service whose record is another one at each look."""

    def __init__(self, *records: bytes) -> None:
        super().__init__("http://127.0.0.1/api/v1/tables/x", None)
        self.records = list(records)
        self.last: int | None = None  # entry of the record that was read

    def table(self) -> dict[str, object]:
        return {"seats": [{"seat": seat, "name": f"P{seat}", "bot": None, "player": "p"} for seat in range(2)]}

    def offers(self, wait: int = 0) -> Offered:
        n, self.last = LATER if self.last is None else self.last, None
        return Offered(0, n, "running", None, [])

    def record(self) -> bytes:
        record = self.records.pop(0)
        self.last = record.count(b'{"entry":')
        return record


def read(*records: bytes) -> tuple[SeatSession, list[str]]:
    """Look at a table as often as it has records; return what was noticed."""
    session = SeatSession(Service(*records), words_in("en", "domain.games.chanic_panic", "api"))
    noticed: list[str] = []
    session.notice = noticed.append
    for _ in records:
        session.look()
    return session, noticed


def test_the_same_record_grown_is_no_other() -> None:
    whole = unfinished().record(seat_viewer(0)).splitlines(keepends=True)
    session, noticed = read(b"".join(whole[:-2]), b"".join(whole))
    assert noticed == []
    last = Forgery(unfinished()).lines[-1]
    assert session.head == f"{last['entry']['n']}:{last['hash']}"


@pytest.mark.parametrize("cut", [0, 3])
def test_another_record_or_a_shorter_one_is_said(cut: int) -> None:
    good = unfinished().record(seat_viewer(0))
    copy = Forgery(unfinished(), seat_viewer(0))
    copy.first("seat_taken")["player"] += "" if cut else "x"
    other = b"".join(copy.text().splitlines(keepends=True)[: len(copy.lines) - cut])
    shown = read(good)[0].head
    noticed = read(good, other)[1]
    assert noticed == [f"This is another record than before: what was shown has the head {shown}. Keep it."]
