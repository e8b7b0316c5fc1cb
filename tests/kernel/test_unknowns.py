"""Hidden cards told apart by tokens while a world is imagined."""

from __future__ import annotations

from collections import Counter

import pytest

from domain.kernel.cards.unknowns import NoWorldError, Unknowns, is_unknown, left_over
from domain.kernel.chance import QuickChance
from domain.kernel.marks import HIDDEN


def first(many: int) -> int:
    """Pick the first of so many."""
    return 0


def test_each_unknown_card_gets_a_token_of_its_own() -> None:
    """A known card stands for itself; numbers go on from place to place."""
    unknowns = Unknowns()
    assert unknowns.tokens(("a", HIDDEN, HIDDEN)) == ["a", "?1", "?2"]
    assert unknowns.tokens((HIDDEN,)) == ["?3"]
    assert [is_unknown(token) for token in ("a", "?1", HIDDEN)] == [False, True, True]


def test_a_token_is_known_once_it_is_named() -> None:
    """What is hidden tells nothing, and what lies open can be told only as what it is."""
    unknowns = Unknowns()
    known, token = unknowns.tokens(("a", HIDDEN))
    unknowns.name(token, HIDDEN)
    assert unknowns.known(token) == token
    unknowns.name(token, "b")
    unknowns.name(known, "a")
    assert (unknowns.known(token), unknowns.known(known), unknowns.named) == ("b", "a", {"?1": "b"})
    with pytest.raises(NoWorldError, match="c is told where a lies"):
        unknowns.name(known, "c")


def test_a_draw_names_the_top_of_the_deck() -> None:
    """The token goes to whoever draws, so that it is followed further."""
    unknowns = Unknowns()
    deck = unknowns.tokens((HIDDEN, "b"))
    assert unknowns.draw(deck, "a") == "?1"
    assert unknowns.draw(deck, HIDDEN) == "b"
    assert unknowns.named == {"?1": "a"}
    with pytest.raises(NoWorldError, match="none is left"):
        unknowns.draw(deck, HIDDEN)


def test_a_known_card_leaves_before_an_unknown_one() -> None:
    """A token that was named counts as known; else the first unknown one is taken, and named."""
    unknowns = Unknowns()
    hand = unknowns.tokens((HIDDEN, "b", HIDDEN))
    unknowns.name("?2", "c")
    assert unknowns.leave(hand, "c", first) == "?2"
    assert unknowns.leave(hand, "b", first) == "b"
    assert unknowns.leave(hand, "d", first) == "?1"
    assert (hand, unknowns.known("?1")) == ([], "d")
    with pytest.raises(NoWorldError, match="no d can leave a hand of 0 cards"):
        unknowns.leave(hand, "d", first)


def test_an_unknown_card_leaves_from_any_place() -> None:
    """Which one it is, the game may leave to chance."""
    unknowns = Unknowns()
    hand = unknowns.tokens(("a", HIDDEN, "b"))
    assert unknowns.leave(hand, HIDDEN, lambda many: many - 1) == "b"
    assert unknowns.leave(hand, HIDDEN, first) == "a"
    assert (hand, unknowns.named) == (["?1"], {})


def test_what_is_left_over_comes_in_an_order_by_chance() -> None:
    """Every copy once; an empty pool leaves nothing."""
    pool = Counter({"a": 2, "b": 0, "c": 20})
    orders = [left_over(pool, QuickChance(seed)) for seed in range(4)]
    assert all(Counter(order) == +pool for order in orders)
    assert len({tuple(order) for order in orders}) > 1
    assert left_over(Counter(), QuickChance(0)) == []


def test_more_cards_taken_than_there_are_leave_no_world() -> None:
    """The card that lies too often is named."""
    with pytest.raises(NoWorldError, match="b would lie in more places than there are copies"):
        left_over(Counter({"a": 1, "b": -1}), QuickChance(0))
