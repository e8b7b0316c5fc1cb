"""Where the sensible bot strikes: whom it can put out, and which attacks are worth their Spades."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple, TypeAlias

from domain.games.chanic_panic.cards import Card
from domain.games.chanic_panic.messages import Attack, Bypass, ChanicCommand
from domain.games.chanic_panic.values import ATTACKS_FROM, BYPASS_FROM, MOST_ATTACKERS
from domain.games.chanic_panic.view import BoardCard, PlayerView, View

GOOD_ATTACK = 0.7  # share of the power that must do damage; section 12.1, 6
SPENT = 0.45  # what a used Spade is worth beside a destroyed card of its value: using it makes room

Row: TypeAlias = tuple[BoardCard, ...]


def within_reach(view: View, me: PlayerView, foe: PlayerView) -> bool:
    """Say whether this turn's player may attack this one at all (6.3, rows 2, 3, 5 and 7)."""
    return (
        view.round >= ATTACKS_FROM
        and foe.standing == "in"
        and foe is not me
        and foe.protected_through is None
        and (len(foe.attackers) < MOST_ATTACKERS or me.seat in foe.attackers)
    )


class Arm(NamedTuple):
    """Some Spades of the own board and their summed values."""

    raw: int
    cards: tuple[Card, ...]


def arms_of(spades: Row) -> list[Arm]:
    """Return every choice of Spades, the weakest first."""
    return sorted(
        Arm(sum([lying.value for lying in some]), tuple([lying.card for lying in some]))
        for size in range(1, len(spades) + 1)
        for some in combinations(spades, size)
    )


def _labels(row: Iterable[BoardCard]) -> tuple[Card, ...]:
    return tuple([lying.card for lying in row])


def fatal(foe: PlayerView) -> int:
    """Return the power of an attack that puts a player out (R21, R22)."""
    return foe.shields + max(foe.health, 1)


def fatal_bypass(view: View, foe: PlayerView) -> int | None:
    """Return the raw sum of a bypass that puts a player out; nothing if there is nothing to go around."""
    if view.round < BYPASS_FROM or not foe.diamonds:
        return None
    return 2 * max(foe.health, 1)


def knockouts(view: View, foe: PlayerView, arms: list[Arm]) -> Iterator[ChanicCommand]:
    """Section 12.1, 1: put a player out with the weakest Spades that do it."""
    bypass = fatal_bypass(view, foe)
    for arm in arms:
        if arm.raw >= fatal(foe):
            yield Attack(
                target=foe.seat, attack_cards=arm.cards, diamonds=_labels(foe.diamonds), hearts=_labels(foe.hearts)
            )
        if bypass is not None and arm.raw >= bypass:
            yield Bypass(target=foe.seat, attack_cards=arm.cards, hearts=_labels(foe.hearts))


def bargains(foes: list[PlayerView], arms: list[Arm]) -> Iterator[ChanicCommand]:
    """Section 12.1, 6: attacks whose damage is worth the Spades, the best bargain first."""
    found: list[tuple[float, ChanicCommand]] = []
    for foe in foes:
        diamonds = [()] + [some for size in (1, 2, 3) for some in combinations(foe.diamonds, size)]
        hearts = [()] + [some for size in (1, 2, 3) for some in combinations(foe.hearts, size)]
        for arm in arms:
            best = _best_targets(foe, diamonds, hearts, arm.raw)
            if best is None:
                continue
            damage, fallen_diamonds, fallen_hearts = best
            profit = damage - SPENT * arm.raw
            if damage >= GOOD_ATTACK * arm.raw:
                command = Attack(
                    target=foe.seat,
                    attack_cards=arm.cards,
                    diamonds=_labels(fallen_diamonds),
                    hearts=_labels(fallen_hearts),
                )
                # Among equal bargains the weaker player: whoever is nearly out should go.
                found.append((profit - fatal(foe) / 100, command))
    yield from (command for _, command in sorted(found, key=lambda bargain: -bargain[0]))


def _best_targets(foe: PlayerView, diamonds: list[Row], hearts: list[Row], power: int) -> tuple[int, Row, Row] | None:
    """Return the most damage within the power, and the cards; Hearts only once no Diamond stays (R18)."""
    if power > foe.shields:
        left = power - foe.shields
        some = max((some for some in hearts if _worth(some) <= left), key=_worth)
        damage, fallen = foe.shields + _worth(some), (foe.diamonds, some)
    else:
        some = max((some for some in diamonds if _worth(some) <= power), key=_worth)
        damage, fallen = _worth(some), (some, ())
    return (damage, *fallen) if damage else None


def _worth(row: Iterable[BoardCard]) -> int:
    return sum([lying.value for lying in row])
