"""Cards that leave a hand together, or are shown with it: in which order they came there, nobody else may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from domain.kernel.cards.zones import Bag
from domain.kernel.game import Rules
from domain.kernel.messages import tag_of
from tests.laws.told import card_fields, kind


def hands(state: Any) -> list[tuple[str, ...]]:
    """Return the cards of every bag in a state, each in the order of arrival."""
    return list(_bags(state))


def _bags(value: Any) -> Iterator[tuple[str, ...]]:
    if isinstance(value, Bag):
        yield value.cards
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _bags(getattr(value, name))
    elif isinstance(value, tuple):
        for item in value:
            yield from _bags(item)


def hand_of(shown: Sequence[str], before: Sequence[Sequence[str]], after: Sequence[Sequence[str]]) -> Any:
    """Return the hand that cards of a fact leave or show, given all hands before and after it; nothing for a draw."""
    kinds = Counter([kind(card) for card in shown])
    if len(kinds) < 2:
        return None
    found = None
    for old, new in zip(before, after, strict=True):
        if len(new) > len(old) and tuple(new[: len(old)]) == tuple(old) and Counter(new[len(old) :]) == kinds:
            return None
        held = Counter(old)
        if found is None and (kinds <= held if new != old else kinds == held):
            found = old
    return found


def in_order_of(hand: Sequence[str], shown: Sequence[str]) -> tuple[str, ...]:
    """Return shown cards in the order in which their kinds lie in a hand."""
    left = list(shown)
    ordered: list[str] = []
    for held in hand:
        card = next((card for card in left if kind(card) == held), None)
        if card is not None:
            left.remove(card)
            ordered.append(card)
    return tuple(ordered)


def shown_together(rules: Rules, state: Any, facts: Sequence[Any]) -> Iterator[tuple[str, str]]:
    """Yield tag and field of facts that say several cards of a hand together, in another order than they came.

    `state` is the one before the entry: cards that come and go in one entry have no past that anybody could follow.
    """
    many = [(fact, name) for fact in facts for name in card_fields(type(fact), rules.card_types) if _many(fact, name)]
    if not many:
        return
    start = [Counter(hand) for hand in hands(state)]
    for fact in facts:
        after = rules.evolve(state, fact)
        for one, name in many:
            shown = getattr(fact, name) if one is fact else ()
            hand = hand_of(shown, hands(state), hands(after)) if shown else None
            known = [kinds for kinds in start if Counter([kind(card) for card in shown]) <= kinds]
            if hand is not None and known and in_order_of(hand, shown) != shown:
                yield tag_of(fact), name
        state = after


def _many(fact: Any, name: str) -> bool:
    value = getattr(fact, name)
    return isinstance(value, tuple) and len(value) > 1 and isinstance(value[0], str)
