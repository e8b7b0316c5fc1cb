"""What each word of the vocabulary does; the engine names no card.

An effect that needs a decision puts a question. `MEET` goes on when a player is known, `CHOSEN` when a card is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from domain.games.panic_clan_inviter.cards import Card
from domain.games.panic_clan_inviter.choices import choices, effect_of
from domain.games.panic_clan_inviter.ending import finish
from domain.games.panic_clan_inviter.messages import (
    CardMovedBetweenHands,
    CardTakenFromDiscard,
    ChosenBy,
    DirectionReversed,
    EffectFizzled,
    Effects,
    ExtraTurnsGranted,
    Fizzle,
    HandsSwapped,
    LineCardRemoved,
    NumberCardPlaced,
    Question,
    QuestionKind,
    RuleChanged,
    TurnLossMarked,
)
from domain.games.panic_clan_inviter.procedures import ask, discard, draw, open_labels, whole_hand
from domain.games.panic_clan_inviter.state import PanicDraft, next_seat, still_in
from domain.games.panic_clan_inviter.vocabulary import (
    DiscardChoice,
    DiscardHand,
    DrawCards,
    Effect,
    EnactRule,
    ExtraTurns,
    LoseTurn,
    MoveFromHand,
    PlaceNumber,
    RemoveFromLine,
    ReverseDirection,
    SwapHands,
    TakeFromDiscard,
)
from domain.kernel.messages import tag_of
from domain.kernel.seats import Seat


def carry_out(draft: PanicDraft, work: Effects) -> None:
    """Carry out one effect of a card; those after it wait below."""
    effects = draft.state.cards.effects[work.source]
    if work.at + 1 < len(effects):
        draft.push(Effects(seat=work.seat, source=work.source, at=work.at + 1))
    effect = effects[work.at]
    CARRY_OUT[type(effect)](draft, work, effect)


def place(draft: PanicDraft, seat: Seat, card: Card, origin: Literal["hand", "discard"]) -> None:
    """Append a card to a line; that wins the game, or its effects follow.

    `card` is a kind of the hand or a label of the discard pile. Source: section 7; 8.1; R4 to R6.
    """
    state = draft.state
    kind = state.cards.kind[card]
    label = open_labels(state, (kind,))[0] if origin == "hand" else card
    length = len(state.players[seat].line) + 1
    draft.emit(NumberCardPlaced(seat=seat, card=label, from_=origin, line_length=length))
    if length >= state.goal:
        finish(draft, "line_completed", "play")
    elif state.cards.effects[kind]:
        draft.push(Effects(seat=seat, source=kind))


def enact(draft: PanicDraft, seat: Seat, card: Card, origin: Literal["hand", "discard"]) -> None:
    """Put a rule card into force; the old one goes to the discard pile. No draw."""
    state = draft.state
    label = open_labels(state, (state.cards.kind[card],))[0] if origin == "hand" else card
    draft.emit(RuleChanged(seat=seat, card=label, replaced=state.rule, from_=origin))


def fizzle(draft: PanicDraft, work: Effects, reason: Fizzle, affected: Seat | None = None) -> None:
    """Say that an effect found nothing to do (R43)."""
    effect = draft.state.cards.effects[work.source][work.at]
    draft.emit(
        EffectFizzled(seat=work.seat, source=work.source, effect=tag_of(effect), reason=reason, affected_seat=affected)
    )


def _put(draft: PanicDraft, work: Effects, kind: QuestionKind, *, optional: bool = False, left: int = 1) -> None:
    ask(draft, Question(seat=work.seat, kind=kind, source=work.source, at=work.at, optional=optional, left=left))


def _reverse(draft: PanicDraft, work: Effects, effect: ReverseDirection) -> None:
    """Flip the direction; with two players left the option may give an extra turn; source: R16."""
    state = draft.state
    flipped: Literal["clockwise", "counterclockwise"] = (
        "counterclockwise" if state.direction == "clockwise" else "clockwise"
    )
    draft.emit(DirectionReversed(direction=flipped))
    if state.options.reverse_with_two == "extra_turn" and len(still_in(state)) == 2:
        _grant(draft, work.seat, 1)


def _extra_turns(draft: PanicDraft, work: Effects, effect: ExtraTurns) -> None:
    _grant(draft, work.seat, effect.count)


def _grant(draft: PanicDraft, seat: Seat, count: int) -> None:
    """Add extra turns to those still pending; source: R30."""
    draft.emit(ExtraTurnsGranted(seat=seat, count=count, pending=draft.state.turn.extra + count))


def _draw(draft: PanicDraft, work: Effects, effect: DrawCards) -> None:
    draw(draft, work.seat, effect.count, "effect")


def _discard_choice(draft: PanicDraft, work: Effects, effect: DiscardChoice) -> None:
    if draft.state.players[work.seat].hand.cards:
        _put(draft, work, "choose_own_discard", left=effect.count)
    else:
        fizzle(draft, work, "hand_empty", work.seat)


def _discard_hand(draft: PanicDraft, work: Effects, effect: DiscardHand) -> None:
    discard(draft, work.seat, whole_hand(draft.state, work.seat), "effect", "nobody")


def _aim(draft: PanicDraft, work: Effects, effect: LoseTurn | MoveFromHand | SwapHands) -> None:
    """Concern the next seat, or let the actor choose one."""
    if effect.target == "next":
        MEET[type(effect)](draft, work, effect, next_seat(draft.state, work.seat))
    else:
        _put(draft, work, "choose_player")


def _enact_rule(draft: PanicDraft, work: Effects, effect: EnactRule) -> None:
    """Ask for a rule card; of a hidden hand always, whatever it holds (R25, R26)."""
    if effect.from_ == "hand":
        _put(draft, work, "choose_rule_from_hand", optional=effect.optional)
    else:
        _from_discard(draft, work, "nothing_in_discard", optional=effect.optional)


def _take_from_discard(draft: PanicDraft, work: Effects, effect: TakeFromDiscard) -> None:
    _from_discard(draft, work, "nothing_in_discard", optional=effect.optional)


def _place_number(draft: PanicDraft, work: Effects, effect: PlaceNumber) -> None:
    """Ask for a number card; of a hidden hand always, whatever it holds (R26)."""
    if effect.from_ == "hand":
        _put(draft, work, "choose_number_from_hand", optional=effect.optional)
    else:
        _from_discard(draft, work, "nothing_placeable", optional=effect.optional)


def _from_discard(draft: PanicDraft, work: Effects, reason: Fizzle, *, optional: bool) -> None:
    asked = Question(seat=work.seat, kind="choose_from_discard", source=work.source, at=work.at, optional=optional)
    if choices(draft.state, asked):
        ask(draft, asked)
    else:
        fizzle(draft, work, reason)


def _remove_from_line(draft: PanicDraft, work: Effects, effect: RemoveFromLine) -> None:
    """Take last cards at once, from the next seat on in the current direction, or ask whose or which (R32, R33)."""
    if effect.scope == "chosen_other_last":
        _put(draft, work, "choose_player")
    elif effect.scope in ("any_card", "other_any_card"):
        asked = Question(seat=work.seat, kind="choose_line_card", source=work.source, at=work.at)
        if choices(draft.state, asked):
            ask(draft, asked)
        else:
            fizzle(draft, work, "no_line_card")
    else:
        seat = work.seat
        for _ in still_in(draft.state):
            seat = next_seat(draft.state, seat)
            if seat != work.seat or effect.scope == "each_last":
                _remove_last(draft, work, effect, seat)


def _remove_last(draft: PanicDraft, work: Effects, effect: RemoveFromLine, target: Seat) -> None:
    line = draft.state.players[target].line
    if line:
        _remove(draft, work, effect, target, len(line) - 1)
    else:
        fizzle(draft, work, "line_empty", target)


def _remove(draft: PanicDraft, work: Effects, effect: RemoveFromLine, owner: Seat, index: int) -> None:
    card = draft.state.players[owner].line[index]
    if effect.to == "discard":
        draft.emit(LineCardRemoved(line_seat=owner, index=index, card=card, to="discard"))
    else:
        to = work.seat if effect.to == "actor_hand" else owner
        draft.emit(LineCardRemoved(line_seat=owner, index=index, card=card, to="hand", to_seat=to))


def _lose_turn(draft: PanicDraft, work: Effects, effect: LoseTurn, target: Seat) -> None:
    draft.emit(TurnLossMarked(seat=target))


def _move_from_hand(draft: PanicDraft, work: Effects, effect: MoveFromHand, target: Seat) -> None:
    """Move a random card, or let the target pick; source: section 7, R27, R28."""
    actor = work.seat
    if target == actor and effect.to == "actor":
        fizzle(draft, work, "self_target", target)
    elif not draft.state.players[target].hand.cards:
        fizzle(draft, work, "hand_empty", target)
    elif effect.pick == "random":
        hand = whole_hand(draft.state, target)
        card = hand[draft.chance.pick(len(hand), "random_pick")]
        _leave_hand(draft, work, effect, target, card, "chance")
    elif target == actor:
        _put(draft, work, "choose_own_discard")
    else:
        ask(draft, Question(seat=target, kind="choose_card_to_give", source=work.source, at=work.at))


def _leave_hand(
    draft: PanicDraft, work: Effects, effect: MoveFromHand, target: Seat, card: Card, chosen_by: ChosenBy
) -> None:
    if effect.to == "discard":
        discard(draft, target, (card,), "random" if chosen_by == "chance" else "effect", chosen_by)
    else:
        draft.emit(
            CardMovedBetweenHands(
                from_seat=target, to_seat=work.seat, card=card, source=work.source, chosen_by=chosen_by
            )
        )


def _swap_hands(draft: PanicDraft, work: Effects, effect: SwapHands, target: Seat) -> None:
    """Exchange hands, an empty one too; source: section 7, R29."""
    mine, theirs = whole_hand(draft.state, work.seat), whole_hand(draft.state, target)
    if target == work.seat:
        fizzle(draft, work, "self_target", target)
    elif not mine and not theirs:
        fizzle(draft, work, "both_hands_empty", target)
    else:
        draft.emit(HandsSwapped(seat_a=work.seat, seat_b=target, cards_a=mine, cards_b=theirs))


def meet(draft: PanicDraft, asked: Question, target: Seat) -> None:
    """Go on with the effect that asked for a player."""
    effect = effect_of(draft.state, asked)
    MEET[type(effect)](draft, Effects(seat=asked.seat, source=asked.source, at=asked.at), effect, target)


def chosen(draft: PanicDraft, asked: Question, card: Card, by: ChosenBy) -> None:
    """Go on with the effect that asked for a card: a kind of a hand, or the label of an open card."""
    effect: Any = effect_of(draft.state, asked)
    work = Effects(seat=draft.state.turn.seat, source=asked.source, at=asked.at)
    CHOSEN[type(effect)](draft, work, effect, asked, card, by)


def _discard_chosen(
    draft: PanicDraft, work: Effects, effect: DiscardChoice, asked: Question, card: Card, by: ChosenBy
) -> None:
    discard(draft, work.seat, (card,), "effect", by)
    if asked.left > 1 and draft.state.players[work.seat].hand.cards:
        _put(draft, work, "choose_own_discard", left=asked.left - 1)


def _give_chosen(
    draft: PanicDraft, work: Effects, effect: MoveFromHand, asked: Question, card: Card, by: ChosenBy
) -> None:
    _leave_hand(draft, work, effect, asked.seat, card, by)


def _enact_chosen(
    draft: PanicDraft, work: Effects, effect: EnactRule, asked: Question, card: Card, by: ChosenBy
) -> None:
    enact(draft, work.seat, card, effect.from_)


def _take_chosen(
    draft: PanicDraft, work: Effects, effect: TakeFromDiscard, asked: Question, card: Card, by: ChosenBy
) -> None:
    draft.emit(CardTakenFromDiscard(seat=work.seat, card=card, source=work.source))


def _place_chosen(
    draft: PanicDraft, work: Effects, effect: PlaceNumber, asked: Question, card: Card, by: ChosenBy
) -> None:
    place(draft, work.seat, card, effect.from_)


def _remove_chosen(
    draft: PanicDraft, work: Effects, effect: RemoveFromLine, asked: Question, card: Card, by: ChosenBy
) -> None:
    owner = next(seat for seat, player in enumerate(draft.state.players) if card in player.line)
    _remove(draft, work, effect, owner, draft.state.players[owner].line.index(card))


CARRY_OUT: Mapping[type[Effect], Callable[[PanicDraft, Effects, Any], None]] = {
    ReverseDirection: _reverse,
    LoseTurn: _aim,
    ExtraTurns: _extra_turns,
    DrawCards: _draw,
    DiscardChoice: _discard_choice,
    DiscardHand: _discard_hand,
    MoveFromHand: _aim,
    SwapHands: _aim,
    EnactRule: _enact_rule,
    TakeFromDiscard: _take_from_discard,
    PlaceNumber: _place_number,
    RemoveFromLine: _remove_from_line,
}

MEET: Mapping[type[Effect], Callable[[PanicDraft, Effects, Any, Seat], None]] = {
    LoseTurn: _lose_turn,
    MoveFromHand: _move_from_hand,
    SwapHands: _swap_hands,
    RemoveFromLine: _remove_last,
}

CHOSEN: Mapping[type[Effect], Callable[[PanicDraft, Effects, Any, Question, Card, ChosenBy], None]] = {
    DiscardChoice: _discard_chosen,
    MoveFromHand: _give_chosen,
    EnactRule: _enact_chosen,
    TakeFromDiscard: _take_chosen,
    PlaceNumber: _place_chosen,
    RemoveFromLine: _remove_chosen,
}
