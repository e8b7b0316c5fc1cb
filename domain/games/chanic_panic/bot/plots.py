"""Knockouts that need abilities first: Hearts sent home, a value struck from every board, a Spade doubled."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from domain.games.chanic_panic.bot.attacks import raw_of_bypass, worth
from domain.games.chanic_panic.bot.outlook import Outlook, cost, hand, room, summed
from domain.games.chanic_panic.cards import BASE_VALUE, SPADES, Card
from domain.games.chanic_panic.messages import ChanicCommand, PlayUtility, UseAbility
from domain.games.chanic_panic.values import BYPASS_FROM
from domain.games.chanic_panic.view import BoardCard, PlayerView

PLAGUE = 4  # points


class Blade(NamedTuple):
    """What can be struck with once so many points are paid, and what has to be done first."""

    points: int
    raw: int
    step: ChanicCommand | None = None


class Breach(NamedTuple):
    """What is left of a victim's board once so many points are paid, and what has to be done first."""

    points: int
    diamonds: tuple[BoardCard, ...]
    hearts: tuple[BoardCard, ...]
    step: ChanicCommand | None = None


def plots(seen: Outlook, foes: list[PlayerView]) -> Iterator[ChanicCommand]:
    """Yield the next step of the cheapest way to put a player out that begins with an ability."""
    view = seen.view
    if view.phase != "point_phase" or not foes or not {"illusionist", "plagued", "sorcerer"} & {*seen.me.abilities}:
        return
    blades = list(_blades(seen))
    found = [
        (blade.points + breach.points, step)
        for foe in foes
        for breach in _breaches(seen, foe)
        for blade in blades
        if (step := breach.step or blade.step) is not None
        and blade.points + breach.points <= view.points
        and _puts_out(seen, foe, breach, blade.raw)
    ]
    yield from (step for _, step in sorted(found, key=lambda plot: plot[0])[:1])


def _puts_out(seen: Outlook, foe: PlayerView, breach: Breach, raw: int) -> bool:
    health = max(worth(breach.hearts), 1)
    if raw >= worth(breach.diamonds) + health:
        return True
    saved = "lifeline" in foe.abilities and len(breach.hearts) == 1
    past = bool(breach.diamonds) and seen.view.round >= BYPASS_FROM and not saved
    return past and raw >= raw_of_bypass(seen.me, health, len(breach.diamonds))


def _blades(seen: Outlook) -> Iterator[Blade]:
    """Yield what to strike with: what lies there, Spades of the hand beside it, or one Spade doubled."""
    view, me = seen.view, seen.me
    lying = [card for card in me.spades if not view.bound or card.card == view.boosted]
    yield Blade(0, worth(lying))
    places = 0 if view.bound or view.locked else room(me, me.spades)
    spades = [kind for kind in hand(me) if kind[0] == SPADES]
    for size in range(1, places + 1):
        for some in combinations(spades, size):
            price = sum([cost(me, kind) for kind in some])
            yield Blade(price, worth(lying) + summed(some), PlayUtility(card=some[0]))
    if "sorcerer" in me.abilities and "sorcerer" not in view.used:
        for card in me.spades:
            base = BASE_VALUE[card.card]
            yield Blade(base, card.value + base, UseAbility(ability="sorcerer", spade=card.card))
        for kind in spades[: 1 if places else 0]:
            yield Blade(cost(me, kind) + BASE_VALUE[kind], 2 * BASE_VALUE[kind], PlayUtility(card=kind))


def _breaches(seen: Outlook, foe: PlayerView) -> Iterator[Breach]:
    """Yield what may be left of a board: all of it, without cards sent home, without cards of one value."""
    view, me = seen.view, seen.me
    yield Breach(0, foe.diamonds, foe.hearts)
    if "illusionist" in me.abilities:
        lying = foe.diamonds + foe.hearts
        for size in range(1, min(len(lying), foe.hand_limit - foe.hand_count) + 1):
            for some in combinations(lying, size):
                step = UseAbility(ability="illusionist", target_card=some[0].card)
                yield Breach(worth(some), _without(foe.diamonds, some), _without(foe.hearts, some), step)
    if "plagued" in me.abilities and "plagued" not in view.used:
        for kind in hand(me):
            struck = tuple([card for card in foe.diamonds + foe.hearts if _alike(card, kind)])
            if struck and not any(_alike(card, kind) for card in me.spades):
                step = UseAbility(ability="plagued", discard=kind)
                yield Breach(PLAGUE, _without(foe.diamonds, struck), _without(foe.hearts, struck), step)


def _alike(card: BoardCard, kind: Card) -> bool:
    return BASE_VALUE[card.card] == BASE_VALUE[kind]


def _without(row: tuple[BoardCard, ...], gone: tuple[BoardCard, ...]) -> tuple[BoardCard, ...]:
    return tuple([card for card in row if card not in gone])
