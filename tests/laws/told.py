"""What an imagined world is told of the coming entry: only what its viewer lawfully learns from it.

Kept are values that the viewer may know by `audiences.py`, cards that the command itself names, cards that lie open
already, the fields that `Discloses` names, and facts that declare `reveals`; every other card in a fact is "?".
"""

from __future__ import annotations

import re
import typing
from collections import Counter
from collections.abc import Iterator, Sequence
from copy import copy
from typing import Any

import msgspec

from domain.kernel.game import Rules
from domain.kernel.marks import HIDDEN, plan
from domain.kernel.messages import Discloses, UnseenReordered, tag_of
from domain.kernel.seats import Viewer
from domain.table.live import fact_classes
from tests.laws.audiences import hidden_from

_PLACE = "*"  # a sign before a card that says where it lies: `*H7`
_COPY_NUMBER = re.compile(r"(?:[#-]\d+|_[1-9])$")  # `H7-1`, `gold#2`, `punch_20_3`
_LABELS = re.compile(rb'"([^"\\]*(?:[#-]\d+|_[1-9]))"(?!:)')  # such texts in JSON, keys aside


_FIELDS: dict[tuple[type[Any], frozenset[Any]], tuple[str, ...]] = {}


def card_fields(cls: type[Any], card_types: frozenset[Any]) -> tuple[str, ...]:
    """Return the fields of a fact that hold cards, whatever their mark."""
    known = _FIELDS.get((cls, card_types))
    if known is None:
        known = _FIELDS[cls, card_types] = _card_fields(cls, card_types)
    return known


def _card_fields(cls: type[Any], card_types: frozenset[Any]) -> tuple[str, ...]:
    hints = typing.get_type_hints(cls, include_extras=True)
    return tuple([name for name in cls.__struct_fields__ if _of_cards(hints[name], card_types)])


def _of_cards(hint: Any, card_types: frozenset[Any]) -> bool:
    """Say whether a type is of cards; a mark around a single card is flattened into its own annotation."""
    if hint in card_types:
        return True
    marks = getattr(hint, "__metadata__", ())
    if marks and any(
        getattr(card, "__metadata__", None) == marks[: len(getattr(card, "__metadata__", ())) or None]
        and typing.get_args(hint)[0] is typing.get_args(card)[0]
        for card in card_types
    ):
        return True
    return any(_of_cards(part, card_types) for part in typing.get_args(hint) if not isinstance(part, str))


def kind(card: str) -> str:
    """Return a card's kind: a label without its copy number, and without the sign of a place."""
    return _COPY_NUMBER.sub("", card.removeprefix(_PLACE))


def labels(view: Any) -> set[str]:
    """Return every text in a view that calls a card by the label of an open card."""
    return {text.decode() for text in _LABELS.findall(msgspec.json.encode(view))}


def strings(value: Any) -> Iterator[str]:
    """Yield every string in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for item in value:
            yield from strings(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from strings(item)


class Telling:
    """Redacts the facts of one entry for one viewer's imagined worlds; made anew for each entry."""

    def __init__(self, rules: Rules, viewer: Viewer, command: Any, view: Any) -> None:
        self._rules, self._viewer = rules, viewer
        self.disclosed: list[tuple[str, Discloses]] = []  # tag and declaration of each disclosure that was used
        body = {} if command is None else msgspec.to_builtins(command)
        self._open = labels(view)
        self._begun = Counter(kind(text) for text in strings(body) if text not in self._open)
        self._named = Counter(self._begun)

    def again(self) -> Telling:
        """Return one for the same entry and viewer that has told nothing yet."""
        fresh = copy(self)
        fresh.disclosed, fresh._named = [], Counter(self._begun)
        return fresh

    def tell(self, facts: Sequence[Any]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """Return the told facts, and everything in them that was kept, in order."""
        kept: list[Any] = []
        told = tuple([self._one(fact, kept) for fact in facts])
        return told, tuple(kept)

    def _one(self, fact: Any, kept: list[Any]) -> Any:
        if fact.reveals:
            kept.append(fact)
            return fact
        used = list(used_disclosures(fact, self._viewer)) if fact.discloses else []
        self.disclosed += [(tag_of(fact), item) for item in used]
        free = [item.field for item in used]
        cls: type[Any] = type(fact)
        marks, cards = plan(cls), card_fields(cls, self._rules.card_types)
        if not (marks or cards or free):
            return fact
        hidden = {field.name: field for field in marks}
        changed: dict[str, Any] = {}
        for name in dict.fromkeys((*hidden, *cards, *free)):
            value = getattr(fact, name)
            field = hidden.get(name)
            if name in free or (field is not None and not hidden_from(self._rules, self._viewer, fact, name)):
                kept.append((tag_of(fact), name, value))
            elif field is not None and field.whole:
                changed[name] = None
            elif name in cards:
                changed[name] = self._blanked(value)
                shown = [text for text in strings(changed[name]) if text != HIDDEN]
                if shown:  # neither that the fact happened is kept, nor which label a card got
                    kinds = tuple([text if text in self._open else kind(text) for text in shown])
                    kept.append((tag_of(fact), name, kinds))
            else:
                changed[name] = HIDDEN
        return msgspec.structs.replace(fact, **changed) if changed else fact

    def _blanked(self, value: Any) -> Any:
        if isinstance(value, str):
            if value in self._open:
                return value
            if self._named[kind(value)] > 0:
                self._named[kind(value)] -= 1
                return value
            return HIDDEN
        if isinstance(value, list | tuple):
            return tuple([self._blanked(item) for item in value])
        return value


def used_disclosures(fact: Any, viewer: Viewer) -> Iterator[Discloses]:
    """Yield the declarations by which a fact may tell a viewer one of its fields."""
    for item in fact.discloses:
        field, wanted = item.when or ("", None)
        if item.when is not None and getattr(fact, field) != wanted:
            continue
        if not item.of or getattr(fact, item.of) not in viewer.seats:
            yield item


def unordered(kept: Sequence[Any]) -> list[Any]:
    """Return what is kept with cards that came together in no order: what is told of a hand has none."""
    return [(*item[:2], _sorted(item[2])) if isinstance(item, tuple) else item for item in kept]


def _sorted(value: Any) -> Any:
    if isinstance(value, tuple) and all(isinstance(item, str) for item in value):
        return tuple(sorted(value))
    return value


def hidden_fields(rules: Rules) -> frozenset[tuple[str, str]]:
    """Return every hidden field of the game's present facts, as tag and field; new orders come with no action."""
    old = {*rules.upcasts, UnseenReordered}
    return frozenset((tag_of(cls), field.name) for cls in fact_classes(rules) if cls not in old for field in plan(cls))
