"""The active abilities by name, and the questions that they put in the middle of their effects."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chanic_panic.abilities.active import Active
from domain.games.chanic_panic.abilities.boards import BOARDS
from domain.games.chanic_panic.abilities.drawing import DRAWING
from domain.games.chanic_panic.abilities.names import AbilityId
from domain.games.chanic_panic.abilities.questions import (
    CHOOSE_DISCARD,
    CHOOSE_GIFT,
    CHOOSE_HOPEFUL,
    CHOOSE_ORDER,
    CHOOSE_SHUFFLE,
    CHOOSE_TOPDECK,
)
from domain.games.chanic_panic.abilities.taking import TAKING
from domain.games.chanic_panic.decisions import Decision
from domain.games.chanic_panic.messages import QuestionKind

PIECES: tuple[Active, ...] = (*DRAWING, *TAKING, *BOARDS)

ACTIVE: Mapping[AbilityId, Active] = {piece.name: piece for piece in PIECES}

ABILITY_DECISIONS: Mapping[QuestionKind, Decision] = {
    "choose_gift": CHOOSE_GIFT,
    "choose_discard": CHOOSE_DISCARD,
    "choose_topdeck": CHOOSE_TOPDECK,
    "choose_hopeful": CHOOSE_HOPEFUL,
    "choose_shuffle": CHOOSE_SHUFFLE,
    "choose_order": CHOOSE_ORDER,
}
