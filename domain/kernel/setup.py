"""What a game starts from, and what it ends with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

import msgspec

from domain.kernel.seats import Seat

EndedBy = Literal["play", "concession", "time", "limit", "abandoned", "ruling"]


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Base of a game's options; every field has a default. All of them stand in entry 1."""


class Edition(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Base of a game's editions: the switches and tables that one version of its rules decides by.

    A new switch has the old behaviour as its default and so leaves the digests of earlier editions as they were.
    """

    version: int


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """A game before its first fact: seats, options, the edition of the rules, the parsed data set (or none)."""

    seats: int
    options: Any  # the game's Options
    edition: Any  # the game's Edition
    data: Any = None


class Place(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rank and who shares it."""

    place: Annotated[int, msgspec.Meta(ge=0)]  # from 1; in a record no number here is negative
    seats: tuple[Annotated[Seat, msgspec.Meta(ge=0)], ...]


class Outcome(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a game ended: places with ties, points by seat, the kernel's `ended_by` and the game's own reason."""

    places: tuple[Place, ...]
    ended_by: EndedBy
    reason: str
    points: tuple[int, ...] | None = None

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats that share the first place."""
        return self.places[0].seats if self.places else ()


class Demonstration(NamedTuple):
    """A table that `make run` lets bots play: its label, options, and one bot's name for each seat."""

    label: str
    options: Mapping[str, Any]
    bots: tuple[str, ...]


class BenchRow(NamedTuple):
    """A kind of table that the benchmarks measure."""

    label: str
    seats: int
    options: Mapping[str, Any]
