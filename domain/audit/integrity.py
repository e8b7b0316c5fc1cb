"""Checks 1 to 5 and 9: what the lines of a copy tell without the rules; the types of a game, where it is installed."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import Any

from domain.audit.hidden import hidden_places, open_sealed
from domain.audit.opened import OpenedEntry, public_of, rules_of
from domain.audit.report import Check, Notes
from domain.kernel.cards.card_sets import card_set_digest
from domain.kernel.game import Rules
from domain.kernel.seats import ARBITER, SPECTATOR, parse_viewer
from domain.record.any_game import entry_of_any_game
from domain.record.canonical import NotCanonicalError, b64, decode, raw64, recoded
from domain.record.case_times import lasts_until, untimely
from domain.record.cases import Cases, cases_after
from domain.record.chain import genesis, link
from domain.record.desk import Verified
from domain.record.entries import (
    ACTIONS,
    CLOCK,
    PLAYED,
    ActionForced,
    ActionTaken,
    Entry,
    GameStarted,
    ResultConfirmed,
    RewoundTo,
    TableAbandoned,
    TableOpened,
)
from domain.record.lines import CardSet, Copied, Header, Record
from domain.record.order import OF_CASES, Contradiction, Order
from domain.record.pauses import Pause, is_early, pause_after, stood_ms
from domain.record.places import misplaced
from domain.record.results import Result, result_after, untimely_result
from domain.record.texts import Note, Part, may_read, readers_of, texts_in


def failed_at_sight(record: Record) -> tuple[Check, ...]:
    """Return which checks fail of those that cost little: format, numbering, header, chain, seals.

    No draw is computed and no action decided again: a record that passes may still fail `verify`.
    """
    return AtSight(record.header).failed(record)


class AtSight:
    """Which of these checks fail as a record grows: every entry is looked at once."""

    def __init__(self, header: Header) -> None:
        self._notes = Notes()
        self._integrity = Integrity(rules_of(header.game), header, self._notes)
        self._looked = 0  # entries so far

    def failed(self, record: Record) -> tuple[Check, ...]:
        """Return the failed ones of a record that goes on from the one before."""
        for copied in record.entries[self._looked :]:
            self._integrity.look(copied)
        self._looked = len(record.entries)
        self._integrity.end(zip(record.card_set_lines, record.card_sets, strict=True), record.notes)
        return tuple(check for check in self._notes.checks() if check.status == "failed")


_NOT_FOR_EVERYBODY = re.compile(r"[0-9]*/(draws/|origin\Z)").match  # what no reveal opens


class Integrity:
    """Looks at the entries in their order, up to the first one that is not of the format."""

    def __init__(self, rules: Rules | None, header: Header, notes: Notes) -> None:
        self.opening: TableOpened | None = None  # entry 1, if it opens a table
        self._rules = rules
        self._header = header
        self._notes = notes
        self._order = Order()
        self._good = True  # every entry so far is of the format
        self._places = 0  # entries so far
        self._at = 0  # ms since 1970, of the entry before
        self._previous = b""  # hash of the entry before
        self._viewer = SPECTATOR
        self._seals: dict[str, Mapping[str, str]] = {}  # of each entry
        self._texts: dict[str, tuple[str, Entry]] = {}  # the hash of each text, by its place, and its entry
        self._pause: Pause | None = None
        self._result: Result | None = None  # that waits to be final
        self._cases: Cases = {}
        self._over_at: int | None = None  # when the table was over
        self._hashes: list[bytes] = []  # of the entries of a table whose secrets never open: somebody verifies it
        self._stood = 0  # ms for which no clock ran so far, a pause that goes on aside
        self._moments: set[int] = set()  # what clocks showed when a decision may have been put
        self._began = 0  # what they showed when the game was dealt, or last went back
        self._acted: dict[int, int] = {}  # what they showed when each seat acted last since then

    def look(self, copied: Copied) -> OpenedEntry | None:
        """Return the next entry with its values, as long as all of them are of the format."""
        if not self._good:
            return None
        opened = self._open(copied)
        if opened is None:
            self._good = False
            return None
        if self.opening is None:
            assert isinstance(opened.public, TableOpened), "the order of entries begins with it"
            self.opening = opened.public
            self._begin(self.opening)
        self._number(opened)
        self._link(copied)
        if isinstance(opened.public, Verified):
            self._verified(opened.public, copied.line)
        self._audience(opened)
        self._open_seals(opened)
        self._time(opened)
        return opened

    def end(self, card_sets: Iterable[tuple[int, CardSet]], notes: Iterable[tuple[int, Note]]) -> None:
        """Note what only the end of the record shows: card sets and notes may stand anywhere, on these lines."""
        if self.opening is None:
            return
        for line, card_set in card_sets:
            if not card_set_digest(card_set.text.encode()) == card_set.digest == self.opening.data:
                self._notes.fail("wrong_card_set", line, "the card set is not the one that entry 1 names by its digest")
        self._read(notes)
        if self.opening.clock is None:
            self._notes.remark(9, "no clock; thinking times agree with the entries")

    def _read(self, notes: Iterable[tuple[int, Note]]) -> None:
        """5: each text is the one whose hash its entry holds; 3: this viewer may read it.

        Erased ones, or those of others, are not there.
        """
        missing = {*self._texts}
        for line, note in notes:
            place = f"{note.n}{note.part}"
            missing.discard(place)
            hash, entry = self._texts.get(place, ("", None))
            if hash != note.fits:
                self._notes.fail("wrong_text", line, f"the text is not the one whose hash stands at {place}")
            if entry is not None and not self._may_read(entry, note.part):
                self._notes.fail("not_for_viewer", line, f"{place} is not for the viewer of this copy")
        if missing:
            self._notes.remark(5, f"texts that are not in this copy, for which it is not possible: {len(missing)}")

    def _may_read(self, entry: Entry, part: Part) -> bool:
        own = entry.by in [f"seat:{seat}" for seat in self._viewer.seats]
        readers = readers_of(str(entry.__struct_config__.tag), part)
        over = self._over_at is not None
        return may_read(readers, is_author=own, is_officer=self._viewer.everything, is_over=over)

    def _open(self, copied: Copied) -> OpenedEntry | None:
        """1: every entry is of a known kind, its hidden places have exactly their seals, and it may stand there."""
        try:
            opened = self._typed(copied) or self._untyped(copied)
            self._order.look(opened.public, copied.opened)
        except (NotCanonicalError, Contradiction) as error:
            code = "wrong_order" if isinstance(error, Contradiction) else "bad_entry"
            self._notes.fail(code, copied.line, str(error))
            return None
        return opened

    def _typed(self, copied: Copied) -> OpenedEntry | None:
        """8: facts and commands are those of the game, and exactly what it hides is hidden; nothing if they are not."""
        if self._rules is None:
            return None
        try:
            public = public_of(self._rules, copied)
            full, misfit = open_sealed(self._rules, public, copied.opened)
        except NotCanonicalError as error:
            self._notes.fail("wrong_type", copied.line, str(error))
            return None
        if misfit is not None:
            self._notes.fail("wrong_type", copied.line, misfit)
        return OpenedEntry(copied, public, full)

    def _untyped(self, copied: Copied) -> OpenedEntry:
        """Return an entry as it is without the types of its game; raises `NotCanonicalError`."""
        odd = misplaced(decode(copied.public))
        if odd is not None:
            raise NotCanonicalError(odd)
        public = entry_of_any_game(copied.public)
        return OpenedEntry(copied, public, public)

    def _begin(self, opening: TableOpened) -> None:
        self._previous = genesis(opening.table)
        if self._rules is None:
            for number in (8, 10):
                self._notes.impossible(number, f"this release has no game called {self._header.game!r}")
        self._head(opening)

    def _number(self, opened: OpenedEntry) -> None:
        """2: numbers count from 1, times never go back."""
        entry, line = opened.public, opened.copied.line
        self._places += 1
        if entry.n != self._places:
            self._notes.fail("wrong_number", line, f"entry {entry.n} stands where entry {self._places} belongs")
        if entry.at < self._at:
            reason = f"the time of entry {entry.n} lies before the entry before it"
            self._notes.fail("time_goes_back", line, reason)
        self._at = entry.at

    def _link(self, copied: Copied) -> None:
        """4: each hash follows from the one before and the public entry."""
        if copied.hash != link(self._previous, copied.public):
            reason = "the hash does not follow from the entry and the one before it"
            self._notes.fail("broken_chain", copied.line, reason)
        self._previous = copied.hash
        if self.opening is not None and self.opening.secrets_open_at == "never":
            self._hashes.append(copied.hash)

    def _verified(self, entry: Verified, line: int) -> None:
        """4: what an officer has verified is this record, up to the entry whose hash stands there."""
        if raw64(entry.head.hash) not in self._hashes[entry.head.n - 1 : entry.head.n]:
            self._notes.fail("other_head", line, f"entry {entry.head.n} is not the one that was verified")

    def _head(self, opening: TableOpened) -> None:
        """3: the header says what entry 1 says, and names a viewer of this table."""
        header, notes = self._header, self._notes
        for name in ("game", "release", "table"):
            if getattr(header, name) != getattr(opening, name):
                notes.fail("wrong_header", 1, f"the header's {name} is not that of entry 1")
        try:
            self._viewer = parse_viewer(header.viewer, opening.seats)
        except ValueError as error:
            notes.fail("wrong_viewer", 1, str(error))
            self._viewer = ARBITER  # of nobody it can be said what they may not know
            return
        if str(self._viewer) != header.viewer:
            notes.fail("wrong_viewer", 1, f"the viewer {header.viewer!r} is written {self._viewer}")

    def _audience(self, opened: OpenedEntry) -> None:
        """3: nothing is opened that the viewer of the copy, or everybody, may never know. 8: nor by the game."""
        public, copied, viewer = opened.public, opened.copied, self._viewer
        if isinstance(public, ACTIONS) and public.reveals:
            for place in public.reveals:
                if _NOT_FOR_EVERYBODY(place):
                    self._notes.fail("not_for_viewer", copied.line, f"{place} is not for everybody")
        if viewer.everything or not copied.opened:
            return
        own = getattr(public, "seat", None) in viewer.seats
        for pointer in copied.opened:
            for_seat = own if pointer in ("/command/body", "/origin") else bool(viewer.seats)
            if not for_seat or pointer.startswith("/draws/"):
                reason = f"{pointer} is not for the viewer of this copy"
                self._notes.fail("not_for_viewer", copied.line, reason)
        if self._rules is None or self._notes.has_any_failed({8}):
            return
        audiences = {place.pointer: place.seats for place in hidden_places(self._rules, public)}
        for pointer in copied.opened:
            if pointer in audiences and not viewer.may_know(audiences[pointer]):
                reason = f"{pointer} is not for the viewer of this copy"
                self._notes.fail("opened_too_much", copied.line, reason)

    def _open_seals(self, opened: OpenedEntry) -> None:
        """5: what is opened, in a line or by a reveal, fits its seal."""
        copied, entry = opened.copied, opened.public
        seals = self._seals[str(entry.n)] = entry.seals
        if isinstance(entry, OF_CASES):
            self._texts |= {f"{entry.n}{part}": (hash, entry) for part, hash in texts_in(entry).items()}
        if copied.opened:
            for pointer, (value, salt) in copied.opened.items():
                self._opens(copied.line, seals.get(pointer), pointer, value, salt)
        if isinstance(entry, ACTIONS) and entry.reveals:
            for key, (value, salt) in entry.reveals.items():
                n, slash, pointer = key.partition("/")
                self._opens(copied.line, self._seals.get(n, {}).get(slash + pointer), key, value, salt)

    def _time(self, opened: OpenedEntry) -> None:
        """9: the time used is that since an earlier entry that may have put the decision, or nothing.

        Clocks stand through pauses and outages: each moment counts as what they show then.
        """
        entry, line = opened.public, opened.copied.line
        if not isinstance(entry, ACTIONS):
            self._judge(entry, line)
        shown = self._shown(entry, line)
        if isinstance(entry, ACTIONS) and entry.used_ms and shown - entry.used_ms not in self._moments:
            self._notes.fail("wrong_time", line, "no decision was put so long before")
        if isinstance(entry, ActionForced) and entry.by != CLOCK:
            self._no_show(entry, shown, line)
        if isinstance(entry, (*PLAYED, RewoundTo)):
            self._moments.add(shown)
        if isinstance(entry, ActionTaken):
            self._acted[entry.seat] = shown
        elif isinstance(entry, (GameStarted, RewoundTo)):
            self._acted, self._began = {}, shown

    def _judge(self, entry: Entry, line: int) -> None:
        """9: no call, appeal or other result comes too late, no case is closed and no result confirmed too early."""
        assert self.opening is not None
        found = untimely_result(entry, self._result, self._cases, self.opening, self._over_at)
        if isinstance(entry, OF_CASES):
            found = untimely(entry, self._cases, self.opening, self._over_at)
            self._cases = cases_after(self._cases, entry, self.opening)
        if found is not None:
            self._notes.fail(found.code, line, found.reason)
        self._result = result_after(self._result, entry, over=self._over_at is not None)
        if isinstance(entry, (ResultConfirmed, TableAbandoned)):
            self._over_at = entry.at

    def _shown(self, entry: Entry, line: int) -> int:
        """Return what a clock that began in 1970 shows at an entry. 9: a case stops it for as long as it may."""
        if is_early(entry, self._pause):
            self._notes.fail("early_resumption", line, "the case may stop the play for longer")
        assert self.opening is not None
        pause = pause_after(self._pause, entry, lasts_until(entry, self._cases))
        self._stood += stood_ms(entry, self._pause, pause)
        self._pause = pause
        return (entry.at if pause is None else pause.since) - self._stood

    def _no_show(self, entry: ActionForced[Any], shown: int, line: int) -> None:
        """9: a ruler concedes for a seat only once it has done nothing for as long as entry 1 says."""
        assert self.opening is not None
        clock = self.opening.clock
        idle = shown - self._acted.get(entry.seat, self._began)
        if clock is None or clock.no_show_ms is None or idle < clock.no_show_ms:
            self._notes.fail(
                "early_no_show", line, f"seat {entry.seat} was no no-show yet, {idle} ms after its last act"
            )

    def _opens(self, line: int, commitment_: str | None, pointer: str, value: Any, salt: str) -> None:
        if commitment_ is None:
            self._notes.fail("no_seal", line, f"{pointer} is opened, but no seal stands there")
        elif b64(hashlib.sha256(raw64(salt) + recoded(value)).digest()) != commitment_:
            self._notes.fail("broken_seal", line, f"the value opened at {pointer} is not the sealed one")
