"""The options of a game in words: what its schema describes them with, in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from api.wire.games import game_shape
from api.wire.problems import words
from domain.games import game

NAMED = re.compile(r"`(\w+)`")  # a value in a sentence


@cache
def described(name: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the sentences that describe a game's options, and the names of values and of options without such."""
    schema = game_shape(name)["options"]
    sentences, terms = set(), set()
    for option, node in _options(schema, schema):
        terms |= {value for value in _values(node) if isinstance(value, str)}
        if "description" in node and node.get("type") != "object":
            sentences.add(node["description"])
        else:
            terms.add(option)
    return frozenset(sentences), frozenset(terms)


def option_words(name: str) -> dict[str, str]:
    """Return what the sentences and names in the schema of a game's options are called, in the caller's language."""
    own_words = words(game(name).package)
    sentences, terms = described(name)

    def plainly(sentence: str) -> str:
        return NAMED.sub(lambda named: own_words.term(named[1]), own_words.catalogue.gettext(sentence))

    return {
        **{sentence: plainly(sentence) for sentence in sorted(sentences)},
        **{term: own_words.term(term) for term in sorted(terms)},
    }


def _options(node: dict[str, Any], schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the name and the schema of each option, those of an option that is an object after it."""
    for name, given in _resolved(node, schema).get("properties", {}).items():
        of = _resolved(given, schema)
        yield name, of
        yield from _options(of, schema)


def _resolved(node: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in node:
        return node
    return {**schema["$defs"][node["$ref"].rpartition("/")[2]], **node}


def _values(node: dict[str, Any]) -> list[Any]:
    return [*node.get("enum", ()), *[value for one in node.get("anyOf", ()) for value in one.get("enum", ())]]
