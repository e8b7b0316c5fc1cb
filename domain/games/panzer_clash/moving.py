"""Movement: which paths a unit may take, and what happens on the way.

Source: 6.6, R12 to R14, R31 to R34; rulebook "Units", "Terrain Cards".
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.games.panzer_clash import values
from domain.games.panzer_clash.cards import fits
from domain.games.panzer_clash.field import ADJACENT, AHEAD, COLUMN, HALF, PLACE
from domain.games.panzer_clash.messages import MoveUnit, UnitMoved
from domain.games.panzer_clash.procedures import enter, reveal
from domain.games.panzer_clash.refusals import no
from domain.games.panzer_clash.state import PanzerDraft, State, Unit
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat


def refuse_move(state: State, seat: Seat, command: MoveUnit) -> Refusal | None:
    """Say why a unit cannot take a path, by the checks of 6.6 in their order."""
    unit = state.units.get(command.unit_id)
    if unit is None or unit.owner != seat:
        return no("not_your_unit", unit=command.unit_id)
    if unit.fresh:
        return no("unit_fresh", unit=unit.id)
    if unit.stopped:
        return no("unit_stopped", unit=unit.id)
    path = command.path
    spaces = set(path)
    if not path or len(spaces) != len(path) or unit.space in spaces or not spaces <= PLACE.keys():
        return no("bad_path")
    before = unit.space
    for space in path:
        if space not in _next(state, unit, before):
            return no("not_adjacent", space=space)
        before = space
    return _blocked(state, unit, path) or _exhausted(state, unit, path)


def _next(state: State, unit: Unit, space: str) -> tuple[str, ...]:
    """Return the spaces one step from a space, of which this unit may ask; source: R12, 7.5 `paradrop`."""
    if space not in COLUMN:
        return ADJACENT[space]
    ahead = AHEAD[space]
    if not state.pool.cards[unit.card].paradrop:
        return (ahead,)
    return (ahead, *[drop for drop in HALF[unit.owner] if drop not in state.at and drop != ahead])


def _blocked(state: State, unit: Unit, path: tuple[str, ...]) -> Refusal | None:
    at, units = state.at, state.units
    fly = state.pool.cards[unit.card].fly
    for space in path[:-1]:
        if space not in at:
            return no("path_not_minimal", space=space)
        if not fly and units[at[space]].owner != unit.owner:
            return no("blocked_by_enemy", space=space)
    if path[-1] in at:
        return no("destination_occupied", space=path[-1])
    for space in path[:-1]:
        if would_stop(state, unit, space):
            return no("cannot_pass", space=space)
    return None


def _exhausted(state: State, unit: Unit, path: tuple[str, ...]) -> Refusal | None:
    for spent, space in enumerate((unit.space, *path[:-1])):
        if not _may_step(state, unit, space, spent):
            return no("not_enough_movement", unit=unit.id)
    return None


def _may_step(state: State, unit: Unit, space: str, steps: int) -> bool:
    """Say whether a unit, so many steps on its way, has movement left on a space."""
    if steps:
        unit = replace(unit, space=space, spent=unit.spent + steps)
    return values.movement_left(state, unit) > 0


def would_stop(state: State, unit: Unit, space: str) -> bool:
    """Say whether a unit would be stopped on a space that it enters."""
    pool = state.pool
    kind = pool.cards[unit.card]
    if kind.fly:
        return False
    terrain, placed = state.face_up.get(space), state.modifiers.get(space)
    if terrain is not None and any(fits(word.filter, kind, own=None) for word in pool.cards[terrain].stops):
        return True
    return placed is not None and any(
        fits(word.filter, kind, own=placed.seat == unit.owner) for word in pool.cards[placed.card].stops
    )


def paths(state: State, unit: Unit) -> Iterator[tuple[str, ...]]:
    """Yield every path that a unit may take now, the shorter branch of each step first."""
    if not unit.fresh and not unit.stopped and values.movement_left(state, unit) > 0:
        yield from _onward(state, unit, unit.space, ())


def _onward(state: State, unit: Unit, space: str, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    at, units = state.at, state.units
    for following in _next(state, unit, space):
        there = at.get(following)
        if there is None:
            yield (*path, following)
        elif (
            there != unit.id
            and following not in path
            and (units[there].owner == unit.owner or state.pool.cards[unit.card].fly)
            and not would_stop(state, unit, following)
            and _may_step(state, unit, following, len(path) + 1)
        ):
            yield from _onward(state, unit, following, (*path, following))


def move(draft: PanzerDraft, command: MoveUnit) -> None:
    """Take a unit along a path, step by step, until it ends or the unit is destroyed; source: 6.6, R33."""
    for space in command.path:
        unit = draft.state.units.get(command.unit_id)
        if unit is None:
            return
        if space not in draft.state.face_up:
            reveal(draft, space)
        draft.emit(UnitMoved(unit_id=unit.id, from_=unit.space, to=space, spent=unit.spent + 1))
        enter(draft, unit.id)
