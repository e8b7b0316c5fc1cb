"""What is said: commands (what a seat wants) and facts (what the rules say happened).

Both are frozen tagged structs with an explicit `tag=`. A subclass repeats `frozen=True, kw_only=True`, which msgspec
does not hand down; the other settings are inherited.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, Generic, NamedTuple, TypeVar

import msgspec

from domain.kernel.marks import Sealed
from domain.kernel.seats import Seat


class Discloses(NamedTuple):
    """One field of a fact that may lawfully tell something about a seat's hidden cards (`laws.md`, law C).

    `rule` forces it, `field` tells it, also by standing there at all; nothing else that the fact says may. `of` names
    the field with the seat it tells about (empty: a card of nobody's pile), `when` is a field and the value it must
    have.
    """

    rule: str
    field: str
    of: str
    when: tuple[str, str | bool | int] | None = None


class Command(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="tag"
):
    """Something a seat asks for. Its body is sealed for that seat unless `public` says that all of it becomes known.

    `hides` names fields that stay hidden: a body that has one of them is sealed as a whole.
    """

    public: ClassVar[bool] = False
    hides: ClassVar[tuple[str, ...]] = ()


class Concede(Command, tag="concede", frozen=True, kw_only=True):
    """Leave the game as a loser; legal at any time for a seat still in, offered nowhere."""

    public: ClassVar[bool] = True


class TimeOut(Command, tag="time_out", frozen=True, kw_only=True):
    """Answer for a seat that let its time run out: the game's default, or, when `final`, the seat's forfeit.

    Issued by the clock only, for an awaited seat, and then never refused.
    """

    public: ClassVar[bool] = True
    final: bool = False


def own_commands(decided: Iterable[type[Command]]) -> tuple[type[Command], ...]:
    """Return a game's own commands among those that it decides: all but the kernel's."""
    return tuple([command for command in decided if command not in (Concede, TimeOut)])


class Fact(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="tag"):
    """Something that happened, with everything `evolve` needs to know about it.

    A field without a value is `None` by default and left out of the record. `reveals` names tags of commands and facts
    whose sealed values this fact opens for everybody.
    """

    reveals: ClassVar[tuple[str, ...]] = ()
    discloses: ClassVar[tuple[Discloses, ...]] = ()


class Step(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="tag"):
    """One item of an agenda: a question to a seat, or work that follows; wholly public, never with a hidden value."""


S = TypeVar("S")


class Awaited(Fact, Generic[S], tag="awaited", frozen=True, kw_only=True):
    """The kernel's own fact: what remains to be done, the last step first. Nothing else changes a state's agenda."""

    agenda: tuple[S, ...]


_Count = Annotated[int, msgspec.Meta(ge=0)]


class UnseenReordered(Fact, tag="unseen_reordered", frozen=True, kw_only=True):
    """The kernel's own fact of a rewind: cards that lie face down for everybody are in a new order.

    `pile` is the game's word for where they lie, `seat` whose they are, if anybody's. The first `above` cards stay, for
    some seat may know their places; the `count` cards below are in the new order; what lies further down stays too.
    """

    pile: str
    above: _Count = 0
    count: _Count
    seat: Seat | None = None
    order: Annotated[tuple[str, ...] | None, Sealed()]


def tag_of(message: type[msgspec.Struct] | msgspec.Struct) -> str:
    """Return the stable tag of a message or of its class."""
    tag = message.__struct_config__.tag
    assert isinstance(tag, str), f"{message} has no tag"
    return tag
