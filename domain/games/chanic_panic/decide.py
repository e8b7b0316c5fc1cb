"""What an accepted command does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from domain.games.chanic_panic.attack import strike
from domain.games.chanic_panic.cards import KIND, SPADES, by_rank
from domain.games.chanic_panic.ending import lay_down, won
from domain.games.chanic_panic.messages import (
    AllowanceOpened,
    AllowanceUsed,
    Attack,
    Bypass,
    CardsDiscarded,
    ChanicCommand,
    ClubPhaseStarted,
    ClubPlayed,
    EndTurn,
    PanicUsed,
    PlayClub,
    PlayerConceded,
    PlayUtility,
    PointsPaid,
    ProtectionStarted,
    TraderUsed,
    UsePanic,
    UseTrader,
    UtilityPlayed,
)
from domain.games.chanic_panic.procedures import draw, open_labels, refill
from domain.games.chanic_panic.state import ChanicDraft, after
from domain.games.chanic_panic.turns import end_turn
from domain.games.chanic_panic.values import club_draw, club_value, cost
from domain.kernel.messages import Concede, TimeOut
from domain.kernel.seats import Seat


def decide(draft: ChanicDraft, seat: Seat, command: ChanicCommand) -> None:
    """Emit the facts of a command that `refuse` accepts."""
    DECIDE[type(command)](draft, seat, command)


def _play_utility(draft: ChanicDraft, seat: Seat, command: PlayUtility) -> None:
    """Pay for a card with points or with the allowance and lay it on the board.

    Source: 6.2; rulebook "2. Point Phase", "Club Mechanics".
    """
    state = draft.state
    turn = state.turn
    kind = KIND[command.card]
    source: Literal["points", "club"] = "points"
    if turn.phase == "point_phase":
        price = cost(state, seat, kind)
        draft.emit(PointsPaid(seat=seat, amount=price, reason="utility", left=turn.points - price))
    else:
        source = "club"
        draft.emit(AllowanceUsed(value=turn.last_club, source="played"))
    (label,) = open_labels(state, (kind,))
    draft.emit(UtilityPlayed(seat=seat, card=label, source=source))


def _play_club(draft: ChanicDraft, seat: Seat, command: PlayClub) -> None:
    """Discard a Club, begin the Club Phase if need be, open the allowance and draw.

    Source: 6.2; rulebook "Club Mechanics", "Club Chaining"; R7, R8, R10.
    """
    state = draft.state
    kind = KIND[command.card]
    value = club_value(state, seat, kind)
    (label,) = open_labels(state, (kind,))
    draft.emit(ClubPlayed(seat=seat, card=label, value=value, from_="hand"))
    if state.turn.phase == "point_phase":
        draft.emit(ClubPhaseStarted(seat=seat, points_lost=state.turn.points))
    refill(draft)
    draft.emit(AllowanceOpened(value=value, source="played"))
    draw(draft, seat, club_draw(draft.state, seat, kind), "club")


def _use_trader(draft: ChanicDraft, seat: Seat, command: UseTrader) -> None:
    """Discard two cards and draw one; source: 7.3; rulebook "Abilities"; R14, H1."""
    draft.emit(TraderUsed(seat=seat))
    labels = open_labels(draft.state, by_rank(command.discards))
    draft.emit(CardsDiscarded(seat=seat, cards=labels, from_="hand", reason="trader"))
    refill(draft)
    draw(draft, seat, 1, "trader")


def _use_panic(draft: ChanicDraft, seat: Seat, command: UsePanic) -> None:
    """Discard the own Spades and those on the next opponent's board, start the protection and end the turn.

    The Spades of the hand are a fact even when there are none (H2), and lie in the order of the pack (H1).
    Source: 7.3; rulebook "Abilities"; R32 to R34, R68.
    """
    target = after(draft.state, seat)
    draft.emit(PanicUsed(seat=seat, target=target))
    player = draft.state.players[seat]
    held = open_labels(draft.state, by_rank(tuple([card for card in player.hand if card[0] == SPADES])))
    draft.emit(CardsDiscarded(seat=seat, cards=held, from_="hand", reason="panic"))
    for owner in (seat, target):
        spades = draft.state.players[owner].spades
        if spades:
            draft.emit(CardsDiscarded(seat=owner, cards=spades, from_="board", reason="panic"))
        refill(draft)
    draft.emit(ProtectionStarted(seat=seat, through_turn=player.turns + 1))
    end_turn(draft, "panic")


def _end_turn(draft: ChanicDraft, seat: Seat, command: EndTurn) -> None:
    end_turn(draft, "chosen")


def _concede(draft: ChanicDraft, seat: Seat, command: Concede) -> None:
    _withdraw(draft, seat, "conceded")


def _time_out(draft: ChanicDraft, seat: Seat, command: TimeOut) -> None:
    """End the turn for a seat whose time ran out; the final time-out forfeits the seat; source: 6.5."""
    if command.final:
        _withdraw(draft, seat, "time")
    else:
        end_turn(draft, "timeout")


def _withdraw(draft: ChanicDraft, seat: Seat, why: Literal["conceded", "time"]) -> None:
    """Take a seat out of the game without an attack; if it was on turn, the turn ends.

    Source: 8.3.
    """
    draft.emit(PlayerConceded(seat=seat, why=why))
    lay_down(draft, seat)
    if won(draft, "concession", "concession" if why == "conceded" else "time"):
        return
    if draft.state.turn.seat == seat:
        end_turn(draft, "conceded" if why == "conceded" else "timeout")


DECIDE: Mapping[type[ChanicCommand], Callable[[ChanicDraft, Seat, Any], None]] = {
    PlayUtility: _play_utility,
    PlayClub: _play_club,
    Attack: strike,
    Bypass: strike,
    UseTrader: _use_trader,
    UsePanic: _use_panic,
    EndTurn: _end_turn,
    Concede: _concede,
    TimeOut: _time_out,
}
