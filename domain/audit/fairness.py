"""Checks 6, 7 and 12: that nobody could choose the deal. The secrets come last; what they prove is kept until then."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any, NamedTuple, TypeAlias

from domain.audit.opened import OpenedEntry
from domain.audit.report import Notes
from domain.record.canonical import b64, unb64
from domain.record.draws import recomputed
from domain.record.entries import (
    WITH_FACTS,
    EntryOfFacts,
    GameStarted,
    RewoundTo,
    SeatReplaced,
    SeatTaken,
    SecretsOpened,
    TableOpened,
)
from domain.record.keys import BOARD, KNOWN, NO_ENTROPY, Keyed, commitment, deal_key, dealt_by, salt_key
from domain.record.seals import Salts

Opened: TypeAlias = Mapping[str, tuple[Any, str]]  # pointer to value and salt


class _Drawn(NamedTuple):
    """An entry with draws, the rewinds before it and the draws of the live line before it."""

    line: int
    entry: EntryOfFacts
    rewinds: int
    use: int


class Fairness:
    """Looks at the entries in their order; `goals` are those that rewinds go back to."""

    def __init__(self, opening: TableOpened, goals: Container[int]) -> None:
        self._opening = opening
        self._goals = goals
        self._entropy = [NO_ENTROPY] * opening.seats
        self._dealt_with: list[bytes] | None = None  # each seat's entropy at the deal
        self._salts: list[tuple[int, str | int, Opened]] = []  # line, what stands before a pointer in its place, pairs
        self._draws: list[_Drawn] = []
        self._rewinds = 0
        self._use = 0
        self._used: dict[int, int] = {}  # draws of the live line after each goal
        self._secrets: tuple[int, SecretsOpened] | None = None  # and their line

    def look(self, opened: OpenedEntry) -> None:
        """Keep what the secrets will prove of an entry."""
        entry, line = opened.public, opened.copied.line
        if opened.copied.opened:
            self._salts.append((line, entry.n, opened.copied.opened))
        if isinstance(entry, WITH_FACTS):
            self._play(line, entry)
        elif isinstance(entry, SeatTaken | SeatReplaced):
            self._entropy[entry.seat] = unb64(entry.entropy)
        elif isinstance(entry, SecretsOpened) and self._secrets is None:
            self._secrets = line, entry
        if entry.n in self._goals:
            self._used[entry.n] = self._use

    def _play(self, line: int, entry: EntryOfFacts) -> None:
        if isinstance(entry, GameStarted):
            self._dealt_with = list(self._entropy)
        elif isinstance(entry, RewoundTo):
            self._rewinds, self._use = self._rewinds + 1, self._used.get(entry.to, 0)
        elif entry.reveals:
            self._salts.append((line, "", entry.reveals))
        if entry.draws:
            self._draws.append(_Drawn(line, entry, self._rewinds, self._use))
            self._use += len(entry.draws)

    def end(self, notes: Notes) -> None:
        """Note what was found, after the last entry."""
        self._independence(notes)
        if self._secrets is None:
            notes.impossible(6, "the secrets are not open")
            notes.impossible(7, "the secrets are not open; only the labels were checked")
            for line, entry, rewinds, first in self._draws:
                _labelled(line, entry, rewinds, first, notes)
            return
        opening, (line, said) = self._opening, self._secrets
        deal, salt = unb64(said.deal_secret), unb64(said.salt_secret)
        salts = Salts(salt_key(salt, opening.table))
        self._derived(salts, notes)
        if commitment("deal", deal) != opening.commitments.deal or commitment("salt", salt) != opening.commitments.salt:
            notes.fail("wrong_secret", line, "a secret is not the one that entry 1 committed to")
        entropy = dealt_by(opening.protocol, self._dealt_with or self._entropy)
        key = deal_key(deal, entropy, deal_id=opening.deal_id, game=opening.game, version=opening.version)
        self._recomputed(Keyed(key), salts, notes)

    def _derived(self, salts: Salts, notes: Notes) -> None:
        """6: the secrets are those committed to, and every salt derives from them."""
        for line, prefix, pairs in self._salts:
            for pointer, (_, salt) in pairs.items():
                place = f"{prefix}{pointer}"
                if salt != b64(salts.at(place)):
                    notes.fail("wrong_salt", line, f"the salt of {place} does not derive from the salt secret")

    def _recomputed(self, key: Keyed, salts: Salts, notes: Notes) -> None:
        """7: labels count the live line's draws, results are those of the key, sealed ones included."""
        for line, entry, rewinds, first in self._draws:
            if not _labelled(line, entry, rewinds, first, notes):
                continue
            for i, draw in enumerate(entry.draws):
                result = recomputed(key, draw)
                pointer = f"/draws/{i}/result"
                if draw.result is not None and draw.result != result:
                    notes.fail("wrong_draw", line, f"the draw {draw.label} has another result")
                if draw.result is None and entry.seals.get(pointer) != salts(entry.n, pointer, result):
                    notes.fail("wrong_draw", line, f"the sealed draw {draw.label} has another result")

    def _independence(self, notes: Notes) -> None:
        """12: some seat gave entropy of its own, so that the operator alone could not choose the deal."""
        if self._dealt_with is None:
            notes.impossible(12, "nothing was dealt")
            return
        given = [seat for seat, value in enumerate(self._dealt_with) if value != NO_ENTROPY]
        if self._opening.protocol == KNOWN:
            notes.impossible(12, "the deal is a known one, as in a first game: everybody could compute it")
        elif self._opening.protocol == BOARD:
            notes.impossible(12, "the deal is that of a board: its tournament's record says what was mixed in")
        elif not given:
            notes.impossible(12, "no seat gave entropy: the deal rests on the operator's secret alone")
        else:
            notes.remark(12, f"seats that gave entropy: {', '.join(map(str, given))}")


def _labelled(line: int, entry: EntryOfFacts, rewinds: int, first: int, notes: Notes) -> bool:
    """7: say whether the labels of an entry's draws count the rewinds and the draws of the live line."""
    for use, draw in enumerate(entry.draws, first):
        if not draw.label.startswith(f"{rewinds}/{use}/"):
            notes.fail("wrong_label", line, f"the draw {draw.label} is not number {use} after {rewinds} rewinds")
            return False
    return True
