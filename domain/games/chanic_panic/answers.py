"""Every kind of question in mid-effect, with what belongs to it (6.4)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chanic_panic.abilities.pool import ABILITY_DECISIONS
from domain.games.chanic_panic.ally import CHOOSE_ALLY_STACK
from domain.games.chanic_panic.decisions import Decision
from domain.games.chanic_panic.messages import Answer, QuestionKind
from domain.games.chanic_panic.triggers import CHOOSE_RESILIENT
from domain.games.chanic_panic.turns import CHOOSE_DRAW, CHOOSE_SACRIFICE

DECISIONS: Mapping[QuestionKind, Decision] = {
    "choose_sacrifice": CHOOSE_SACRIFICE,
    "choose_draw": CHOOSE_DRAW,
    "choose_resilient": CHOOSE_RESILIENT,
    "choose_ally_stack": CHOOSE_ALLY_STACK,
    **ABILITY_DECISIONS,
}

ANSWER_COMMANDS: tuple[type[Answer], ...] = Answer.__args__
