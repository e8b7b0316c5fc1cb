"""What an accepted command does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.fightdrome.ending import end_bout, end_game
from domain.games.fightdrome.fight import bell_rings, draw, must_attack, must_follow_up, must_respond, open_label
from domain.games.fightdrome.messages import (
    CardDiscardedFaceDown,
    CardPlayed,
    ChooseSleeve,
    DiscardCard,
    FightdromeCommand,
    FighterRested,
    FightPaused,
    PlayCard,
    PlayerConceded,
    PlayerTimedOut,
    Rest,
    Role,
)
from domain.games.fightdrome.stable import choose_for
from domain.games.fightdrome.state import FightdromeDraft, Phase
from domain.kernel.messages import Concede, TimeOut
from domain.kernel.seats import Seat

ROLES: Mapping[Phase, Role] = {"choose_attack": "opening", "respond": "response", "follow_feint": "follow_up"}


def decide(draft: FightdromeDraft, seat: Seat, command: FightdromeCommand) -> None:
    """Emit the facts of a command that `refuse` accepts."""
    DECIDE[type(command)](draft, seat, command)


def _play_card(draft: FightdromeDraft, seat: Seat, command: PlayCard) -> None:
    """Source: 6.1; "Playing Cards", "Last Gasp"; R30, R31, R40, R46."""
    state = draft.state
    cards, options, fight = state.cards, state.options, state.fight
    kind = cards.kind_of[command.card_id]
    label = open_label(state, kind)
    draft.emit(CardPlayed(seat=seat, card=label, role=ROLES[fight.phase], onto=fight.standing))
    if kind not in cards.neurochems or (options.last_gasp and not draft.state.fighters[seat].hand.cards):
        draw(draft, seat)
    if not draft.state.fighters[seat].hand.cards and options.empty_hand == "at_once":
        end_bout(draft, 1 - seat, "empty_hand")
    elif bell_rings(draft):
        return
    elif kind in cards.attacks:
        must_respond(draft, 1 - seat)
    elif kind in cards.feints:
        must_follow_up(draft, seat)
    else:
        draft.emit(FightPaused(by_seat=seat, next_seat=1 - seat))
        must_attack(draft, 1 - seat)


def _discard_card(draft: FightdromeDraft, seat: Seat, command: DiscardCard) -> None:
    """Source: 6.2; "Becoming Staggered"; R10, R11."""
    kind = draft.state.cards.kind_of[command.card_id]
    draft.emit(CardDiscardedFaceDown(seat=seat, card=kind))
    if not bell_rings(draft):
        must_attack(draft, 1 - seat)


def _rest(draft: FightdromeDraft, seat: Seat, command: Rest) -> None:
    """Source: 6.3; "Resting", "Breathing Space"; R26, R27, R39."""
    draft.emit(FighterRested(seat=seat))
    draw(draft, seat)
    if not bell_rings(draft):
        must_attack(draft, 1 - seat)


def _choose_sleeve(draft: FightdromeDraft, seat: Seat, command: ChooseSleeve) -> None:
    """Source: 6.4; "Epic Tournament"; R41."""
    choose_for(draft, seat, command.sleeve_id)


def _concede(draft: FightdromeDraft, seat: Seat, command: Concede) -> None:
    """Source: 6.5; R43."""
    draft.emit(PlayerConceded(seat=seat))
    end_game(draft, 1 - seat, "conceded", "concession")


def _time_out(draft: FightdromeDraft, seat: Seat, command: TimeOut) -> None:
    """Every time-out loses the game, the first one too. Source: 6.5; R43."""
    draft.emit(PlayerTimedOut(seat=seat))
    end_game(draft, 1 - seat, "timed_out", "time")


DECIDE: Mapping[type[FightdromeCommand], Callable[[FightdromeDraft, Seat, Any], None]] = {
    PlayCard: _play_card,
    DiscardCard: _discard_card,
    Rest: _rest,
    ChooseSleeve: _choose_sleeve,
    Concede: _concede,
    TimeOut: _time_out,
}
