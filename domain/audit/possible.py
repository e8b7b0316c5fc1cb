"""What a seat could have done: its offers, cut down to what the rules would have accepted."""

from __future__ import annotations

from collections.abc import Mapping
from math import comb, perm, prod
from typing import Any, NamedTuple, assert_never

import msgspec

from domain.audit.timeline import Address, Timeline, reading
from domain.kernel.codec import command_from
from domain.kernel.game import Rules, State
from domain.kernel.offers import Arrangement, Domain, Flag, Free, Offer, OneOf, Range, Subset, assignments, body_of
from domain.kernel.seats import Seat

EXPANDED = 2_000  # commands tried for one offer, about 10 ms; a larger offer is shown as it is


class Possible(NamedTuple):
    """An offer and how many of its commands are legal; `None` if they were too many to try, or not to be listed."""

    offer: Offer
    ways: int | None


def could_do(timeline: Timeline, address: Address, seat: Seat) -> tuple[Possible, ...]:
    """Return what a seat could have done at an address, without values that no legal command has."""
    rules, moment = timeline.title.rules, timeline.moment(address.n)
    with reading(moment.opened.copied.line):
        found = [_legal(rules, moment.state, seat, offer) for offer in timeline.could_do(address, seat)]
    return tuple([possible for possible in found if possible is not None])


def _legal(rules: Rules, state: State, seat: Seat, offer: Offer) -> Possible | None:
    if prod(_size(domain) for domain in offer.fields.values()) > EXPANDED:
        return Possible(offer, None)
    ways = 0
    used: dict[str, list[Any]] = {path: [] for path in offer.fields}
    for assignment in assignments(offer):
        if rules.refuse(state, seat, command_from(rules, offer.command, body_of(assignment))) is None:
            ways += 1
            for path, value in assignment.items():
                used[path].append(value)
    return Possible(_narrowed(offer, used), ways) if ways else None


def _size(domain: Domain) -> int:
    match domain:
        case OneOf(values):
            return len(values)
        case Subset(values, least, most):
            return sum(comb(len(values), size) for size in range(least, min(most, len(values)) + 1))
        case Arrangement(of, least, most):
            return sum(perm(len(of), size) for size in range(least, min(most, len(of)) + 1))
        case Range(least, most):
            return max(0, most - least + 1)
        case Flag():
            return 2
        case Free():  # it has no list of values
            return EXPANDED + 1
        case _:
            assert_never(domain)


def _narrowed(offer: Offer, used: Mapping[str, list[Any]]) -> Offer:
    """Return the offer with only those values that some legal command has, in their order."""
    fields: dict[str, Any] = {}
    for path, domain in offer.fields.items():
        taken = used[path]
        match domain:
            case OneOf(values):
                fields[path] = OneOf(tuple([value for value in values if value in taken]))
            case Subset(values, least, most):
                fields[path] = Subset(_in_some(values, taken), least, most)
            case Arrangement(of, least, most):
                fields[path] = Arrangement(_in_some(of, taken), least, most)
            case Range() | Flag() | Free():
                fields[path] = domain
            case _:
                assert_never(domain)
    return msgspec.structs.replace(offer, fields=fields)


def _in_some(values: tuple[Any, ...], taken: list[Any]) -> tuple[Any, ...]:
    return tuple([value for value in values if any(value in choice for choice in taken)])
