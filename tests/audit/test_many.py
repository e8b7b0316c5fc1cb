"""One finding a record, one line for each, and an exit code for all."""

from __future__ import annotations

import pytest

from domain.audit.checks import verify_bytes
from domain.audit.many import Finding, Tally, as_told
from domain.audit.report import Check, Report, first_of
from domain.kernel.display.lines import Ink
from domain.tournament.log.check import Checked
from tests.audit.tables import duel

PAPER = Ink(colour=False)
WRONG = Report(
    checks=(
        Check(number=1, name="format", status="passed"),
        Check(number=3, name="header", status="failed", reason="no line", code="wrong_header"),
        Check(number=5, name="seals", status="failed", reason="later", line=9, code="broken_seal"),
        Check(number=8, name="decisions", status="failed", reason="first\nof all", line=4, code="refused"),
    )
)
PASSED = Finding(place="a", report=verify_bytes(duel().record()))
FAILED = Finding(place="b", report=WRONG)
UNREADABLE = Finding(place="c\x1b[1m", reason="No such file or directory")
CUP = Finding(place="g", checks=(Checked(1, "format", "passed"), Checked(2, "order", "passed")))
NO_CUP = Finding(place="h", checks=(Checked(1, "format", "passed"), Checked(2, "order", "failed", 7, "it has ended")))
NO_RECORD = Finding(place="d", reason="no header", code="not_a_record")


@pytest.mark.parametrize(
    ("finding", "result", "line"),
    [
        (PASSED, "passed", "a: passed"),
        (FAILED, "failed", "b: failed, line 4, every action decided again (refused): first of all"),
        (UNREADABLE, "unreadable", "c[1m: unreadable, No such file or directory"),
        (CUP, "passed", "g: passed"),
        (NO_CUP, "failed", "h: failed, order, entry 7: it has ended"),
        (NO_RECORD, "unreadable", "d: unreadable, no header (not_a_record)"),
        (
            Finding(place="f", reason="not what the manifest says", code="other_record", is_other=True),
            "failed",
            "f: failed, not what the manifest says (other_record)",
        ),
        (
            Finding(place="e", report=Report(checks=WRONG.checks[:2])),
            "failed",
            "e: failed, header agrees with entry 1 (wrong_header): no line",
        ),
    ],
)
def test_a_finding_is_one_line(finding: Finding, result: str, line: str) -> None:
    assert finding.result == result
    assert finding.line(PAPER) == line
    assert f"m{result}\x1b[0m" in finding.line(Ink(colour=True))


def test_programs_are_told_everything() -> None:
    assert PASSED.report is not None
    assert PASSED.as_told() == {"place": "a", **as_told(PASSED.report)}
    told = FAILED.as_told()
    assert (told["result"], told["first_wrong_line"], len(told["checks"])) == ("failed", 4, 4)
    assert UNREADABLE.as_told() == {"place": "c\x1b[1m", "result": "unreadable", "reason": "No such file or directory"}
    checks = [check._asdict() for check in CUP.checks or ()]
    assert CUP.as_told() == {"place": "g", "result": "passed", "checks": checks}
    assert NO_RECORD.as_told() == {
        "place": "d",
        "result": "unreadable",
        "code": "not_a_record",
        "reason": "no header",
    }


@pytest.mark.parametrize(
    ("findings", "exit_code", "text"),
    [
        ([PASSED], 0, "1 record: 1 passed."),
        ([PASSED, PASSED], 0, "2 records: 2 passed."),
        ([PASSED, UNREADABLE], 2, "2 records: 1 passed, 1 unreadable."),
        ([UNREADABLE, FAILED, PASSED], 1, "3 records: 1 passed, 1 failed, 1 unreadable."),
        ([], 2, "0 records: 0 passed."),
    ],
)
def test_what_is_wrong_counts_before_what_cannot_be_read(findings: list[Finding], exit_code: int, text: str) -> None:
    """Nothing verified is no success."""
    tally = Tally()
    for finding in findings:
        tally.add(finding)
    assert (tally.exit_code, str(tally)) == (exit_code, text)


def test_the_first_failure_is_the_first_in_the_file() -> None:
    assert first_of([]) is None
    assert first_of(WRONG.failed) == WRONG.checks[3]
