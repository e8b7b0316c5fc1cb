"""What a seat may do, as a compact grammar, and its expansion into commands.

An offer names a command tag and, for paths into the command's body (`card`, `targets/0/unit`), the values to choose
from. Offers may offer too much: `refuse` has the last word. They never offer too little, `anytime` and `Free` aside.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, assert_never

import msgspec

from domain.kernel.chance import QuickChance
from domain.kernel.codec import command_from
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat

if TYPE_CHECKING:
    from domain.kernel.game import GameRules


class OneOf(msgspec.Struct, frozen=True, tag_field="domain", tag="one_of"):
    """Exactly one of the values; `None` leaves the field out."""

    values: tuple[Any, ...]


class Subset(msgspec.Struct, frozen=True, tag_field="domain", tag="subset"):
    """From `min` to `max` of the values, in the order of the list."""

    values: tuple[Any, ...]
    min: int
    max: int


class Sequence(msgspec.Struct, frozen=True, tag_field="domain", tag="sequence"):
    """From `min` to `max` of the values in any order, each place of the list used once."""

    of: tuple[Any, ...]
    min: int
    max: int


class Range(msgspec.Struct, frozen=True, tag_field="domain", tag="range"):
    """A whole number from `min` to `max`, both included."""

    min: int
    max: int


class Flag(msgspec.Struct, frozen=True, tag_field="domain", tag="flag"):
    """No or yes."""


class Free(msgspec.Struct, frozen=True, tag_field="domain", tag="free"):
    """Anything that fits a JSON Schema; not expanded."""

    schema: dict[str, Any]


Domain: TypeAlias = OneOf | Subset | Sequence | Range | Flag | Free


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A family of commands: the tag, a domain for each path, and a word of help for a page or a person."""

    command: str
    fields: dict[str, OneOf | Subset | Sequence | Range | Flag | Free] = {}
    hint: str | None = None


Part: TypeAlias = Callable[[], Offer | None]

SAMPLE_TRIES = 24  # then the whole menu is expanded


def offers(rules: GameRules[Any, Any, Any, Any], state: Any, seat: Seat) -> tuple[Offer, ...]:
    """Evaluate the whole menu of a seat."""
    return tuple([offer for part in rules.menu(state, seat) if (offer := part()) is not None])


def legal_actions(rules: GameRules[Any, Any, Any, Any], state: Any, seat: Seat) -> Iterator[Any]:
    """Yield every legal command of a seat, `anytime` and `Free` aside, without repeating one up to `normal`."""
    seen = set()
    for part in rules.menu(state, seat):
        offer = part()
        if offer is None:
            continue
        for command in expand(rules, offer):
            if rules.refuse(state, seat, command) is None:
                normal = rules.normal(state, command)
                key = msgspec.json.encode(normal)
                if key not in seen:
                    seen.add(key)
                    yield normal


def expand(rules: GameRules[Any, Any, Any, Any], offer: Offer) -> Iterator[Any]:
    """Yield every command of an offer, legal or not; none if one of its fields is `Free`."""
    for assignment in assignments(offer):
        yield command_from(rules, offer.command, body_of(assignment))


def assignments(offer: Offer) -> Iterator[dict[str, Any]]:
    """Yield every choice of values that an offer leaves, by path; none if one of its fields is `Free`."""
    paths = tuple(offer.fields)
    choices = [_values(domain) for domain in offer.fields.values()]
    for values in itertools.product(*choices):
        yield dict(zip(paths, values, strict=True))


def sample(rules: GameRules[Any, Any, Any, Any], state: Any, seat: Seat, chance: QuickChance) -> Any:
    """Return some legal command of an awaited seat.

    A part of the menu is drawn first and only that one evaluated; after 24 misses the menu is expanded. Raises
    `LookupError` if nothing is legal.
    """
    menu = rules.menu(state, seat)
    for _ in range(SAMPLE_TRIES if menu else 0):
        offer = chance.choice(menu)()
        if offer is None:
            continue
        command = command_from(rules, offer.command, _drawn(offer, chance))
        if rules.refuse(state, seat, command) is None:
            return rules.normal(state, command)
    every = list(legal_actions(rules, state, seat))
    if not every:
        raise LookupError(f"seat {seat} has nothing legal to do")
    return chance.choice(every)


def sample_offers(
    rules: GameRules[Any, Any, Any, Any],
    offers: tuple[Offer, ...],
    may: Callable[[Any], Refusal | None],
    chance: QuickChance,
) -> Any:
    """Return some legal command of the offers, for a bot that has no state: `may` says what is legal.

    Like `sample`, an offer is drawn first; after 24 misses all are expanded. Raises `LookupError` if nothing is legal.
    """
    for _ in range(SAMPLE_TRIES if offers else 0):
        offer = chance.choice(offers)
        command = command_from(rules, offer.command, _drawn(offer, chance))
        if may(command) is None:
            return command
    every = [command for offer in offers for command in expand(rules, offer) if may(command) is None]
    if not every:
        raise LookupError("nothing on offer is legal")
    return chance.choice(every)


def _drawn(offer: Offer, chance: QuickChance) -> dict[str, Any]:
    """Return the body of some command of an offer."""
    if not offer.fields:
        return {}
    return body_of({path: _pick(domain, chance) for path, domain in offer.fields.items()})


def body_of(assignment: Mapping[str, Any]) -> dict[str, Any]:
    """Build a command's body from values by path; a `None` leaves its field out."""
    body: dict[str, Any] = {}
    for path, value in assignment.items():
        if value is None:
            continue
        if "/" not in path:
            body[path] = value
            continue
        _put(body, path.split("/"), value)
    return body


def _put(body: dict[str, Any], steps: list[str], value: Any) -> None:
    here: Any = body
    for step, following in itertools.pairwise(steps):
        fresh: Any = [] if following.isdigit() else {}
        if isinstance(here, list):
            if int(step) == len(here):
                here.append(fresh)
            here = here[int(step)]
        else:
            here = here.setdefault(step, fresh)
    if isinstance(here, list):
        here.append(value)
    else:
        here[steps[-1]] = value


def _values(domain: Domain) -> Iterator[Any] | tuple[Any, ...]:
    match domain:
        case OneOf(values):
            return values
        case Subset(values, least, most):
            return itertools.chain.from_iterable(
                itertools.combinations(values, size) for size in range(least, min(most, len(values)) + 1)
            )
        case Sequence(of, least, most):
            return itertools.chain.from_iterable(
                itertools.permutations(of, size) for size in range(least, min(most, len(of)) + 1)
            )
        case Range(least, most):
            return tuple(range(least, most + 1))
        case Flag():
            return (False, True)
        case Free():
            return ()
        case _:
            assert_never(domain)


def _pick(domain: Domain, chance: QuickChance) -> Any:
    if isinstance(domain, OneOf):  # the hot path: `match` takes twice as long
        return chance.choice(domain.values) if domain.values else None
    if isinstance(domain, Subset):
        return _some(domain.values, domain.min, domain.max, chance, ordered=True)
    if isinstance(domain, Sequence):
        return _some(domain.of, domain.min, domain.max, chance, ordered=False)
    if isinstance(domain, Range):
        return domain.min + chance.pick(domain.max - domain.min + 1)
    if isinstance(domain, Flag):
        return chance.pick(2) == 1
    if isinstance(domain, Free):
        return None
    assert_never(domain)


def _some(values: tuple[Any, ...], least: int, most: int, chance: QuickChance, *, ordered: bool) -> tuple[Any, ...]:
    most = min(most, len(values))
    size = least + (chance.pick(most - least + 1) if most > least else 0)
    if size > most:
        return values
    if ordered and size == len(values):
        return values
    places = list(range(len(values)))
    for here in range(size):
        there = here + chance.pick(len(values) - here)
        places[here], places[there] = places[there], places[here]
    del places[size:]
    if ordered:
        places.sort()
    return tuple([values[place] for place in places])
