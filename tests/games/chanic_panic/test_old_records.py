"""Records of the base game from before the options of 1.1 came verify as they did."""

from __future__ import annotations

from pathlib import Path

from domain.audit.checks import verify_bytes

RECORDS = Path(__file__).parent / "records"


def test_a_record_without_the_later_options_decides_as_before() -> None:
    """Every check passes but that for signatures, which nobody gives yet."""
    text = (RECORDS / "before_the_options.ndjson").read_bytes()
    assert b"specials" not in text
    assert [check.number for check in verify_bytes(text).checks if check.status != "passed"] == [13]
