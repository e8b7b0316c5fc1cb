"""What all games share: their table of refusals, rankings with ties, orders of law deals, names of card sets."""

from __future__ import annotations

import pytest

from domain.kernel.cards.card_sets import CardSetError, card_set_digest
from domain.kernel.cards.law_deals import backwards, cards_on_top, places_on_top, stride, unmoved
from domain.kernel.cards.zones import in_order
from domain.kernel.messages import Command, Concede, TimeOut, own_commands
from domain.kernel.ranking import by_score, ranked
from domain.kernel.refusals import No, Refusal, Refusals
from domain.kernel.setup import Place
from domain.record.canonical import b64, sha256

REFUSALS = Refusals(
    {
        "full": No("rule", "{row} takes {most} cards.", "game 1"),
        "full for_ever": No("rule", "{row} takes no more cards.", "game 2"),
    },
    {"seats": No("setup", "The game is for 2 seats, not {seats}.", "game 3")},
    bad_options_code="bad_setup",
)


def test_a_refusal_has_the_sentence_of_its_code() -> None:
    """Its places are filled from the values given with it."""
    refusal = REFUSALS.no("full", row="Hearts", most=6)
    assert refusal == Refusal("full", "rule", "{row} takes {most} cards.", "game 1", {"row": "Hearts", "most": 6})
    assert refusal.message == "Hearts takes 6 cards."


def test_a_detail_changes_the_sentence_and_not_the_code() -> None:
    """Codes are public and stable: what is said may tell more."""
    refusal = REFUSALS.no("full", "for_ever", row="Hearts")
    assert (refusal.code, refusal.rule, refusal.message) == ("full", "game 2", "Hearts takes no more cards.")


def test_the_refusals_of_commands_are_listed_as_the_game_lists_them() -> None:
    """What they rest on can be cited; their places are empty, and a setup is nobody's action."""
    assert [(refusal.rule, refusal.text) for refusal in REFUSALS.listed] == [
        ("game 1", "{row} takes {most} cards."),
        ("game 2", "{row} takes no more cards."),
    ]


def test_every_refusal_of_a_setup_has_the_same_code() -> None:
    """The code is each game's own."""
    refusal = REFUSALS.bad_options("seats", seats=3)
    assert (refusal.code, refusal.category) == (REFUSALS.bad_options_code, "setup") == ("bad_setup", "setup")
    assert refusal.message == "The game is for 2 seats, not 3."


def test_seats_that_share_a_place_take_the_following_ones() -> None:
    """Two first places: the next is the third; an empty group takes none."""
    assert ranked([(1, 3), (), (0,), (2,)]) == (
        Place(place=1, seats=(1, 3)),
        Place(place=3, seats=(0,)),
        Place(place=4, seats=(2,)),
    )


def test_equal_scores_are_one_group() -> None:
    """The highest first; seats stay in their order."""
    assert by_score({0: (2, 1), 1: (3, 0), 2: (2, 1)}) == ((1,), (0, 2))
    assert by_score({}) == ()


def test_a_games_own_commands_are_all_but_the_kernels() -> None:
    """A game decides `Concede` and `TimeOut` too, and does not list them."""

    class Wave(Command, tag="wave", frozen=True, kw_only=True):
        """Wave."""

    assert own_commands((Wave, Concede, TimeOut)) == (Wave,)


CARDS = ("a", "b", "b", "c", "d")


def test_orders_of_law_deals_say_where_each_card_comes_from() -> None:
    """An order is a permutation as a shuffle yields it."""
    assert in_order(CARDS, unmoved(5)) == CARDS
    assert in_order(CARDS, backwards(5)) == ("d", "c", "b", "b", "a")
    assert in_order(CARDS, stride(2)(5)) == ("a", "b", "d", "b", "c")


def test_cards_are_put_on_top_by_place_or_by_kind() -> None:
    """What is not named follows as it lay; a place may be counted from the end; copies are different cards."""
    assert in_order(CARDS, places_on_top(-1, 3)(5)) == ("d", "c", "a", "b", "b")
    assert cards_on_top("d", "b", "b", of=CARDS)(5) == (4, 1, 2, 0, 3)
    with pytest.raises(StopIteration):
        cards_on_top("a", "a", of=CARDS)


def test_a_card_set_is_named_as_the_record_names_it() -> None:
    """The digest of `record.canonical`, which the kernel may not import."""
    assert card_set_digest(b"cards") == b64(sha256(b"cards"))
    assert issubclass(CardSetError, ValueError)
