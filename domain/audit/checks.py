"""Verification: the numbered checks over a copy of a record, offline, from its bytes alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from domain.audit.decisions import Line
from domain.audit.integrity import Integrity
from domain.audit.opened import OpenedEntry, read_record, rules_of
from domain.audit.report import Notes, Report
from domain.record.canonical import b64, unb64
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
)
from domain.record.keys import NO_ENTROPY, Keyed, commitment, deal_key, salt_key
from domain.record.lines import LineError, Record
from domain.record.seals import Salts

Progress = Callable[[int, int], None]


def verify_bytes(text: bytes, progress: Progress | None = None) -> Report:
    """Verify a record as it lies in a file."""
    try:
        record = read_record(text)
    except LineError as error:
        notes = Notes()
        notes.fail(error.code, error.line, error.reason)
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
        self.integrity = Integrity(record, self.notes)
        self.entries = self.integrity.entries

    def run(self, progress: Progress | None) -> Report:
        notes, record = self.notes, self.record
        rules = rules_of(record)
        self.integrity.check(rules)
        if self.entries:
            assert rules is not None
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

    def _secrets_and_draws(self) -> None:
        """6: the secrets are those committed to, and every salt derives; 7: so does every draw."""
        last = next((opened for opened in self.entries if isinstance(opened.public, SecretsOpened)), None)
        if last is None:
            for number in (6, 7):
                self.notes.impossible(number, "the secrets are not open")
            return
        assert isinstance(last.public, SecretsOpened)
        opening, line = self.integrity.opening, last.copied.line
        deal, salt = unb64(last.public.deal_secret), unb64(last.public.salt_secret)
        if commitment("deal", deal) != opening.commitments.deal or commitment("salt", salt) != opening.commitments.salt:
            self.notes.fail("wrong_secret", line, "a secret is not the one that entry 1 committed to")
        salts = Salts(salt_key(salt, opening.table))
        for opened in self.entries:
            for place, said in _salts_said(opened):
                if said != b64(salts.at(place)):
                    reason = f"the salt of {place} does not derive from the salt secret"
                    self.notes.fail("wrong_salt", opened.copied.line, reason)
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
                        reason = f"the draw {draw.label} is not number {use} after {rewinds} rewinds"
                        self.notes.fail("wrong_label", line, reason)
                    use += 1
                    if draw.kind == "pick" and not draw.n:
                        self.notes.fail("wrong_draw", line, f"the draw {draw.label} is of {draw.n}")
                        continue
                    result = recomputed(key, draw)
                    pointer = f"/draws/{i}/result"
                    if draw.result is not None and draw.result != result:
                        self.notes.fail("wrong_draw", line, f"the draw {draw.label} has another result")
                    if draw.result is None and entry.seals.get(pointer) != salts(entry.n, pointer, result):
                        self.notes.fail("wrong_draw", line, f"the sealed draw {draw.label} has another result")
            used[entry.n] = use

    def _entropy(self) -> None:
        """12: some seat gave entropy of its own, so that the operator alone could not choose the deal."""
        entropy = _entropy_in_force(self.integrity.opening.seats, [opened.public for opened in self.entries])
        given = [seat for seat, value in enumerate(entropy) if value != NO_ENTROPY]
        if not given:
            self.notes.impossible(12, "no seat gave entropy: the deal rests on the operator's secret alone")
        else:
            self.notes.remark(12, f"seats that gave entropy: {', '.join(map(str, given))}")

    def _complete(self) -> None:
        """11: the record has an end; a tail that is missing cannot be seen otherwise."""
        kinds = {type(opened.public) for opened in self.entries}
        never = self.integrity.opening.secrets_open_at == "never"
        ended = bool(kinds & {ResultConfirmed, TableAbandoned})
        if SecretsOpened not in kinds and not (never and ended):
            reason = "the entry that opens the secrets is not there" if ended else "the table had not ended"
            self.notes.impossible(11, f"{reason}: later entries may be missing")


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
