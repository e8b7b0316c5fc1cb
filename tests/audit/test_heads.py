"""Heads that somebody kept: whether a record is the one they were kept of."""

from __future__ import annotations

import pytest

from domain.audit.checks import verify_bytes
from domain.audit.heads import Head, KeptHead, parse_head
from domain.audit.many import Finding, as_told, said
from domain.kernel.display.lines import Ink
from domain.record.canonical import b64
from tests.audit.forging import Forgery
from tests.audit.tables import duel

OTHER = "B" * 42 + "A"


def kept(n: int, table: str | None = None) -> KeptHead:
    """Return the head that was shown after an entry."""
    return KeptHead(Head(n, b64(duel().entries[n - 1].hash)), table)


def test_a_head_is_written_as_it_is_parsed() -> None:
    assert parse_head(f"41:{OTHER}") == KeptHead(Head(41, OTHER))
    assert parse_head(f"duel-1@41:{OTHER}") == KeptHead(Head(41, OTHER), "duel-1")
    assert str(kept(7).head) == f"7:{kept(7).head.hash}"


@pytest.mark.parametrize(
    "text", ["", "41", f"0:{OTHER}", f"041:{OTHER}", f"41:{OTHER}=", f"@41:{OTHER}", f"41:{'B' * 43}"]
)
def test_anything_else_is_no_head(text: str) -> None:
    with pytest.raises(ValueError, match="is no head"):
        parse_head(text)


def test_a_good_record_agrees_with_every_head_that_was_shown() -> None:
    report = verify_bytes(duel().record(), heads=[kept(n) for n in range(1, len(duel().entries) + 1)])
    assert {compared.agreement for compared in report.heads} == {"agrees"}
    assert report.heads[-1].head == report.head
    assert not report.is_wrong


def test_a_record_that_proves_itself_and_is_another_one_is_found_by_a_head() -> None:
    """The name of a player changed and the chain made anew: no check of the record alone finds it."""
    copy = Forgery(duel())
    copy.first("seat_taken")["player"] += "x"
    report = verify_bytes(copy.text(), heads=[kept(1), kept(9)])
    assert report.failed == ()
    assert [compared.agreement for compared in report.heads] == ["agrees", "differs"]
    assert report.is_wrong
    finding = Finding(place="a", report=report)
    assert finding.result == "failed"
    assert finding.line(Ink(colour=False)) == f"a: failed, {said(report.heads[1], report)}"
    told = as_told(report)
    assert (told["result"], told["heads"][1]) == ("failed", {"head": str(kept(9).head), "agreement": "differs"})


def test_a_tail_that_was_cut_off_is_found_by_a_later_head() -> None:
    lines = duel().record().splitlines(keepends=True)
    report = verify_bytes(b"".join(lines[:20]), heads=[kept(30)])
    assert report.heads[0].agreement == "missing"
    assert said(report.heads[0], report).endswith("is not here: the record ends with entry 19")


def test_a_broken_chain_is_compared_with_nothing() -> None:
    text = duel().record().replace(b'"used_ms":', b'"used_ms":1', 1)
    report = verify_bytes(text, heads=[kept(1)])
    assert report.heads[0].agreement == "not possible"
    assert said(report.heads[0], report).endswith("cannot be compared: the entries are not proved")
    assert said(verify_bytes(duel().record(), heads=[kept(1)]).heads[0], report).startswith("the kept head 1:")


def test_heads_of_other_tables_are_passed_over() -> None:
    report = verify_bytes(duel().record(), heads=[kept(3, "duel-1"), kept(3, "four-1")])
    assert [compared.agreement for compared in report.heads] == ["agrees"]


def test_a_report_without_heads_tells_none() -> None:
    assert "heads" not in as_told(verify_bytes(duel().record()))
