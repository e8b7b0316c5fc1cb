"""Who may see a field of a fact: marks on its annotation, and the plan that is read from them once a class.

    class CardsDrawn(Fact, tag="cards_drawn", frozen=True, kw_only=True):
        seat: int
        cards: Annotated[tuple[Card, ...], SeenBy("seat")]       # each card hidden, their number public

`SeenBy` names the fields that hold the seats of the audience and hides a string, or each string of a tuple, as `"?"`.
`Sealed` hides the whole value, its length included, as `null`; without names nobody may see it.
`Public` says that a field of cards is meant to be open. Fields of any other type need no mark to be open.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple, TypeVar

import msgspec

from domain.kernel.seats import Seat, Viewer

HIDDEN = "?"

F = TypeVar("F", bound=msgspec.Struct)


class SeenBy:
    """A string, or each string of a tuple, is known to the seats in the named fields only."""

    def __init__(self, *fields: str) -> None:
        if not fields:
            raise TypeError("SeenBy names at least one field; for nobody use Sealed()")
        self.fields = fields


class Sealed:
    """The whole value is one secret, known to the seats in the named fields; to nobody without names."""

    def __init__(self, *fields: str) -> None:
        self.fields = fields


class Public:
    """The card or cards in this field are open to everybody."""


class HiddenField(NamedTuple):
    """One field of a fact that not everybody sees."""

    name: str  # attribute
    pointer: str  # "/" + encoded name
    each: bool  # every element of a tuple is a secret of its own
    whole: bool  # hidden as null instead of "?"
    audience: tuple[str, ...]  # attributes that hold a seat
    type: Any


class Secret(NamedTuple):
    """A value that the public form leaves out."""

    pointer: str
    value: Any  # JSON
    seats: tuple[Seat, ...]


class MisplacedMarkError(TypeError):
    """A mark stands where it would hide nothing."""


class _Plans(dict[type[msgspec.Struct], tuple[HiddenField, ...]]):
    """The hidden fields of each message class, in the order of its fields; read at the first look."""

    def __missing__(self, cls: type[msgspec.Struct]) -> tuple[HiddenField, ...]:
        known = self[cls] = _read(cls)
        return known


PLANS = _Plans()


def plan(cls: type[msgspec.Struct]) -> tuple[HiddenField, ...]:
    """Return the hidden fields of a message class, in the order of its fields."""
    return PLANS[cls]


def _read(cls: type[msgspec.Struct]) -> tuple[HiddenField, ...]:
    hints = typing.get_type_hints(cls, include_extras=True)
    found = []
    for attribute, encoded in zip(cls.__struct_fields__, cls.__struct_encode_fields__, strict=True):
        hint = hints[attribute]
        mark = _mark(hint)
        if mark is None:
            if _buried(hint):
                raise MisplacedMarkError(f"{cls.__name__}.{attribute}: the mark must stand around the whole type")
            continue
        inner = typing.get_args(hint)[0]
        each = isinstance(mark, SeenBy) and typing.get_origin(inner) is tuple
        found.append(HiddenField(attribute, "/" + encoded, each, isinstance(mark, Sealed), mark.fields, inner))
    return tuple(found)


def _mark(hint: Any) -> SeenBy | Sealed | None:
    if typing.get_origin(hint) is not Annotated:
        return None
    return next((extra for extra in hint.__metadata__ if isinstance(extra, SeenBy | Sealed)), None)


def _buried(hint: Any) -> bool:
    """Say whether a mark hides below a union or a container, where nobody would look for it."""
    inner = typing.get_args(hint)
    if typing.get_origin(hint) is Annotated:
        inner = inner[:1]
    return any(_mark(part) is not None or _buried(part) for part in inner if not isinstance(part, str))


def unmarked_cards(cls: type[msgspec.Struct], card_types: frozenset[Any]) -> tuple[str, ...]:
    """Return the fields of a message class that hold cards, at any depth, but bear no mark."""
    found = []
    for attribute, hint in typing.get_type_hints(cls, include_extras=True).items():
        if typing.get_origin(hint) is typing.ClassVar:
            continue
        marked = typing.get_origin(hint) is Annotated and any(
            isinstance(extra, SeenBy | Sealed | Public) or extra is Public for extra in hint.__metadata__
        )
        if not marked and _holds(hint, card_types):
            found.append(attribute)
    return tuple(found)


def _holds(hint: Any, card_types: frozenset[Any]) -> bool:
    if hint in card_types:
        return True
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return bool(unmarked_cards(hint, card_types))
    if typing.get_origin(hint) in (typing.Union, types.UnionType) or typing.get_args(hint):
        return any(_holds(part, card_types) for part in typing.get_args(hint) if not isinstance(part, str))
    return False


def audience(fact: msgspec.Struct, fields: tuple[str, ...]) -> tuple[Seat, ...]:
    """Return the seats that a fact's audience fields name, in their order."""
    return tuple([getattr(fact, field) for field in fields])


def hide(fact: F, prefix: str = "") -> tuple[F, tuple[Secret, ...]]:
    """Split a full fact into its public form and its secrets; their pointers are `prefix` and the place in the fact."""
    hidden = PLANS[type(fact)]
    if not hidden:
        return fact, ()
    blank: dict[str, Any] = {}
    secrets: list[Secret] = []
    for name, pointer, each, whole, seen_by, _ in hidden:
        value = getattr(fact, name)
        seats = audience(fact, seen_by)
        place = prefix + pointer
        if each:
            blank[name] = (HIDDEN,) * len(value)
            secrets += [Secret(f"{place}/{i}", item, seats) for i, item in enumerate(value)]
        elif whole:
            blank[name] = None
            secrets.append(Secret(place, msgspec.to_builtins(value), seats))
        else:
            blank[name] = HIDDEN
            secrets.append(Secret(place, value, seats))
    return msgspec.structs.replace(fact, **blank), tuple(secrets)


def redact(fact: F, viewer: Viewer) -> F:
    """Return the fact as this viewer learns it."""
    if viewer.everything:
        return fact
    blank: dict[str, Any] = {}
    for field in PLANS[type(fact)]:
        if viewer.may_know(audience(fact, field.audience)):
            continue
        value = getattr(fact, field.name)
        blank[field.name] = (HIDDEN,) * len(value) if field.each else None if field.whole else HIDDEN
    return msgspec.structs.replace(fact, **blank) if blank else fact


def unhide(fact: F, prefix: str, opened: Mapping[str, Any]) -> F:
    """Put opened values (by pointer, `prefix` before the fact's own) back into a public fact."""
    known: dict[str, Any] = {}
    for name, pointer, each, whole, _, kind in PLANS[type(fact)]:
        place = prefix + pointer
        if each:
            items = []
            for i, item in enumerate(getattr(fact, name)):
                items.append(opened.get(f"{place}/{i}", item))
            known[name] = tuple(items)
        elif place in opened:
            value = opened[place]
            known[name] = msgspec.convert(value, kind) if whole else value
    return msgspec.structs.replace(fact, **known) if known else fact
