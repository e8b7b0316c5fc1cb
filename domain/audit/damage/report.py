"""What a damage report says: what each seat learned since an entry, and what going back there would cost."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from domain.kernel.seats import Seat

Grade: TypeAlias = Literal["clean", "slight", "serious", "irreparable"]
GRADES: tuple[Grade, ...] = ("clean", "slight", "serious", "irreparable")  # each worse than the one before
Order: TypeAlias = Literal["keep", "reshuffle"]
Lay: TypeAlias = Annotated[
    Literal["held", "unseen", "open"],
    msgspec.Meta(description="where a card lay at the goal: in another seat's hand, face down for everybody, neither"),
]
ReasonCode: TypeAlias = Literal[
    "answered", "long", "chance", "held", "hand_known", "coming", "new_order", "choices", "secrets", "unplaced"
]
WayCode: TypeAlias = Literal["leave", "keep", "reshuffle", "adjust", "void"]
Obstacle: TypeAlias = Literal["not_dealt", "nothing_after", "ended"]


class Spot(msgspec.Struct, frozen=True):
    """A place for cards: what people call it, and whose it is."""

    label: str
    seat: Seat | None


class LearnedCards(msgspec.Struct, frozen=True):
    """Cards of one kind that a seat learned to know, the first of them at `address`.

    `origin` is where they lay unknown to it, `place` where it saw them then (nothing: on their way), `lay` where they
    lay at the goal as far as the copy knows, `hidden_from` the seats that cannot tell them even now.
    """

    card: str
    count: int
    address: str
    origin: Spot
    place: Spot | None
    lay: Lay
    hidden_from: tuple[Seat, ...]


class Decided(msgspec.Struct, frozen=True):
    """A decision of a seat since the goal; `undone` ones were taken back by a rewind already."""

    n: int
    command: str
    used_ms: int
    forced: bool
    undone: bool


class SeatDamage(msgspec.Struct, frozen=True):
    """What a seat learned and decided since the goal.

    `told` are the facts that tell it more than everybody; `withheld` counts values among them that this copy hides.
    """

    seat: Seat
    learned: tuple[LearnedCards, ...]
    told: tuple[str, ...]
    withheld: int
    decisions: tuple[Decided, ...]

    @property
    def used_ms(self) -> int:
        """How long it thought about what would be taken back."""
        return sum(decision.used_ms for decision in self.decisions if not decision.undone)


class RevealedChoice(msgspec.Struct, frozen=True):
    """A choice made under seal in entry `n`, and the fact that opened it for everybody; `anew` if made again."""

    seat: Seat
    n: int
    opened: str
    command: str
    values: tuple[str, ...]
    learned_by: tuple[Seat, ...]
    anew: bool


class SpentDraws(msgspec.Struct, frozen=True):
    """How often chance was asked for one purpose since the goal."""

    purpose: str
    count: int


class Isolation(msgspec.Struct, frozen=True):
    """Whether what came right after the goal, the `first` action, stands alone: no decision is built on it."""

    first: int | None
    built_on: tuple[int, ...]

    @property
    def isolated(self) -> bool:
        """Say whether nobody decided anything after it."""
        return not self.built_on


class Reason(msgspec.Struct, frozen=True):
    """Why a way back is no better than this grade: how many, by whom, about which place."""

    code: ReasonCode
    grade: Grade
    count: int = 0
    seat: Seat | None = None
    place: Spot | None = None


class Way(msgspec.Struct, frozen=True):
    """Something that an arbiter may do, why it is not possible if it is not, and what it costs.

    `decisions` and `used_ms` are what would count no more, `restored` the entries that a way back takes up again.
    Only ways back have a grade, with its reasons.
    """

    code: WayCode
    obstacle: Obstacle | None = None
    grade: Grade | None = None
    reasons: tuple[Reason, ...] = ()
    decisions: int = 0
    used_ms: int = 0
    draws: int = 0
    restored: int = 0


class Damage(msgspec.Struct, frozen=True):
    """The damage of going back to entry `to` of a record with `last` entries, as the copy of `viewer` knows it.

    `placed` says whether the game tells where its cards lie; without it `learned` is empty, and `told` is what is left.
    `at_least`: the copy hides something, so every grade may be worse.
    """

    to: int
    last: int
    viewer: str
    seats: tuple[SeatDamage, ...]
    revealed: tuple[RevealedChoice, ...]
    draws: tuple[SpentDraws, ...]
    taken_back: tuple[int, ...]
    restored: tuple[int, ...]
    isolation: Isolation
    secrets_opened: bool
    placed: bool
    at_least: bool
    ways: tuple[Way, ...]

    def way(self, code: WayCode) -> Way:
        """Return one of the five ways."""
        return next(way for way in self.ways if way.code == code)
