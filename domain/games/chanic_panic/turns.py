"""How a turn starts and ends."""

from __future__ import annotations

from domain.games.chanic_panic.abilities.fold import folded
from domain.games.chanic_panic.cards import BASE_VALUE, HEARTS, KIND, Card
from domain.games.chanic_panic.decisions import Decision, ask
from domain.games.chanic_panic.ending import finish
from domain.games.chanic_panic.messages import (
    ChooseDraw,
    ChooseSacrifice,
    DrawPhase,
    DrawPhaseSkipped,
    FinishTurn,
    PointPhaseStarted,
    ProtectionEnded,
    Question,
    TurnEnd,
    TurnEnded,
    TurnStarted,
)
from domain.games.chanic_panic.presence import gain, has_won
from domain.games.chanic_panic.procedures import complete, destroy, draw, show_top
from domain.games.chanic_panic.refusals import no
from domain.games.chanic_panic.shop import fill
from domain.games.chanic_panic.stack import activate
from domain.games.chanic_panic.state import ChanicDraft, State, after, board
from domain.games.chanic_panic.triggers import hearts_lost
from domain.games.chanic_panic.values import DRAW_ABILITIES_FROM, may_skip_draw, must_sacrifice, point_parts, turn_draw
from domain.kernel.offers import Flag, Offer, OneOf
from domain.kernel.refusals import Refusal
from domain.kernel.seats import Seat

_LOWEST_FIRST = "SDHC"  # of equal base values the suit that a default gives away first; 6.4


def begin_play(draft: ChanicDraft) -> None:
    """Fill the market and let the first seat that is still in begin; source: section 4, 7 and 8."""
    state = draft.state
    if state.market:
        fill(draft)
    first = state.turn.seat
    start_turn(draft, first if state.players[first].standing == "in" else after(state, first))


def start_turn(draft: ChanicDraft, seat: Seat) -> None:
    """Begin a seat's turn: its round, the market, Presence, a sacrifice, then the Draw Phase.

    Source: 5.2; R2, R39.
    """
    draft.emit(TurnStarted(seat=seat, round=draft.state.players[seat].turns + 1))
    options = draft.state.options
    if options.shop:
        fill(draft)
    if options.presence:
        gain(draft, seat)
        if has_won(draft.state, seat):
            finish(draft, "presence", "play", by=seat)
            return
    abilities = draft.state.players[seat].abilities
    if abilities:
        show_top(draft)
        if must_sacrifice(draft.state, seat):
            draft.push(DrawPhase(seat=seat))
            (piece,) = folded(abilities).pieces["must_sacrifice"]
            ask(draft, Question(seat=seat, kind="choose_sacrifice", source=piece.name))
            return
        draw_phase(draft, DrawPhase(seat=seat))
    else:
        _draw(draft, seat)


def draw_phase(draft: ChanicDraft, work: DrawPhase) -> None:
    """Ask whether the Draw Phase is given up, or go through it; source: 5.3, R52."""
    seat = work.seat
    if may_skip_draw(draft.state, seat):
        (piece,) = folded(draft.state.players[seat].abilities).pieces["may_skip_draw"]
        ask(draft, Question(seat=seat, kind="choose_draw", source=piece.name))
    else:
        _draw(draft, seat)


def _draw(draft: ChanicDraft, seat: Seat) -> None:
    """Draw as the turn gives, then as abilities add; source: 5.3; rulebook "1. Draw Phase"; R3, R52."""
    draw(draft, seat, turn_draw(draft.state, seat), "turn")
    player = draft.state.players[seat]
    if player.abilities and player.turns >= DRAW_ABILITIES_FROM:
        for piece in folded(player.abilities).pieces["extra_draw"]:
            draw(draft, seat, piece.extra_draw(0, draft.state, seat), piece.name)
    _point_phase(draft, seat)


def _point_phase(draft: ChanicDraft, seat: Seat) -> None:
    """Give the points; source: 5.4; rulebook "2. Point Phase"; R64."""
    parts = point_parts(draft.state, seat)
    draft.emit(PointPhaseStarted(seat=seat, points=sum([part.points for part in parts]), parts=parts))
    if draft.state.players[seat].abilities:
        complete(draft)


def end_turn(draft: ChanicDraft, reason: TurnEnd) -> None:
    """End the turn in progress; the next seat still in begins, or the round limit is reached.

    Source: 5.7; 8.4; R34.
    """
    seat = draft.state.turn.seat
    draft.emit(TurnEnded(seat=seat, reason=reason))
    if draft.state.options.stack:
        activate(draft)
    player = draft.state.players[seat]
    if player.protected_through and player.protected_through == player.turns:
        draft.emit(ProtectionEnded(seat=seat, through_turn=player.turns))
    state = draft.state
    following = after(state, seat)
    if state.players[following].turns >= state.options.round_limit:
        finish(draft, "round_limit", "limit")
    else:
        start_turn(draft, following)


def finish_turn(draft: ChanicDraft, work: FinishTurn) -> None:
    """End the turn after everything that had to come before."""
    end_turn(draft, work.reason)


def _refuse_sacrifice(state: State, asked: Question, command: ChooseSacrifice) -> Refusal | None:
    return None if command.card in board(state.players[asked.seat]) else no("card_not_on_board", card=command.card)


def _sacrifice(draft: ChanicDraft, asked: Question, command: ChooseSacrifice) -> None:
    """Destroy an own card; the Draw Phase waits for what follows; source: 5.2; 7.4, R30."""
    destroy(draft, asked.seat, (command.card,), asked.seat)
    hearts_lost(draft, asked.seat, {asked.seat: 1} if KIND[command.card][0] == HEARTS else {})


def _default_sacrifice(state: State, asked: Question) -> ChooseSacrifice:
    """The lowest base value; ties Spade, Diamond, Heart, then the earliest (6.4)."""

    def rank(card: Card) -> tuple[int, int]:
        return BASE_VALUE[card], _LOWEST_FIRST.index(card[0])

    return ChooseSacrifice(card=min(board(state.players[asked.seat]), key=rank))


def _offer_sacrifice(state: State, asked: Question) -> tuple[Offer, ...]:
    return (Offer("choose_sacrifice", {"card": OneOf(board(state.players[asked.seat]))}),)


CHOOSE_SACRIFICE = Decision(ChooseSacrifice, _refuse_sacrifice, _sacrifice, _default_sacrifice, _offer_sacrifice)


def _refuse_draw(state: State, asked: Question, command: ChooseDraw) -> Refusal | None:
    return None


def _choose_draw(draft: ChanicDraft, asked: Question, command: ChooseDraw) -> None:
    """Go through the Draw Phase, or straight to the points; source: 5.3, R52."""
    if command.skip:
        draft.emit(DrawPhaseSkipped(seat=asked.seat))
        _point_phase(draft, asked.seat)
    else:
        _draw(draft, asked.seat)


def _default_draw(state: State, asked: Question) -> ChooseDraw:
    """Do not skip (6.4)."""
    return ChooseDraw(skip=False)


def _offer_draw(state: State, asked: Question) -> tuple[Offer, ...]:
    return (Offer("choose_draw", {"skip": Flag()}),)


CHOOSE_DRAW = Decision(ChooseDraw, _refuse_draw, _choose_draw, _default_draw, _offer_draw)
