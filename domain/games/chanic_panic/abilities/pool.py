"""The active abilities by name, and the questions that they put in the middle of their effects."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chanic_panic.abilities.active import Active
from domain.games.chanic_panic.abilities.names import AbilityId
from domain.games.chanic_panic.decisions import Decision
from domain.games.chanic_panic.messages import QuestionKind

PIECES: tuple[Active, ...] = ()

ACTIVE: Mapping[AbilityId, Active] = {piece.name: piece for piece in PIECES}

ABILITY_DECISIONS: Mapping[QuestionKind, Decision] = {}
