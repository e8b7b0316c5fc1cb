"""What waits on the agenda: a question to a seat, and work that follows it."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from domain.games.chanic_panic.messages.words import AbilityId, Card, QuestionKind, Suit, TurnEnd
from domain.kernel.marks import Public
from domain.kernel.messages import Step
from domain.kernel.seats import Seat


class Question(Step, tag="question", frozen=True, kw_only=True):
    """A seat decides (6.4).

    `source` is the ability that asks and `by` the seat that used it, where that is another one. `value` is the base
    value, or `suit` the suit, that the hand of whoever is asked is known to hold; `shown` is the card of the other seat
    whose base value that is. `count` is how many cards of the deck are put in order. `left` is how many more times the
    same may be asked, this time included.
    """

    seat: Seat
    kind: QuestionKind
    source: AbilityId | None = None
    by: Seat | None = None
    value: int = 0
    suit: Suit | None = None
    shown: Annotated[Card | None, Public()] = None
    count: int = 0
    left: int = 1


class DrawPhase(Step, tag="draw_phase", frozen=True, kw_only=True):
    """The turn goes on with the Draw Phase (5.3)."""

    seat: Seat


class ReplaceHearts(Step, tag="replace_hearts", frozen=True, kw_only=True):
    """A seat that lost Hearts may play others for them, at most so many (R63)."""

    seat: Seat
    left: int


class FinishTurn(Step, tag="finish_turn", frozen=True, kw_only=True):
    """The turn in progress ends (5.7)."""

    reason: TurnEnd


ChanicStep: TypeAlias = Question | DrawPhase | ReplaceHearts | FinishTurn
