"""The games' own words as JSON Schemas made by msgspec: options, the bodies of commands, the view."""

from __future__ import annotations

import typing
from functools import cache
from typing import Any

import msgspec

from domain.games import Title, game
from domain.kernel.codec import command_types
from domain.kernel.display.words import ENGLISH, languages, words_in
from domain.kernel.messages import TimeOut, tag_of

LOCAL = "#/$defs/{name}"


def _without_tag(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a command's body: its struct's schema without the tag."""
    kept = {**schema, "properties": {name: of for name, of in schema["properties"].items() if name != "tag"}}
    kept["required"] = [name for name in schema.get("required", ()) if name != "tag"]
    return kept


def _view_type(rules: Any) -> Any:
    return typing.get_type_hints(type(rules).view)["return"]


class GameSchemas(msgspec.Struct, frozen=True):
    """Schemas that refer to `shared` by name."""

    options: dict[str, Any]
    view: dict[str, Any]
    commands: dict[str, dict[str, Any]]  # by tag
    shared: dict[str, Any]


def schemas_of(name: str, template: str = LOCAL) -> GameSchemas:
    """Return the schemas of a game; `template` says how they refer to each other."""
    rules = game(name).rules
    classes = {tag: cls for tag, cls in sorted(command_types(rules).items()) if cls is not TimeOut}
    (options, view, *bodies), shared = msgspec.json.schema_components(
        (rules.options, _view_type(rules), *classes.values()), ref_template=template
    )
    commands = {}
    for tag, body in zip(classes, bodies, strict=True):
        component = body["$ref"].rpartition("/")[2]
        key = next(key for key in shared if template.format(name=key) == body["$ref"] or key == component)
        commands[tag] = _without_tag(shared.pop(key))
    return GameSchemas(options, view, commands, shared)


def _alone(schema: dict[str, Any], shared: dict[str, Any]) -> dict[str, Any]:
    """Return a schema with the definitions it needs, directly or not, and no others."""
    needed: dict[str, Any] = {}
    waiting = [schema]
    while waiting:
        for name in _references(waiting.pop()):
            if name not in needed:
                needed[name] = shared[name]
                waiting.append(shared[name])
    return {**schema, "$defs": needed} if needed else schema


def _references(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["$ref"].removeprefix("#/$defs/")} if isinstance(value.get("$ref"), str) else set()
        return own.union(*(_references(inner) for inner in value.values()))
    if isinstance(value, list | tuple):
        return set().union(*(_references(inner) for inner in value))
    return set()


@cache
def game_shape(name: str) -> dict[str, Any]:
    """Return everything there is to know about a game before a table is opened."""
    title = game(name)
    rules = title.rules
    schemas = schemas_of(name)
    classes = command_types(rules)
    return {
        **short_shape(name),
        "options": _alone(schemas.options, schemas.shared),
        "commands": [
            {
                "tag": tag,
                "anytime": classes[tag] in rules.anytime,
                "public": classes[tag].public,
                "description": " ".join((classes[tag].__doc__ or "").split()),
                "schema": _alone(schema, schemas.shared),
            }
            for tag, schema in schemas.commands.items()
        ],
        "view": _alone(schemas.view, schemas.shared),
        "bots": sorted(title.bots),
        "glossary": _glossary(title),
        "card_sets": sorted(rules.data_sets),
        "default_card_set": rules.default_data,
    }


def _glossary(title: Title) -> list[dict[str, Any]]:
    """Return the words that a game explains, such as abilities, in every language by its code."""
    told = {language: title.hints.explained(words_in(language, title.package)) for language in languages()}
    return [
        {
            "id": word.id,
            "names": {language: told[language][at].name for language in told},
            "texts": {language: told[language][at].text for language in told},
        }
        for at, word in enumerate(told[ENGLISH])
    ]


def short_shape(name: str) -> dict[str, Any]:
    """Return a game for the list."""
    rules = game(name).rules
    return {
        "game": rules.name,
        "title": rules.title,
        "least_seats": min(rules.seat_counts),
        "most_seats": max(rules.seat_counts),
        "versions": sorted(rules.editions),
    }


def anytime_tags(rules: Any) -> list[str]:
    """Return the tags of the commands that are legal out of turn."""
    return sorted(tag_of(cls) for cls in rules.anytime if cls is not TimeOut)
