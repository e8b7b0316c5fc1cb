"""What an accepted command does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.panic_clan_inviter.choices import FROM_HAND, choices, targets
from domain.games.panic_clan_inviter.effects import carry_out, chosen, enact, meet, place
from domain.games.panic_clan_inviter.leaving import leave
from domain.games.panic_clan_inviter.messages import (
    ChooseCard,
    ChoosePlayer,
    ChosenBy,
    CostPaid,
    Decline,
    DiscardToLimit,
    DrawTwo,
    EffectDeclined,
    Effects,
    FinishTurn,
    MagicPlayed,
    PanicCommand,
    PassTurn,
    PlaceCard,
    PlayMagic,
    PlayRule,
    Question,
    Resolve,
    TargetChosen,
    TurnPassed,
)
from domain.games.panic_clan_inviter.procedures import discard, draw, open_labels, whole_hand
from domain.games.panic_clan_inviter.refuse import unable_to_draw
from domain.games.panic_clan_inviter.state import HAND_LIMIT, PanicDraft
from domain.games.panic_clan_inviter.turns import finish_turn, resolve
from domain.kernel.draft import Perform
from domain.kernel.messages import Concede, TimeOut
from domain.kernel.seats import Seat

DRAWN_AS_ACTION = 2  # cards; [Flow] A
DRAWN_FOR_RULE = 1  # card; [Flow] C


def decide(draft: PanicDraft, seat: Seat, command: PanicCommand) -> None:
    """Emit the facts of a command that `refuse` accepts."""
    DECIDE[type(command)](draft, seat, command)


def _question(draft: PanicDraft) -> Question:
    """Take the question off the agenda that the command answers."""
    asked = draft.pop()
    assert isinstance(asked, Question)
    return asked


def _act(draft: PanicDraft, seat: Seat, *, passed: bool = False) -> None:
    """Begin the one action of a turn; its end waits below."""
    draft.pop()
    draft.push(FinishTurn(seat=seat, passed=passed))


def _draw_two(draft: PanicDraft, seat: Seat, command: DrawTwo) -> None:
    """Draw two cards; source: section 6; [Flow] A."""
    _act(draft, seat)
    draw(draft, seat, DRAWN_AS_ACTION, "draw_two")


def _place_card(draft: PanicDraft, seat: Seat, command: PlaceCard) -> None:
    """Append a card to the own line; source: section 6; [Flow] B."""
    _act(draft, seat)
    place(draft, seat, command.card, "hand")


def _play_rule(draft: PanicDraft, seat: Seat, command: PlayRule) -> None:
    """Put a rule card into force and draw; source: section 6; [Flow] C; R9."""
    _act(draft, seat)
    enact(draft, seat, command.card, "hand")
    draw(draft, seat, DRAWN_FOR_RULE, "play_rule")


def _play_magic(draft: PanicDraft, seat: Seat, command: PlayMagic) -> None:
    """Play a magic card, pay its cost and carry it out; source: section 6; [Flow] D; R8, R14."""
    _act(draft, seat)
    state = draft.state
    kind = state.cards.kind[command.card]
    draft.emit(MagicPlayed(seat=seat, card=open_labels(state, (kind,))[0]))
    if command.cost_cards:
        cards = state.cards
        paid = cards.in_order([cards.kind[card] for card in command.cost_cards])
        draft.emit(CostPaid(seat=seat, cards=open_labels(draft.state, paid)))
    draft.push(Resolve(seat=seat))
    if state.cards.effects[kind]:
        draft.push(Effects(seat=seat, source=kind))


def _pass_turn(draft: PanicDraft, seat: Seat, command: PassTurn) -> None:
    """End a turn in which nothing can be done; source: section 6; R12."""
    _act(draft, seat, passed=True)
    draft.emit(TurnPassed(seat=seat, turn_no=draft.state.turn.number))


def _choose_player(draft: PanicDraft, seat: Seat, command: ChoosePlayer) -> None:
    asked = _question(draft)
    draft.emit(TargetChosen(seat=seat, target=command.seat, source=asked.source))
    meet(draft, asked, command.seat)


def _choose_card(draft: PanicDraft, seat: Seat, command: ChooseCard, by: ChosenBy = "seat") -> None:
    asked = _question(draft)
    card = draft.state.cards.kind[command.card] if asked.kind in FROM_HAND else command.card
    chosen(draft, asked, card, by)


def _decline(draft: PanicDraft, seat: Seat, command: Decline) -> None:
    draft.emit(EffectDeclined(seat=seat, source=_question(draft).source))


def _discard_to_limit(draft: PanicDraft, seat: Seat, command: DiscardToLimit, by: ChosenBy = "seat") -> None:
    _question(draft)
    cards = draft.state.cards
    discard(draft, seat, cards.in_order([cards.kind[card] for card in command.cards]), "hand_limit", by)


def _concede(draft: PanicDraft, seat: Seat, command: Concede) -> None:
    leave(draft, seat, "concession")


def _time_out(draft: PanicDraft, seat: Seat, command: TimeOut) -> None:
    """Answer for a seat whose time ran out; the final time-out is its concession.

    Source: 8.4. Where nothing is left to draw, the turn is passed.
    """
    if command.final:
        leave(draft, seat, "time")
        return
    state = draft.state
    asked = draft.agenda[-1]
    assert isinstance(asked, Question)
    if asked.kind == "choose_action":
        if unable_to_draw(state) is None:
            _draw_two(draft, seat, DrawTwo())
        else:
            _pass_turn(draft, seat, PassTurn())
    elif asked.kind == "discard_to_limit":
        hand = whole_hand(state, seat)
        _discard_to_limit(draft, seat, DiscardToLimit(cards=hand[: len(hand) - HAND_LIMIT]), "clock")
    elif asked.kind == "choose_player":
        _choose_player(draft, seat, ChoosePlayer(seat=targets(state, asked)[0]))
    elif asked.optional:
        _decline(draft, seat, Decline())
    else:
        _choose_card(draft, seat, ChooseCard(card=choices(state, asked)[0]), "clock")


DECIDE: Mapping[type[PanicCommand], Callable[[PanicDraft, Seat, Any], None]] = {
    DrawTwo: _draw_two,
    PlaceCard: _place_card,
    PlayRule: _play_rule,
    PlayMagic: _play_magic,
    PassTurn: _pass_turn,
    ChoosePlayer: _choose_player,
    ChooseCard: _choose_card,
    Decline: _decline,
    DiscardToLimit: _discard_to_limit,
    Concede: _concede,
    TimeOut: _time_out,
}

PERFORM: Perform = {Effects: carry_out, Resolve: resolve, FinishTurn: finish_turn}
