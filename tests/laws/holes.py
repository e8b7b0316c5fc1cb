"""Plants beside the zones: viewers of several seats, seats that left, tables that went back, facts that disclose."""

from __future__ import annotations

import typing
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any
from unittest.mock import patch

import msgspec

from domain.kernel.draft import Draft
from domain.kernel.game import Rules
from domain.kernel.marks import plan
from domain.kernel.messages import Awaited, Concede, tag_of
from domain.kernel.seats import Viewer, seat_viewer
from domain.record.canonical import sha256
from domain.table import play, rewinding
from domain.table.live import used_ms
from domain.table.table import rewound
from tests.laws.arrival import hand_of, hands, in_order_of
from tests.laws.told import card_fields

Patch = Callable[[], AbstractContextManager[Any]]
LARGEST = 5  # size of a planted draw
MOST_SEATS = 10  # a larger number in a fact is no seat


def changed(rules: Rules, **methods: Callable[..., Any]) -> Rules:
    """Return the rules with other methods, for plants."""
    made: Rules = type("Leaky", (type(rules),), methods)()
    return made


def trace(value: Any) -> int:
    """Return a small number that depends on all of a value."""
    return sum(sha256(msgspec.json.encode(value, enc_hook=lambda item: type(item).__name__)))


def for_casters(rules: Rules) -> Rules:
    """Return rules that let a viewer of several seats see what is hidden from all of them."""
    return _in_view(rules, lambda state, viewer: len(viewer.seats) > 1)


def for_seats_that_left(rules: Rules) -> Rules:
    """Return rules that let a seat see everything once it is out of the game."""

    def is_out(state: Any, viewer: Viewer) -> bool:
        if viewer.everything or rules.outcome(state) is not None:
            return False
        return any(rules.refuse(state, seat, Concede()) is not None for seat in viewer.seats)

    return _in_view(rules, is_out)


def _in_view(rules: Rules, leaks: Callable[[Any, Viewer], bool]) -> Rules:
    def view(self: Any, state: Any, viewer: Any) -> Any:
        return (rules.view(state, viewer), trace(state) if leaks(state, viewer) else None)

    return changed(rules, view=view)


def after_a_rewind(rules: Rules) -> Rules:
    """Return rules whose entries tell more once a table went back."""

    def decide(self: Any, draft: Any, seat: Any, command: Any) -> None:
        size = 1 + trace(draft.state) % LARGEST
        rules.decide(draft, seat, command)
        if getattr(draft.chance, "rewinds", 0):
            draft.chance.pick(size, "planted", open=False)

    return changed(rules, decide=decide)


def by_the_body(rules: Rules, tag: str) -> Rules:
    """Return rules that draw as often as the body of a sealed command says."""

    def decide(self: Any, draft: Any, seat: Any, command: Any) -> None:
        rules.decide(draft, seat, command)
        if tag_of(command) == tag:
            draft.chance.pick(1 + trace(command) % LARGEST, "planted", open=False)

    return changed(rules, decide=decide)


@contextmanager
def as_they_came(tag: str, name: str) -> Iterator[None]:
    """Let a fact say cards that leave or show a hand together in the order in which they came to the hand."""

    def leaky(state: Any, evolve: Any, fact: Any) -> Any:
        shown = getattr(fact, name)
        hand = hand_of(shown, hands(state), hands(evolve(state, fact))) if isinstance(shown, tuple) else None
        return fact if hand is None else msgspec.structs.replace(fact, **{name: in_order_of(hand, shown)})

    with _emitting(tag, leaky):
        yield


@contextmanager
def said_beside(tag: str, name: str) -> Iterator[None]:
    """Let a fact that discloses one thing tell another by a field that changes nothing on the table."""

    def leaky(state: Any, evolve: Any, fact: Any) -> Any:
        return _otherwise(evolve, state, fact, name) if trace(state) % 2 else fact

    with _emitting(tag, leaky):
        yield


@contextmanager
def _emitting(tag: str, leaky: Callable[[Any, Any, Any], Any]) -> Iterator[None]:
    honest = Draft.emit

    def emit(self: Any, fact: Any) -> None:
        honest(self, leaky(self.state, self._evolve, fact) if tag_of(fact) == tag else fact)

    with patch.object(Draft, "emit", emit):
        yield


def body_said(rules: Rules, tag: str, fact_tag: str, name: str) -> tuple[Rules, Patch]:
    """Return rules, and a patch, that let a fact tell of a sealed body by a field that changes nothing."""
    said: list[Any] = []

    def decide(self: Any, draft: Any, seat: Any, command: Any) -> None:
        said[:] = [command] if tag_of(command) == tag else []
        rules.decide(draft, seat, command)

    def leaky(state: Any, evolve: Any, fact: Any) -> Any:
        return _otherwise(evolve, state, fact, name) if said and trace(said[0]) % 2 else fact

    return changed(rules, decide=decide), partial(_emitting, fact_tag, leaky)


def _otherwise(evolve: Any, state: Any, fact: Any, name: str) -> Any:
    """Return the fact with another value in a field, if the state after it stays the same."""
    return next(_variants(evolve, state, fact, name), fact)


def _variants(evolve: Any, state: Any, fact: Any, name: str) -> Iterator[Any]:
    after = evolve(state, fact)
    for value in _other_values(type(fact), name, getattr(fact, name)):
        other = msgspec.structs.replace(fact, **{name: value})
        try:
            if evolve(state, other) == after:
                yield other
        except Exception:  # noqa: BLE001 - no such fact then, whatever it is that fails
            continue


def _other_values(cls: type[Any], name: str, value: Any) -> list[Any]:
    hint = _hints(cls)[name]
    if typing.get_origin(hint) is typing.Literal:
        return [other for other in typing.get_args(hint) if other != value]
    if isinstance(value, bool):
        return [not value]
    return [value + 1] if isinstance(value, int) and value > MOST_SEATS else []


_HINTS: dict[type[Any], dict[str, Any]] = {}


def _hints(cls: type[Any]) -> dict[str, Any]:
    """Return the types of a fact's fields, which take a while to find."""
    known = _HINTS.get(cls)
    if known is None:
        known = _HINTS[cls] = typing.get_type_hints(cls)
    return known


def idle_fields(rules: Rules, state: Any, facts: Sequence[Any]) -> Iterator[tuple[str, str, Any]]:
    """Yield the open fields of facts that change nothing on the table: tag, field, and the fact."""
    for fact in facts:
        closed = {*[field.name for field in plan(type(fact))], *card_fields(type(fact), rules.card_types)}
        for name in fact.__struct_fields__ if not isinstance(fact, Awaited) else ():
            if name not in closed and next(_variants(rules.evolve, state, fact, name), None) is not None:
                yield tag_of(fact), name, fact
        state = rules.evolve(state, fact)


def in_prepared_answers(rules: Rules) -> Rules:
    """Return rules whose prepared answers look at all that their seat sees."""

    def prepared_answer(self: Any, state: Any, seat: Any) -> Any:
        return rules.prepared_answer(state, seat) if trace(rules.view(state, seat_viewer(seat))) % 2 else None

    return changed(rules, prepared_answer=prepared_answer)


@contextmanager
def in_thinking_times() -> Iterator[None]:
    """Say by the time used what a seat sees."""

    def leaky(rules: Any, live: Any, seat: Any, tag: str, at: int) -> int:
        return used_ms(rules, live, seat, tag, at) if trace(rules.view(live.state, seat_viewer(seat))) % 2 else 0

    with patch.object(play, "used_ms", leaky):
        yield


@contextmanager
def opened_though_taken_back() -> Iterator[None]:
    """Let a rewind keep what was sealed after its goal for the next fact that opens it."""

    def leaky(table: Any, entry: Any, sealed: Any, lives: Any) -> Any:
        after: Any = rewound(table, entry, sealed, lives)
        kept = msgspec.structs.replace(after.live, unrevealed=table.live.unrevealed)
        return msgspec.structs.replace(after, live=kept)

    with patch.object(rewinding, "rewound", leaky):
        yield
