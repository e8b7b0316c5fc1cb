"""Abilities that a viewer does not know: those dealt, and those kept before everybody has chosen."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from domain.games.chanic_panic.abilities.names import ABILITIES
from domain.games.chanic_panic.choice import pool
from domain.games.chanic_panic.messages import AbilitiesKept, AbilitiesRevealed, ChanicFact
from domain.games.chanic_panic.state import Player, State
from domain.kernel.chance import Chance
from domain.kernel.marks import HIDDEN
from domain.kernel.seats import Seat


def imagined_abilities(state: State, told: Sequence[ChanicFact], chance: Chance) -> tuple[Player, ...]:
    """Return the players with every ability named; what a coming reveal tells is what was kept."""
    if not state.options.specials or all(HIDDEN not in player.dealt + player.kept for player in state.players):
        return state.players
    kept = {seat: player.kept for seat, player in enumerate(state.players) if player.kept and HIDDEN not in player.kept}
    for fact in told:
        if isinstance(fact, AbilitiesRevealed):
            kept.update({one.seat: one.abilities for one in fact.kept})
        elif isinstance(fact, AbilitiesKept) and HIDDEN not in fact.abilities:
            kept[fact.seat] = fact.abilities
    taken = {name for names in kept.values() for name in names}
    taken.update(name for player in state.players for name in player.dealt)
    loose = [name for name in pool(state.options) if name not in taken]
    order = iter([loose[place] for place in chance.shuffle(len(loose), "imagine")])
    players = []
    for seat, player in enumerate(state.players):
        if HIDDEN in player.dealt:
            mine = _shuffled(kept.get(seat, ()), chance)
            rest = [next(order) for _ in range(len(player.dealt) - len(mine))]
            if player.kept:
                mine = _shuffled([*mine, *rest], chance)
            else:  # the first ones dealt, if the time runs out now
                mine += rest
            player = replace(player, dealt=tuple(mine))
        players.append(_chosen(state, seat, player, kept, chance))
    return tuple(players)


def _shuffled(names: Sequence[str], chance: Chance) -> list[str]:
    return [names[place] for place in chance.shuffle(len(names), "imagine")]


def _chosen(state: State, seat: Seat, player: Player, kept: dict[Seat, tuple[str, ...]], chance: Chance) -> Player:
    """Return a player with what was kept under seal: any of those dealt."""
    if HIDDEN not in player.kept:
        return player
    names = kept.get(seat)
    if names is None:
        some = chance.shuffle(len(player.dealt), "imagine")[: state.options.specials]
        names = tuple([player.dealt[place] for place in some])
    return replace(player, kept=tuple([name for name in ABILITIES if name in names]))
