"""The damage report: what every seat learned and decided since an entry, and what each way out would cost.

It is computed from the record alone, of any copy, for any entry. Grades advise; no ruling depends on one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from domain.audit.damage.grading import ways
from domain.audit.damage.learning import Learning, learned_since
from domain.audit.damage.report import Damage, Decided, Isolation, RevealedChoice, SeatDamage, SpentDraws
from domain.audit.timeline import Address, Moment, Timeline
from domain.kernel.display.words import Words
from domain.kernel.marks import HIDDEN, PLANS, audience
from domain.kernel.messages import Fact
from domain.kernel.seats import Seat
from domain.record.desk import ResultAdjusted
from domain.record.entries import ACTIONS, PLAYED, WITH_FACTS, ActionForced, ActionTaken, GameFinished, SecretsOpened

PLAY = (ActionTaken, ActionForced, GameFinished, ResultAdjusted)  # what a rewind takes back


def damage(timeline: Timeline, to: int, words: Words) -> Damage:
    """Return the damage report for going back to the table as it was after entry `to`; raises `IndexError`.

    `words` is what the places of the game are called in.
    """
    timeline.moment(to)
    last, since = len(timeline), timeline.moments[to:]
    goal = {moment.entry.n for moment in timeline.live_line(to)}
    live = {moment.entry.n: moment for moment in timeline.live_line(last)}
    back = tuple([n for n, moment in live.items() if n not in goal and isinstance(moment.entry, PLAY)])
    restored = tuple(sorted(n for n in goal - live.keys() if isinstance(timeline.moment(n).entry, PLAY)))
    learned = learned_since(timeline, to, words)
    seats = tuple(
        [_seat_damage(timeline, seat, since, frozenset(back), learned[seat]) for seat in range(timeline.opening.seats)]
    )
    report = Damage(
        to=to,
        last=last,
        viewer=str(timeline.owner),
        seats=seats,
        revealed=tuple(_revealed(timeline, since, goal)),
        draws=_draws(since),
        taken_back=back,
        restored=restored,
        isolation=_isolation(timeline, back),
        secrets_opened=any(isinstance(moment.entry, SecretsOpened) for moment in since),
        placed=timeline.title.circuits is not None,
        at_least=any(seat.withheld for seat in seats),
        ways=(),
    )
    return msgspec.structs.replace(report, ways=ways(timeline, report, [learning.unknown for learning in learned]))


def _seat_damage(
    timeline: Timeline, seat: Seat, since: tuple[Moment, ...], back: frozenset[int], learning: Learning
) -> SeatDamage:
    told, withheld = [], 0
    for moment in since:
        for i, fact in enumerate(moment.facts):
            values = list(_private(fact, seat))
            withheld += sum(value in (None, HIDDEN) for value in values)
            if values:
                told.append(str(Address(moment.entry.n, i)))
    decisions = [
        Decided(
            n=moment.entry.n,
            command=moment.entry.command.tag,
            used_ms=moment.entry.used_ms,
            forced=isinstance(moment.entry, ActionForced),
            undone=moment.entry.n not in back,
        )
        for moment in since
        if isinstance(moment.entry, ACTIONS) and moment.entry.seat == seat
    ]
    return SeatDamage(seat, learning.cards, tuple(told), withheld, tuple(decisions))


def _private(fact: Fact, seat: Seat) -> Iterator[object]:
    """Yield the values of a fact that are hidden from somebody and open to a seat."""
    for field in PLANS[type(fact)]:
        if seat in audience(fact, field.audience):
            value = getattr(fact, field.name)
            yield from value if field.each else (value,)


def _draws(since: tuple[Moment, ...]) -> tuple[SpentDraws, ...]:
    """Return how often chance was asked, by purpose: the last part of a draw's label."""
    purposes = Counter(
        [
            draw.label.rpartition("/")[2]
            for moment in since
            if isinstance(moment.entry, WITH_FACTS)
            for draw in moment.entry.draws
        ]
    )
    return tuple([SpentDraws(purpose, count) for purpose, count in purposes.items()])


def _isolation(timeline: Timeline, back: tuple[int, ...]) -> Isolation:
    """Return the first action that would be taken back, and the decisions that came after it."""
    acted = [n for n in back if isinstance(timeline.moment(n).entry, ACTIONS)]
    return Isolation(acted[0] if acted else None, tuple(acted[1:]))


def _revealed(timeline: Timeline, since: tuple[Moment, ...], goal: set[int]) -> Iterator[RevealedChoice]:
    """Yield the choices made under seal that were opened since, each once: by what it did rather than what was said."""
    everybody = range(timeline.opening.seats)
    for moment in since:
        if not isinstance(moment.entry, ACTIONS):
            continue
        opening = next((i for i, fact in enumerate(moment.facts) if fact.reveals), None)
        for (n, seat), values in _opened(timeline, moment.entry.reveals).items():
            chosen = timeline.moment(n).entry
            assert isinstance(chosen, PLAYED)
            yield RevealedChoice(
                seat=seat,
                n=n,
                opened=str(Address(moment.entry.n, opening)),
                command=chosen.command.tag if isinstance(chosen, ACTIONS) else "",
                values=values,
                learned_by=tuple([other for other in everybody if other != seat]),
                anew=n not in goal,
            )


def _opened(timeline: Timeline, reveals: Mapping[str, tuple[Any, str]]) -> dict[tuple[int, Seat], tuple[str, ...]]:
    """Return what was opened, by the entry that sealed it and the seat that knew it."""
    said: dict[tuple[int, Seat], tuple[str, ...]] = {}
    done: dict[tuple[int, Seat], tuple[str, ...]] = {}
    for key, (value, _) in reveals.items():
        number, _, pointer = key.partition("/")
        n = int(number)
        entry = timeline.moment(n).entry
        assert isinstance(entry, PLAYED)
        if pointer == "command/body":
            assert isinstance(entry, ACTIONS)
            said[n, entry.seat] = _strings(value)
        else:
            _, i, name = pointer.split("/")[:3]
            for seat in _knowers(entry.facts[int(i)], name):
                done[n, seat] = (*done.get((n, seat), ()), *_strings(value))
    return said | done


def _knowers(fact: Fact, name: str) -> tuple[Seat, ...]:
    """Return the seats that knew a sealed field of a fact."""
    return next(audience(fact, field.audience) for field in PLANS[type(fact)] if field.pointer == f"/{name}")


def _strings(value: Any) -> tuple[str, ...]:
    """Return the values in a choice as text, without the names of their fields."""
    if isinstance(value, dict):
        return tuple([text for item in value.values() for text in _strings(item)])
    if isinstance(value, list | tuple):
        return tuple([text for item in value for text in _strings(item)])
    return (str(value),)
