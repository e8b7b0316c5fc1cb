"""A branch: a table that goes on from a moment of another one, its parent, to ask what might have been.

It is dealt nothing: its first entry of play holds the facts that led to that moment, and what is drawn later is drawn
by its own secrets. Everything but what people choose derives from a seed, so that a branch proves nothing about chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from domain.kernel.bots import Bot
from domain.kernel.chance import QuickChance
from domain.kernel.game import Rules
from domain.kernel.messages import Command, Fact
from domain.kernel.seats import ARBITER, Seat
from domain.record.canonical import canonical, sha256
from domain.record.entries import BranchOf, GameStarted, TableOpened
from domain.record.keys import Secrets, hkdf
from domain.table.codec import hidden_facts
from domain.table.play import go_on, take_action
from domain.table.seating import Opening, Sitting, abandon, name_hash, open_table, take_seat
from domain.table.simulation import PACE, InPlay, Simulation, bot_turn
from domain.table.table import Table
from domain.table.writing import Batch, Written

BY = "branch"  # who writes what no seat does
PERSON = "person"  # whoever has no bot's name


class Leaving(NamedTuple):
    """The moment that a branch begins with: entry 1 of the parent, which entry, when, all facts that led there."""

    opened: TableOpened
    branch_of: BranchOf
    at: int
    facts: tuple[Fact, ...]
    card_set: bytes | None = None  # its text, if no release ships it


def open_branch(rules: Rules, moment: Leaving, *, table: str, secrets: Secrets) -> Written:
    """Open a table with the parent's game, options and seats; without a clock, for nobody waits."""
    parent = moment.opened
    opening = Opening(
        seats=parent.seats,
        options=parent.options,
        version=parent.version,
        data=parent.data,
        label=parent.label,
        start="word",
        visibility="private",
    )
    return open_table(
        rules,
        opening,
        table=table,
        secrets=secrets,
        at=moment.at,
        by=BY,
        card_set=moment.card_set,
        branch_of=moment.branch_of,
    )


def start_branch(table: Table, facts: tuple[Fact, ...], *, at: int) -> Written:
    """Begin a branch, whose seats are taken, with the facts that led to where it leaves."""
    batch = Batch(table, at)
    hidden, secrets = hidden_facts(facts)
    public: GameStarted[Fact] = GameStarted(n=batch.n, at=batch.at, by=BY, facts=hidden)
    batch.write(public, full=replace(public, facts=facts), secrets=secrets)
    go_on(batch)
    return batch.done()


class Branch:
    """A branch in play. `bots` names a bot for each seat that a bot plays; people hold the others."""

    def __init__(self, rules: Rules, moment: Leaving, bots: Mapping[Seat, tuple[str, Bot]], *, seed: bytes) -> None:
        self._bots = bots
        self._card_set = moment.card_set
        secrets = Secrets(_part(seed, "deal"), _part(seed, "salt"))
        seats = range(moment.opened.seats)
        names = [bots[seat][0] if seat in bots else None for seat in seats]
        play = self._play = InPlay(open_branch(rules, moment, table=_id(moment, names, seed), secrets=secrets))
        for seat, name in enumerate(names):
            sitting = Sitting(
                player=f"{BY}-{seat}",
                name_hash=name_hash(name or PERSON, _part(seed, f"name/{seat}")),
                entropy=_part(seed, f"entropy/{seat}"),
                bot=name,
            )
            play.go(take_seat(play.table, seat, sitting, at=moment.at, by=BY))
        play.go(start_branch(play.table, moment.facts, at=moment.at))
        self._minds = [QuickChance(int.from_bytes(_part(seed, f"bot/{seat}")[:8], "big")) for seat in seats]
        self._time = QuickChance(int.from_bytes(_part(seed, "time")[:8], "big"))

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self._play.table

    def bots_turn(self) -> bool:
        """Let one awaited bot act, whichever is quickest; say whether there was one."""
        awaited = sorted(self.table.decisions.keys() & self._bots.keys())
        if not awaited:
            return False
        seat = self._time.choice(awaited)
        thinking = 1 + self._time.pick(PACE)
        self._play.go(bot_turn(self.table, seat, self._bots[seat][1], self._minds[seat], thinking=thinking))
        return True

    def take(self, seat: Seat, command: Command, *, thought_ms: int) -> None:
        """Carry out what a person chose after so long; raises `RefusedError`."""
        at = self.table.book.at + thought_ms
        self._play.go(take_action(self.table, seat, command, at=at, seen=self.table.book.n))

    def give_up(self) -> None:
        """End a branch that has not ended by itself."""
        self._play.go(abandon(self.table, "cancelled", at=self.table.book.at, by=BY))

    def lines(self) -> Iterator[bytes]:
        """Yield the lines of the full record, without line feeds."""
        return Simulation(self.table, tuple(self._play.entries), self._card_set).lines(ARBITER)


def _part(seed: bytes, purpose: str) -> bytes:
    return hkdf(seed, salt=b"matchledger/1/branch", info=purpose.encode())


def _id(moment: Leaving, names: list[str | None], seed: bytes) -> str:
    """Return an id that differs for another moment, other players or another seed."""
    said = {"branch_of": msgspec.to_builtins(moment.branch_of), "bots": names}
    return f"{BY}-{sha256(canonical(said), seed).hex()[:16]}"
