"""What a verifier says of a record, in the words of a language: its failed checks are made in English.

The report itself says its titles and most reasons in a language; what stands behind a code, with the numbers and names
of the record, is heard by its form, and what the rules refuse by that of the game.
"""

from __future__ import annotations

from msgspec.structs import replace

from domain.audit.many import Finding
from domain.audit.report import Check, Report
from domain.audit.spoken import reason_of
from domain.games import UnknownGameError
from domain.games import game as title
from domain.kernel.display.words import ENGLISH, Words
from programs.hearing import heard


def told_in(finding: Finding, words: Words) -> Finding:
    """Return what was found at a place, with its reasons in the language of the words."""
    reason, report = finding.reason, finding.report
    return replace(
        finding,
        reason=None if reason is None else heard(reason, words.language),
        report=None if report is None else verdict(report, words),
    )


def verdict(report: Report, words: Words) -> Report:
    """Return a report whose reasons are in the language of the words, for those who tell it in these words."""
    return replace(report, checks=tuple([verdict_of(check, words, report.game) for check in report.checks]))


def verdict_of(check: Check, words: Words, game: str | None = None) -> Check:
    """Return a check whose reason is in the language of the words; one that the report itself says stays as it is."""
    reason = check.reason
    if reason is None or words.language == ENGLISH:
        return check
    if check.code is None and reason_of(check, words) != reason:
        return check
    return replace(check, reason=heard(reason, words.language, _room(game)))


def _room(game: str | None) -> str:
    """Return the package of a game, if it is installed."""
    try:
        return "" if game is None else title(game).package
    except UnknownGameError:
        return ""
