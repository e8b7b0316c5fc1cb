"""What a seat may do: the menu evaluated, expanded into legal commands, or sampled. `refuse` has the last word."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import msgspec

from domain.kernel.chance import QuickChance
from domain.kernel.codec import command_from
from domain.kernel.game import AnyCommand, Rules, State
from domain.kernel.offers import Offer, assignments, body_of, drawn
from domain.kernel.refusals import May
from domain.kernel.seats import Seat

SAMPLE_TRIES = 24  # then the whole menu is expanded


def may_of(rules: Rules, state: State, seat: Seat) -> May:
    """Return `refuse` bound to a state and a seat."""
    return partial(rules.refuse, state, seat)


def offers(rules: Rules, state: State, seat: Seat) -> tuple[Offer, ...]:
    """Evaluate the whole menu of a seat."""
    return tuple([offer for part in rules.menu(state, seat) if (offer := part()) is not None])


def legal_actions(rules: Rules, state: State, seat: Seat) -> Iterator[AnyCommand]:
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


class Legal(NamedTuple):
    """Legal commands, and whether there may be more."""

    commands: list[AnyCommand]
    truncated: bool


def legal_up_to(rules: Rules, state: State, seat: Seat, *, most: int, tried: int) -> Legal:
    """Return the legal commands of a seat, `most` at most, found among the first `tried` that are offered."""
    every = (command for offer in offers(rules, state, seat) for command in expand(rules, offer))
    found: dict[bytes, AnyCommand] = {}
    for count, command in enumerate(every):
        if count == tried:
            return Legal(list(found.values()), truncated=True)
        if rules.refuse(state, seat, command) is not None:
            continue
        normal = rules.normal(state, command)
        key = msgspec.json.encode(normal)
        if key not in found and len(found) == most:
            return Legal(list(found.values()), truncated=True)
        found[key] = normal
    return Legal(list(found.values()), truncated=False)


def expand(rules: Rules, offer: Offer) -> Iterator[AnyCommand]:
    """Yield every command of an offer, legal or not; none if one of its fields is `Free`."""
    for assignment in assignments(offer):
        yield command_from(rules, offer.command, body_of(assignment))


def sample(rules: Rules, state: State, seat: Seat, chance: QuickChance) -> AnyCommand:
    """Return some legal command of an awaited seat.

    A part of the menu is drawn first and only that one evaluated; after 24 misses the menu is expanded. Raises
    `LookupError` if nothing is legal.
    """
    menu = rules.menu(state, seat)
    for _ in range(SAMPLE_TRIES if menu else 0):
        offer = chance.choice(menu)()
        if offer is None:
            continue
        command = command_from(rules, offer.command, drawn(offer, chance))
        if rules.refuse(state, seat, command) is None:
            return rules.normal(state, command)
    every = list(legal_actions(rules, state, seat))
    if not every:
        raise LookupError(f"seat {seat} has nothing legal to do")
    return chance.choice(every)


def sample_offers(
    rules: Rules,
    offers: tuple[Offer, ...],
    may: May,
    chance: QuickChance,
) -> AnyCommand:
    """Return some legal command of the offers, for a bot that has no state: `may` says what is legal.

    Like `sample`, an offer is drawn first; after 24 misses all are expanded. Raises `LookupError` if nothing is legal.
    """
    for _ in range(SAMPLE_TRIES if offers else 0):
        offer = chance.choice(offers)
        command = command_from(rules, offer.command, drawn(offer, chance))
        if may(command) is None:
            return command
    every = [command for offer in offers for command in expand(rules, offer) if may(command) is None]
    if not every:
        raise LookupError("nothing on offer is legal")
    return chance.choice(every)
