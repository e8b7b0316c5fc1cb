"""What is legal: every check, in the order of section 6."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET

from domain.games.panzer_clash import triggers, values
from domain.games.panzer_clash.cards import FACTORY, Kind, Side
from domain.games.panzer_clash.deck_rules import faults
from domain.games.panzer_clash.effects import cancellable, salvageable
from domain.games.panzer_clash.field import ADJACENT, BACK_LINE, COLUMN, OWNER
from domain.games.panzer_clash.given import Given, accepted, asked
from domain.games.panzer_clash.messages import (
    AnswerTrigger,
    AttackSupply,
    AttackUnit,
    ChooseCards,
    ChooseDeck,
    ChooseDecks,
    ChooseNextTrigger,
    DecideMulligan,
    DeclineTrigger,
    EndMain,
    KeepHand,
    Main,
    MoveUnit,
    Mulligan,
    OrderTriggers,
    PanzerCommand,
    PassResponse,
    PickCards,
    PlaceModifier,
    PlaceModifiers,
    PlayEvent,
    PlayFactory,
    PlayModifier,
    PlayUnit,
    RangedAttack,
    ResolveTrigger,
    Respond,
    SetResponsePrefs,
)
from domain.games.panzer_clash.modifiers import refuse_placement
from domain.games.panzer_clash.moving import refuse_move
from domain.games.panzer_clash.refusals import no
from domain.games.panzer_clash.state import State, Unit, question
from domain.games.panzer_clash.view import to_act
from domain.kernel.messages import Concede, TimeOut
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat

MOST_MULLIGANS = 7  # the seventh leaves one card (R6)


def refuse(state: State, seat: Seat, command: PanzerCommand) -> Refusal | None:
    """Say why a command is not legal; source: section 6."""
    if state.outcome is not None:
        return no("game_over")
    kind = type(command)
    if kind is Concede or kind is SetResponsePrefs:
        return None if seat in (0, 1) else no("not_your_decision")
    if seat not in to_act(state):
        return no("not_your_decision")
    if kind is TimeOut:
        return None
    check = REFUSE[type(state.agenda[-1])].get(kind)
    if check is None:
        return no("not_your_decision")
    return check(state, seat, command)


def _nothing(state: State, seat: Seat, command: Any) -> None:
    """Accept what has no precondition but the question."""


def deck_of(state: State, command: ChooseDeck) -> tuple[Mapping[str, int], Side | None] | None:
    """Return the list and side of a deck that is named or given, or nothing unless it is exactly one of these.

    A ready-made deck has its own side, whatever side is said beside its name: the stored form drops that one.
    """
    if command.deck_id is not UNSET and command.cards is UNSET:
        ready = state.pool.decks.get(command.deck_id)
        return None if ready is None else (ready.cards, ready.side)
    if command.cards is not UNSET and command.deck_id is UNSET:
        return command.cards, None if command.side is UNSET else command.side
    return None


def _choose_deck(state: State, seat: Seat, command: ChooseDeck) -> Refusal | None:
    deck = deck_of(state, command)
    if deck is None:
        return no("unknown_deck")
    cards, side = deck
    fault = next(faults(state.pool, cards, side, state.options.deck_size), None)
    if fault is not None:
        return fault
    if command.deck_id is not UNSET and side is not None and command.side not in (UNSET, side):
        return no("mixed_sides", "side_of_deck", deck=command.deck_id, side=side)
    if state.options.opposing_sides and state.players[1 - seat].side == side:
        return no("side_taken")
    return None


def _mulligan(state: State, seat: Seat, command: Mulligan) -> Refusal | None:
    return no("mulligan_limit") if state.players[seat].mulligans >= MOST_MULLIGANS else None


def _play_factory(state: State, seat: Seat, command: PlayFactory) -> Refusal | None:
    player = state.players[seat]
    if FACTORY not in player.hand:
        return no("card_not_in_hand", card=FACTORY)
    if OWNER.get(command.space) != seat:
        return no("not_own_industry", space=command.space)
    if state.factories_left < 1:
        return no("factory_limit")
    stack = player.stacks[COLUMN[command.space]]
    if not stack.factories and (stack.unit is not None or stack.card is not None):
        return no("space_occupied", space=command.space)
    return None


def _play_unit(state: State, seat: Seat, command: PlayUnit) -> Refusal | None:
    return _not_of_type(state, seat, command.card, "unit") or unpowered(state, seat, command.card, command.space)


def _play_modifier(state: State, seat: Seat, command: PlayModifier) -> Refusal | None:
    return _not_of_type(state, seat, command.card, "modifier") or unpowered(state, seat, command.card, command.space)


def _not_of_type(state: State, seat: Seat, card: str, card_type: str) -> Refusal | None:
    if card not in state.pool.cards or card not in state.players[seat].hand:
        return no("card_not_in_hand", card=card)
    if state.pool.cards[card].card_type != card_type:
        return no("wrong_card_type", card=card)
    return None


def unpowered(state: State, seat: Seat, card: str, space: str) -> Refusal | None:
    """Say why a card cannot be played to a space; source: 6.3, 6.5, R9, R10."""
    if OWNER.get(space) != seat:
        return no("not_own_industry", space=space)
    stack = state.players[seat].stacks[COLUMN[space]]
    if not stack.factories:
        return no("no_stack", space=space)
    if stack.unit is not None or stack.card is not None:
        return no("stack_blocked", space=space)
    kind = state.pool.cards[card]
    size = values.power(state, seat, stack.factories, kind)
    if size < kind.cost:
        return no("stack_too_small", card=card, cost=kind.cost, space=space, size=size)
    return None


def _play_event(state: State, seat: Seat, command: PlayEvent) -> Refusal | None:
    """Say why an event cannot be played, by the checks of 6.5 in their order."""
    card = command.card
    refusal = _not_of_type(state, seat, card, "event")
    if refusal is not None:
        return refusal
    kind = state.pool.cards[card]
    if kind.subtype != "flash" and state.chain:
        return no("wrong_timing", card=card)
    refusal = unpowered(state, seat, card, command.space)
    if refusal is not None:
        return refusal
    wanted = asked(state, seat, kind, kind.at.get("resolve", ()))
    refusal = pointless(state, seat, kind, wanted)
    if refusal is None and not accepted(wanted, command.targets):
        return no("illegal_target")
    return refusal


def pointless(state: State, seat: Seat, kind: Kind, wanted: tuple[Given, ...]) -> Refusal | None:
    """Say why an event has nothing to work on; `wanted` is what its abilities are given; source: 6.5, R45."""
    for word in kind.cancels:
        if not cancellable(state, seat, word):
            return no("nothing_to_cancel", card=kind.id)
    for given in wanted:
        if not given.possible:
            return no("no_legal_target", card=kind.id)
    return None


def _fighter(state: State, seat: Seat, unit_id: str) -> Unit | Refusal:
    """Return an own unit that may attack in principle, or why there is none; source: 6.7, 6.8."""
    unit = state.units.get(unit_id)
    if unit is None or unit.owner != seat:
        return no("not_your_unit", unit=unit_id)
    if unit.space in COLUMN:
        return no("not_on_field", unit=unit_id)
    if unit.fresh:
        return no("unit_fresh", unit=unit_id)
    return unit


def _attack_unit(state: State, seat: Seat, command: AttackUnit) -> Refusal | None:
    unit = _fighter(state, seat, command.unit_id)
    if isinstance(unit, Refusal):
        return unit
    if unit.attacks_left < 1:
        return no("no_attack_left", unit=unit.id)
    target = state.units.get(command.target_id)
    if target is None or target.owner == seat or target.space in COLUMN:
        return no("illegal_target")
    if target.space not in ADJACENT[unit.space]:
        return no("not_adjacent", space=target.space)
    return None


def _attack_supply(state: State, seat: Seat, command: AttackSupply) -> Refusal | None:
    unit = _fighter(state, seat, command.unit_id)
    if isinstance(unit, Refusal):
        return unit
    if unit.attacks_left < 1:
        return no("no_attack_left", unit=unit.id)
    if unit.space not in BACK_LINE[1 - seat]:
        return no("not_in_enemy_back_line", unit=unit.id)
    return None


def _ranged_attack(state: State, seat: Seat, command: RangedAttack) -> Refusal | None:
    unit = _fighter(state, seat, command.unit_id)
    if isinstance(unit, Refusal):
        return unit
    if not values.may_shoot(state, unit):
        return no("no_ranged_attack", unit=unit.id)
    if unit.attacks_left < 1:
        return no("no_attack_left", unit=unit.id)
    if isinstance(command.target, int):
        return None if command.target in (0, 1) else no("illegal_target")
    return None if command.target in shootable(state, unit) else no("illegal_target")


def shootable(state: State, unit: Unit) -> tuple[str, ...]:
    """Return the units that a unit may shoot at: any on the field but itself and the immune; source: 6.8, R23."""
    cards = state.pool.cards
    return tuple(
        [
            other.id
            for other in state.units.values()
            if other.id != unit.id and other.space not in COLUMN and not cards[other.card].ranged_immune
        ]
    )


def _choose_next_trigger(state: State, seat: Seat, command: ChooseNextTrigger) -> Refusal | None:
    if command.trigger_id not in [trigger.id for trigger in triggers.first_batch(state)]:
        return no("unknown_trigger", trigger=command.trigger_id)
    return None


def _resolve_trigger(state: State, seat: Seat, command: ResolveTrigger) -> Refusal | None:
    trigger = triggers.trigger_of(state, question(state).trigger_id)
    if triggers.deploys(state, trigger):
        legal = not command.targets and command.space in triggers.deploy_spaces(state, seat)
    else:
        legal = command.space is UNSET and accepted(triggers.wanted(state, trigger), command.targets)
    return None if legal else no("illegal_target")


def _decline_trigger(state: State, seat: Seat, command: DeclineTrigger) -> Refusal | None:
    trigger = triggers.trigger_of(state, question(state).trigger_id)
    return None if triggers.is_optional(state, trigger) else no("not_optional")


def _choose_cards(state: State, seat: Seat, command: ChooseCards) -> Refusal | None:
    step: PickCards = question(state)
    cards = command.cards
    if len(cards) != step.n:
        return no("wrong_count", wanted=step.n, given=len(cards))
    player = state.players[seat]
    there = player.junkyard if step.why == "salvage" else player.hand.cards
    for card in cards:
        if there.count(card) < cards.count(card):
            return no("card_not_there", card=card)
    if step.why == "salvage" and cards[0] not in salvageable(state, seat, step.types):
        return no("illegal_card", card=cards[0])
    return None


Check = Callable[[State, Seat, Any], Refusal | None]

REFUSE: Mapping[type[Any], Mapping[type[Any], Check]] = {
    ChooseDecks: {ChooseDeck: _choose_deck},
    DecideMulligan: {KeepHand: _nothing, Mulligan: _mulligan},
    PlaceModifiers: {PlaceModifier: refuse_placement},
    Main: {
        PlayFactory: _play_factory,
        PlayUnit: _play_unit,
        PlayModifier: _play_modifier,
        PlayEvent: _play_event,
        MoveUnit: refuse_move,
        AttackUnit: _attack_unit,
        AttackSupply: _attack_supply,
        RangedAttack: _ranged_attack,
        EndMain: _nothing,
    },
    Respond: {PlayEvent: _play_event, PassResponse: _nothing},
    OrderTriggers: {ChooseNextTrigger: _choose_next_trigger},
    AnswerTrigger: {ResolveTrigger: _resolve_trigger, DeclineTrigger: _decline_trigger},
    PickCards: {ChooseCards: _choose_cards},
}
