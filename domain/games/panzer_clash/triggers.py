"""Triggers at work: which comes next, who is asked, what it does.

Source: 5.7, 7.6, R40 to R42, R48, R56, R58, R64; rulebook footnote 3, "Junkyard-Trigger".
"""

from __future__ import annotations

import itertools

from domain.games.panzer_clash.effects import Source, run, salvageable
from domain.games.panzer_clash.field import BACK_SPACES, INDUSTRY
from domain.games.panzer_clash.given import Given, answers, asked
from domain.games.panzer_clash.messages import (
    AnswerTrigger,
    Choice,
    Effects,
    OrderTriggers,
    TriggerDeclined,
    TriggerResolved,
    Triggers,
    TriggerSkipped,
    UnitDeployed,
)
from domain.games.panzer_clash.procedures import enter, queue_play_effects
from domain.games.panzer_clash.state import Item, PanzerDraft, State, Trigger
from domain.games.panzer_clash.vocabulary import Salvage
from domain.kernel.seats import Seat


def work_off(draft: PanzerDraft, step: Triggers) -> None:
    """Take up the next trigger, or let the active player say which that is; comes again until none is left."""
    batch = first_batch(draft.state)
    if not batch:
        return
    draft.push(step)
    if all(_alike(trigger, batch[0]) for trigger in batch[1:]):
        take_up(draft, batch[0])
    else:
        draft.push(OrderTriggers(seat=draft.state.seat))


def first_batch(state: State) -> tuple[Trigger, ...]:
    """Return the triggers that arose at the same moment as the first that waits, by id."""
    triggers = state.triggers
    if len(triggers) < 2:
        return triggers
    return tuple([trigger for trigger in triggers if trigger.batch == triggers[0].batch])


def _alike(one: Trigger, other: Trigger) -> bool:
    return (one.seat, one.card, one.ability) == (other.seat, other.card, other.ability)


def trigger_of(state: State, trigger_id: str) -> Trigger:
    """Return a waiting trigger."""
    return next(trigger for trigger in state.triggers if trigger.id == trigger_id)


def is_optional(state: State, trigger: Trigger) -> bool:
    """Say whether its controller may decline a trigger; source: 2.1, R41."""
    return trigger.when == "junkyard" or state.pool.cards[trigger.card].abilities[trigger.ability].optional


def deploys(state: State, trigger: Trigger) -> bool:
    """Say whether a trigger puts a unit from the Junkyard into play."""
    return trigger.when == "junkyard" and state.pool.cards[trigger.card].card_type == "unit"


def deploy_spaces(state: State, seat: Seat) -> tuple[str, ...]:
    """Return where a Junkyard-Trigger may put a unit; source: 7.6, R17; rulebook "Junkyard-Trigger"."""
    stacks = zip(INDUSTRY[seat], state.players[seat].stacks, strict=True)
    free = [space for space, stack in stacks if stack.unit is None and stack.card is None]
    back = [space for space in BACK_SPACES[seat] if space in state.face_up and space not in state.at]
    return (*free, *back)


def wanted(state: State, trigger: Trigger) -> tuple[Given, ...]:
    """Return what a trigger's abilities are given."""
    return asked(state, trigger.seat, state.pool.cards[trigger.card], _abilities(state, trigger))


def _abilities(state: State, trigger: Trigger) -> tuple[int, ...]:
    """Return the places of the abilities that a trigger carries out: all of a Junkyard event's, else its own."""
    if trigger.when == "junkyard":
        return state.pool.cards[trigger.card].at.get("resolve", ())
    return (trigger.ability,)


def is_lost(state: State, trigger: Trigger) -> bool:
    """Say whether a trigger cannot be carried out any more; source: 5.7, R58, W33."""
    if trigger.packet is not None and _card_gone(state, trigger):
        return True
    if deploys(state, trigger):
        return not deploy_spaces(state, trigger.seat)
    if not all(given.worthwhile for given in wanted(state, trigger)):
        return True
    words = [state.pool.cards[trigger.card].abilities[place] for place in _abilities(state, trigger)]
    return all(isinstance(word, Salvage) and not salvageable(state, trigger.seat, word.filter.types) for word in words)


def _card_gone(state: State, trigger: Trigger) -> bool:
    """Say whether the card of a Junkyard-Trigger left the Junkyard: the last triggers of a card go first; R58."""
    packet = trigger.packet
    assert packet is not None
    there = state.players[trigger.seat].junkyard.count(trigger.card)
    missing = packet.copies - trigger.deployed - there
    return packet.copy > packet.copies - missing


def take_up(draft: PanzerDraft, trigger: Trigger) -> None:
    """Skip a trigger, carry it out if there is only one way, or ask its controller; source: 5.1, 5.7."""
    state = draft.state
    if is_lost(state, trigger):
        draft.emit(TriggerSkipped(trigger_id=trigger.id))
        return
    if not is_optional(state, trigger):
        ways = list(itertools.islice(answers(wanted(state, trigger)), 2))
        if len(ways) == 1:
            carry_out(draft, trigger, ways[0])
            return
    draft.push(AnswerTrigger(seat=trigger.seat, trigger_id=trigger.id))


def carry_out(draft: PanzerDraft, trigger: Trigger, targets: tuple[Choice, ...] = (), space: str | None = None) -> None:
    """Carry a trigger out with what was chosen for it; source: 6.9."""
    deploying = deploys(draft.state, trigger)
    draft.emit(TriggerResolved(trigger_id=trigger.id, targets=targets, space=space))
    if not deploying:
        draft.push(Effects(of="trigger", ability=_abilities(draft.state, trigger)[0]))
        return
    assert space is not None
    unit_id = f"u{draft.state.unit_count + 1}"
    draft.emit(UnitDeployed(seat=trigger.seat, unit_id=unit_id, card=trigger.card, space=space, trigger_id=trigger.id))
    enter(draft, unit_id)
    queue_play_effects(draft, trigger.seat, unit_id, trigger.card)


def decline(draft: PanzerDraft, trigger_id: str) -> None:
    """Let a trigger go."""
    draft.emit(TriggerDeclined(trigger_id=trigger_id))


def answer_by_clock(draft: PanzerDraft, trigger: Trigger) -> None:
    """Decline, or take the first legal targets; source: section 8."""
    if is_optional(draft.state, trigger):
        decline(draft, trigger.id)
    else:
        carry_out(draft, trigger, next(answers(wanted(draft.state, trigger))))


def go_on(draft: PanzerDraft, step: Effects) -> None:
    """Carry out one ability of the item or trigger that resolved last, then the next of the same card."""
    state = draft.state
    of: Item | Trigger | None = state.resolved if step.of == "item" else state.carried_out
    assert of is not None
    assert of.card is not None
    kind = state.pool.cards[of.card]
    places = kind.at.get("resolve", ()) if isinstance(of, Item) or of.when == "junkyard" else (step.ability,)
    here = places.index(step.ability)
    if here + 1 < len(places):
        draft.push(Effects(of=step.of, ability=places[here + 1]))
    before = len(asked(state, of.seat, kind, places[:here]))
    word = kind.abilities[step.ability]
    source = Source(of.seat, of.card, of.unit, of.space)
    chosen = of.targets[before] if asked(state, of.seat, kind, (step.ability,)) else Choice()
    run(draft, source, word, chosen)
