"""How a bout ends, what it counts for, and when the game is over (section 8)."""

from __future__ import annotations

from domain.games.fightdrome.bout import start_bout
from domain.games.fightdrome.messages import (
    BoutEnded,
    BoutReason,
    EndReason,
    FameScored,
    FighterEliminated,
    GameEnded,
)
from domain.games.fightdrome.stable import choose_for
from domain.games.fightdrome.state import FightdromeDraft, State, left_in_stable
from domain.kernel.seats import Seat
from domain.kernel.setup import EndedBy


def end_bout(draft: FightdromeDraft, winner: Seat, reason: BoutReason) -> None:
    """End the bout and go on as the mode says."""
    state = draft.state
    counts = tuple([len(fighter.hand) for fighter in state.fighters])
    draft.emit(BoutEnded(bout=state.bout, winner=winner, loser=1 - winner, reason=reason, hand_counts=counts))
    mode = state.options.mode
    if mode == "fame_match":
        _count_fame(draft)
    elif mode == "epic_tournament":
        _eliminate(draft, 1 - winner)
    else:
        end_game(draft, winner, "bout_won", "play")


def ring_bell(draft: FightdromeDraft) -> None:
    """End the bout by the judges' choice. R37."""
    end_bout(draft, preferred(draft.state), "bell")


def preferred(state: State) -> Seat:
    """Return whom the judges prefer: more cards, then more Fame in hand, then fewer staggers, then who did not begin.

    Source: R37.
    """

    def merits(seat: Seat) -> tuple[int, int, int, bool]:
        fighter = state.fighters[seat]
        return len(fighter.hand), worth(state, seat), -fighter.staggers, seat != state.first_seat

    return max((0, 1), key=merits)


def worth(state: State, seat: Seat) -> int:
    """Return the Fame of a hand. Source: "Card Values"; R36."""
    return sum([state.cards.fame[card] for card in state.fighters[seat].hand])


def end_game(draft: FightdromeDraft, winner: Seat, reason: EndReason, ended_by: EndedBy) -> None:
    """End the game."""
    draft.emit(GameEnded(winner=winner, reason=reason, ended_by=ended_by))


def _count_fame(draft: FightdromeDraft) -> None:
    """Both hands are counted, then the target is tested, then the cap. Source: "How to Win"; R33, R34, R38, R47."""
    for seat in (0, 1):
        state = draft.state
        points = worth(state, seat)
        cards = state.cards.in_order(state.fighters[seat].hand)
        total = state.fighters[seat].corner.fame + points
        draft.emit(FameScored(seat=seat, cards=cards, points=points, total=total))
    state = draft.state
    options = state.options
    mine, yours = [fighter.corner for fighter in state.fighters]
    if mine.fame != yours.fame and max(mine.fame, yours.fame) >= options.fame_target:
        end_game(draft, int(yours.fame > mine.fame), "fame_target", "play")
    elif state.bout >= options.bout_cap:
        ahead = max((0, 1), key=lambda seat: _record(state, seat))
        end_game(draft, ahead, "bout_cap", "limit")
    else:
        start_bout(draft)


def _record(state: State, seat: Seat) -> tuple[int, int, bool]:
    """Return what decides at the bout cap: Fame, then bouts won, then the last bout. R38."""
    corner = state.fighters[seat].corner
    return corner.fame, corner.bouts_won, seat == state.last_winner


def _eliminate(draft: FightdromeDraft, loser: Seat) -> None:
    """Source: "Epic Tournament"; R41."""
    draft.emit(FighterEliminated(seat=loser, sleeve=draft.state.fighters[loser].corner.sleeve))
    left = left_in_stable(draft.state.fighters[loser].corner)
    if not left:
        end_game(draft, 1 - loser, "stable_lost", "play")
    elif len(left) == 1:
        choose_for(draft, loser, left[0])
