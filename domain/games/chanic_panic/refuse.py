"""What is legal: every check, in the order of 6.1."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.chanic_panic.attack import measure
from domain.games.chanic_panic.cards import BASE_VALUE, CLUBS, KIND, SPADES, Card
from domain.games.chanic_panic.messages import (
    Attack,
    Bypass,
    ChanicCommand,
    EndTurn,
    PlayClub,
    PlayUtility,
    UsePanic,
    UseTrader,
)
from domain.games.chanic_panic.refusals import no
from domain.games.chanic_panic.state import ROWS, Player, State, board
from domain.games.chanic_panic.values import (
    ATTACKS_FROM,
    BYPASS_FROM,
    MOST_ATTACKERS,
    club_value,
    cost,
    may_arm,
    row_limit,
)
from domain.kernel.messages import Concede, TimeOut
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat


def refuse(state: State, seat: Seat, command: ChanicCommand) -> Refusal | None:
    """Say why a command is not legal; source: 6.1."""
    if state.outcome is not None:
        return no("game_over")
    if not 0 <= seat < len(state.players):
        return no("unknown_seat", seat=seat)
    if state.players[seat].standing != "in":
        return no("player_out")
    kind = type(command)
    if kind is Concede:
        return None
    turn = state.turn
    if turn.seat != seat:
        return no("not_your_turn")
    if kind is EndTurn or kind is TimeOut:
        return None
    if turn.actions >= state.options.turn_action_limit:
        return no("turn_limit_reached", limit=state.options.turn_action_limit)
    return REFUSE[kind](state, seat, command)


def held(player: Player, card: Card) -> Card | None:
    """Return the kind of a card that a player holds, whatever label it is called by; `None` if it is not held."""
    kind = KIND.get(card)
    return kind if kind in player.hand.cards else None


def _play_utility(state: State, seat: Seat, command: PlayUtility) -> Refusal | None:
    if command.attach:
        return no("option_disabled", option="the Stack")
    kind = held(state.players[seat], command.card)
    if kind is None:
        return no("card_not_in_hand", card=command.card)
    return unplayable_utility(state, seat, kind)


def unplayable_utility(state: State, seat: Seat, kind: Card) -> Refusal | None:
    """Say why a card of the own hand cannot be laid on the board now; source: 6.2."""
    suit = kind[0]
    if suit == CLUBS:
        return no("not_a_utility_card", card=kind)
    player = state.players[seat]
    limit = row_limit(state, seat)
    if len(getattr(player, ROWS[suit])) >= limit:
        return no("row_full", limit=limit)
    if suit == SPADES and not may_arm(state, player):
        return no("spades_too_early")
    if state.turn.phase == "club_phase":
        return _beyond_allowance(state, kind, BASE_VALUE[kind])
    price = cost(state, seat, kind)
    if price > state.turn.points:
        return no("not_enough_points", card=kind, cost=price, points=state.turn.points)
    return None


def _play_club(state: State, seat: Seat, command: PlayClub) -> Refusal | None:
    kind = held(state.players[seat], command.card)
    if kind is None:
        return no("card_not_in_hand", card=command.card)
    return unplayable_club(state, seat, kind)


def unplayable_club(state: State, seat: Seat, kind: Card) -> Refusal | None:
    """Say why a card of the own hand cannot be played as a Club now; source: 6.2."""
    if kind[0] != CLUBS:
        return no("not_a_club", card=kind)
    if state.turn.phase == "club_phase":
        return _beyond_allowance(state, kind, club_value(state, seat, kind))
    return None


def _beyond_allowance(state: State, kind: Card, value: int) -> Refusal | None:
    """Say why the last Club does not allow a card: one card, no higher than its value; source: R9 to R13."""
    turn = state.turn
    if not turn.allowance:
        return no("no_allowance")
    if value > turn.last_club:
        return no("value_too_high", card=kind, limit=turn.last_club)
    return None


def _attack(state: State, seat: Seat, command: Attack | Bypass) -> Refusal | None:
    """Say why an attack is not legal, by the checks of 6.3 in their order."""
    return (
        unassailable(state, seat, command.target, bypass=type(command) is Bypass)
        or _bad_weapons(state, seat, command.attack_cards)
        or _bad_aim(state, seat, command)
    )


def unassailable(state: State, seat: Seat, at: Seat, *, bypass: bool) -> Refusal | None:
    """Say why a seat cannot attack another at all, whatever the cards; checks 2 to 7 of 6.3."""
    if not 0 <= at < len(state.players) or state.players[at].standing != "in":
        return no("target_not_in_game", target=at)
    if at == seat:
        return no("target_is_self")
    target = state.players[at]
    turns = state.players[seat].turns
    if turns < ATTACKS_FROM:
        return no("attack_too_early")
    if bypass and turns < BYPASS_FROM:
        return no("bypass_too_early")
    if target.protected_through:
        return no("target_protected")
    if len(target.attackers) >= MOST_ATTACKERS and seat not in target.attackers:
        return no("attack_limit_reached")
    return None


def _bad_weapons(state: State, seat: Seat, cards: tuple[Card, ...]) -> Refusal | None:
    if not cards:
        return no("no_attack_cards")
    twice = _twice(cards)
    if twice is not None:
        return no("duplicate_card", card=twice)
    player = state.players[seat]
    strangers = [card for card in cards if card not in player.spades]
    if not strangers:
        return None
    elsewhere = [card for card in strangers if card not in board(player)]
    if elsewhere:
        return no("card_not_on_board", card=elsewhere[0])
    return no("not_an_attack_card", card=strangers[0])


def _bad_aim(state: State, seat: Seat, command: Attack | Bypass) -> Refusal | None:
    target = state.players[command.target]
    diamonds: tuple[Card, ...] = ()
    if isinstance(command, Attack):
        diamonds = command.diamonds
    elif not target.diamonds:
        return no("nothing_to_bypass")
    for chosen, row in ((diamonds, target.diamonds), (command.hearts, target.hearts)):
        for card in chosen:
            if card not in row:
                return no("card_not_on_board", card=card)
    twice = _twice(diamonds + command.hearts)
    if twice is not None:
        return no("duplicate_card", card=twice)
    if isinstance(command, Attack) and command.hearts and len(diamonds) < len(target.diamonds):
        return no("shields_up")
    blow = measure(state, seat, command)
    if blow.damage > blow.power:
        return no("insufficient_power", power=blow.power, damage=blow.damage)
    if not (diamonds or command.hearts or blow.eliminates):
        return no("attack_without_effect")
    return None


def _twice(cards: tuple[Card, ...]) -> Card | None:
    for place, card in enumerate(cards):
        if card in cards[:place]:
            return card
    return None


def _use_trader(state: State, seat: Seat, command: UseTrader) -> Refusal | None:
    if not state.options.trader:
        return no("option_disabled", option="Trader")
    if len(command.discards) != 2:
        return no("wrong_number_of_cards", count=len(command.discards))
    player = state.players[seat]
    kinds = []
    for card in command.discards:
        kind = held(player, card)
        if kind is None:
            return no("card_not_in_hand", card=card)
        kinds.append(kind)
    if kinds[0] == kinds[1] and player.hand.cards.count(kinds[0]) == 1:
        return no("duplicate_card", card=command.discards[1])
    return None


def _use_panic(state: State, seat: Seat, command: UsePanic) -> Refusal | None:
    if not state.options.panic:
        return no("option_disabled", option="Panic")
    if state.players[seat].panic_used:
        return no("panic_spent")
    return None


REFUSE: Mapping[type[ChanicCommand], Callable[[State, Seat, Any], Refusal | None]] = {
    PlayUtility: _play_utility,
    PlayClub: _play_club,
    Attack: _attack,
    Bypass: _attack,
    UseTrader: _use_trader,
    UsePanic: _use_panic,
}
