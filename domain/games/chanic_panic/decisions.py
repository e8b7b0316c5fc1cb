"""Decisions in the middle of an effect (6.4): what belongs to a question, and how it is put and answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from domain.games.chanic_panic.messages import Answer, DecisionMade, DecisionOpened, Question
from domain.games.chanic_panic.state import ChanicDraft, State
from domain.kernel.offers import Offer
from domain.kernel.refusals import Refusal


def _as_said(state: State, asked: Question, command: Any) -> Any:
    """Keep an answer that can be said in one way only."""
    return command


class Decision(NamedTuple):
    """A kind of question: the command that answers it, and everything the rules say of it."""

    command: type[Answer]
    refuse: Callable[[State, Question, Any], Refusal | None]
    answer: Callable[[ChanicDraft, Question, Any], None]
    default: Callable[[State, Question], Answer]  # when the time is up; `refuse` accepts it
    offers: Callable[[State, Question], tuple[Offer, ...]]
    normal: Callable[[State, Question, Any], Answer] = _as_said  # the stored form


def ask(draft: ChanicDraft, asked: Question) -> None:
    """Put a question to a seat; what waits below it on the agenda goes on after the answer."""
    draft.emit(DecisionOpened(seat=asked.seat, kind=asked.kind))
    draft.push(asked)


def take(draft: ChanicDraft, *, by_default: bool = False) -> Question:
    """Take the open question off the agenda: it is answered."""
    asked = draft.pop()
    assert isinstance(asked, Question)
    draft.emit(DecisionMade(seat=asked.seat, kind=asked.kind, by_default=by_default))
    return asked
