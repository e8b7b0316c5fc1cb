"""Where the sensible bot strikes: whom it can put out, and which attacks are worth their Spades."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple, TypeAlias

from domain.games.chanic_panic.bot.outlook import Outlook, cost, hand, room, summed
from domain.games.chanic_panic.cards import BASE_VALUE, SPADES, Card
from domain.games.chanic_panic.messages import Attack, Bypass, ChanicCommand, PlayUtility
from domain.games.chanic_panic.values import ATTACKS_FROM, BYPASS_FROM, MOST_ATTACKERS, ROW
from domain.games.chanic_panic.view import BoardCard, PlayerView, View

GOOD_ATTACK = 0.7  # share of the power that must do damage; section 12.1, 6
SPENT = 0.45  # what a used Spade is worth beside a destroyed card of its value: using it makes room
LEADING = 0.8  # share of the Presence that wins from which a leader is attacked; section 12.1, 8
OPEN_TO_IMPENETRABLE = 4  # round

Row: TypeAlias = tuple[BoardCard, ...]


def within_reach(view: View, me: PlayerView, foe: PlayerView) -> bool:
    """Say whether this turn's player may attack an opponent at all (6.3, rows 3 to 7)."""
    return (
        view.round >= ATTACKS_FROM
        and foe.protected_through is None
        and (len(foe.attackers) < MOST_ATTACKERS or me.seat in foe.attackers)
        and not (_impenetrable(me) and view.round < OPEN_TO_IMPENETRABLE)
        and not (_impenetrable(foe) and (view.round < OPEN_TO_IMPENETRABLE or full_board(foe)))
    )


def _impenetrable(player: PlayerView) -> bool:
    return "impenetrable" in player.abilities


def full_board(player: PlayerView) -> bool:
    """Say whether each row holds three cards (R55)."""
    return min(len(player.hearts), len(player.diamonds), len(player.spades)) >= ROW


class Arm(NamedTuple):
    """Some attack cards of the own board, and what they bring."""

    raw: int
    cards: tuple[Card, ...]


def arms_of(spades: Row, diamonds: Row = ()) -> list[Arm]:
    """Return every choice of Spades, and of Diamonds at half their sum, the weakest first."""
    return sorted(
        Arm(worth(some) + worth(others) // 2, _labels((*some, *others)))
        for some in _choices(spades)
        for others in _choices(diamonds)
        if some or others
    )


def _choices(row: Row) -> list[Row]:
    return [some for size in range(len(row) + 1) for some in combinations(row, size)]


def arms(seen: Outlook) -> list[Arm]:
    """Return what the turn player may attack with: after Sorcerer nothing but one Spade."""
    view, me = seen.view, seen.me
    if view.bound:
        return arms_of(tuple([card for card in me.spades if card.card == view.boosted]))
    return arms_of(me.spades, me.diamonds if "innovator" in me.abilities else ())


def _labels(row: Iterable[BoardCard]) -> tuple[Card, ...]:
    return tuple([lying.card for lying in row])


def worth(row: Iterable[BoardCard]) -> int:
    """Return the summed values of cards on a board."""
    return sum([lying.value for lying in row])


def fatal(foe: PlayerView) -> int:
    """Return the power of an attack that puts a player out (R21, R22)."""
    return foe.shields + max(foe.health, 1)


def fatal_bypass(view: View, foe: PlayerView) -> int | None:
    """Return the raw sum of a bypass that puts a player out; nothing if there is none."""
    lifeline = "lifeline" in foe.abilities and len(foe.hearts) == 1
    if view.round < BYPASS_FROM or not foe.diamonds or lifeline:
        return None
    return raw_of_bypass(view.players[view.turn], max(foe.health, 1), len(foe.diamonds))


def raw_of_bypass(me: PlayerView, power: int, shields: int) -> int:
    """Return the least raw sum that gives a bypass this power, past so many Diamonds."""
    if "direct_hitter" in me.abilities and shields > 1:
        return (4 * power + 2) // 3
    return 2 * power


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


def reinforcements(seen: Outlook, foes: list[PlayerView]) -> Iterator[ChanicCommand]:
    """Lay Spades from the hand if with them a player can be put out in this turn."""
    view, me = seen.view, seen.me
    places = room(me, me.spades)
    spades = [kind for kind in hand(me) if kind[0] == SPADES]
    if not foes or not places or not spades or view.bound or view.locked:
        return
    least = min(min(fatal(foe), fatal_bypass(view, foe) or fatal(foe)) for foe in foes)
    if view.phase == "point_phase":
        choices = [some for size in range(1, places + 1) for some in combinations(spades, size)]
        choices = [some for some in choices if sum([cost(me, kind) for kind in some]) <= view.points]
    else:
        choices = [(kind,) for kind in spades if view.allowance and BASE_VALUE[kind] <= (view.last_club or 0)]
    enough = [some for some in choices if me.weapons + summed(some) >= least]
    if enough:
        yield from (PlayUtility(card=kind) for kind in min(enough, key=summed))


def bargains(seen: Outlook, foes: list[PlayerView]) -> Iterator[ChanicCommand]:
    """Section 12.1, 6 to 8: attacks whose damage is worth the Spades, the best bargain first.

    A Spade kept is a threat, and with two more a knockout: so long as the row has room, only a doubled one strikes, or
    any at who is about to win by Presence.
    """
    view, me = seen.view, seen.me
    hasty = view.bound or not room(me, me.spades)
    found: list[tuple[float, ChanicCommand]] = []
    for foe in foes:
        if hasty or leading(view, foe):
            for arm in _spades(seen):
                damage, diamonds, hearts = best_targets(foe, arm.raw)
                if damage and damage >= GOOD_ATTACK * arm.raw:
                    command = Attack(
                        target=foe.seat, attack_cards=arm.cards, diamonds=_labels(diamonds), hearts=_labels(hearts)
                    )
                    # Among equal bargains the weaker player: whoever is nearly out should go.
                    found.append((damage - SPENT * arm.raw - fatal(foe) / 100, command))
    yield from (command for _, command in sorted(found, key=lambda bargain: -bargain[0]))


def _spades(seen: Outlook) -> list[Arm]:
    return arms(seen) if seen.view.bound else arms_of(seen.me.spades)


def leading(view: View, foe: PlayerView) -> bool:
    """Say whether a player is about to win by Presence."""
    return view.options.presence and foe.presence >= LEADING * view.options.presence_target


def best_targets(foe: PlayerView, power: int) -> tuple[int, Row, Row]:
    """Return the most damage within the power, and the cards; Hearts only once no Diamond stays (R18)."""
    if power > foe.shields:
        left = power - foe.shields
        some = max((some for some in _choices(foe.hearts) if worth(some) <= left), key=worth)
        return foe.shields + worth(some), foe.diamonds, some
    some = max((some for some in _choices(foe.diamonds) if worth(some) <= power), key=worth)
    return worth(some), some, ()
