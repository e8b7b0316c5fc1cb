"""Checks 1 to 5: what the lines of a copy and the types of its game tell, without deciding anything again."""

from __future__ import annotations

from typing import Any

from domain.audit.opened import (
    MisfitError,
    OpenedEntry,
    check_seal_places,
    hidden_places,
    public_of,
    rules_of,
    with_values,
)
from domain.audit.report import Check, Notes
from domain.kernel.cards.card_sets import card_set_digest
from domain.kernel.game import Rules
from domain.kernel.seats import parse_viewer
from domain.record.canonical import NotCanonicalError, b64, decode, recoded, sha256, unb64
from domain.record.chain import genesis, link
from domain.record.entries import ACTIONS, TableOpened
from domain.record.lines import Record


def failed_at_sight(record: Record) -> tuple[Check, ...]:
    """Return which checks fail of those that cost little: format, numbering, header, chain, seals.

    No draw is computed and no action decided again: a record that passes may still fail `verify`.
    """
    notes = Notes()
    Integrity(record, notes).check(rules_of(record))
    return tuple(check for check in notes.checks() if check.status == "failed")


class Integrity:
    """One run of checks 1 to 5; `entries` are then those that could be read."""

    def __init__(self, record: Record, notes: Notes) -> None:
        self.record = record
        self.notes = notes
        self.entries: list[OpenedEntry] = []

    @property
    def opening(self) -> TableOpened:
        """Entry 1, where the entries could be read."""
        first = self.entries[0].public
        assert isinstance(first, TableOpened)
        return first

    def check(self, rules: Rules | None) -> None:
        """Make the checks; without the types of the game only the chain."""
        record, notes = self.record, self.notes
        if rules is None:
            reason = f"this release has no game called {record.header.game!r}"
            for number in (1, 5, 8, 9, 10):
                notes.impossible(number, reason)
            if decode(record.entries[0].public).get("game") != record.header.game:
                notes.fail("wrong_header", 1, "the header's game is not that of entry 1")
        else:
            self._open_all(rules)
        self._numbering()
        self._chain()
        if self.entries:
            assert rules is not None
            self._header(rules)
            self._seals()

    def _open_all(self, rules: Rules) -> None:
        """1: every entry is of a known kind and its hidden places have exactly their seals."""
        for copied in self.record.entries:
            try:
                public = public_of(rules, copied)
                check_seal_places(rules, public)
            except NotCanonicalError as error:
                self.notes.fail("bad_entry", copied.line, str(error))
                return
            if isinstance(public, TableOpened) and self.entries:
                self.notes.fail("wrong_opening", copied.line, "entry 1, and no other, opens the table")
            try:
                self.entries.append(with_values(rules, copied, public))
            except MisfitError as error:
                self.notes.fail("wrong_type", copied.line, str(error))
                self.entries.append(OpenedEntry(copied, public, public))
        first = self.entries[0]
        if not isinstance(first.public, TableOpened):
            self.notes.fail("wrong_opening", first.copied.line, "entry 1 does not open a table")
            self.entries.clear()

    def _numbering(self) -> None:
        """2: numbers count from 1, times never go back."""
        at = None
        for place, opened in enumerate(self.entries, 1):
            entry = opened.public
            if entry.n != place:
                reason = f"entry {entry.n} stands where entry {place} belongs"
                self.notes.fail("wrong_number", opened.copied.line, reason)
            if at is not None and entry.at < at:
                reason = f"the time of entry {entry.n} lies before the entry before it"
                self.notes.fail("time_goes_back", opened.copied.line, reason)
            at = entry.at

    def _chain(self) -> None:
        """4: each hash follows from the one before and the public entry."""
        previous = genesis(self._table())
        for copied in self.record.entries:
            expected = link(previous, copied.public)
            if copied.hash != expected:
                reason = "the hash does not follow from the entry and the one before it"
                self.notes.fail("broken_chain", copied.line, reason)
                return
            previous = copied.hash

    def _table(self) -> str:
        first = self.entries[0].public if self.entries else None
        return first.table if isinstance(first, TableOpened) else self.record.header.table

    def _header(self, rules: Rules) -> None:
        """3: the header says what entry 1 says; a card set in the record has the digest that names it."""
        header, opening = self.record.header, self.opening
        for name in ("game", "release", "table"):
            if getattr(header, name) != getattr(opening, name):
                self.notes.fail("wrong_header", 1, f"the header's {name} is not that of entry 1")
        for card_set in self.record.card_sets:
            if not card_set_digest(card_set.text.encode()) == card_set.digest == opening.data:
                reason = "the card set is not the one that entry 1 names by its digest"
                self.notes.fail("wrong_card_set", None, reason)
        try:
            viewer = parse_viewer(header.viewer, opening.seats)
        except ValueError as error:
            self.notes.fail("wrong_viewer", 1, str(error))
            return
        if str(viewer) != header.viewer:
            self.notes.fail("wrong_viewer", 1, f"the viewer {header.viewer!r} is written {viewer}")
        for opened in self.entries if not viewer.everything else ():
            audiences = {place.pointer: place.seats for place in hidden_places(rules, opened.public)}
            for pointer in opened.copied.opened:
                if not viewer.may_know(audiences.get(pointer, ())):
                    reason = f"{pointer} is not for the viewer of this copy"
                    self.notes.fail("not_for_viewer", opened.copied.line, reason)

    def _seals(self) -> None:
        """5: what is opened, in a line or by a reveal, fits its seal."""
        seals: dict[int, dict[str, str]] = {}
        for opened in self.entries:
            entry, line = opened.public, opened.copied.line
            seals[entry.n] = entry.seals
            for pointer, (value, salt) in opened.copied.opened.items():
                self._opens(line, entry.seals.get(pointer), pointer, value, salt)
            if isinstance(entry, ACTIONS):
                for key, (value, salt) in entry.reveals.items():
                    n, slash, pointer = key.partition("/")
                    known = seals.get(int(n) if n.isascii() and n.isdigit() else -1, {})
                    self._opens(line, known.get(slash + pointer), key, value, salt)

    def _opens(self, line: int, commitment_: str | None, pointer: str, value: Any, salt: str) -> None:
        if commitment_ is None:
            self.notes.fail("no_seal", line, f"{pointer} is opened, but no seal stands there")
            return
        if b64(sha256(unb64(salt), recoded(value))) != commitment_:
            self.notes.fail("broken_seal", line, f"the value opened at {pointer} is not the sealed one")
