"""The turn: Standby, Draw, Main, End; source: 5.2 to 5.5; rulebook "Turn Structure"."""

from __future__ import annotations

from typing import Literal

from domain.games.panzer_clash.effects import Source, has_work
from domain.games.panzer_clash.field import INDUSTRY, ORDER
from domain.games.panzer_clash.messages import (
    Chain,
    DrawPhase,
    DrawSkipped,
    EndPhase,
    EndTurn,
    EventDiscarded,
    HandLimit,
    Main,
    PhaseBegan,
    PhaseItemPut,
    PickCards,
    PlaceModifiers,
    PlaceWaiting,
    Standby,
    Triggers,
    TurnEffectsEnded,
    TurnEnded,
    TurnStarted,
    UnitsRefreshed,
)
from domain.games.panzer_clash.modifiers import place, placeable, waiting
from domain.games.panzer_clash.procedures import Arisen, check, draw, queue
from domain.games.panzer_clash.state import PanzerDraft
from domain.kernel.seats import Seat

HAND_LIMIT = 7  # cards; rulebook "Turn Structure", 4
NORMAL_OR_FLASH = ("normal", "flash")


def standby(draft: PanzerDraft, step: Standby) -> None:
    """Begin a turn: events leave their stacks, then modifiers are placed; source: 5.2, R47, R49."""
    seat = step.seat
    draft.emit(TurnStarted(turn=draft.state.turn + 1, seat=seat))
    for space, stack in zip(INDUSTRY[seat], draft.state.players[seat].stacks, strict=True):
        if stack.card is not None and stack.subtype in NORMAL_OR_FLASH:
            draft.emit(EventDiscarded(seat=seat, card=stack.card, space=space))
    draft.push(PlaceWaiting(seat=seat), DrawPhase(seat=seat))


def place_waiting(draft: PanzerDraft, step: PlaceWaiting) -> None:
    """Place a waiting modifier if there is one way only, ask if there are more; source: 5.1, 5.2, R36."""
    stacks = waiting(draft.state, step.seat)
    if not stacks:
        return
    spaces = placeable(draft.state, step.seat)
    if len(stacks) * len(spaces) > 1:
        draft.push(PlaceModifiers(seat=step.seat))
    elif spaces:
        place(draft, step.seat, stacks[0], spaces[0])
        draft.push(Triggers(), step)


def draw_phase(draft: PanzerDraft, step: DrawPhase) -> None:
    """Draw a card, none in the first turn; then let Main begin; source: 5.3, 5.4, R50."""
    seat = step.seat
    draft.emit(PhaseBegan(phase="draw"))
    if draft.state.turn == 1:
        draft.emit(DrawSkipped(seat=seat))
    else:
        draw(draft, seat, 1, "turn")
        if draft.state.outcome is not None:
            return
    draft.emit(PhaseBegan(phase="main"))
    draft.emit(UnitsRefreshed(seat=seat))
    put_phase_item(draft, seat, start=True)
    draft.push(Chain(), Main(seat=seat))


def put_phase_item(draft: PanzerDraft, seat: Seat, *, start: bool) -> None:
    """Put the start or the end of Main on the chain."""
    kind: Literal["main_start", "main_end"] = "main_start" if start else "main_end"
    draft.emit(PhaseItemPut(seat=seat, item_id=draft.state.items + 1, kind=kind))


def end_main(draft: PanzerDraft, seat: Seat) -> None:
    """End the Main phase, after a window for the opponent; source: 5.4."""
    put_phase_item(draft, seat, start=False)
    draft.push(Chain(), EndPhase(seat=seat))


def end_phase(draft: PanzerDraft, step: EndPhase) -> None:
    """Let effects until end of turn expire, then queue what happens at its end; source: 5.5, R53."""
    seat = step.seat
    draft.emit(PhaseBegan(phase="end"))
    draft.emit(TurnEffectsEnded())
    check(draft)
    state = draft.state
    sources = [(space, card) for owner, space, card in state.permanents if owner == seat]
    sources += [(space, placed.card) for space, placed in state.modifiers.items() if placed.seat == seat]
    batch = [
        Arisen(seat, card, ability, "end", space=space)
        for space, card in sorted(sources, key=lambda source: ORDER[source[0]])
        for ability in state.pool.cards[card].at.get("end", ())
        if has_work(state, Source(seat, card, space=space), state.pool.cards[card].abilities[ability])
    ]
    if batch:
        queue(draft, batch)
    draft.push(Triggers(), HandLimit(seat=seat))


def hand_limit(draft: PanzerDraft, step: HandLimit) -> None:
    """Let the active player discard down to seven cards; source: 5.5, R52."""
    beyond = len(draft.state.players[step.seat].hand) - HAND_LIMIT
    draft.push(EndTurn(seat=step.seat))
    if beyond > 0:
        draft.push(PickCards(seat=step.seat, why="hand_limit", n=beyond))


def end_turn(draft: PanzerDraft, step: EndTurn) -> None:
    """Hand the turn over."""
    draft.emit(TurnEnded(seat=step.seat))
    draft.push(Standby(seat=1 - step.seat))
