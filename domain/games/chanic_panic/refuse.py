"""What is legal: every check, in the order of 6.1."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.chanic_panic.abilities.pool import ACTIVE
from domain.games.chanic_panic.ally import refuse_ally
from domain.games.chanic_panic.answers import ANSWER_COMMANDS, DECISIONS
from domain.games.chanic_panic.attack import measure
from domain.games.chanic_panic.cards import STACKED, Card, stacked
from domain.games.chanic_panic.choice import refuse_choice
from domain.games.chanic_panic.messages import (
    AbilityId,
    Attack,
    BuyCard,
    Bypass,
    ChanicCommand,
    ChooseAbilities,
    EndTurn,
    PlayClub,
    PlayUtility,
    StackAdd,
    StackDraw,
    UseAbility,
    UseAlly,
    UsePanic,
    UseTrader,
)
from domain.games.chanic_panic.playing import held, no_stack, not_ready, ready, unplayable_club, unplayable_utility
from domain.games.chanic_panic.refusals import no
from domain.games.chanic_panic.shop import refuse_buy
from domain.games.chanic_panic.stack import refuse_add, refuse_draw
from domain.games.chanic_panic.state import State, board, choosing, question
from domain.games.chanic_panic.teams import teammates
from domain.games.chanic_panic.values import (
    ATTACKS_FROM,
    BYPASS_FROM,
    MOST_ATTACKERS,
    cannot_attack,
    cannot_be_attacked,
    cannot_be_bypassed,
    weapons,
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
    if kind in _ANSWERS or state.agenda or turn.phase == "ability_choice":
        return _while_asked(state, seat, command)
    if turn.seat != seat:
        return no("not_your_turn")
    if kind is EndTurn or kind is TimeOut:
        return None
    if turn.actions >= state.options.turn_action_limit:
        return no("turn_limit_reached", limit=state.options.turn_action_limit)
    return REFUSE[kind](state, seat, command)


_ANSWERS = frozenset([*ANSWER_COMMANDS, ChooseAbilities])


def _while_asked(state: State, seat: Seat, command: ChanicCommand) -> Refusal | None:
    """Say why a command is not legal that answers a decision, or comes while one is open; source: 6.1."""
    asked = question(state)
    awaited = choosing(state) if asked is None else (asked.seat,)
    if type(command) is TimeOut and seat in awaited:
        return None
    if type(command) in _ANSWERS:
        if seat not in awaited:
            return no("no_such_decision")
        if asked is None:
            return (
                refuse_choice(state, seat, command) if isinstance(command, ChooseAbilities) else no("no_such_decision")
            )
        decision = DECISIONS[asked.kind]
        if type(command) is not decision.command:
            return no("no_such_decision")
        return decision.refuse(state, asked, command)
    return no("decision_pending" if seat == state.turn.seat else "not_your_turn")


def _play_utility(state: State, seat: Seat, command: PlayUtility) -> Refusal | None:
    refusal = no_stack(state, command.attach)
    if refusal is not None:
        return refusal
    kind = held(state.players[seat], command.card)
    if kind is None:
        return no("card_not_in_hand", card=command.card)
    return unplayable_utility(state, seat, kind, command.attach)


def _play_club(state: State, seat: Seat, command: PlayClub) -> Refusal | None:
    kind = held(state.players[seat], command.card)
    if kind is None:
        return no("card_not_in_hand", card=command.card)
    return unplayable_club(state, seat, kind)


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
    if state.options.team_count and teammates(state, seat, at):
        return no("target_is_teammate")
    attacker, target = state.players[seat], state.players[at]
    if attacker.turns < ATTACKS_FROM:
        return no("attack_too_early")
    if bypass and attacker.turns < BYPASS_FROM:
        return no("bypass_too_early")
    kept_off = cannot_attack(state, seat) if attacker.abilities else None
    if kept_off is not None:
        return kept_off
    if target.protected_through:
        return no("target_protected")
    kept_off = cannot_be_attacked(state, at, seat) if target.abilities else None
    if kept_off is not None:
        return kept_off
    if len(target.attackers) >= MOST_ATTACKERS and seat not in target.attackers:
        return no("attack_limit_reached")
    return None


def _bad_weapons(state: State, seat: Seat, cards: tuple[Card, ...]) -> Refusal | None:
    if not cards:
        return no("no_attack_cards")
    twice = _twice(cards)
    if twice is not None:
        return no("duplicate_card", card=twice)
    arms = weapons(state, seat)
    strangers = [card for card in cards if card not in arms]
    if strangers:
        elsewhere = [card for card in strangers if card not in board(state.players[seat])]
        return no("card_not_on_board", card=elsewhere[0]) if elsewhere else no("not_an_attack_card", card=strangers[0])
    turn = state.turn
    if turn.bound and cards != (turn.boosted,):
        return no("sorcerer_bound")
    return None


def _bad_aim(state: State, seat: Seat, command: Attack | Bypass) -> Refusal | None:
    target = state.players[command.target]
    diamonds: tuple[Card, ...] = ()
    if isinstance(command, Attack):
        diamonds = command.diamonds
    elif not target.diamonds:
        return no("nothing_to_bypass")
    elif target.abilities and (kept_off := cannot_be_bypassed(state, command.target)) is not None:
        return kept_off
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
    return unpayable(state, seat, command.discards)


def unpayable(state: State, seat: Seat, cards: tuple[Card, ...]) -> Refusal | None:
    """Say why cards of the hand, or Stack Cards (`*H7`), cannot pay a cost that admits both; source: 7.5."""
    player = state.players[seat]
    named: list[tuple[Card | None, bool]] = []  # kinds, and whether they lie in the Stack
    for card in cards:
        of_stack = card[:1] == STACKED
        if of_stack:
            if not state.options.stack:
                return no("option_disabled", option="the Stack")
            kind, place = stacked(card), ready(player)
            refusal = not_ready(state, seat, kind, card)
            if refusal is not None:
                return refusal
        else:
            kind, place = held(player, card), player.hand.cards
            if kind is None:
                return no("card_not_in_hand", card=card)
        offered = (kind, of_stack)
        if offered in named and named.count(offered) >= place.count(kind or ""):
            return no("duplicate_card", card=card)
        named.append(offered)
    return None


def _use_panic(state: State, seat: Seat, command: UsePanic) -> Refusal | None:
    if not state.options.panic:
        return no("option_disabled", option="Panic")
    if state.players[seat].panic_used:
        return no("panic_spent")
    return None


def _use_ability(state: State, seat: Seat, command: UseAbility) -> Refusal | None:
    """Say why an ability cannot be used; the piece itself looks at its parameters; source: 6.1, 7.2."""
    piece = ACTIVE.get(command.ability)
    attach = command.attach and piece is not None and piece.normal(command).attach  # if it is read at all (H6)
    refusal = no_stack(state, attach or ()) or unusable(state, seat, command.ability)
    return ACTIVE[command.ability].refuse(state, seat, command) if refusal is None else refusal


def unusable(state: State, seat: Seat, name: AbilityId) -> Refusal | None:
    """Say why a seat cannot use an ability now, whatever the parameters; source: 6.1."""
    if name not in state.players[seat].abilities:
        return no("ability_not_owned")
    piece = ACTIVE.get(name)
    if piece is None:
        return no("ability_not_activatable")
    if piece.limit and state.turn.used.count(name) >= piece.limit:
        return no("ability_exhausted")
    return None if piece.phase in ("both", state.turn.phase) else no("wrong_phase")


REFUSE: Mapping[type[ChanicCommand], Callable[[State, Seat, Any], Refusal | None]] = {
    PlayUtility: _play_utility,
    PlayClub: _play_club,
    Attack: _attack,
    Bypass: _attack,
    UseTrader: _use_trader,
    UsePanic: _use_panic,
    UseAlly: refuse_ally,
    UseAbility: _use_ability,
    StackAdd: refuse_add,
    StackDraw: refuse_draw,
    BuyCard: refuse_buy,
}
