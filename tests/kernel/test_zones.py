"""Places for cards, with unknown cards among them."""

from __future__ import annotations

import pytest

from domain.kernel.cards.zones import Bag, Ranks, Stack, free_label, in_order, unknown
from domain.kernel.refusals import NotThereError


def test_a_bag_gives_the_named_card_first() -> None:
    assert Bag(("a", "?", "b")).take("b") == Bag(("a", "?"))
    assert list(Bag(("a",)).add(["b", "c"])) == ["a", "b", "c"]
    assert "a" in Bag(("a",))


def test_a_named_card_that_is_not_known_was_one_of_the_unknown() -> None:
    assert Bag(("a", "?", "?")).take("b") == Bag(("a", "?"))


def test_when_an_unknown_card_leaves_everything_left_is_unknown() -> None:
    """Architecture 3: any of the others may have been it."""
    assert Bag(("a", "?", "b")).take("?") == Bag(("?", "?"))
    assert Bag(("a", "b", "c")).take_all(("a", "c")) == Bag(("b",))


def test_a_card_that_is_not_in_a_bag_raises() -> None:
    with pytest.raises(NotThereError, match="c is not among 2"):
        Bag(("a", "b")).take("c")
    with pytest.raises(NotThereError, match="empty place"):
        Bag().take("?")


def test_a_stack_is_taken_from_the_top() -> None:
    stack = Stack(("a", "b", "c"))
    assert stack.top == "a"
    assert len(stack) == 3
    assert stack.draw(("a", "b")) == Stack(("c",))
    assert list(Stack(("c",)).put(("a", "b"))) == ["b", "a", "c"]


def test_what_is_drawn_must_agree_with_what_is_known_of_its_place() -> None:
    assert Stack(("?", "b")).draw(("a", "?")) == Stack()
    with pytest.raises(NotThereError, match="x is not on top, a is"):
        Stack(("a",)).draw(("x",))
    with pytest.raises(NotThereError, match="2 cards leave a stack of 1"):
        Stack(("a",)).draw(("?", "?"))


def test_an_empty_stack_has_no_top() -> None:
    with pytest.raises(NotThereError, match="empty stack"):
        _ = Stack().top


def test_a_card_is_taken_out_of_a_stack_wherever_it_lies() -> None:
    assert Stack(("a", "b", "a")).take("a") == Stack(("b", "a"))
    assert Stack(("a", "?")).take("b") == Stack(("a",))
    with pytest.raises(NotThereError, match="c is not in a stack of 2"):
        Stack(("a", "b")).take("c")


def test_labels_take_the_lowest_number_that_is_free() -> None:
    """A label dropped by a card that is hidden again goes to the next one that is shown."""
    assert free_label("r3", []) == "r3#1"
    assert free_label("r3", ["r3#1", "r3#3", "r4#2"]) == "r3#2"
    assert free_label("H7", ["H7-1"], "-") == "H7-2"


def test_unknown_cards_and_permutations() -> None:
    assert unknown(2) == ("?", "?")
    assert in_order(("a", "b", "c"), (2, 0, 1)) == ("c", "a", "b")


def test_several_cards_leave_a_bag_one_after_the_other() -> None:
    assert Bag(("a", "b", "a", "?")).take_all(("a", "c")) == Bag(("b", "a"))
    assert Bag(("a", "b", "c")).take_all(("b", "?")) == Bag(("?",))
    with pytest.raises(NotThereError, match="a is not among 1 cards"):
        Bag(("a", "b")).take_all(("a", "a"))


def test_ranks_put_cards_in_a_public_order_and_what_is_none_last() -> None:
    ranks = Ranks(("b", "a"))
    assert ranks.in_order(["?", "a", "b", "a"]) == ("b", "a", "a", "?")
    assert ranks == {"b": 0, "a": 1}, "looking does not add to it"
