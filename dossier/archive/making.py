"""The members of an archive, made from a record and what lies beside it: to be exported, and to be compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from domain.audit.opened import readable_record
from domain.audit.timeline import Address, Timeline, parse_address
from domain.kernel.display.words import words_in
from domain.kernel.seats import ARBITER, Viewer, parse_viewer
from domain.record.desk import CaseOpened
from domain.table.seating import RELEASE
from dossier.archive.manifest import (
    ATTEMPTS,
    MANIFEST,
    README,
    RECORD,
    REPORT,
    TEXTS,
    Manifest,
    filed,
    manifest_text,
)
from dossier.archive.packing import packed
from dossier.archive.readme import readme_text
from dossier.archive.texts import Private, texts_text
from dossier.report import NoCaseError, report_of
from dossier.report.head import head_of

DESK = "arbiter"  # a recipient who sees everything, notes of the desk too


class Beside(NamedTuple):
    """What an archive holds that no record does: refused attempts as their member has them, and notes of the desk."""

    attempts: bytes = b""
    private: tuple[Private, ...] = ()


def viewer_for(recipient: str, seats: int) -> Viewer:
    """Return whose copy a recipient gets; raises `ValueError`."""
    return ARBITER if recipient == DESK else parse_viewer(recipient, seats)


def archive_of(
    record: bytes, case: str, recipient: str, language: str, verifiers: Mapping[str, bytes], beside: Beside
) -> bytes:
    """Return the archive of a case of a record, which is the recipient's copy; the same bytes for the same.

    Raises `NoCaseError`, `ValueError` for a record of somebody else, and what reading a record raises.
    """
    timeline = Timeline(readable_record(record).record, to_damage=True)
    viewer = viewer_for(recipient, timeline.opening.seats)
    if timeline.owner != viewer:
        raise ValueError(f"the record is a copy for {timeline.owner}, not for {viewer}")
    members = members_of(record, timeline, case, recipient, language, beside)
    members |= verifiers
    manifest = Manifest(
        release=RELEASE,
        case=case,
        table=timeline.opening.table,
        recipient=recipient,
        language=language,
        moment=str(moment_of(timeline, case)),
        head=head_of(timeline),
        members={name: filed(content) for name, content in sorted(members.items())},
    )
    return packed({MANIFEST: manifest_text(manifest), **members})


def members_of(
    record: bytes, timeline: Timeline, case: str, recipient: str, language: str, beside: Beside
) -> dict[str, bytes]:
    """Return what follows from a record and what lies beside it; raises `NoCaseError`."""
    words = words_in(language, timeline.title.package, "dossier").on_page([""] * timeline.opening.seats)
    moment = moment_of(timeline, case)
    return {
        RECORD: record,
        TEXTS: texts_text(timeline, case, beside.private),
        ATTEMPTS: beside.attempts,
        REPORT: report_of(record, moment, words, case, timeline=timeline),
        README: readme_text(timeline, case, recipient, words),
    }


def moment_of(timeline: Timeline, case: str) -> Address:
    """Return for what a case was opened; raises `NoCaseError`."""
    for moment in timeline.moments:
        if isinstance(moment.entry, CaseOpened) and moment.entry.case == case:
            return parse_address(moment.entry.moment)
    raise NoCaseError(f"the record has no case {case}")
