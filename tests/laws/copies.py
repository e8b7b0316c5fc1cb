"""What a viewer has: a copy of the record, folded through its real lines, and all that the copy can show."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import msgspec

from domain.kernel.game import Rules
from domain.kernel.legal import offers
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, seat_viewer
from domain.record.canonical import canonical, decode
from domain.record.entries import RewoundTo
from domain.record.lines import copy_line
from domain.table.table import Table
from tests.laws.probes import refusals
from tests.laws.tables import Step


class LeakError(AssertionError):
    """A law of hidden information is broken."""


def viewers(seats: int, turn: int = 0) -> tuple[Viewer, ...]:
    """Return the spectator, each seat, a caster of two seats, and the arbiter; every two seats come in their turn."""
    pairs = [(0, seats - 1), *itertools.combinations(range(seats), 2)]
    caster = Viewer(frozenset(pairs[turn % len(pairs)]))
    return (SPECTATOR, *[seat_viewer(seat) for seat in range(seats)], caster, ARBITER)


class Copy:
    """A viewer's copy: the state folded from its lines."""

    def __init__(self, rules: Rules, table: Table, viewer: Viewer) -> None:
        self.rules, self.viewer = rules, viewer
        self.state: Any = rules.empty(table.setup)
        self.line = b""
        self._after: dict[int, Any] = {}  # entry -> state

    def read(self, step: Step) -> None:
        """Fold one more entry as this viewer's line has it."""
        table = step.after
        self.line = copy_line(step.sealed, self.viewer, table.salts)
        line = decode(self.line)
        public = canonical(line["entry"])
        if public != step.sealed.public:
            raise LeakError(f"the public entry for {self.viewer} is not the same bytes")
        values = {pointer: value for pointer, (value, _) in line.get("opened", {}).items()}
        entry: Any = table.codec.opened(table.codec.public(public), values)
        if isinstance(entry, RewoundTo):
            self.state = self._after[entry.to]
        else:
            for fact in entry.facts:
                self.state = self.rules.evolve(self.state, fact)
        self._after[entry.n] = self.state


def shown(rules: Rules, state: Any, viewer: Viewer, probes: Sequence[Any]) -> tuple[bytes, ...]:
    """Return all that a state shows a viewer: view, who is awaited, outcome; for own seats offers, refusals, answers.

    Offers, refusals and prepared answers are asked for seats that the viewer holds, and for those only.
    """
    parts = [rules.view(state, viewer), dict(rules.to_act(state)), rules.outcome(state)]
    for seat in sorted(viewer.seats):
        parts.append(offers(rules, state, seat))
        parts.append(refusals(rules, state, seat, probes))
        parts.append(rules.prepared_answer(state, seat))
    return tuple([msgspec.json.encode(part) for part in parts])


PARTS = ("the view", "who is awaited", "the outcome")
OWN_PARTS = ("the offers", "the refusals", "the prepared answer")


def compare(law: str, where: str, first: tuple[bytes, ...], second: tuple[bytes, ...]) -> None:
    """Raise `LeakError` that names the first part in which two states look different."""
    for place, (one, other) in enumerate(zip(first, second, strict=True)):
        if one != other:
            part = PARTS[place] if place < len(PARTS) else OWN_PARTS[(place - len(PARTS)) % len(OWN_PARTS)]
            raise LeakError(f"{law}: {part} for {where}: {_around(one, other)}")


def _around(one: bytes, other: bytes) -> str:
    place = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    start = max(0, place - 60)
    return f"…{one[start : place + 60].decode()}… against …{other[start : place + 60].decode()}…"


def compare_lines(law: str, where: str, first: bytes, second: bytes) -> None:
    """Raise `LeakError` if two lines differ."""
    if first != second:
        raise LeakError(f"{law}: the line for {where}: {_around(first, second)}")
