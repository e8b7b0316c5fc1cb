"""What the awaited seat may do, as lazy offers, and the form in which a command is stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from domain.games.chanic_panic.abilities.pool import ACTIVE
from domain.games.chanic_panic.ally import unhelpable
from domain.games.chanic_panic.answers import ANSWER_COMMANDS, DECISIONS
from domain.games.chanic_panic.attack import in_row_order
from domain.games.chanic_panic.cards import BASE_VALUE, CLUBS, DIAMONDS, KIND, STACKED, Card, by_rank, stacked
from domain.games.chanic_panic.choice import normal_choice, offer_choice
from domain.games.chanic_panic.messages import (
    AbilityId,
    Answer,
    Attack,
    AttackKind,
    BuyCard,
    Bypass,
    ChanicCommand,
    ChooseAbilities,
    ChooseHopeful,
    ChooseResilient,
    PlayClub,
    PlayUtility,
    StackAdd,
    StackDraw,
    UseAbility,
    UseAlly,
    UseTrader,
)
from domain.games.chanic_panic.playing import payable, ready, unplayable_club, unplayable_utility
from domain.games.chanic_panic.procedures import PHASES
from domain.games.chanic_panic.refuse import unassailable, unusable
from domain.games.chanic_panic.shop import refuse_buy
from domain.games.chanic_panic.stack import EMPTIED_HAND
from domain.games.chanic_panic.state import MARKET, State, Turn, choosing, question, stack_owned
from domain.games.chanic_panic.teams import has_ally, members, team
from domain.games.chanic_panic.triggers import attachable
from domain.games.chanic_panic.values import (
    STACK_CAP,
    attack_power,
    attack_suits,
    bypass_power,
    raw_power,
    total,
    value,
    weapons,
)
from domain.kernel.offers import Offer, OneOf, Part, Subset
from domain.kernel.seats import Seat

_END_TURN = Offer("end_turn")
_PANIC = Offer("use_panic")
_POWER = {
    "attack": "power: the sum of the Spades",
    "attack with Diamonds": "power: the sum of the Spades and half the sum of the Diamonds, rounded down",
    "bypass": "power: half the sum of the Spades, rounded down",
    "bypass with Diamonds": "power: half of an attack with the same cards, rounded down",
    "strong bypass": "power: three quarters of an attack with the same cards, rounded down",
}


def menu(state: State, seat: Seat) -> tuple[Part, ...]:
    """Return the lazy parts of what a seat may do; attacks by target, by kind, and by whether Hearts are aimed at."""
    turn = state.turn
    if state.agenda or turn.phase == "ability_choice":
        return _asked(state, seat)
    if seat != turn.seat or turn.phase not in PHASES:
        return ()
    options = state.options
    if turn.actions >= options.turn_action_limit:
        return (_end_turn,)
    player = state.players[seat]
    parts: list[Part] = [_end_turn, partial(_utility, state, seat), partial(_club, state, seat)]
    if player.abilities:
        parts += [partial(_ability, state, seat, name) for name in player.abilities]
    if options.stack:
        parts += (partial(_stack_add, state, seat), partial(_stack_draw, state, seat))
    if options.shop:
        parts.append(partial(_buy, state, seat))
    if options.team_count and has_ally(options):
        mates = members(state, team(state, seat))
        parts += [partial(_ally, state, seat, mate) for mate in mates if mate != seat]
    if options.trader and (len(player.hand.cards) > 1 or len(payable(player)) > 1):
        parts.append(partial(_trader, state, seat))
    if options.panic and not player.panic_used:
        parts.append(_panic)
    if player.spades or (player.abilities and weapons(state, seat)):
        for target in range(len(state.players)):
            if target != seat and unassailable(state, seat, target, bypass=False) is None:
                parts += (
                    partial(_at_shields, state, seat, target),
                    partial(_at_hearts, state, seat, target),
                    partial(_bypass, state, seat, target),
                )
    return tuple(parts)


def _ability(state: State, seat: Seat, name: AbilityId) -> Offer | None:
    return ACTIVE[name].offer(state, seat) if unusable(state, seat, name) is None else None


def _end_turn() -> Offer:
    return _END_TURN


def _panic() -> Offer:
    return _PANIC


def _utility(state: State, seat: Seat) -> Offer | None:
    if _spent(state.turn):
        return None
    hand = state.players[seat].hand.cards
    cards = tuple([kind for kind in hand if kind[0] != CLUBS and unplayable_utility(state, seat, kind) is None])
    return Offer("play_utility", {"card": OneOf(cards), **attachable(state, seat)}) if cards else None


def _spent(turn: Turn) -> bool:
    """Say whether the last Club allows nothing more."""
    return turn.phase == "club_phase" and not turn.allowance


def _club(state: State, seat: Seat) -> Offer | None:
    if _spent(state.turn):
        return None
    hand = state.players[seat].hand.cards
    cards = tuple([kind for kind in hand if kind[0] == CLUBS and unplayable_club(state, seat, kind) is None])
    return Offer("play_club", {"card": OneOf(cards)}) if cards else None


def _trader(state: State, seat: Seat) -> Offer:
    return Offer("use_trader", {"discards": Subset(payable(state.players[seat]), 2, 2)})


def _asked(state: State, seat: Seat) -> tuple[Part, ...]:
    """Return how a seat may answer what it is asked."""
    if seat in choosing(state):
        return (partial(offer_choice, state, seat),)
    asked = question(state)
    if asked is None or asked.seat != seat:
        return ()
    return tuple([partial(_same, offer) for offer in DECISIONS[asked.kind].offers(state, asked)])


def _same(offer: Offer) -> Offer:
    return offer


def _stack_add(state: State, seat: Seat) -> Offer | None:
    player = state.players[seat]
    if state.turn.stack_added or not player.hand.cards or stack_owned(player) >= STACK_CAP:
        return None
    return Offer("stack_add", {"card": OneOf(player.hand.cards)})


def _stack_draw(state: State, seat: Seat) -> Offer | None:
    player = state.players[seat]
    cards = ready(player)
    return Offer("stack_draw", {"stack_card": OneOf(cards)}) if cards and len(player.hand) < EMPTIED_HAND else None


def _buy(state: State, seat: Seat) -> Offer | None:
    slots = [slot for slot in range(1, MARKET + 1) if refuse_buy(state, seat, BuyCard(slot=slot)) is None]
    return Offer("buy_card", {"slot": OneOf(tuple(slots))}) if slots else None


def _ally(state: State, seat: Seat, mate: Seat) -> Offer | None:
    hand = state.players[seat].hand.cards
    if not hand or unhelpable(state, seat, mate) is not None:
        return None
    return Offer("use_ally", {"teammate": OneOf((mate,)), "card": OneOf(hand)})


def _at_shields(state: State, seat: Seat, target: Seat) -> Offer | None:
    """Some of the Diamonds that the whole row of weapons can destroy, no Heart (R17)."""
    arms = weapons(state, seat)
    power = attack_power(state, seat, raw_power(state, seat, arms))
    diamonds = _within(state, target, state.players[target].diamonds, power)
    if not diamonds:
        return None
    return _aim(state, seat, target, "attack", arms, diamonds=Subset(diamonds, 1, len(diamonds)))


def _at_hearts(state: State, seat: Seat, target: Seat) -> Offer | None:
    """All of the Diamonds, and Hearts as the attacker likes; none at all where there is none (R18, R22)."""
    arms = weapons(state, seat)
    victim = state.players[target]
    shields = victim.diamonds
    through = attack_power(state, seat, raw_power(state, seat, arms)) - total(state, target, shields)
    hearts = _within(state, target, victim.hearts, through)
    if through <= 0 or (victim.hearts and not hearts):
        return None
    return _aim(
        state,
        seat,
        target,
        "attack",
        arms,
        diamonds=Subset(shields, len(shields), len(shields)),
        hearts=Subset(hearts, min(1, len(hearts)), len(hearts)),
    )


def _bypass(state: State, seat: Seat, target: Seat) -> Offer | None:
    arms = weapons(state, seat)
    victim = state.players[target]
    if not victim.diamonds or unassailable(state, seat, target, bypass=True) is not None:
        return None
    power = bypass_power(state, seat, target, raw_power(state, seat, arms))
    hearts = _within(state, target, victim.hearts, power)
    if power <= 0 or (victim.hearts and not hearts):
        return None
    return _aim(state, seat, target, "bypass", arms, hearts=Subset(hearts, min(1, len(hearts)), len(hearts)))


def _within(state: State, owner: Seat, row: tuple[Card, ...], power: int) -> tuple[Card, ...]:
    """Return the cards of a row that a power can destroy one at a time."""
    player = state.players[owner]
    if not player.abilities and not player.attached:
        return tuple([card for card in row if BASE_VALUE[card] <= power])
    return tuple([card for card in row if value(state, owner, card) <= power])


def _aim(
    state: State, seat: Seat, target: Seat, command: AttackKind, weapons: tuple[Card, ...], **rows: Subset
) -> Offer:
    return Offer(
        command,
        {
            "target": OneOf((target,)),
            "attack_cards": Subset(weapons, 1, len(weapons)),
            **{row: domain for row, domain in rows.items() if domain.values},
        },
        _POWER[_made_of(state, seat, target, command)],
    )


def _made_of(state: State, seat: Seat, target: Seat, command: AttackKind) -> str:
    """Return what the power of an attack is made of, as the attacker's abilities have it."""
    if not state.players[seat].abilities:
        return command
    if command == "bypass" and bypass_power(state, seat, target, 4) > 2:  # half of 4 is 2
        return "strong bypass"
    return f"{command} with Diamonds" if DIAMONDS in attack_suits(state, seat) else command


def normal(state: State, command: ChanicCommand) -> ChanicCommand:
    """Return the stored form: cards of a hand as kinds, sets in the order of their row, discards in that of the pack.

    A free choice of label or order would be a side channel.
    """
    form = NORMAL.get(type(command))
    return command if form is None else form(state, command)


def _from_hand(state: State, command: PlayClub | UseAlly | StackAdd) -> ChanicCommand:
    kind = KIND.get(command.card, command.card)
    return command if kind == command.card else replace(command, card=kind)


def _play_utility(state: State, command: PlayUtility) -> ChanicCommand:
    if command.attach:
        command = replace(command, attach=by_rank(command.attach))
    kind = KIND.get(command.card, command.card)
    return command if kind == command.card else replace(command, card=kind)


def _stack_card(state: State, command: StackDraw) -> ChanicCommand:
    return StackDraw(stack_card=KIND.get(command.stack_card, command.stack_card))


def _use_trader(state: State, command: UseTrader) -> ChanicCommand:
    """Cards of the hand before those of the Stack, each in the order of the pack."""
    if not state.options.stack:
        return UseTrader(discards=by_rank(command.discards))
    of_stack = by_rank(tuple([kind for card in command.discards if (kind := stacked(card)) is not None]))
    of_hand = by_rank(tuple([card for card in command.discards if stacked(card) is None]))
    return UseTrader(discards=of_hand + tuple([STACKED + kind for kind in of_stack]))


def _use_ability(state: State, command: UseAbility) -> ChanicCommand:
    piece = ACTIVE.get(command.ability)
    return command if piece is None else piece.normal(command)


def _answer(state: State, command: Answer) -> ChanicCommand:
    asked = question(state)
    if asked is None or type(command) is not DECISIONS[asked.kind].command:
        return command
    if isinstance(command, ChooseHopeful | ChooseResilient) and command.attach:
        command = replace(command, attach=by_rank(command.attach))
    return DECISIONS[asked.kind].normal(state, asked, command)


def _in_rows(state: State, command: Attack | Bypass) -> ChanicCommand:
    arms = in_row_order(weapons(state, state.turn.seat), command.attack_cards)
    if not 0 <= command.target < len(state.players):
        return replace(command, attack_cards=arms)
    target = state.players[command.target]
    hearts = in_row_order(target.hearts, command.hearts)
    if isinstance(command, Bypass):
        return replace(command, attack_cards=arms, hearts=hearts)
    diamonds = in_row_order(target.diamonds, command.diamonds)
    return replace(command, attack_cards=arms, diamonds=diamonds, hearts=hearts)


NORMAL: Mapping[type[ChanicCommand], Callable[[State, Any], ChanicCommand]] = {
    PlayUtility: _play_utility,
    PlayClub: _from_hand,
    UseTrader: _use_trader,
    UseAlly: _from_hand,
    UseAbility: _use_ability,
    StackAdd: _from_hand,
    StackDraw: _stack_card,
    ChooseAbilities: normal_choice,
    **dict.fromkeys(ANSWER_COMMANDS, _answer),
    Attack: _in_rows,
    Bypass: _in_rows,
}
