"""Golden records of the tests' own game, one for each edition; the older one holds a fact in its first form.

`python -m tests.harbour.recorded` writes them anew; a release never does, since they stand for records in the world.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from domain import games
from domain.kernel.seats import ARBITER
from domain.record.chain import SealedEntry, genesis, seal_entry
from domain.record.entries import Clock
from domain.record.lines import copy_line, header_line
from tests.harbour import messages as said
from tests.table.world import World

RECORDS = Path(__file__).parent / "records"
SEEDS = {1: 11, 2: 12}  # edition -> seed of its play


def in_first_form(world: World) -> list[SealedEntry]:
    """Return a table's entries as a program wrote them that knew `cards_drawn` in its first form only."""
    head, found = genesis(world.table.id), []
    for sealed in world.entries:
        entry: Any = world.table.codec.public(sealed.public)
        if hasattr(entry, "facts"):
            entry = msgspec.structs.replace(entry, facts=tuple([_before(fact) for fact in entry.facts]))
        entry = msgspec.structs.replace(entry, seals={})
        found.append(seal_entry(entry, sealed.secrets, previous=head, sealer=world.table.salts))
        head = found[-1].hash
    return found


def _before(fact: Any) -> Any:
    return said.CardsDrawnBefore(seat=fact.seat, cards=fact.cards) if isinstance(fact, said.CardsDrawn) else fact


def record(world: World, entries: Iterable[SealedEntry]) -> bytes:
    """Return the full record of a table."""
    lines = [header_line(world.table.book.opened, ARBITER)]
    lines += [copy_line(sealed, ARBITER, world.table.salts) for sealed in entries]
    return b"".join([line + b"\n" for line in lines])


def golden(version: int) -> bytes:
    """Return the record of an edition."""
    clock = Clock(move_ms=60_000, bank_ms=600_000, increment_ms=1000)
    world = World(seats=version + 1, version=version, clock=clock, options={"rounds": 4}, table=f"golden-{version}")
    world.started().play(SEEDS[version])
    return record(world, in_first_form(world) if version == 1 else world.entries)


if __name__ == "__main__":
    games.add("tests.harbour")
    for edition in SEEDS:
        (RECORDS / f"edition_{edition}.ndjson").write_bytes(golden(edition))
