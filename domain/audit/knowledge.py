"""What changed between two moments, and what a viewer learned: the difference of two views."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec


class Change(NamedTuple):
    """One place of a view that differs; `None` for a place that is not there."""

    path: str
    before: Any
    after: Any


def changes(before: Any, after: Any) -> tuple[Change, ...]:
    """Return where two views differ, place by place."""
    return tuple(_changes("", msgspec.to_builtins(before), msgspec.to_builtins(after)))


def _changes(path: str, before: Any, after: Any) -> Iterator[Change]:
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted(before.keys() | after.keys()):
            yield from _changes(f"{path}/{key}", before.get(key), after.get(key))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for i, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _changes(f"{path}/{i}", old, new)
    else:
        yield Change(path or "/", before, after)
