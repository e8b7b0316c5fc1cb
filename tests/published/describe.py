"""Describing messages: tag, version, fields, audience, a sample."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, get_args

import msgspec
from msgspec import inspect

from domain import games
from domain.kernel.codec import command_types
from domain.kernel.game import Rules
from domain.kernel.marks import plan
from domain.kernel.messages import Command, Concede, Fact, TimeOut, tag_of
from domain.record.entries import WITH_FACTS, BookEntry
from domain.table.seating import edition_digest

TEXT = "text"  # stands for any string in a sample


def catalogue(names: Iterable[str]) -> dict[str, Any]:
    """Return the catalogue of these games, and of the entries of every table."""
    return {"entries": entry_kinds(), "games": {name: game(games.game(name).rules) for name in names}}


def entry_kinds() -> dict[str, Any]:
    """Return every kind of entry; the facts inside are each game's own."""
    with_facts: tuple[Any, ...] = WITH_FACTS
    kinds: tuple[Any, ...] = (*get_args(BookEntry), *[cls[Any] for cls in with_facts])
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


def field_of(field: inspect.Field) -> dict[str, Any]:
    """Return a field: its type, and whether a record may leave it out."""
    optional = {} if field.required else {"optional": True}
    return {"type": form(field.type), **optional}


def form(kind: inspect.Type) -> Any:
    """Return the form of a type: what a reader of records must be ready for."""
    match kind:
        case inspect.StructType(fields=fields):
            return {"fields": {field.encode_name: field_of(field) for field in fields}}
        case inspect.LiteralType(values=values):
            return {"one_of": sorted(map(str, values))}
        case inspect.UnionType(types=types):
            members = [item for item in types if not _is_unset(item)]
            return {"any_of": {_name(item): form(item) for item in members}} if len(members) > 1 else form(members[0])
        case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
            return {"list_of": form(item)}
        case inspect.TupleType(item_types=items):
            return {"row_of": {str(place): form(item) for place, item in enumerate(items)}}
        case inspect.DictType(key_type=key, value_type=value):
            return {"keys": form(key), "values": form(value)}
        case inspect.Metadata(type=inner):
            return form(inner)
        case _:
            return PLAIN[type(kind)]


def _name(kind: inspect.Type) -> str:
    """Return what a member of a union is known by: its tag, or its form."""
    match kind:
        case inspect.StructType(tag=tag) if tag is not None:
            return str(tag)
        case inspect.LiteralType():
            return "one_of"
        case inspect.Metadata(type=inner):
            return _name(inner)
        case inspect.VarTupleType() | inspect.ListType() | inspect.TupleType():
            return "list"
        case inspect.DictType():
            return "map"
        case _:
            return PLAIN.get(type(kind), "object")


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
        case inspect.Metadata(type=inner):
            return sample(inner)
        case inspect.StrType(max_length=longest):
            return TEXT[:longest]
        case inspect.IntType() | inspect.AnyType():
            return 1
        case inspect.BoolType():
            return True
        case _:
            return None


GROWING = ("data", "one_of")  # lists that may become longer


def lost(old: Any, new: Any, path: str = "") -> list[str]:
    """Return everything of an old catalogue that a new one has no more or says otherwise.

    New games, messages, values to choose from and optional fields may come; a new field must be optional.
    """
    name = path.rpartition("/")[2]
    if isinstance(old, dict) and isinstance(new, dict):
        found = [f"{path}/{key} is gone" for key in old if key not in new]
        for key in sorted(set(old) & set(new) - {"sample"}):
            found += lost(old[key], new[key], f"{path}/{key}")
        if name == "fields":
            needed = [key for key in sorted(set(new) - set(old)) if not new[key].get("optional")]
            found += [f"{path}/{key} is new and not optional" for key in needed]
        return found
    if name in GROWING:
        return [f"{path}: {value} is gone" for value in old if value not in new]
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
