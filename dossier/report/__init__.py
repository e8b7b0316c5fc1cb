"""A report on a moment of a table, as one HTML document for print: the same bytes for the same record and words.

It says nothing that its copy cannot show, runs no script, and asks nobody for anything.
"""

from __future__ import annotations

from hashlib import sha256

from domain.audit.checks import verify_bytes
from domain.audit.opened import readable_record
from domain.audit.timeline import Address, Timeline
from domain.kernel.display.words import Words
from dossier.report.boards import boards_at, choices_at, style_of
from dossier.report.cases import NoCaseError, case_of
from dossier.report.checking import hashes_of, how_to_check, verdict_rows
from dossier.report.clocks import clocks_at
from dossier.report.costs import costs_of
from dossier.report.heading import heading_of, seats_at
from dossier.report.page import Contents, page_of
from dossier.report.story import lines_around

__all__ = ["NoCaseError", "report_of"]


def report_of(
    text: bytes, address: Address, words: Words, case: str | None = None, *, timeline: Timeline | None = None
) -> bytes:
    """Return the report on a moment of a record, and on a case of its table.

    Raises `NoCaseError` for a case that the record does not have, `LineError` and `TimelineError` for one that cannot
    be read, `IndexError` for a moment that is not there. `timeline` is the record's, where somebody has it.
    """
    followed = Timeline(readable_record(text).record, to_damage=True) if timeline is None else timeline
    followed.state(address)
    boards = boards_at(followed, address, words)
    report = verify_bytes(text)
    contents = Contents(
        words=words,
        heading=heading_of(followed, address, words),
        seats=seats_at(followed, address, words),
        case=None if case is None else case_of(followed, case, words),
        boards=boards,
        choices=choices_at(followed, address, words),
        story=lines_around(followed, address, words),
        clocks=clocks_at(followed, address, words),
        costs=costs_of(followed, address, case, words),
        checks=verdict_rows(report, words),
        hashes=hashes_of(followed, address, sha256(text).hexdigest(), words),
        instructions=how_to_check(followed, address, case, words),
    )
    return page_of(contents, style_of(boards))
