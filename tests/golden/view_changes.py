"""Where two views differ, place by place, for a reviewer of golden plays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec


class Change(NamedTuple):
    """One place of a view that differs; `None` for a place that is not there.

    A path that ends in `/3…` is the part of a list from its item 3 on that came, went or was exchanged.
    """

    path: str
    before: Any
    after: Any


def changes(before: Any, after: Any) -> tuple[Change, ...]:
    """Return where two views differ, place by place."""
    return tuple(_changes("", _json(before), _json(after)))


def _json(view: Any) -> Any:
    """Return a view as JSON has it, tuples as lists."""
    return msgspec.json.decode(msgspec.json.encode(view))


def _changes(path: str, before: Any, after: Any) -> Iterator[Change]:
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted(before.keys() | after.keys()):
            yield from _changes(f"{path}/{key}", before.get(key), after.get(key))
    elif _rows(before) and _rows(after) and len(before) == len(after):
        for i, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from _changes(f"{path}/{i}", old, new)
    elif isinstance(before, list) and isinstance(after, list):
        head = _alike(before, after)
        tail = _alike(before[head:][::-1], after[head:][::-1])
        yield Change(f"{path}/{head}…", before[head : len(before) - tail], after[head : len(after) - tail])
    else:
        yield Change(path or "/", before, after)


def _alike(before: list[Any], after: list[Any]) -> int:
    """Return how many items two lists share from the start."""
    pairs = zip(before, after, strict=False)
    return next((i for i, (old, new) in enumerate(pairs) if old != new), min(len(before), len(after)))


def _rows(value: Any) -> bool:
    """Say whether a list holds parts with names (players), not cards or numbers that come and go."""
    return isinstance(value, list) and all(isinstance(item, dict) and "seat" in item for item in value)
