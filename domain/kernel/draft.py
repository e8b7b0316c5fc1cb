"""The draft of what one command does: facts are emitted one by one and evolve the state at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from domain.kernel.chance import Chance
from domain.kernel.messages import Awaited, Step
from domain.kernel.seats import Seat

if TYPE_CHECKING:
    from domain.kernel.game import GameRules
    from domain.kernel.setup import Setup


S = TypeVar("S")
C = TypeVar("C")
F = TypeVar("F")
V = TypeVar("V")


class Draft(Generic[S, F]):
    """A state in the making: `emit` appends a fact and evolves, `push` puts work on the agenda."""

    __slots__ = ("_evolve", "agenda", "chance", "facts", "state")

    def __init__(self, state: S, evolve: Callable[[S, F], S], chance: Chance) -> None:
        self.state = state
        self._evolve = evolve
        self.chance = chance
        self.facts: list[F] = []
        self.agenda: list[Step] = list(getattr(state, "agenda", ()))

    def emit(self, fact: F) -> None:
        """Let a fact happen."""
        self.facts.append(fact)
        self.state = self._evolve(self.state, fact)

    def push(self, *steps: Step) -> None:
        """Put steps on top of the agenda; the first of them is done first."""
        self.agenda.extend(reversed(steps))

    def pop(self) -> Step:
        """Take the topmost step off the agenda: a question that the command answers."""
        return self.agenda.pop()


class Acted(NamedTuple, Generic[S, F]):
    """What one command did: its facts in order, and the state after the last of them."""

    facts: tuple[F, ...]
    state: S


Perform: TypeAlias = Mapping[type[Step], Callable[[Draft[Any, Any], Any], None]]


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


def _settled(rules: GameRules[S, C, F, V], draft: Draft[S, F]) -> Acted[S, F]:
    """Perform the agenda until a question lies on top or the game is over, and say what remains."""
    perform = rules.perform
    agenda = draft.agenda
    while agenda:
        if rules.outcome(draft.state) is not None:
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
