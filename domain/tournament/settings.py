"""What a tournament says at its opening beside its format: a cut, what players may do themselves, single rounds."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from domain.record.entries import Clock
from domain.record.members import Bytes32, Count, Part
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


class OfRounds(Part, frozen=True, kw_only=True):
    """What is otherwise in the rounds from `first` to `last`, or to the end: options of the game by name, and the rest.

    `data` is the digest of a card set that a release ships.
    """

    first: Annotated[int, msgspec.Meta(ge=1, le=999)]
    last: Annotated[int, msgspec.Meta(ge=1, le=999)] | None = None
    options: dict[str, Any] = {}
    data: Bytes32 | None = None
    clock: Clock | None = None
    best_of: BestOf | None = None
    decks: Literal["anew"] | None = None  # registered for these rounds, until the first of them is paired


ALL_ROUNDS = OfRounds(first=1)


def of_round(said: Iterable[OfRounds], round: int) -> OfRounds:
    """Return what is otherwise in a round."""
    return next((one for one in said if one.first <= round <= (one.last or round)), ALL_ROUNDS)


def deck_round(said: Iterable[OfRounds], round: int) -> int:
    """Return from which round on the decks are registered that are played in a round."""
    one = of_round(said, round)
    return 1 if one.decks is None else one.first


def are_apart(said: Iterable[OfRounds]) -> bool:
    """Say whether no round is spoken of twice, and none backwards."""
    spans = sorted((one.first, one.last or 999) for one in said)
    follows = all(one[1] < other[0] for one, other in pairwise(spans))
    return follows and all(first <= last for first, last in spans)
