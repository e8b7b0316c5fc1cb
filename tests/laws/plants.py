"""Planted leaks: rules with a hole in them, which the laws must find. Most are derived from the marks and the state.

A game adds its own in `tests/games/<game>/leaks.py` (the tests' own game beside its rules) as `LEAKS`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec

from domain import games
from domain.kernel import marks
from domain.kernel.chance import QuickChance
from domain.kernel.game import Rules
from domain.kernel.messages import UnseenReordered, tag_of
from domain.record.canonical import b64, canonical, sha256
from domain.record.entries import ActionTaken
from domain.record.seals import Sealer, blind
from domain.table import play
from domain.table.live import fact_classes
from tests.games import brought
from tests.laws import holes
from tests.laws.checks import Find, dealt, paired, watched
from tests.laws.copies import LeakError
from tests.laws.counts import HIDDEN_FROM_SEVERAL, BlindError, Counts
from tests.laws.holes import changed
from tests.laws.told import hidden_fields
from tests.laws.zones import by_chance, planted_zones

ENOUGH = 5  # times that a field came up in a clean run; a leak by what is seldomer is left to `make soak`


class Plant(NamedTuple):
    """A leak: its name, the rules that have it, the sealer, and what is patched while they are played.

    What only rare states tell has a deal of its own, by its label.
    """

    name: str
    rules: Rules
    sealer: Sealer = blind
    patched: Callable[[], AbstractContextManager[Any]] = nullcontext
    deal: str = ""


def planted(name: str, counts: Counts) -> Iterator[Plant]:
    """Yield every plant of a game. `counts` is of a clean run: it tells which zones and draws are hidden."""
    rules = games.game(name).rules
    yield from _opened_fields(rules)
    yield from _opened_draws(rules, counts)
    yield from _opened_bodies(rules)
    yield from _holes(rules, counts)
    if rules.prepares:
        yield Plant("the origin of an action in the open", rules, patched=_origin_in_the_open)
        yield Plant("the hand in a prepared answer", holes.in_prepared_answers(rules))
    if counts.taken_back >= ENOUGH:
        yield Plant("a reveal of what was taken back", rules, patched=holes.opened_though_taken_back)
    yield Plant("the hand in a thinking time", rules, patched=holes.in_thinking_times)
    yield Plant("unsalted seals", rules, sealer=unsalted)
    for told, leaky in planted_zones(rules, counts, harmless(name)):
        yield Plant(told, leaky)
    yield from getattr(brought(name, "leaks"), "LEAKS", ())


def missed_by_chance(name: str, counts: Counts, number: int, seed: int, pairs: int) -> Iterator[str]:
    """Plant so many leaks of a game at random places, and yield the names of those that are not found.

    A plant that tells the same whenever it tells anything changes nothing that somebody sees; another takes its place.
    """
    rules, quick = games.game(name).rules, QuickChance(seed)
    known_after: Mapping[str, str] = getattr(brought(name, "leaks"), "KNOWN_AFTER", {})
    for told, leaky, tell in by_chance(rules, counts, harmless(name), known_after, quick):
        caught = found(Plant(told, leaky), name, seed, pairs)
        if not caught and len(tell.told) > 1:
            yield told
        number -= caught or len(tell.told) > 1
        if not number:
            return


def harmless(name: str) -> frozenset[tuple[str, str, str]]:
    """Return the generic plants that tell nobody anything: measure, place, way out."""
    return getattr(brought(name, "leaks"), "HARMLESS", frozenset())


def found(plant: Plant, name: str, seed: int, pairs: int, counts: Counts | None = None) -> bool:
    """Say whether the laws find a planted leak within so many pairs, at the latest by what they are blind to then."""
    counts = Counts() if counts is None else counts
    with plant.patched():
        try:
            if plant.deal:
                dealt(name, seed, plant.deal, plant.rules, counts, sealer=plant.sealer)
            else:
                paired(name, seed, pairs, plant.rules, counts, sealer=plant.sealer)
        except (LeakError, BlindError):
            return True
    return False


def found_again(plant: Plant, name: str, seed: int, find: Find, counts: Counts | None = None) -> bool:
    """Say whether the laws find a planted leak where they found it before: other runs and entries need no look."""
    with plant.patched():
        try:
            counts = Counts() if counts is None else counts
            watched(name, seed, find, plant.rules, counts, label=plant.deal, sealer=plant.sealer)
        except LeakError:
            return True
    return False


def _holes(rules: Rules, counts: Counts) -> Iterator[Plant]:
    for tag, field in sorted(place for place, times in counts.together.items() if times >= ENOUGH):
        yield Plant(f"{tag}.{field} in the order of arrival", rules, patched=partial(holes.as_they_came, tag, field))
    for command, tag, field in sorted(place for place, times in counts.idle.items() if times >= ENOUGH):
        if command:
            leaky, patched = holes.body_said(rules, command, tag, field)
            yield Plant(f"the body of {command} in {tag}.{field}", leaky, patched=patched)
        else:
            yield Plant(f"hidden cards in {tag}.{field}", rules, patched=partial(holes.said_beside, tag, field))
    for cls in rules.command_types:
        if not cls.public and cls.__struct_fields__:
            yield Plant(f"the body of {tag_of(cls)} in the size of a draw", holes.by_the_body(rules, tag_of(cls)))
    for viewer, leaking in SPECIAL_VIEWERS.items():
        if counts.viewers[viewer]:
            yield Plant(f"hidden cards for {viewer}", leaking(rules))


SPECIAL_VIEWERS: dict[str, Callable[[Rules], Rules]] = {
    HIDDEN_FROM_SEVERAL: holes.for_casters,
    "a seat that has left": holes.for_seats_that_left,
    "after a rewind": holes.after_a_rewind,
}


def unreachable(name: str) -> frozenset[str]:
    """Return the tags of commands and facts that a game's rules have but its shipped card set can never bring up.

    New orders come with a rewind alone, and the tables of these laws go back with the orders kept: `test_new_orders`
    tries them.
    """
    own: frozenset[str] = getattr(brought(name, "leaks"), "UNREACHABLE", frozenset())
    return own | {tag_of(UnseenReordered)}


def unsalted(n: int, pointer: str, value: Any) -> str:
    """Commit without a salt: equal values look equal, and a small set of values can be tried out."""
    return b64(sha256(canonical(value)))


def _opened_fields(rules: Rules) -> Iterator[Plant]:
    present = hidden_fields(rules)
    for cls in fact_classes(rules):
        for field in marks.plan(cls):
            if (tag_of(cls), field.name) in present:
                place = f"{tag_of(cls)}.{field.name}"
                yield Plant(f"{place} in the open", rules, patched=changed_plan(cls, field.name))
                yield Plant(f"{place} seen by one seat more", rules, patched=seen_by_one_seat_more(cls, field))


def changed_plan(cls: type[Any], name: str, **changed: Any) -> Callable[[], AbstractContextManager[Any]]:
    """Return a patch of the plan that hides a fact's fields: the field opened, or hidden in another way."""
    kept = marks.plan(cls)
    fields = tuple(
        [field._replace(**changed) if field.name == name else field for field in kept if changed or field.name != name]
    )
    return lambda: patch.dict(marks.PLANS, {cls: fields})


def seen_by_one_seat_more(cls: type[Any], field: marks.HiddenField) -> Callable[[], AbstractContextManager[Any]]:
    """Return a patch by which a fact's field is told to one seat more than its mark says."""
    wider = _Wider(field.audience)
    honest = marks.audience

    def audience(fact: Any, fields: tuple[str, ...]) -> tuple[int, ...]:
        seats = honest(fact, fields)
        return (*seats, _neighbour(seats)) if isinstance(fields, _Wider) else seats

    @contextmanager
    def patched() -> Iterator[None]:
        with changed_plan(cls, field.name, audience=wider)(), patch.object(marks, "audience", audience):
            yield

    return patched


class _Wider(tuple[str, ...]):
    """Audience fields of a mark that tells one seat too many."""


def _neighbour(seats: tuple[int, ...]) -> int:
    """Return one more seat than those that may know; where two of two know already there is none to find it."""
    return next(seat for seat in (1, 0, 2) if seat not in seats)


def _opened_draws(rules: Rules, counts: Counts) -> Iterator[Plant]:
    for kind, purpose in sorted(counts.compared):
        if kind == "draw":
            yield Plant(f"the draw {purpose} in the open", opening_draws(rules, purpose))


class _OpenChance:
    """Chance that lets everybody see the draws of one purpose, or those of few things."""

    def __init__(self, chance: Any, purpose: str, below: int) -> None:
        self._chance, self._purpose, self._below = chance, purpose, below

    def shuffle(self, n: int, purpose: str, *, open: bool = False) -> Any:
        return self._chance.shuffle(n, purpose, open=open or self._opens(n, purpose))

    def pick(self, n: int, purpose: str, *, open: bool = False) -> Any:
        return self._chance.pick(n, purpose, open=open or self._opens(n, purpose))

    def _opens(self, n: int, purpose: str) -> bool:
        return purpose == self._purpose and n < self._below


def opening_draws(rules: Rules, purpose: str, below: int = sys.maxsize) -> Rules:
    """Return rules that draw in the open; only from fewer things than `below`, if it is given."""

    def deal(self: Any, draft: Any, setup: Any) -> None:
        draft.chance = _OpenChance(draft.chance, purpose, below)
        rules.deal(draft, setup)

    def decide(self: Any, draft: Any, seat: Any, command: Any) -> None:
        draft.chance = _OpenChance(draft.chance, purpose, below)
        rules.decide(draft, seat, command)

    return changed(rules, deal=deal, decide=decide)


def _opened_bodies(rules: Rules) -> Iterator[Plant]:
    for cls in rules.command_types:
        if not cls.public and cls.__struct_fields__:
            yield Plant(f"the body of {tag_of(cls)} in the open", rules, patched=opened_body(cls))


def opened_body(cls: type[Any]) -> Callable[[], AbstractContextManager[Any]]:
    """Return a patch that makes a command type public."""
    return lambda: patch.object(cls, "public", True)


@contextmanager
def _origin_in_the_open() -> Iterator[None]:
    honest = play.public_action

    def public_action(rules: Any, full: Any, drawn: Any) -> Any:
        entry, secrets = honest(rules, full, drawn)
        if isinstance(entry, ActionTaken):
            entry = msgspec.structs.replace(entry, origin=full.origin)
        return entry, [secret for secret in secrets if secret.pointer != "/origin"]

    with patch.object(play, "public_action", public_action):
        yield
