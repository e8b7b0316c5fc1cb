"""What a tournament says at its opening beside its format: the cut to a knock-out, what players may do themselves."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from domain.record.members import Count, Part
from domain.tournament.matches import BestOf

TimeZone: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+){0,2}$", max_length=64)]
DrawByAgreement: TypeAlias = Literal["never", "before_start", "any_time"]


class CutSaid(Part, frozen=True, kw_only=True):
    """After all rounds the first so many go on in a knock-out, seeded by the standings; matches as before if absent."""

    players: Annotated[int, msgspec.Meta(ge=2, le=999)]
    losses: Literal[1, 2] = 1
    drawn: Literal["higher_seed", "replay"] = "higher_seed"
    best_of: BestOf | None = None


class OwnByes(Part, frozen=True, kw_only=True):
    """How many rounds a player may sit out by its own request, for half or no points, up to the round `last`."""

    half: Count = 0
    zero: Count = 0
    last: Count | None = None
