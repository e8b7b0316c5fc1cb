"""What `play` says when the service shows another record than before."""

from __future__ import annotations

import pytest

from api.program.client import Offered, TableClient
from api.program.told import Told
from domain.kernel.display.words import words_in
from domain.kernel.seats import seat_viewer
from tests.audit.forging import Forgery
from tests.audit.tables import unfinished


class Service(TableClient):
    """A service that answers with these records."""

    def __init__(self, *records: bytes) -> None:
        super().__init__("http://127.0.0.1/api/v1/tables/x", None)
        self.records = list(records)

    def table(self) -> dict[str, object]:
        return {"seats": [{"seat": seat, "name": f"P{seat}", "bot": None, "player": "p"} for seat in range(2)]}

    def record(self) -> bytes:
        return self.records.pop(0)


def read(*records: bytes) -> Told:
    """Follow a table whose record is read so often."""
    told = Told(Service(*records), words_in("en", "domain.games.chanic_panic", "api"))
    for n in range(len(records)):
        told.follow(Offered(0, 100 + n, "running", None, []))
    return told


def test_the_same_record_grown_is_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    whole = unfinished().record(seat_viewer(0)).splitlines(keepends=True)
    told = read(b"".join(whole[:-2]), b"".join(whole))
    assert "another record" not in capsys.readouterr().out
    last = Forgery(unfinished()).lines[-1]
    assert told.head == f"{last['entry']['n']}:{last['hash']}"


@pytest.mark.parametrize("cut", [0, 3])
def test_another_record_or_a_shorter_one_is_said(cut: int, capsys: pytest.CaptureFixture[str]) -> None:
    good = unfinished().record(seat_viewer(0))
    copy = Forgery(unfinished(), seat_viewer(0))
    copy.first("seat_taken")["player"] += "" if cut else "x"
    other = b"".join(copy.text().splitlines(keepends=True)[: len(copy.lines) - cut])
    shown = read(good).head
    read(good, other)
    assert f"This is another record than before: what was shown has the head {shown}." in " ".join(
        capsys.readouterr().out.split()
    )
