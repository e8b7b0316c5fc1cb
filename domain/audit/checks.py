"""Verification: the numbered checks over a copy of a record, offline, from its bytes alone.

One pass: every check looks at each entry in its turn and keeps its own tally; what was looked at is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice

from domain.audit.ahead import Ahead, ahead_in, ahead_of
from domain.audit.decisions import NOT_FOLLOWED, Line
from domain.audit.fairness import Fairness
from domain.audit.integrity import Integrity
from domain.audit.opened import OpenedEntry, rules_of, types_of
from domain.audit.report import Notes, Report
from domain.kernel.game import Rules
from domain.record.entries import ResultConfirmed, SecretsOpened, TableAbandoned, TableOpened
from domain.record.lines import EMPTY, Copied, Header, LineError, Reader, Record, split

Progress = Callable[[int, int], None]

_ENTRY = b'\n{"entry":'  # what the line of an entry begins with, behind the line before
TOGETHER = 50  # entries that each check looks at in a row: one by one costs a tenth more, and memory stays small
_FOLLOWED_BY = frozenset({1, 2, 8})  # the checks without which no action can be decided again


def verify_bytes(text: bytes, progress: Progress | None = None) -> Report:
    """Verify a record as it lies in a file; `progress` hears of entries done and entries in all."""
    try:
        return _read_and_checked(text, progress)
    except LineError as error:
        notes = Notes()
        notes.fail(error.code, error.line, error.reason)
        for number in range(2, 14):
            notes.impossible(number, "the record cannot be read past its format")
        return Report(checks=notes.checks())


def _read_and_checked(text: bytes, progress: Progress | None) -> Report:
    reader = Reader(types_of)
    entries = reader.entries(split(text))
    first = next(entries, None)
    if first is None or reader.header is None:
        raise LineError(1, EMPTY, "empty_record")
    entries = chain((first,), entries)
    if progress is not None:
        entries = _told(entries, text.count(_ENTRY), progress)
    return _checked(reader.header, entries, ahead_in(text), reader.unread)


def verify(record: Record, progress: Progress | None = None) -> Report:
    """Verify a parsed copy; `progress` hears of entries done and entries in all."""
    entries: Iterator[Copied] = iter(record.entries)
    if progress is not None:
        entries = _told(entries, len(record.entries), progress)
    return _checked(record.header, entries, ahead_of(record), record.unread)


def _told(entries: Iterable[Copied], in_all: int, progress: Progress) -> Iterator[Copied]:
    """Yield the entries and tell how many are done."""
    for done, copied in enumerate(entries):
        if done:
            progress(done, in_all)
        yield copied


def _checked(header: Header, entries: Iterator[Copied], ahead: Ahead, unread: Sequence[tuple[int, str]]) -> Report:
    """Let every check look at every entry; `unread` is complete once the entries have been read."""
    notes, rules = Notes(), rules_of(header.game)
    integrity = Integrity(rules, header, ahead.card_sets, notes)
    proofs: _Proofs | None = None
    count = 0
    while some := list(islice(entries, TOGETHER)):
        count += len(some)
        opened = [one for copied in some if (one := integrity.look(copied)) is not None]
        if not opened:
            continue
        if proofs is None:
            assert rules is not None
            assert integrity.opening is not None
            proofs = _Proofs(rules, header, integrity.opening, ahead, notes)
        proofs.look(opened)
    integrity.end()
    if proofs is not None:
        proofs.end()
    else:
        for number in range(2, 13):
            notes.impossible(number, "the entries cannot be read")
    if unread:
        notes.remark(1, f"line {unread[0][0]} is a {unread[0][1]}: reserved, not read")
    notes.impossible(13, "records hold no signatures yet")
    return Report(checks=notes.checks(), table=header.table, game=header.game, release=header.release, entries=count)


class _Proofs:
    """Checks 6 to 12, of entries that could be opened."""

    def __init__(self, rules: Rules, header: Header, opening: TableOpened, ahead: Ahead, notes: Notes) -> None:
        self._notes = notes
        self._opening = opening
        self._fairness = Fairness(opening, ahead.goals)
        self._line = Line(rules, header, ahead)
        self._kinds: set[type] = set()

    def look(self, some: list[OpenedEntry]) -> None:
        """Look at more entries."""
        for opened in some:
            self._kinds.add(type(opened.public))
            self._fairness.look(opened)
        if not self._notes.has_any_failed(_FOLLOWED_BY):
            for opened in some:
                self._line.look(opened)

    def end(self) -> None:
        """Note what was found, after the last entry."""
        notes = self._notes
        self._fairness.end(notes)
        self._complete()
        if notes.has_any_failed(_FOLLOWED_BY):
            for number in (8, 9, 10):
                notes.impossible(number, NOT_FOLLOWED)
        else:
            self._line.end(notes)

    def _complete(self) -> None:
        """11: the record has an end; a tail that is missing cannot be seen otherwise."""
        kinds = self._kinds
        never = self._opening.secrets_open_at == "never"
        ended = bool(kinds & {ResultConfirmed, TableAbandoned})
        if SecretsOpened not in kinds and not (never and ended):
            reason = "the entry that opens the secrets is not there" if ended else "the table had not ended"
            self._notes.impossible(11, f"{reason}: later entries may be missing")
