"""The Stack: a face-down pile of each player, whose cards are attached or discarded but never played (7.5)."""

from __future__ import annotations

from domain.games.chanic_panic.cards import KIND
from domain.games.chanic_panic.messages import AttachmentsActive, HostCount, StackAdd, StackAdded, StackDraw
from domain.games.chanic_panic.playing import held, not_ready
from domain.games.chanic_panic.procedures import complete, discard_from_stack, draw
from domain.games.chanic_panic.refusals import no
from domain.games.chanic_panic.state import ChanicDraft, State, stack_owned
from domain.games.chanic_panic.values import STACK_CAP
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat

EMPTIED_HAND = 2  # cards; with fewer a Stack Card may be discarded to draw two


def refuse_add(state: State, seat: Seat, command: StackAdd) -> Refusal | None:
    """Say why a card cannot be put into the own Stack; source: 6.2."""
    if not state.options.stack:
        return no("option_disabled", option="the Stack")
    if state.turn.stack_added:
        return no("stack_add_spent")
    player = state.players[seat]
    if held(player, command.card) is None:
        return no("card_not_in_hand", card=command.card)
    if stack_owned(player) >= STACK_CAP:
        return no("stack_cap_reached", limit=STACK_CAP)
    return None


def add(draft: ChanicDraft, seat: Seat, command: StackAdd) -> None:
    """Put a card of the hand into the own Stack; source: 6.2, 7.5."""
    draft.emit(StackAdded(seat=seat, card=KIND[command.card]))
    complete(draft)


def refuse_draw(state: State, seat: Seat, command: StackDraw) -> Refusal | None:
    """Say why no Stack Card can be discarded to draw; source: 6.2, R44."""
    if not state.options.stack:
        return no("option_disabled", option="the Stack")
    player = state.players[seat]
    if len(player.hand) >= EMPTIED_HAND:
        return no("hand_too_large", limit=EMPTIED_HAND)
    return not_ready(state, seat, KIND.get(command.stack_card), command.stack_card)


def draw_from(draft: ChanicDraft, seat: Seat, command: StackDraw) -> None:
    """Discard a Stack Card and draw two; source: 6.2, 7.5; W52."""
    discard_from_stack(draft, seat, (KIND[command.stack_card],), "stack")
    complete(draft)
    draw(draft, seat, 2, "stack")


def activate(draft: ChanicDraft) -> None:
    """Let the cards attached in the turn that ends count from now on; source: 5.7, 7.5, R43."""
    hosts = [
        HostCount(seat, item.host, len(item.cards))
        for seat, player in enumerate(draft.state.players)
        for item in player.attached
        if not item.active
    ]
    if hosts:
        draft.emit(AttachmentsActive(hosts=tuple(hosts)))
