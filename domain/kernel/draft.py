"""The draft of what one command does: facts are emitted one by one and evolve the state at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeAlias, TypeVar

from domain.kernel.chance import Chance
from domain.kernel.messages import Step

S = TypeVar("S")
F = TypeVar("F")


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
        self.agenda += steps[::-1]

    def pop(self) -> Step:
        """Take the topmost step off the agenda: a question that the command answers."""
        return self.agenda.pop()


Perform: TypeAlias = Mapping[type[Step], Callable[[Draft[Any, Any], Any], None]]
