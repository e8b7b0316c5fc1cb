"""What a tournament says at its opening beside its format: the cut to a knock-out."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from domain.record.members import Part
from domain.tournament.matches import BestOf


class CutSaid(Part, frozen=True, kw_only=True):
    """After all rounds the first so many go on in a knock-out, seeded by the standings; matches as before if absent."""

    players: Annotated[int, msgspec.Meta(ge=2, le=999)]
    losses: Literal[1, 2] = 1
    drawn: Literal["higher_seed", "replay"] = "higher_seed"
    best_of: BestOf | None = None
