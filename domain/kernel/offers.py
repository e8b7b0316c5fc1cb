"""What a seat may do, as a compact grammar, and its expansion into commands.

An offer names a command tag and, for paths into the command's body (`card`, `targets/0/unit`), the values to choose
from. Offers may offer too much: `refuse` has the last word. They never offer too little, `anytime` and `Free` aside.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias, assert_never

import msgspec

from domain.kernel.chance import QuickChance


class OneOf(msgspec.Struct, frozen=True, tag_field="domain", tag="one_of"):
    """Exactly one of the values; `None` leaves the field out."""

    values: tuple[Any, ...]


class Subset(msgspec.Struct, frozen=True, tag_field="domain", tag="subset"):
    """From `min` to `max` of the values, in the order of the list."""

    values: tuple[Any, ...]
    min: int
    max: int


class Arrangement(msgspec.Struct, frozen=True, tag_field="domain", tag="sequence"):
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


Domain: TypeAlias = OneOf | Subset | Arrangement | Range | Flag | Free


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A family of commands: the tag, a domain for each path, and a word of help for a page or a person."""

    command: str
    fields: dict[str, OneOf | Subset | Arrangement | Range | Flag | Free] = {}
    hint: str | None = None


Part: TypeAlias = Callable[[], Offer | None]


def assignments(offer: Offer) -> Iterator[dict[str, Any]]:
    """Yield every choice of values that an offer leaves, by path; none if one of its fields is `Free`."""
    paths = tuple(offer.fields)
    choices = [_values(domain) for domain in offer.fields.values()]
    for values in itertools.product(*choices):
        yield dict(zip(paths, values, strict=True))


def drawn(offer: Offer, chance: QuickChance) -> dict[str, Any]:
    """Return the body of some command of an offer."""
    body: dict[str, Any] = {}
    for path, domain in offer.fields.items():
        value = _pick(domain, chance)
        if value is not None:
            _put(body, path, value)
    return body


def body_of(assignment: Mapping[str, Any]) -> dict[str, Any]:
    """Build a command's body from values by path; a `None` leaves its field out."""
    body: dict[str, Any] = {}
    for path, value in assignment.items():
        if value is not None:
            _put(body, path, value)
    return body


def _put(body: dict[str, Any], path: str, value: Any) -> None:
    if "/" not in path:
        body[path] = value
        return
    here: Any = body
    steps = path.split("/")
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
        case Arrangement(of, least, most):
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
    if isinstance(domain, Arrangement):
        return _some(domain.of, domain.min, domain.max, chance, ordered=False)
    if isinstance(domain, Range):
        return domain.min + chance.pick(domain.max - domain.min + 1)
    if isinstance(domain, Flag):
        return chance.pick(2) == 1
    if isinstance(domain, Free):
        return None
    assert_never(domain)


def _some(values: tuple[Any, ...], least: int, most: int, chance: QuickChance, *, ordered: bool) -> tuple[Any, ...]:
    count = len(values)
    most = min(most, count)
    size = least + (chance.pick(most - least + 1) if most > least else 0)
    if size > most or (ordered and size == count):
        return values
    places = list(range(count))
    for here in range(size):
        there = here + chance.pick(count - here)
        places[here], places[there] = places[there], places[here]
    chosen = places[:size]
    if ordered:
        chosen.sort()
    return tuple([values[place] for place in chosen])
