"""Carrying out commands as the service does, without storing them: refuse, decide, hide, seal, link, fold."""

from __future__ import annotations

from typing import Any, NamedTuple

from benchmarks.figures import Figure, measured, rate
from benchmarks.played import THINKING_MS, action, dealt
from benchmarks.rows import Row
from domain.kernel.chance import QuickChance
from domain.table.play import take_action
from domain.table.table import Table


class Step(NamedTuple):
    """A table and the command that comes next."""

    table: Table
    seat: int
    command: Any


def steps(row: Row, seed: int, count: int) -> list[Step]:
    """Play a table ahead for at most so many commands."""
    table, _ = dealt(row, seed)
    chance = QuickChance(seed)
    found: list[Step] = []
    while table.book.status == "running" and len(found) < count:
        seat = chance.choice(sorted(table.decisions))
        found.append(Step(table, seat, action(table, seat, chance)))
        table = taken(found[-1])
    return found


def taken(step: Step) -> Table:
    """Carry out a step and return the table after it."""
    table, seat, command = step
    return take_action(table, seat, command, at=table.book.at + THINKING_MS, seen=table.book.n).table


def write(row: Row, *, runs: int, actions: int) -> Figure:
    """Measure commands from the table before each to the sealed entry and the table after it."""
    known = steps(row, 1, actions)

    def work() -> None:
        for step in known:
            taken(step)

    return measured("actions/s", lambda: rate(len(known), work), runs=runs, over={"actions": len(known)})
