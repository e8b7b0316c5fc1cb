"""The passive abilities: pieces that only answer questions (7.4, type P)."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.chanic_panic.abilities.ability import Ability
from domain.games.chanic_panic.abilities.names import AbilityId

PIECES: tuple[Ability, ...] = ()

PASSIVE: Mapping[AbilityId, Ability] = {piece.name: piece for piece in PIECES}
