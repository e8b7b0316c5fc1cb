"""Cheap chance for bots and tests."""

from __future__ import annotations

from collections import Counter

from domain.kernel.chance import QuickChance


def test_the_same_seed_gives_the_same_chance() -> None:
    one, other = QuickChance(7), QuickChance(7)
    assert [one.word() for _ in range(4)] == [other.word() for _ in range(4)]
    assert one.shuffle(9, "deck") == other.shuffle(9, "deck", open=True)


def test_the_first_word_is_that_of_splitmix64() -> None:
    """Steele, Lea, Flood 2014: seed 0."""
    assert QuickChance(0).word() == 0xE220A8397B1DCDAF


def test_shuffles_are_permutations_and_every_order_comes_up() -> None:
    chance = QuickChance(1)
    seen = Counter(chance.shuffle(3) for _ in range(600))
    assert len(seen) == 6
    assert all(sorted(order) == [0, 1, 2] for order in seen)
    assert min(seen.values()) > 60


def test_picks_and_choices_stay_in_range() -> None:
    chance = QuickChance(2)
    assert {chance.pick(4, "die") for _ in range(100)} == {0, 1, 2, 3}
    assert {chance.choice("ab") for _ in range(50)} == {"a", "b"}
    assert chance.shuffle(0) == ()
