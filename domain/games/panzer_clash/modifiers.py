"""Where a waiting Terrain Modifier may go; source: 6.4, R35 to R38; rulebook "Terrain Modifiers"."""

from __future__ import annotations

from domain.games.panzer_clash.field import ADJACENT, BACK_LINE, FIELD, INDUSTRY, PLACE
from domain.games.panzer_clash.messages import ModifierPlaced, PlaceModifier
from domain.games.panzer_clash.procedures import check
from domain.games.panzer_clash.refusals import no
from domain.games.panzer_clash.state import PanzerDraft, State
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat


def waiting(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the own Industry spaces on which a modifier waits, columns a to e."""
    stacks = zip(INDUSTRY[seat], state.players[seat].stacks, strict=True)
    return tuple([space for space, stack in stacks if stack.card is not None and stack.subtype is None])


def placeable(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the field spaces that take a seat's modifier now, a1 to e4."""
    return tuple([space for space in FIELD if space not in state.modifiers and _belongs(state, seat, space)])


def _belongs(state: State, seat: Seat, space: str) -> bool:
    at, units = state.at, state.units
    if space in at:
        return units[at[space]].owner == seat
    if space in BACK_LINE[seat]:
        return True
    return any(near in at and units[at[near]].owner == seat for near in ADJACENT[space])


def refuse_placement(state: State, seat: Seat, command: PlaceModifier) -> Refusal | None:
    """Say why a modifier cannot be placed there."""
    if command.from_ not in waiting(state, seat):
        return no("no_waiting_modifier", space=command.from_)
    if command.space not in PLACE or command.space in state.modifiers:
        return no("space_has_modifier", space=command.space)
    if not _belongs(state, seat, command.space):
        return no("illegal_placement", space=command.space)
    return None


def place(draft: PanzerDraft, seat: Seat, from_: str, space: str) -> None:
    """Put a waiting modifier on the field; face-down terrain stays so (R37)."""
    card = draft.state.players[seat].stacks[INDUSTRY[seat].index(from_)].card
    assert card is not None
    draft.emit(ModifierPlaced(seat=seat, card=card, from_=from_, space=space))
    check(draft)
