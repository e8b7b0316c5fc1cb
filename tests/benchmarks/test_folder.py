"""A folder of records is verified by the program itself, and a wrong record ends the measurement."""

from __future__ import annotations

import pytest

from benchmarks.folder import folder
from benchmarks.played import Played, play
from benchmarks.rows import rows
from benchmarks.verification import NotVerifiedError

pytestmark = pytest.mark.long


class Wrong(Played):
    """A table whose record does not verify."""

    def record(self, entries: int | None = None) -> bytes:
        return super().record(entries).replace(b'"used_ms":1000', b'"used_ms":1001', 1)


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_record_of_a_folder_is_verified(jobs: int) -> None:
    played = play(rows()[0], 1, entries=20)
    found = folder(played, runs=2, records=3, jobs=jobs)
    assert found.over == {"records": 3, "actions": played.actions, "jobs": jobs}
    assert len(found.runs) == 2
    with pytest.raises(NotVerifiedError, match="3 records: 0 passed, 3 failed"):
        folder(Wrong(*played), runs=1, records=3, jobs=jobs)
