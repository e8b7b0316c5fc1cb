"""Planted leaks: rules with a hole in them, which the laws must find. Most are derived from the marks and the state.

A game adds its own in `tests/games/<game>/leaks.py` (the tests' own game beside its rules) as `LEAKS`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec

from domain import games
from domain.kernel import marks
from domain.kernel.draft import Draft
from domain.kernel.game import Rules
from domain.kernel.messages import tag_of
from domain.kernel.refusals import Refusal
from domain.record.canonical import b64, canonical, sha256
from domain.record.entries import ActionTaken
from domain.record.seals import Sealer, blind
from domain.table import play
from domain.table.live import fact_classes
from tests.games import brought
from tests.laws.arrival import hand_of, hands, in_order_of
from tests.laws.counts import Counts
from tests.laws.told import hidden_fields

Measure = Callable[[list[Any]], str]


class Plant(NamedTuple):
    """A leak: its name, the rules that have it, the sealer, and what is patched while they are played."""

    name: str
    rules: Rules
    sealer: Sealer = blind
    patched: Callable[[], AbstractContextManager[Any]] = nullcontext


def planted(name: str, counts: Counts) -> Iterator[Plant]:
    """Yield every plant of a game. `counts` is of a clean run: it tells which zones and draws are hidden."""
    rules = games.game(name).rules
    yield from _opened_fields(rules)
    yield from _opened_draws(rules, counts)
    yield from _opened_bodies(rules)
    for tag, field in sorted(counts.together):
        yield Plant(f"{tag}.{field} in the order of arrival", rules, patched=partial(_as_they_came, tag, field))
    if rules.prepares:
        yield Plant("the origin of an action in the open", rules, patched=_origin_in_the_open)
    yield Plant("unsalted seals", rules, sealer=unsalted)
    own = brought(name, "leaks")
    yield from _zones(rules, counts, getattr(own, "HARMLESS", frozenset()))
    yield from getattr(own, "LEAKS", ())


def unreachable(name: str) -> frozenset[str]:
    """Return the tags of commands and facts that a game's rules have but its shipped card set can never bring up."""
    return getattr(brought(name, "leaks"), "UNREACHABLE", frozenset())


def unsalted(n: int, pointer: str, value: Any) -> str:
    """Commit without a salt: equal values look equal, and a small set of values can be tried out."""
    return b64(sha256(canonical(value)))


def _opened_fields(rules: Rules) -> Iterator[Plant]:
    present = hidden_fields(rules)
    for cls in fact_classes(rules):
        for field in marks.plan(cls):
            if (tag_of(cls), field.name) in present:
                yield Plant(f"{tag_of(cls)}.{field.name} in the open", rules, patched=changed_plan(cls, field.name))


def changed_plan(cls: type[Any], name: str, **changed: Any) -> Callable[[], AbstractContextManager[Any]]:
    """Return a patch of the plan that hides a fact's fields: the field opened, or hidden in another way."""
    kept = marks.plan(cls)
    fields = tuple(
        [field._replace(**changed) if field.name == name else field for field in kept if changed or field.name != name]
    )
    return lambda: patch.dict(marks.PLANS, {cls: fields})


def _opened_draws(rules: Rules, counts: Counts) -> Iterator[Plant]:
    for kind, purpose in sorted(counts.compared):
        if kind == "draw":
            yield Plant(f"the draw {purpose} in the open", opening_draws(rules, purpose))


class _OpenChance:
    """Chance that lets everybody see the draws of one purpose."""

    def __init__(self, chance: Any, purpose: str) -> None:
        self._chance, self._purpose = chance, purpose

    def shuffle(self, n: int, purpose: str, *, open: bool = False) -> Any:
        return self._chance.shuffle(n, purpose, open=open or purpose == self._purpose)

    def pick(self, n: int, purpose: str, *, open: bool = False) -> Any:
        return self._chance.pick(n, purpose, open=open or purpose == self._purpose)


def opening_draws(rules: Rules, purpose: str) -> Rules:
    """Return rules that draw in the open."""

    def deal(self: Any, draft: Any, setup: Any) -> None:
        draft.chance = _OpenChance(draft.chance, purpose)
        rules.deal(draft, setup)

    def decide(self: Any, draft: Any, seat: Any, command: Any) -> None:
        draft.chance = _OpenChance(draft.chance, purpose)
        rules.decide(draft, seat, command)

    return changed(rules, deal=deal, decide=decide)


def changed(rules: Rules, **methods: Callable[..., Any]) -> Rules:
    """Return the rules with other methods, for plants."""
    made: Rules = type("Leaky", (type(rules),), methods)()
    return made


def _opened_bodies(rules: Rules) -> Iterator[Plant]:
    for cls in rules.command_types:
        if not cls.public and cls.__struct_fields__:
            yield Plant(f"the body of {tag_of(cls)} in the open", rules, patched=opened_body(cls))


def opened_body(cls: type[Any]) -> Callable[[], AbstractContextManager[Any]]:
    """Return a patch that makes a command type public."""
    return lambda: patch.object(cls, "public", True)


@contextmanager
def _as_they_came(tag: str, name: str) -> Iterator[None]:
    """Let a fact say cards that leave or show a hand together in the order in which they came to the hand."""
    honest = Draft.emit

    def emit(self: Any, fact: Any) -> None:
        if tag_of(fact) == tag:
            shown = getattr(fact, name)
            before, after = hands(self.state), hands(self._evolve(self.state, fact))
            hand = hand_of(shown, before, after) if isinstance(shown, tuple) else None
            if hand is not None:
                fact = msgspec.structs.replace(fact, **{name: in_order_of(hand, shown)})
        honest(self, fact)

    with patch.object(Draft, "emit", emit):
        yield


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


def zone_at(state: Any, path: str) -> list[Any]:
    """Return the values at a generalised path of a state, in order."""
    values = [msgspec.to_builtins(state, enc_hook=lambda value: type(value).__name__)]
    for name in path.split("/")[1:]:
        if name == "*":
            values = [item for value in values if value is not None for item in value]
        else:
            values = [value.get(name) for value in values if value is not None]
    return values


MEASURES: dict[str, Measure] = {
    "content": str,
    "a size": lambda zone: str([0 if value is None else len(value) for value in zone]),
    "order": lambda zone: str([str(one) < str(other) for one, other in itertools.pairwise(zone)]),
    "parity": lambda zone: str(sum(str(zone).encode()) % 2),
}


def _zones(rules: Rules, counts: Counts, harmless: frozenset[tuple[str, str, str]]) -> Iterator[Plant]:
    for path in sorted(counts.zones):
        for measured, measure in MEASURES.items():
            if (measured == "order" and path not in counts.rows) or (measured == "a size" and path not in counts.lists):
                continue
            for channel, plant in CHANNELS.items():
                told = measured == "content" or channel in ("an entry", "what is asked")
                if told and (measured, path, channel) not in harmless:
                    yield Plant(f"{measured} of {path} in {channel}", plant(rules, path, measure))


def _in_view(rules: Rules, path: str, measure: Measure) -> Rules:
    def view(self: Any, state: Any, viewer: Any) -> Any:
        return (rules.view(state, viewer), measure(zone_at(state, path)))

    return changed(rules, view=view)


def _in_offers(rules: Rules, path: str, measure: Measure) -> Rules:
    def hinted(part: Any, state: Any) -> Any:
        offer = part()
        return None if offer is None else msgspec.structs.replace(offer, hint=measure(zone_at(state, path)))

    def menu(self: Any, state: Any, seat: Any) -> Any:
        return tuple([partial(hinted, part, state) for part in rules.menu(state, seat)])

    return changed(rules, menu=menu)


def _in_refusals(rules: Rules, path: str, measure: Measure) -> Rules:
    def refuse(self: Any, state: Any, seat: Any, command: Any) -> Refusal | None:
        refusal = rules.refuse(state, seat, command)
        if refusal is None:
            return None
        return msgspec.structs.replace(refusal, code=f"{refusal.code}_{measure(zone_at(state, path))}")

    return changed(rules, refuse=refuse)


def _in_decision(rules: Rules, path: str, measure: Measure) -> Rules:
    def to_act(self: Any, state: Any) -> Any:
        flag = measure(zone_at(state, path))
        return {seat: f"{kind} {flag}" for seat, kind in rules.to_act(state).items()}

    return changed(rules, to_act=to_act)


def _in_entry(rules: Rules, path: str, measure: Measure) -> Rules:
    """Let the size of a draw depend on the zone: states fold alike, but lines differ."""

    def decide(self: Any, draft: Any, seat: Any, command: Any) -> None:
        size = 1 + sum(sha256(measure(zone_at(draft.state, path)).encode())) % 97
        rules.decide(draft, seat, command)
        draft.chance.pick(size, "planted", open=False)

    return changed(rules, decide=decide)


CHANNELS: dict[str, Callable[[Rules, str, Measure], Rules]] = {
    "the view": _in_view,
    "an offer": _in_offers,
    "a refusal's code": _in_refusals,
    "what is asked": _in_decision,
    "an entry": _in_entry,
}
