"""The game of a table: the state on the live line, who has to decide since when, time and draws used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from domain.kernel.game import AnyCommand, Rules, State
from domain.kernel.marks import Secret, audience, plan
from domain.kernel.messages import Concede, Fact, tag_of
from domain.kernel.seats import Seat, at_seat
from domain.record.entries import (
    CLOCK,
    ActionEntry,
    ActionForced,
    ActionTaken,
    Clock,
    ClockAdjusted,
    GameStarted,
    PlayedEntry,
)
from domain.table import clock as time
from domain.table.clock import Decision

FINAL_TIME_OUT = 3  # time-outs in a row of one seat; the third forfeits
FINAL = {"final": True}  # the clock's last word to a seat
CONCEDE = tag_of(Concede)
ASIDES_AT_MOST = 100  # of a seat between two answers of anybody: each is an entry, and a record is bounded


class Live(msgspec.Struct, frozen=True):
    """The live line folded up to entry `n`.

    `use` counts its draws, `timeouts` each seat's time-outs in a row, `bank` the milliseconds left in each seat's bank;
    `unrevealed` holds the sealed values that a coming fact may open for all: tag, "<n><pointer>", value as JSON has it;
    `acted` when each seat last acted, or the game was dealt or went back, kept only where entry 1 knows no-shows;
    `asides` how many commands that answer no question each seat gave since anybody answered one; `conceded` who has
    conceded, `forfeited` who has left the game so or otherwise: by time, or because somebody declared it.
    """

    state: State
    n: int
    use: int
    decisions: Mapping[Seat, Decision]
    timeouts: tuple[int, ...]
    bank: tuple[int, ...] | None = None
    unrevealed: tuple[tuple[str, str, Any], ...] = ()
    acted: tuple[int, ...] | None = None
    asides: tuple[int, ...] = ()
    conceded: frozenset[Seat] = frozenset()
    forfeited: frozenset[Seat] = frozenset()

    def may_speak_aside(self, seat: Seat) -> bool:
        """Say whether a seat may give one more command that answers no question."""
        return not self.asides or self.asides[seat] < ASIDES_AT_MOST

    def deadline(self, seat: Seat, clock: Clock | None) -> int | None:
        """Return when an awaited seat's time is up, if ever."""
        decision = self.decisions.get(seat)
        return None if decision is None or clock is None else time.deadline(clock, decision, self._bank_of(seat))

    def due(self, seat: Seat, clock: Clock | None) -> int | None:
        """Return when the clock acts for an awaited seat, if ever."""
        decision = self.decisions.get(seat)
        return None if decision is None or clock is None else time.due(clock, decision, self._bank_of(seat))

    def no_show(self, seat: Seat, clock: Clock | None) -> int | None:
        """Return from when on an awaited seat is a no-show, if ever."""
        decision = self.decisions.get(seat)
        if decision is None or clock is None or self.acted is None:
            return None
        return time.no_show(clock, decision, self.acted[seat])

    def is_bank_spent(self, seat: Seat, clock: Clock, at: int) -> bool:
        """Say whether nothing is left in a seat's bank at this moment."""
        bank = self._bank_of(seat)
        return bank is not None and time.charged_ms(clock, self.waited_ms(seat, at)) >= bank

    def waited_ms(self, seat: Seat, at: int) -> int:
        """Return how long a seat has been awaited; nothing for a seat that is not."""
        return time.waited_ms(self.decisions.get(seat), at)

    def _bank_of(self, seat: Seat) -> int | None:
        return None if self.bank is None else self.bank[seat]


def used_ms(rules: Rules, live: Live, seat: Seat, tag: str, at: int) -> int:
    """Return how long a seat has thought about its answer; nothing if it is not awaited, or answers no question."""
    return 0 if tag in _ASIDES[rules] else live.waited_ms(seat, at)


def dealt(rules: Rules, entry: GameStarted[Fact], state: State, clock: Clock | None, seats: int) -> Live:
    """Return the live line after the deal."""
    bank = None if clock is None or clock.bank_ms is None else (clock.bank_ms,) * seats
    acted = None if clock is None or clock.no_show_ms is None else (entry.at,) * seats
    live = Live(
        state=state, n=entry.n, use=len(entry.draws), decisions={}, timeouts=(0,) * seats, bank=bank, acted=acted
    )
    return msgspec.structs.replace(
        live,
        decisions=_asked(rules, live, state, entry.n, entry.at, actor=None),
        unrevealed=_unrevealed(rules, live, entry),
    )


def moved(rules: Rules, live: Live, entry: ActionEntry, state: State, clock: Clock | None) -> Live:
    """Return the live line after one more action; after one that answers no question the time runs on."""
    seat = entry.seat
    forced = isinstance(entry, ActionForced)
    acted = live.acted
    if acted is not None and not forced:
        acted = at_seat(acted, seat, entry.at)
    aside = entry.command.tag in _ASIDES[rules]
    timeouts = live.timeouts
    if forced or (timeouts[seat] and not aside):
        timeouts = at_seat(timeouts, seat, timeouts[seat] + 1 if forced else 0)
    bank = live.bank
    if bank is not None and clock is not None and seat in live.decisions and not aside:
        bank = at_seat(bank, seat, time.bank_after(clock, bank[seat], entry.used_ms))
    return Live(
        state=state,
        n=entry.n,
        use=live.use + len(entry.draws),
        decisions=_asked(rules, live, state, entry.n, entry.at, actor=None if aside else seat),
        timeouts=timeouts,
        bank=bank,
        unrevealed=_unrevealed(rules, live, entry),
        acted=acted,
        asides=at_seat(live.asides or (0,) * len(timeouts), seat, _asides_of(live, seat) + 1) if aside else (),
        conceded=live.conceded | {seat} if entry.command.tag == CONCEDE and not forced else live.conceded,
        forfeited=live.forfeited | {seat} if _is_farewell(entry) else live.forfeited,
    )


def _is_farewell(entry: ActionEntry) -> bool:
    """Say whether an action is the last one of its seat."""
    return entry.command.tag == CONCEDE or (entry.by == CLOCK and entry.command.body == FINAL)


def stood(live: Live, since: int, until: int) -> Live:
    """Return the live line after every clock stood for a while."""
    decisions = {
        seat: msgspec.structs.replace(asked, at=time.moved_on(asked.at, since, until))
        for seat, asked in live.decisions.items()
    }
    acted = None if live.acted is None else tuple([time.moved_on(at, since, until) for at in live.acted])
    return msgspec.structs.replace(live, decisions=decisions, acted=acted)


def adjusted(live: Live, entry: ClockAdjusted, clock: Clock, at: int) -> Live:
    """Return the live line after a clock was set, while it shows time `at`: what was thought counts as before."""
    seat = entry.seat
    thought = time.charged_ms(clock, live.waited_ms(seat, at))
    if entry.bank_ms is not None:
        assert live.bank is not None, "the book has checked that the table has banks"
        return msgspec.structs.replace(live, bank=at_seat(live.bank, seat, entry.bank_ms + thought))
    assert entry.move_ms is not None, "it is one of the two"
    limited = msgspec.structs.replace(live.decisions[seat], move_ms=entry.move_ms + thought)
    return msgspec.structs.replace(live, decisions={**live.decisions, seat: limited})


def _asides_of(live: Live, seat: Seat) -> int:
    return live.asides[seat] if live.asides else 0


def _asked(rules: Rules, live: Live, state: State, n: int, at: int, *, actor: Seat | None) -> Mapping[Seat, Decision]:
    """Return the decisions now open: the same ones for seats that neither answered nor are asked something else."""
    before = live.decisions
    now = {}
    for seat, kind in rules.to_act(state).items():
        old = before.get(seat)
        now[seat] = old if old is not None and old.kind == kind and seat != actor else Decision(kind, n, at)
    return now


def prepared(rules: Rules, live: Live) -> tuple[Seat, AnyCommand] | None:
    """Return the first prepared answer among the awaited seats, in seat order, and whose it is.

    What a rewind has asked is answered by hand.
    """
    for seat in sorted(live.decisions):
        if not live.decisions[seat].by_hand:
            answer = rules.prepared_answer(live.state, seat)
            if answer is not None:
                return seat, rules.normal(live.state, answer)
    return None


class _Asides(dict[Rules, frozenset[str]]):
    """What `asides` says of each game, gathered at the first look."""

    def __missing__(self, rules: Rules) -> frozenset[str]:
        found = self[rules] = frozenset(tag_of(cls) for cls in rules.anytime if cls is not Concede)
        return found


_ASIDES = _Asides()


def asides(rules: Rules) -> frozenset[str]:
    """Return the tags of the commands that answer no question: legal at any time, and no farewell."""
    return _ASIDES[rules]


_REVEALABLE: dict[Rules, frozenset[str]] = {}


def revealable(rules: Rules) -> frozenset[str]:
    """Return the tags whose sealed values some fact of the game opens for everybody."""
    known = _REVEALABLE.get(rules)
    if known is None:
        known = frozenset(tag for cls in fact_classes(rules) for tag in cls.reveals)
        _REVEALABLE[rules] = known
    return known


def fact_classes(rules: Rules) -> tuple[type[Fact], ...]:
    """Return the classes of the game's facts, old forms included."""
    union = rules.fact_types
    return tuple(getattr(cls, "__origin__", cls) for cls in getattr(union, "__args__", (union,)))


class _Revealing(dict[Rules, frozenset[type[Fact]]]):
    """The classes of facts of each game that open sealed values for everybody, or seal some that may be opened."""

    def __missing__(self, rules: Rules) -> frozenset[type[Fact]]:
        tags = revealable(rules)
        found = self[rules] = frozenset(cls for cls in fact_classes(rules) if cls.reveals or tag_of(cls) in tags)
        return found


_REVEALING = _Revealing()


def _concerned(rules: Rules, entry: PlayedEntry) -> bool:
    """Say whether an entry may seal or open what some fact opens for everybody; hardly any does."""
    classes = _REVEALING[rules]
    if not classes:
        return False
    if isinstance(entry, ActionTaken) and entry.command.tag in _REVEALABLE[rules]:
        return True
    return not classes.isdisjoint(map(type, entry.facts))


def sealed_by_tag(rules: Rules, entry: PlayedEntry) -> list[tuple[str, str, Any]]:
    """Return the sealed values of an entry that a fact may open: tag, "<n><pointer>", value; for full entries only."""
    tags = revealable(rules)
    found: list[tuple[str, str, Any]] = []
    if not tags:
        return found
    if isinstance(entry, ActionTaken) and entry.command.tag in tags and entry.command.body is not None:
        found.append((entry.command.tag, f"{entry.n}/command/body", entry.command.body))
    for i, fact in enumerate(entry.facts):
        if tag_of(fact) in tags:
            found.extend(
                (tag_of(fact), f"{entry.n}/facts/{i}{secret.pointer}", secret.value) for secret in _secrets(fact)
            )
    return found


def _secrets(fact: Fact) -> list[Secret]:
    found: list[Secret] = []
    for field in plan(type(fact)):
        value = getattr(fact, field.name)
        seats = audience(fact, field.audience)
        if field.each:
            found.extend(Secret(f"{field.pointer}/{i}", item, seats) for i, item in enumerate(value))
        else:
            found.append(Secret(field.pointer, msgspec.to_builtins(value), seats))
    return found


def _unrevealed(rules: Rules, live: Live, entry: PlayedEntry) -> tuple[tuple[str, str, Any], ...]:
    if not _concerned(rules, entry):
        return live.unrevealed
    opened = {tag for fact in entry.facts for tag in fact.reveals}
    own = [(tag, place, _as_json(value)) for tag, place, value in sealed_by_tag(rules, entry)]
    return tuple(item for item in (*live.unrevealed, *own) if item[0] not in opened)


def _as_json(value: Any) -> Any:
    """Return a value with lists for tuples, so that it is the same whoever has it: the writer, a reader, a snapshot."""
    return msgspec.json.decode(msgspec.json.encode(value))


def opened_by(rules: Rules, live: Live | None, entry: PlayedEntry) -> list[tuple[str, Any]]:
    """Return what an entry's facts open for all, the entry's own values included: "<n><pointer>" and value."""
    if not _concerned(rules, entry):
        return []
    tags = {tag for fact in entry.facts for tag in fact.reveals}
    before = () if live is None else live.unrevealed
    return [(pointer, value) for tag, pointer, value in (*before, *sealed_by_tag(rules, entry)) if tag in tags]
