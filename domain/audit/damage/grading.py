"""The ways out of a wrong turn beside each other: what each costs, and how good a way back is by a stated table.

| Because | orders kept | new orders |
|---|---|---|
| another seat has decided since | slight | slight |
| more than 10 decisions would be taken back | serious | serious |
| chance would be asked again | slight | slight |
| a seat knows one or two cards of another hand | slight | slight |
| a seat knows more than two | serious | serious |
| a seat knows a hand of three or more to the last card | irreparable | irreparable |
| a seat knows cards that would lie face down again | serious | – |
| what lies face down is put in a new order | – | slight |
| choices made under seal are known and would be made again | serious | serious |
| the secrets of the table are open | irreparable | irreparable |
| a seat was told something, and the game does not say where its cards lie | serious | serious |

A way back that has none of these is clean; else it is as bad as the worst. Where nothing lies face down there is no
new order either: then both ways back are alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from domain.audit.damage.report import GRADES, Damage, Grade, Obstacle, Order, Reason, SeatDamage, Spot, Way
from domain.audit.timeline import Timeline
from domain.kernel.acting import reshuffle
from domain.kernel.chance import QuickChance
from domain.record.entries import ACTIONS

LONG = 10  # decisions; more cannot be played again as they were
FEW = 2  # cards of a hand; so many a player shows by an action or two that are taken back
WHOLE = 3  # cards; a hand of fewer is known by counting soon

Unknown = Mapping[Spot, int]  # cards of others' hands that a seat could not tell at the goal


def ways(timeline: Timeline, report: Damage, unknown: Sequence[Unknown]) -> tuple[Way, ...]:
    """Return the five ways out."""
    return (
        Way("leave"),
        _back(timeline, report, unknown, "keep"),
        _back(timeline, report, unknown, "reshuffle"),
        _off(timeline, "adjust"),
        _off(timeline, "void"),
    )


def _off(timeline: Timeline, code: Literal["adjust", "void"]) -> Way:
    """Return a way by which the play of the whole table counts no more; one given up has no result to adjust."""
    acted = [moment.entry for moment in timeline.live_line(len(timeline)) if isinstance(moment.entry, ACTIONS)]
    obstacle: Obstacle | None = None
    if timeline.started is None:
        obstacle = "not_dealt"
    elif code == "adjust" and timeline.moments[-1].table.book.status == "abandoned":
        obstacle = "ended"
    return Way(code, obstacle=obstacle, decisions=len(acted), used_ms=sum(entry.used_ms for entry in acted))


def _back(timeline: Timeline, report: Damage, unknown: Sequence[Unknown], order: Order) -> Way:
    obstacle = _obstacle(timeline, report)
    reasons = () if obstacle == "nothing_after" else tuple(_reasons(timeline, report, unknown, order))
    return Way(
        order,
        obstacle=obstacle,
        grade=max([reason.grade for reason in reasons], key=GRADES.index, default="clean"),
        reasons=reasons,
        decisions=_decisions(timeline, report),
        used_ms=sum(seat.used_ms for seat in report.seats),
        draws=sum(draw.count for draw in report.draws),
        restored=len(report.restored),
    )


def _obstacle(timeline: Timeline, report: Damage) -> Obstacle | None:
    if timeline.started is None or report.to < timeline.started:
        return "not_dealt"
    if timeline.moments[-1].table.book.is_over:
        return "ended"
    return None if report.taken_back or report.restored else "nothing_after"


def _decisions(timeline: Timeline, report: Damage) -> int:
    return sum(isinstance(timeline.moment(n).entry, ACTIONS) for n in report.taken_back)


def _reasons(timeline: Timeline, report: Damage, unknown: Sequence[Unknown], order: Order) -> Iterator[Reason]:
    """Yield why a way back is no better, by the table above."""
    deciders = {seat.seat for seat in report.seats if any(not decision.undone for decision in seat.decisions)}
    decisions = _decisions(timeline, report)
    if decisions > LONG:
        yield Reason("long", "serious", count=decisions)
    elif len(deciders) > 1:
        yield Reason("answered", "slight", count=len(deciders))
    spent = sum(draw.count for draw in report.draws)
    if spent:
        yield Reason("chance", "slight", count=spent)
    choices = sum(choice.anew for choice in report.revealed)
    if choices:
        yield Reason("choices", "serious", count=choices)
    if report.secrets_opened:
        yield Reason("secrets", "irreparable")
    renewed = order == "reshuffle" and _is_renewed(timeline, report.to)
    for seat in report.seats:
        yield from _of_hands(seat, unknown[seat.seat])
        if not renewed:
            yield from _of_what_comes(seat)
        if not report.placed and seat.told:
            yield Reason("unplaced", "serious", count=len(seat.told), seat=seat.seat)
    if renewed:
        yield Reason("new_order", "slight")


def _is_renewed(timeline: Timeline, to: int) -> bool:
    """Say whether anything lies face down at the goal that can be put in a new order."""
    state = timeline.moment(to).state
    return state is not None and bool(reshuffle(timeline.title.rules, state, QuickChance(to)).facts)


def _of_hands(seat: SeatDamage, unknown: Unknown) -> Iterator[Reason]:
    """Yield what a seat knows of others' hands as they were at the goal, where they would be again."""
    seen: Counter[Spot] = Counter()
    for learned in seat.learned:
        if learned.lay == "held":
            seen[learned.origin] += learned.count
    for spot, count in seen.items():
        if count >= max(WHOLE, unknown.get(spot, count + 1)):
            yield Reason("hand_known", "irreparable", count=count, seat=seat.seat, place=spot)
        else:
            grade: Grade = "slight" if count <= FEW else "serious"
            yield Reason("held", grade, count=count, seat=seat.seat, place=spot)


def _of_what_comes(seat: SeatDamage) -> Iterator[Reason]:
    coming = sum(learned.count for learned in seat.learned if learned.lay == "unseen")
    if coming:
        yield Reason("coming", "serious", count=coming, seat=seat.seat)
