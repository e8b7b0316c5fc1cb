"""Who plays in a tournament."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypeAlias

import msgspec

PlayerId: TypeAlias = str
Name: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_.-]{1,64}$")]  # of a player or a tournament
Pair: TypeAlias = frozenset[PlayerId]  # two players, in no order


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A player as a tournament knows them. `number` is the place in the initial order, from 1; FIDE's TPN."""

    id: PlayerId
    number: int
    rating: int | None = None


def pair(one: PlayerId, other: PlayerId) -> Pair:
    """Return two players in no order."""
    return frozenset((one, other))


def in_order(players: Iterable[Player]) -> tuple[Player, ...]:
    """Return players by their place in the initial order."""
    return tuple(sorted(players, key=lambda player: player.number))
