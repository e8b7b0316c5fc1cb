"""Verification: the numbered checks over a copy of a record, offline, from its bytes alone.

One pass: every check looks at each entry in its turn and keeps its own tally; what was looked at is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice, takewhile

from domain.audit.ahead import Ahead, ahead_in, ahead_of
from domain.audit.decisions import NOT_FOLLOWED, Line
from domain.audit.fairness import Fairness
from domain.audit.heads import Head, Kept, KeptHead
from domain.audit.integrity import Integrity
from domain.audit.opened import OpenedEntry, rules_of, types_of
from domain.audit.report import Notes, Report
from domain.audit.timeline import Timeline
from domain.record.canonical import b64
from domain.record.entries import ResultConfirmed, SecretsOpened, TableAbandoned, TableOpened
from domain.record.lines import EMPTY, CardSet, Copied, Header, LineError, Reader, Record, split
from domain.record.texts import Note

Progress = Callable[[int, int], None]

_ENTRY = b'\n{"entry":'  # what the line of an entry begins with, behind the line before
TOGETHER = 50  # entries that each check looks at in a row: one by one costs a tenth more, and memory stays small
_FOLLOWED_BY = frozenset({1, 2, 8})  # the checks without which no action can be decided again
_UNORDERED = frozenset({1, 2})  # of these checks: then nothing is known of what came before what
_HEAD = frozenset({1, 2, 4})  # the checks that the last hash rests on


def verify_bytes(
    text: bytes, progress: Progress | None = None, heads: Iterable[KeptHead] = (), parent: Timeline | None = None
) -> Report:
    """Verify a record as it lies in a file, and compare heads that somebody kept, and a branch with its parent.

    `progress` hears of entries done and entries in all.
    """
    reader = Reader(types_of)
    entries = reader.entries(split(text))
    if progress is not None:
        entries = _told(entries, text.count(_ENTRY), progress)
    return _checked(reader, entries, lambda: ahead_in(text), heads, parent)


def verify(record: Record, progress: Progress | None = None) -> Report:
    """Verify a parsed copy; `progress` hears of entries done and entries in all."""
    entries: Iterator[Copied] = iter(record.entries)
    if progress is not None:
        entries = _told(entries, len(record.entries), progress)
    return _checked(record, entries, lambda: ahead_of(record))


def _told(entries: Iterable[Copied], in_all: int, progress: Progress) -> Iterator[Copied]:
    """Yield the entries and tell how many are done."""
    for done, copied in enumerate(entries):
        if done:
            progress(done, in_all)
        yield copied


def _checked(
    source: Reader | Record,
    entries: Iterator[Copied],
    ahead: Callable[[], Ahead],
    heads: Iterable[KeptHead] = (),
    parent: Timeline | None = None,
) -> Report:
    """Let every check look at every entry; the rest of `source` is complete once the entries have been read."""
    notes, checking, count = Notes(), None, 0
    for some, damage in _together(entries):
        if some and checking is None:
            assert source.header is not None, "it stands before every entry"
            checking = _Checking(source.header, ahead(), notes, heads, parent)
        if checking is not None:
            count += len(some)
            checking.look(some)
        if damage is not None:
            notes.fail(damage.code, damage.line, damage.reason)
    if checking is None:
        if not notes.has_any_failed({1}):
            notes.fail("empty_record", 1, EMPTY)
        return Report(checks=notes.checks())
    checking.end(zip(source.card_set_lines, source.card_sets, strict=True), source.notes)
    if source.unread:
        notes.remark(1, f"line {source.unread[0][0]} is a {source.unread[0][1]}: reserved, not read")
    notes.impossible(13, "records hold no signatures yet")
    header, checks = checking.header, notes.checks()
    proved = not notes.has_any_failed(_HEAD)
    return Report(
        checks=checks,
        table=header.table,
        game=header.game,
        release=header.release,
        entries=count,
        head=Head(count, b64(checking.head)) if proved else None,
        heads=checking.kept.compared(proved=proved),
    )


def _together(entries: Iterator[Copied]) -> Iterator[tuple[list[Copied], LineError | None]]:
    """Yield entries in bunches, and behind the last one what ends a damaged record."""
    while True:
        some: list[Copied] = []
        try:
            some.extend(islice(entries, TOGETHER))  # those before the damage stay
        except LineError as error:
            yield some, error
            return
        if not some:
            return
        yield some, None


class _Checking:
    """All checks of a record that has a header and an entry; those beyond the format as long as that is good."""

    def __init__(
        self, header: Header, ahead: Ahead, notes: Notes, heads: Iterable[KeptHead], parent: Timeline | None
    ) -> None:
        self.header = header
        self.kept = Kept(heads, header.table)
        self.head = b""  # the hash of the last entry
        self._rules = rules_of(header.game)
        self._ahead = ahead
        self._parent = parent
        self._notes = notes
        self._integrity = Integrity(self._rules, header, notes)
        self._proofs: _Proofs | None = None

    def look(self, some: list[Copied]) -> None:
        """Look at more entries."""
        opened = [one for copied in some if (one := self._integrity.look(copied)) is not None]
        if not opened:
            return
        for one in opened:
            self.kept.look(one.public.n, one.copied.hash)
        self.head = opened[-1].copied.hash
        if self._proofs is None:
            assert self._integrity.opening is not None
            line = None if self._rules is None else Line(self._rules, self.header, self._ahead, self._parent)
            self._proofs = _Proofs(line, self._integrity.opening, self._ahead, self._notes)
        self._proofs.look(opened)

    def end(self, card_sets: Iterable[tuple[int, CardSet]], texts: Iterable[tuple[int, Note]]) -> None:
        """Note what was found, after the last entry."""
        self._integrity.end(card_sets, texts)
        if self._proofs is not None:
            self._proofs.end()


class _Proofs:
    """Checks 6 to 8 and 10 to 12, of entries that are of the format."""

    def __init__(self, line: Line | None, opening: TableOpened, ahead: Ahead, notes: Notes) -> None:
        self._notes = notes
        self._opening = opening
        self._fairness = Fairness(opening, ahead.goals)
        self._line = line
        self._kinds: set[type] = set()

    def look(self, some: list[OpenedEntry]) -> None:
        """Look at more entries."""
        for opened in some:
            self._kinds.add(type(opened.public))
            self._fairness.look(opened)
        if self._line is not None:
            wrong = self._notes.first_line(_FOLLOWED_BY)
            for opened in takewhile(lambda one: wrong is None or one.copied.line < wrong, some):
                self._line.look(opened)

    def end(self) -> None:
        """Note what was found, after the last entry."""
        notes = self._notes
        self._fairness.end(notes)
        self._complete()
        if self._line is None:
            return
        if notes.has_any_failed(_FOLLOWED_BY):
            if not notes.has_any_failed(_UNORDERED):
                notes.take(self._line.notes)
            for number in (8, 10):
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
