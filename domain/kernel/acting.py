"""Carrying out a command: the pure function around `decide`, and the agenda performed to its end."""

from __future__ import annotations

from typing import Any, Generic, NamedTuple, TypeVar

from domain.kernel.chance import Chance
from domain.kernel.draft import Draft
from domain.kernel.game import GameRules
from domain.kernel.messages import Awaited
from domain.kernel.seats import Seat
from domain.kernel.setup import Setup

S = TypeVar("S")
C = TypeVar("C")
F = TypeVar("F")
V = TypeVar("V")


class Acted(NamedTuple, Generic[S, F]):
    """What one command did: its facts in order, and the state after the last of them."""

    facts: tuple[F, ...]
    state: S


def act(rules: GameRules[S, C, F, V], state: S, seat: Seat, command: C, chance: Chance) -> Acted[S, F]:
    """Carry out a command that `refuse` accepts, with everything that follows by itself."""
    draft: Draft[S, F] = Draft(state, rules.evolve, chance)
    rules.decide(draft, seat, command)
    return _settled(rules, draft)


def deal(rules: GameRules[S, C, F, V], setup: Setup, chance: Chance) -> Acted[S, F]:
    """Let a game begin."""
    draft: Draft[S, F] = Draft(rules.empty(setup), rules.evolve, chance)
    rules.deal(draft, setup)
    return _settled(rules, draft)


def reshuffle(rules: GameRules[S, C, F, V], state: S, chance: Chance) -> Acted[S, F]:
    """Put what lies face down for everybody in a new order; nobody is asked anything else by it."""
    draft: Draft[S, F] = Draft(state, rules.evolve, chance)
    rules.reshuffle_unseen(draft)
    return Acted(tuple(draft.facts), draft.state)


def _settled(rules: GameRules[S, C, F, V], draft: Draft[S, F]) -> Acted[S, F]:
    """Perform the agenda until a question lies on top or the game is over, and say what remains."""
    agenda = draft.agenda
    perform, outcome = rules.perform, rules.outcome
    while agenda:
        if outcome(draft.state) is not None:
            agenda.clear()
            break
        work = perform.get(type(agenda[-1]))
        if work is None:
            break
        work(draft, agenda.pop())
    left = tuple(agenda)
    if left != getattr(draft.state, "agenda", ()):
        fact: Any = Awaited(agenda=left)
        draft.emit(fact)
    return Acted(tuple(draft.facts), draft.state)
