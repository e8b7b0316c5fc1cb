"""Decisions of a record for programs that learn from them: what a seat saw, what it could do, what it did.

Everything is computed from the state as the seat's own copy gives it, so that nothing hidden can be in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from domain.audit.timeline import Moment, Timeline, reading
from domain.kernel.codec import body_of_command
from domain.kernel.game import Rules, State
from domain.kernel.legal import legal_actions
from domain.kernel.marks import redact
from domain.kernel.messages import tag_of
from domain.kernel.seats import Seat, Viewer, seat_viewer
from domain.kernel.setup import Outcome
from domain.record.entries import ACTIONS, ActionForced, GameFinished, GameStarted

MOST_LEGAL = 5_000  # commands listed for one decision, as the API lists them


class Said(msgspec.Struct, frozen=True):
    """A command in the form in which it is stored."""

    tag: str
    body: dict[str, Any] | None


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """One action of the live line. `legal` lists what the seat could do, up to 5,000 (`truncated`).

    `forced` are answers of the clock. `place` is the seat's place in the result, `points` its points; both are missing
    without a result.
    """

    table: str
    game: str
    version: int
    n: int
    seat: Seat
    view: Any
    legal: tuple[Said, ...]
    truncated: bool
    chosen: Said
    forced: bool
    used_ms: int
    place: int | None
    points: int | None


def decisions(timeline: Timeline, viewer: Viewer) -> Iterator[Decision]:
    """Yield the decisions of the seats whose sight a viewer has, in their order; what was taken back is left out."""
    rules = timeline.title.rules
    seats = [seat for seat in range(timeline.opening.seats) if viewer.covers(seat_viewer(seat))]
    live = [moment for moment in timeline.moments if moment.entry.n not in timeline.taken_back]
    outcome = next((moment.entry.outcome for moment in live if isinstance(moment.entry, GameFinished)), None)
    states: dict[Seat, State] = {}
    for moment in live:
        with reading(moment.opened.copied.line):
            if isinstance(moment.entry, ACTIONS) and moment.entry.seat in seats:
                yield _decision(timeline, moment, states[moment.entry.seat], outcome)
            for seat in seats:
                before = rules.empty(moment.table.setup) if isinstance(moment.entry, GameStarted) else states.get(seat)
                states[seat] = _after(rules, before, moment, seat_viewer(seat))


def _after(rules: Rules, state: State, moment: Moment, viewer: Viewer) -> State:
    for fact in moment.facts:
        state = rules.evolve(state, redact(fact, viewer))
    return state


def _decision(timeline: Timeline, moment: Moment, state: State, outcome: Outcome | None) -> Decision:
    entry, rules = moment.entry, timeline.title.rules
    assert isinstance(entry, ACTIONS)
    listed = list(islice(legal_actions(rules, state, entry.seat), MOST_LEGAL + 1))
    legal = tuple([Said(tag_of(command), body_of_command(command)) for command in listed[:MOST_LEGAL]])
    place = None if outcome is None else next((p.place for p in outcome.places if entry.seat in p.seats), None)
    return Decision(
        table=timeline.opening.table,
        game=timeline.opening.game,
        version=timeline.opening.version,
        n=entry.n,
        seat=entry.seat,
        view=rules.view(state, seat_viewer(entry.seat)),
        legal=legal,
        truncated=len(listed) > MOST_LEGAL,
        chosen=Said(entry.command.tag, entry.command.body),
        forced=isinstance(entry, ActionForced),
        used_ms=entry.used_ms,
        place=place,
        points=None if outcome is None or outcome.points is None else outcome.points[entry.seat],
    )
