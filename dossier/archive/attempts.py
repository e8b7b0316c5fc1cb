"""Refused attempts in an archive: written line by line, and decided again where the copy knows the table then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from domain.audit.opened import CONTRADICTIONS
from domain.audit.timeline import Timeline
from domain.kernel.codec import BadCommandError, command_from
from domain.kernel.seats import Viewer
from domain.record.canonical import NotCanonicalError, canonical, decode
from domain.record.members import Count
from domain.table.play import refusal_of
from dossier.archive.findings import Wrong

LATER = 8  # entries after the one that stood last: another may have acted while the refused command was on its way


class Attempt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A refused command as the service tells of it; `seen` is the table's last entry at that moment."""

    at: str
    seat: Count
    tag: str
    body: dict[str, Any] | None
    code: str
    seen: Count


class Attempts(NamedTuple):
    """How many attempts there are, how many of them were decided again, and what is wrong with the first wrong one."""

    all: int
    again: int
    wrong: Wrong | None = None


def attempts_text(attempts: Iterable[Mapping[str, Any]]) -> bytes:
    """Return attempts as their member has them; raises `NotCanonicalError` for what has no such form."""
    return b"".join([canonical(dict(attempt)) + b"\n" for attempt in attempts])


def checked_attempts(text: bytes, timeline: Timeline, recipient: Viewer) -> Attempts:
    """Decide every attempt again that this copy can: its rules refuse it, with the code that stands there."""
    again, before = 0, ""
    lines = text.splitlines(keepends=True)
    for number, line in enumerate(lines, 1):
        try:
            attempt = _parsed(line)
            _placed(attempt, before, timeline)
        except (msgspec.ValidationError, ValueError) as error:
            return Attempts(len(lines), again, Wrong("bad_attempts", {"line": number, "why": str(error)}))
        before = attempt.at
        if not recipient.may_know((attempt.seat,)):
            said = {"line": number, "recipient": str(recipient)}
            return Attempts(len(lines), again, Wrong("not_for_recipient", said))
        codes = set(_codes(attempt, timeline))
        if codes and attempt.code not in codes:
            return Attempts(len(lines), again, Wrong("not_refused", {"line": number, "code": attempt.code}))
        again += bool(codes)
    return Attempts(len(lines), again)


def _parsed(line: bytes) -> Attempt:
    if not line.endswith(b"\n"):
        raise NotCanonicalError("the line does not end")
    return msgspec.convert(decode(line[:-1]), Attempt)


def _placed(attempt: Attempt, before: str, timeline: Timeline) -> None:
    """Raise `ValueError` for an attempt that cannot stand here."""
    datetime.fromisoformat(attempt.at)
    if attempt.at < before:
        raise ValueError("it is older than the one before it")
    if attempt.seat >= timeline.opening.seats or not 1 <= attempt.seen <= len(timeline):
        raise ValueError("the record has no such seat or entry")


def _codes(attempt: Attempt, timeline: Timeline) -> Iterator[str]:
    """Yield with which codes it is refused at the entries at which it may have come; nothing where nobody knows."""
    if attempt.body is None or not timeline.owner.may_know((attempt.seat,)):
        return
    try:
        command = command_from(timeline.title.rules, attempt.tag, attempt.body)
        for n in range(attempt.seen, min(attempt.seen + LATER, len(timeline)) + 1):
            refusal = refusal_of(timeline.moment(n).table, attempt.seat, command)
            yield "" if refusal is None else refusal.code
    except (BadCommandError, *CONTRADICTIONS):
        yield ""
