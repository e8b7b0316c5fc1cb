"""Describing messages: tag, version, fields, audience, a sample."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import inspect

from domain import games
from domain.kernel.codec import command_types
from domain.kernel.marks import plan
from domain.kernel.messages import Command, Concede, Fact, TimeOut, tag_of
from domain.record.entries import BOOK_ENTRIES, ActionForced, ActionTaken, GameStarted
from domain.table.codec import Rules
from domain.table.seating import edition_digest

TEXT = "text"  # stands for any string in a sample


def catalogue(names: Iterable[str]) -> dict[str, Any]:
    """Return the catalogue of these games, and of the entries of every table."""
    return {"entries": entry_kinds(), "games": {name: game(games.game(name).rules) for name in names}}


def entry_kinds() -> dict[str, Any]:
    """Return every kind of entry; the facts inside are each game's own."""
    kinds: tuple[Any, ...] = (*BOOK_ENTRIES.__args__, *[cls[Any] for cls in (GameStarted, ActionTaken, ActionForced)])
    return {tag_of(getattr(kind, "__origin__", kind)): described(kind) for kind in kinds}


def game(rules: Rules) -> dict[str, Any]:
    """Return what the records of one game are made of."""
    commands: tuple[type[Command], ...] = (*rules.command_types, Concede, TimeOut)
    facts = getattr(rules.fact_types, "__args__", (rules.fact_types,))
    return {
        "editions": {str(version): edition_digest(edition) for version, edition in sorted(rules.editions.items())},
        "data": sorted(rules.data_sets),
        "commands": {tag_of(cls): described(cls) for cls in commands},
        "facts": {tag_of(getattr(cls, "__origin__", cls)): described(cls) for cls in facts},
    }


def described(cls: Any) -> dict[str, Any]:
    """Return a message class as the catalogue has it."""
    kind = inspect.type_info(cls)
    assert isinstance(kind, inspect.StructType)
    plain = getattr(cls, "__origin__", cls)
    entry: dict[str, Any] = {
        "version": int(tag_of(plain).partition("@")[2] or 1),
        "fields": {field.encode_name: field_of(field) for field in kind.fields},
        "sample": sample(kind),
    }
    if issubclass(plain, Command):
        entry["audience"] = "everybody" if plain.public else "the acting seat"
    if issubclass(plain, Fact):
        entry["audience"] = audience(plain)
        if plain.reveals:
            entry["reveals"] = list(plain.reveals)
    return entry


def audience(cls: type[Any]) -> dict[str, str]:
    """Return who may see each hidden field."""
    return {
        field.pointer[1:]: f"{'one seal' if field.whole else 'each card' if field.each else 'the card'}: "
        f"{', '.join(field.audience) or 'nobody'}"
        for field in plan(cls)
    }


def field_of(field: inspect.Field) -> str:
    """Return the type of a field in words; an optional field may be left out of a record."""
    return f"{in_words(field.type)}{'' if field.required else ', optional'}"


def in_words(kind: inspect.Type) -> str:
    """Return a type in words."""
    match kind:
        case inspect.StructType(fields=fields, tag=tag):
            inner = ", ".join(f"{field.encode_name}: {field_of(field)}" for field in fields)
            return f"{tag or 'object'} {{{inner}}}"
        case inspect.LiteralType(values=values):
            return "one of " + ", ".join(map(str, sorted(values, key=str)))
        case inspect.UnionType(types=types):
            return " or ".join(sorted(in_words(item) for item in types if not _is_unset(item)))
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return f"list of ({in_words(item)})"
        case inspect.TupleType(item_types=items):
            return f"list ({', '.join(map(in_words, items))})"
        case inspect.DictType(key_type=key, value_type=value):
            return f"map of {in_words(key)} to ({in_words(value)})"
        case inspect.Metadata(type=inner_type):
            return in_words(inner_type)
        case _:
            return PLAIN[type(kind)]


PLAIN: dict[type[inspect.Type], str] = {
    inspect.StrType: "text",
    inspect.IntType: "number",
    inspect.BoolType: "flag",
    inspect.NoneType: "null",
    inspect.AnyType: "anything",
}


def _is_unset(kind: inspect.Type) -> bool:
    return type(kind).__name__ == "UnsetType"


def sample(kind: inspect.Type) -> Any:
    """Return a value of a type, every field given."""
    match kind:
        case inspect.StructType(fields=fields, tag_field=tag_field, tag=tag):
            made = {} if tag_field is None else {tag_field: tag}
            return made | {field.encode_name: sample(field.type) for field in fields}
        case inspect.LiteralType(values=values):
            return sorted(values, key=str)[0]
        case inspect.UnionType(types=types):
            return sample(
                next(item for item in types if not isinstance(item, inspect.NoneType) and not _is_unset(item))
            )
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return [sample(item)]
        case inspect.TupleType(item_types=items):
            return [sample(item) for item in items]
        case inspect.DictType(key_type=key, value_type=value):
            return {str(sample(key)): sample(value)}
        case inspect.Metadata(type=inner_type):
            return sample(inner_type)
        case inspect.StrType(max_length=longest):
            return TEXT[:longest]
        case inspect.IntType() | inspect.AnyType():
            return 1
        case inspect.BoolType():
            return True
        case _:
            return None


def lost(old: Any, new: Any, path: str = "") -> list[str]:
    """Return everything of an old catalogue that a new one has no more or says otherwise.

    New games, messages and optional fields may come; a new field must be optional.
    """
    if isinstance(old, dict) and isinstance(new, dict):
        found = [f"{path}/{name} is gone" for name in old if name not in new]
        for name in sorted(set(old) & set(new) - {"sample"}):
            found += lost(old[name], new[name], f"{path}/{name}")
        if path.endswith("/fields"):
            found += [
                f"{path}/{name} is new and not optional"
                for name in sorted(set(new) - set(old))
                if not new[name].endswith(", optional")
            ]
        return found
    if path.endswith("/data"):
        return [f"{path}: {name} is gone" for name in old if name not in new]
    return [] if old == new else [f"{path} was {old!r} and is {new!r}"]


def unreadable(old: dict[str, Any], rules: Rules) -> list[str]:
    """Return the tags of a game's old samples that its types do not read any more."""
    commands = command_types(rules)
    found = []
    for tag, entry in old["commands"].items():
        found += _misread(tag, entry["sample"], commands.get(tag, Command))
    for tag, entry in old["facts"].items():
        found += _misread(tag, entry["sample"], rules.fact_types)
    return found


def _misread(tag: str, value: Any, kind: Any) -> list[str]:
    try:
        back = msgspec.to_builtins(msgspec.convert(value, kind))
    except msgspec.ValidationError as error:
        return [f"{tag}: {error}"]
    return [] if all(name in value for name in back) else [f"{tag}: read otherwise"]
