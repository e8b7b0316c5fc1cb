"""Folding: which of a player's abilities answer a question, by layer, then by age; found out once for each set."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from domain.games.chanic_panic.abilities.ability import QUESTIONS, Ability
from domain.games.chanic_panic.abilities.names import AbilityId
from domain.games.chanic_panic.abilities.passive import PASSIVE

KNOWN_SETS = 4096  # sets of abilities whose answers are kept at hand; a table of ten seats has ten


class Folded:
    """For each question the answers of those abilities that have one, in their order."""

    def __init__(self, abilities: tuple[Ability, ...]) -> None:
        self.pieces: dict[str, tuple[Ability, ...]] = {}  # for answers that are carried out in the ability's name
        for question in QUESTIONS:
            pieces = tuple([one for one in abilities if question in _answered(type(one))])
            self.pieces[question] = pieces
            setattr(self, question, tuple([getattr(one, question) for one in pieces]))

    def __getattr__(self, question: str) -> tuple[Callable[..., Any], ...]:
        """Only for the type checker: each question is an attribute."""
        raise AttributeError(question)


def _answered(cls: type[Ability]) -> frozenset[str]:
    return frozenset([name for name in QUESTIONS if getattr(cls, name) is not getattr(Ability, name)])


@lru_cache(maxsize=KNOWN_SETS)
def folded(abilities: tuple[AbilityId, ...]) -> Folded:
    """Return how these abilities, the oldest first, answer the questions."""
    pieces = [PASSIVE[name] for name in abilities if name in PASSIVE]
    return Folded(tuple(sorted(pieces, key=lambda piece: piece.layer)))
