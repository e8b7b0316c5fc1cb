"""What an accepted command does, and the work that follows by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET

from domain.games.panzer_clash import chain, modifiers, setup, triggers, turns
from domain.games.panzer_clash.field import COLUMN
from domain.games.panzer_clash.messages import (
    AnswerTrigger,
    AttackDeclared,
    AttackSupply,
    AttackUnit,
    CardSalvaged,
    CardsDiscarded,
    Chain,
    ChooseCards,
    ChooseDeck,
    ChooseNextTrigger,
    ChosenBy,
    DeclineTrigger,
    DrawPhase,
    Effects,
    EndMain,
    EndPhase,
    EndTurn,
    EventPlayed,
    FactoryPlayed,
    HandLimit,
    KeepHand,
    ModifierPlayed,
    MoveUnit,
    Mulligan,
    PanzerCommand,
    PassResponse,
    PickCards,
    PlaceModifier,
    PlaceWaiting,
    PlayEvent,
    PlayFactory,
    PlayModifier,
    PlayUnit,
    PrefsChange,
    RangedAttack,
    RangedAttackDeclared,
    ResolveTop,
    ResolveTrigger,
    ResponsePassed,
    ResponsePrefsSet,
    SetResponsePrefs,
    Standby,
    Triggers,
    UnitPlayed,
)
from domain.games.panzer_clash.moving import move
from domain.games.panzer_clash.procedures import end_game, queue_play_effects
from domain.games.panzer_clash.refuse import deck_of
from domain.games.panzer_clash.state import PanzerDraft, question
from domain.games.panzer_clash.time_out import answer_for
from domain.kernel.draft import Perform
from domain.kernel.messages import Concede, TimeOut
from domain.kernel.seats import Seat

_PLAYED = (Triggers(),)


def decide(draft: PanzerDraft, seat: Seat, command: PanzerCommand) -> None:
    """Emit the facts of a command that `refuse` accepts."""
    DECIDE[type(command)](draft, seat, command)


def _choose_deck(draft: PanzerDraft, seat: Seat, command: ChooseDeck) -> None:
    deck = deck_of(draft.state, command)
    assert deck is not None, "`refuse` has found the deck"
    cards, side = deck
    setup.choose_deck(draft, seat, cards, side)


def _keep_hand(draft: PanzerDraft, seat: Seat, command: KeepHand) -> None:
    setup.keep(draft, seat)


def _mulligan(draft: PanzerDraft, seat: Seat, command: Mulligan) -> None:
    setup.mulligan(draft, seat)


def _play_factory(draft: PanzerDraft, seat: Seat, command: PlayFactory) -> None:
    """Slide a Factory under whatever lies on the space; source: 6.3, R7; rulebook "Factories"."""
    stack = draft.state.players[seat].stacks[COLUMN[command.space]]
    draft.emit(FactoryPlayed(seat=seat, space=command.space, size=stack.factories + 1))


def _play_unit(draft: PanzerDraft, seat: Seat, command: PlayUnit) -> None:
    """Put a unit on a stack and queue its Play-Effects; source: 6.3, R20; rulebook "Units", "Play-Effect"."""
    unit_id = f"u{draft.state.unit_count + 1}"
    draft.emit(UnitPlayed(seat=seat, unit_id=unit_id, card=command.card, space=command.space))
    queue_play_effects(draft, seat, unit_id, command.card)
    _work_off(draft)


def _play_modifier(draft: PanzerDraft, seat: Seat, command: PlayModifier) -> None:
    draft.emit(ModifierPlayed(seat=seat, card=command.card, space=command.space))


def _place_modifier(draft: PanzerDraft, seat: Seat, command: PlaceModifier) -> None:
    draft.pop()
    modifiers.place(draft, seat, command.from_, command.space)
    draft.push(Triggers(), PlaceWaiting(seat=seat))


def _play_event(draft: PanzerDraft, seat: Seat, command: PlayEvent) -> None:
    """Put an event on a stack and on the chain; source: 6.5; rulebook "Events", "Flash-Events"."""
    state = draft.state
    subtype: Any = state.pool.cards[command.card].subtype
    draft.emit(
        EventPlayed(
            seat=seat,
            card=command.card,
            space=command.space,
            targets=command.targets,
            item_id=state.items + 1,
            subtype=subtype,
        )
    )
    if state.chain:
        draft.pop()
    draft.push(Chain())


def _move_unit(draft: PanzerDraft, seat: Seat, command: MoveUnit) -> None:
    move(draft, command)
    _work_off(draft)


def _attack_unit(draft: PanzerDraft, seat: Seat, command: AttackUnit) -> None:
    item_id = draft.state.items + 1
    draft.emit(AttackDeclared(seat=seat, item_id=item_id, unit_id=command.unit_id, target=command.target_id))
    draft.push(Chain())


def _attack_supply(draft: PanzerDraft, seat: Seat, command: AttackSupply) -> None:
    item_id = draft.state.items + 1
    draft.emit(AttackDeclared(seat=seat, item_id=item_id, unit_id=command.unit_id, target=1 - seat))
    draft.push(Chain())


def _ranged_attack(draft: PanzerDraft, seat: Seat, command: RangedAttack) -> None:
    item_id = draft.state.items + 1
    draft.emit(RangedAttackDeclared(seat=seat, item_id=item_id, unit_id=command.unit_id, target=command.target))
    draft.push(Chain())


def _end_main(draft: PanzerDraft, seat: Seat, command: EndMain) -> None:
    draft.pop()
    turns.end_main(draft, seat)


def _pass_response(draft: PanzerDraft, seat: Seat, command: PassResponse) -> None:
    draft.emit(ResponsePassed(seat=seat, item_id=draft.state.chain[-1].id))
    draft.pop()
    draft.push(ResolveTop())


def _choose_next_trigger(draft: PanzerDraft, seat: Seat, command: ChooseNextTrigger) -> None:
    draft.pop()
    triggers.take_up(draft, triggers.trigger_of(draft.state, command.trigger_id))


def _resolve_trigger(draft: PanzerDraft, seat: Seat, command: ResolveTrigger) -> None:
    step = draft.pop()
    assert isinstance(step, AnswerTrigger)
    space = None if command.space is UNSET else command.space
    triggers.carry_out(draft, triggers.trigger_of(draft.state, step.trigger_id), command.targets, space)


def _decline_trigger(draft: PanzerDraft, seat: Seat, command: DeclineTrigger) -> None:
    step = draft.pop()
    assert isinstance(step, AnswerTrigger)
    triggers.decline(draft, step.trigger_id)


def _choose_cards(draft: PanzerDraft, seat: Seat, command: ChooseCards) -> None:
    _pick(draft, seat, command.cards, "seat")


def _pick(draft: PanzerDraft, seat: Seat, cards: tuple[str, ...], by: ChosenBy) -> None:
    """Discard cards in order of card id, or salvage one; source: 6.9, R63."""
    step = draft.pop()
    assert isinstance(step, PickCards)
    if step.why == "salvage":
        draft.emit(CardSalvaged(seat=seat, card=cards[0]))
        return
    reason: Any = "hand_limit" if step.why == "hand_limit" else "effect"
    draft.emit(CardsDiscarded(seat=seat, cards=tuple(sorted(cards)), reason=reason, by=by))


def _set_response_prefs(draft: PanzerDraft, seat: Seat, command: SetResponsePrefs) -> None:
    """Change a seat's preferences; source: 5.6, 6.9."""
    draft.emit(ResponsePrefsSet(seat=seat, prefs=PrefsChange(command.prefs, command.pass_rest_of_turn)))


def _concede(draft: PanzerDraft, seat: Seat, command: Concede) -> None:
    end_game(draft, seat, "concession", "concession")


def _time_out(draft: PanzerDraft, seat: Seat, command: TimeOut) -> None:
    """Give the default answer for a seat whose time ran out, or end the game; source: section 8."""
    if command.final:
        end_game(draft, seat, "time_out", "time")
        return
    step = question(draft.state)
    if isinstance(step, AnswerTrigger):
        draft.pop()
        triggers.answer_by_clock(draft, triggers.trigger_of(draft.state, step.trigger_id))
        return
    answer = answer_for(draft.state, seat)
    if answer is None:
        end_game(draft, seat, "concession", "time")
    elif isinstance(answer, ChooseCards):
        _pick(draft, seat, answer.cards, "clock")
    else:
        decide(draft, seat, answer)


def _work_off(draft: PanzerDraft) -> None:
    if draft.state.triggers:
        draft.push(*_PLAYED)


DECIDE: Mapping[type[PanzerCommand], Callable[[PanzerDraft, Seat, Any], None]] = {
    ChooseDeck: _choose_deck,
    KeepHand: _keep_hand,
    Mulligan: _mulligan,
    PlayFactory: _play_factory,
    PlayUnit: _play_unit,
    PlayModifier: _play_modifier,
    PlaceModifier: _place_modifier,
    PlayEvent: _play_event,
    MoveUnit: _move_unit,
    AttackUnit: _attack_unit,
    AttackSupply: _attack_supply,
    RangedAttack: _ranged_attack,
    EndMain: _end_main,
    PassResponse: _pass_response,
    ChooseNextTrigger: _choose_next_trigger,
    ResolveTrigger: _resolve_trigger,
    DeclineTrigger: _decline_trigger,
    ChooseCards: _choose_cards,
    SetResponsePrefs: _set_response_prefs,
    Concede: _concede,
    TimeOut: _time_out,
}

PERFORM: Perform = {
    Standby: turns.standby,
    PlaceWaiting: turns.place_waiting,
    DrawPhase: turns.draw_phase,
    Chain: chain.open_window,
    ResolveTop: chain.resolve_top,
    Effects: triggers.go_on,
    Triggers: triggers.work_off,
    EndPhase: turns.end_phase,
    HandLimit: turns.hand_limit,
    EndTurn: turns.end_turn,
}
