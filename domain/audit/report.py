"""The result of a verification: numbered checks, each passed, failed, or not possible with this copy."""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import Literal

import msgspec

from domain.audit.heads import Compared, Head

Status = Literal["passed", "failed", "not possible"]

NAMES = {
    1: "format",
    2: "numbering",
    3: "header",
    4: "chain",
    5: "seals",
    6: "secrets",
    7: "draws",
    8: "decisions",
    9: "clocks",
    10: "outcome",
    11: "complete",
    12: "entropy",
    13: "signatures",
}

TITLES = {
    1: "format and canonical bytes",
    2: "numbering and times",
    3: "header agrees with entry 1",
    4: "chain of hashes",
    5: "opened values fit their seals",
    6: "secrets fit their commitments",
    7: "every shuffle and draw recomputed",
    8: "every action decided again",
    9: "clocks",
    10: "outcome",
    11: "complete",
    12: "independent entropy",
    13: "signatures",
}


CODES = {
    "empty_record": 1,
    "cut_off": 1,
    "too_large": 1,
    "bad_line": 1,
    "bad_entry": 1,
    "wrong_order": 1,
    "wrong_number": 2,
    "time_goes_back": 2,
    "wrong_header": 3,
    "wrong_viewer": 3,
    "not_for_viewer": 3,
    "wrong_card_set": 3,
    "broken_chain": 4,
    "other_head": 4,
    "no_seal": 5,
    "broken_seal": 5,
    "wrong_text": 5,
    "wrong_secret": 6,
    "wrong_salt": 6,
    "wrong_label": 7,
    "wrong_draw": 7,
    "wrong_type": 8,
    "wrong_setup": 8,
    "other_edition": 8,
    "refused": 8,
    "other_decision": 8,
    "other_parent": 8,
    "opened_too_much": 8,
    "impossible_entry": 8,
    "other_time": 8,
    "wrong_time_out": 8,
    "wrong_no_show": 8,
    "wrong_acceptance": 8,
    "wrong_time": 9,
    "early_no_show": 9,
    "early_resumption": 9,
    "early_confirmation": 9,
    "late_adjustment": 9,
    "late_penalty": 9,
    "late_case": 9,
    "late_appeal": 9,
    "late_acceptance": 9,
    "early_closing": 9,
    "other_outcome": 10,
    "already_over": 10,
    "no_result": 10,
}  # what can be wrong, and the check that finds it: stable and public, listed in docs/replay.md


class Check(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One numbered check; `line` is the first wrong line of the file, from 1, `code` what is wrong there."""

    number: int
    name: str
    status: Status
    reason: str | None = None
    line: int | None = None
    code: str | None = None


class Report(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """All checks of one copy, and which release wrote the record."""

    checks: tuple[Check, ...]
    table: str | None = None
    game: str | None = None
    release: str | None = None
    entries: int = 0
    head: Head | None = None  # of the last entry, if the chain up to it is good
    heads: tuple[Compared, ...] = ()  # those that somebody kept

    @property
    def failed(self) -> tuple[Check, ...]:
        """The checks that failed, in order."""
        return tuple(check for check in self.checks if check.status == "failed")

    @property
    def is_wrong(self) -> bool:
        """Say whether a check failed, or the record is not the one that a head was kept of."""
        return bool(self.failed) or any(compared.is_wrong for compared in self.heads)

    @property
    def first_wrong_line(self) -> int | None:
        """The first wrong line of the file."""
        return min((check.line for check in self.failed if check.line is not None), default=None)


def first_of(failed: Iterable[Check]) -> Check | None:
    """Return the failure that stands first in the file; one that has no line comes last."""
    return min(failed, key=lambda check: (check.line is None, check.line, check.number), default=None)


FORMAT = 1  # the check without which no other is possible
LONGEST_REASON = 500  # characters


def shortened(reason: str) -> str:
    """Return a reason of a size that is worth telling: some repeat what stands in the record, megabytes of it."""
    return reason if len(reason) <= LONGEST_REASON else f"{reason[: LONGEST_REASON - 1]}…"


_BROKEN = tuple(
    Check(number=number, name=name, status="not possible", reason="the format is broken")
    for number, name in NAMES.items()
    if number != FORMAT
)


class Notes:
    """Collects what a verification finds: the first failure of each check, and why a check is not possible."""

    def __init__(self) -> None:
        self._failed: dict[int, tuple[str, int, str]] = {}
        self._impossible: dict[int, str] = {}
        self._passed: dict[int, str | None] = {}

    def fail(self, code: str, line: int, reason: str) -> None:
        """Note a failure of the check that this code belongs to; of each check the one on the first line stays."""
        number = CODES[code]
        if number not in self._failed or line < self._failed[number][1]:
            self._failed[number] = (code, line, shortened(reason))

    def impossible(self, number: int, reason: str) -> None:
        """Note why a check cannot be made with this copy."""
        self._impossible.setdefault(number, shortened(reason))

    def remark(self, number: int, text: str) -> None:
        """Say something of a check that passes."""
        self._passed[number] = text

    def has_any_failed(self, numbers: Set[int]) -> bool:
        """Say whether one of these checks has failed already."""
        return not self._failed.keys().isdisjoint(numbers)

    def first_line(self, numbers: Set[int]) -> int | None:
        """Return the first line at which one of these checks has failed so far."""
        return min([line for number, (_, line, _) in self._failed.items() if number in numbers], default=None)

    def take(self, other: Notes) -> None:
        """Take over what others have noted: failures on earlier lines, and what nothing is noted of here."""
        for code, line, reason in other._failed.values():
            self.fail(code, line, reason)
        self._impossible = other._impossible | self._impossible
        self._passed = other._passed | self._passed

    def checks(self) -> tuple[Check, ...]:
        """Return all checks in order; what is not of the format proves nothing else, and nothing else of it is said."""
        if FORMAT in self._failed:
            return (self._check(FORMAT, NAMES[FORMAT]), *_BROKEN)
        return tuple(self._check(number, name) for number, name in NAMES.items())

    def _check(self, number: int, name: str) -> Check:
        if number in self._failed:
            code, line, reason = self._failed[number]
            return Check(number=number, name=name, status="failed", reason=reason, line=line, code=code)
        if number in self._impossible:
            return Check(number=number, name=name, status="not possible", reason=self._impossible[number])
        return Check(number=number, name=name, status="passed", reason=self._passed.get(number))
