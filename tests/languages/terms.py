"""The names that a person reads in offers and in changes of a view."""

from __future__ import annotations

import typing
from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from domain.audit.choices import TAG
from domain.kernel.messages import tag_of


def terms(rules: Any) -> set[str]:
    """Return the names of a game that offers and views are told with."""
    found = {"seat"}
    for command in rules.command_types:
        found |= {tag_of(command), *command.__struct_encode_fields__}
        found |= set(_words_of(typing.get_type_hints(command), set()))
    shown = typing.get_type_hints(type(rules).view)["return"]
    found |= set(_words(shown, set()))
    return {name.replace("_", " ") for name in found}


def _words(kind: Any, seen: set[Any]) -> Iterator[str]:
    """Yield the names in a type: fields of its structs, and literal words that are told as such."""
    if typing.get_origin(kind) is Literal:
        yield from [value for value in typing.get_args(kind) if isinstance(value, str) and TAG.fullmatch(value)]
        return
    for part in typing.get_args(kind):
        yield from _words(part, seen)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in seen:
        seen.add(kind)
        yield from kind.__struct_encode_fields__
        yield from _words_of(typing.get_type_hints(kind), seen)


def _words_of(hints: dict[str, Any], seen: set[Any]) -> Iterator[str]:
    for hint in hints.values():
        yield from _words(hint, seen)
