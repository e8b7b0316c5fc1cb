"""Leaks of what lies in a hidden zone: what is measured of it, and by which way it gets out."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, TypeAlias

import msgspec

from domain.kernel.chance import QuickChance
from domain.kernel.game import Rules
from domain.kernel.refusals import Refusal
from domain.record.canonical import sha256
from tests.laws.counts import Counts
from tests.laws.holes import changed

Measure: TypeAlias = Callable[[list[Any]], str]
Tell: TypeAlias = Callable[[Any], str]  # from a state to what is told of it


def zone_at(state: Any, path: str) -> list[Any]:
    """Return the values at a generalised path of a state, in order."""
    values = [msgspec.to_builtins(state, enc_hook=lambda value: type(value).__name__)]
    for name in path.split("/")[1:]:
        if name == "*":
            values = [item for value in values if value is not None for item in value]
        else:
            values = [value.get(name) for value in values if value is not None]
    return values


OF_ROWS = ("order", "a count", "a threshold")  # of zones in which several hidden values lie in a row
MEASURES: dict[str, Measure] = {
    "content": str,
    "a size": lambda zone: str([0 if value is None else len(value) for value in zone]),
    "order": lambda zone: str([str(one) < str(other) for one, other in itertools.pairwise(zone)]),
    "a count": lambda zone: str(max(Counter(map(str, zone)).values(), default=0)),
    "a threshold": lambda zone: str(2 * sum([sum(sha256(str(item).encode())) % 2 for item in zone]) > len(zone)),
    "parity": lambda zone: str(sum(str(zone).encode()) % 2),
}


def planted_zones(
    rules: Rules, counts: Counts, harmless: frozenset[tuple[str, str, str]]
) -> Iterator[tuple[str, Rules]]:
    """Yield each hidden zone of a game with each measure and each way out: a name, and rules that leak."""
    for path in sorted(counts.zones):
        for measured, measure in MEASURES.items():
            if path not in counts.rows if measured in OF_ROWS else measured == "a size" and path not in counts.lists:
                continue
            for channel, plant in CHANNELS.items():
                told = measured == "content" or channel in ("an entry", "what is asked")
                if told and (measured, path, channel) not in harmless:
                    yield f"{measured} of {path} in {channel}", plant(rules, partial(_told, path, measure))


def _told(path: str, measure: Measure, state: Any) -> str:
    return measure(zone_at(state, path))


def _in_view(rules: Rules, tell: Tell) -> Rules:
    def view(self: Any, state: Any, viewer: Any) -> Any:
        return (rules.view(state, viewer), tell(state))

    return changed(rules, view=view)


def _in_offers(rules: Rules, tell: Tell) -> Rules:
    def hinted(part: Any, state: Any) -> Any:
        offer = part()
        return None if offer is None else msgspec.structs.replace(offer, hint=tell(state))

    def menu(self: Any, state: Any, seat: Any) -> Any:
        return tuple([partial(hinted, part, state) for part in rules.menu(state, seat)])

    return changed(rules, menu=menu)


def _in_refusals(rules: Rules, tell: Tell) -> Rules:
    def refuse(self: Any, state: Any, seat: Any, command: Any) -> Refusal | None:
        refusal = rules.refuse(state, seat, command)
        if refusal is None:
            return None
        return msgspec.structs.replace(refusal, code=f"{refusal.code}_{tell(state)}")

    return changed(rules, refuse=refuse)


def _in_decision(rules: Rules, tell: Tell) -> Rules:
    def to_act(self: Any, state: Any) -> Any:
        flag = tell(state)
        return {seat: f"{kind} {flag}" for seat, kind in rules.to_act(state).items()}

    return changed(rules, to_act=to_act)


def _in_entry(rules: Rules, tell: Tell) -> Rules:
    """Let the size of a draw depend on the zone: states fold alike, but lines differ."""

    def decide(self: Any, draft: Any, seat: Any, command: Any) -> None:
        size = 1 + sum(sha256(tell(draft.state).encode())) % 97
        rules.decide(draft, seat, command)
        draft.chance.pick(size, "planted", open=False)

    return changed(rules, decide=decide)


CHANNELS: dict[str, Callable[[Rules, Tell], Rules]] = {
    "the view": _in_view,
    "an offer": _in_offers,
    "a refusal's code": _in_refusals,
    "what is asked": _in_decision,
    "an entry": _in_entry,
}


class Seldom:
    """Tells what is measured of a zone, always or while certain questions are open; keeps what it told."""

    def __init__(self, rules: Rules, asked: tuple[str, ...] | None, path: str, measure: Measure) -> None:
        self._rules, self._asked, self._path, self._measure = rules, asked, path, measure
        self.told: set[str] = set()

    def __call__(self, state: Any) -> str:
        """Return what is told of a state."""
        if self._asked is not None and tuple(sorted(self._rules.to_act(state).values())) != self._asked:
            return ""
        said = self._measure(zone_at(state, self._path))
        self.told.add(said)
        return said


def by_chance(
    rules: Rules,
    counts: Counts,
    harmless: frozenset[tuple[str, str, str]],
    known_after: Mapping[str, str],
    quick: QuickChance,
) -> Iterator[tuple[str, Rules, Seldom]]:
    """Yield leaks at random places without end: some measure of a zone, by some way out, sometimes seldom.

    A zone that everybody knows after a question is planted where that is asked, or wherever anything is.
    """
    paths, ways, questions = sorted(counts.zones), sorted(CHANNELS), sorted(filter(None, counts.asked))
    while paths:
        path, way, salt = quick.choice(paths), quick.choice(ways), str(quick.word())
        if any(place == path and channel == way for _, place, channel in harmless):
            continue
        measured = quick.choice(sorted(SALTED))
        asked = quick.choice(questions) if quick.pick(2) else None
        if asked is not None and known_after.get(path, asked[0]) not in asked:
            continue
        when = "always" if asked is None else f"when asked {', '.join(asked)}"
        tell = Seldom(rules, asked, path, partial(SALTED[measured], salt))
        yield f"{measured} ({salt}) of {path} in {way}, {when}", CHANNELS[way](rules, tell), tell


def _hashed(salt: str, value: Any) -> int:
    return sum(sha256(f"{salt}{value}".encode()))


SALTED: dict[str, Callable[[str, list[Any]], str]] = {
    "one of many": lambda salt, zone: str(_hashed(salt, zone[_hashed(salt, "") % len(zone)]) % 3) if zone else "",
    "a parity": lambda salt, zone: str(_hashed(salt, zone) % 2),
    "a count": lambda salt, zone: str(sum([_hashed(salt, item) % 3 == 0 for item in zone])),
    "a threshold": lambda salt, zone: str(4 * sum([_hashed(salt, item) % 3 == 0 for item in zone]) > len(zone)),
}
