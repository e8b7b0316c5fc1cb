"""Hidden places of a public entry, found without knowing the game: whatever is `"?"` or `null` there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

SEALED = ("facts", "draws", "command", "origin")  # the members that may hide something
FREE = ("seals", "options", "reveals")  # members whose content is not of this format


def hidden(value: Any, pointer: str) -> Iterator[str]:
    """Yield the pointers (RFC 6901) of the hidden places in a value."""
    match value:
        case None | "?":
            yield pointer
        case dict():
            for name, inner in value.items():
                yield from hidden(inner, f"{pointer}/{step(name)}")
        case list():
            for i, inner in enumerate(value):
                yield from hidden(inner, f"{pointer}/{i}")
        case _:
            pass


def step(name: str) -> str:
    """Return how a pointer writes the name of a member."""
    return name.replace("~", "~0").replace("/", "~1")


def misplaced(entry: Mapping[str, Any]) -> str | None:
    """Say which hidden place has no seal, or which seal seals nothing; `None` if each has the other.

    A member without a value is left out, so a `null` anywhere else is wrong too.
    """
    places = {place for name in SEALED if name in entry for place in hidden(entry[name], f"/{name}")}
    odd = sorted(places ^ set(entry.get("seals", ())))
    if odd:
        return f"{odd[0]} has {'no seal' if odd[0] in places else 'a seal but is not hidden'}"
    for name, value in entry.items():
        if name not in SEALED and name not in FREE and _holds_nothing(value):
            return f"/{name} has a member without a value"
    return None


def _holds_nothing(value: Any) -> bool:
    if isinstance(value, dict | list):
        return any(_holds_nothing(inner) for inner in (value.values() if isinstance(value, dict) else value))
    return value is None
