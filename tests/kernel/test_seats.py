"""Seats, viewers, refusals: the small words of the kernel."""

from __future__ import annotations

import pytest

from domain.kernel.refusals import Refusal, RefusedError
from domain.kernel.seats import ARBITER, SPECTATOR, Viewer, at_seat, every_viewer, parse_viewer, seat_viewer
from domain.kernel.setup import Outcome, Place


@pytest.mark.parametrize("text", ["all", "spectator", "seat:2", "seat:0,seat:1"])
def test_a_viewer_is_written_and_read(text: str) -> None:
    assert str(parse_viewer(text, 3)) == text


@pytest.mark.parametrize(
    "text", ["", "seat", "seat:", "seat:3", "seat:-1", "seat:²", "all,seat:1", "seat:0,", "arbiter"]
)
def test_anything_else_is_no_viewer(text: str) -> None:
    with pytest.raises(ValueError, match="is no viewer: use all, spectator, or seat:0 to seat:2"):
        parse_viewer(text, 3)


def test_the_one_rule_of_visibility() -> None:
    """A spectator holds no seat, an arbiter sees everything."""
    assert seat_viewer(1).may_know((0, 1))
    assert not seat_viewer(1).may_know((0,))
    assert not SPECTATOR.may_know((0, 1))
    assert ARBITER.may_know(())
    assert Viewer(frozenset({0, 2})).may_know((2,))
    assert every_viewer(2) == (SPECTATOR, seat_viewer(0), seat_viewer(1), ARBITER)


def test_a_refusal_says_its_sentence() -> None:
    refusal = Refusal("too_dear", "rule", "{card} costs {cost}.", "harbour 1", {"card": "Silk", "cost": 3})
    assert refusal.message == "Silk costs 3."
    error = RefusedError(refusal)
    assert str(error) == "too_dear: Silk costs 3."
    assert error.refusal is refusal


def test_the_winners_share_the_first_place() -> None:
    places = (Place(place=1, seats=(0, 2)), Place(place=3, seats=(1,)))
    assert Outcome(places=places, ended_by="play", reason="points").winners == (0, 2)
    assert Outcome(places=(), ended_by="abandoned", reason="abandoned").winners == ()


def test_one_seat_gets_another_value() -> None:
    """What belongs to the others stays, in its place."""
    assert at_seat((3, 5, 8), 1, 0) == (3, 0, 8)
    assert at_seat(("a",), 0, "b") == ("b",)
