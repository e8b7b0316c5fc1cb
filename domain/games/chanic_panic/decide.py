"""What an accepted command does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from domain.games.chanic_panic.abilities.fold import folded
from domain.games.chanic_panic.abilities.pool import ACTIVE
from domain.games.chanic_panic.ally import use_ally
from domain.games.chanic_panic.answers import ANSWER_COMMANDS, DECISIONS
from domain.games.chanic_panic.attack import strike
from domain.games.chanic_panic.cards import KIND, SPADES, STACKED, Card, by_rank
from domain.games.chanic_panic.choice import choose, default_choice, open_when_all_chose
from domain.games.chanic_panic.clubs import play_club, play_on_club
from domain.games.chanic_panic.decisions import take
from domain.games.chanic_panic.ending import lay_down, won
from domain.games.chanic_panic.messages import (
    Answer,
    Attack,
    BuyCard,
    Bypass,
    ChanicCommand,
    ChooseAbilities,
    DrawPhase,
    EndTurn,
    FinishTurn,
    PanicUsed,
    PlayClub,
    PlayerConceded,
    PlayUtility,
    PointsGained,
    PointsPaid,
    ProtectionStarted,
    Question,
    ReplaceHearts,
    StackAdd,
    StackDraw,
    TraderUsed,
    UseAbility,
    UseAlly,
    UsePanic,
    UseTrader,
)
from domain.games.chanic_panic.playing import lay
from domain.games.chanic_panic.procedures import (
    complete,
    discard_from_board,
    discard_from_hand,
    discard_from_stack,
    draw,
    open_labels,
)
from domain.games.chanic_panic.shop import buy
from domain.games.chanic_panic.stack import add, draw_from
from domain.games.chanic_panic.state import ChanicDraft, question
from domain.games.chanic_panic.teams import next_opponent
from domain.games.chanic_panic.triggers import replace_hearts
from domain.games.chanic_panic.turns import draw_phase, end_turn, finish_turn
from domain.games.chanic_panic.values import cost
from domain.kernel.draft import Perform
from domain.kernel.messages import Concede, Step, TimeOut
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
    if turn.phase == "point_phase":
        price = cost(state, seat, kind)
        draft.emit(PointsPaid(seat=seat, amount=price, reason="utility", left=turn.points - price))
        lay(draft, seat, kind, "points", command.attach)
    else:
        (label,) = open_labels(state, (kind,))
        play_on_club(draft, seat, label, "club", by_rank(command.attach))
    complete(draft)


def _play_club(draft: ChanicDraft, seat: Seat, command: PlayClub) -> None:
    """Play a Club of the hand; source: 6.2."""
    (label,) = open_labels(draft.state, (KIND[command.card],))
    play_club(draft, seat, label, "hand")


def _use_trader(draft: ChanicDraft, seat: Seat, command: UseTrader) -> None:
    """Discard two cards, of the hand or the Stack, and draw one; source: 7.3, 7.5; rulebook "Abilities"; R14, H1."""
    draft.emit(TraderUsed(seat=seat))
    if draft.state.options.stack:
        _discard_offered(draft, seat, command.discards)
    else:
        discard_from_hand(draft, seat, command.discards, "trader")
    complete(draft)
    draw(draft, seat, 1, "trader")
    abilities = draft.state.players[seat].abilities
    if abilities and draft.state.turn.phase == "point_phase":
        for piece in folded(abilities).pieces["trader_points"]:
            points = piece.trader_points(0, draft.state, seat)
            left = draft.state.turn.points + points
            draft.emit(PointsGained(seat=seat, amount=points, reason=piece.name, left=left))


def _discard_offered(draft: ChanicDraft, seat: Seat, cards: tuple[Card, ...]) -> None:
    """Discard cards of the hand, then those of the Stack; source: 7.5."""
    of_stack = [card[1:] for card in cards if card[0] == STACKED]
    if len(of_stack) < len(cards):
        discard_from_hand(draft, seat, [card for card in cards if card[0] != STACKED], "trader")
    if of_stack:
        discard_from_stack(draft, seat, of_stack, "trader")


def _use_panic(draft: ChanicDraft, seat: Seat, command: UsePanic) -> None:
    """Discard the own Spades and those on the next opponent's board, start the protection and end the turn.

    The Spades of the hand are a fact even when there are none (H2), and lie in the order of the pack (H1).
    Source: 7.3; rulebook "Abilities"; R32 to R34, R68.
    """
    target = next_opponent(draft.state, seat)
    draft.emit(PanicUsed(seat=seat, target=target))
    player = draft.state.players[seat]
    discard_from_hand(draft, seat, [card for card in player.hand if card[0] == SPADES], "panic")
    for owner in (seat, target):
        spades = draft.state.players[owner].spades
        if spades:
            discard_from_board(draft, owner, spades, "panic")
        complete(draft)
    draft.emit(ProtectionStarted(seat=seat, through_turn=player.turns + 1))
    end_turn(draft, "panic")


def _use_ability(draft: ChanicDraft, seat: Seat, command: UseAbility) -> None:
    """Use an active special ability; source: 7.4."""
    ACTIVE[command.ability].use(draft, seat, command)


def _answer(draft: ChanicDraft, seat: Seat, command: Answer) -> None:
    """Answer the open question; what waited for it goes on; source: 6.4."""
    asked = take(draft)
    DECISIONS[asked.kind].answer(draft, asked, command)


def _end_turn(draft: ChanicDraft, seat: Seat, command: EndTurn) -> None:
    end_turn(draft, "chosen")


def _concede(draft: ChanicDraft, seat: Seat, command: Concede) -> None:
    _withdraw(draft, seat, "conceded")


def _time_out(draft: ChanicDraft, seat: Seat, command: TimeOut) -> None:
    """Answer for a seat whose time ran out, or end its turn; the final time-out forfeits the seat; source: 6.5."""
    if command.final:
        _withdraw(draft, seat, "time")
    elif draft.state.turn.phase == "ability_choice":
        choose(draft, seat, default_choice(draft.state, seat))
    elif question(draft.state) is not None:
        _default(draft)
    else:
        end_turn(draft, "timeout")


def _default(draft: ChanicDraft) -> None:
    """Answer the open question as the rules say for a seat that does not; source: 6.4."""
    asked = take(draft, by_default=True)
    decision = DECISIONS[asked.kind]
    decision.answer(draft, asked, decision.default(draft.state, asked))


def _withdraw(draft: ChanicDraft, seat: Seat, why: Literal["conceded", "time"]) -> None:
    """Take a seat out of the game without an attack; if it was on turn, the turn ends.

    Its open decision is answered with the default, and what is left of its own effect stops. Source: 8.3, R67.
    """
    asked = question(draft.state)
    if asked is not None and asked.seat == seat:
        _default(draft)
    draft.emit(PlayerConceded(seat=seat, why=why))
    lay_down(draft, seat)
    if won(draft, "concession", "concession" if why == "conceded" else "time"):
        return
    if draft.state.turn.phase == "ability_choice":
        open_when_all_chose(draft)
    elif draft.state.turn.seat == seat:
        draft.agenda[:] = [step for step in draft.agenda if _goes_on(step, seat)]
        draft.agenda.insert(0, FinishTurn(reason="conceded" if why == "conceded" else "timeout"))
    else:
        draft.agenda[:] = [step for step in draft.agenda if getattr(step, "seat", None) != seat]


def _goes_on(step: Step, gone: Seat) -> bool:
    """Say whether a step outlives the turn player that left: only Hearts played for lost ones do (R67)."""
    if isinstance(step, Question) and step.kind != "choose_resilient":
        return False
    return isinstance(step, ReplaceHearts | Question) and step.seat != gone


DECIDE: Mapping[type[ChanicCommand], Callable[[ChanicDraft, Seat, Any], None]] = {
    PlayUtility: _play_utility,
    PlayClub: _play_club,
    Attack: strike,
    Bypass: strike,
    UseTrader: _use_trader,
    UsePanic: _use_panic,
    UseAlly: use_ally,
    UseAbility: _use_ability,
    StackAdd: add,
    StackDraw: draw_from,
    BuyCard: buy,
    EndTurn: _end_turn,
    ChooseAbilities: choose,
    **dict.fromkeys(ANSWER_COMMANDS, _answer),
    Concede: _concede,
    TimeOut: _time_out,
}

PERFORM: Perform = {DrawPhase: draw_phase, ReplaceHearts: replace_hearts, FinishTurn: finish_turn}
