"""What the checker of a tournament's record says, as lines and as an exit code; the same in both programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import click

from domain.tournament.log.check import Checked

WRONG, UNREADABLE = 1, 2  # exit codes
MARKS = {"passed": "✓", "failed": "✗", "not_possible": "–"}


class Unreadable(click.ClickException):
    """A file that cannot be read or written."""

    exit_code = UNREADABLE


def told(checks: Iterable[Checked]) -> list[str]:
    """Return a line for each check: how it went, its number and name, and what is wrong at which entry."""
    return [_line(each) for each in checks]


def _line(each: Checked) -> str:
    where = "" if each.n is None else f" {each.n}"
    why = f":{where} {each.why}" if each.why else ""
    return f"{MARKS[each.status]} {each.number} {each.name}{why}"


def exit_code(checks: Sequence[Checked]) -> int:
    """Return 0 if nothing is wrong, 1 if something is, 2 if it cannot be read as such a record."""
    failed = [each for each in checks if each.status == "failed"]
    if not failed:
        return 0
    return UNREADABLE if failed[0].name == "format" else WRONG
