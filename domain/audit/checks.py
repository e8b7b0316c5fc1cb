"""Verification: the numbered checks over a copy of a record, offline, from its bytes alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from domain.audit.decisions import Line
from domain.audit.opened import (
    MisfitError,
    OpenedEntry,
    check_seal_places,
    hidden_places,
    public_of,
    read_record,
    rules_of,
    with_values,
)
from domain.audit.report import Notes, Report
from domain.kernel.seats import parse_viewer
from domain.record.canonical import NotCanonicalError, b64, decode, recoded, sha256, unb64
from domain.record.chain import genesis, link
from domain.record.draws import recomputed
from domain.record.entries import (
    ACTIONS,
    PLAYED,
    Entry,
    GameStarted,
    ResultConfirmed,
    RewoundTo,
    SeatReplaced,
    SeatTaken,
    SecretsOpened,
    TableAbandoned,
    TableOpened,
)
from domain.record.keys import NO_ENTROPY, Keyed, commitment, deal_key, salt_key
from domain.record.lines import LineError, Record
from domain.record.seals import Salts
from domain.table.codec import Rules

Progress = Callable[[int, int], None]


def verify_bytes(text: bytes, progress: Progress | None = None) -> Report:
    """Verify a record as it lies in a file."""
    try:
        record = read_record(text)
    except LineError as error:
        notes = Notes()
        notes.fail(1, error.line, error.reason)
        for number in range(2, 14):
            notes.impossible(number, "the record cannot be read past its format")
        return Report(checks=notes.checks())
    return verify(record, progress)


def verify(record: Record, progress: Progress | None = None) -> Report:
    """Verify a parsed copy; `progress` hears of entries done and entries in all."""
    return _Verification(record).run(progress)


class _Verification:
    """One run over a record."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.notes = Notes()
        self.entries: list[OpenedEntry] = []

    def run(self, progress: Progress | None) -> Report:
        notes, record = self.notes, self.record
        rules = rules_of(record)
        if not record.entries:
            notes.fail(1, 1, "the record holds no entry")
        elif rules is None:
            reason = f"this release has no game called {record.header.game!r}"
            for number in (1, 5, 8, 9, 10):
                notes.impossible(number, reason)
            if decode(record.entries[0].public).get("game") != record.header.game:
                notes.fail(3, 1, "the header's game is not that of entry 1")
        else:
            self._open_all(rules)
        self._numbering()
        self._chain()
        if self.entries:
            assert rules is not None
            self._header(rules)
            self._seals()
            self._secrets_and_draws()
            self._entropy()
            self._complete()
            if any(notes.has_failed(number) for number in (1, 2, 8)):
                for number in (8, 9, 10):
                    notes.impossible(number, "the entries cannot be followed past an earlier failure")
            else:
                Line(rules, record, self.entries, notes).follow(progress)
        else:
            for number in range(2, 13):
                notes.impossible(number, "the entries cannot be read")
        if record.unread:
            notes.remark(1, f"line {record.unread[0][0]} is a {record.unread[0][1]}: reserved, not read")
        notes.impossible(13, "records hold no signatures yet")
        return Report(
            checks=notes.checks(),
            table=record.header.table,
            game=record.header.game,
            release=record.header.release,
            entries=len(record.entries),
        )

    def _open_all(self, rules: Any) -> None:
        """1: every entry is of a known kind and its hidden places have exactly their seals."""
        for copied in self.record.entries:
            try:
                public = public_of(rules, copied)
                check_seal_places(rules, public)
            except NotCanonicalError as error:
                self.notes.fail(1, copied.line, str(error))
                return
            if isinstance(public, TableOpened) and self.entries:
                self.notes.fail(1, copied.line, "entry 1, and no other, opens the table")
            try:
                self.entries.append(with_values(rules, copied, public))
            except MisfitError as error:
                self.notes.fail(8, copied.line, str(error))
                self.entries.append(OpenedEntry(copied, public, public))
        first = self.entries[0]
        if not isinstance(first.public, TableOpened):
            self.notes.fail(1, first.copied.line, "entry 1 does not open a table")
            self.entries.clear()

    def _numbering(self) -> None:
        """2: numbers count from 1, times never go back."""
        at = None
        for place, opened in enumerate(self.entries, 1):
            entry = opened.public
            if entry.n != place:
                self.notes.fail(2, opened.copied.line, f"entry {entry.n} stands where entry {place} belongs")
            if at is not None and entry.at < at:
                self.notes.fail(2, opened.copied.line, f"the time of entry {entry.n} lies before the entry before it")
            at = entry.at

    def _chain(self) -> None:
        """4: each hash follows from the one before and the public entry."""
        previous = genesis(self._table())
        for copied in self.record.entries:
            expected = link(previous, copied.public)
            if copied.hash != expected:
                self.notes.fail(4, copied.line, "the hash does not follow from the entry and the one before it")
                return
            previous = copied.hash

    def _table(self) -> str:
        first = self.entries[0].public if self.entries else None
        return first.table if isinstance(first, TableOpened) else self.record.header.table

    @property
    def _opening(self) -> TableOpened:
        first = self.entries[0].public
        assert isinstance(first, TableOpened)
        return first

    def _header(self, rules: Rules) -> None:
        """3: the header says what entry 1 says; a card set in the record has the digest that names it."""
        header, opening = self.record.header, self._opening
        for name in ("game", "release", "table"):
            if getattr(header, name) != getattr(opening, name):
                self.notes.fail(3, 1, f"the header's {name} is not that of entry 1")
        for card_set in self.record.card_sets:
            if not b64(sha256(card_set.text.encode())) == card_set.digest == opening.data:
                self.notes.fail(3, None, "the card set is not the one that entry 1 names by its digest")
        try:
            viewer = parse_viewer(header.viewer, opening.seats)
        except ValueError as error:
            self.notes.fail(3, 1, str(error))
            return
        if str(viewer) != header.viewer:
            self.notes.fail(3, 1, f"the viewer {header.viewer!r} is written {viewer}")
        for opened in self.entries if not viewer.everything else ():
            audiences = {place.pointer: place.seats for place in hidden_places(rules, opened.public)}
            for pointer in opened.copied.opened:
                if not viewer.may_know(audiences.get(pointer, ())):
                    self.notes.fail(3, opened.copied.line, f"{pointer} is not for the viewer of this copy")

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
            self.notes.fail(5, line, f"{pointer} is opened, but no seal stands there")
            return
        if b64(sha256(unb64(salt), recoded(value))) != commitment_:
            self.notes.fail(5, line, f"the value opened at {pointer} is not the sealed one")

    def _secrets_and_draws(self) -> None:
        """6: the secrets are those committed to, and every salt derives; 7: so does every draw."""
        last = next((opened for opened in self.entries if isinstance(opened.public, SecretsOpened)), None)
        if last is None:
            for number in (6, 7):
                self.notes.impossible(number, "the secrets are not open")
            return
        assert isinstance(last.public, SecretsOpened)
        opening, line = self._opening, last.copied.line
        deal, salt = unb64(last.public.deal_secret), unb64(last.public.salt_secret)
        if commitment("deal", deal) != opening.commitments.deal or commitment("salt", salt) != opening.commitments.salt:
            self.notes.fail(6, line, "a secret is not the one that entry 1 committed to")
        salts = Salts(salt_key(salt, opening.table))
        for opened in self.entries:
            for place, said in _salts_said(opened):
                if said != b64(salts.at(place)):
                    self.notes.fail(6, opened.copied.line, f"the salt of {place} does not derive from the salt secret")
        entropy = _entropy_in_force(opening.seats, [opened.public for opened in self.entries])
        key = deal_key(deal, entropy, deal_id=opening.deal_id, game=opening.game, version=opening.version)
        self._draws(Keyed(key), salts)

    def _draws(self, key: Keyed, salts: Salts) -> None:
        """7: labels count the live line's draws, results are those of the key, sealed ones included."""
        rewinds, use = 0, 0
        used: dict[int, int] = {}
        for opened in self.entries:
            entry, line = opened.public, opened.copied.line
            if isinstance(entry, RewoundTo):
                rewinds, use = rewinds + 1, used.get(entry.to, 0)
            if isinstance(entry, PLAYED):
                for i, draw in enumerate(entry.draws):
                    if not draw.label.startswith(f"{rewinds}/{use}/"):
                        self.notes.fail(7, line, f"the draw {draw.label} is not number {use} after {rewinds} rewinds")
                    use += 1
                    if draw.kind == "pick" and not draw.n:
                        self.notes.fail(7, line, f"the draw {draw.label} is of {draw.n}")
                        continue
                    result = recomputed(key, draw)
                    pointer = f"/draws/{i}/result"
                    if draw.result is not None and draw.result != result:
                        self.notes.fail(7, line, f"the draw {draw.label} has another result")
                    if draw.result is None and entry.seals.get(pointer) != salts(entry.n, pointer, result):
                        self.notes.fail(7, line, f"the sealed draw {draw.label} has another result")
            used[entry.n] = use

    def _entropy(self) -> None:
        """12: some seat gave entropy of its own, so that the operator alone could not choose the deal."""
        entropy = _entropy_in_force(self._opening.seats, [opened.public for opened in self.entries])
        given = [seat for seat, value in enumerate(entropy) if value != NO_ENTROPY]
        if not given:
            self.notes.impossible(12, "no seat gave entropy: the deal rests on the operator's secret alone")
        else:
            self.notes.remark(12, f"seats that gave entropy: {', '.join(map(str, given))}")

    def _complete(self) -> None:
        """11: the record has an end; a tail that is missing cannot be seen otherwise."""
        kinds = {type(opened.public) for opened in self.entries}
        never = self._opening.secrets_open_at == "never"
        if SecretsOpened not in kinds and not (never and kinds & {ResultConfirmed, TableAbandoned}):
            self.notes.impossible(11, "the table had not ended: later entries may be missing")


def _salts_said(opened: OpenedEntry) -> Iterator[tuple[str, str]]:
    """Yield "<n><pointer>" and salt of everything that a line opens, its reveals included."""
    entry = opened.public
    for pointer, (_, salt) in opened.copied.opened.items():
        yield f"{entry.n}{pointer}", salt
    if isinstance(entry, ACTIONS):
        for key, (_, salt) in entry.reveals.items():
            yield key, salt


def _entropy_in_force(seats: int, entries: Sequence[Entry]) -> list[bytes]:
    """Return each seat's last entropy before the deal."""
    given = [NO_ENTROPY] * seats
    for entry in entries:
        if isinstance(entry, GameStarted):
            break
        if isinstance(entry, SeatTaken | SeatReplaced) and 0 <= entry.seat < seats:
            given[entry.seat] = unb64(entry.entropy)
    return given
