"""Tables of the tests' own game, opened, seated and dealt with fixed secrets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain.kernel.chance import QuickChance
from domain.kernel.legal import sample
from domain.kernel.refusals import RefusedError
from domain.record.canonical import sha256
from domain.record.chain import SealedEntry
from domain.record.entries import Clock
from domain.record.keys import Secrets
from domain.table.codec import codec_of
from domain.table.play import start, take_action
from domain.table.seating import Opening, Sitting, open_table, take_seat
from domain.table.table import Read, Table, fold
from domain.table.writing import Written
from tests.harbour import messages as said
from tests.harbour.rules import RULES

AT = 1_700_000_000_000
SECRETS = Secrets(b"d" * 32, b"s" * 32)


class World:
    """A table and every entry it wrote, as a service keeps them."""

    def __init__(self, *, seats: int = 2, clock: Clock | None = None, table: str = "t1", **opening: Any) -> None:
        self.entries: list[SealedEntry] = []
        self.table: Table
        self.rules = RULES
        written = open_table(
            RULES, Opening(seats=seats, clock=clock, **opening), table=table, secrets=SECRETS, at=AT, by="organiser"
        )
        self.keep(written)

    def keep(self, written: Written) -> Table:
        """Take over what was written."""
        self.entries.extend(written.entries)
        self.table = written.table
        return self.table

    def seated(self) -> World:
        """Take every seat."""
        for seat in range(self.table.setup.seats):
            self.keep(take_seat(self.table, seat, sitting(seat), at=AT, by="organiser"))
        return self

    def started(self) -> World:
        """Take every seat and deal."""
        self.seated()
        self.keep(start(self.table, at=AT, by="organiser"))
        return self

    @property
    def state(self) -> Any:
        """The game's state."""
        assert self.table.live is not None
        return self.table.live.state

    @property
    def turn(self) -> int:
        """The seat that is awaited; the first of several."""
        return min(self.table.decisions)

    def act(self, command: Any, *, seat: int | None = None, at: int = AT) -> Table:
        """Let a seat act."""
        return self.keep(take_action(self.table, self.turn if seat is None else seat, command, at=at))

    def play(self, seed: int = 1, actions: int = 1000) -> World:
        """Play random actions, at most so many."""
        chance = QuickChance(seed)
        for _ in range(actions):
            if self.table.book.status != "running":
                break
            seat = chance.choice(sorted(self.table.decisions))
            self.act(sample(RULES, self.state, seat, chance), seat=seat)
        return self

    def kinds(self, first: int = 0) -> list[str]:
        """Return the kinds of the entries from some place on."""
        return [sealed.kind for sealed in self.entries[first:]]

    def last(self) -> Any:
        """Return the last entry in its public form."""
        return codec_of(RULES).public(self.entries[-1].public)


def sitting(seat: int) -> Sitting:
    """Return somebody for a seat, with entropy of their own."""
    return Sitting(player=f"p{seat}", name_hash=f"h{seat}", entropy=sha256(bytes([seat])))


def refolded(entries: Iterable[SealedEntry], *, secrets: Secrets | None = SECRETS, data: Any = None) -> Table:
    """Fold a table anew from its full entries."""
    codec = codec_of(RULES)
    reads = []
    for sealed in entries:
        values = {secret.pointer: secret.value for secret in sealed.secrets}
        reads.append(Read(codec.opened(codec.public(sealed.public), values), sealed))
    return fold(RULES, reads, secrets=secrets, data=data)


def code_of(error: RefusedError) -> str:
    """Return the code of a refusal."""
    return error.refusal.code


STORM = said.CallStorm()
