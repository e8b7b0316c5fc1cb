"""Time and memory of all three verifiers stay in proportion to a record, up to the largest that the format allows."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.standalone.large import ROOT, SIZES, SMALLER, VERIFIERS, Size, verified, written


def check(size: Size, folder: Path) -> None:
    """All three verifiers end as they should, within the time and memory that are allowed."""
    file = written(folder / "table.ndjson", size.lines())
    for name in VERIFIERS:
        ended = verified(name, file, seconds=size.seconds)
        assert ended.exit == size.exit, (name, ended)
        assert ended.mebibytes <= size.mebibytes, (name, ended)


@pytest.mark.long
@pytest.mark.parametrize("size", SMALLER, ids=lambda size: size.about)
def test_time_grows_with_the_lines_and_not_with_their_square(size: Size, tmp_path: Path) -> None:
    check(size, tmp_path)


def test_the_document_has_a_row_for_each_size() -> None:
    text = (ROOT / "docs" / "record-format.md").read_text(encoding="utf-8")
    assert all(text.count(f"\n| {size.about}, ") == 1 for size in SIZES)


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES, ids=lambda size: size.about)
def test_the_largest_records_are_verified_or_refused_in_bounded_time_and_memory(size: Size, tmp_path: Path) -> None:
    check(size, tmp_path)
