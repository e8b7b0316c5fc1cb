"""What is not legal, and why: the one source of legality."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.fightdrome.messages import ChooseSleeve, DiscardCard, FightdromeCommand, PlayCard, Rest
from domain.games.fightdrome.refusals import no
from domain.games.fightdrome.state import FULL_HAND, State, left_in_stable, rest_granted
from domain.kernel.messages import Concede
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat


def refuse(state: State, seat: Seat, command: FightdromeCommand) -> Refusal | None:
    """Say why a seat may not do this now, by the first check that fails; source: section 6."""
    fight = state.fight
    if state.outcome is not None:
        return no("game_over")
    if seat not in (0, 1):
        return no("not_a_player", seat=seat)
    if type(command) is Concede:
        return None
    if seat not in state.choosing if fight.phase == "choose_sleeve" else seat != fight.seat:
        return no("not_your_decision")
    check = REFUSE.get(type(command))
    return None if check is None else check(state, seat, command)


def _play_card(state: State, seat: Seat, command: PlayCard) -> Refusal | None:
    """Source: 6.1, 7.1."""
    fight, cards = state.fight, state.cards
    phase = fight.phase
    if phase == "choose_sleeve":
        return no("must_choose_sleeve")
    if phase == "stagger_discard":
        return no("must_discard")
    kind = cards.kind_of.get(command.card_id)
    if kind is None or kind not in state.fighters[seat].hand.cards:
        return no("card_not_in_hand", card=command.card_id)
    if phase == "respond":
        assert fight.standing is not None, "an attack stands while it must be answered"
        code = cards.replies[fight.standing][kind]
        if code is None:
            return None
        return no(code, card=cards.title(kind), attack=cards.title(fight.standing))
    return None if kind in cards.attacks else no("attack_required", card=cards.title(kind))


def _discard_card(state: State, seat: Seat, command: DiscardCard) -> Refusal | None:
    """Source: 6.2."""
    if state.fight.phase != "stagger_discard":
        return no("discard_not_offered")
    kind = state.cards.kind_of.get(command.card_id)
    if kind is None or kind not in state.fighters[seat].hand.cards:
        return no("card_not_in_hand", card=command.card_id)
    return None


def _rest(state: State, seat: Seat, command: Rest) -> Refusal | None:
    """Source: 6.3, "Resting", R26, R39."""
    phase = state.fight.phase
    if phase == "stagger_discard":
        return no("must_discard")
    if phase == "choose_sleeve":
        return no("must_choose_sleeve")
    if phase != "choose_attack" or not rest_granted(state):
        return no("rest_not_offered", "by_turns" if state.options.breathing_space else "")
    if len(state.fighters[seat].hand.cards) >= FULL_HAND:
        return no("hand_full", limit=FULL_HAND)
    return None


def _choose_sleeve(state: State, seat: Seat, command: ChooseSleeve) -> Refusal | None:
    """Source: 6.4, R41."""
    stable = left_in_stable(state.fighters[seat].corner)
    if state.fight.phase != "choose_sleeve" or command.sleeve_id not in stable:
        return no("sleeve_not_offered", sleeve=command.sleeve_id)
    return None


REFUSE: Mapping[type[FightdromeCommand], Callable[[State, Seat, Any], Refusal | None]] = {
    PlayCard: _play_card,
    DiscardCard: _discard_card,
    Rest: _rest,
    ChooseSleeve: _choose_sleeve,
}
