"""What verifying many records finds: one finding a record, one line for each, and what came out of all."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal, TypeAlias, assert_never

import msgspec

from domain.audit.heads import Compared
from domain.audit.report import Report, first_of
from domain.audit.spoken import ENGLISH_WORDS, reason_of, status_in, title_of
from domain.kernel.display.lines import Ink, Style, plain
from domain.kernel.display.words import Words
from domain.tournament.log.check import Checked

Result: TypeAlias = Literal["passed", "failed", "unreadable"]

WRONG, UNREADABLE = 1, 2  # exit codes of whoever verifies; 0: nothing is wrong
_STYLES: dict[Result, Style] = {"passed": "good", "failed": "warning", "unreadable": "warning"}


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """What came of one record: its report, or why there is none; `place` is where it lies, as people call it.

    The record of a tournament has no report: `checks` are those of its own checker.
    """

    place: str
    report: Report | None = None
    checks: tuple[Checked, ...] | None = None
    reason: str | None = None
    code: str | None = None  # of the reason, where it has one
    is_other: bool = False  # than the manifest of its archive says

    @property
    def result(self) -> Result:
        """What came out, in a word."""
        if self.is_other or self._wrong is not None:
            return "failed"
        if self.checks is not None:
            return "passed"
        if self.report is None:
            return "unreadable"
        return "failed" if self.report.is_wrong else "passed"

    @property
    def _wrong(self) -> Checked | None:
        """The check of a tournament that failed."""
        return next((check for check in self.checks or () if check.status == "failed"), None)

    def line(self, ink: Ink, words: Words = ENGLISH_WORDS) -> str:
        """Return the finding as one line for people; of a wrong record the failure that stands first in the file."""
        result = ink(_STYLES[self.result], status_in(self.result, words))
        return f"{plain(self.place)}: {result}{plain(self._why(words))}"

    def as_told(self) -> dict[str, Any]:
        """Return the finding for programs: the place, and its report or why there is none."""
        if self.report is not None:
            return {"place": self.place, **as_told(self.report)}
        if self.checks is not None:
            return {"place": self.place, "result": self.result, "checks": [each._asdict() for each in self.checks]}
        coded = {} if self.code is None else {"code": self.code}
        return {"place": self.place, "result": self.result, **coded, "reason": self.reason}

    def _why(self, words: Words) -> str:
        if self._wrong is not None:
            return f", {self._wrong.name}, entry {self._wrong.n}: {self._wrong.why}"
        if self.checks is not None:
            return ""
        if self.report is None:
            return f", {self.reason}{_coded(self.code)}"
        wrong = first_of(self.report.failed)
        if wrong is None:
            return "".join(
                f", {said(compared, self.report, words)}" for compared in self.report.heads if compared.is_wrong
            )
        line = "" if wrong.line is None else f", {words.say('line {line}', line=wrong.line)}"
        return f"{line}, {title_of(wrong, words)}{_coded(wrong.code)}: {reason_of(wrong, words)}"


def _coded(code: str | None) -> str:
    return "" if code is None else f" ({code})"


def as_told(report: Report) -> dict[str, Any]:
    """Return a report for programs, with its result and the first wrong line."""
    told: dict[str, Any] = msgspec.to_builtins(report)
    told["head"] = None if report.head is None else str(report.head)
    if report.heads:
        told["heads"] = [{"head": str(one.head), "agreement": one.agreement} for one in report.heads]
    return {"result": "failed" if report.is_wrong else "passed", **told, "first_wrong_line": report.first_wrong_line}


def said(compared: Compared, report: Report, words: Words = ENGLISH_WORDS) -> str:
    """Return what came of a kept head, in words."""
    match compared.agreement:
        case "agrees":
            what = "the kept head {head} agrees: all up to entry {n} is what it was kept of"
        case "differs":
            what = "the kept head {head} differs: this is not the record that it was kept of"
        case "missing":
            what = "the kept head {head} is not here: the record ends with entry {last}"
        case "not possible":
            what = "the kept head {head} cannot be compared: the entries are not proved"
        case _:
            assert_never(compared.agreement)
    return words.say(what, head=compared.head, n=compared.head.n, last=report.entries)


class Tally:
    """Counts findings by their result."""

    def __init__(self) -> None:
        self._counts: Counter[Result] = Counter()

    def add(self, finding: Finding) -> None:
        """Count one more."""
        self._counts[finding.result] += 1

    @property
    def exit_code(self) -> int:
        """What a program ends with: something is wrong, else something cannot be read or nothing is there, else 0."""
        if self._counts["failed"]:
            return WRONG
        return 0 if self._counts["passed"] and not self._counts["unreadable"] else UNREADABLE

    def __str__(self) -> str:
        """Return all counts in one sentence."""
        return self.told(ENGLISH_WORDS)

    def told(self, words: Words) -> str:
        """Return all counts in one sentence of a language."""
        counts = self._counts
        parts = [words.say("{n} passed", n=counts["passed"])]
        parts += [words.say("{n} failed", n=counts["failed"])] if counts["failed"] else []
        parts += [words.say("{n} unreadable", n=counts["unreadable"])] if counts["unreadable"] else []
        return words.count("{n} record: {parts}.", "{n} records: {parts}.", counts.total(), parts=words.row(parts))
