"""Which facts an `evolve` knows, told from outside: it may dispatch as it likes, by a table, a match or a chain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect

from domain.kernel.game import Rules, State
from domain.kernel.marks import hide
from domain.kernel.messages import Fact
from domain.table.live import fact_classes
from tests.published.describe import sample


class Unheard(Fact, tag="unheard", frozen=True, kw_only=True):
    """A fact that no game has."""


def forgotten(rules: Rules, state: State) -> list[type[Fact]]:
    """Return the classes of facts that `evolve` treats as it treats a fact of no game, old forms aside.

    What is unknown may fail, at one place, or fall through a match without a default; it must never give a state. Facts
    are samples made from their types, so what `evolve` knows of them may fail too (such a card lies nowhere), but then
    somewhere else. Both forms of each are tried: whole, and with everything hidden.
    """
    unknown = _fate(rules, state, Unheard())
    assert not isinstance(unknown, msgspec.Struct), "a fact that evolve does not know vanishes silently"
    known = [cls for cls in fact_classes(rules) if cls not in rules.upcasts]
    return [cls for cls in known if unknown in [_fate(rules, state, fact) for fact in _samples(rules, cls)]]


def _samples(rules: Rules, cls: type[Fact]) -> Iterator[Any]:
    union = getattr(rules.fact_types, "__args__", (rules.fact_types,))
    full = next(kind for kind in union if getattr(kind, "__origin__", kind) is cls)
    fact = msgspec.convert(sample(inspect.type_info(full)), full)
    yield fact
    yield hide(fact)[0]


def _fate(rules: Rules, state: State, fact: Any) -> Any:
    """Return what becomes of a fact: the next state, nothing, or the line of the source that fails."""
    try:
        return rules.evolve(state, fact)
    except Exception as error:  # noqa: BLE001 - whatever it is, only where it was raised counts
        trace = error.__traceback__
        assert trace is not None
        while trace.tb_next is not None:
            trace = trace.tb_next
        return trace.tb_frame.f_code, trace.tb_lineno
