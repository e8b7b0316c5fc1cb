"""A record followed up to its damage, at once or as its table is played: every line is read and followed once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from domain.audit.integrity import AtSight
from domain.audit.opened import types_of
from domain.audit.report import Check, first_of
from domain.audit.timeline import Timeline
from domain.kernel.display.words import Words
from domain.record.lines import Copied, LineError, Readable, Reader
from replay.errors import InputError
from replay.progress import Progress
from replay.reading.soundness import MORE, as_check, tell


class Followed(NamedTuple):
    """A record followed as far as it goes, and what is wrong with it at sight; `damage` ends it early."""

    timeline: Timeline
    wrong: Check | None = None
    damage: Check | None = None

    def mark(self, words: Words) -> str:
        """Return what screens say of a record that does not verify; nothing of a good one."""
        if self.damage is not None:
            return words.say("the record is damaged from line {line} on", line=self.damage.line or 1)
        return "" if self.wrong is None else words.say("the record does not verify")


class Growing:
    """A record that may go on."""

    def __init__(self) -> None:
        self._reader = Reader(types_of)
        self._sight: AtSight | None = None
        self._last: Followed | None = None

    def read_on(self, lines: Iterable[bytes]) -> Followed:
        """Follow the record through its next lines; tell once what is wrong with it, and what ends it.

        Nothing can follow damage. Raises `InputError` and `TimelineError` where nothing can be shown.
        """
        before = self._last
        assert before is None or before.damage is None, "nothing follows damage"
        record, unreadable = self._read(() if before is None else before.timeline.record.entries, lines)
        with Progress("following the record") as progress:
            kept = None if before is None else before.timeline
            timeline = Timeline(record, progress, to_damage=True, before=kept)
        ends = timeline.damage or unreadable
        damage = None if ends is None else as_check(ends)
        self._sight = self._sight or AtSight(record.header)
        wrong = first_of([*self._sight.failed(record), *([] if damage is None else [damage])])
        if wrong is not None and (before is None or before.wrong != wrong or damage is not None):
            tell(wrong, record.header.game, readable_to=None if damage is None else len(timeline))
        self._last = Followed(timeline, wrong, damage)
        return self._last

    def _read(self, entries: tuple[Copied, ...], lines: Iterable[bytes]) -> Readable:
        try:
            return self._reader.read_on(entries, lines)
        except LineError as error:
            raise InputError(f"{error}; {MORE}") from None
