"""Calls of a command are counted, those of the program that makes the requests left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.calls import counted


@pytest.mark.long
def test_calls_of_commands_are_counted(tmp_path: Path) -> None:
    found = counted(str(tmp_path), tables=2, each=3)
    assert found["commands"] == 6
    assert found["most"]["/domain/table/table.py:Table.id"] > 1
    assert found["python"] > sum(found["most"].values())
    assert found["c"] > 0
    assert not any("/tests/" in name for name in found["most"])
