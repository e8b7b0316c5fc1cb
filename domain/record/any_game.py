"""Entries of any game, also of one that is not installed: decoded by the types that all games share."""

from __future__ import annotations

import functools
import operator
from typing import Annotated, Any

import msgspec

from domain.record.canonical import NotCanonicalError
from domain.record.entries import WITH_FACTS, BookEntry, Entry
from domain.record.keys import FORMAT


class AnyFact(msgspec.Struct, frozen=True):
    """A fact as all games have it: a tag, never hidden, and members that are the game's."""

    tag: Annotated[str, msgspec.Meta(pattern=r"^([^?]|\?[\s\S]|$)")]


class _Kind(msgspec.Struct):
    kind: Any = None
    format: Any = FORMAT


_with_facts: tuple[Any, ...] = WITH_FACTS
_ENTRY: Any = functools.reduce(operator.or_, [cls[AnyFact] for cls in _with_facts], BookEntry)
_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(_ENTRY)
_kind = msgspec.json.Decoder(_Kind)
KINDS = frozenset(str(cls.__struct_config__.tag) for cls in (*WITH_FACTS, *BookEntry.__args__))


def entry_of_any_game(text: bytes) -> Entry:
    """Decode a public entry without the types of its game; raises `NotCanonicalError` in words."""
    try:
        return _decoder.decode(text)
    except msgspec.DecodeError as error:
        said = _kind.decode(text)
        if not isinstance(said.kind, str) or said.kind not in KINDS:
            reason = f"no entry of the kind {said.kind!r} is known here; a newer release may have written it"
            raise NotCanonicalError(reason) from None
        raise NotCanonicalError(other_format(said.format) or str(error)) from None


def other_format(said: Any) -> str | None:
    """Say that a format is not the one that is read here."""
    return None if said == FORMAT else f"this release reads {FORMAT}, not {said!r}"
