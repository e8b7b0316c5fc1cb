"""Attack and Shield Bypass: what a choice of cards amounts to, who may be attacked, and what happens."""

from __future__ import annotations

from typing import NamedTuple

from domain.games.chanic_panic.cards import Card
from domain.games.chanic_panic.ending import lay_down, won, won_by_presence
from domain.games.chanic_panic.messages import (
    Attack,
    AttackKind,
    AttackMade,
    Bypass,
    EndReason,
    LifeLost,
    PlayerEliminated,
    ProtectionStarted,
)
from domain.games.chanic_panic.procedures import complete, destroy, discard_from_board
from domain.games.chanic_panic.state import ChanicDraft, State
from domain.games.chanic_panic.triggers import hearts_lost
from domain.games.chanic_panic.values import attack_power, bypass_power, raw_power, total, weapons
from domain.kernel.seats import Seat


class Blow(NamedTuple):
    """What an attack amounts to; values are those at declaration."""

    kind: AttackKind
    raw: int  # summed values of the attack cards
    power: int
    damage: int  # summed values of the chosen cards
    eliminates: bool


def measure(state: State, attacker: Seat, command: Attack | Bypass) -> Blow:
    """Return what an attack amounts to, legal or not; its target is in the game and its cards lie where it says.

    Source: 6.3; rulebook "Fundamentals", "The Shield Bypass"; R17 to R22, R25.
    """
    target = state.players[command.target]
    raw = raw_power(state, attacker, command.attack_cards)
    shields = 0
    if isinstance(command, Bypass):
        kind: AttackKind = "bypass"
        power = through = bypass_power(state, attacker, command.target, raw)
    else:
        kind = "attack"
        power = attack_power(state, attacker, raw)
        shields = total(state, command.target, command.diamonds)
        through = power - shields if len(command.diamonds) == len(target.diamonds) else 0
    return Blow(
        kind,
        raw,
        power,
        damage=shields + total(state, command.target, command.hearts),
        eliminates=through > 0 and len(command.hearts) == len(target.hearts),
    )


def in_row_order(row: tuple[Card, ...], chosen: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return chosen cards of a row in the order of the row; as they are if they are no set of cards of it."""
    ordered = tuple([card for card in row if card in chosen])
    return ordered if len(ordered) == len(chosen) else chosen


def strike(draft: ChanicDraft, seat: Seat, command: Attack | Bypass) -> None:
    """Carry out an attack or bypass.

    Source: 6.3; rulebook "Attack Resolution", "Elimination"; R21, R27.
    """
    state = draft.state
    target = state.players[command.target]
    blow = measure(state, seat, command)
    arms = in_row_order(weapons(state, seat), command.attack_cards)
    fallen = in_row_order(target.hearts, command.hearts)
    if isinstance(command, Attack):
        fallen = in_row_order(target.diamonds, command.diamonds) + fallen
    draft.emit(
        AttackMade(
            attacker=seat,
            target=command.target,
            kind=blow.kind,
            attack_cards=arms,
            raw=blow.raw,
            power=blow.power,
            damage=blow.damage,
        )
    )
    discard_from_board(draft, seat, arms, "attack")
    destroy(draft, command.target, fallen, seat)
    if not blow.eliminates:
        hearts_lost(draft, seat, {command.target: len(command.hearts)})
    elif target.lives > 1:
        _lose_life(draft, command.target)
    else:
        draft.emit(PlayerEliminated(seat=command.target, by=seat, kind=blow.kind))
        lay_down(draft, command.target)
        reason: EndReason = "elimination" if blow.kind == "attack" else "bypass_elimination"
        if not (won(draft, reason, "play") or won_by_presence(draft, command.target)):
            complete(draft)


def _lose_life(draft: ChanicDraft, seat: Seat) -> None:
    """Take a life instead of the player: the cards are laid down, and a new start is protected; source: 7.7; W53."""
    player = draft.state.players[seat]
    draft.emit(LifeLost(seat=seat, left=player.lives - 1))
    lay_down(draft, seat, "life")
    draft.emit(ProtectionStarted(seat=seat, through_turn=player.turns + 1))
    complete(draft)
