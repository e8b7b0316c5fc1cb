"""Checks 1 to 5: what the lines of a copy and the types of its game tell, without deciding anything again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

from domain.audit.hidden import hidden_places, open_sealed
from domain.audit.opened import OpenedEntry, public_of, rules_of
from domain.audit.report import Check, Notes
from domain.kernel.cards.card_sets import card_set_digest
from domain.kernel.game import Rules
from domain.kernel.seats import ARBITER, SPECTATOR, parse_viewer
from domain.record.canonical import NotCanonicalError, b64, decode, raw64, recoded
from domain.record.chain import genesis, link
from domain.record.entries import ACTIONS, TableOpened
from domain.record.lines import CardSet, Copied, Header, Record


def failed_at_sight(record: Record) -> tuple[Check, ...]:
    """Return which checks fail of those that cost little: format, numbering, header, chain, seals.

    No draw is computed and no action decided again: a record that passes may still fail `verify`.
    """
    notes = Notes()
    integrity = Integrity(rules_of(record.header.game), record.header, record.card_sets, notes)
    for copied in record.entries:
        integrity.look(copied)
    integrity.end()
    return tuple(check for check in notes.checks() if check.status == "failed")


LONGEST_NUMBER = 16  # digits: an entry's number lies below 2^53


class Integrity:
    """Looks at the entries in their order; without the types of the game only at the chain."""

    def __init__(self, rules: Rules | None, header: Header, card_sets: Iterable[CardSet], notes: Notes) -> None:
        self.opening: TableOpened | None = None  # entry 1, if it opens a table
        self._rules = rules
        self._header = header
        self._card_sets = card_sets
        self._notes = notes
        self._first: OpenedEntry | None = None
        self._readable = rules is not None  # all entries so far
        self._opened = 0  # entries that could be read
        self._at = 0  # ms since 1970, of the entry before
        self._previous = b""  # hash of the entry before
        self._linked = True
        self._viewer = SPECTATOR
        self._seals: dict[int, Mapping[str, str]] = {}  # of each entry

    def look(self, copied: Copied) -> OpenedEntry | None:
        """Return the next entry with its values, as long as the entries can be read and the first opens a table."""
        opened = self._open(copied) if self._readable else None
        if not self._previous:
            self._begin(copied, opened)
        if self._linked:
            self._link(copied)
        if opened is None or self.opening is None:
            return None
        self._number(opened)
        if not self._viewer.everything:
            self._audience(opened)
        self._open_seals(opened)
        return opened

    def end(self) -> None:
        """Note what only the end of the record shows."""
        if self._first is not None and self.opening is None:
            self._notes.fail("wrong_opening", self._first.copied.line, "entry 1 does not open a table")

    def _begin(self, copied: Copied, opened: OpenedEntry | None) -> None:
        header, notes = self._header, self._notes
        self._first = opened
        if opened is not None and isinstance(opened.public, TableOpened):
            self.opening = opened.public
            self._head(self.opening)
        self._previous = genesis(header.table if self.opening is None else self.opening.table)
        if self._rules is None:
            reason = f"this release has no game called {header.game!r}"
            for number in (1, 5, 8, 9, 10):
                notes.impossible(number, reason)
            if decode(copied.public).get("game") != header.game:
                notes.fail("wrong_header", 1, "the header's game is not that of entry 1")

    def _open(self, copied: Copied) -> OpenedEntry | None:
        """1: every entry is of a known kind and its hidden places have exactly their seals."""
        rules = self._rules
        assert rules is not None
        try:
            public = public_of(rules, copied)
            full, misfit = open_sealed(rules, public, copied.opened)
        except NotCanonicalError as error:
            self._notes.fail("bad_entry", copied.line, str(error))
            self._readable = False
            return None
        if isinstance(public, TableOpened) and self._opened:
            self._notes.fail("wrong_opening", copied.line, "entry 1, and no other, opens the table")
        if misfit is not None:
            self._notes.fail("wrong_type", copied.line, misfit)
        self._opened += 1
        return OpenedEntry(copied, public, full)

    def _number(self, opened: OpenedEntry) -> None:
        """2: numbers count from 1, times never go back."""
        entry, line = opened.public, opened.copied.line
        if entry.n != self._opened:
            self._notes.fail("wrong_number", line, f"entry {entry.n} stands where entry {self._opened} belongs")
        if entry.at < self._at:
            reason = f"the time of entry {entry.n} lies before the entry before it"
            self._notes.fail("time_goes_back", line, reason)
        self._at = entry.at

    def _link(self, copied: Copied) -> None:
        """4: each hash follows from the one before and the public entry."""
        if copied.hash != link(self._previous, copied.public):
            self._notes.fail(
                "broken_chain", copied.line, "the hash does not follow from the entry and the one before it"
            )
            self._linked = False
        self._previous = copied.hash

    def _head(self, opening: TableOpened) -> None:
        """3: the header says what entry 1 says; a card set in the record has the digest that names it."""
        header, notes = self._header, self._notes
        for name in ("game", "release", "table"):
            if getattr(header, name) != getattr(opening, name):
                notes.fail("wrong_header", 1, f"the header's {name} is not that of entry 1")
        for card_set in self._card_sets:
            if not card_set_digest(card_set.text.encode()) == card_set.digest == opening.data:
                reason = "the card set is not the one that entry 1 names by its digest"
                notes.fail("wrong_card_set", None, reason)
        try:
            self._viewer = parse_viewer(header.viewer, opening.seats)
        except ValueError as error:
            notes.fail("wrong_viewer", 1, str(error))
            self._viewer = ARBITER  # of nobody it can be said what they may not know
            return
        if str(self._viewer) != header.viewer:
            notes.fail("wrong_viewer", 1, f"the viewer {header.viewer!r} is written {self._viewer}")

    def _audience(self, opened: OpenedEntry) -> None:
        """3: nothing is opened that the viewer of the copy may not know."""
        if not opened.copied.opened:
            return
        assert self._rules is not None
        audiences = {place.pointer: place.seats for place in hidden_places(self._rules, opened.public)}
        for pointer in opened.copied.opened:
            if not self._viewer.may_know(audiences.get(pointer, ())):
                reason = f"{pointer} is not for the viewer of this copy"
                self._notes.fail("not_for_viewer", opened.copied.line, reason)

    def _open_seals(self, opened: OpenedEntry) -> None:
        """5: what is opened, in a line or by a reveal, fits its seal."""
        copied, entry = opened.copied, opened.public
        seals = self._seals[entry.n] = entry.seals
        if copied.opened:
            for pointer, (value, salt) in copied.opened.items():
                self._opens(copied.line, seals.get(pointer), pointer, value, salt)
        if isinstance(entry, ACTIONS) and entry.reveals:
            for key, (value, salt) in entry.reveals.items():
                n, slash, pointer = key.partition("/")
                known = self._seals.get(int(n) if n.isascii() and n.isdigit() and len(n) <= LONGEST_NUMBER else -1, {})
                self._opens(copied.line, known.get(slash + pointer), key, value, salt)

    def _opens(self, line: int, commitment_: str | None, pointer: str, value: Any, salt: str) -> None:
        if commitment_ is None:
            self._notes.fail("no_seal", line, f"{pointer} is opened, but no seal stands there")
        elif b64(hashlib.sha256(raw64(salt) + recoded(value)).digest()) != commitment_:
            self._notes.fail("broken_seal", line, f"the value opened at {pointer} is not the sealed one")
