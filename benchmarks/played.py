"""Whole tables, played through the same code as the service's, for the measurements that read them back."""

from __future__ import annotations

from typing import Any, NamedTuple

from benchmarks.rows import Row
from domain.kernel.acting import act
from domain.kernel.chance import QuickChance
from domain.kernel.legal import sample
from domain.kernel.seats import ARBITER
from domain.record.blob import private_blob, public_blob
from domain.record.canonical import sha256
from domain.record.chain import SealedEntry
from domain.record.keys import Secrets
from domain.record.lines import copy_line, header_line
from domain.table.play import start, take_action
from domain.table.seating import Opening, Sitting, open_table, take_seat
from domain.table.table import Table
from domain.table.writing import Written

THINKING_MS = 1_000  # between two actions
SWERVES = 24  # other actions tried before one that ends the game is taken
ACTIONS = ("action_taken", "action_forced")


class Played(NamedTuple):
    """A table, its secrets and everything it wrote."""

    table: Table
    secrets: Secrets
    entries: tuple[SealedEntry, ...]

    @property
    def actions(self) -> int:
        """How many of the entries are actions."""
        return sum(entry.kind in ACTIONS for entry in self.entries)

    def blobs(self, entries: int | None = None) -> list[tuple[bytes, bytes]]:
        """Return the first entries as the store keeps them: public and private part."""
        first, *later = self.entries[:entries]
        return [
            (public_blob(first), private_blob(first, self.secrets)),
            *((public_blob(entry), private_blob(entry)) for entry in later),
        ]

    def record(self, entries: int | None = None) -> bytes:
        """Return the full copy of the first entries as a file."""
        salts = self.table.salts
        lines = [copy_line(entry, ARBITER, salts) for entry in self.entries[:entries]]
        return b"\n".join([header_line(self.table.book.opened, ARBITER), *lines, b""])


def play(row: Row, seed: int, *, entries: int) -> Played:
    """Play a table at random until it is over or holds so many entries.

    The players swerve from what would end the game, so that games which are short at random become long.
    """
    table, written = dealt(row, seed)
    secrets = table.secrets
    assert secrets is not None
    kept = [*written]
    chance = QuickChance(seed)
    while table.book.status == "running" and len(kept) < entries:
        seat = chance.choice(sorted(table.decisions))
        command = action(table, seat, chance)
        table, more = take_action(table, seat, command, at=table.book.at + THINKING_MS, seen=table.book.n)
        kept.extend(more)
    return Played(table, secrets, tuple(kept))


def dealt(row: Row, seed: int) -> Written:
    """Open a table, fill it and deal; return it with all its entries."""
    secrets = Secrets(*[sha256(f"{row.name}/{seed}/{kind}".encode()) for kind in ("deal", "salt")])
    opening = Opening(seats=row.seats, options=row.options)
    table, written = open_table(row.rules, opening, table=f"bench-{seed}", secrets=secrets, at=0, by="operator")
    kept = [*written]
    for seat in range(row.seats):
        entropy = sha256(f"{seed}/{seat}".encode())
        sitting = Sitting(player=f"player-{seat}", name_hash=f"{seat:043}", entropy=entropy)
        table, written = take_seat(table, seat, sitting, at=0, by=f"seat:{seat}")
        kept.extend(written)
    table, written = start(table, at=0, by="operator")
    return Written(table, (*kept, *written))


def longest(row: Row, *, entries: int, tables: int = 8) -> Played:
    """Return the first table that reaches so many entries, or the longest of several."""
    best = play(row, 1, entries=entries)
    for seed in range(2, tables + 1):
        if len(best.entries) >= entries:
            break
        best = max(best, play(row, seed, entries=entries), key=lambda played: len(played.entries))
    return best


def action(table: Table, seat: int, chance: QuickChance) -> Any:
    """Return some legal command, if possible none that ends the game."""
    live, rules = table.live, table.rules
    assert live is not None
    command = sample(rules, live.state, seat, chance)
    for _ in range(SWERVES):
        if rules.outcome(act(rules, live.state, seat, command, QuickChance(chance.word())).state) is None:
            break
        command = sample(rules, live.state, seat, chance)
    return command
