"""Possible worlds: fill the unknown hands, decks, discards, box and choices of a redacted state."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from domain.games.fightdrome.bout import overstimulated
from domain.games.fightdrome.cards import Card, Sleeve
from domain.games.fightdrome.ending import preferred
from domain.games.fightdrome.imagine.filling import Filling
from domain.games.fightdrome.imagine.tracing import Traced
from domain.games.fightdrome.messages import FightdromeFact, FightersRevealed
from domain.games.fightdrome.state import Fighter, State, left_in_stable
from domain.kernel.cards.unknowns import NoWorldError
from domain.kernel.cards.zones import Bag, Stack
from domain.kernel.chance import Chance
from domain.kernel.marks import HIDDEN

TRIES = 100  # of a world that the rules or the judges would not have left like this


def imagine(state: State, chance: Chance, told: Sequence[FightdromeFact] = ()) -> State:
    """Return a full state that agrees with what is known and lets the told facts follow.

    Decks hold what their characters say, of one box; hands what the open question and the told facts prove. Raises
    `NoWorldError` if there is none, or none was found in 100 tries.
    """
    state = _with_choices(state, chance, told)
    if not any(HIDDEN in zone for fighter in state.fighters for zone in (fighter.hand, fighter.deck, fighter.discard)):
        return state
    for _ in range(TRIES):
        world = _world(state, chance, told)
        if world is not None:
            return world
    raise NoWorldError(f"none of {TRIES} worlds agrees with the rules or the judges")


def _world(state: State, chance: Chance, told: Sequence[FightdromeFact]) -> State | None:
    traced = Traced(state, chance)
    traced.follow(told)
    filling = Filling(traced, chance)
    filled = filling.filled

    def real(places: Sequence[str]) -> tuple[Card, ...]:
        return tuple([filled.get(place, place) for place in places])

    if traced.judged is not None:
        hands = [Bag(real(hand)) for hand in traced.hands]
        one, other = [replace(fighter, hand=hand) for fighter, hand in zip(state.fighters, hands, strict=True)]
        if preferred(replace(state, fighters=(one, other))) != traced.judged:
            return None
    one, other = [
        Fighter(
            hand=Bag(real(traced.start[seat])),
            deck=Stack(real(traced.start[2 + seat])),
            discard=Stack(real(traced.start[4 + seat])),
            staggers=fighter.staggers,
            corner=fighter.corner,
        )
        for seat, fighter in enumerate(state.fighters)
    ]
    world = replace(state, fighters=(one, other), box=filling.box)
    return world if _hands_stand(world) else None


def _hands_stand(world: State) -> bool:
    """Say whether the hands that a bout has just begun with are such as need not be shown (R7)."""
    if world.fight.cause != "bout_start":
        return True
    return all(overstimulated(world.cards, fighter.hand.cards) is None for fighter in world.fighters)


def _with_choices(state: State, chance: Chance, told: Sequence[FightdromeFact]) -> State:
    """Return the state with a Sleeve for every choice that is not revealed yet."""
    revealed = {
        reveal.seat: reveal.sleeve for fact in told if isinstance(fact, FightersRevealed) for reveal in fact.fighters
    }
    one, other = [_with_choice(fighter, revealed.get(seat), chance) for seat, fighter in enumerate(state.fighters)]
    return replace(state, fighters=(one, other))


def _with_choice(fighter: Fighter, revealed: Sleeve | None, chance: Chance) -> Fighter:
    corner = fighter.corner
    if corner.chosen != HIDDEN:
        return fighter
    if revealed is None:
        stable = left_in_stable(corner)
        revealed = stable[chance.pick(len(stable), "imagine")]
    return replace(fighter, corner=replace(corner, chosen=revealed))
