"""Tables played by bots, with their entries and their secrets, so that copies can be compared with the service's."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from domain.games import game
from domain.kernel.chance import QuickChance
from domain.kernel.offers import offers
from domain.kernel.refusals import Refusal
from domain.kernel.seats import ARBITER, Seat, Viewer, seat_viewer
from domain.record.chain import SealedEntry
from domain.record.entries import Clock
from domain.record.keys import Secrets
from domain.record.lines import copy_line, header_line
from domain.table.play import force_action, start, take_action
from domain.table.seating import Opening, Sitting, name_hash, open_table, take_seat
from domain.table.table import Table
from domain.table.writing import Written

SECRETS = Secrets(bytes(range(32)), bytes(range(32, 64)))
BEGIN = 1_767_225_600_000  # ms since 1970: 2026-01-01 00:00 UTC


class Played(NamedTuple):
    """A table and all entries written for it."""

    table: Table
    entries: tuple[SealedEntry, ...]

    def record(self, viewer: Viewer = ARBITER) -> bytes:
        """Return a viewer's copy, made as the service makes it."""
        lines = [header_line(self.table.book.opened, viewer)]
        lines += [copy_line(entry, viewer, self.table.salts) for entry in self.entries]
        return b"".join(line + b"\n" for line in lines)


class Game:
    """A table on which bots play; every step takes a second and a little."""

    def __init__(
        self,
        name: str,
        seats: int,
        *,
        options: Mapping[str, Any] | None = None,
        bot: str = "sensible",
        seed: int = 1,
        table: str = "audit-1",
        clock: Clock | None = None,
        data: str | None = None,
        **opening: Any,
    ) -> None:
        title = game(name)
        self.bot = title.bots[bot]
        self.whims = QuickChance(seed)
        self.at = BEGIN
        self.entries: list[SealedEntry] = []
        asked = Opening(seats=seats, options=options or {}, clock=clock, data=data, **opening)
        self.table: Table
        self.add(open_table(title.rules, asked, table=table, secrets=SECRETS, at=self.at, by="operator"))
        for seat in range(seats):
            sitting = Sitting(
                player=f"p{seat}",
                name_hash=name_hash(f"Name {seat}", b"salt"),
                entropy=bytes((seed + seat,)) * 32,
                bot=bot if seat else None,
            )
            self.add(take_seat(self.table, seat, sitting, at=self.tick(), by=f"seat:{seat}"))

    def add(self, written: Written) -> None:
        """Keep what was written."""
        self.table = written.table
        self.entries.extend(written.entries)

    def tick(self, ms: int = 0) -> int:
        """Let some time pass."""
        self.at += ms or 1_000 + 7 * (len(self.entries) % 30)
        return self.at

    def start(self) -> Game:
        """Deal."""
        self.add(start(self.table, at=self.tick(), by="table"))
        return self

    def act(self, seat: Seat | None = None) -> None:
        """Let the bot of an awaited seat choose, the first one by default."""
        table = self.table
        assert table.live is not None
        state, rules = table.live.state, table.rules
        seat = min(table.decisions) if seat is None else seat

        def may(command: Any) -> Refusal | None:
            refusal: Refusal | None = rules.refuse(state, seat, command)
            return refusal

        command = self.bot(rules.view(state, seat_viewer(seat)), offers(rules, state, seat), may, self.whims)
        self.add(take_action(table, seat, command, at=self.tick(), seen=table.book.n))

    def force(self, seat: Seat, ms: int) -> None:
        """Let a seat's time run out."""
        self.add(force_action(self.table, seat, at=self.tick(ms)))

    def play(self, actions: int = 10_000) -> Game:
        """Let bots act so many times, or to the end."""
        for _ in range(actions):
            if not self.table.decisions:
                break
            self.act()
        return self

    def done(self) -> Played:
        """Return what was played so far."""
        return Played(self.table, tuple(self.entries))


@cache
def duel() -> Played:
    """Return a whole game of Chanic Panic by two seats."""
    return Game("chanic_panic", 2, table="duel-1", label="A duel").start().play().done()


@cache
def four() -> Played:
    """Return a whole game of Chanic Panic by four seats, with Panic."""
    return Game("chanic_panic", 4, table="four-1", options={"panic": True}).start().play().done()
