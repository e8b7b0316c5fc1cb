"""What the awaited seat may do, as lazy offers, and the form in which a command is stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from domain.games.chanic_panic.attack import in_row_order
from domain.games.chanic_panic.cards import CLUBS, KIND, Card, by_rank
from domain.games.chanic_panic.messages import (
    Attack,
    AttackKind,
    Bypass,
    ChanicCommand,
    PlayClub,
    PlayUtility,
    UseTrader,
)
from domain.games.chanic_panic.refuse import unassailable, unplayable_club, unplayable_utility
from domain.games.chanic_panic.state import State
from domain.games.chanic_panic.values import attack_power, bypass_power, raw_power, total, value
from domain.games.chanic_panic.view import to_act
from domain.kernel.offers import Offer, OneOf, Part, Subset
from domain.kernel.seats import Seat

_END_TURN = Offer("end_turn")
_PANIC = Offer("use_panic")
_POWER = {
    "attack": "power: the sum of the Spades",
    "bypass": "power: half the sum of the Spades, rounded down",
}


def menu(state: State, seat: Seat) -> tuple[Part, ...]:
    """Return the lazy parts of what a seat may do; attacks by target, by kind, and by whether Hearts are aimed at."""
    if seat not in to_act(state):
        return ()
    options = state.options
    if state.turn.actions >= options.turn_action_limit:
        return (_end_turn,)
    player = state.players[seat]
    parts: list[Part] = [_end_turn, partial(_utility, state, seat), partial(_club, state, seat)]
    if options.trader and len(player.hand.cards) > 1:
        parts.append(partial(_trader, state, seat))
    if options.panic and not player.panic_used:
        parts.append(_panic)
    if player.spades:
        for target in range(len(state.players)):
            if target != seat and unassailable(state, seat, target, bypass=False) is None:
                parts += (
                    partial(_at_shields, state, seat, target),
                    partial(_at_hearts, state, seat, target),
                    partial(_bypass, state, seat, target),
                )
    return tuple(parts)


def _end_turn() -> Offer:
    return _END_TURN


def _panic() -> Offer:
    return _PANIC


def _utility(state: State, seat: Seat) -> Offer | None:
    hand = state.players[seat].hand.cards
    cards = tuple([kind for kind in hand if kind[0] != CLUBS and unplayable_utility(state, seat, kind) is None])
    return Offer("play_utility", {"card": OneOf(cards)}) if cards else None


def _club(state: State, seat: Seat) -> Offer | None:
    hand = state.players[seat].hand.cards
    cards = tuple([kind for kind in hand if kind[0] == CLUBS and unplayable_club(state, seat, kind) is None])
    return Offer("play_club", {"card": OneOf(cards)}) if cards else None


def _trader(state: State, seat: Seat) -> Offer:
    return Offer("use_trader", {"discards": Subset(state.players[seat].hand.cards, 2, 2)})


def _at_shields(state: State, seat: Seat, target: Seat) -> Offer | None:
    """Some of the Diamonds that the whole row of weapons can destroy, no Heart (R17)."""
    weapons = state.players[seat].spades
    power = attack_power(state, seat, raw_power(state, seat, weapons))
    diamonds = _within(state, target, state.players[target].diamonds, power)
    if not diamonds:
        return None
    return _aim(target, "attack", weapons, diamonds=Subset(diamonds, 1, len(diamonds)))


def _at_hearts(state: State, seat: Seat, target: Seat) -> Offer | None:
    """All of the Diamonds, and Hearts as the attacker likes; none at all where there is none (R18, R22)."""
    weapons = state.players[seat].spades
    victim = state.players[target]
    shields = victim.diamonds
    through = attack_power(state, seat, raw_power(state, seat, weapons)) - total(state, target, shields)
    hearts = _within(state, target, victim.hearts, through)
    if through <= 0 or (victim.hearts and not hearts):
        return None
    return _aim(
        target,
        "attack",
        weapons,
        diamonds=Subset(shields, len(shields), len(shields)),
        hearts=Subset(hearts, min(1, len(hearts)), len(hearts)),
    )


def _bypass(state: State, seat: Seat, target: Seat) -> Offer | None:
    weapons = state.players[seat].spades
    victim = state.players[target]
    if not victim.diamonds or unassailable(state, seat, target, bypass=True) is not None:
        return None
    power = bypass_power(state, seat, target, raw_power(state, seat, weapons))
    hearts = _within(state, target, victim.hearts, power)
    if power <= 0 or (victim.hearts and not hearts):
        return None
    return _aim(target, "bypass", weapons, hearts=Subset(hearts, min(1, len(hearts)), len(hearts)))


def _within(state: State, owner: Seat, row: tuple[Card, ...], power: int) -> tuple[Card, ...]:
    """Return the cards of a row that a power can destroy one at a time."""
    return tuple([card for card in row if value(state, owner, card) <= power])


def _aim(target: Seat, command: AttackKind, weapons: tuple[Card, ...], **rows: Subset) -> Offer:
    return Offer(
        command,
        {
            "target": OneOf((target,)),
            "attack_cards": Subset(weapons, 1, len(weapons)),
            **{row: domain for row, domain in rows.items() if domain.values},
        },
        _POWER[command],
    )


def normal(state: State, command: ChanicCommand) -> ChanicCommand:
    """Return the stored form: cards of a hand as kinds, sets in the order of their row, discards in that of the pack.

    A free choice of label or order would be a side channel.
    """
    form = NORMAL.get(type(command))
    return command if form is None else form(state, command)


def _from_hand(state: State, command: PlayUtility | PlayClub) -> ChanicCommand:
    kind = KIND.get(command.card, command.card)
    return command if kind == command.card else replace(command, card=kind)


def _use_trader(state: State, command: UseTrader) -> ChanicCommand:
    return UseTrader(discards=by_rank(command.discards))


def _in_rows(state: State, command: Attack | Bypass) -> ChanicCommand:
    weapons = in_row_order(state.players[state.turn.seat].spades, command.attack_cards)
    if not 0 <= command.target < len(state.players):
        return replace(command, attack_cards=weapons)
    target = state.players[command.target]
    hearts = in_row_order(target.hearts, command.hearts)
    if isinstance(command, Bypass):
        return replace(command, attack_cards=weapons, hearts=hearts)
    diamonds = in_row_order(target.diamonds, command.diamonds)
    return replace(command, attack_cards=weapons, diamonds=diamonds, hearts=hearts)


NORMAL: Mapping[type[ChanicCommand], Callable[[State, Any], ChanicCommand]] = {
    PlayUtility: _from_hand,
    PlayClub: _from_hand,
    UseTrader: _use_trader,
    Attack: _in_rows,
    Bypass: _in_rows,
}
