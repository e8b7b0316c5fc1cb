"""Commands as JSON: a public tag and a body, the same form in entries, in the API and in offers."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.kernel.game import Rules
from domain.kernel.messages import Command, Concede, TimeOut, tag_of


class BadCommandError(ValueError):
    """A command's tag is unknown, or its body does not fit the type of that tag."""


class _Types(dict[Rules, dict[str, type[Command]]]):
    """The command types of each game by tag, gathered at the first look."""

    def __missing__(self, rules: Rules) -> dict[str, type[Command]]:
        every: tuple[type[Command], ...] = (*rules.command_types, Concede, TimeOut)
        known = self[rules] = {tag_of(cls): cls for cls in every}
        return known


_TYPES = _Types()


def command_types(rules: Rules) -> dict[str, type[Command]]:
    """Return the game's command types by tag, the kernel's own included."""
    return _TYPES[rules]


def command_from(rules: Rules, tag: str, body: dict[str, Any]) -> Command:
    """Build a command from its tag and JSON body.

    Raises `BadCommandError`. Only types and size limits are checked: `refuse` has the codes for the rest.
    """
    cls = _TYPES[rules].get(tag)
    if cls is None:
        raise BadCommandError(f"{tag!r} is no command of {rules.name}")
    try:
        return msgspec.convert(body, cls)
    except msgspec.ValidationError as error:
        raise BadCommandError(str(error)) from None


def body_of_command(command: Command) -> dict[str, Any]:
    """Return the JSON body of a command: its fields without the tag."""
    body: dict[str, Any] = msgspec.to_builtins(command)
    del body["tag"]
    return body
