"""What a table takes in memory: a state, a hot table, and a timeline that keeps every state."""

from __future__ import annotations

import gc
import sys
import types
from collections.abc import Iterable
from typing import Any

import msgspec

from benchmarks.cold import with_requests
from benchmarks.played import Played
from benchmarks.rebuild import rebuilt
from domain.audit.opened import read_record
from domain.audit.timeline import Timeline

_CODE = (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType, types.MethodType)


class Memory(msgspec.Struct, frozen=True, kw_only=True):
    """Bytes of objects that are not the game's own: its rules, edition, options and card set are shared by all tables.

    `state` is the mean of each state of the timeline alone, `states` what all of them take together for each entry;
    `timeline` is everything that it keeps for each entry, the parsed record too. `hot_table` has a request for each
    action, as over HTTP; `without_requests` has none.
    """

    entries: int
    state: int
    states: int
    timeline: int
    hot_table: int
    without_requests: int


def memory(played: Played) -> Memory:
    """Weigh the objects of a table that was played."""
    timeline = Timeline(read_record(played.record()))
    setup = timeline.moments[0].table.setup
    shared = reachable([timeline.title, setup])
    entries = len(timeline)
    states = [moment.state for moment in timeline.moments if moment.state is not None]
    asked = with_requests(played)
    rules = played.table.rules
    return Memory(
        entries=entries,
        state=sum(size([state], shared) for state in states) // len(states),
        states=size(states, shared) // entries,
        timeline=size([timeline], shared) // entries,
        hot_table=size([rebuilt(rules, asked.blobs())], shared),
        without_requests=size([rebuilt(rules, played.blobs())], shared),
    )


def size(roots: Iterable[Any], shared: dict[int, Any]) -> int:
    """Return the bytes of all objects that can be reached, each counted once and shared ones not at all."""
    return sum(sys.getsizeof(found) for key, found in reachable(roots).items() if key not in shared)


def reachable(roots: Iterable[Any]) -> dict[int, Any]:
    """Return every object that can be reached without going into code, by its address."""
    found: dict[int, Any] = {}
    ahead = list(roots)
    while ahead:
        one = ahead.pop()
        if id(one) not in found and not isinstance(one, _CODE):
            found[id(one)] = one
            ahead.extend(gc.get_referents(one))
            if isinstance(one, msgspec.Struct):  # one without the collector's ledger names no referents
                ahead.extend(msgspec.structs.astuple(one))
    return found
